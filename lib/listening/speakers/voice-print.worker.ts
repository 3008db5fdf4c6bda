import { bundledFile } from '../../models/bundled.js';
import { serveJobs } from '../../models/job-server.js';
import { floatsOf, loadOnnx, type Onnx, openGraph, type Session } from '../onnx.js';
import { MELS, melFrames } from './mel.js';
import { speechFrames } from './speech-frames.js';
import type { VoicePrintJob } from './voice-print.js';
import { meanOf } from './voice-prints.js';

/** Frames that the model hears at a time, 1.6 s as in its training, and from one time to the next. */
const WINDOW = 160;
const HOP = 80;
const SIZE = 256;
/** The least level of an utterance, as an amplitude: -30 dBFS. */
const LEAST = 10 ** (-30 / 20);

let model: Promise<{ onnx: Onnx; session: Session }> | undefined;

async function load() {
  const onnx = await loadOnnx();
  return { onnx, session: await openGraph(onnx, await bundledFile('resemblyzer')) };
}

serveJobs<VoicePrintJob, Float32Array>('failed', async ({ samples }) => {
  model ??= load();
  model.catch(() => {
    model = undefined;
  });
  const { onnx, session } = await model;
  const frames = speechFrames(melFrames(audible(samples)));
  const starts = startsIn(frames.length / MELS);
  // The LSTM starts from silence: what is too short stands at the end.
  const windows = new Float32Array(starts.length * WINDOW * MELS);
  for (const [at, start] of starts.entries()) {
    const heard = frames.subarray(Math.max(0, start) * MELS, (start + WINDOW) * MELS);
    windows.set(heard, (at + 1) * WINDOW * MELS - heard.length);
  }
  const mels = new onnx.Tensor('float32', windows, [starts.length, WINDOW, MELS]);
  const embeddings = floatsOf((await session.run({ mels }))['embedding']);
  const print = meanOf(starts.map((_, at) => embeddings.subarray(at * SIZE, (at + 1) * SIZE)));
  return { result: print, transfer: [print.buffer as ArrayBuffer] };
});

/** From -1 to 1, and not softer than the model's training had it. */
function audible(samples: Int16Array): Float32Array {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const level = Math.sqrt(sum / (samples.length || 1)) / 32_768;
  const gain = Math.max(1, LEAST / (level || LEAST)) / 32_768;
  return Float32Array.from(samples, (sample) => sample * gain);
}

/** Where windows begin that overlap by half; the last one ends with the speech. */
function startsIn(frames: number): number[] {
  const last = frames - WINDOW;
  const starts = Array.from({ length: Math.max(0, Math.ceil(last / HOP)) }, (_, at) => at * HOP);
  return [...starts, last];
}
