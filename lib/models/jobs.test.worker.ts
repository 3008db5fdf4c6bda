import { JarvisError } from '../turn/errors.js';
import { serveJobs } from './job-server.js';

// What a worker may do to its owner: answer, refuse, die, hang.
serveJobs<string, string>('tts-failed', async (job) => {
  if (job === 'refuse') throw new JarvisError('library-missing', 'no library');
  if (job === 'throw') throw new Error('thrown');
  if (job === 'die') process.exit(3);
  if (job === 'crash') setImmediate(() => JSON.parse('not json'));
  if (job === 'crash' || job === 'hang') await new Promise(() => {});
  return { result: job.toUpperCase(), transfer: [] };
});
