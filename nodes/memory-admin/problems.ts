import { z } from 'zod';
import { JarvisError, reasonOf } from '../../lib/turn/errors.js';
import type { ProblemCode, Refusal } from './answers.js';

/** What a route refuses: the page has words for each reason, in every language. */
export class Refused extends JarvisError {
  constructor(
    readonly why: Refusal,
    message: string,
  ) {
    super('bad-input', message);
  }
}

/** @returns the error for what is no longer as the page showed it: somebody else was faster */
export function changedMeanwhile(): Refused {
  return new Refused('changed', 'It has changed or gone meanwhile. Load the page anew.');
}

/** Does work whose only bad input can be `why`. @throws Refused then */
export async function refusing<T>(why: Refusal, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof JarvisError && thrown.code === 'bad-input') throw new Refused(why, thrown.message);
    throw thrown;
  }
}

/** By what the page finds its words for a failure; one that nobody foresaw is "failed". */
export function codeOf(thrown: unknown): ProblemCode {
  if (thrown instanceof Refused) return thrown.why;
  if (thrown instanceof z.ZodError) return 'bad-input';
  return thrown instanceof JarvisError ? thrown.code : 'failed';
}

/** A failure in English, with what the page's own words can't know: a path, an address, a limit. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof z.ZodError)) return reasonOf(thrown);
  const wrong = thrown.issues.map(({ path, message }) => `${path.join('.') || 'the request'}: ${message}`);
  return `That can't be used: ${wrong.slice(0, 5).join('; ')}.`;
}
