import { spokenLanguage } from '../deciding/spoken-language.js';
import { LANGUAGES } from '../language/folders.js';
import { isStopWord } from '../language/stop-words.js';
import type { Message } from '../llm/types.js';
import { runsOf } from '../memory/words/words.js';
import { referenceWords } from './reference-words.js';

/** The share of the question's content words that the dialogue must hold. */
const COVERED = 0.5;
/** Words of three characters and more, in any script. */
const WORD = /[\p{L}\p{M}\p{N}_]{3,}/gu;
/** Scripts that write no spaces: what looks like one word is a sentence, so its pairs of characters are compared. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const LETTER = /[\p{L}\p{M}\p{N}_]/u;
/** More is no question; the rest says nothing new. */
const MAX_QUERY = 1_000;

/**
 * Whether the memory is to be searched. It isn't when the dialogue of the last minutes already answers: it holds the
 * result of a tool that worked, and at least half of the question's content words. No model. Words that say nothing by
 * themselves ("what", "the", "called") count neither for nor against.
 * @param recent The dialogue of the last minutes, as `Dialogue.messages` gives it.
 * @param language BCP 47 tag of the question; found out by its words when not given.
 * @param planned True when the planner asked for the memory: it knows better than a count of words.
 */
export function shouldRecall(
  query: string,
  recent: readonly Message[],
  planned = false,
  language = spokenLanguage(query.slice(0, MAX_QUERY), LANGUAGES, 'en'),
): boolean {
  if (planned || !recent.some(isResult)) return true;
  const parts = new Set(contentParts(folded(query.slice(0, MAX_QUERY)), language));
  if (parts.size === 0) return true;
  const said = folded(recent.map(({ content }) => content).join('\n'));
  let found = 0;
  for (const part of parts) if (holds(said, part)) found++;
  return found < COVERED * parts.size;
}

/** The text protocol sends results as the user's words, marked with the tool's name. */
function isResult({ role, tool_name, tool_failed }: Message): boolean {
  return (role === 'tool' || tool_name !== undefined) && !tool_failed;
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function contentParts(text: string, language: string): string[] {
  const general = referenceWords(language)?.general;
  const isTelling = (word: string) =>
    runsOf(word).some((run) => !isStopWord(run, language) && general?.has(run) !== true);
  return (text.match(WORD) ?? []).filter(isTelling).flatMap((word) => (UNSPACED.test(word) ? pairsOf(word) : [word]));
}

function pairsOf(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

function holds(said: string, part: string): boolean {
  if (UNSPACED.test(part)) return said.includes(part);
  for (let at = said.indexOf(part); at >= 0; at = said.indexOf(part, at + 1)) {
    if (!LETTER.test(said.charAt(at - 1)) && !LETTER.test(said.charAt(at + part.length))) return true;
  }
  return false;
}
