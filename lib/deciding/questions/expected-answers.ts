import type { House } from '../../home/types.js';
import type { AskRequest } from '../../satellites/questions.js';
import { openSentences } from '../own-sentences/own-sentences.js';

/** The answers that somebody expects to a question. */
export interface ExpectedAnswers {
  /** What is wrong with their templates, in words. */
  readonly problems: readonly string[];
  /** The answer that a whole text is, the surest of them; some ten milliseconds at most. Never throws. */
  match(
    text: string,
    of: { language: string; house: House | undefined },
  ): { answer: string; slots: Record<string, string | number> } | undefined;
}

/** Reads templates of hassil's syntax as a sentence node does; a list is any words, a number as it is said, or the house's. */
export function expectedAnswers(answers: AskRequest['answers']): ExpectedAnswers {
  const named = answers.flatMap(({ id, sentences }) => sentences.map((one) => [one.trim(), id] as const));
  // Of two answers with the same words the first is meant.
  const ids = new Map(named.toReversed());
  const own = openSentences({ templates: named.map(([template]) => template).join('\n'), lists: '', language: '' });
  return {
    problems: own.problems,
    match(text, of) {
      const said = own.match(text, of)?.sentence;
      const answer = said && ids.get(said.template);
      return said && answer !== undefined ? { answer, slots: said.slots } : undefined;
    },
  };
}
