import { missed } from '../conversation/missed.js';
import type { Hub, SayRequest, Site } from '../satellites/types.js';
import { clock, type Timer } from '../turn/clock.js';
import { type Erasure, holdsWords } from '../turn/erasing.js';
import { JarvisError } from '../turn/errors.js';

/** Held at the most; then the oldest counts as missed. */
const MAX_HELD = 20;
/** As long as a timer waits for the room that it rings in. */
const HELD_MS = 15 * 60_000;
/** So long satellites that are entered have to come after a start; then it is played for those that never say that they are there. */
const QUIET_MS = 30_000;
const LOOK_MS = 1_000;

interface Held {
  request: SayRequest;
  at: number;
  since: number;
  /** It was played for loudspeakers that may not be there: still, or to its end. */
  tried?: 'playing' | 'played';
  say(request: SayRequest): void;
}

interface UnheardOptions {
  hub(): Pick<Hub, 'sites' | 'sitesIn'> | undefined;
  /** Where announcements go that name no room; none: everywhere. */
  own: readonly string[];
  /** Is told what nobody has heard, or why it could not be said. */
  failed(thrown: unknown, request: SayRequest): void;
}

/** Whether it has given a sign of life since the start. */
const isThere = ({ lastSeen }: Site) => lastSeen > 0;

/**
 * Announcements that come while no satellite and no page is there, as at the start of the house: they are said as soon as
 * one is where they belong, within a quarter of an hour; later they were missed, and are told to whoever asks for that.
 */
export function openUnheard({ hub, own, failed }: UnheardOptions) {
  let held: Held[] = [];
  let looking: Timer | undefined;

  const roomsOf = ({ rooms }: SayRequest) => (rooms.length > 0 ? rooms : [...own]);
  const sitesFor = (request: SayRequest) => hub()?.sitesIn(roomsOf(request)) ?? [];
  const keep = (left: Held[]) => {
    held = left;
    if (held.length === 0) {
      looking?.cancel();
      looking = undefined;
    } else looking ??= clock.every(LOOK_MS, look).unref();
  };
  const drop = (one: Held) => keep(held.filter((other) => other !== one));
  const miss = (one: Held) => {
    drop(one);
    const { text, finished } = one.request;
    missed.note({ kind: 'unheard', rooms: roomsOf(one.request), text, at: one.at });
    finished?.(false);
  };
  const expire = (one: Held) => {
    miss(one);
    const why = `No satellite was there to hear "${one.request.text.slice(0, 60)}".`;
    failed(new JarvisError('satellite-unreachable', why), one.request);
  };
  const say = ({ say: speak, request: original }: Held, request = original) => {
    try {
      speak(request);
    } catch (thrown) {
      original.finished?.(false);
      failed(thrown, original);
    }
  };
  /** Some loudspeakers never say more than that they have played what they were sent. */
  const attempt = (one: Held) => {
    one.tried = 'playing';
    const finished = (ok: boolean) => {
      one.tried = 'played';
      if (!held.includes(one) || !sitesFor(one.request).some(isThere)) return;
      drop(one);
      one.request.finished?.(ok);
    };
    say(one, { ...one.request, finished });
  };
  const look = () => {
    for (const one of held) {
      const sites = sitesFor(one.request);
      const waited = clock.steady() - one.since;
      if (waited >= HELD_MS) expire(one);
      else if (one.tried !== 'playing' && sites.some(isThere)) {
        drop(one);
        say(one);
      } else if (!one.tried && sites.length > 0 && waited >= QUIET_MS) attempt(one);
    }
  };
  const letGo = holdsWords({
    forget({ from, tells }: Erasure) {
      keep(held.filter(({ request, at }) => !tells(request.text) && !(from !== undefined && at >= from)));
    },
  });

  return {
    /** @returns false where it can be said, or where no satellite stands in its rooms but in others: nothing is held */
    hold(request: SayRequest, speak: Held['say']): boolean {
      const house = hub();
      const sites = sitesFor(request);
      if (!house || sites.some(isThere) || (sites.length === 0 && house.sites().some(isThere))) return false;
      const [oldest] = held;
      if (oldest && held.length >= MAX_HELD) expire(oldest);
      keep([...held, { request, at: clock.now(), since: clock.steady(), say: speak }]);
      return true;
    },
    close() {
      letGo();
      for (const one of held) miss(one);
    },
  };
}
