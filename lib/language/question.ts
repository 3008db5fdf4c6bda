import { clausesOf, splitCompound } from './compound.js';
import { words } from './fold.js';
import { wordsAnywhere } from './patterns.js';
import { asksWhether, asOrder } from './polite.js';
import { patternOfAll, wordLists } from './word-lists.js';

const startsWith = (entry: string) => new RegExp(`^(?:${patternOfAll('questions', entry)})(?= |$)`, 'u');
/** Makes an order of one that ends in a question mark. */
const PLEASE = wordsAnywhere(patternOfAll('questions', 'please'));
/** Two words that ask only together. */
const PAIRS = startsWith('together');
/** May stand before a question: "and where?" */
const JOINS = new RegExp(`^(?:(?:${patternOfAll('questions', 'joins')}) )+`, 'u');
/** A request in a question's clothes. */
const REQUEST = startsWith('requests');

/**
 * Whether something is asked, not ordered: by its question mark, which speech to text mostly writes, or by its first
 * words where the language's folder lists them; in other languages only by the mark. "Can you …?" is an order, and so is
 * "machst du …?".
 */
export function isQuestion(text: string, language: string): boolean {
  if (asksWhether(text, language)) return true;
  return isAsked(asOrder(text, language), language);
}

function isAsked(text: string, language: string): boolean {
  const said = words(text).join(' ').replace(JOINS, '');
  if (REQUEST.test(said)) return false;
  if (MARK.test(text)) return true;
  if (PAIRS.test(said)) return true;
  return wordLists(language)?.asking.has(said.split(' ')[0] ?? '') ?? false;
}

const MARK = /[?？؟]/;
const SENTENCE = /(?<=[.!?…？؟])\s+/u;
/** A comma in a number parts nothing. */
const CLAUSE = /(?<=[.!?…,;:？؟])\s+/u;
/** Words before "could you" that leave it a request: "hey please", "me" in Spanish. */
const MAX_BEFORE_REQUEST = 3;
/** "Can you please tell me …": so far behind the request stands what it is about. */
const MAX_BEFORE_TELLING = 3;

/** Whether words only ask or want to be told something, in whatever form, with no order or request beside it. */
export function onlyAsks(text: string, language: string): boolean {
  const kinds = text.split(SENTENCE).flatMap((sentence) => {
    if (asksWhether(sentence, language)) return 'question';
    return clausesIn(asOrder(sentence, language), language).map((clause) => kindOf(clause, language));
  });
  return kinds.includes('question') && !kinds.includes('order');
}

function clausesIn(sentence: string, language: string): string[] {
  return sentence.split(CLAUSE).flatMap((clause) => {
    const parts = splitCompound(clause, language);
    return parts.length > 0 ? parts : [clause];
  });
}

function kindOf(clause: string, language: string): 'order' | 'question' | undefined {
  const said = words(clause);
  const { asking = NONE, telling = NONE } = wordLists(language) ?? {};
  const tells = (list: readonly string[]) => list.slice(0, MAX_BEFORE_TELLING).some((word) => telling.has(word));
  for (let at = 0; at <= MAX_BEFORE_REQUEST && !asking.has(said[at - 1] ?? ''); at++) {
    const request = REQUEST.exec(said.slice(at).join(' '));
    if (request) return tells(said.slice(at + words(request[0]).length)) ? 'question' : 'order';
  }
  const { verbs = NONE } = clausesOf(language) ?? {};
  const [first = '', second = ''] = said;
  if (telling.has(first)) return 'question';
  if (verbs.has(first) || (verbs.has(second) && !asking.has(first))) {
    // "turn on the light?" asks whether that was heard right
    return MARK.test(clause) && !PLEASE.test(said.join(' ')) ? 'question' : 'order';
  }
  return isAsked(clause, language) ? 'question' : undefined;
}

const NONE: ReadonlySet<string> = new Set();

/** Whether a text ends with a question mark, whatever closes behind it. */
export function endsAsking(text: string): boolean {
  return /[?？]["'”’»)\s]*$/.test(text);
}
