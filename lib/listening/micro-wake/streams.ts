import type { StreamModel } from '../stream-server.js';
import { STEP } from './frontend.js';
import { loadMicroWord, type MicroStream, openMicroWake } from './micro-wake.js';

/** Samples of one step: 80 ms, as satellites send them. */
const FRAME = 1280;
const MAX_BEHIND = 25 * FRAME;
const BATCH = 8;

/**
 * microWakeWord for many streams: the highest mean probability of each word within each 80 ms.
 * @throws JarvisError as `loadMicroWord` and `openMicroWake` do.
 */
export async function microStreams(words: string[]): Promise<StreamModel<MicroStream, number[]>> {
  const wake = openMicroWake(await Promise.all(words.map(loadMicroWord)));
  const samples = new Int16Array(STEP);
  const hear = (stream: MicroStream, frame: Float32Array): number[] => {
    let highest = words.map(() => 0);
    for (let at = 0; at < FRAME; at += STEP) {
      samples.set(frame.subarray(at, at + STEP));
      const means = wake.hear(stream, samples);
      if (means) highest = highest.map((mean, index) => Math.max(mean, means[index] ?? 0));
    }
    return highest;
  };
  return {
    frame: FRAME,
    mostBehind: MAX_BEHIND,
    batch: BATCH,
    newState: wake.newStream,
    step: async (streams, frames) =>
      streams.map((stream, index) => hear(stream, frames[index] ?? new Float32Array(FRAME))),
  };
}
