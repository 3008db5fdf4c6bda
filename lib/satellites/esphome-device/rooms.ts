import { randomUUID } from 'node:crypto';
import net from 'node:net';
import type { Pcm } from '../../audio/pcm.js';
import type { Stage } from '../../conversation/turns.js';
import { entityNames } from '../../home/discovery/devices.js';
import { closeAll } from '../../turn/closing.js';
import { JarvisError, toJarvisError } from '../../turn/errors.js';
import { within } from '../../turn/wait.js';
import { isLoopback } from '../addresses.js';
import { doorAddress, openDoor } from '../assist/doors.js';
import type { KeptSettings } from '../kept-settings.js';
import type { Announced } from '../mdns/announce.js';
import type { PlaybackQueue } from '../playback-queue.js';
import type { Problems } from '../problems.js';
import type { Sites } from '../sites.js';
import type { Emit } from '../types.js';
import { serveConnection } from './connection.js';
import { announcedRoom, roomIdentity } from './identity.js';
import { openRoom, type RoomDevice } from './room.js';

export interface RoomsOptions {
  /** Where the first room is found, as `doorAddress` takes it; each further one a port higher. Empty: none is. */
  address: string;
  /** What Home Assistant must know: 32 bytes in base64. */
  key: string;
  /** Names this installation. */
  house: string;
  /** What their entities are named in: BCP 47 tag. */
  language: string;
}

/** The rooms as voice devices of Home Assistant's. */
export interface Rooms {
  /** True when Home Assistant listens at the site: then this sound is for it alone. */
  hear(site: string, samples: Buffer): boolean;
  sitesChanged(): void;
  /** As `RoomDevice.leave`. */
  leave(site: string): void;
  hush(site: string): void;
  /** Those that other machines reach. */
  readonly announced: readonly Announced[];
  close(): Promise<void>;
}

const KEY_BYTES = 32;
/** Rooms that get a port. */
const MAX_ROOMS = 50;
/** Home Assistant waits no longer for an announcement. */
const SAY_MS = 5 * 60_000;

/**
 * Offers rooms to Home Assistant's ESPHome integration, each at a port of its own, in the order given.
 * Never throws: what can't be opened is told as a problem.
 */
export function openRooms(
  options: RoomsOptions,
  rooms: readonly string[],
  shared: {
    sites: Sites;
    settings: KeptSettings;
    problems: Problems;
    emit: Emit;
    loudspeakers: PlaybackQueue;
    play: (site: string, sound: Pcm, id: string, signal: AbortSignal) => Promise<void>;
    show: (site: string, stage: Stage) => void;
    canSay: () => boolean;
  },
): Rooms {
  const { sites, settings, problems, emit, loudspeakers } = shared;
  const names = entityNames(options.language);
  const devices = new Map<string, RoomDevice>();
  const closers: (() => Promise<void>)[] = [];
  const announced: Announced[] = [];

  const say = async (site: string, text: string): Promise<boolean> => {
    if (!shared.canSay()) return false;
    const heard = () => new Promise<boolean>((finished) => emit('say', { text, rooms: [site], finished }));
    return within({ ms: SAY_MS, what: 'An announcement' }, heard).catch(() => false);
  };
  const open = (site: string, host: string, port: number, key: Buffer) => {
    const identity = roomIdentity(options.house, site);
    const device = openRoom(identity, problems, {
      site: () => sites.get(site),
      play: (sound, signal) => {
        const turn = randomUUID();
        const play = (id: string) => shared.play(site, sound, id, signal);
        return loudspeakers.add({ site, turn, last: true, announcement: true, signal, play });
      },
      say: (text) => say(site, text),
      update: (change) => sites.update(site, change),
      set: (change) => settings.change(site, change),
      wakeWords: () => settings.wakeWords(site),
      names,
      show: (stage) => shared.show(site, stage),
    });
    devices.set(site, device);
    if (!isLoopback(host)) announced.push(announcedRoom(identity, host, port));
    const server = net.createServer({ noDelay: true, keepAlive: true }, (socket) =>
      serveConnection(socket, key, identity, {
        opened(connection) {
          problems.right(site, 'esphome');
          return device.opened(connection);
        },
        closed: device.closed,
        refused(why) {
          const told = `A client of the room's voice device was sent away: ${why.message}.`;
          problems.report(site, 'esphome', new JarvisError('bad-input', told, { cause: why }));
        },
      }),
    );
    closers.push(openDoor(server, { host, port }, problems));
  };

  try {
    const address = doorAddress(options.address);
    if (address) {
      const key = keyOf(options.key);
      for (const [index, site] of rooms.slice(0, MAX_ROOMS).entries()) {
        if (address.port + index <= 65_535) open(site, address.host, address.port + index, key);
      }
    }
  } catch (thrown) {
    const error = toJarvisError(thrown, 'not-configured', 'Home Assistant finds no rooms here');
    // Told a moment later, when there are listeners.
    setImmediate(() => problems.report('assist', 'rooms', error));
  }
  return {
    hear: (site, samples) => devices.get(site)?.hear(samples) ?? false,
    sitesChanged() {
      for (const device of devices.values()) device.changed();
    },
    leave: (site) => devices.get(site)?.leave(),
    hush: (site) => devices.get(site)?.hush(),
    announced,
    close: () =>
      closeAll(
        [...devices.values()].map((device) => () => device.hush()),
        closers,
      ),
  };
}

function keyOf(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new JarvisError(
    'not-configured',
    'The rooms are no voice devices of Home Assistant without a key: enter 32 random bytes in base64 (openssl rand -base64 32).',
  );
}
