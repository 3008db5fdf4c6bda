import fs from 'node:fs';
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import type { Tensor, WhisperFeatureExtractor, WhisperForConditionalGeneration } from '@huggingface/transformers' with {
  'resolution-mode': 'import',
};
import { z } from 'zod';
import { MIC_RATE } from '../audio/pcm.js';
import { serveJobs } from '../models/job-server.js';
import { loadTransformers, type Transformers } from '../models/transformers.js';
import { inference } from '../models/worker-exit.js';
import { JarvisError, reasonOf, toJarvisError } from '../turn/errors.js';
import type { Utterance, WhisperHeard, WhisperJob } from './whisper.js';
import { type WhisperTokens, whisperGuide } from './whisper-guide.js';

/** Windows in seconds and the longest speech each is used for; the last is Whisper's own. */
const WINDOWS = [
  { window: 10, speech: 7 },
  { window: 15, speech: 12 },
  { window: 30, speech: 30 },
] as const;
const FULL_WINDOW = 30;
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
  const quantized = fs.existsSync(path.join(folder, 'onnx', 'encoder_model_quantized.onnx'));
  const model = (await library.WhisperForConditionalGeneration.from_pretrained(name, {
    dtype: quantized ? 'q8' : 'fp32',
    session_options: { intraOpNumThreads: 2, extra: { session: { intra_op: { allow_spinning: '0' } } } },
  })) as WhisperForConditionalGeneration;
  const processor = await library.AutoProcessor.from_pretrained(name);
  const tokenizer = await library.AutoTokenizer.from_pretrained(name);
  const extractor = processor.feature_extractor as WhisperFeatureExtractor;
  const tokens = tokensOf(config);
  const anyWindow = takesAnyWindow(model);

  /** A prompt stands where Whisper has the text of the window before. Exports without that token take none. */
  const promptIds = (prompt: string | undefined): number[] => {
    const mark = config.prev_sot_token_id;
    if (!prompt || mark === undefined) return [];
    return [mark, ...tokenizer.encode(` ${prompt}`, { add_special_tokens: false }).slice(0, MAX_PROMPT)];
  };

  /** One run; `full` when the decoder came to its end by itself. */
  const run = async (sound: Float32Array, window: number, utterance: Utterance, cancelled: Int32Array) => {
    const before = promptIds(utterance.prompt);
    const guide = whisperGuide(tokens, utterance.language, before.length);
    const { input_features: inputs } = await extractor._call(sound, { max_length: window * MIC_RATE });
    const options: unknown = {
      inputs,
      decoder_input_ids: [...before, config.decoder_start_token_id],
      max_new_tokens: 13 + Math.ceil((6 * sound.length) / MIC_RATE),
      suppress_tokens: null,
      begin_suppress_tokens: null,
      logits_processor: guideProcessor(library, guide),
      stopping_criteria: cancelCriteria(library, cancelled),
    };
    // Its declared parameters lack what it takes.
    const output = await model.generate(options as Parameters<WhisperForConditionalGeneration['generate']>[0]);
    const ids = Array.from((output as Tensor).data as BigInt64Array, Number).slice(before.length);
    return { ids, guide, full: ids.at(-1) === tokens.end };
  };

  return {
    async transcribe(utterance) {
      const { samples, cancelled } = utterance;
      const flag = new Int32Array(cancelled);
      const sound = Float32Array.from(samples, (sample) => sample / 32_768);
      const seconds = sound.length / MIC_RATE;
      const short = WINDOWS.find((size) => seconds <= size.speech)?.window ?? FULL_WINDOW;
      const window = anyWindow ? short : FULL_WINDOW;
      let result = await run(sound, window, utterance, flag);
      // The token limit means that the decoder repeats itself: the whole window usually heals it.
      if (!result.full && window !== FULL_WINDOW && Atomics.load(flag, 0) === 0) {
        result = await run(sound, FULL_WINDOW, utterance, flag);
      }
      const { ids, guide, full } = result;
      return {
        text: full ? tokenizer.decode(ids, { skip_special_tokens: true }).trim() : '',
        language: guide.language(),
        confidence: guide.confidence(),
        noSpeech: guide.noSpeech(),
      };
    },
  };
}

function tokensOf(config: z.infer<typeof configSchema>): WhisperTokens {
  const multilingual = config.is_multilingual !== false;
  const languages = Object.entries(multilingual ? (config.lang_to_id ?? {}) : {});
  return {
    languages: new Map(languages.map(([token, id]) => [token.replace(/^<\|(.*)\|>$/, '$1'), id])),
    transcribe: multilingual ? config.task_to_id?.['transcribe'] : undefined,
    noTimestamps: config.no_timestamps_token_id,
    // The token before it, in every Whisper vocabulary.
    noSpeech: config.no_timestamps_token_id - 1,
    end: config.eos_token_id,
    suppressed: config.suppress_tokens ?? [],
    suppressedAtBegin: config.begin_suppress_tokens ?? [],
  };
}

/** Stock exports take 30 s windows only; ours any even number of frames. */
function takesAnyWindow(model: WhisperForConditionalGeneration): boolean {
  const sessions = (
    model as unknown as { sessions: Record<string, { inputMetadata?: readonly { shape?: unknown[] }[] }> }
  ).sessions;
  const frames = sessions['model']?.inputMetadata?.[0]?.shape?.at(-1);
  return typeof frames !== 'number';
}

function guideProcessor(library: Transformers, guide: ReturnType<typeof whisperGuide>): unknown {
  class Guide extends library.LogitsProcessor {
    override _call(ids: bigint[][], logits: Tensor): Tensor {
      guide.next(ids[0]?.length ?? 0, logits.data as Float32Array);
      return logits;
    }
  }
  const list = new library.LogitsProcessorList();
  list.push(new Guide());
  return list;
}

function cancelCriteria(library: Transformers, cancelled: Int32Array): unknown {
  class Cancelled extends library.StoppingCriteria {
    override _call(ids: number[][]): boolean[] {
      return ids.map(() => stopping() || Atomics.load(cancelled, 0) === 1);
    }
  }
  return new Cancelled();
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
