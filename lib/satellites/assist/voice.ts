import type { Pcm } from '../../audio/pcm.js';

/** The flow's ears and voice, as far as the deployed voice node has them, for who comes by Wyoming. */
export interface AssistVoice {
  hearing?: AssistHearing | undefined;
  speaking?: AssistSpeaking | undefined;
  waking?: AssistWaking | undefined;
}

/** Speech to text. */
export interface AssistHearing {
  /** Name of the model, or of the engine where a server has its own. */
  model: string;
  /** BCP 47 tags. */
  languages: readonly string[];
  /** @param options.language one of `languages`; without one it is found out */
  open(options: { language?: string | undefined; signal: AbortSignal }): {
    /** 16 kHz mono PCM. */
    write(samples: Buffer): void;
    /** The words; undefined when nobody said any. @throws JarvisError; AbortError. */
    finish(): Promise<{ text: string; language?: string | undefined } | undefined>;
  };
}

/** Text to speech. */
export interface AssistSpeaking {
  /** Name of the voice, or of the engine. */
  voice: string;
  /** BCP 47 tags. */
  languages: readonly string[];
  /**
   * The sound of a text, sentence by sentence, as soon as each is whole.
   * @param options.language one of `languages`; without one the words tell
   * @throws JarvisError; AbortError.
   */
  speak(
    text: AsyncIterable<string>,
    options: { language?: string | undefined; signal: AbortSignal },
  ): AsyncIterable<Pcm>;
}

/** Wake words. */
export interface AssistWaking {
  /** Their names, e.g. "hey_jarvis". */
  words: readonly string[];
  open(
    onDetection: (detection: { word: string; at?: number | undefined }) => void,
    onError: (error: Error) => void,
  ): {
    /** 16 kHz mono PCM. */
    write(samples: Buffer): void;
    close(): void;
  };
}
