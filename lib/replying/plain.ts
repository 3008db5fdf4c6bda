import { phrasesOf, sentence, stateWord } from '../deciding/answers/phrases.js';
import { fold } from '../language/fold.js';
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

function stateSentence(name: string, state: string, language: string): string {
  const phrases = phrasesOf(language);
  const what = { text: name, gender: 'm', plural: false } as const;
  const kind = kindOf(state);
  return kind
    ? sentence(phrases.is, { what, state: stateWord(kind, what.gender, phrases) }, phrases)
    : sentence(phrases.value, { what, value: state.replace(/[<>{}|]/g, ' ') }, phrases);
}
