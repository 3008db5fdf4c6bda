import { EventEmitter, once } from 'node:events';
import { clock, type Timer } from '../../turn/clock.js';
import { closeAll } from '../../turn/closing.js';
import { JarvisError, reasonOf, toJarvisError } from '../../turn/errors.js';
import { backoff, within } from '../../turn/wait.js';
import type { OpenLink } from '../linked/types.js';
import { type Client, connectTo } from './client.js';
import type { Device } from './device.js';
import { openDeviceSettings } from './device-settings.js';
import { openDeviceTimers } from './device-timers.js';
import { openSession, type Session } from './session.js';
import { openSoundServer, type SoundServer } from './sound-server.js';

/** How long a sound waits for a lost connection, in milliseconds. */
const CONNECTION_MS = 30_000;
/** Waits between attempts to connect, in milliseconds. */
const PAUSES = { first: 1_000, most: 60_000 } as const;

/** Connects to a satellite that speaks ESPHome's native API, as Home Assistant does. */
export const openEsphome: OpenLink = ({ site, host, port, key }, tools) => {
  const { problems, sites, settings } = tools;
  const where = `The satellite "${site}" (${host}:${port})`;
  const events = new EventEmitter().setMaxListeners(0);
  let session: Session | undefined;
  let sounds: SoundServer | undefined;
  let detail = 'connecting';
  let attempt = 0;
  let pause: Timer | undefined;
  let connection: { close(): void } | undefined;
  let isClosed = false;
  /** It has said what it is, and is ours. */
  let isUsed = false;
  const timers = openDeviceTimers();
  const knobs = openDeviceSettings({ room: () => sites.get(site), found: (change) => settings.found(site, change) });
  let calledBy: string | undefined;
  /** It shows timers now. */
  let showsTimers = false;

  const failed = (why: Error) => {
    const error = new JarvisError(
      why instanceof JarvisError ? why.code : 'satellite-unreachable',
      `${where} can't be used: ${reasonOf(why)}.`,
      { cause: why },
    );
    detail = error.message;
    problems.report(site, 'connection', error);
    return error;
  };
  const known = (device: Device) => {
    if (!device.hasVoice) {
      return lose(
        new JarvisError('not-configured', `"${device.name}" has no voice assistant, or an old one: update its ESPHome`),
      );
    }
    attempt = 0;
    isUsed = !device.isTaken;
    if (isUsed) {
      sites.update(site, { deviceWords: device.wakeWords });
      // A word that was set and that it doesn't know would wake nobody.
      settings.refresh();
    }
    problems.right(site, 'connection');
    events.emit('changed');
    if (isUsed && !showsTimers && device.hasTimers) {
      showsTimers = true;
      timers.connected((event) => session?.tellTimer(event) ?? false);
    }
    if (!device.isTaken) return problems.right(site, 'taken');
    detail = `${where} hears for somebody else, such as Home Assistant: a device has one voice server at a time`;
    problems.report(site, 'taken', new JarvisError('satellite-unreachable', `${detail}.`));
  };
  /** Ends the connection, and tries again after a pause. */
  const lose = (why: Error) => {
    connection?.close();
    connection = undefined;
    isUsed = false;
    closeSession(failed(why));
    sounds?.close();
    sounds = undefined;
    if (!isClosed) pause = clock.after(backoff(attempt++, PAUSES.first, PAUSES.most), connect);
  };
  const closeSession = (why: Error) => {
    session?.close(why);
    session = undefined;
    showsTimers = false;
    timers.disconnected();
    knobs.disconnected();
  };
  const begin = async (client: Client, isCurrent: () => boolean) => {
    const opened = await openSoundServer(client.local);
    if (!isCurrent()) return opened.close();
    sounds = opened;
    knobs.connected(client);
    const called = () => {
      const { wakeWord, wakeWords } = sites.get(site) ?? {};
      return wakeWord ?? wakeWords?.[0];
    };
    session = openSession(client, opened, { ...tools, site, known, wakeWord: called });
  };
  const connect = () => {
    const own = connectTo(
      { host, port, key },
      {
        opened(client) {
          begin(client, () => connection === own).catch((thrown: unknown) => {
            if (connection === own) lose(toJarvisError(thrown, 'failed', 'nothing can be offered to it'));
          });
          return (type, data) => {
            if (!session) return;
            knobs.read(type, data);
            session.take(type, data);
          };
        },
        closed: (why) => connection === own && lose(why),
      },
    );
    connection = own;
  };
  connect();

  const connected = async (signal: AbortSignal) => {
    const limit = { ms: CONNECTION_MS, what: where, code: 'satellite-unreachable', signal } as const;
    return within(limit, async (inner) => {
      while (!session || !isUsed) await once(events, 'changed', { signal: inner });
      return session;
    }).catch((thrown: unknown) => {
      throw signal.aborted ? thrown : new JarvisError('satellite-unreachable', detail);
    });
  };
  return {
    play: async (sound, _id, signal) => (await connected(signal)).play(sound, signal),
    setStage: (stage) => session?.setStage(stage),
    dismiss: () => session?.dismiss(),
    show: (what) => session?.show(what),
    listen: () => session?.listen(),
    roomChanged() {
      knobs.roomChanged();
      const { wakeWord: now } = sites.get(site) ?? {};
      if (now === calledBy) return;
      calledBy = now;
      session?.wakeWordChanged();
    },
    hasVolume: () => knobs.hasVolume,
    showTimers: timers.show,
    bell: () => (showsTimers ? timers.ring : undefined),
    async close() {
      isClosed = true;
      pause?.cancel();
      const last = connection;
      connection = undefined;
      const closed = new JarvisError('satellite-unreachable', `${where} was closed.`);
      await closeAll([() => last?.close(), () => closeSession(closed), () => sounds?.close()]);
    },
  };
};
