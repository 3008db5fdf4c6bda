import { resampled } from '../../lib/audio/resample.js';
import { parseWav } from '../../lib/audio/wav.js';
import { openWyomingStt } from '../../lib/listening/wyoming-stt.js';
import { peer } from './peers.js';

/** What the real Whisper hears in a WAV. */
export async function transcriptOf(wav: Buffer): Promise<string> {
  const stt = openWyomingStt({ url: peer('STT_URI') });
  const signal = AbortSignal.timeout(60_000);
  const stream = stt.open({ language: 'en', signal });
  const silence = Buffer.alloc(9600);
  stream.write(silence);
  stream.write((await resampled(parseWav(wav))).samples);
  stream.write(silence);
  const { text } = await stream.finish();
  await stt.close();
  return text;
}
