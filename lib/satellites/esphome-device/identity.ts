import { createHash } from 'node:crypto';
import { type Announced, OWN_PROJECT } from '../mdns/announce.js';
import { SOUND_RATE } from './media.js';
import type { deviceInfoResponse, mediaPlayerEntity, switchEntity } from './messages.js';
import type { Written } from './protobuf.js';

/** What one room calls itself. */
export interface RoomIdentity {
  site: string;
  /** Letters, digits and "-", as of a machine. */
  name: string;
  /** Address of a network card that nobody has, as 12 hex digits: by it Home Assistant knows the room again. */
  mac: string;
  hello: { major: number; minor: number; server: string; name: string };
}

/** Key of the loudspeaker among the room's entities. */
export const MEDIA_PLAYER = 1;
/** Key of the microphone's switch. */
export const MUTE = 2;

/** Voice assistant, sound on this connection, timers, announcements, conversations that it starts. */
const VOICE_FLAGS = 1 | 4 | 8 | 16 | 32;
/** Volume, mute, playing of sounds, volume in steps, stop, announcements. */
const PLAYER_FEATURES = 4 | 8 | 512 | 1_024 | 4_096 | 1_048_576;
const ANNOUNCEMENT = 1;
/** Entity category: neither exposed to Assist, nor meant by "turn off everything". */
const CONFIG = 1;
/** The release of ESPHome whose API is spoken; Home Assistant compares it. */
const VERSION = '2026.6.5';

const PROJECT = { projectName: OWN_PROJECT, projectVersion: '1' } as const;

/** @param house names the installation: another's room of the same name is another device */
export function roomIdentity(house: string, site: string): RoomIdentity {
  const digest = createHash('sha256').update(`${house}\n${site}`).digest();
  // Locally administered, of one card.
  digest[0] = ((digest[0] ?? 0) & 0xfc) | 2;
  const name = `jarvis-${site.toLowerCase().replace(/[^a-z\d]+/g, '-')}`.slice(0, 31).replace(/-+$/, '');
  const hello = { major: 1, minor: 14, server: `Jarvis for Node-RED (${site})`, name };
  return { site, name, mac: digest.toString('hex', 0, 6), hello };
}

/** The room as a device; `area` is where Home Assistant suggests to put it. */
export function deviceInfo(
  { site, name, mac }: RoomIdentity,
  area: string | undefined,
): Written<typeof deviceInfoResponse.fields> {
  return {
    name,
    mac: (mac.toUpperCase().match(/../g) ?? []).join(':'),
    version: VERSION,
    manufacturer: 'Jarvis for Node-RED',
    model: 'Room',
    ...PROJECT,
    friendlyName: `Jarvis ${site}`,
    suggestedArea: area ?? '',
    voiceFlags: VOICE_FLAGS,
    isEncrypted: true,
  };
}

/** How the room is found on the network, as a device with ESPHome says it. */
export function announcedRoom({ site, name, mac }: RoomIdentity, host: string, port: number): Announced {
  const txt = {
    friendly_name: `Jarvis ${site}`,
    version: VERSION,
    mac,
    project_name: PROJECT.projectName,
    project_version: PROJECT.projectVersion,
    api_encryption: 'Noise_NNpsk0_25519_ChaChaPoly_SHA256',
  };
  return { type: '_esphomelib._tcp', name, host, port, txt };
}

/** The room's loudspeaker. */
export const mediaPlayer: Written<typeof mediaPlayerEntity.fields> = {
  objectId: 'loudspeaker',
  key: MEDIA_PLAYER,
  name: 'Loudspeaker',
  features: PLAYER_FEATURES,
  formats: [{ format: 'wav', rate: SOUND_RATE, channels: 1, purpose: ANNOUNCEMENT, sampleBytes: 2 }],
};

/** The switch that turns the room's microphone off. */
export function muteSwitch(name: string): Written<typeof switchEntity.fields> {
  return { objectId: 'mute', key: MUTE, name, icon: 'mdi:microphone-off', category: CONFIG };
}
