import { clock } from '../../turn/clock.js';
import { sleep } from '../../turn/wait.js';

const EVERY_MS = 60_000;
/** Once told, it is told again only when it was so many °C below the limit in between, and no sooner than this. */
const MARGIN = 5;
const QUIET_MS = 30 * 60_000;

export interface HeatWatch {
  /** In °C. */
  limit: number;
  /** In °C; undefined where the computer doesn't tell. */
  read(signal: AbortSignal): Promise<number | undefined>;
  tell(celsius: number): void;
  /** Called when the first reading gives nothing. */
  blind(): void;
  everyMs?: number;
}

/** Watches how hot the processor is, once a minute. Never throws. @returns ends it */
export function watchHeat({ limit, read, tell, blind, everyMs = EVERY_MS }: HeatWatch): () => void {
  const closing = new AbortController();
  const isNews = heatAlarm(limit);
  const watch = async () => {
    for (let first = true; !closing.signal.aborted; first = false) {
      const celsius = await read(closing.signal).catch(() => undefined);
      if (closing.signal.aborted) return;
      if (celsius === undefined && first) blind();
      if (celsius !== undefined && isNews(celsius)) tell(celsius);
      // A closed watch ends here.
      await sleep(everyMs, closing.signal).catch(() => undefined);
    }
  };
  void watch();
  return () => closing.abort();
}

/** Tells of each temperature, in °C, whether it is news that it is at the limit or above. */
export function heatAlarm(limit: number): (celsius: number) => boolean {
  let isArmed = true;
  let toldAt = Number.NEGATIVE_INFINITY;
  return (celsius) => {
    if (celsius <= limit - MARGIN) isArmed = true;
    if (celsius < limit || !isArmed || clock.now() - toldAt < QUIET_MS) return false;
    isArmed = false;
    toldAt = clock.now();
    return true;
  };
}
