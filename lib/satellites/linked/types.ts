import type { Pcm } from '../../audio/pcm.js';
import type { Stage } from '../../conversation/turns.js';
import type { KeptSettings } from '../kept-settings.js';
import type { Problems } from '../problems.js';
import type { Sites } from '../sites.js';
import type { Emit, Hub } from '../types.js';

/** A satellite that listens at an address of its own: this flow connects to it. */
export interface LinkedSatellite {
  /** Its site's id. */
  site: string;
  kind: 'esphome' | 'wyoming';
  host: string;
  port: number;
  /** The device's encryption key; a device with one is never spoken to in plaintext. */
  key?: string | undefined;
}

/** A timer of a room, as a satellite shows it. */
export interface ShownTimer {
  id: string;
  /** "pizza"; empty where it has none. */
  name: string;
  /** Milliseconds since the epoch. */
  due: number;
  /** Milliseconds that it was set for. */
  length: number;
  /** Milliseconds left while it is paused. */
  paused?: number | undefined;
}

/** What the hub asks of a satellite that it connected to. */
export interface Link {
  /** As `Hub.play`. */
  play(sound: Pcm, id: string, signal: AbortSignal): Promise<void>;
  setStage(stage: Stage): void;
  /** As `Hub.dismiss`. */
  dismiss(): void;
  show(what: Parameters<Hub['show']>[1]): void;
  /** Listens without the wake word, as after a reply: the link has its satellite send sound. */
  listen(): void;
  /** Something of its room has changed. */
  roomChanged?(): void;
  /** It plays at its room's volume by itself. */
  hasVolume?(): boolean;
  /** Shows the timers of its room, and no others; kept for a satellite that isn't there now. */
  showTimers?(timers: readonly ShownTimer[]): void;
  /** As `Hub.bell`. */
  bell?(): ReturnType<NonNullable<Hub['bell']>>;
  close(): Promise<void>;
}

/** What a link tells of its satellite: sound, wakes and words by `emit`, faults by `problems`. */
export interface LinkTools {
  sites: Sites;
  settings: KeptSettings;
  problems: Problems;
  emit: Emit;
}

/** Opens the connection to a satellite and keeps it. Never throws and never gives up; a lost one is tried again with growing pauses. */
export type OpenLink = (satellite: LinkedSatellite, tools: LinkTools) => Link;
