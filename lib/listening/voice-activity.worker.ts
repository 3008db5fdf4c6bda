import { bundledFile } from '../models/bundled.js';
import { floatsOf, loadOnnx, openGraph } from './onnx.js';
import { type StreamModel, serveStreams } from './stream-server.js';

/** New samples of a step: 32 ms. */
const STEP = 512;
/** Samples before them that the model needs. */
const CONTEXT = 64;
const STATE = 2 * 128;
/** A minute: a whole utterance may be written at once, and nothing of it may be lost. */
const MAX_BEHIND = 60 * 16_000;

interface Voice {
  sound: Float32Array;
  state: Float32Array;
}

serveStreams(async (): Promise<StreamModel<Voice, number>> => {
  const onnx = await loadOnnx();
  const session = await openGraph(onnx, await bundledFile('silero-vad'));
  const sr = new onnx.Tensor('int64', BigInt64Array.of(16_000n), []);
  return {
    frame: STEP,
    mostBehind: MAX_BEHIND,
    batch: 1,
    newState: () => ({ sound: new Float32Array(CONTEXT + STEP), state: new Float32Array(STATE) }),
    async step([voice], [frame]) {
      if (!voice || !frame) return [];
      const { sound, state } = voice;
      sound.copyWithin(0, STEP);
      for (let at = 0; at < STEP; at++) sound[CONTEXT + at] = (frame[at] ?? 0) / 32_768;
      const answer = await session.run({
        input: new onnx.Tensor('float32', sound, [1, CONTEXT + STEP]),
        state: new onnx.Tensor('float32', state, [2, 1, 128]),
        sr,
      });
      state.set(floatsOf(answer['stateN']));
      return [floatsOf(answer['output'])[0] ?? 0];
    },
  };
});
