import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { quieter } from '../audio/level.js';
import type { Pcm } from '../audio/pcm.js';
import type { Stage } from '../conversation/turns.js';
import { JarvisError } from '../turn/errors.js';
import type { Wake } from '../turn/turn.js';
import { type AssistDoors, openAssist } from './assist/assist.js';
import { type Broker, openBroker } from './broker.js';
import { type Ears, type HouseView, openBrowserSatellites } from './browser.js';
import { type Converse, openConverse } from './converse.js';
import { openRooms, type RoomsOptions } from './esphome-device/rooms.js';
import { type Hermes, openHermes } from './hermes.js';
import type { DiscoveryOptions, HouseDevices } from './house-devices.js';
import { openKeptSettings, type SettingsOptions } from './kept-settings.js';
import type { BrokerAddress } from './mqtt.js';
import { askPhones } from './phone-questions.js';
import { openPlaybackQueue } from './playback-queue.js';
import { openProblems } from './problems.js';
import type { Answer } from './questions.js';
import { openRates } from './rates.js';
import { BROWSER_PREFIX, isRead, isSiteId, openSites } from './sites.js';
import type { Emit, Hub, HubEvents, HubStatus } from './types.js';

/** Where the satellites' messages come together. */
export type HubBroker =
  | { kind: 'embedded'; host: string; port: number }
  /** An empty `url` means no MQTT: then only pages are satellites. */
  | { kind: 'external'; url: string; protocol: 4 | 5; verify: boolean; ca?: string | undefined };

export interface HubOptions {
  broker: HubBroker;
  /** For an external broker, or what the embedded one asks for. */
  user?: string | undefined;
  password?: string | undefined;
  /** Satellites' own accounts at the embedded broker: site id to password as `hashPassword` gives it. */
  accounts?: Readonly<Record<string, string>> | undefined;
  /** First level of our own topics; "jarvis" when not given. */
  prefix?: string | undefined;
  /** Site id to the area it stands in. */
  areas?: Readonly<Record<string, string>> | undefined;
  /** The house that pages show. */
  house?: HouseView | undefined;
  /** Where Home Assistant finds a conversation agent; nowhere when not given. */
  assist?: AssistDoors | undefined;
  /** Offers the rooms in `areas` to Home Assistant as voice devices. */
  rooms?: RoomsOptions | undefined;
  /** Shows the satellites of MQTT as devices in Home Assistant. */
  discovery?: DiscoveryOptions | undefined;
  /** What people set of rooms in Home Assistant is kept; else it lasts as long as the hub. */
  settings?: SettingsOptions | undefined;
}

const NO_DOORS: AssistDoors = { wyoming: '', ollama: '', names: () => '' };

/** The hub with what only a server needs. */
export interface SatelliteHub extends Hub {
  /** As `BrowserSatellites.handleUpgrade`. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, session: string): boolean;
  /** Shows another house on the pages, or none; its areas are those that conversations are in. */
  setHouse(house: HouseView | undefined): void;
  /** As `BrowserSatellites.setEars`. */
  setEars(ears: Ears | null): void;
  captured(site: string, text: string, likelihood?: number, seconds?: number, sessionId?: string): void;
  /** The satellites as devices in Home Assistant, where they are to be. */
  readonly devices: Pick<HouseDevices, 'tell'> | undefined;
  /** What can be done with the satellites may have changed: wake words, somebody who speaks. */
  refresh(): void;
  /** @param isRemoved it doesn't come back: nothing of it stays at the broker */
  close(isRemoved?: boolean): Promise<void>;
  readonly converse: Converse;
  /** Tells on MQTT what came of a question. */
  answer(answer: Answer): void;
}

/**
 * Opens all satellites of one config node: those on MQTT and the pages. Never throws and never gives up: a broker that
 * can't be reached or started is in `status()` and tried again, for as long as the hub is open.
 */
export function openHub(options: HubOptions): SatelliteHub {
  const events = new EventEmitter().setMaxListeners(0);
  const emit: Emit = (event, ...args) => {
    const microphone = microphoneOf(event, args);
    if (microphone !== undefined && sites.get(microphone)?.deaf) return;
    const [site, samples] = args;
    // While Home Assistant listens in a room, nobody else does.
    if (event === 'audio' && typeof site === 'string' && Buffer.isBuffer(samples) && rooms?.hear(site, samples)) return;
    for (const listener of events.listeners(event)) {
      try {
        listener(...args);
      } catch (thrown) {
        // A fault of the listener, which must not end the connection that happened to bring the event.
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        if (event !== 'problem') problems.report('hub', event, error);
      }
    }
  };
  const problems = openProblems((site, error) => emit('problem', site, error));
  const sites = openSites(options.areas ?? {}, (all) => {
    emit('sites', all);
    settings.sitesChanged();
    mqtt.hermes?.sitesChanged();
    rooms?.sitesChanged();
  });
  const canSay = () => events.listenerCount('say' satisfies keyof HubEvents) > 0;
  const named = Object.keys(options.areas ?? {}).filter((id) => sites.get(id)?.via === 'mqtt');
  const isShown = options.discovery && !options.discovery.isWithdrawn;
  const canSet = (site: string) =>
    isShown ? sites.get(site)?.via === 'mqtt' : Boolean(options.rooms?.address) && named.includes(site);
  const settings = openKeptSettings(options.settings, { sites, problems, emit, canSet });
  const shared = { sites, settings, problems, rates: openRates(problems), emit, canSay };
  const mqtt = openMqtt(options, shared);
  const browser = openBrowserSatellites(shared);
  const assist = openAssist(options.assist ?? NO_DOORS, shared);
  let leavePhones = () => {};
  const setHouse = (house: HouseView | undefined) => {
    browser.setHouse(house);
    assist.setHouse(house);
    leavePhones();
    leavePhones = house?.phones ? askPhones(house.phones, house, shared) : () => {};
  };
  setHouse(options.house);
  // Told a moment later, when there are listeners.
  setImmediate(() => {
    for (const id of Object.keys(options.areas ?? {})) {
      if (!isSiteId(id)) problems.report(id.slice(0, 64), 'areas', notASite(id));
    }
  });
  const isPage = (site: string) => site.startsWith(BROWSER_PREFIX);
  const isOnMqtt = (site: string) => !isPage(site) && !isRead(site) && isSiteId(site);
  const loudspeakers = openPlaybackQueue();
  const play = async (site: string, sound: Pcm, id: string, signal: AbortSignal) => {
    if (sound.samples.length === 0 || sites.get(site)?.muted || isRead(site)) return;
    if (isPage(site)) return browser.play(site, sound, id, signal);
    if (!isSiteId(site)) throw notASite(site);
    if (!mqtt.hermes) throw new JarvisError('satellite-unreachable', `"${site}" can't be reached. ${mqtt.off.detail}`);
    const { volume = 100 } = sites.get(site) ?? {};
    // Heard loudness grows with the square, roughly.
    const heard = volume < 100 ? { ...sound, samples: quieter(sound.samples, (volume / 100) ** 2) } : sound;
    await mqtt.hermes.play(site, heard, id, signal);
  };
  const setStage = (site: string, stage: Stage) => {
    if (isPage(site)) browser.send(site, { type: 'stage', stage });
    else if (isOnMqtt(site)) mqtt.hermes?.setStage(site, stage);
  };
  const rooms = options.rooms && openRooms(options.rooms, named, { ...shared, loudspeakers, play, show: setStage });
  // Who says the wake word wants this assistant, not Home Assistant's.
  events.on('wake' satisfies keyof HubEvents, (site: string, { by }: Wake) => {
    if (by !== 'follow-up') rooms?.leave(site);
  });
  events.on('hush' satisfies keyof HubEvents, (site: string) => rooms?.hush(site));
  settings.sitesChanged();

  return {
    on: (event, listener) => events.on(event, listener),
    off: (event, listener) => events.off(event, listener),
    status: () => mqtt.hermes?.status() ?? mqtt.off,
    sites: sites.all,
    site: (id) => sites.get(id) ?? assist.site(id),
    sitesIn: sites.inRooms,
    setArea(site, area) {
      if (!isPage(site) && !sites.get(site)) sites.touch(site, 'mqtt');
      sites.update(site, { area });
    },
    loudspeakers,
    play,
    show(site, what) {
      if (isPage(site)) browser.send(site, { type: 'show', ...what });
      else if (isOnMqtt(site)) mqtt.hermes?.show(site, what.kind, what.text.trim());
    },
    setStage,
    listen: (site) => emit('wake', site, { word: null, by: 'follow-up' }),
    captured(site, text, likelihood, seconds, sessionId) {
      if (isOnMqtt(site)) mqtt.hermes?.captured(site, text, likelihood, seconds, sessionId);
    },
    converse: openConverse({ ...shared, sitesIn: sites.inRooms, ask: assist.ask }),
    answer: (answer) => mqtt.hermes?.answer(answer),
    handleUpgrade: browser.handleUpgrade,
    setHouse,
    setEars: browser.setEars,
    devices: mqtt.hermes?.devices,
    refresh() {
      settings.refresh();
      mqtt.hermes?.devices?.sitesChanged();
    },
    async close(isRemoved) {
      events.removeAllListeners();
      leavePhones();
      await rooms?.close();
      await Promise.all([browser.close(), mqtt.close(isRemoved), assist.close()]);
    },
  };
}

function notASite(id: string): JarvisError {
  return new JarvisError(
    'bad-input',
    `"${id.slice(0, 64)}" can't be a satellite's name: use 1 to 64 letters, digits, "_", "." or "-".`,
  );
}

/** The site whose microphone an event comes from. */
function microphoneOf<K extends keyof HubEvents>(event: K, args: HubEvents[K]): string | undefined {
  const [first] = args;
  if (event === 'audio' || event === 'wake') return typeof first === 'string' ? first : undefined;
  const isCaptured = event === 'text' && typeof first === 'object' && 'by' in first && first.by === 'captured';
  return isCaptured ? first.site : undefined;
}

/** The MQTT side and its broker; without an address there is neither, and `off` says why. */
function openMqtt(
  options: HubOptions,
  shared: Pick<Parameters<typeof openHermes>[0], 'sites' | 'settings' | 'problems' | 'rates' | 'emit' | 'canSay'>,
): { hermes: Hermes | undefined; off: HubStatus; close(isRemoved?: boolean): Promise<void> } {
  const { broker, user, password, accounts } = options;
  const prefix = options.prefix || 'jarvis';
  const why =
    broker.kind === 'external' && broker.url.trim() === ''
      ? 'No MQTT broker is set: give its address, or choose the embedded one.'
      : /[+#\0]|^\/|\/$/.test(prefix) || prefix.length > 100
        ? `"${prefix}" can't be the beginning of a topic: use words and "/" between them.`
        : '';
  const off: HubStatus = { state: 'off', detail: why };
  if (why !== '') return { hermes: undefined, off, close: async () => {} };

  let embedded: Broker | undefined;
  const address = async (): Promise<BrokerAddress> => {
    if (broker.kind === 'external') return { ...broker, user, password };
    const { host, port } = broker;
    const onProblem = shared.problems.report;
    embedded ??= await openBroker({ host, port, user, password, accounts, prefix, onProblem });
    return { url: `mqtt://${reachable(host)}:${embedded.port}`, protocol: 4, ...embedded.own, verify: true };
  };
  const hermes = openHermes({ ...shared, address, prefix, discovery: options.discovery });
  return {
    hermes,
    off,
    async close(isRemoved) {
      await hermes.close(isRemoved);
      await embedded?.close();
    },
  };
}

/** Where what listens on `host` answers on this machine. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
