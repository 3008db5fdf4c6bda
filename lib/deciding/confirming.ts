import { z } from 'zod';
import { type Act, isCommand } from '../home/confirmation.js';
import { nameWords } from '../home/names.js';
import { sensesOf } from '../home/opening-words.js';
import type { Command, House } from '../home/types.js';
import { fold } from '../language/fold.js';
import { LANGUAGES, languageTable, listed, oneOf } from '../language/folders.js';
import { isQuestion } from '../language/question.js';
import { everyday } from './everyday/everyday.js';
import { isStop } from './stop-command.js';

const LIST = z.string().transform(listed);
/** Answers to "shall I really …?", as a language's folder has them. */
const CONFIRMING = z.object({
  agrees: LIST,
  /** A no and nothing more; `refuses` are other words that are one beside a question. */
  denies: LIST,
  refuses: LIST,
  /** May stand beside a yes or a no without changing it. */
  beside: LIST,
  /** A yes or no that is none yet, or a question back. */
  hesitates: LIST,
});
const tables = LANGUAGES.flatMap((language) => languageTable(language, 'confirming', CONFIRMING) ?? []);
/** The phrases of all languages, as a pattern over ` folded words`: a yes is one in whatever language it is said. */
const anyOf = (...names: (keyof z.output<typeof CONFIRMING>)[]) =>
  `(?: ${oneOf(tables.flatMap((table) => names.flatMap((name) => table[name])))}(?= |$))`;
const [YES, NO, BESIDE] = [anyOf('agrees'), anyOf('denies', 'refuses'), anyOf('beside')];

const HESITANT = new RegExp(`^(?:${anyOf('hesitates')}|${YES}|${BESIDE})+$`);
const ONLY_YES = new RegExp(`^${BESIDE}*${YES}(?:${YES}|${BESIDE})*$`);
const ONLY_NO = new RegExp(`^${BESIDE}*${NO}(?:${NO}|${BESIDE})*$`);
const ONLY_DENIAL = new RegExp(`^${BESIDE}*(?:${anyOf('denies')}${BESIDE}*)+$`);
const DENIED_FIRST = new RegExp(`^${anyOf('denies')}+`);
const LEADING = new RegExp(`^(?:${YES}|${NO}|${BESIDE})+`);
const ANY_BESIDE = new RegExp(BESIDE, 'g');
const AGREES = new RegExp(YES);
const REFUSES = new RegExp(NO);
const REFUSES_FIRST = new RegExp(`^${BESIDE}*${NO}`);
/** Longer utterances with a "not" in them say something else. */
const MAX_REFUSAL_WORDS = 6;
const MAX_WORDS = 16;

/** What a person says to "shall I really …?": words that are no clear yes or no are asked about again. */
export type Reply = 'yes' | 'no' | 'unclear';

export interface ReplyOptions {
  /** What waits for the yes. */
  held: Act;
  house: House;
  /** BCP 47 tag. */
  language: string;
  /** The command that words are, where "it" is what is held. */
  understand(words: string): Command | null;
}

/**
 * Reads what is said to a question whether the house shall be opened, or a tool be called; undefined when it is something
 * else: another command, a question. Only a yes without a but is one, alone or with what was asked about again ("yes, unlock
 * it"); a no anywhere wins.
 */
export function replyIn(text: string, { held, house, language, understand }: ReplyOptions): Reply | undefined {
  const folded = fold(text);
  const said = ` ${folded}`;
  const count = folded.split(' ').length;
  // "Jarvis!" alone isn't answered with a "yes?" that may be heard as a yes
  if (folded === '') return 'unclear';
  if (count > MAX_WORDS) return undefined;
  if (isStop(text, { speaking: false })) return 'no';
  const asks = /[?？]\s*$/.test(text);
  if (ONLY_YES.test(said)) return asks ? 'unclear' : 'yes';
  const rest = said.replace(LEADING, '').replace(ANY_BESIDE, '').trim();
  const agrees = AGREES.test(said);
  const refuses = REFUSES.test(said);
  const [command, isRepeated] = isCommand(held)
    ? [held, repeats(rest, held, house)]
    : [undefined, repeatsQuestion(rest, held.question)];
  const understood = rest === '' || (!command && isRepeated) ? null : understand(rest);
  // "no, leave it locked"
  const isLeft = refuses && understood !== null && command !== undefined && hasSameTargets(understood, command);
  if (understood && !isLeft && !(command && isSame(understood, command))) return undefined;
  if (refuses) {
    return agrees || REFUSES_FIRST.test(said) || (count <= MAX_REFUSAL_WORDS && !asks) ? 'no' : undefined;
  }
  const begins = LEADING.test(said);
  if (agrees && begins && !asks && (understood !== null || isRepeated)) return 'yes';
  // "open it" is no copy of our question, as "unlock the front door" may be
  if (understood && command && !asks && !namesAny(rest, command, house)) return 'yes';
  if (understood) return undefined;
  if (HESITANT.test(said) || count === 1) return everyday(text, language) ? undefined : 'unclear';
  return agrees && !isQuestion(rest, language) ? 'unclear' : undefined;
}

/** The words for yes and no in a language. @param language BCP 47 tag */
export function answersIn(language: string): readonly string[] {
  const { agrees = [], denies = [], refuses = [] } = languageTable(language, 'confirming', CONFIRMING) ?? {};
  return [...agrees, ...denies, ...refuses];
}

/** Whether words are a yes and nothing else: "yes, please". */
export function agrees(text: string): boolean {
  return ONLY_YES.test(` ${fold(text)}`) && !/[?？]\s*$/.test(text);
}

/** Whether words are a no and nothing else: "no, thanks", "leave it". */
export function refuses(text: string): boolean {
  return ONLY_NO.test(` ${fold(text)}`);
}

/** Whether words deny what was just told, and nothing else: "no, no". */
export function denies(text: string): boolean {
  return ONLY_DENIAL.test(` ${fold(text)}`);
}

/** "No, undo that" as "undo that". */
export function withoutDenial(text: string): string {
  return ` ${fold(text)}`.replace(DENIED_FIRST, '').trim();
}

/** Whether words want what is held: whatever they say of it, and nothing else. */
function isSame({ targets, area, domain, ...said }: Command, held: Command): boolean {
  const wanted = new Map<string, unknown>(Object.entries(held));
  return Object.entries(said).every(([name, value]) => wanted.get(name) === value) && hasSameTargets({ targets }, held);
}

function hasSameTargets(a: Pick<Command, 'targets'>, b: Pick<Command, 'targets'>): boolean {
  const listed = ({ targets }: Pick<Command, 'targets'>) => [...new Set(targets)].sort().join();
  return listed(a) === listed(b);
}

/** Whether words are nothing but an opening and names of what is held: "open the front door", "the garage door". */
function repeats(words: string, held: Command, house: House): boolean {
  const names = namesOf(held, house);
  return nameWords(words).every((word) => {
    if (names.has(word)) return word !== 'lock';
    const senses = new Set(sensesOf(word).flatMap((each) => [...each]));
    return (senses.has('open') || senses.has('unlock')) && !senses.has('close');
  });
}

/** Whether words say again what was asked, or some of it: "yes, open the left gate". */
function repeatsQuestion(words: string, question: string): boolean {
  const asked = nameWords(question);
  return words !== '' && nameWords(words).every((word) => asked.includes(word));
}

function namesAny(words: string, held: Command, house: House): boolean {
  const names = namesOf(held, house);
  return nameWords(words).some((word) => names.has(word));
}

function namesOf({ targets }: Command, { entities, areas }: House): Set<string> {
  const meant = entities.filter(({ id }) => targets.includes(id));
  const places = areas.filter(({ id }) => meant.some(({ area }) => area === id));
  return new Set([...meant, ...places].flatMap(({ name, aliases }) => [name, ...aliases]).flatMap(nameWords));
}
