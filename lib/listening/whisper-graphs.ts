import { readFile } from 'node:fs/promises';
import { floatsOf, type Onnx, openGraph, type Session, type Tensor } from './onnx.js';
import { addsUpSigned, signWeights } from './signed-weights.js';
import { anyWindow } from './whisper-window.js';

/** The files of a Whisper export. */
export interface GraphFiles {
  encoder: string;
  /** With and without past in one graph ("merged"). */
  decoder: string;
}

const THREADS = 2;
/** Mel frames of Whisper's own window, 30 s, and of the one that is tried: 2 s take some 60 ms. */
const FULL = 3_000;
const SHORT = 200;
/** Rows of the spectrogram, where the encoder doesn't say. */
const BINS = 80;
const PAST = 'past_key_values';
const PRESENT = 'present';

/** Where the decoder stands in what it says. Any number of tokens may be tried from one. */
export interface Said {
  /** Of each token, that it is the next one; no probabilities yet. */
  readonly scores: Float32Array;
  /** What the decoder keeps of the tokens so far. */
  readonly past: Readonly<Record<string, Tensor>>;
}

/** What an utterance was encoded to, on which the decoder says one token after another. */
export interface Encoded {
  /** Takes what the decoder is given in front of its own words. @returns also the scores behind any one of these tokens */
  begin(tokens: readonly number[]): Promise<Said & { behind(index: number): Float32Array }>;
  /** Takes one more token. */
  next(said: Said, token: number): Promise<Said>;
}

export interface WhisperGraphs {
  /** Mel frames that the encoder takes, where it takes only that many; else any even number. */
  readonly frames: number | undefined;
  /** @param features log-mel spectrogram, bins × frames in one row after another */
  encode(features: Float32Array, frames: number): Promise<Encoded>;
}

/**
 * Encoder and decoder of Whisper. The library that knows whole models takes twice the time for the same words: the decoder's
 * past is moved about, and each token of the beginning is a step of its own.
 * @throws JarvisError not-configured
 */
export async function openWhisperGraphs(onnx: Onnx, files: GraphFiles): Promise<WhisperGraphs> {
  const isQuicker = await addsUpSigned(onnx).catch(() => false);
  const signed = (bytes: Buffer | undefined) => (bytes && isQuicker && signWeights(bytes) ? bytes : undefined);
  // Whoever opens a file as it is tells what is wrong with it.
  const bytesOf = (file: string) => readFile(file).catch(() => undefined);
  const opened = async (file: string, edited: Buffer | undefined) =>
    (edited && (await openGraph(onnx, file, THREADS, edited).catch(() => undefined))) ??
    (await openGraph(onnx, file, THREADS));

  const decoder = await opened(files.decoder, signed(await bytesOf(files.decoder)));
  const bytes = await bytesOf(files.encoder);
  const whole = signed(bytes);
  const window = bytes && anyWindow(bytes);
  if (window) {
    const edited = await opened(files.encoder, window);
    const graphs = encoding(onnx, edited, decoder);
    if (await takesShort(graphs, edited)) return { frames: undefined, ...graphs };
    await edited.release();
  }
  const encoder = await opened(files.encoder, whole);
  const graphs = encoding(onnx, encoder, decoder);
  const [, , frames] = shapeOf(encoder, 'input_features');
  if (typeof frames === 'number' && frames > 0) return { frames, ...graphs };
  return { frames: (await takesShort(graphs, encoder)) ? undefined : FULL, ...graphs };
}

/** Whether a short window really goes through both graphs: some declare any, and take 30 s only. It warms them up, too. */
async function takesShort({ encode }: Pick<WhisperGraphs, 'encode'>, encoder: Session): Promise<boolean> {
  const [, bins] = shapeOf(encoder, 'input_features');
  const rows = typeof bins === 'number' && bins > 0 ? bins : BINS;
  try {
    const encoded = await encode(new Float32Array(rows * SHORT), SHORT);
    await encoded.begin([0]);
    return true;
  } catch {
    return false;
  }
}

function encoding(onnx: Onnx, encoder: Session, decoder: Session): Pick<WhisperGraphs, 'encode'> {
  const past = decoder.inputNames.filter((name) => name.startsWith(PAST));
  const grows = past.filter((name) => name.includes('.decoder.')).map(presentOf);
  const none = Object.fromEntries(
    past.map((name) => {
      const [, heads, , size] = shapeOf(decoder, name);
      return [name, new onnx.Tensor('float32', new Float32Array(0), [1, Number(heads), 0, Number(size)])];
    }),
  );

  return {
    async encode(features, frames) {
      const input = new onnx.Tensor('float32', features, [1, features.length / frames, frames]);
      const { last_hidden_state: hidden } = await encoder.run({ input_features: input });

      const run = async (tokens: readonly number[], before?: Said['past']): Promise<Said> => {
        const ids = BigInt64Array.from(tokens, BigInt);
        const feeds = {
          ...(before ?? none),
          input_ids: new onnx.Tensor('int64', ids, [1, ids.length]),
          encoder_hidden_states: hidden as Tensor,
          use_cache_branch: new onnx.Tensor('bool', [before !== undefined], [1]),
        };
        const wanted = before ? grows : past.map(presentOf);
        const output = await decoder.run(feeds, ['logits', ...wanted]);
        const kept = { ...before };
        for (const name of wanted) kept[name.replace(PRESENT, PAST)] = output[name] as Tensor;
        return { scores: floatsOf(output['logits']), past: kept };
      };

      return {
        async begin(tokens) {
          const { scores: all, past } = await run(tokens);
          const size = all.length / tokens.length;
          const behind = (index: number) => all.slice(index * size, (index + 1) * size);
          return { scores: behind(tokens.length - 1), behind, past };
        },
        next: ({ past }, token) => run([token], past),
      };
    },
  };
}

const presentOf = (name: string) => name.replace(PAST, PRESENT);

function shapeOf(session: Session, name: string): readonly (number | string)[] {
  const input = session.inputMetadata.find((one) => one.name === name);
  return input?.isTensor ? input.shape : [];
}
