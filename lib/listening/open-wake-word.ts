import { JarvisError } from '../turn/errors.js';
import { firstName, floatsOf, inputShape, loadOnnx, openGraph } from './onnx.js';
import type { StreamModel } from './stream-server.js';
import type { WakeModels } from './wake-models.js';

/** New samples of a step: 80 ms. */
export const STEP = 1280;
/** Samples before them that the spectrogram needs. */
const BEFORE = 480;
const MEL_BANDS = 32;
/** Mel frames one embedding looks at. */
const MEL_FRAMES = 76;
export const EMBEDDING = 96;
export const BATCH = 8;
const MAX_BEHIND = 25 * STEP;
const WARM_UP_STEPS = 50;

/** What is remembered of one stream: 32 kB. */
export interface Ears {
  /** The last step's samples with those before it. */
  sound: Float32Array;
  mel: Float32Array;
  /** The embeddings the longest head needs, oldest first. */
  embeddings: Float32Array;
}

/** A word's model, opened. */
export interface WakeHead {
  /** Embeddings it looks at. */
  window: number;
  /** The score, 0 to 1, of as many embeddings. */
  score(embeddings: Float32Array): Promise<number>;
}

/** The feature graphs, for many streams: what the heads look at. */
export interface WakeFeatures {
  newState(): Ears;
  /** One step of 80 ms of several streams; `ears.embeddings` hold the result, oldest first. Samples are 16-bit numbers. */
  step(ears: Ears[], frames: Float32Array[]): Promise<void>;
}

/** openWakeWord's graphs for many streams: the scores of the words, in the order of `models.heads`, for each 80 ms. */
export async function openWakeWordStreams(models: WakeModels): Promise<StreamModel<Ears, number[]>> {
  const heads: WakeHead[] = [];
  for (const { file } of models.heads) heads.push(await openWakeHead(file));
  const features = await openWakeFeatures(models, Math.max(...heads.map((head) => head.window)));

  return {
    frame: STEP,
    mostBehind: MAX_BEHIND,
    batch: BATCH,
    newState: features.newState,
    async step(ears, frames) {
      await features.step(ears, frames);
      const scores: number[][] = [];
      for (const { embeddings } of ears) {
        const own: number[] = [];
        // The word models take one stream at a time; they are a fifteenth of the work.
        for (const { window, score } of heads) own.push(await score(embeddings.subarray(-window * EMBEDDING)));
        scores.push(own);
      }
      return scores;
    },
  };
}

/**
 * Opens the feature graphs: spectrogram, and Google's speech embedding over 0.76 s of it. At most `BATCH` streams a step.
 * @param remembered embeddings that are kept of each stream
 */
export async function openWakeFeatures(
  models: Pick<WakeModels, 'melspectrogram' | 'embedding'>,
  remembered: number,
): Promise<WakeFeatures> {
  const onnx = await loadOnnx();
  const mel = await openGraph(onnx, models.melspectrogram);
  const embedding = await openGraph(onnx, models.embedding);
  const melInput = firstName(mel.inputNames, models.melspectrogram);
  const melOutput = firstName(mel.outputNames, models.melspectrogram);
  const embeddingInput = firstName(embedding.inputNames, models.embedding);
  const embeddingOutput = firstName(embedding.outputNames, models.embedding);
  const sounds = new Float32Array(BATCH * (BEFORE + STEP));
  const mels = new Float32Array(BATCH * MEL_FRAMES * MEL_BANDS);

  const step = async (ears: Ears[], frames: Float32Array[]): Promise<void> => {
    const count = ears.length;
    for (const [index, { sound }] of ears.entries()) {
      sound.copyWithin(0, STEP);
      sound.set(frames[index] ?? [], BEFORE);
      sounds.set(sound, index * sound.length);
    }
    const soundTensor = new onnx.Tensor('float32', sounds.subarray(0, count * (BEFORE + STEP)), [count, BEFORE + STEP]);
    const spectra = floatsOf((await mel.run({ [melInput]: soundTensor }))[melOutput]);
    const fresh = spectra.length / count;
    for (const [index, ear] of ears.entries()) {
      ear.mel.copyWithin(0, fresh);
      const from = ear.mel.length - fresh;
      for (let at = 0; at < fresh; at++) ear.mel[from + at] = (spectra[index * fresh + at] ?? 0) / 10 + 2;
      mels.set(ear.mel, index * ear.mel.length);
    }
    const melShape = [count, MEL_FRAMES, MEL_BANDS, 1];
    const melTensor = new onnx.Tensor('float32', mels.subarray(0, count * MEL_FRAMES * MEL_BANDS), melShape);
    const vectors = floatsOf((await embedding.run({ [embeddingInput]: melTensor }))[embeddingOutput]);
    for (const [index, ear] of ears.entries()) {
      ear.embeddings.copyWithin(0, EMBEDDING);
      ear.embeddings.set(
        vectors.subarray(index * EMBEDDING, (index + 1) * EMBEDDING),
        ear.embeddings.length - EMBEDDING,
      );
    }
  };

  // A stream that starts from zeros fires on near-silence: each starts as if it had heard four seconds of noise.
  const warm: Ears = {
    sound: new Float32Array(BEFORE + STEP),
    mel: new Float32Array(MEL_FRAMES * MEL_BANDS).fill(1),
    embeddings: new Float32Array(remembered * EMBEDDING),
  };
  const noise = seededNoise();
  for (let at = 0; at < WARM_UP_STEPS; at++) await step([warm], [Float32Array.from({ length: STEP }, noise)]);

  return {
    newState: () => ({ sound: warm.sound.slice(), mel: warm.mel.slice(), embeddings: warm.embeddings.slice() }),
    step,
  };
}

/** Opens a word's model. @throws JarvisError not-configured when it isn't one that openWakeWord could use. */
export async function openWakeHead(file: string): Promise<WakeHead> {
  const onnx = await loadOnnx();
  const session = await openGraph(onnx, file);
  const [batch, window = 0, size] = inputShape(session);
  const answer = session.outputMetadata[0];
  const outputs = answer?.isTensor ? answer.shape.at(-1) : undefined;
  if ((batch !== 1 && batch !== -1) || window < 1 || size !== EMBEDDING || outputs !== 1) {
    throw new JarvisError(
      'not-configured',
      `${file} is not an openWakeWord model of one word: it should take [1, 16, 96] and answer [1, 1].`,
    );
  }
  const input = firstName(session.inputNames, file);
  const output = firstName(session.outputNames, file);
  return {
    window,
    async score(embeddings) {
      const scored = await session.run({ [input]: new onnx.Tensor('float32', embeddings, [1, window, EMBEDDING]) });
      return floatsOf(scored[output])[0] ?? 0;
    },
  };
}

/** Whole numbers from -1000 to 1000, the same ones in every run. */
function seededNoise(): () => number {
  let seed = 1;
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.round((seed / 2 ** 32) * 2000 - 1000);
  };
}
