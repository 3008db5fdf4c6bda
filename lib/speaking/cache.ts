import { createHash } from 'node:crypto';
import type { Pcm } from '../audio/pcm.js';
import type { TextToSpeech } from './types.js';

const MAX_ENTRIES = 64;
const MAX_BYTES = 16 * 1024 * 1024;
/** Longer sentences don't come twice. */
const MAX_LENGTH = 120;

/** Remembers the sound of short sentences ("Done."), the last 64 and 16 MB of them, so that they sound at once. */
export function withCache(tts: TextToSpeech): TextToSpeech {
  const sounds = new Map<string, Pcm>();
  let bytes = 0;
  return {
    name: tts.name,
    warm: () => tts.warm(),
    async speak(text, options) {
      if (text.length > MAX_LENGTH) return tts.speak(text, options);
      const key = createHash('sha256')
        .update(JSON.stringify([options.language, options.voice, text]))
        .digest('hex');
      const known = sounds.get(key);
      if (known) {
        // Back to the end: the first entry is the one that wasn't asked for the longest.
        sounds.delete(key);
        sounds.set(key, known);
        return known;
      }
      const sound = await tts.speak(text, options);
      if (!sounds.has(key)) {
        sounds.set(key, sound);
        bytes += sound.samples.length;
      }
      for (const [oldest, { samples }] of sounds) {
        if (sounds.size <= MAX_ENTRIES && bytes <= MAX_BYTES) break;
        sounds.delete(oldest);
        bytes -= samples.length;
      }
      return sound;
    },
    close: () => tts.close(),
  };
}
