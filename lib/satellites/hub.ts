import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { amplified } from '../audio/level.js';
import type { Pcm } from '../audio/pcm.js';
import type { Stage } from '../conversation/turns.js';
import { closeAll } from '../turn/closing.js';
import { JarvisError, reasonOf } from '../turn/errors.js';
import type { Wake } from '../turn/turn.js';
import { type AssistDoors, openAssist } from './assist/assist.js';
import { type Broker, openBroker } from './broker.js';
import { type Ears, type HouseView, openBrowserSatellites } from './browser.js';
import { type Converse, openConverse } from './converse.js';
import { openEchoes } from './echoes.js';
import { openRooms, type RoomsOptions } from './esphome-device/rooms.js';
import { openEsphome } from './esphome-satellite/esphome-satellite.js';
import { type FormSetting, volumeNow } from './form-settings.js';
import { type Hermes, openHermes } from './hermes.js';
import type { DiscoveryOptions, HouseDevices } from './house-devices.js';
import { openKeptSettings, type SettingsOptions } from './kept-settings.js';
import { openLinked } from './linked/linked.js';
import type { LinkedSatellite, ShownTimer } from './linked/types.js';
import { announce } from './mdns/announce.js';
import type { MdnsOptions } from './mdns/socket.js';
import type { BrokerAddress } from './mqtt.js';
import { askPhones } from './phone-questions.js';
import { openPlaybackQueue } from './playback-queue.js';
import { openProblems, type Problem } from './problems.js';
import type { Answer, AskRequest } from './questions.js';
import { openRates } from './rates.js';
import { several } from './room-languages.js';
import { BROWSER_PREFIX } from './site-names.js';
import { isDevice, isRead, isSiteId, openSites } from './sites.js';
import type { Emit, Hub, HubEvents, HubStatus, SayRequest } from './types.js';
import { openWyomingSatellite } from './wyoming-satellite/wyoming-satellite.js';

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
  /** Site id to what is entered of it in the form. */
  formSettings?: Readonly<Record<string, FormSetting>> | undefined;
  /** BCP 47 tags of the languages that are spoken in rooms that have none of their own; several or none count. */
  voiced?: readonly string[] | undefined;
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
  /** Satellites that listen at addresses of their own. */
  linked?: readonly LinkedSatellite[] | undefined;
  /** Where others find what is open to them. */
  mdns?: MdnsOptions | undefined;
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
  readonly devices: Pick<HouseDevices, 'tell' | 'showTimers'> | undefined;
  /** Shows the timers of a room on its satellite, where that can; what was shown there before and isn't among them goes. */
  showTimers(site: string, timers: readonly ShownTimer[]): void;
  /** What can be done with the satellites may have changed: wake words, somebody who speaks. */
  refresh(): void;
  /** @param isRemoved it doesn't come back: nothing of it stays at the broker */
  close(isRemoved?: boolean): Promise<void>;
  readonly converse: Converse;
  /** Has a flow announce something; false where none takes what comes from outside. */
  say(request: SayRequest): boolean;
  /** Has a flow ask a room; false where none does. @param told what came of it, once */
  ask(request: AskRequest, told: (answer: Answer) => void): boolean;
  /** As `Problems.of`. */
  problems(site: string): readonly Problem[];
  /** Tells on MQTT what came of a question. */
  answer(answer: Answer): void;
}

/**
 * Opens all satellites of one config node: those on MQTT and the pages. Never throws and never gives up: a broker that
 * can't be reached or started is in `status()` and tried again, for as long as the hub is open.
 */
export function openHub(options: HubOptions): SatelliteHub {
  const events = new EventEmitter().setMaxListeners(0);
  /** Microphones that somebody has for themselves. */
  const taps = new Map<string, (samples: Buffer) => void>();
  const emit: Emit = (event, ...args) => {
    const microphone = microphoneOf(event, args);
    if (microphone !== undefined && sites.get(microphone)?.deaf) return;
    const [site, samples] = args;
    const tap = microphone === undefined ? undefined : taps.get(microphone);
    if (tap) {
      if (event === 'audio' && Buffer.isBuffer(samples)) tap(samples);
      return;
    }
    let told: readonly unknown[] = args;
    if (event === 'audio' && typeof site === 'string' && Buffer.isBuffer(samples)) {
      const heard = echoes.hears(site, samples);
      // While Home Assistant listens in a room, nobody else does.
      if (heard.length === 0 || rooms?.hear(site, heard)) return;
      told = [site, heard, echoes.erle(site)];
    }
    for (const listener of events.listeners(event)) {
      try {
        listener(...told);
      } catch (thrown) {
        // A fault of the listener, which must not end the connection that happened to bring the event.
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        if (event !== 'problem') problems.report('hub', event, error);
      }
    }
  };
  const echoes = openEchoes();
  const problems = openProblems((site, error) => emit('problem', site, error));
  const sites = openSites(
    options.areas ?? {},
    (all) => {
      emit('sites', all);
      settings.sitesChanged();
      mqtt.hermes?.sitesChanged();
      rooms?.sitesChanged();
      linked.sitesChanged();
      echoes.keepOnly((site) => sites.get(site) !== undefined);
    },
    new Map((options.linked ?? []).map(({ site, kind }) => [site, kind])),
    options.formSettings,
    several(options.voiced),
  );
  const notFound = (error: Error) => {
    const why = `Others don't find this flow on the network, only at its address: ${reasonOf(error)}.`;
    problems.report('assist', 'mdns', new JarvisError('failed', why, { cause: error }));
  };
  const isHeard = (event: keyof HubEvents) => events.listenerCount(event) > 0;
  const canSay = () => isHeard('say');
  const named = Object.keys(options.areas ?? {}).filter((id) => sites.get(id)?.via === 'mqtt');
  const isShown = options.discovery && !options.discovery.isWithdrawn;
  const canSet = (site: string) =>
    isShown ? isDevice(sites.get(site)) : Boolean(options.rooms?.address) && named.includes(site);
  const settings = openKeptSettings(options.settings, { sites, problems, emit, canSet });
  const shared = { sites, settings, problems, rates: openRates(problems), emit, canSay };
  const mqtt = openMqtt(options, {
    ...shared,
    onPiece: (site, piece) => void echoes.plays(site, piece),
  });
  const browser = openBrowserSatellites(shared);
  const assist = openAssist(options.assist ?? NO_DOORS, shared);
  const linked = openLinked(options.linked ?? [], { esphome: openEsphome, wyoming: openWyomingSatellite }, shared);
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
  const isOnMqtt = (site: string) => !isPage(site) && !isRead(site) && isSiteId(site) && !linked.get(site);
  const loudspeakers = openPlaybackQueue();
  const play = async (site: string, sound: Pcm, id: string, signal: AbortSignal) => {
    if (sound.samples.length === 0 || sites.get(site)?.muted || isRead(site)) return;
    if (!isSiteId(site)) throw notASite(site);
    const link = linked.get(site);
    if (!link && !isPage(site) && !mqtt.hermes)
      throw new JarvisError('satellite-unreachable', `"${site}" can't be reached. ${mqtt.off.detail}`);
    const volume = volumeNow(sites.get(site) ?? {});
    // Heard loudness grows with the square, roughly.
    const heard =
      volume < 100 && !link?.hasVolume?.()
        ? { ...sound, samples: amplified(sound.samples, (volume / 100) ** 2) }
        : sound;
    if (isPage(site)) return browser.play(site, heard, id, signal);
    if (!link) return mqtt.hermes?.play(site, heard, id, signal);
    // ESPHome's devices, as browsers, take out their own voice themselves.
    const cut = sites.get(site)?.via === 'wyoming' ? echoes.plays(site, heard) : () => {};
    await link.play(heard, id, signal).finally(cut);
  };
  const setStage = (site: string, stage: Stage) => {
    const link = linked.get(site);
    if (link) link.setStage(stage);
    else if (isPage(site)) browser.send(site, { type: 'stage', stage });
    else if (isOnMqtt(site)) mqtt.hermes?.setStage(site, stage);
  };
  const rooms = options.rooms && openRooms(options.rooms, named, { ...shared, loudspeakers, play, show: setStage });
  const announced = [...assist.announced, ...(rooms?.announced ?? [])];
  const leaveNetwork = announced.length > 0 ? announce(announced, notFound, options.mdns) : async () => {};
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
    tap(site, hear) {
      taps.set(site, hear);
      return () => {
        if (taps.get(site) === hear) taps.delete(site);
      };
    },
    problems: problems.of,
    loudspeakers,
    play,
    show(site, what) {
      const link = linked.get(site);
      if (link) link.show(what);
      else if (isPage(site)) browser.send(site, { type: 'show', ...what });
      else if (isOnMqtt(site)) mqtt.hermes?.show(site, what.kind, what.text.trim());
    },
    setStage,
    dismiss: (site) => linked.get(site)?.dismiss(),
    listen(site) {
      linked.get(site)?.listen();
      emit('wake', site, { word: null, by: 'follow-up' });
    },
    bell: (site) => linked.get(site)?.bell?.(),
    showTimers: (site, timers) => linked.get(site)?.showTimers?.(timers),
    captured(site, text, likelihood, seconds, sessionId) {
      if (isOnMqtt(site)) mqtt.hermes?.captured(site, text, likelihood, seconds, sessionId);
    },
    converse: openConverse({ ...shared, sitesIn: sites.inRooms, ask: assist.ask }),
    say(request) {
      emit('say', request);
      return canSay();
    },
    ask(request, told) {
      emit('ask', request, told);
      return isHeard('ask');
    },
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
      const open = [browser.close, () => mqtt.close(isRemoved), assist.close, linked.close, leaveNetwork];
      await closeAll([leavePhones, () => rooms?.close()], open, [echoes.close]);
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
  shared: Omit<Parameters<typeof openHermes>[0], 'address' | 'prefix' | 'discovery'>,
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
      await closeAll([() => hermes.close(isRemoved)], [() => embedded?.close()]);
    },
  };
}

/** Where what listens on `host` answers on this machine. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
