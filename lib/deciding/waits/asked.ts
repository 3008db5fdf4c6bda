import { splits } from '../conditions/splits.js';
import { partOf, type Sentence, sentenceOf } from '../timers/sentence.js';
import type { WaitWords } from './words.js';

/** A way in which a sentence may be a wish to wait for something. */
export interface WaitAsked {
  /** What is waited for, as it was written. */
  when: string;
  /** What a reminder reminds of. */
  about?: string;
  /** What is to be done then, as it was written; without it somebody wants to be told. */
  order?: string;
  /** The word for it also means "if": it waits only for a change. */
  mayBeIf: boolean;
}

/** The ways in which a sentence may wait for something, the likelier first. @param said without words of politeness around it */
export function* waitsAsked(text: string, said: Sentence, words: WaitWords): Generator<WaitAsked> {
  for (const pattern of words.says) {
    const { when, about } = pattern.exec(said.folded)?.groups ?? {};
    if (when === undefined) continue;
    yield {
      when: partOf(said, when),
      ...(about !== undefined && { about: partOf(said, about) }),
      mayBeIf: false,
    };
  }
  for (const mayBeIf of [false, true]) {
    const parts = splits(text, { if: mayBeIf ? words.whenOrIf : words.when, between: words.between });
    for (const { command, condition } of parts) yield { when: condition, order: command, mayBeIf };
  }
}

/** What is so after a change that words say ("opens", "is open"), and whether they said one. */
export function stateAfter(when: string, { becomes }: WaitWords): { state: string; isChange: boolean } {
  const { folded } = sentenceOf(when);
  const state = becomes.reduce((text, { pattern, by }) => text.replace(pattern, by), folded);
  return { state, isChange: state !== folded };
}

/** The machine whose end words wait for, as it was written. */
export function machineIn(when: string, { done, pronouns }: WaitWords): string | undefined {
  const said = sentenceOf(when);
  for (const pattern of done) {
    const what = pattern.exec(said.folded)?.groups?.['what'];
    if (what !== undefined && !pronouns.includes(what)) return partOf(said, what);
  }
  return undefined;
}
