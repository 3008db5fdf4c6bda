import { JarvisError } from '../turn/errors.js';
import { abortError } from '../turn/wait.js';

const MAX_WAITING = 200;
const AT_ONCE = 2;

/** Work for the sentences of many turns: side by side, but each turn's results in the order its sentences came. */
export interface OrderedSynthesis {
  /**
   * Does `work`, at most two at a time over all turns, and settles after every earlier sentence of the same turn has.
   * The next sentence is thus ready while the first one plays.
   * @param turn id of the turn (`msg.parts.id`)
   * @param later work of announcements: it gives way to that of answers
   * @throws what `work` throws; JarvisError tts-failed when 200 sentences wait already; AbortError at once when the
   * turn is cancelled, waiting or not.
   */
  add<T>(turn: string, signal: AbortSignal, work: () => Promise<T>, later?: boolean): Promise<T>;
}

interface Job {
  turn: string;
  later: boolean;
  run: () => Promise<void>;
}

/** A queue of its own for one engine. */
export function openOrderedSynthesis(): OrderedSynthesis {
  let waiting: Job[] = [];
  const running: Job[] = [];
  /** When the latest sentence of each turn is settled. */
  const tails = new Map<string, Promise<void>>();

  const next = () => {
    while (running.length < AT_ONCE) {
      // A turn that speaks already gives way to one that doesn't: a long story doesn't delay the other room's first word.
      const answers = waiting.filter(({ later }) => !later);
      const first = answers.length > 0 ? answers : waiting;
      const fair = first.find(({ turn }) => running.every((job) => job.turn !== turn)) ?? first[0];
      if (!fair) return;
      waiting = waiting.filter((job) => job !== fair);
      running.push(fair);
      void fair.run().finally(() => {
        running.splice(running.indexOf(fair), 1);
        next();
      });
    }
  };

  return {
    add<T>(turn: string, signal: AbortSignal, work: () => Promise<T>, later = false): Promise<T> {
      if (signal.aborted) return Promise.reject(abortError(signal));
      if (waiting.filter((job) => job.later === later).length >= MAX_WAITING) {
        return Promise.reject(
          new JarvisError(
            'tts-failed',
            `There is too much to say: ${MAX_WAITING} sentences wait to be spoken already.`,
          ),
        );
      }
      const before = tails.get(turn) ?? Promise.resolve();
      const settled = new Promise<T>((resolve, reject) => {
        const job: Job = {
          turn,
          later,
          run: () =>
            Promise.resolve()
              .then(work)
              .then(
                (value) => settle(() => resolve(value)),
                (thrown) => settle(() => reject(thrown)),
              ),
        };
        const settle = (finish: () => void) => {
          void before.then(() => {
            signal.removeEventListener('abort', onAbort);
            finish();
          });
        };
        const onAbort = () => {
          waiting = waiting.filter((other) => other !== job);
          reject(abortError(signal));
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.push(job);
      });
      const tail = settled.then(
        () => {},
        () => {},
      );
      tails.set(turn, tail);
      void tail.then(() => {
        if (tails.get(turn) === tail) tails.delete(turn);
      });
      next();
      return settled;
    },
  };
}
