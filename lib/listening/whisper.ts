import fs from 'node:fs';
import path from 'node:path';
import { int16Of, MIC_RATE, SAMPLE_BYTES } from '../audio/pcm.js';
import { primaryLanguage } from '../language/tags.js';
import { openJobWorker } from '../models/job-worker.js';
import { pullCommand } from '../models/pull-command.js';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { inTurn } from '../turn/one-by-one.js';
import type { Alternative, Heard } from '../turn/turn.js';
import { within } from '../turn/wait.js';
import { filterTranscript } from './gates.js';
import { speechBuffer } from './speech-buffer.js';
import type { PhraseOptions, SpeechOptions, SpeechToText } from './types.js';
import type { PossibleLanguages } from './whisper-guide.js';

/** A small heap, so that the scores of each token are collected soon: 60 MB less for the process. */
const HEAP = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };
const LOADING_MS = 120_000;
const TRANSCRIBING_MS = 60_000;
/** Utterances that may wait for the model at once. */
const MAX_WAITING = 8;
/** Most milliseconds that the last utterance may have taken, for the next one to be heard at each pause: its end can't wait. */
const QUICK_MS = 2_500;
/** Whisper's window. */
const MAX_SAMPLES = 30 * MIC_RATE;

/** What the Whisper worker is asked: without an utterance, to load the model. */
export interface WhisperJob {
  folder: string;
  utterance?: Utterance;
  likely?: LikelySentences;
  opening?: Opening;
}

export interface Utterance {
  /** 16 kHz mono, at most 30 s. */
  samples: Int16Array;
  /** BCP 47 primary subtag; missing: the language is detected. */
  language: string | undefined;
  /** Which it may be where it is detected. */
  possible: PossibleLanguages;
  /** What the decoder takes as said just before. */
  prompt: string | undefined;
  /** What it likely begins with. */
  phrase: string | undefined;
  cancelled: Cancelled;
}

/** Whether sound begins with a phrase. */
export interface Opening extends PhraseOptions {
  /** 16 kHz mono, at most 2 s. */
  samples: Int16Array;
  phrase: string;
  /** BCP 47 primary subtag. */
  language: string;
}

/** Which of some sentences may have been said in the last utterance. */
export interface LikelySentences {
  sentences: readonly string[];
  /** What may stand in front of them. */
  phrase: string | undefined;
  /** The utterance's. */
  cancelled: Cancelled;
}

/** An Int32 that is set to 1 when nobody waits for the answer any more. */
export type Cancelled = SharedArrayBuffer;

/** What it answers: an utterance is heard, sentences are alternatives or none, a phrase is said or not. */
export interface WhisperAnswer {
  heard?: WhisperHeard;
  alternatives?: Alternative[];
  isSaid?: boolean;
}

export interface WhisperHeard {
  text: string;
  language: string | undefined;
  confidence: number;
  noSpeech: number;
  sure: number[];
}

/**
 * Whisper in this process, in a worker thread: it transcribes when the utterance is over (`finish`), in a window of
 * 7, 10, 15 or 30 s. Without a language the model chooses the likeliest of those it is given, or knows. Silence and loops of the decoder
 * give an empty text. Utterances longer than 30 s are cut there.
 * @param options.folder a Whisper export: `config.json`, `generation_config.json`, `tokenizer.json`, `onnx/…`
 * @throws JarvisError from `warm` and `finish`: not-configured, library-missing, stt-failed; AbortError.
 */
export function openWhisper(options: { folder: string }): SpeechToText {
  const folder = path.resolve(options.folder);
  const worker = openJobWorker<WhisperJob, WhisperAnswer>({
    file: path.join(__dirname, 'whisper.worker.js'),
    what: 'The speech-to-text model',
    code: 'stt-failed',
    limitMs: TRANSCRIBING_MS,
    heap: HEAP,
  });
  let isReady = false;
  let waiting = 0;
  let tookMs = 0;
  /** One utterance after another: the worker looks for likely sentences in the last one only. */
  const next = inTurn();

  const load = async (signal?: AbortSignal) => {
    if (!fs.existsSync(path.join(folder, 'generation_config.json'))) {
      throw new JarvisError(
        'not-configured',
        `There is no speech-to-text model yet (looked in ${folder}). Get one: ${pullCommand('whisper-base')}`,
      );
    }
    await worker.run({ folder }, signal, LOADING_MS);
    isReady = true;
  };

  const transcribe = async (
    sound: Buffer,
    { language: tag, languages: tags, prompt, phrase, sentences, expects, signal }: SpeechOptions,
  ): Promise<Heard> => {
    if (waiting >= MAX_WAITING) {
      throw new JarvisError('stt-failed', `${waiting} utterances already wait for Whisper. This machine is too slow.`);
    }
    const language = primaryLanguage(tag) || undefined;
    const cancelled = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const possible = { among: tags?.map(primaryLanguage), isCalled: phrase !== undefined };
    const samples = int16Of(sound, MAX_SAMPLES);
    const utterance = { samples, language, possible, prompt, phrase, cancelled };
    const hear = async (inner: AbortSignal): Promise<Heard> => {
      const began = clock.steady();
      const { heard } = await worker.run({ folder, utterance }, inner);
      tookMs = clock.steady() - began;
      const { text = '', confidence = 0, noSpeech } = heard ?? {};
      const spoken = heard?.language ?? language;
      const isExpected = expects?.({ text, ...(spoken && { language: spoken }) });
      const { keep } = filterTranscript({ text, language: spoken ?? 'en', noSpeech, confidence, isExpected });
      const likely = { sentences: keep ? (sentences?.(text, spoken) ?? []) : [], phrase, cancelled };
      const { alternatives = [] } = likely.sentences.length === 0 ? {} : await worker.run({ folder, likely }, inner);
      return {
        text: keep ? text : '',
        ...(alternatives.length > 0 && { alternatives }),
        ...(keep && heard && { sure: heard.sure }),
        ...(spoken !== undefined && { language: spoken }),
        confidence,
        seconds: sound.length / SAMPLE_BYTES / MIC_RATE,
        by: 'whisper',
      };
    };
    waiting++;
    try {
      await load(signal);
      return await within({ ms: TRANSCRIBING_MS, what: 'Whisper', code: 'stt-failed', signal }, (inner) =>
        next(() => hear(inner)),
      );
    } finally {
      Atomics.store(new Int32Array(cancelled), 0, 1);
      waiting--;
    }
  };

  return {
    name: 'whisper',
    takesPrompt: true,
    chooses: true,
    get speculates() {
      return waiting === 0 && tookMs < QUICK_MS;
    },
    warm: () => load(),
    open: (options) => speechBuffer((sound) => transcribe(sound, options)),
    async says(sound, phrase, language, how) {
      // What was said already comes first, and by then the phrase is long past.
      if (waiting > 0 || !isReady) return false;
      const opening = { samples: int16Of(sound, MAX_SAMPLES), phrase, language: primaryLanguage(language), ...how };
      const { isSaid = false } = await next(() => worker.run({ folder, opening }));
      return isSaid;
    },
    close: () => worker.close(),
  };
}
