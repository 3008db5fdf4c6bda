import type { Home } from '../home/types.js';
import { JarvisError } from '../turn/errors.js';

/** Which media player of the house speaks, and with which of its engines. */
export interface HomePlayer {
  /** e.g. "media_player.kitchen" */
  player: string;
  /** e.g. "tts.piper" */
  engine: string;
}

/**
 * Speaks a text on a media player of the house (Home Assistant's `tts.speak`). It gives no sound back, so it stands
 * where a satellite would play, not beside the other engines.
 * @throws JarvisError not-configured when the house can't speak; home-…; AbortError.
 */
export async function speakThroughHome(
  home: Home,
  text: string,
  options: HomePlayer & { language: string; signal: AbortSignal },
): Promise<void> {
  if (!home.speak) {
    throw new JarvisError(
      'not-configured',
      'The demo house has no media player that speaks. Connect Home Assistant, or choose another voice.',
    );
  }
  if (text.trim() === '') return;
  await home.speak(text, options.language, options.player, options.engine, options.signal);
}
