import { JarvisError, reasonOf } from './errors.js';

/** What ends one part of something. */
type Close = () => Promise<unknown> | unknown;

/**
 * Closes every part, also those beside and behind one that fails.
 * @param steps one after the other; the parts of each at the same time
 * @throws JarvisError failed, once all is closed, with what each said that failed
 */
export async function closeAll(...steps: readonly (readonly Close[])[]): Promise<void> {
  const failures: unknown[] = [];
  for (const parts of steps) {
    const ends = await Promise.allSettled(parts.map(async (close) => close()));
    for (const end of ends) if (end.status === 'rejected') failures.push(end.reason);
  }
  if (failures.length === 0) return;
  throw new JarvisError('failed', failures.map(reasonOf).join('; '), { cause: failures[0] });
}
