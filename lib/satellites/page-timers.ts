import { clock } from '../turn/clock.js';
import { contained } from '../turn/contained.js';
import { toJarvisError } from '../turn/errors.js';
import type { Problems } from './problems.js';
import type { Sites } from './sites.js';
import type { Site } from './types.js';

/** A timer as the page shows it: it rings, is counted down, or will be at a time that is told. */
export interface PageTimer {
  id: string;
  /** "Pizza timer", in the page's language. */
  called: string;
  ringing?: boolean;
  /** Milliseconds since the epoch, of what is counted down. */
  due?: number;
  /** Milliseconds left while it is paused. */
  paused?: number | undefined;
  /** "At 7:00 AM", "When the washer is done" */
  when?: string;
}

/** The timers of a house as its rooms know them. */
export interface RoomTimers {
  /** What rings at a site, then what is to come in its room; a bounded number. */
  of(site: Site): PageTimer[];
  /** Ends what rings there, or cancels what is to come; nothing happens where no such timer is in the room. @throws JarvisError store-failed */
  end(id: string, site: Site): void;
  /** Gives the way to stop it. */
  onChange(listener: () => void): () => void;
  now(): number;
}

/** What the pages were told of the timers of their rooms. */
export interface PageTimers {
  setTimers(timers: RoomTimers | undefined): void;
  /** A page has opened, and shows none. */
  begin(site: string): void;
  /** Its room or language may have changed. */
  refresh(site: string): void;
  leave(site: string): void;
  close(): void;
}

/** Tells the pages of the timers of their rooms, soon after they changed. */
export function openPageTimers(
  { sites, problems }: { sites: Pick<Sites, 'get'>; problems: Pick<Problems, 'report' | 'right'> },
  send: (site: string, message: object) => void,
): PageTimers {
  let timers: RoomTimers | undefined;
  let unwatch = () => {};
  /** What each page shows, by its site. */
  const shown = new Map<string, string>();
  /** Sites that are looked at soon: one after another, so that many pages don't hold anything up. */
  const waiting = new Set<string>();

  const tell = (id: string) => {
    const site = sites.get(id);
    const before = shown.get(id);
    if (!site || before === undefined) return;
    const all = timers?.of(site) ?? [];
    problems.right(id, 'timers');
    const text = JSON.stringify(all);
    if (text === before) return;
    shown.set(id, text);
    // The page's clock may be another.
    send(id, { type: 'timers', now: timers?.now() ?? clock.now(), timers: all });
  };
  const next = () => {
    const [site] = waiting;
    if (site === undefined) return;
    contained(tell, (thrown) => problems.report(site, 'timers', toJarvisError(thrown, 'failed', 'The timers')))(site);
    waiting.delete(site);
    if (waiting.size > 0) setImmediate(next);
  };
  const refresh = (site: string) => {
    if (waiting.size === 0) setImmediate(next);
    waiting.add(site);
  };
  const refreshAll = () => {
    for (const site of shown.keys()) refresh(site);
  };

  return {
    setTimers(now) {
      unwatch();
      timers = now;
      unwatch = now?.onChange(refreshAll) ?? (() => {});
      refreshAll();
    },
    begin(site) {
      shown.set(site, '[]');
      refresh(site);
    },
    refresh,
    leave: (site) => void shown.delete(site),
    close() {
      unwatch();
      shown.clear();
    },
  };
}
