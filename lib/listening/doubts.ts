import { clock } from '../turn/clock.js';

/** Whether a word is said at the beginning of a site's sound: 16 kHz mono PCM. @param isLeft as `isLeftOver` */
export type Says = (site: string, word: string, sound: Buffer, isLeft: boolean) => Promise<boolean>;

/** Where our own voice was softened by more than this, what sounds like a word may be what is left of it: even the sure is doubted. */
const MAX_ERLE_DB = 6;
/** Whether sound is mostly what is left of our own voice. @param erle as `EchoCanceller.erle`, dB */
export const isLeftOver = (erle: number) => erle > MAX_ERLE_DB;

/** After so many milliseconds without an answer somebody has called again. */
const MAX_DOUBT_MS = 2_000;

/**
 * Asks whether words that were heard weakly are said: one at a time, however many rooms hear a television. What comes too late,
 * fails or isn't asked at all is not said.
 */
export function openDoubts(says: Says): Says {
  let isAsking = false;
  return async (...doubted) => {
    if (isAsking) return false;
    isAsking = true;
    const began = clock.now();
    const isSaid = await says(...doubted).catch(() => false);
    isAsking = false;
    return isSaid && clock.now() - began <= MAX_DOUBT_MS;
  };
}
