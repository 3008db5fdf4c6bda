import { clock } from '../../turn/clock.js';
import { JarvisError, toJarvisError } from '../../turn/errors.js';
import { backoff, sleep } from '../../turn/wait.js';
import type { Memory } from '../memory.js';
import type { Embedder } from './embedder.js';

/** How many entries have a vector of the model. */
export interface EmbeddingProgress {
  model: string;
  done: number;
  total: number;
}

export interface ToKeepEmbedded {
  memory: Memory;
  embedder: Embedder;
  /** Ends it; what has been done stays done. */
  signal: AbortSignal;
  onProgress?: ((progress: EmbeddingProgress) => void) | undefined;
  /** Told once when it can't go on, and again only after it could. */
  onProblem?: ((error: JarvisError) => void) | undefined;
}

export interface KeepEmbedded {
  /** Entries were written: there is something to do. */
  poke(): void;
  /** Resolves once the signal has fired and nothing runs any more. */
  readonly ended: Promise<void>;
}

type Waiting = Awaited<ReturnType<Memory['entries']['unembedded']>>[number];

/** Entries of one step: short, so that a search waits for little. */
const STEP = 16;
/** Steps after which the store is asked again how much there is to do. */
const STEPS_OF_STATE = 50;
/** The rest after a step, in milliseconds: as long as the step took, within these. */
const REST_MS = { least: 10, most: 1_000 };
const WAIT_MS = { first: 500, most: 5 * 60_000 };
/** Texts that the model refuses while it takes others; more mean that something else is wrong. */
const MAX_REFUSED = 50;

/**
 * Gives every entry a vector of the model, in the background: a step, a rest, a step. What has none is in the store, so
 * it goes on where it was after a restart, and with another model begins anew, while search works on words and on the
 * vectors there are. A server that fails is tried again, ever more seldom.
 */
export function keepEmbedded(asked: ToKeepEmbedded): KeepEmbedded {
  const { signal, onProblem } = asked;
  let poked = false;
  let wake: () => void = () => {};
  signal.addEventListener('abort', () => wake(), { once: true });

  const run = async () => {
    let attempt = 0;
    const worked = () => {
      attempt = 0;
    };
    while (!signal.aborted) {
      poked = false;
      try {
        await embedAll(asked, worked);
        worked();
      } catch (thrown) {
        if (signal.aborted) return;
        if (attempt === 0) onProblem?.(toJarvisError(thrown, 'failed', 'Embedding the memory'));
        await sleep(backoff(attempt++, WAIT_MS.first, WAIT_MS.most), signal).catch(() => {});
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (poked || signal.aborted) resolve();
      });
    }
  };

  return {
    poke() {
      poked = true;
      wake();
    },
    ended: run(),
  };
}

/**
 * Embeds until nothing waits but what the model refuses. @param worked Told when vectors were made.
 * @throws what the store or the embedder throws; AbortError.
 */
export async function embedAll(asked: ToKeepEmbedded, worked = () => {}): Promise<void> {
  const { memory, embedder, signal, onProgress } = asked;
  const { model } = embedder;
  const refused = new Set<string>();
  for (let step = 0; ; step++) {
    const began = clock.steady();
    if (step % STEPS_OF_STATE === 0) onProgress?.({ model, ...(await memory.entries.vectorState(model)) });
    const waiting = await memory.entries.unembedded(model, STEP + refused.size);
    const some = waiting.filter((entry) => !refused.has(nameOf(entry))).slice(0, STEP);
    if (some.length === 0) {
      if (!(await memory.entries.codeVectors())) break;
      await sleep(REST_MS.least, signal);
      continue;
    }
    const vectors = await vectorsOf(some, asked, refused);
    await memory.entries.setVectors(model, vectors);
    if (vectors.length > 0) worked();
    const took = clock.steady() - began;
    await sleep(Math.min(Math.max(took, REST_MS.least), REST_MS.most), signal);
  }
  onProgress?.({ model, ...(await memory.entries.vectorState(model)) });
}

/**
 * The vectors of some entries. A text that the model refuses while it takes others is put aside, or it would keep all
 * that come after it from theirs.
 */
async function vectorsOf(entries: Waiting[], { embedder, signal }: ToKeepEmbedded, refused: Set<string>) {
  const embed = async (some: Waiting[]) => {
    const vectors = await embedder.embed(
      some.map(({ text }) => text),
      signal,
    );
    return some.flatMap(({ id, revision }, index) => {
      const vector = vectors[index];
      return vector ? [{ id, revision, vector }] : [];
    });
  };
  try {
    return await embed(entries);
  } catch (thrown) {
    if (!isRefusal(thrown) || entries.length === 1) throw thrown;
  }
  const made: Awaited<ReturnType<typeof embed>> = [];
  const failed: { name: string; thrown: unknown }[] = [];
  for (const entry of entries) {
    try {
      made.push(...(await embed([entry])));
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      failed.push({ name: nameOf(entry), thrown });
    }
  }
  if (made.length === 0 || refused.size + failed.length > MAX_REFUSED) throw failed[0]?.thrown;
  for (const { name } of failed) refused.add(name);
  return made;
}

function isRefusal(thrown: unknown): boolean {
  return thrown instanceof JarvisError && thrown.code === 'model-failed';
}

/** An entry's text is another one with another revision. */
function nameOf({ id, revision }: Waiting): string {
  return `${id}/${revision}`;
}
