import { clock } from './clock.js';

/** A rate limit that lets short bursts through. */
export interface TokenBucket {
  /** Takes `cost` tokens (1 unless given) if any is left: what is dear leaves a debt, of at most `burst`. False takes nothing. */
  take(cost?: number): boolean;
  /** True when nothing was taken for a while. */
  isFull(): boolean;
  /** Milliseconds until a token is there; 0 when one is. */
  wait(): number;
}

/**
 * A full bucket.
 * @param rate tokens that flow in each second; more than 0
 * @param burst most tokens it holds
 * @param now a clock in milliseconds that never goes back
 */
export function tokenBucket(rate: number, burst: number, now: () => number = clock.steady): TokenBucket {
  let level = burst;
  let at = now();
  const refill = () => {
    const time = now();
    level = Math.min(burst, level + ((time - at) * rate) / 1000);
    at = time;
  };
  return {
    take(cost = 1) {
      refill();
      if (level <= 0) return false;
      level = Math.max(level - cost, -burst);
      return true;
    },
    isFull() {
      refill();
      return level >= burst;
    },
    wait() {
      refill();
      return level > 0 ? 0 : Math.max(1, Math.ceil((-level / rate) * 1000));
    },
  };
}
