import { MIC_RATE, SAMPLE_BYTES } from '../audio/pcm.js';
import { JarvisError } from '../turn/errors.js';
import type { Heard } from '../turn/turn.js';
import type { SpeechStream } from './types.js';

/** Longest utterance of any engine, in seconds. */
export const MAX_SPEECH = 60;
const MAX_BYTES = MAX_SPEECH * MIC_RATE * SAMPLE_BYTES;

/** The refusal of an utterance that never ended. */
export function tooLong(): JarvisError {
  return new JarvisError('bad-audio', `The utterance is longer than ${MAX_SPEECH} s. Wire the listen node before it.`);
}

/** True while `bytes` of sound are no more than an utterance may have. */
export function fits(bytes: number): boolean {
  return bytes <= MAX_BYTES;
}

/** A stream for engines that take the whole utterance at once. */
export function speechBuffer(transcribe: (sound: Buffer) => Promise<Heard>): SpeechStream {
  let parts: Buffer[] = [];
  let bytes = 0;
  return {
    write(samples) {
      bytes += samples.length;
      if (fits(bytes)) parts.push(samples);
      else parts = [];
    },
    async finish() {
      if (!fits(bytes)) throw tooLong();
      const sound = Buffer.concat(parts);
      parts = [];
      return await transcribe(sound.subarray(0, sound.length - (sound.length % SAMPLE_BYTES)));
    },
  };
}
