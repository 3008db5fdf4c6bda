import { microStreams } from './micro-wake/streams.js';
import { openWakeWordStreams } from './open-wake-word.js';
import { type StreamModel, serveStreams } from './stream-server.js';
import type { WakeJob } from './wake.js';

serveStreams((data): Promise<StreamModel<unknown, number[]>> => {
  const job = data as WakeJob;
  return 'micro' in job ? microStreams(job.micro) : openWakeWordStreams(job);
});
