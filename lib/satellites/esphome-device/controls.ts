import { tokenBucket } from '../../turn/token-bucket.js';
import type { KeptSettings } from '../kept-settings.js';
import type { Site } from '../types.js';
import type { Connection } from './connection.js';
import { MEDIA_PLAYER, MUTE, mediaPlayer, muteSwitch } from './identity.js';
import * as messages from './messages.js';
import { decode } from './protobuf.js';

/** What a room has to be set. */
export interface Settable {
  site(): Site | undefined;
  /** Sets what lasts. */
  set(change: Parameters<KeptSettings['change']>[1]): void;
  update(change: Partial<Pick<Site, 'muted'>>): void;
  /** The wake words that are listened for. */
  wakeWords(): readonly string[];
  /** Names in the language of the house. */
  readonly names: { mute: string; anyWord: string };
}

/** Volume, mute and wake word of a room, as Home Assistant shows and sets them. */
export interface Controls {
  list(connection: Connection): void;
  watch(connection: Connection): void;
  unwatch(connection: Connection): void;
  /** Tells those who watch what has changed. */
  tell(): void;
  /** A command for the loudspeaker. */
  command(connection: Connection, data: Buffer): void;
  /** The microphone's switch. */
  toggle(data: Buffer): void;
  /** Tells the wake words, and which is chosen. */
  configuration(connection: Connection): void;
  choose(data: Buffer): void;
}

const VOLUME_STEP = 10;
const COMMAND = { stop: 2, mute: 3, unmute: 4, louder: 6, quieter: 7 } as const;
const [IDLE, PLAYING] = [1, 2];
/** Stands for any wake word among the wake words' ids. */
const ANY = '*';
const MAX_WAKE_WORDS = 50;
/** What is set is written to a file: so often a second. */
const PACE = { rate: 5, burst: 50 } as const;

export function roomControls(
  room: Settable,
  does: { isPlaying: () => boolean; hush: () => void; playFrom: (connection: Connection, url: string) => void },
): Controls {
  const watchers = new Set<Connection>();
  const pace = tokenBucket(PACE.rate, PACE.burst);
  let told = '';

  const states = () => {
    const { volume = 100, muted = false, deaf = false } = room.site() ?? {};
    const state = does.isPlaying() ? PLAYING : IDLE;
    return {
      player: { key: MEDIA_PLAYER, state, volume: volume / 100, muted },
      mute: { key: MUTE, state: deaf },
    };
  };
  const send = (to: Connection, { player, mute }: ReturnType<typeof states>) => {
    to.send(messages.mediaPlayerState, player);
    to.send(messages.switchState, mute);
  };
  const set: Settable['set'] = (change) => {
    if (pace.take()) room.set(change);
    // Whoever asked learns that it isn't so.
    else told = '';
    controls.tell();
  };
  const setVolume = (percent: number) => {
    if (!Number.isFinite(percent)) return;
    const volume = Math.round(Math.min(100, Math.max(0, percent)));
    set({ volume: volume < 100 ? volume : undefined });
  };
  /** What may be chosen; the first is what a room has of itself. */
  const choices = () => {
    const words = room.wakeWords().slice(0, MAX_WAKE_WORDS);
    return words.length > 1 ? [ANY, ...words] : words;
  };

  const controls: Controls = {
    list(connection) {
      connection.send(messages.mediaPlayerEntity, mediaPlayer);
      connection.send(messages.switchEntity, muteSwitch(room.names.mute));
    },
    watch(connection) {
      watchers.add(connection);
      send(connection, states());
    },
    unwatch: (connection) => void watchers.delete(connection),
    tell() {
      const now = states();
      const text = JSON.stringify(now);
      if (text === told) return;
      told = text;
      for (const watcher of watchers) send(watcher, now);
    },
    command(connection, data) {
      const asked = decode(messages.mediaPlayerCommand.fields, data);
      if (asked.key !== MEDIA_PLAYER) return;
      const { volume = 100 } = room.site() ?? {};
      if (asked.hasVolume) setVolume(asked.volume * 100);
      if (asked.hasCommand) {
        if (asked.command === COMMAND.stop) does.hush();
        if (asked.command === COMMAND.mute) room.update({ muted: true });
        if (asked.command === COMMAND.unmute) room.update({ muted: false });
        if (asked.command === COMMAND.louder) setVolume(volume + VOLUME_STEP);
        if (asked.command === COMMAND.quieter) setVolume(volume - VOLUME_STEP);
      }
      if (asked.hasUrl) does.playFrom(connection, asked.url);
      controls.tell();
    },
    toggle(data) {
      const { key, state } = decode(messages.switchCommand.fields, data);
      if (key === MUTE) set({ deaf: state || undefined });
    },
    configuration(connection) {
      const ids = choices();
      const { wakeWord = ids[0] } = room.site() ?? {};
      connection.send(messages.configurationResponse, {
        available: ids.map((id) => ({ id, word: id === ANY ? room.names.anyWord : id.replaceAll('_', ' ') })),
        active: wakeWord === undefined ? [] : [wakeWord],
        maxActive: 1,
      });
    },
    choose(data) {
      const { active } = decode(messages.setConfiguration.fields, data);
      const ids = choices();
      const chosen = active.find((id) => ids.includes(id));
      // None at all is no choice: that is what the microphone's switch is for.
      if (chosen !== undefined) set({ wakeWord: chosen === ids[0] ? undefined : chosen });
    },
  };
  return controls;
}
