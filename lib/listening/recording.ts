import { MIC_RATE, SAMPLE_BYTES, secondsOf } from '../audio/pcm.js';
import { resampled } from '../audio/resample.js';
import { parseWav } from '../audio/wav.js';
import { JarvisError } from '../turn/errors.js';
import { MAX_SPEECH } from './speech-buffer.js';

/** Sound as people have it: a WAV of any rate, or bare 16-bit PCM of 16 kHz, mono. @throws JarvisError bad-audio */
export function soundIn(bytes: Buffer) {
  if (bytes.subarray(0, 4).toString('latin1') === 'RIFF') return parseWav(bytes);
  return { samples: bytes.subarray(0, bytes.length - (bytes.length % SAMPLE_BYTES)), rate: MIC_RATE };
}

/**
 * A whole recording as 16 kHz mono PCM.
 * @param bytes as `soundIn` takes them
 * @throws JarvisError bad-audio when it is empty, longer than 60 s or no WAV that can be used; library-missing.
 */
export async function recordingOf(bytes: Buffer): Promise<Buffer> {
  const sound = soundIn(bytes);
  const seconds = secondsOf(sound);
  if (seconds === 0) throw new JarvisError('bad-audio', 'The recording is empty.');
  if (seconds > MAX_SPEECH) {
    throw new JarvisError(
      'bad-audio',
      `The recording is ${Math.ceil(seconds)} s long. Send at most ${MAX_SPEECH} s at a time.`,
    );
  }
  return (await resampled(sound)).samples;
}
