import type { Node, NodeAPI, NodeDef } from 'node-red';
import { languagesOf } from '../../lib/language/tags.js';
import { openHub, type SatelliteHub } from '../../lib/satellites/hub.js';
import { shownAddress } from '../../lib/turn/address.js';
import { setting } from '../settings.js';
import { discoveryOf, settingsOf } from './devices.js';
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

/** What the form of a satellites config node has. */
export interface SatellitesDef extends NodeDef {
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

/** The hub of a satellites config node as its form and the settings have it, the languages of the house, and for people where satellites connect. */
export function openHubOf(
  RED: NodeAPI,
  node: Node<SatelliteCredentials>,
  def: SatellitesDef,
): { hub: SatelliteHub; languages: string[]; where: string } {
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
          ca: authority(node, def.ca),
        }
      : { kind: 'embedded', host, port },
    user: setting('JARVIS_MQTT_USER', node.credentials?.user) || undefined,
    password: setting('JARVIS_MQTT_PASSWORD', node.credentials?.password) || undefined,
    accounts: accountsOf(RED, node),
    prefix: def.prefix,
    areas: areasOf(node, def.areas),
    linked: linkedOf(node, def.addresses),
    formSettings: formSettingsOf(node, def.settings),
    voiced,
    assist: assistDoors(node, def),
    rooms: roomsOf(node, def, languages[0] ?? 'en'),
    settings: settingsOf(RED),
    discovery: discoveryOf({ id: def.id, discovery: def.discovery, languages }),
  });
  return { hub, languages, where: external ? shownAddress(url) : `mqtt://${host}:${port} (built-in broker)` };
}
