import type { ShownTrace, TraceChanges } from '../../lib/turn/trace-types.js';

/** Asks an admin route of ours, e.g. "trace?since=…". Rejects with a `RouteError`. */
export type AskRoute = (route: string, signal: AbortSignal) => Promise<unknown>;

/** A route that did not answer, or refused. */
export class RouteError extends Error {
  /** @param status HTTP status; 0 without an answer */
  constructor(readonly status: number) {
    super(`status ${status}`);
  }
}

interface Follower {
  ask: AskRoute;
  /** All turns, newest first. */
  show(turns: readonly ShownTrace[]): void;
  problem(thrown: unknown): void;
}

const MAX_TURNS = 50;
/** Pauses after a failure, in milliseconds. */
const FIRST_PAUSE = 1_000;
const MAX_PAUSE = 30_000;
/** No two requests follow each other faster, whatever the server says. */
const MIN_PAUSE = 100;

/** Shows the last turns and what changes in them until the signal fires. One request is open all the time. Never rejects. */
export async function follow({ ask, show, problem }: Follower, signal: AbortSignal): Promise<void> {
  let turns = new Map<string, ShownTrace>();
  let cursor = '';
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    try {
      // The type of our own server's route.
      const changes = (await ask(`trace?since=${encodeURIComponent(cursor)}`, signal)) as TraceChanges;
      if (changes.whole) turns = new Map();
      for (const turn of changes.traces) turns.set(turn.id, turn);
      const newest = [...turns.values()].sort((a, b) => b.at - a.at).slice(0, MAX_TURNS);
      turns = new Map(newest.map((turn) => [turn.id, turn]));
      cursor = changes.cursor;
      pause = FIRST_PAUSE;
      if (!signal.aborted) show(newest);
      await slept(MIN_PAUSE, signal);
    } catch (thrown) {
      if (signal.aborted) return;
      problem(thrown);
      await slept(pause, signal);
      pause = Math.min(pause * 2, MAX_PAUSE);
    }
  }
}

function slept(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
