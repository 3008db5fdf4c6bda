import { JarvisError } from '../turn/errors.js';
import { firstName, floatsOf, inputShape, loadOnnx, openGraph, type Session } from './onnx.js';
import type { StreamModel } from './stream-server.js';
import type { WakeModels } from './wake-models.js';

/** New samples of a step: 80 ms. */
const STEP = 1280;
/** Samples before them that the spectrogram needs. */
const BEFORE = 480;
const MEL_BANDS = 32;
/** Mel frames one embedding looks at. */
const MEL_FRAMES = 76;
const EMBEDDING = 96;
const BATCH = 8;
const MAX_BEHIND = 25 * STEP;
const WARM_UP_STEPS = 50;

/** What is remembered of one stream: 32 kB. */
interface Ears {
  /** The last step's samples with those before it. */
  sound: Float32Array;
  mel: Float32Array;
  /** The embeddings the longest head needs, oldest first. */
  embeddings: Float32Array;
}

interface Head {
  session: Session;
  input: string;
  output: string;
  /** Embeddings it looks at. */
  window: number;
}

/** openWakeWord's graphs for many streams: the scores of the words, in the order of `models.heads`, for each 80 ms. */
export async function openWakeWordStreams(models: WakeModels): Promise<StreamModel<Ears, number[]>> {
  const onnx = await loadOnnx();
  const mel = await openGraph(onnx, models.melspectrogram);
  const embedding = await openGraph(onnx, models.embedding);
  const heads: Head[] = [];
  for (const { file } of models.heads) heads.push(headOf(await openGraph(onnx, file), file));
  const longest = Math.max(...heads.map((head) => head.window));

  const melInput = firstName(mel.inputNames, models.melspectrogram);
  const melOutput = firstName(mel.outputNames, models.melspectrogram);
  const embeddingInput = firstName(embedding.inputNames, models.embedding);
  const embeddingOutput = firstName(embedding.outputNames, models.embedding);
  const sounds = new Float32Array(BATCH * (BEFORE + STEP));
  const mels = new Float32Array(BATCH * MEL_FRAMES * MEL_BANDS);

  const step = async (ears: Ears[], frames: Float32Array[]): Promise<number[][]> => {
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
    const scores: number[][] = [];
    for (const [index, ear] of ears.entries()) {
      ear.embeddings.copyWithin(0, EMBEDDING);
      ear.embeddings.set(
        vectors.subarray(index * EMBEDDING, (index + 1) * EMBEDDING),
        ear.embeddings.length - EMBEDDING,
      );
      const own: number[] = [];
      // The word models take one stream at a time; they are a fifteenth of the work.
      for (const { session, input, output, window } of heads) {
        const seen = ear.embeddings.subarray(ear.embeddings.length - window * EMBEDDING);
        const answer = await session.run({ [input]: new onnx.Tensor('float32', seen, [1, window, EMBEDDING]) });
        own.push(floatsOf(answer[output])[0] ?? 0);
      }
      scores.push(own);
    }
    return scores;
  };

  // A stream that starts from zeros fires on near-silence: each starts as if it had heard four seconds of noise.
  const warm: Ears = {
    sound: new Float32Array(BEFORE + STEP),
    mel: new Float32Array(MEL_FRAMES * MEL_BANDS).fill(1),
    embeddings: new Float32Array(longest * EMBEDDING),
  };
  const noise = seededNoise();
  for (let at = 0; at < WARM_UP_STEPS; at++) await step([warm], [Float32Array.from({ length: STEP }, noise)]);

  return {
    frame: STEP,
    mostBehind: MAX_BEHIND,
    batch: BATCH,
    newState: () => ({ sound: warm.sound.slice(), mel: warm.mel.slice(), embeddings: warm.embeddings.slice() }),
    step,
  };
}

function headOf(session: Session, file: string): Head {
  const [batch, window = 0, size] = inputShape(session);
  const output = session.outputMetadata[0];
  const outputs = output?.isTensor ? output.shape.at(-1) : undefined;
  if ((batch !== 1 && batch !== -1) || window < 1 || size !== EMBEDDING || outputs !== 1) {
    throw new JarvisError(
      'not-configured',
      `${file} is not an openWakeWord model of one word: it should take [1, 16, 96] and answer [1, 1].`,
    );
  }
  return { session, input: firstName(session.inputNames, file), output: firstName(session.outputNames, file), window };
}

/** Whole numbers from -1000 to 1000, the same ones in every run. */
function seededNoise(): () => number {
  let seed = 1;
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.round((seed / 2 ** 32) * 2000 - 1000);
  };
}
