import { DEMO_HOUSE } from '../home/demo-house.js';
import type { LastCommand } from '../home/last-commands.js';
import { fold } from '../language/fold.js';
import { LANGUAGES, type Language, primaryLanguage } from '../language/tags.js';
import { everyday } from './everyday/everyday.js';
import type { Everyday } from './everyday/sentences.js';
import { followUp } from './sentences/follow-up.js';
import { soundsLikeCommand } from './sentences/recognise.js';

/** Words that a question begins with, folded. */
const QUESTION_WORDS: Readonly<Record<Language, string>> = {
  en: 'how|what|when|where|which|who|whose|why',
  de: 'wie|was|wann|wo|woher|wohin|welche[rs]?|wer|wem|wen|wessen|warum',
  fr: 'comment|combien|ce|quand|ou|qui|que|quel(?:le)?s?|pourquoi',
  es: 'como|cuant[oa]s?|que|cual(?:es)?|cuando|donde|quien(?:es)?|por',
};
/** "And in the kitchen", "and when", "what about tomorrow". */
const ASKS: Readonly<Record<Language, RegExp>> = {
  en: asksBy('and|or', `in|on|at|for|the|tomorrow|today|tonight|${QUESTION_WORDS.en}`, '(?:what|how) about'),
  de: asksBy(
    'und|oder',
    `in|im|am|fur|der|die|das|morgen|heute|ubermorgen|${QUESTION_WORDS.de}`,
    '(?:was|wie) ist (?:es )?mit|wie sieht es',
  ),
  fr: asksBy('et|ou', `dans|a|au|aux|en|le|la|les|l|pour|demain|${QUESTION_WORDS.fr}`, 'qu en est il'),
  es: asksBy('y|o', `en|a|al|el|la|los|las|para|manana|hoy|${QUESTION_WORDS.es}`, 'que tal'),
};

function asksBy(and: string, next: string, whole: string): RegExp {
  return new RegExp(`^(?:(?:${and}) (?:${next})|${whole})(?: |$)`);
}

/** People greet each other, too. */
const ASKED_OF_US: ReadonlySet<string> = new Set<Everyday>(['time', 'date', 'help', 'thanks']);
/** "It" may be any device of a house with one of each kind; what opens is told something else where it is a lock. */
const SPOKEN_ABOUT: readonly LastCommand[] = [['light', 'media_player', 'cover', 'climate'], ['lock']].map((kinds) => ({
  targets: DEMO_HOUSE.entities.filter(({ domain }) => kinds.includes(domain)).map(({ id }) => id),
  before: [],
}));
/** Words of "and in the children's bedroom": a longer sentence that begins so tells something. */
const MAX_ASKING_WORDS = 6;

/**
 * Whether words, said right after a reply, are certainly for the house: a command, also one that leaves out the device of
 * the last one ("turn it off", "und jetzt wieder aus").
 * @param language BCP 47 tag; any language that has commands when not given
 */
export function goesOnCommanding(text: string, language: string | undefined): boolean {
  return spokenIn(language).some((known) => soundsLikeCommand(text, known) || commandsAgain(text, known));
}

/** Whether words, said right after a reply, go on with it: "and in the bedroom?", "what time is it?". */
export function goesOnAsking(text: string, language: string | undefined): boolean {
  const said = fold(text);
  const isShort = said.split(' ').length <= MAX_ASKING_WORDS;
  return spokenIn(language).some(
    (known) => (isShort && ASKS[known].test(said)) || ASKED_OF_US.has(everyday(text, known) ?? ''),
  );
}

/** Whether a question begins with its question word: "where was he born", but not "is he in". */
export function beginsAsking(text: string, language: Language): boolean {
  return new RegExp(`^(?:${QUESTION_WORDS[language]}) `).test(fold(text));
}

function commandsAgain(text: string, language: Language): boolean {
  return SPOKEN_ABOUT.some((last) => followUp(text, { language, house: DEMO_HOUSE, last }) !== null);
}

/** The languages that words may be in: the one that is known, of those with commands, or all of these. */
export function spokenIn(language: string | undefined): readonly Language[] {
  const primary = primaryLanguage(language);
  return primary === '' ? LANGUAGES : LANGUAGES.filter((known) => known === primary);
}
