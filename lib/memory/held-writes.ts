import { turns } from '../conversation/turns.js';
import { pluralForm } from '../language/plural.js';
import { clock, type Timer } from '../turn/clock.js';
import { type Erasure, holdsWords, meansTrace } from '../turn/erasing.js';
import { JarvisError } from '../turn/errors.js';
import type { TraceRecord } from '../turn/trace.js';
import { backoff } from '../turn/wait.js';
import type { Memory } from './memory.js';
import type { NewEntry } from './tables/entry-kinds.js';
import type { Noted } from './tables/said.js';

/** What was said, as it is kept: an exchange for the diary, or a note. */
export type KeptWords = { site: string; turn: string } & ({ exchange: Noted } | { note: NewEntry });

/** "held": the store can't be written at the moment. "room": nothing is kept of that room, or it was erased meanwhile. */
export type Outcome = 'written' | 'held' | 'room';

/**
 * What was said while the store can't be written (a full or read-only disk, a damaged or busy file): it is held in this
 * process, over redeploys, and written, in order, when the store is well again. What is erased goes from it, too.
 */
export interface HeldWrites {
  /** Writes it behind what waits. @throws JarvisError library-missing, and what isn't the store's fault. */
  put(words: KeptWords): Promise<Outcome>;
  /** How many wait. */
  waiting(): number;
  /** Tries once more to write what waits; what is left waits for the next that is opened on the same file. */
  close(): Promise<void>;
}

/** Who writes what waits. */
interface Writer {
  memory: Memory;
  /** Told once for each time that more has to be held than there is room for, and what waits at the end. */
  onProblem?: ((error: JarvisError) => void) | undefined;
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

/** By the store's file: a redeploy closes the memory and opens it anew. */
const queues = new Map<string, ReturnType<typeof openQueue>>();

export function openHeldWrites(writer: Writer): HeldWrites {
  const { file } = writer.memory;
  const queue = queues.get(file) ?? openQueue(file);
  queues.set(file, queue);
  queue.writers.add(writer);
  if (queue.waiting() > 0) void queue.flush().catch(() => {});
  return {
    put: queue.put,
    waiting: queue.waiting,
    async close() {
      if (queue.waiting() > 0) await queue.flush().catch(() => false);
      queue.writers.delete(writer);
      if (queue.waiting() === 0) return;
      const waiting = queue.waiting();
      const forms = [
        'thing that was said waits for it, and is lost',
        'things that were said wait for it, and are lost',
      ];
      const wait = `${waiting} ${pluralForm(waiting, forms, 'en')} when this process ends`;
      writer.onProblem?.(new JarvisError('store-failed', `The store ${file} can't be written: ${wait}.`));
    },
  };
}

function openQueue(file: string) {
  const writers = new Set<Writer>();
  let queue: Held[] = [];
  let flight: Promise<boolean> | undefined;
  let timer: Timer | undefined;
  let attempts = 0;
  let told = false;
  const writer = () => [...writers].at(-1);

  /** @returns false when the store can't be written yet */
  const drain = async (): Promise<boolean> => {
    for (let one = queue[0]; one; one = queue[0]) {
      const memory = writer()?.memory;
      if (!memory) return false;
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
  const write = async (one: Held, memory: Memory): Promise<Outcome> => {
    const { words } = one;
    // A backup takes the place of a damaged store, and with it of what was still written there.
    if (await memory.backups.isDamaged()) throw new JarvisError('store-failed', 'The store is damaged.');
    if (!(await memory.privacy.remembers(words.site, clock.now()))) return 'room';
    // Erased while the store was asked.
    if (!queue.includes(one)) return 'room';
    one.writing =
      'note' in words ? memory.entries.put(words.note) : memory.diary.keep(words.exchange).then(() => undefined);
    await one.writing;
    return 'written';
  };
  const flush = (): Promise<boolean> => {
    timer?.cancel();
    flight ??= drain().finally(() => {
      flight = undefined;
      if (queue.length === 0 || writers.size === 0) return;
      timer = clock.after(Math.min(backoff(attempts++, FIRST_TRY_MS), LAST_TRY_MS), () => void flush().catch(() => {}));
      timer.unref();
    });
    return flight;
  };
  const makeRoom = () => {
    const size = () => queue.reduce((sum, { bytes }) => sum + bytes, 0);
    while (queue.length > MAX_HELD || (queue.length > 1 && size() > MAX_HELD_BYTES)) {
      queue.shift();
      const why = `The store ${file} can't be written for too long: the oldest of what was said meanwhile is lost.`;
      if (!told) writer()?.onProblem?.(new JarvisError('store-failed', why));
      told = true;
    }
  };

  /**
   * What was just being written is erased again, and so is what the store has of turns that run at the moment: what they have
   * read of it nobody knows. @throws JarvisError store-failed
   */
  const forget = async (erased: Erasure) => {
    const [first] = queue;
    queue = queue.filter(({ words }) => turns.keepsWords(words.turn) && !meansTrace(erased, asTrace(words)));
    const memory = writer()?.memory;
    if (!memory) return;
    const silent = turns.traces().flatMap(({ id }) => (turns.keepsWords(id) ? [] : id));
    try {
      if (first?.writing && !queue.includes(first)) {
        const id = await first.writing.catch(() => undefined);
        if (id !== undefined) await memory.privacy.erase([id]);
        silent.push(first.words.turn);
      }
      if (silent.length > 0) await memory.diary.forget({ turns: silent });
    } catch (thrown) {
      // A damaged store tells of itself, and an erase in another one doesn't wait for it.
      if (!(await memory.backups.isDamaged())) throw thrown;
    }
  };
  holdsWords({ forget });

  const put = async (words: KeptWords): Promise<Outcome> => {
    const one: Held = { words, bytes: JSON.stringify(words).length };
    queue.push(one);
    makeRoom();
    // A flight that ends at this moment may have overlooked it.
    while ((await flush()) && queue.includes(one));
    return one.outcome ?? (queue.includes(one) ? 'held' : 'room');
  };
  return { writers, put, flush, waiting: () => queue.length };
}

/** As the trace of its turn would tell of it: what is erased is told by that. */
function asTrace(words: KeptWords): TraceRecord {
  const { at } = 'note' in words ? words.note : words.exchange;
  return { id: words.turn, site: words.site, source: 'text', at, spans: [], texts: { heard: JSON.stringify(words) } };
}
