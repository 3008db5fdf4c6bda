import { MIC_RATE, SAMPLE_BYTES } from '../../lib/audio/pcm.js';
import { resampled } from '../../lib/audio/resample.js';
import { parseWav } from '../../lib/audio/wav.js';
import { openWyomingStt } from '../../lib/listening/wyoming-stt.js';
import { peer } from './peers.js';

/** A story's first sentence can be a minute long, and Whisper shares two cores with the model that goes on writing. */
const SECONDS = 12;

/**
 * What the real Whisper hears in the first seconds of a WAV, 12 when not given. Of a model's answers 4 are enough: so small a model
 * says one thing again and again, and Whisper thinks that its own decoder repeats itself, and tries again, for a minute.
 */
export async function transcriptOf(wav: Buffer, seconds = SECONDS): Promise<string> {
  const stt = openWyomingStt({ url: peer('STT_URI') });
  const signal = AbortSignal.timeout(60_000);
  const stream = stt.open({ language: 'en', signal });
  const silence = Buffer.alloc(9600);
  stream.write(silence);
  stream.write((await resampled(parseWav(wav))).samples.subarray(0, seconds * MIC_RATE * SAMPLE_BYTES));
  stream.write(silence);
  const { text } = await stream.finish();
  await stt.close();
  return text;
}
