import type { Pcm } from '../../audio/pcm.js';

/** What is said by a device in one run: sentence after sentence without a pause that isn't meant. */
export interface Speech {
  /** Nothing more can be said in it. */
  readonly isOver: boolean;
  /**
   * Resolves when it was heard, or the device has ended it.
   * @throws JarvisError satellite-unreachable; AbortError at once when the signal fires, and the device is silent
   */
  play(sound: Pcm, signal: AbortSignal): Promise<void>;
  /** No more will come; what was given is heard. */
  end(): void;
  /** Silence, at once. @param error what waits to be heard fails with it; else it counts as heard */
  stop(error?: Error): void;
}
