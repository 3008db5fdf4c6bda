import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { JarvisError, reasonOf } from '../../turn/errors.js';
import { oneByOne } from '../../turn/one-by-one.js';
import { within } from '../../turn/wait.js';
import type { Feed, Headline } from './feed.js';
import type { Page, PageText } from './page-text.js';

const LIMIT_MS = 8_000;
const MAX_HEAP_MB = 256;
/** A model may ask for many pages at once: they are read one by one. */
const queue = oneByOne({ most: 20, what: 'The reader of pages and feeds', code: 'failed' });

export type ReaderJob = ({ kind: 'page' } & Page) | ({ kind: 'feed' } & Feed);

/** What can be read of an HTML page. @throws JarvisError failed, timeout; AbortError. */
export async function textOfPage(page: Page, signal: AbortSignal): Promise<PageText> {
  return await queue.add(signal, async () => await read<PageText>({ kind: 'page', ...page }, signal));
}

/** The first entries of an RSS or Atom feed. @throws JarvisError failed, timeout; AbortError. */
export async function headlinesOf(feed: Feed, signal: AbortSignal): Promise<Headline[]> {
  return await queue.add(signal, async () => await read<Headline[]>({ kind: 'feed', ...feed }, signal));
}

/**
 * Reads in a thread of its own, which ends with the job: what is large would hold everything up, and what is made to takes the
 * thread's memory or time, and nothing else's.
 */
async function read<Result>(job: ReaderJob, signal: AbortSignal): Promise<Result> {
  const worker = new Worker(path.join(__dirname, 'reader.worker.js'), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // It may still fail when nobody waits any more.
  worker.on('error', () => {});
  try {
    return await within({ ms: LIMIT_MS, what: 'The reader of pages and feeds', signal }, async (inner) => {
      const [result] = (await once(worker, 'message', { signal: inner })) as [Result];
      return result;
    });
  } catch (thrown) {
    if (signal.aborted || thrown instanceof JarvisError) throw thrown;
    throw new JarvisError('failed', `The ${job.kind} could not be read: ${reasonOf(thrown)}`, { cause: thrown });
  } finally {
    await worker.terminate();
  }
}
