import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { type LiveEvents, turns } from '../../lib/conversation/turns.js';
import { confirmationQuestion } from '../../lib/deciding/answers.js';
import { languagesOf } from '../../lib/language/tags.js';
import { houseView } from '../../lib/satellites/house-view.js';
import { openHub, type SatelliteHub } from '../../lib/satellites/hub.js';
import { type Overview, openOverview } from '../../lib/satellites/overview.js';
import { showTimers } from '../../lib/timers/shown.js';
import { shownAddress } from '../../lib/turn/address.js';
import { logging, onClose, onEvents } from '../adapter.js';
import { first, running } from '../running.js';
import { setting } from '../settings.js';
import { type Watched, watched } from '../status.js';
import { discoveryEnded, discoveryOf, settingsOf, showAssistant } from './devices.js';
import {
  accountsOf,
  areasOf,
  assistDoors,
  authority,
  formSettingsOf,
  roomsOf,
  type SatelliteCredentials,
} from './fields.js';
import { linkedOf } from './linked.js';
import { lowerMusic, raiseMusic } from './music.js';
import { showEars, stateOf } from './shown.js';

interface SatellitesDef extends NodeDef {
  broker?: 'embedded' | 'external';
  host?: string;
  port?: string;
  url?: string;
  protocol?: string;
  verify?: boolean;
  ca?: string;
  prefix?: string;
  areas?: string;
  /** JSON: site id to the address of a satellite that is connected to; missing in flows from before there were any. */
  addresses?: string;
  /** JSON: site id to what is entered of it, as `formSetting`; missing in flows from before there was any. */
  settings?: string;
  /** Port, or address and port, where Home Assistant finds this flow as its conversation agent; empty: nowhere. */
  assistWyoming?: string;
  assistOllama?: string;
  /** Port, or address and port, of the first room as a voice device of Home Assistant's; empty: none is one. */
  assistRooms?: string;
  /** Usually spoken; with commas where a voice may be in several, the first for what is in none. */
  language?: string;
  /** Those spoken beside it, comma separated; missing in flows from before there could be several. */
  languages?: string;
  /** Shows the rooms as devices in Home Assistant. */
  discovery?: boolean;
  /** Lowers the media players of a room that listens or speaks; missing in flows from before there was this choice. */
  ducking?: boolean;
}

export interface SatellitesNode extends Node<SatelliteCredentials> {
  readonly hub: SatelliteHub;
  /** What each satellite does, for whoever looks after them. */
  readonly overview: Overview;
  /** The usual language of the house, where neither satellite nor words say another. */
  readonly language: string;
  /** Every language spoken in the house, the usual one first. */
  readonly languages: readonly string[];
  /** How the connection of the satellites does. */
  readonly state: Watched;
  /** For people: where the satellites connect. */
  readonly where: string;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, session: string): void;
}

export default function jarvisSatellites(RED: NodeAPI): void {
  function SatellitesConfig(this: SatellitesNode, def: SatellitesDef): void {
    RED.nodes.createNode(this, def);
    const url = setting('JARVIS_MQTT_URL', def.broker === 'external' ? def.url : '');
    const host = setting('JARVIS_MQTT_HOST', def.host) || '127.0.0.1';
    const port = Number(setting('JARVIS_MQTT_PORT', def.port)) || 1883;
    const external = url !== '' || def.broker === 'external';
    const languages = languagesOf(setting('JARVIS_LANGUAGE', `${def.language || 'en'},${def.languages ?? ''}`));
    // What JARVIS_LANGUAGE lists is understood where it is typed: a voice is in one language, unless the form has several.
    const voiced = languagesOf(setting('JARVIS_LANGUAGE', '') === '' ? (def.language ?? '') : '');
    const hub = openHub({
      broker: external
        ? {
            kind: 'external',
            url,
            protocol: def.protocol === '5' ? 5 : 4,
            verify: def.verify !== false,
            ca: authority(this, def.ca),
          }
        : { kind: 'embedded', host, port },
      user: setting('JARVIS_MQTT_USER', this.credentials?.user) || undefined,
      password: setting('JARVIS_MQTT_PASSWORD', this.credentials?.password) || undefined,
      accounts: accountsOf(RED, this),
      prefix: def.prefix,
      areas: areasOf(this, def.areas),
      linked: linkedOf(this, def.addresses),
      formSettings: formSettingsOf(this, def.settings),
      voiced,
      assist: assistDoors(this, def),
      rooms: roomsOf(this, def, languages[0] ?? 'en'),
      settings: settingsOf(RED),
      discovery: discoveryOf({ id: def.id, discovery: def.discovery, languages }),
    });
    const state = watched(stateOf(hub.status()));
    const overview = openOverview(hub);
    Object.assign(this, {
      hub,
      overview,
      state,
      language: languages[0] ?? 'en',
      languages,
      where: external ? shownAddress(url) : `mqtt://${host}:${port} (built-in broker)`,
      handleUpgrade: (...request: Parameters<typeof hub.handleUpgrade>) => {
        // A model may have been put there by hand.
        first('voice')?.refresh();
        hub.handleUpgrade(...request);
      },
    });

    onEvents<LiveEvents>(this, turns, {
      stage: ({ site, stage }) => {
        hub.setStage(site, stage);
        if (def.ducking !== false && (stage === 'listening' || stage === 'speaking')) lowerMusic(hub, site);
      },
      end: ({ id, site }) => {
        // A reply that broke off has no last sentence: what waits behind it, its apology above all, mustn't wait for one.
        hub.loudspeakers.complete(id);
        if (turns.current(site)) return;
        hub.setStage(site, 'idle');
        if (turns.announcements(site) === 0) raiseMusic(site);
      },
      lost: (site) => hub.dismiss(site),
      words: ({ site, ...what }) => {
        hub.show(site, what);
        if (what.kind === 'heard') hub.captured(site, what.text);
      },
    });
    hub.on('hush', (site) => turns.stop(site));
    let told = '';
    hub.on('status', (status) => {
      const lost = status.state === 'disconnected' ? status.detail : '';
      if (lost && lost !== told) this.warn(lost);
      told = lost;
      state.set(stateOf(status));
    });
    const watches: (() => void)[] = [];
    const unwatch = () => {
      for (const end of watches.splice(0)) end();
    };
    // All config nodes exist by then, whatever the order in the flow file.
    const showHouse = logging(RED, () => {
      unwatch();
      const house = first('home');
      if (house) watches.push(showTimers(house.timers, hub));
      hub.setHouse(house && houseView(house.home, confirmationQuestion, house.phones));
      watches.push(showEars(hub));
      // The voice and the say node may have come or gone.
      hub.refresh();
      watches.push(showAssistant(hub));
    });
    RED.events.on('flows:started', showHouse);
    running.satellites.add(this);
    onClose(this, async (isRemoved) => {
      running.satellites.delete(this);
      RED.events.off('flows:started', showHouse);
      unwatch();
      overview.close();
      for (const { id } of hub.sites()) raiseMusic(id);
      await hub.close(isRemoved);
      if (isRemoved) discoveryEnded(def.id);
    });
  }
  RED.nodes.registerType('jarvis-satellites', SatellitesConfig as never, {
    credentials: {
      user: { type: 'text' },
      password: { type: 'password' },
      accounts: { type: 'text' },
      keys: { type: 'text' },
      assistKey: { type: 'password' },
    },
  });
}
