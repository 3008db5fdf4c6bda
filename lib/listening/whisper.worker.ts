import fs from 'node:fs';
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import type { WhisperFeatureExtractor } from '@huggingface/transformers' with { 'resolution-mode': 'import' };
import { MIC_RATE } from '../audio/pcm.js';
import { serveJobs } from '../models/job-server.js';
import { loadTransformers, type Transformers } from '../models/transformers.js';
import { inference } from '../models/worker-exit.js';
import { JarvisError, reasonOf, toJarvisError } from '../turn/errors.js';
import type { Alternative } from '../turn/turn.js';
import { loadOnnx } from './onnx.js';
import type {
  Cancelled,
  LikelySentences,
  Opening,
  Utterance,
  WhisperAnswer,
  WhisperHeard,
  WhisperJob,
} from './whisper.js';
import { type Encoded, openWhisperGraphs, type Said } from './whisper-graphs.js';
import { beginning, choose, likeliestLanguage, probabilityOf } from './whisper-guide.js';
import { likelySentences, type SearchOptions, type SentenceTree, scoreOf, sentenceTree } from './whisper-sentences.js';
import { encoderOf, tokensOf } from './whisper-tokens.js';

/** Windows in seconds and the longest speech each is used for; the last is Whisper's own. In 5 s twice as many words were misheard as in 7. */
const WINDOWS = [
  { window: 7, speech: 5 },
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
/**
 * A likely sentence is an alternative when its score is so little behind that of what was heard. Of 90 orders that weren't
 * understood, far away, in echoes, babble and beside a television, 52 were found so and 8 taken for another; of 177 other
 * requests in the same noise, half of them about devices that stand in likely orders, 10 were taken for an order.
 */
const FAR_BEHIND = 5;
/** Tokens that are tried to find it, some 12 ms each. */
const MAX_TRIED = 40;
/** Tokens of the decoder's own way that are kept: orders are short. */
const MAX_GONE = 24;
const MAX_ALTERNATIVES = 8;
/** What sentences end with. */
const FULL_STOPS = ['.', '!'];
/** The window in which a phrase is looked for, in seconds: too short for the decoder to end a sentence, enough to begin one. */
const OPENING_WINDOW = 3;
/**
 * How likely a word of a phrase must be to count as said, as a natural logarithm. Of 26 clips of "hey Jarvis" in noise of 10 dB by
 * six voices that the wake word's own model doubted all reach -6. Over a reply of ours some only reach -8, and what is left of that
 * reply -11; a lone word is one of the likelier ones where nothing is said: "stop" reaches -8 there, and -11 to -9.8 in a reply.
 */
const WORD_SAID = -7;
const WORD_SAID_OVER = -8;
/**
 * The same of a whole phrase and that nothing follows it. Of 155 scenes of "stop" by 29 synthetic voices over replies of ours that are 5 to
 * 25 dB softer, its own model hears 151 and with this 154 are heard; of 264 sentences of others, many with such words, 8 instead of 5.
 * What is left of our own replies reaches -5 in 1 of 800; over replies that are up to 7 dB louder than the person 48 of 50 are heard.
 */
const ALONE_SAID = -7;
const ALONE_SAID_OVER = -4.75;
/**
 * The same where the prompt says it, which makes it likelier. Of 56 utterances with "Hey Jarvis" in front (clean, in a hall, in babble
 * and beside a television of 10 dB) 53 reach it, 14 of which the decoder would begin in another way; of 56 without it one, just.
 */
const WORD_EXPECTED = -2;
/** Tokens of a prompt: a wake phrase has a handful, names of a house some fifty. */
const MAX_PROMPT = 96;

interface Whisper {
  /** Undefined where nobody waits for it any more. */
  transcribe(utterance: Utterance): Promise<WhisperHeard | undefined>;
  /** Of the last utterance only. */
  likeliest(likely: LikelySentences): Promise<Alternative[]>;
  beginsWith(opening: Opening): Promise<boolean>;
}

async function load(folder: string): Promise<Whisper> {
  const library = await loadLibrary();
  const tokens = tokensOf(folder);
  library.env.allowRemoteModels = false;
  library.env.localModelPath = path.dirname(folder);
  const name = path.basename(folder);
  const kind = fs.existsSync(path.join(folder, 'onnx', 'encoder_model_quantized.onnx')) ? '_quantized' : '';
  const graphs = await openWhisperGraphs(await loadOnnx(), {
    encoder: path.join(folder, 'onnx', `encoder_model${kind}.onnx`),
    decoder: path.join(folder, 'onnx', `decoder_model_merged${kind}.onnx`),
  });
  const processor = await library.AutoProcessor.from_pretrained(name);
  const tokenizer = await library.AutoTokenizer.from_pretrained(name);
  const extractor = processor.feature_extractor as WhisperFeatureExtractor;
  const encode = encoderOf(folder, tokenizer);
  const ends = [tokens.end, ...FULL_STOPS.flatMap(encode)];
  // Behind words that nothing follows.
  const pauses = [...ends, ...encode(',')];
  const beginsWord = (token: number) => /^\s/.test(tokenizer.decode([token]));
  let tree: { of: string; root: SentenceTree } | undefined;
  const treeOf = (sentences: readonly string[], phrase: string | undefined): SentenceTree => {
    const of = [phrase, ...sentences].join('\n');
    if (tree?.of !== of) tree = { of, root: sentenceTree(sentences, phrase, encode) };
    return tree.root;
  };

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

  /** The decoder behind some words, as if it had said them, and how likely they are: all in one step. */
  const begin = async (encoded: Encoded, first: readonly number[], said: readonly number[]) => {
    const { behind, ...begun } = await encoded.begin([...first, ...said]);
    const logs = said.map((token, index) => Math.log(probabilityOf(token, behind(first.length - 1 + index))));
    const noSpeech = probabilityOf(tokens.noSpeech, behind(first.indexOf(tokens.start)));
    return { said: begun, noSpeech, log: logs.reduce((sum, log) => sum + log, 0) };
  };

  /** The decoder behind the phrase, where that was said; else before its first word. */
  const beginBehind = async (
    encoded: Encoded,
    first: readonly number[],
    phrase: string | undefined,
    isExpected: boolean,
  ) => {
    const ids = phrase === undefined ? [] : encode(` ${phrase}`);
    const behind = await begin(encoded, first, ids);
    if (phrase === undefined || isSaid(phrase, behind.log, { isExpected })) return { ...behind, ids };
    return { ...(await begin(encoded, first, [])), ids: [] };
  };

  /** One run; `full` when the decoder came to its end by itself. Undefined where nobody waits for it after the longest step. */
  const run = async (
    sound: Float32Array,
    frames: number,
    { language: asked, possible, prompt, phrase }: Omit<Utterance, 'samples' | 'cancelled'>,
    cancelled: () => boolean,
  ) => {
    const encoded = await graphs.encode(await featuresOf(sound, frames), frames);
    if (cancelled()) return undefined;
    const before = prompt ? encode(` ${prompt}`) : [];
    const isKnown = asked !== undefined && tokens.languages.has(asked);
    const detect = async () => likeliestLanguage(tokens, (await encoded.begin([tokens.start])).scores, possible);
    const language = isKnown ? asked : await detect();
    const first = beginning(tokens, language, before.slice(0, MAX_PROMPT));
    const begun = await beginBehind(encoded, first, phrase, prompt !== undefined);
    const most = 10 + Math.ceil((6 * sound.length) / MIC_RATE);
    const ids = [...begun.ids];
    let logs = begun.log;
    let said: Said = begun.said;
    /** The decoder's own way, which the search for likely sentences needn't go again. */
    const gone = new Map<Said, { token: number; said: Said }>();
    /** Of each word, the least of its tokens. */
    const sure: number[] = [];
    let full = false;
    while (!full && ids.length < most && !cancelled()) {
      const { token, probability } = choose(tokens, said.scores, ids.length === 0);
      logs += Math.log(probability);
      ids.push(token);
      full = token === tokens.end;
      if (full) break;
      const next = await encoded.next(said, token);
      if (gone.size < MAX_GONE) gone.set(said, { token, said: next });
      said = next;
      if (sure.length === 0 || beginsWord(token)) sure.push(probability);
      else sure.push(Math.min(sure.pop() ?? 1, probability));
    }
    const next = async (from: Said, token: number) => {
      const known = gone.get(from);
      return known?.token === token ? known.said : await encoded.next(from, token);
    };
    const confidence = ids.length === 0 ? 0 : Math.exp(logs / ids.length);
    const score = scoreOf(logs - begun.log, ids.length - begun.ids.length);
    return {
      ids,
      full,
      language,
      confidence,
      noSpeech: begun.noSpeech,
      sure,
      search: { behind: begun.ids, score, said: begun.said, next, least: score - FAR_BEHIND, ends, most: MAX_TRIED },
    };
  };

  let last: (Omit<SearchOptions, 'cancelled'> & { behind: readonly number[]; score: number }) | undefined;
  return {
    async transcribe({ samples, cancelled: flag, ...spoken }) {
      const cancelled = cancelledBy(flag);
      const sound = soundOf(samples);
      const seconds = sound.length / MIC_RATE;
      const short = WINDOWS.find((size) => seconds <= size.speech)?.window ?? FULL_WINDOW;
      const frames = graphs.frames ?? short * FRAMES;
      let heard = await run(sound, frames, spoken, cancelled);
      // The token limit means that the decoder repeats itself: the whole window usually heals it.
      if (heard && !heard.full && frames < FULL_WINDOW * FRAMES && !cancelled()) {
        heard = await run(sound, FULL_WINDOW * FRAMES, spoken, cancelled);
      }
      if (!heard) return undefined;
      const { ids, full, search, ...rest } = heard;
      last = search;
      return { ...rest, text: full ? tokenizer.decode(ids, { skip_special_tokens: true }).trim() : '' };
    },
    async likeliest({ sentences, phrase, cancelled: flag }) {
      const search = last;
      last = undefined;
      if (!search) return [];
      const tree = search.behind.reduce((node, token) => node.next.get(token) ?? node, treeOf(sentences, phrase));
      const found = await likelySentences(tree, { ...search, cancelled: cancelledBy(flag) });
      return found
        .slice(0, MAX_ALTERNATIVES)
        .map(({ sentence, score }) => ({ text: sentence, behind: search.score - score }));
    },
    async beginsWith({ samples, phrase, language, ...how }) {
      // In half a minute's window the answer comes too late.
      if (graphs.frames !== undefined) return false;
      const frames = OPENING_WINDOW * FRAMES;
      const encoded = await graphs.encode(await featuresOf(soundOf(samples), frames), frames);
      const first = beginning(tokens, language, []);
      const { log, said } = await begin(encoded, first, encode(` ${phrase}`));
      if (!how.isAlone) return isSaid(phrase, log, how);
      const ended = pauses.reduce((sum, token) => sum + probabilityOf(token, said.scores), 0);
      return log + Math.log(ended) >= (how.isOver ? ALONE_SAID_OVER : ALONE_SAID);
    },
  };
}

/** @param log natural logarithm of the probability that its words come first */
function isSaid(phrase: string, log: number, { isExpected = false, isOver = false }): boolean {
  const words = phrase.split(' ').length;
  const least = isExpected ? WORD_EXPECTED : isOver && words > 1 ? WORD_SAID_OVER : WORD_SAID;
  return log >= least * words;
}

const soundOf = (samples: Int16Array) => Float32Array.from(samples, (sample) => sample / 32_768);

function cancelledBy(flag: Cancelled): () => boolean {
  const isCancelled = new Int32Array(flag);
  return () => stopping() || Atomics.load(isCancelled, 0) === 1;
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

serveJobs<WhisperJob, WhisperAnswer>('stt-failed', async ({ folder, utterance, likely, opening }) => {
  loading ??= load(folder).catch((thrown) => {
    loading = undefined;
    throw thrown;
  });
  const whisper = await loading;
  try {
    if (utterance) return { result: { heard: await whisper.transcribe(utterance) }, transfer: [] };
    if (opening) return { result: { isSaid: await whisper.beginsWith(opening) }, transfer: [] };
    return { result: likely ? { alternatives: await whisper.likeliest(likely) } : {}, transfer: [] };
  } catch (thrown) {
    throw toJarvisError(thrown, 'stt-failed', 'Whisper failed');
  }
});
