import type { Pcm } from '../audio/pcm.js';
import { JarvisError } from '../turn/errors.js';

export const SILENCE: Pcm = { samples: Buffer.alloc(0), rate: 16_000 };

/** Tells once of each library that isn't installed; without it the words go on in silence, for those who can read. */
export function openMissing(): { silenceOf(thrown: unknown): Pcm; missing: ReadonlySet<string> } {
  const missing = new Set<string>();
  return {
    missing,
    silenceOf(thrown) {
      if (!(thrown instanceof JarvisError) || thrown.code !== 'library-missing') throw thrown;
      if (missing.has(thrown.message)) return SILENCE;
      missing.add(thrown.message);
      throw thrown;
    },
  };
}
