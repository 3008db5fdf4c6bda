import { RING } from '../../audio/chimes.js';
import type { Pcm } from '../../audio/pcm.js';
import { clock } from '../../turn/clock.js';
import { isAbort } from '../../turn/errors.js';
import { sleep } from '../../turn/wait.js';

/** How long it rings when nobody stops it, in milliseconds. */
const RING_MS = 60_000;
const PAUSE_MS = 1_000;

/** The bell of a room. */
export interface Ring {
  readonly isRinging: boolean;
  /** Rings for a minute from now. */
  start(): void;
  stop(): void;
}

export function openRing(does: {
  play: (sound: Pcm, signal: AbortSignal) => Promise<void>;
  /** It began or ended. */
  changed: () => void;
  failed: (thrown: unknown) => void;
}): Ring {
  let ringing: AbortController | undefined;
  let until = 0;
  const ring = async (signal: AbortSignal) => {
    while (clock.steady() < until) {
      await does.play(RING, signal);
      await sleep(PAUSE_MS, signal);
    }
  };
  const ended = (which: AbortController) => {
    if (ringing !== which) return;
    ringing = undefined;
    does.changed();
  };
  return {
    get isRinging() {
      return ringing !== undefined;
    },
    start() {
      until = clock.steady() + RING_MS;
      if (ringing) return;
      const started = new AbortController();
      ringing = started;
      does.changed();
      ring(started.signal)
        .catch((thrown: unknown) => {
          if (!isAbort(thrown)) does.failed(thrown);
        })
        .finally(() => ended(started));
    },
    stop() {
      const which = ringing;
      which?.abort();
      if (which) ended(which);
    },
  };
}
