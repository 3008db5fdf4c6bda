import { type Erasure, holdsWords, meansTrace } from '../turn/erasing.js';
import { JarvisError } from '../turn/errors.js';
import type { TraceRecord } from '../turn/trace.js';
import { backoff } from '../turn/wait.js';
import type { Memory } from './memory.js';
import type { NewEntry } from './tables/entry-kinds.js';
import type { Noted } from './tables/said.js';

/** What was said, as it is kept: an exchange for the diary, or a note. */
export type KeptWords = { site: string; turn: string } & ({ exchange: Noted } | { note: NewEntry });

/** "held": the store can't be written at the moment. "room": nothing is kept of that room. */
export type Outcome = 'written' | 'held' | 'room';

/**
 * What was said while the store can't be written (a full or read-only disk, a damaged or busy file): it is held in this
 * process and written, in order, when the store is well again. What is erased goes from it, too.
 */
export interface HeldWrites {
  /** Writes it behind what waits. @throws JarvisError library-missing, and what isn't the store's fault. */
  put(words: KeptWords): Promise<Outcome>;
  /** How many wait. */
  waiting(): number;
  /** Tries once more to write what waits. */
  close(): Promise<void>;
}

/** Held at the most; then the oldest is lost. */
const MAX_HELD = 2_000;
const MAX_HELD_BYTES = 4_000_000;
const FIRST_TRY_MS = 1_000;
const LAST_TRY_MS = 60_000;

interface Held {
  words: KeptWords;
  bytes: number;
  outcome?: Outcome;
  /** Id of the entry once it is written, where it is one. */
  writing?: Promise<number | undefined>;
}

export function openHeldWrites({
  memory,
  onProblem = () => {},
}: {
  memory: Memory;
  /** Told once for each time that more has to be held than there is room for, and what is lost at the end. */
  onProblem?: ((error: JarvisError) => void) | undefined;
}): HeldWrites {
  let queue: Held[] = [];
  let flight: Promise<boolean> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let attempts = 0;
  let told = false;

  const lost = (what: string) =>
    onProblem(new JarvisError('store-failed', `The store ${memory.file} can't be written for too long: ${what} lost.`));

  /** @returns false when the store can't be written yet */
  const drain = async (): Promise<boolean> => {
    for (let one = queue[0]; one; one = queue[0]) {
      try {
        one.outcome = await write(one, memory);
        attempts = 0;
      } catch (thrown) {
        if (thrown instanceof JarvisError && thrown.code === 'store-failed') return false;
        if (queue[0] === one) queue.shift();
        throw thrown;
      }
      if (queue[0] === one) queue.shift();
    }
    told = false;
    return true;
  };
  const flush = (): Promise<boolean> => {
    clearTimeout(timer);
    flight ??= drain().finally(() => {
      flight = undefined;
      if (queue.length === 0) return;
      timer = setTimeout(() => void flush().catch(() => {}), Math.min(backoff(attempts++, FIRST_TRY_MS), LAST_TRY_MS));
      timer.unref();
    });
    return flight;
  };
  const makeRoom = () => {
    const size = () => queue.reduce((sum, { bytes }) => sum + bytes, 0);
    while (queue.length > MAX_HELD || (queue.length > 1 && size() > MAX_HELD_BYTES)) {
      queue.shift();
      if (!told) lost('the oldest of what was said meanwhile is');
      told = true;
    }
  };

  /** What was just being written is erased again. @throws JarvisError store-failed */
  const forget = async (erased: Erasure) => {
    const [first] = queue;
    queue = queue.filter(({ words }) => !meansTrace(erased, asTrace(words)));
    if (!first?.writing || queue.includes(first)) return;
    const id = await first.writing.catch(() => undefined);
    if (id !== undefined) await memory.privacy.erase([id]);
    await memory.diary.forget({ turns: [first.words.turn] });
  };
  const letGo = holdsWords({ forget });

  return {
    async put(words) {
      const one: Held = { words, bytes: JSON.stringify(words).length };
      queue.push(one);
      makeRoom();
      // A flight that ends at this moment may have overlooked it.
      while ((await flush()) && queue.includes(one));
      return one.outcome ?? 'held';
    },
    waiting: () => queue.length,
    async close() {
      letGo();
      if (queue.length > 0) await flush().catch(() => false);
      clearTimeout(timer);
      if (queue.length > 0) lost(`${queue.length} things that were said are`);
      queue = [];
    },
  };
}

async function write(one: Held, memory: Memory): Promise<Outcome> {
  const { words } = one;
  if (!(await memory.privacy.remembers(words.site, Date.now()))) return 'room';
  one.writing =
    'note' in words ? memory.entries.put(words.note) : memory.diary.keep(words.exchange).then(() => undefined);
  await one.writing;
  return 'written';
}

/** As the trace of its turn would tell of it: what is erased is told by that. */
function asTrace(words: KeptWords): TraceRecord {
  const { at } = 'note' in words ? words.note : words.exchange;
  return { id: words.turn, site: words.site, source: 'text', at, spans: [], texts: { heard: JSON.stringify(words) } };
}
