import type { TraceRecord } from './trace.js';

/** What a person has had erased, for everything in this process that holds words of conversations. */
export interface Erasure {
  /** Rooms whose conversation it came from: nothing said there is held on to. */
  sites: readonly string[];
  /** Ids of the turns it came from. */
  turns: readonly string[];
  /** Everything since then is meant (ms since the epoch). */
  from?: number | undefined;
  /** Whether a text tells of it. */
  tells(text: string): boolean;
}

/** Somebody who holds words of conversations. */
export interface WordHolder {
  /** Something is about to be erased: work that has read words and would write them later ends now. */
  stop?(): void;
  /** Lets go of what is meant. */
  forget?(erased: Erasure): Promise<void> | void;
}

const holders = new Set<WordHolder>();

/** Whoever holds words says so here, and is asked at every erase. @returns call it when nothing is held any more. */
export function holdsWords(holder: WordHolder): () => void {
  holders.add(holder);
  return () => void holders.delete(holder);
}

/** Ends what works with words at the moment. Before anything is erased, so that it can't be written down again. */
export function stopHolders(): void {
  for (const { stop } of holders) stop?.();
}

/** Has everybody let go of it. One that fails doesn't keep it from the others. @throws the first failure */
export async function forgetEverywhere(erased: Erasure): Promise<void> {
  const done = await Promise.allSettled([...holders].map(async ({ forget }) => await forget?.(erased)));
  const failed = done.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Whether an erase means a trace: by its turn, its time, or its words. */
export function meansTrace({ turns, from, tells }: Erasure, trace: TraceRecord): boolean {
  return turns.includes(trace.id) || (from !== undefined && trace.at >= from) || tells(wordsIn(trace));
}

/** All texts in a value, a line each: names of properties are no words of it. */
export function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value)
    .map(wordsIn)
    .filter((words) => words !== '')
    .join('\n');
}

/** A value that may hold words, until something is erased. */
export function erasable<T>(): { value: T | undefined; close(): void } {
  const held: { value: T | undefined; close(): void } = {
    value: undefined,
    close: holdsWords({
      forget() {
        held.value = undefined;
      },
    }),
  };
  return held;
}
