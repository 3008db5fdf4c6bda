import { readCommand } from '../home/discovery/commands.js';
import { assistantDevice, entityNames, type Naming, roomDevice } from '../home/discovery/devices.js';
import {
  assistantTopic,
  BIRTH_TOPIC,
  deviceId,
  deviceTopic,
  EVERY_DEVICE,
  isOurTopic,
  keptOf,
  roomTopics,
  siteOf,
  statusTopic,
} from '../home/discovery/topics.js';
import { clock, type Timer } from '../turn/clock.js';
import { JarvisError, toJarvisError } from '../turn/errors.js';
import { shorten } from '../turn/shorten.js';
import { tokenBucket } from '../turn/token-bucket.js';
import type { KeptSettings } from './kept-settings.js';
import type { Problems } from './problems.js';
import type { Rates } from './rates.js';
import { MAX_STATE, openRoomNews } from './room-news.js';
import { isDevice, type Sites } from './sites.js';
import type { Emit } from './types.js';

/** How the assistant does, as far as there is something to tell. */
export interface AssistantState {
  /** Whether a model can be used, null while that isn't known; missing without a model server. */
  model?: boolean | null | undefined;
  /** How many entries the memory has, null while that isn't known; missing without one. */
  memories?: number | null | undefined;
  /** Codes of what is wrong. */
  wrong: readonly string[];
}

/** What a room's device shows of its timers. */
export interface DeviceTimers {
  /** When the next one is due: ISO 8601, null where none is. */
  next: string | null;
  /** The next ones, the first to come first. */
  timers: readonly {
    kind: string;
    /** What it is called, or what is to be told or done then; empty where nothing is known of that. */
    name: string;
    /** ISO 8601, null while it is paused. */
    due: string | null;
    /** Seconds left while it is paused. */
    paused: number | null;
  }[];
}

export interface DiscoveryOptions {
  /** Languages spoken in the house, the usual one first. */
  languages: readonly string[];
  /** The name of an area that is given as its name or its id. */
  areaName(area: string): string;
  /** Was shown before, and is to be taken back. */
  isWithdrawn?: boolean;
}

/** The rooms and the assistant as devices of Home Assistant, on the connection that their satellites are on. */
export interface HouseDevices {
  /** What the broker tells when the connection is lost. */
  readonly will: { topic: string; payload: string };
  readonly topics: readonly string[];
  /** True when it was a message for it. Never throws. */
  receive(topic: string, payload: Buffer, retained: boolean): boolean;
  /** A connection began. */
  connected(): void;
  /** Sites appeared, changed or went, or what can be done with them. */
  sitesChanged(): void;
  tell(state: AssistantState): void;
  /** Shows these timers, by the ids of their rooms, and no others. */
  showTimers(timers: ReadonlyMap<string, DeviceTimers>): void;
  /** Before the connection ends. @param isRemoved takes all devices back */
  close(isRemoved: boolean): void;
}

const MAX_COMMAND_BYTES = 20_000;
/** Changes are gathered for so long, in milliseconds. */
const GATHER_MS = 20;
const NO_TIMERS: DeviceTimers = { next: null, timers: [] };
/** Kept messages that are sent a second. */
const PACE = { rate: 50, burst: 500 };
/** A room that was announced before we started and isn't heard of for so long is gone, in milliseconds. */
const RETURN_MS = 24 * 60 * 60_000;
/** Topics of theirs; a room has three. */
const MAX_STRANGERS = 3_000;

/**
 * Announces the sites of MQTT and the assistant, keeps what the broker keeps of them in step, and takes commands of theirs.
 * Nothing is thrown: what is wrong is a problem of the room.
 */
export function openHouseDevices(
  options: DiscoveryOptions & {
    prefix: string;
    sites: Sites;
    settings: KeptSettings;
    problems: Problems;
    rates: Rates;
    emit: Emit;
    /** As `MqttLink.publish`. */
    publish: (topic: string, payload: string, retain: boolean) => boolean;
    /** Whether announcements from outside are spoken by somebody. */
    canSay: () => boolean;
  },
): HouseDevices {
  const { prefix, languages, sites, settings, problems, rates, emit, publish } = options;
  const naming: Naming = { prefix, language: languages[0] ?? 'en' };
  const languageNames = new Map(languages.map((tag) => [nameOf(tag), tag]));
  const any = entityNames(naming.language).anyWord;
  /** What may be chosen for a room. */
  const choices = (site: string) => {
    const words = settings.wakeWords(site);
    return { languages: [...languageNames.keys()], wakeWords: words.length > 1 ? [any, ...words] : [] };
  };
  const pace = tokenBucket(PACE.rate, PACE.burst);
  /** What the broker keeps of ours, by topic. */
  const announced = new Map<string, string>();
  /** Kept since before we started, of rooms that we haven't heard of since. */
  const strangers = new Set<string>();
  let assistant: AssistantState = { wrong: [] };
  /** Unknown at first: until then the broker keeps what it was told before. */
  let timers: ReadonlyMap<string, DeviceTimers> | undefined;
  let timer: Timer | undefined;
  const patience = clock.after(RETURN_MS, () => takeBack([...strangers])).unref();

  const rooms = () => sites.all().filter(isDevice);
  const isRoom = (site: string) => isDevice(sites.get(site));
  const news = openRoomNews({ prefix, isRoom, publish });

  /** Everything the broker is to keep, by topic, in the order in which it is told. */
  const wanted = (): Map<string, string> => {
    const kept = new Map<string, string>();
    if (options.isWithdrawn) return kept;
    kept.set(statusTopic(prefix), 'online');
    const { model, memories, wrong } = assistant;
    const all = [assistantDevice({ hasModel: model !== undefined, hasMemory: memories !== undefined }, naming)];
    for (const { id: site, area } of rooms()) {
      const name = area ? options.areaName(area) : undefined;
      all.push(roomDevice({ site, area: name, ...choices(site), canSay: options.canSay() }, naming));
    }
    for (const { id, payload } of all) kept.set(deviceTopic(id), JSON.stringify(payload));
    const health = shorten(wrong.join(', '), MAX_STATE) || 'ok';
    const state = { model: typeof model === 'boolean' ? onOff(model) : null, memories: memories ?? null, health };
    kept.set(assistantTopic(prefix), JSON.stringify(state));
    for (const { id: site, deaf, volume = 100, language = naming.language, wakeWord } of rooms()) {
      const state = {
        mute: onOff(deaf === true),
        volume,
        language: languages.includes(language) ? nameOf(language) : null,
        wake_word: wakeWord ?? any,
      };
      const topics = roomTopics(prefix, site);
      kept.set(topics.settings, JSON.stringify(state));
      if (timers) kept.set(topics.timers, JSON.stringify(timers.get(site) ?? NO_TIMERS));
    }
    return kept;
  };

  const announce = () => {
    timer = undefined;
    const now = wanted();
    for (const topic of strangers) if (now.has(topic)) strangers.delete(topic);
    news.sitesChanged();
    for (const topic of [...announced.keys()]) if (!now.has(topic)) now.set(topic, '');
    for (const [topic, payload] of now) {
      if (announced.get(topic) === payload) continue;
      if (!pace.take()) return later(pace.wait());
      // At the next connection all is told anew.
      if (!publish(topic, payload, true)) return;
      if (payload === '') announced.delete(topic);
      else announced.set(topic, payload);
    }
  };
  const later = (ms: number) => {
    timer ??= clock.after(ms, announce).unref();
  };

  const command = (site: string, name: string, payload: Buffer) => {
    const room = sites.get(site);
    if (!room || !isDevice(room))
      throw new JarvisError('bad-input', `There is no room "${site.slice(0, 64)}" to command.`);
    if (payload.length > MAX_COMMAND_BYTES)
      throw new JarvisError('bad-input', `The command for "${site}" is too long.`);
    const asked = readCommand(name, payload.toString('utf8'), choices(site));
    switch (asked.do) {
      case 'mute':
        return settings.change(site, { deaf: asked.muted || undefined });
      case 'volume':
        return settings.change(site, { volume: asked.percent < 100 ? asked.percent : undefined });
      case 'language':
        return settings.change(site, { language: languageNames.get(asked.language) });
      case 'wakeWord':
        return settings.change(site, { wakeWord: asked.word === any ? undefined : asked.word });
      case 'stop':
        return emit('hush', site);
      case 'say':
        return emit('say', { text: asked.text, rooms: [site] });
    }
  };

  const tellAnew = () => {
    for (const topic of announced.keys()) announced.set(topic, 'before');
    later(GATHER_MS);
  };
  /** Has the broker let go of what it keeps there. */
  const takeBack = (topics: Iterable<string>) => {
    for (const topic of topics) announced.set(topic, 'before');
    strangers.clear();
    later(GATHER_MS);
  };
  /** Topics that may be kept of rooms and the assistant. */
  const ofRooms = (ids: readonly string[]) => [
    ...[deviceId(prefix), ...ids.map((id) => deviceId(prefix, id))].map(deviceTopic),
    ...ids.flatMap((id) => keptOf(prefix, id)),
    ...[assistantTopic(prefix), statusTopic(prefix)],
  ];

  const before = `${prefix}/`;
  const devices: HouseDevices = {
    will: { topic: statusTopic(prefix), payload: 'offline' },
    topics: [roomTopics(prefix, '+').set('+'), BIRTH_TOPIC, EVERY_DEVICE],
    receive(topic, payload, retained) {
      if (topic === BIRTH_TOPIC) {
        // Many at once are one: it is told at its pace.
        if (!retained && `${payload.subarray(0, 20)}` === 'online') tellAnew();
        return true;
      }
      if (isOurTopic(prefix, topic)) {
        if (retained && payload.length > 0 && strangers.size < MAX_STRANGERS) {
          const site = siteOf(prefix, topic);
          for (const kept of [topic, ...(site === undefined ? [] : keptOf(prefix, site))]) strangers.add(kept);
        }
        if (options.isWithdrawn) takeBack(strangers);
        return true;
      }
      const [site, what, name, ...more] = topic.startsWith(before) ? topic.slice(before.length).split('/') : [];
      if (site === undefined || what !== 'set' || name === undefined || more.length > 0) return false;
      // What was asked once was asked once, although the broker kept it.
      if (retained || options.isWithdrawn || !rates.message(site, topic)) return true;
      try {
        command(site, name, payload);
        problems.right(site, 'command');
      } catch (thrown) {
        problems.report(site.slice(0, 64), 'command', toJarvisError(thrown, 'bad-input', 'A command'));
      }
      return true;
    },
    connected() {
      if (options.isWithdrawn) takeBack(ofRooms(rooms().map(({ id }) => id)));
      tellAnew();
    },
    sitesChanged: () => later(GATHER_MS),
    tell(state) {
      assistant = state;
      later(GATHER_MS);
    },
    showTimers(shown) {
      timers = shown;
      later(GATHER_MS);
    },
    close(isRemoved) {
      news.close();
      timer?.cancel();
      patience.cancel();
      if (isRemoved) for (const topic of [...strangers, ...announced.keys()]) publish(topic, '', true);
      else if (!options.isWithdrawn) publish(statusTopic(prefix), 'offline', true);
    },
  };
  return devices;
}

const onOff = (is: boolean) => (is ? 'ON' : 'OFF');

/** A language's name in itself: "Deutsch". */
function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
