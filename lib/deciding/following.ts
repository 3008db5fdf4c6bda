import { z } from 'zod';
import { DEMO_HOUSE } from '../home/demo-house.js';
import type { LastCommand } from '../home/last-commands.js';
import { fold } from '../language/fold.js';
import { LANGUAGES, languageTable } from '../language/folders.js';
import { asOrder } from '../language/polite.js';
import { primaryLanguage } from '../language/tags.js';
import type { Everyday } from './everyday/everyday.js';
import { everyday } from './everyday/everyday.js';
import { followUp } from './sentences/follow-up.js';
import { soundsLikeCommand } from './sentences/recognise.js';

/** How people go on after a reply, folded. */
const FOLLOWING = z
  .object({
    /** Words that a question begins with. */
    questions: z.string(),
    /** "And in the kitchen", "and when": what it begins with, and what follows. */
    and: z.string(),
    next: z.string(),
    /** "What about": goes on by itself. */
    whole: z.string(),
    /** Words that stand for what was said before: not "it" of the weather, nor "that" before what it belongs to. */
    reference: z.array(z.string()),
    /** What may stand before words about a reply: "no", "I meant", "not that one". */
    lead: z.string(),
    /** Whole sentences that are about what was just said or done, and name nothing themselves: "the one by the sofa", "a bit warmer". */
    about: z.array(z.string()),
    /** German tells "she" from "you" by it. */
    matchCase: z.boolean().default(false),
  })
  .transform(({ questions, and, next, whole, reference, lead, about, matchCase }) => ({
    begins: new RegExp(`^(?:${questions}) `),
    goesOn: new RegExp(`^(?:(?:${and}) (?:${next}|${questions})|${whole})(?: |$)`),
    isAbout: new RegExp(`^(?:(?:${lead}) )*(?:${about.join('|')})$`),
    refers: new RegExp(reference.join('|'), matchCase ? 'u' : 'iu'),
  }));
const followingIn = (language: string) => languageTable(language, 'following', FOLLOWING);

/** People greet each other, too. */
const ASKED_OF_US: ReadonlySet<string> = new Set<Everyday>(['time', 'date', 'help', 'thanks', 'microphone']);
/** "It" may be any device of a house with one of each kind; what opens is told something else where it is a lock. */
const SPOKEN_ABOUT: readonly LastCommand[] = [['light', 'media_player', 'cover', 'climate'], ['lock']].map((kinds) => ({
  targets: DEMO_HOUSE.entities.filter(({ domain }) => kinds.includes(domain)).map(({ id }) => id),
  before: [],
}));
/** Words of "and in the children's bedroom": a longer sentence that begins so tells something. */
const MAX_ASKING_WORDS = 6;
/** Of "no, sorry, not that one, the one on the shelf by the window, please". */
const MAX_CHOOSING_WORDS = 14;

/**
 * Whether words, said right after a reply, are certainly for the house: a command, also one that leaves out the device of
 * the last one ("turn it off", "und jetzt wieder aus").
 * @param language BCP 47 tag; any language that has commands when not given
 */
export function goesOnCommanding(text: string, language: string | undefined): boolean {
  return spokenIn(language).some((known) => {
    const order = asOrder(text, known);
    return soundsLikeCommand(order, known) || commandsAgain(order, known);
  });
}

/** Whether words, said right after a reply, go on with it: "and in the bedroom?", "what time is it?". */
export function goesOnAsking(text: string, language: string | undefined): boolean {
  const said = fold(text);
  const isShort = said.split(' ').length <= MAX_ASKING_WORDS;
  return spokenIn(language).some(
    (known) =>
      (isShort && followingIn(known)?.goesOn.test(said) === true) || ASKED_OF_US.has(everyday(text, known) ?? ''),
  );
}

/** Whether words, said right after a reply, say only what is different from it: "not that one, the one by the sofa", "a bit warmer than that". */
export function goesOnChoosing(text: string, language: string | undefined): boolean {
  const said = fold(text);
  const isShort = said.split(' ').length <= MAX_CHOOSING_WORDS;
  return isShort && spokenIn(language).some((known) => followingIn(known)?.isAbout.test(said) === true);
}

/** Whether a question begins with its question word: "where was he born", but not "is he in". */
export function beginsAsking(text: string, language: string): boolean {
  return followingIn(language)?.begins.test(fold(text)) === true;
}

/** Whether something in words stands for what was said before. */
export function hasReference(text: string, language: string): boolean {
  return followingIn(language)?.refers.test(text) === true;
}

function commandsAgain(text: string, language: string): boolean {
  return SPOKEN_ABOUT.some((last) => followUp(text, { language, house: DEMO_HOUSE, last }) !== null);
}

/** The languages that words may be in: the one that is known, of those with commands, or all of these. */
export function spokenIn(language: string | undefined): readonly string[] {
  const primary = primaryLanguage(language);
  return primary === '' ? LANGUAGES : LANGUAGES.filter((known) => known === primary);
}
