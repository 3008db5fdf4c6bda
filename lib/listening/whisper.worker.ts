import fs from 'node:fs';
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import type { WhisperFeatureExtractor } from '@huggingface/transformers' with { 'resolution-mode': 'import' };
import { z } from 'zod';
import { MIC_RATE } from '../audio/pcm.js';
import { serveJobs } from '../models/job-server.js';
import { loadTransformers, type Transformers } from '../models/transformers.js';
import { inference } from '../models/worker-exit.js';
import { JarvisError, reasonOf, toJarvisError } from '../turn/errors.js';
import { loadOnnx } from './onnx.js';
import type { Utterance, WhisperHeard, WhisperJob } from './whisper.js';
import { openWhisperGraphs } from './whisper-graphs.js';
import { beginning, choose, likeliestLanguage, probabilityOf, type WhisperTokens } from './whisper-guide.js';

/** Windows in seconds and the longest speech each is used for; the last is Whisper's own. */
const WINDOWS = [
  { window: 10, speech: 7 },
  { window: 15, speech: 12 },
  { window: 30, speech: 30 },
] as const;
const FULL_WINDOW = 30;
/** Mel frames a second, and samples to one of them. */
const FRAMES = 100;
const HOP = MIC_RATE / FRAMES;
/** Samples of silence after which a frame of the spectrogram knows nothing of what was before. */
const FADE = 400;
/** What silence is in the spectrogram; nothing is further below the loudest than the range. */
const SILENCE = -1.5;
const RANGE = 2;
/** Tokens of a prompt: a wake phrase has a handful, names of a house some fifty. */
const MAX_PROMPT = 96;

const configSchema = z.object({
  lang_to_id: z.record(z.string(), z.number()).optional(),
  task_to_id: z.record(z.string(), z.number()).optional(),
  is_multilingual: z.boolean().optional(),
  no_timestamps_token_id: z.number(),
  decoder_start_token_id: z.number(),
  eos_token_id: z.number(),
  prev_sot_token_id: z.number().optional(),
  suppress_tokens: z.array(z.number()).nullish(),
  begin_suppress_tokens: z.array(z.number()).nullish(),
});

interface Whisper {
  transcribe(utterance: Utterance): Promise<WhisperHeard>;
}

async function load(folder: string): Promise<Whisper> {
  const library = await loadLibrary();
  library.env.allowRemoteModels = false;
  library.env.localModelPath = path.dirname(folder);
  const name = path.basename(folder);
  const config = configSchema.parse(JSON.parse(fs.readFileSync(path.join(folder, 'generation_config.json'), 'utf8')));
  const kind = fs.existsSync(path.join(folder, 'onnx', 'encoder_model_quantized.onnx')) ? '_quantized' : '';
  const graphs = await openWhisperGraphs(await loadOnnx(), {
    encoder: path.join(folder, 'onnx', `encoder_model${kind}.onnx`),
    decoder: path.join(folder, 'onnx', `decoder_model_merged${kind}.onnx`),
  });
  const processor = await library.AutoProcessor.from_pretrained(name);
  const tokenizer = await library.AutoTokenizer.from_pretrained(name);
  const extractor = processor.feature_extractor as WhisperFeatureExtractor;
  const tokens = tokensOf(config);

  /** The spectrogram, computed of the sound only: the silence behind it looks always the same. */
  const featuresOf = async (sound: Float32Array, frames: number): Promise<Float32Array> => {
    const length = Math.min((Math.ceil((sound.length + FADE) / HOP) + 1) * HOP, frames * HOP);
    const { input_features: computed } = await extractor._call(sound, { max_length: length });
    const [, bins = 0, count = 0] = computed.dims;
    const values = computed.data as Float32Array;
    const silence = Math.max(SILENCE, values.reduce((most, value) => Math.max(most, value)) - RANGE);
    const features = new Float32Array(bins * frames).fill(silence);
    for (let bin = 0; bin < bins; bin++) features.set(values.subarray(bin * count, (bin + 1) * count), bin * frames);
    return features;
  };

  /** One run; `full` when the decoder came to its end by itself. */
  const run = async (
    sound: Float32Array,
    frames: number,
    { language: asked, prompt }: Pick<Utterance, 'language' | 'prompt'>,
    cancelled: () => boolean,
  ) => {
    const encoded = await graphs.encode(await featuresOf(sound, frames), frames);
    const before = prompt ? tokenizer.encode(` ${prompt}`, { add_special_tokens: false }) : [];
    const isKnown = asked !== undefined && tokens.languages.has(asked);
    const language = isKnown ? asked : likeliestLanguage(tokens, (await encoded.begin([tokens.start], 0)).last);
    const first = beginning(tokens, language, before.slice(0, MAX_PROMPT));
    const begun = await encoded.begin(first, first.indexOf(tokens.start));
    const most = 10 + Math.ceil((6 * sound.length) / MIC_RATE);
    const ids: number[] = [];
    let logs = 0;
    let scores = begun.last;
    let full = false;
    while (!full && ids.length < most && !cancelled()) {
      const { token, probability } = choose(tokens, scores, ids.length === 0);
      logs += Math.log(probability);
      ids.push(token);
      full = token === tokens.end;
      if (!full) scores = await encoded.next(token);
    }
    const confidence = ids.length === 0 ? 0 : Math.exp(logs / ids.length);
    return { ids, full, language, confidence, noSpeech: probabilityOf(tokens.noSpeech, begun.at) };
  };

  return {
    async transcribe({ samples, cancelled: flag, ...spoken }) {
      const isCancelled = new Int32Array(flag);
      const cancelled = () => stopping() || Atomics.load(isCancelled, 0) === 1;
      const sound = Float32Array.from(samples, (sample) => sample / 32_768);
      const seconds = sound.length / MIC_RATE;
      const short = WINDOWS.find((size) => seconds <= size.speech)?.window ?? FULL_WINDOW;
      const frames = graphs.frames ?? short * FRAMES;
      let heard = await run(sound, frames, spoken, cancelled);
      // The token limit means that the decoder repeats itself: the whole window usually heals it.
      if (!heard.full && frames < FULL_WINDOW * FRAMES && !cancelled()) {
        heard = await run(sound, FULL_WINDOW * FRAMES, spoken, cancelled);
      }
      const { ids, full, ...rest } = heard;
      return { ...rest, text: full ? tokenizer.decode(ids, { skip_special_tokens: true }).trim() : '' };
    },
  };
}

function tokensOf(config: z.infer<typeof configSchema>): WhisperTokens {
  const multilingual = config.is_multilingual !== false;
  const languages = Object.entries(multilingual ? (config.lang_to_id ?? {}) : {});
  return {
    start: config.decoder_start_token_id,
    previous: config.prev_sot_token_id,
    languages: new Map(languages.map(([token, id]) => [token.replace(/^<\|(.*)\|>$/, '$1'), id])),
    transcribe: multilingual ? config.task_to_id?.['transcribe'] : undefined,
    noTimestamps: config.no_timestamps_token_id,
    // The token before it, in every Whisper vocabulary.
    noSpeech: config.no_timestamps_token_id - 1,
    end: config.eos_token_id,
    suppressed: new Set(config.suppress_tokens ?? []),
    suppressedAtBegin: new Set(config.begin_suppress_tokens ?? []),
  };
}

async function loadLibrary(): Promise<Transformers> {
  try {
    return await loadTransformers();
  } catch (thrown) {
    throw new JarvisError(
      'library-missing',
      `The library for embedded Whisper can't be loaded: ${reasonOf(thrown)}. Install it: npm install @huggingface/transformers@4.3.1`,
      { cause: thrown },
    );
  }
}

const { stopping } = inference(workerData);
let loading: Promise<Whisper> | undefined;

serveJobs<WhisperJob, WhisperHeard | undefined>('stt-failed', async ({ folder, utterance }) => {
  loading ??= load(folder).catch((thrown) => {
    loading = undefined;
    throw thrown;
  });
  const whisper = await loading;
  if (!utterance) return { result: undefined, transfer: [] };
  try {
    return { result: await whisper.transcribe(utterance), transfer: [] };
  } catch (thrown) {
    throw toJarvisError(thrown, 'stt-failed', 'Whisper failed');
  }
});
