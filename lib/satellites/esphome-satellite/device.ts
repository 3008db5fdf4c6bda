import { clock, type Timer } from '../../turn/clock.js';
import * as messages from '../esphome-device/messages.js';
import { decode, type Message } from '../esphome-device/protobuf.js';
import type { Client } from './client.js';

/** What a device is and has; asked for when it is connected to. */
export interface Device {
  readonly name: string;
  /** It has a voice assistant at all. */
  readonly hasVoice: boolean;
  /** Another client, such as Home Assistant, is told what it hears, and we aren't. */
  readonly isTaken: boolean;
  /** It shows timers, and has a bell for them. */
  readonly hasTimers: boolean;
  /** Sound is sent to it in frames: it can't fetch any. */
  readonly isFramed: boolean;
  /** The name by which a wake word is called here, of the one that the device shows. */
  wakeWordOf(phrase: string): string;
  /** Ids of the wake words that it can listen for by itself. */
  readonly wakeWords: readonly string[];
  /** Takes a message; false when it is of something else. */
  take(type: number, data: Buffer): boolean;
  /** The room is to be called by another word. */
  wakeWordChanged(): void;
  /** Stops what is announced, at once. */
  silence(): void;
  close(): void;
}

/** Bits of `voiceFlags`. */
const FLAGS = { voice: 1, speaker: 2, apiAudio: 4, timers: 8, announce: 16 } as const;
const STOP = 2;
const API_AUDIO = 1;
const MAX_PLAYERS = 8;
/** How often a device that another client has is asked whether it is free, in milliseconds. */
const TAKEN_MS = 20_000;
/** A device whose wake word is found here sends sound sooner than this after we have come, in milliseconds. */
const MAX_DEAF_MS = 5_000;
/** What a device is called by here, if it knows that word and nobody has chosen another. */
const WAKE_WORD = 'hey_jarvis';
const MAX_WORDS = 50;
const MAX_WORD = 100;

/**
 * @param wakeWord the id of the word that this room is to be called by, where people have chosen one
 * @param known the device has said what it is, or has been taken or left by another client
 */
export function openDevice(
  client: Client,
  wakeWord: () => string | undefined,
  known: (device: Device) => void,
): Device {
  let info: { name: string; flags: number } = { name: '', flags: 0 };
  let words: { id: string; word: string }[] = [];
  let listensFor: readonly string[] = [];
  let maxActive = 0;
  let isTaken = false;
  let mayBeDeaf = true;
  let again: Timer | undefined;
  const players: number[] = [];
  const has = (bit: number) => (info.flags & bit) !== 0;
  client.send(messages.deviceInfoRequest, {});
  client.send(messages.listEntitiesRequest, {});

  const subscribe = () => {
    client.send(messages.subscribeVoice, { subscribe: true, flags: API_AUDIO });
    client.send(messages.configurationRequest, {});
  };
  /**
   * Leaves and comes once more: a device that was still closing its microphone after the connection before, or playing
   * the end of a reply, has passed over that somebody came, and listens to nobody. No more often than once: others wait for a button.
   */
  const comeAgain = () => {
    if (!mayBeDeaf) return;
    mayBeDeaf = false;
    client.send(messages.subscribeVoice, { subscribe: false, flags: API_AUDIO });
    subscribe();
  };
  const configured = (told: Message<typeof messages.configurationResponse.fields>) => {
    words = told.available.filter(({ id }) => id !== '' && id.length <= MAX_WORD).slice(0, MAX_WORDS);
    listensFor = told.active;
    maxActive = told.maxActive;
    // Whoever came second is told nothing, and of a device that has words of its own none. When the first leaves, it must be asked again.
    isTaken = !device.isFramed && words.length === 0 && maxActive === 0;
    again?.cancel();
    if (isTaken) again = clock.after(TAKEN_MS, subscribe).unref();
    else if (device.isFramed && words.length === 0) again = clock.after(MAX_DEAF_MS, comeAgain).unref();
    known(device);
    choose();
  };
  /** Has the device listen for the word that was chosen and no other; or for ours too, as far as it can. */
  const choose = () => {
    const chosen = wakeWord();
    const wanted = chosen ?? WAKE_WORD;
    if (!words.some(({ id }) => id === wanted)) return;
    const others = chosen === undefined ? listensFor.filter((id) => id !== wanted) : [];
    const active = [wanted, ...others.slice(0, Math.max(0, maxActive - 1))];
    const isSo = listensFor.includes(wanted) && (chosen === undefined || listensFor.length === 1);
    if (!isSo && client.send(messages.setConfiguration, { active })) listensFor = active;
  };

  const device: Device = {
    get name() {
      return info.name;
    },
    get hasVoice() {
      return has(FLAGS.voice) && has(FLAGS.apiAudio);
    },
    get isTaken() {
      return isTaken;
    },
    get hasTimers() {
      return has(FLAGS.timers);
    },
    get wakeWords() {
      return words.map(({ id }) => id);
    },
    get isFramed() {
      return has(FLAGS.speaker) && !has(FLAGS.announce);
    },
    wakeWordOf: (phrase) =>
      words.find(({ word }) => word === phrase)?.id ?? phrase.toLowerCase().replace(/\W+/gu, '_').slice(0, 64),
    silence() {
      for (const key of players) {
        const announced = { hasAnnouncement: true, announcement: true };
        client.send(messages.mediaPlayerCommand, { key, hasCommand: true, command: STOP, ...announced });
      }
    },
    wakeWordChanged: choose,
    close: () => again?.cancel(),
    take(type, data) {
      switch (type) {
        case messages.deviceInfoResponse.id: {
          const { name, friendlyName, voiceFlags } = decode(messages.deviceInfoResponse.fields, data);
          info = { name: (friendlyName || name).slice(0, 100), flags: voiceFlags };
          if (device.hasVoice) subscribe();
          else known(device);
          return true;
        }
        case messages.mediaPlayerEntity.id:
          if (players.length < MAX_PLAYERS) players.push(decode(messages.mediaPlayerEntity.fields, data).key);
          return true;
        case messages.configurationResponse.id:
          configured(decode(messages.configurationResponse.fields, data));
          return true;
        case messages.voiceRequest.id:
          mayBeDeaf = false;
          return false;
      }
      return false;
    },
  };
  return device;
}
