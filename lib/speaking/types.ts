import type { Pcm } from '../audio/pcm.js';

/** Text to speech, wherever it runs: one sentence in, its sound out. */
export interface TextToSpeech {
  readonly name: string;
  /** Loads the voice or checks the server, so that the first sentence doesn't wait. */
  warm(): Promise<void>;
  /** Speaks one sentence of plain speech text. @throws JarvisError tts-…, library-missing; AbortError. */
  speak(text: string, options: { language: string; voice?: string | undefined; signal: AbortSignal }): Promise<Pcm>;
  close(): Promise<void>;
}
