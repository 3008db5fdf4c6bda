import { z } from 'zod';
import { fold } from '../language/fold.js';
import { languageTable } from '../language/folders.js';
import { expanded, MACROS, PATTERN, wordsAnywhere } from '../language/patterns.js';

/** How a language promises what only a tool can do, as patterns for folded text. */
const PROMISES = z
  .object({
    macros: MACROS,
    /** Makes a sentence an offer, or no statement at all. */
    offer: PATTERN,
    /** Makes a clause the opposite. */
    not: PATTERN,
    /** Says who promises, where the verb doesn't. */
    who: PATTERN.optional(),
    /** What is promised for later: to remind, to wake, to watch, a timer, something for a list. */
    later: PATTERN,
    /** What is said to be done just now, whatever was asked. */
    now: PATTERN,
    /** The same in verbs that say other things, too: a promise right behind an order. */
    ordered: PATTERN,
    /** What is going to be done at once. */
    soon: PATTERN,
    /** Tells that a timer is set, or that something stands on a list. */
    set: PATTERN,
  })
  .transform(({ macros, who, ...promises }) => {
    const pattern = (source: string) => wordsAnywhere(expanded(source, macros));
    return {
      offer: pattern(promises.offer),
      not: pattern(promises.not),
      who: who === undefined ? /(?:)/u : pattern(who),
      later: pattern(promises.later),
      now: pattern(promises.now),
      ordered: pattern(promises.ordered),
      soon: pattern(promises.soon),
      set: pattern(promises.set),
    };
  });

export interface PromiseGrounds {
  /** BCP 47 tag; in a language without patterns nothing counts as a promise. */
  language: string;
  /** The query is an order. */
  isOrder: boolean;
  /** The query is a question: what is set already may be told. */
  isQuestion: boolean;
  /** Nothing was done earlier in the dialogue, either. */
  idle: boolean;
  /** What is to be done at once counts, too. */
  soon: boolean;
}

/** Whether a sentence promises or claims what nobody has done and nobody will do; offers and refusals don't. */
export function promises(sentence: string, { language, isOrder, isQuestion, idle, soon }: PromiseGrounds): boolean {
  const words = languageTable(language, 'promises', PROMISES);
  if (!words || words.offer.test(fold(sentence))) return false;
  return sentence.split(/[,;:.!?…()–—]+/).some((raw) => {
    const clause = fold(raw);
    if (clause === '' || words.not.test(clause)) return false;
    if (idle && !isQuestion && words.set.test(clause)) return true;
    if (!words.who.test(clause)) return false;
    return (
      words.later.test(clause) ||
      words.now.test(clause) ||
      (isOrder && (words.ordered.test(clause) || (soon && words.soon.test(clause))))
    );
  });
}
