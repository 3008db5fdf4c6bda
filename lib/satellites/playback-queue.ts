import { clock, type Timer } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { abortError } from '../turn/wait.js';

/** Sentences of one site that wait at most. */
const MAX_WAITING = 200;
/** Announcements of one site that wait at most. */
const MAX_ANNOUNCEMENTS = 20;
/** A turn whose next sentence doesn't come for this long no longer holds up what waits behind it, in milliseconds. */
const SILENT_MS = 60_000;
/** Failed turns that are remembered. */
const KEPT_FAILED = 50;

/** One sentence to be heard. */
export interface PlaybackPart {
  site: string;
  /** Id of the turn (`msg.parts.id`, or the turn's id for a single sound). */
  turn: string;
  /** True for the last part of the turn (`msg.parts.count` is there). */
  last: boolean;
  signal: AbortSignal;
  /** Nobody asked for it: it waits for all answers. */
  announcement?: boolean | undefined;
  /** Plays it and resolves when it was heard, as `Hub.play` does; `id` is unique. Missing when there is no sound. */
  play?: ((id: string) => Promise<void>) | undefined;
}

/** A loudspeaker for each site: turns one after another, in the order in which their first sentence came. */
export interface PlaybackQueue {
  /**
   * Plays a sentence after everything that came before it at its site, and resolves when it was heard.
   * An announcement waits for the end of all answers; one that is being spoken is heard to its end. A cancelled turn is dropped at once.
   * @throws JarvisError what `play` failed with, for the first sentence of a turn that fails; AbortError for the rest
   * of it and for cancelled turns; JarvisError satellite-unreachable when 200 sentences wait at the site already.
   */
  add(part: PlaybackPart): Promise<void>;
  /** No further part of this turn will come: what waits behind it goes on. */
  complete(turn: string): void;
}

interface Waiting {
  part: PlaybackPart;
  resolve: () => void;
  reject: (error: Error) => void;
}

interface TurnQueue {
  id: string;
  announcement: boolean;
  parts: Waiting[];
  /** True once the last part is here. */
  complete: boolean;
  /** Some of it was heard. */
  begun: boolean;
  /** Stops listening for its abort. */
  end: () => void;
}

interface SiteQueue {
  turns: TurnQueue[];
  playing: boolean;
  /** Runs while the first turn has nothing to play and isn't complete. */
  timer?: Timer | undefined;
}

export function openPlaybackQueue(): PlaybackQueue {
  const sites = new Map<string, SiteQueue>();
  /** Turns that failed lately, with their site: what still comes of them is dropped. */
  let failed: string[] = [];
  let sequence = 0;

  const drop = (site: SiteQueue, turn: TurnQueue, error: Error) => {
    site.turns = site.turns.filter((other) => other !== turn);
    turn.end();
    for (const waiting of turn.parts.splice(0)) waiting.reject(error);
  };

  const advance = (name: string, site: SiteQueue) => {
    site.timer?.cancel();
    site.timer = undefined;
    if (site.playing) return;
    const turn = site.turns[0];
    if (!turn) {
      if (sites.get(name) === site) sites.delete(name);
      return;
    }
    const waiting = turn.parts.shift();
    if (!waiting) {
      if (turn.complete) {
        site.turns.shift();
        turn.end();
        return advance(name, site);
      }
      site.timer = clock.limit(SILENT_MS, () => {
        drop(site, turn, dropped());
        advance(name, site);
      });
      site.timer.unref();
      return;
    }
    turn.begun = true;
    const { play } = waiting.part;
    if (!play) {
      waiting.resolve();
      return advance(name, site);
    }
    site.playing = true;
    Promise.resolve()
      .then(() => play(`${turn.id}-${++sequence}`))
      .then(
        () => waiting.resolve(),
        (thrown: unknown) => {
          waiting.reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
          failed = [...failed.slice(1 - KEPT_FAILED), `${name} ${turn.id}`];
          drop(site, turn, dropped());
        },
      )
      .finally(() => {
        site.playing = false;
        advance(name, site);
      });
  };

  return {
    add: (part) =>
      new Promise((resolve, reject) => {
        if (part.signal.aborted) return reject(abortError(part.signal));
        if (failed.includes(`${part.site} ${part.turn}`)) return reject(dropped());
        const site = sites.get(part.site) ?? { turns: [], playing: false };
        sites.set(part.site, site);
        const isFull = part.announcement
          ? !site.turns.some(({ id }) => id === part.turn) &&
            site.turns.filter(({ announcement }) => announcement).length >= MAX_ANNOUNCEMENTS
          : site.turns.reduce((sum, { parts, announcement }) => sum + (announcement ? 0 : parts.length), 0) >=
            MAX_WAITING;
        if (isFull) {
          return reject(
            new JarvisError(
              'satellite-unreachable',
              `${part.announcement ? `${MAX_ANNOUNCEMENTS} announcements` : `${MAX_WAITING} sentences`} wait for the loudspeaker of "${part.site}" already: this one is dropped.`,
            ),
          );
        }
        const turn = site.turns.find(({ id }) => id === part.turn) ?? begin(part, site);
        turn.parts.push({ part, resolve, reject });
        turn.complete ||= part.last;
        advance(part.site, site);
      }),
    complete(id) {
      for (const [name, site] of sites) {
        const turn = site.turns.find((other) => other.id === id);
        if (!turn) continue;
        turn.complete = true;
        advance(name, site);
      }
    },
  };

  function begin(part: PlaybackPart, site: SiteQueue): TurnQueue {
    const onAbort = () => {
      drop(site, turn, abortError(part.signal));
      advance(part.site, site);
    };
    part.signal.addEventListener('abort', onAbort, { once: true });
    const end = () => part.signal.removeEventListener('abort', onAbort);
    const announcement = part.announcement === true;
    const turn: TurnQueue = { id: part.turn, announcement, parts: [], complete: false, begun: false, end };
    const before = announcement ? -1 : site.turns.findIndex((other) => other.announcement && !other.begun);
    site.turns.splice(before < 0 ? site.turns.length : before, 0, turn);
    return turn;
  }
}

function dropped(): Error {
  const error = new Error('This turn is no longer spoken.');
  error.name = 'AbortError';
  return error;
}
