import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { JarvisError } from '../../turn/errors.js';
import { oneByOne } from '../../turn/one-by-one.js';
import { within } from '../../turn/wait.js';

const LIMIT_MS = 8_000;
const MAX_HEAP_MB = 256;
/** A model may ask for many pages at once. */
const pages = oneByOne({ most: 8, what: 'The reader of web pages', code: 'failed' });

export interface PageJob {
  body: Uint8Array;
  /** As the server gave it; empty where it didn't. */
  charset: string;
  /** Most characters of the text. */
  most: number;
}

export interface PageText {
  title: string;
  text: string;
}

/**
 * What can be read of an HTML page. In a thread of its own, which ends with the page: a large one would hold everything up,
 * and one that is made to takes the thread's memory or time, and nothing else's. One page at a time.
 * @throws JarvisError failed, timeout; AbortError.
 */
export async function textOfPage(job: PageJob, signal: AbortSignal): Promise<PageText> {
  return await pages.add(signal, async () => await readInThread(job, signal));
}

async function readInThread(job: PageJob, signal: AbortSignal): Promise<PageText> {
  const worker = new Worker(path.join(__dirname, 'page-text.worker.js'), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  try {
    return await within({ ms: LIMIT_MS, what: 'Reading the page', signal }, async (inner) => {
      const [text] = (await once(worker, 'message', { signal: inner })) as [PageText];
      return text;
    });
  } catch (thrown) {
    if (signal.aborted || thrown instanceof JarvisError) throw thrown;
    throw new JarvisError('failed', 'The page could not be read: it is too large or broken.', { cause: thrown });
  } finally {
    await worker.terminate();
  }
}
