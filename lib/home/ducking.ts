import { within } from '../turn/wait.js';
import { entityIndex } from './entity-index.js';
import type { Home } from './types.js';

/** Lowers what plays in a room while it listens or speaks, and puts it back. Nothing here is ever thrown. */
export interface Ducking {
  /** A site in an area (name or id) listens or speaks. @param spared players that it speaks through itself */
  lower(site: string, area: string, spared?: readonly string[]): void;
  /** A site does so no longer: the players of its room are put back, unless a person has changed them meanwhile. */
  raise(site: string): void;
  /** Puts players back before somebody else changes them; all without ids. */
  giveBack(players?: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** A player that was lowered; volumes in percent. */
interface Held {
  area: string;
  before: number;
  /** What it came to; undefined until that is known. */
  lowered?: number | undefined;
  isLow: boolean;
  isGiven: boolean;
  failures: number;
  work: Promise<void>;
}

/** What stays of the volume, and what is quiet enough, in percent. */
const SHARE = 0.3;
const QUIET = 10;
/** Players count in steps of their own. */
const NEAR = 2;
const CHANGE_MS = 3_000;
const MAX_FAILURES = 5;

export function openDucking(home: Home): Ducking {
  const rooms = new Map<string, string>();
  const held = new Map<string, Held>();
  let unwatch: (() => void) | undefined;

  const playerOf = (id: string) => home.house().entities.find((entity) => entity.id === id);
  const volumeOf = (id: string) => {
    const level = playerOf(id)?.attributes['volume_level'];
    return typeof level === 'number' ? Math.round(level * 100) : undefined;
  };
  const change = async (id: string, value: number) => {
    const limit = { ms: CHANGE_MS, what: `The volume of ${id}` };
    return (await within(limit, (signal) => home.run({ action: 'set_volume', targets: [id], value }, signal))).ok;
  };
  const isWanted = (one: Held) => !one.isGiven && [...rooms.values()].includes(one.area);

  /** Brings a player nearer to what is wanted of it now; one step after the other. */
  const follow = (id: string, one: Held): Promise<void> => {
    one.work = one.work.then(async () => {
      if (held.get(id) !== one || one.isLow === isWanted(one)) {
        if (!one.isLow && !isWanted(one)) forget(id, one);
        return;
      }
      if (!one.isLow) {
        one.isLow = true;
        const done = await change(id, Math.round(one.before * SHARE)).catch(() => false);
        one.lowered = done ? volumeOf(id) : undefined;
        return;
      }
      const now = volumeOf(id);
      // Away: it is put back when it is there again.
      if (now === undefined) return;
      const isChanged: boolean = one.lowered !== undefined && Math.abs(now - one.lowered) > NEAR;
      const back = isChanged ? now : one.before;
      const done: boolean = isChanged || (await change(id, back).catch(() => false));
      if (!done && ++one.failures < MAX_FAILURES) return;
      forget(id, one);
      // Somebody speaks again since it was begun to put it back.
      if (done && isWanted(one)) begin(id, one.area, back);
    });
    return one.work;
  };
  const begin = (id: string, area: string, before: number) => {
    const one = { area, before, isLow: false, isGiven: false, failures: 0, work: Promise.resolve() };
    held.set(id, one);
    unwatch ??= watch();
    void follow(id, one);
  };
  const forget = (id: string, one: Held) => {
    if (held.get(id) === one) held.delete(id);
    if (held.size > 0) return;
    unwatch?.();
    unwatch = undefined;
  };
  const followAll = () => Promise.all([...held].map(([id, one]) => follow(id, one)));
  const watch = () => {
    const stops = [
      home.onChange((changed) => {
        for (const { id } of changed) {
          const one = held.get(id);
          if (one?.isLow && !isWanted(one)) void follow(id, one);
        }
      }),
      home.onStatus(({ state }) => state === 'connected' && void followAll()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };

  return {
    lower(site, area, spared = []) {
      const room = home.status().state === 'connected' ? entityIndex(home.house()).area(area) : undefined;
      if (!room) return;
      rooms.set(site, room.id);
      for (const { id, domain, area: where, state, attributes } of home.house().entities) {
        if (domain !== 'media_player' || where !== room.id || state !== 'playing' || spared.includes(id)) continue;
        const before = volumeOf(id);
        if (held.has(id) || before === undefined || before <= QUIET || attributes['is_volume_muted'] === true) continue;
        begin(id, room.id, before);
      }
    },
    raise(site) {
      if (rooms.delete(site)) void followAll();
    },
    async giveBack(players) {
      const given = [...held].filter(([id]) => players?.includes(id) ?? true);
      for (const [, one] of given) one.isGiven = true;
      await Promise.all(given.map(([id, one]) => follow(id, one)));
    },
    async close() {
      rooms.clear();
      await followAll();
      held.clear();
      unwatch?.();
    },
  };
}
