import { LRUCache } from 'lru-cache';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { type TokenBucket, tokenBucket } from '../turn/token-bucket.js';
import type { Problems } from './problems.js';

/** What each source may send: a microphone, a page, a topic. What is over it is dropped and told of once. */
export interface Rates {
  /** True when a site's sound of this length may pass: twice real time, after ten seconds at any pace. */
  sound(site: string, seconds: number): boolean;
  /** True when a message may pass: five a second of each kind, after twenty at any pace; fewer of those that wake. `dropped` runs when it is told. */
  message(source: string, kind: string, dropped?: () => void): boolean;
  /** True when a satellite that was never heard of may appear. */
  newcomer(): boolean;
}

const SOUND = { rate: 2, burst: 10 };
const MESSAGES = { rate: 5, burst: 20 };
/** A room that wakes takes part in the comparison of all that heard the word: it mustn't win all the time. */
const WAKES = { rate: 1, burst: 20 };
const WAKE_KINDS = /^hermes\/hotword\/.*\/detected$|^hermes\/asr\/startListening$|^listen$/;
/** Of all sources together; who hasn't said anything lately passes it by. */
const ALL_MESSAGES = { rate: 60, burst: 300 };
const NEWCOMERS = { rate: 1, burst: 400 };
/** Sources remembered; then the one not heard for longest is forgotten. */
const MAX_SOURCES = 2_000;
/** A source that is still over its rate is told of again after this time, in milliseconds. */
const QUIET_MS = 60_000;

export function openRates(problems: Problems): Rates {
  const sources = new LRUCache<string, { bucket: TokenBucket; toldAt: number }>({ max: MAX_SOURCES });
  const all = tokenBucket(ALL_MESSAGES.rate, ALL_MESSAGES.burst);
  const newcomers = tokenBucket(NEWCOMERS.rate, NEWCOMERS.burst);

  const sourceOf = (source: string, kind: string, { rate, burst }: { rate: number; burst: number }) => {
    const key = `${kind}\n${source}`;
    const known = sources.get(key);
    if (known) return known;
    const added = { bucket: tokenBucket(rate, burst), toldAt: Number.NEGATIVE_INFINITY };
    sources.set(key, added);
    return added;
  };
  const tell = (source: string, kind: string, known: { toldAt: number }, what: string, dropped?: () => void) => {
    if (clock.steady() - known.toldAt < QUIET_MS) return;
    known.toldAt = clock.steady();
    problems.right(source, `rate of ${kind}`);
    problems.report(source, `rate of ${kind}`, new JarvisError('bad-input', `"${source.slice(0, 100)}" ${what}`));
    dropped?.();
  };

  return {
    sound(site, seconds) {
      const known = sourceOf(site, 'sound', SOUND);
      if (known.bucket.take(seconds)) return true;
      tell(site, 'sound', known, 'sends sound faster than it can be spoken: what is over twice real time is dropped.');
      return false;
    },
    message(source, kind, dropped) {
      const limit = WAKE_KINDS.test(kind) ? WAKES : MESSAGES;
      const known = sourceOf(source, kind, limit);
      const isQuiet = known.bucket.isFull();
      if (known.bucket.take() && (all.take() || isQuiet)) return true;
      const what = `sends too much at once (${kind.slice(0, 100)}): what is over ${limit.rate} a second is dropped.`;
      tell(source, kind, known, what, dropped);
      return false;
    },
    newcomer: () => newcomers.take(),
  };
}
