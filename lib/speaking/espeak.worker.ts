import { serveJobs } from '../models/job-server.js';
import { JarvisError } from '../turn/errors.js';
import type { EspeakJob, EspeakVoicesJob, SpokenJob } from './espeak.js';
import { type Espeak, loadEspeak } from './espeak-engine.js';

let loading: Promise<Espeak> | undefined;

serveJobs<EspeakJob | EspeakVoicesJob, SpokenJob | string[]>('tts-failed', async (job) => {
  loading ??= loadEspeak();
  const espeak = await loading;
  if ('voices' in job) return { result: espeak.voices(), transfer: [] };
  const { text, language, voice } = job;
  if (voice && !espeak.choose(voice)) {
    throw new JarvisError('not-configured', `espeak-ng has no voice "${voice}". Use a name such as "en-us" or "de".`);
  }
  if (!voice && !espeak.choose(language)) espeak.choose('en');
  const samples = espeak.speak(text);
  return { result: { samples, rate: espeak.rate }, transfer: [samples.buffer] };
});
