import { clock } from '../turn/clock.js';

/** Milliseconds that the quickest of three runs takes: a busy machine makes some of them slow. */
export function quickest(work: () => void): number {
  const runs = [0, 0, 0].map(() => {
    const began = clock.steady();
    work();
    return clock.steady() - began;
  });
  return Math.min(...runs);
}
