import type { Sound } from '../../audio/sounds.js';
import { BATCH, EMBEDDING, openWakeFeatures, STEP } from '../open-wake-word.js';
import type { WakeModels } from '../wake-models.js';

/** Embeddings a head looks at: 1.28 s, and the 0.76 s that the first of them heard. */
export const WINDOW = 16;
const FULL_SCALE = 32_767;

/** What the feature graphs heard of one sound: a row of `EMBEDDING` numbers for each 80 ms, after the `WINDOW - 1` before it. */
export type Heard = Float32Array;

/** The window that ends with a step of a sound, as a head takes it. */
export function windowAt(heard: Heard, step: number): Float32Array {
  return heard.subarray(step * EMBEDDING, (step + WINDOW) * EMBEDDING);
}

export const stepsOf = (heard: Heard) => heard.length / EMBEDDING - (WINDOW - 1);

/** Hears whole sounds; `onHeard` is told the share that is done. @throws AbortError */
export type Hear = (
  sounds: readonly Sound[],
  signal: AbortSignal,
  onHeard?: (share: number) => void,
) => Promise<Heard[]>;

/** Opens the feature graphs for whole sounds, heard as a stream hears them: about 30 ms of processor time for a second. */
export async function openEmbeddings(models: Pick<WakeModels, 'melspectrogram' | 'embedding'>): Promise<Hear> {
  const features = await openWakeFeatures(models, WINDOW);
  return async (sounds, signal, onHeard) => {
    const streams = sounds.map((sound) => {
      const ears = features.newState();
      const heard = new Float32Array((Math.floor(sound.length / STEP) + WINDOW - 1) * EMBEDDING);
      heard.set(ears.embeddings.subarray(EMBEDDING));
      return { ears, sound, heard };
    });
    const total = sounds.reduce((sum, { length }) => sum + length, 0);
    let done = 0;
    // Sounds of one length together, so that a batch is full to its end.
    const order = [...streams].sort((a, b) => a.sound.length - b.sound.length);
    for (let from = 0; from < order.length; from += BATCH) {
      const batch = order.slice(from, from + BATCH);
      for (let step = 0; ; step++) {
        signal.throwIfAborted();
        const left = batch.filter(({ heard }) => step < stepsOf(heard));
        if (left.length === 0) break;
        await features.step(
          left.map(({ ears }) => ears),
          left.map(({ sound }) => stepOf(sound, step)),
        );
        for (const { ears, heard } of left)
          heard.set(ears.embeddings.subarray(-EMBEDDING), (step + WINDOW - 1) * EMBEDDING);
      }
      done += batch.reduce((sum, { sound }) => sum + sound.length, 0);
      onHeard?.(done / total);
      // The graphs block the thread: let Ctrl-C in.
      await new Promise(setImmediate);
    }
    return streams.map(({ heard }) => heard);
  };
}

/** 80 ms of a sound, on the scale of 16 bit. */
function stepOf(sound: Sound, step: number): Float32Array {
  return sound.subarray(step * STEP, (step + 1) * STEP).map((sample) => Math.max(-1, Math.min(1, sample)) * FULL_SCALE);
}
