import { clock, type Timer } from '../../turn/clock.js';
import * as messages from '../esphome-device/messages.js';
import { decode } from '../esphome-device/protobuf.js';
import type { Site } from '../types.js';
import type { Client } from './client.js';

/** Volume and microphone switch of a device, and of its room: what is set at either is so at both. */
export interface DeviceSettings {
  /** The device has a volume of its own. */
  readonly hasVolume: boolean;
  connected(to: Client): void;
  disconnected(): void;
  /** Reads a message; others may, too. @throws Error where it can't be read */
  read(type: number, data: Buffer): void;
  /** Something of the room has changed. */
  roomChanged(): void;
}

/** Names of the switch that turns a device's microphone off. */
const MUTE = /^((microphone|mic)[ _])?muted?([ _](microphones?|mics?))?$/i;

/** One thing that both ends may set. */
interface Knob<T> {
  /** What it is where nobody has said anything. */
  readonly unset: T;
  send(key: number, value: T): void;
  /** The device has changed it. */
  found(value: T): void;
  /** The entity of this connection that it belongs to. */
  key?: number | undefined;
  /** The device has told it on this connection. */
  isKnown: boolean;
  /** What it is at both ends, as far as we know. */
  last?: T | undefined;
  /** What was set here and nobody has changed at the device since: it is set again when the device comes back. */
  wanted?: T | undefined;
  /** The device was told a moment ago: what it tells now may be from before. */
  settling?: Timer | undefined;
  /** What it told meanwhile. */
  heard?: T | undefined;
}

/** In which time a device has done what it was told, and said so, in milliseconds. */
const SETTLE_MS = 1_000;

/** @param found the device has changed what its room is set to */
export function openDeviceSettings(does: {
  room(): Pick<Site, 'volume' | 'deaf'> | undefined;
  found(change: Pick<Site, 'volume' | 'deaf'>): void;
}): DeviceSettings {
  let client: Client | undefined;
  const volume: Knob<number> = {
    unset: 100,
    isKnown: false,
    send: (key, percent) => client?.send(messages.mediaPlayerCommand, { key, hasVolume: true, volume: percent / 100 }),
    found: (percent) => does.found({ volume: percent < 100 ? percent : undefined }),
  };
  const deaf: Knob<boolean> = {
    unset: false,
    isKnown: false,
    send: (key, state) => client?.send(messages.switchCommand, { key, state }),
    found: (state) => does.found({ deaf: state || undefined }),
  };

  return {
    get hasVolume() {
      return volume.isKnown;
    },
    connected(to) {
      client = to;
    },
    disconnected() {
      client = undefined;
      for (const knob of [volume, deaf]) {
        knob.settling?.cancel();
        Object.assign(knob, { key: undefined, isKnown: false, settling: undefined });
      }
    },
    read(type, data) {
      switch (type) {
        case messages.mediaPlayerEntity.id:
          volume.key ??= decode(messages.mediaPlayerEntity.fields, data).key;
          return;
        case messages.switchEntity.id: {
          const { key, name, objectId } = decode(messages.switchEntity.fields, data);
          if (MUTE.test(objectId || name)) deaf.key ??= key;
          return;
        }
        case messages.listEntitiesDone.id:
          if (volume.key !== undefined || deaf.key !== undefined) client?.send(messages.subscribeStatesRequest, {});
          return;
        case messages.mediaPlayerState.id: {
          const state = decode(messages.mediaPlayerState.fields, data);
          if (state.key !== volume.key || !(state.volume >= 0 && state.volume <= 1)) return;
          const percent = Math.round(state.volume * 100);
          return told(volume, percent);
        }
        case messages.switchState.id: {
          const { key, state } = decode(messages.switchState.fields, data);
          if (key === deaf.key) told(deaf, state);
        }
      }
    },
    roomChanged() {
      const room = does.room();
      set(volume, room?.volume);
      set(deaf, room?.deaf);
    },
  };
}

/** Tells the device what is wanted, and believes nothing else for a moment. */
function tell<T>(knob: Knob<T>, value: T): void {
  if (knob.key === undefined) return;
  knob.send(knob.key, value);
  knob.settling?.cancel();
  knob.heard = undefined;
  knob.settling = clock
    .after(SETTLE_MS, () => {
      knob.settling = undefined;
      if (knob.heard !== undefined) told(knob, knob.heard);
    })
    .unref();
}

function told<T>(knob: Knob<T>, value: T): void {
  const isFirst = !knob.isKnown;
  knob.isKnown = true;
  knob.heard = value;
  if (knob.wanted === value || knob.settling) return;
  if (isFirst && knob.wanted !== undefined) tell(knob, knob.wanted);
  else {
    knob.wanted = undefined;
    // Noted first: the room's change comes back to us.
    knob.last = value;
    knob.found(value);
  }
}

function set<T>(knob: Knob<T>, value = knob.unset): void {
  if (value === (knob.last ?? knob.unset)) return;
  knob.last = value;
  knob.wanted = value;
  if (knob.isKnown) tell(knob, value);
}
