import type { Heard } from '../turn/turn.js';

/** A stretch of speech being transcribed while it is spoken. */
export interface SpeechStream {
  /** 16 kHz mono PCM. Bounded: more than 60 s is refused with JarvisError bad-audio on `finish`. */
  write(samples: Buffer): void;
  /** No more sound: the transcript. @throws JarvisError stt-…; AbortError. */
  finish(): Promise<Heard>;
}

export interface SpeechOptions {
  /** BCP 47 tag; without one the engine finds it out, if it can. */
  language?: string | undefined;
  /** Where there is no `language`: the BCP 47 tags that it is one of, the likeliest first. Engines need not know of them. */
  languages?: readonly string[] | undefined;
  /** Words to expect, such as the wake phrase at the beginning; only for engines that take them. */
  prompt?: string | undefined;
  /** What is likely said in front. */
  phrase?: string | undefined;
  /**
   * Likely sentences, asked for with the transcript: those that sound nearly the same become `Heard.alternatives`. Only for
   * engines that look for them. The language is that of `Heard`.
   */
  sentences?: ((text: string, language: string | undefined) => readonly string[]) | undefined;
  /** Whether words are what somebody is waited for to say: as an answer an unsure "okay" counts. */
  expects?: ((heard: Heard) => boolean) | undefined;
  signal: AbortSignal;
}

/** How a phrase is looked for. */
export interface PhraseOptions {
  /** Something of ours is played over it: less of it is left, and it may be what is left of that. */
  isOver?: boolean | undefined;
  /** It is nearly all that is said: nothing follows it. */
  isAlone?: boolean | undefined;
}

/** Speech to text, wherever it runs. */
export interface SpeechToText {
  readonly name: string;
  /** Whether it can be told which words to expect. */
  readonly takesPrompt: boolean;
  /** Whether it chooses one of several languages by the sound alone, so that a prompt doesn't lead it. */
  readonly chooses?: boolean;
  /** Whether it is quick enough, and near enough, to hear an utterance at each pause that may be its end. */
  readonly speculates?: boolean;
  /** Loads the model or checks the server, so that the first utterance doesn't wait. */
  warm(): Promise<void>;
  open(options: SpeechOptions): SpeechStream;
  /**
   * Whether a phrase is said at the beginning of a second or two of sound, 16 kHz mono PCM; false where that can't be told soon.
   * Missing where the engine isn't quick and near.
   */
  says?(sound: Buffer, phrase: string, language: string, how?: PhraseOptions): Promise<boolean>;
  close(): Promise<void>;
}

export interface Detection {
  /** e.g. "hey_jarvis" */
  word: string;
  /** 0 to 1 */
  score: number;
  /** Samples of this stream up to where the word was noticed; missing when the engine doesn't tell: just now. */
  at?: number;
  /** As its server tells it: milliseconds of this stream up to where the word was noticed. */
  timestamp?: number;
}

/** One satellite's stream into the wake word model. */
export interface WakeStream {
  /** 16 kHz mono PCM, any length; the Buffer is not kept. */
  write(samples: Buffer): void;
  /** Samples that were written and aren't heard yet; missing where the engine doesn't tell. */
  readonly behind?: number;
  close(): void;
}

/** Wake word detection, wherever it runs. Refractory period and threshold are the engine's. */
export interface WakeEngine {
  readonly name: string;
  warm(): Promise<void>;
  /** @param onDoubt told of words that are heard, but below the threshold, where the engine can tell */
  open(
    onDetection: (detection: Detection) => void,
    onError: (error: Error) => void,
    onDoubt?: (detection: Detection) => void,
  ): WakeStream;
  close(): Promise<void>;
}

/** One stream into the voice activity model: probability of speech for each 512 samples (32 ms), in order. */
export interface VoiceStream {
  write(samples: Buffer): void;
  close(): void;
}

export interface VoiceActivity {
  warm(): Promise<void>;
  open(onProbability: (probability: number) => void, onError: (error: Error) => void): VoiceStream;
  close(): Promise<void>;
}
