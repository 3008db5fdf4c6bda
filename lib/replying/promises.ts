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
      set: pattern(promises.set),
    };
  });

interface PromiseGrounds {
  /** BCP 47 tag; in a language without patterns nothing counts as a promise. */
  language: string;
  /** The query is a question: what is set already may be told. */
  isQuestion: boolean;
  /** Nothing was done earlier in the dialogue, either. */
  idle(): boolean;
}

/** Whether a sentence only says what could be done. */
export function isOffer(sentence: string, language: string): boolean {
  return languageTable(language, 'promises', PROMISES)?.offer.test(fold(sentence)) ?? false;
}

/** Whether a sentence promises for later, or tells to be set or listed, what nobody has done; offers and refusals don't. */
export function promises(sentence: string, { language, isQuestion, idle }: PromiseGrounds): boolean {
  const words = languageTable(language, 'promises', PROMISES);
  if (!words || isOffer(sentence, language)) return false;
  return sentence.split(/[,;:.!?…()–—]+/).some((raw) => {
    const clause = fold(raw);
    if (clause === '' || words.not.test(clause)) return false;
    if (!isQuestion && words.set.test(clause) && idle()) return true;
    return words.who.test(clause) && words.later.test(clause);
  });
}
