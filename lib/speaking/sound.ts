import { type Pcm, SAMPLE_BYTES } from '../audio/pcm.js';
import { JarvisError } from '../turn/errors.js';

/** Most characters of one sentence: about three minutes of speech. */
export const MAX_SENTENCE_LENGTH = 3_000;
/** Most bytes of sound that a speech server may send for one sentence. */
export const MAX_SOUND_BYTES = 32 * 1024 * 1024;

/** Seconds of sound that one sentence may become. */
const MAX_SECONDS = 300;
/** Most characters of a server's own words in an error. */
export const MAX_REASON = 300;

/** A sound that a server gave for a sentence. @throws JarvisError tts-failed when nobody would speak so long. */
export function checkedSound(sound: Pcm, what: string): Pcm {
  const seconds = sound.samples.length / SAMPLE_BYTES / sound.rate;
  if (seconds <= MAX_SECONDS) return sound;
  throw new JarvisError('tts-failed', `${what} made ${Math.round(seconds)} s of sound of one sentence.`);
}

/** The sentence without control characters. @throws JarvisError bad-input when it is too long to be one. */
export function checkedText(text: string): string {
  if (text.length > MAX_SENTENCE_LENGTH) {
    throw new JarvisError(
      'bad-input',
      `A sentence of ${text.length} characters can't be spoken: send at most ${MAX_SENTENCE_LENGTH} at a time.`,
    );
  }
  return text.replace(/\p{Cc}/gu, ' ').trim();
}

/** Samples that came from a worker as the house's sound, without copying. */
export function soundOf({ samples, rate }: { samples: Uint8Array; rate: number }): Pcm {
  return { samples: Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength), rate };
}
