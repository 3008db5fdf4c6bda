import { phrasesOf, sentence, stateWord } from '../deciding/answers/phrases.js';
import { wordsOfStates } from '../deciding/sentences/tables.js';
import { isFiller, kindsNamed } from '../home/names.js';
import { fold, stem, words } from '../language/fold.js';
import { supportedLanguage } from '../language/folders.js';
import { filled } from '../language/spoken.js';
import type { Facts } from './facts.js';
import { kindOf } from './honesty.js';
import { phrasesFor } from './phrases.js';

const MAX_STATES = 3;

/**
 * What happened, from the results alone, in sentences of the person's language: what failed, and the states that were
 * read. Empty when the results say neither.
 * @param about A sentence; of many devices those that it names are told.
 */
export function plainStatement(facts: Facts, language: string, about: string): string[] {
  const phrases = phrasesFor(language);
  const said: string[] = [];
  if (facts.failed.length > 0)
    said.push(filled(phrases.failedFor, { names: facts.failed.slice(0, MAX_STATES).join(', ') }));
  else if (facts.notActed > 0 && facts.acted === 0) said.push(phrases.toolsFailed);
  const folded = ` ${fold(about)} `;
  const named = facts.states.filter(({ name }) => folded.includes(` ${fold(name)} `));
  const told = named.length > 0 ? named : facts.states;
  return [...said, ...told.slice(0, MAX_STATES).map(({ name, state }) => stateSentence(name, state, language))];
}

/**
 * Whether a question asks how devices are and nothing more: "is the front door locked", not "is anybody at the front door".
 * @param names of the devices and of the rooms of the house
 */
export function asksOnlyState(query: string, language: string, names: readonly string[]): boolean {
  const called = new Set(names.flatMap(words).map(stem));
  const known = wordsOfStates(supportedLanguage(language));
  return words(query).every(
    (word) => called.has(stem(word)) || known.has(word) || isFiller(word) || kindsNamed(word, language).length > 0,
  );
}

function stateSentence(name: string, state: string, language: string): string {
  const phrases = phrasesOf(language);
  const what = { text: name, gender: 'm', plural: false } as const;
  const kind = kindOf(state);
  return kind
    ? sentence(phrases.is, { what, state: stateWord(kind, what.gender, phrases) }, phrases)
    : sentence(phrases.value, { what, value: state.replace(/[<>{}|]/g, ' ') }, phrases);
}
