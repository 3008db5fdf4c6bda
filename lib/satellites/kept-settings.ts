import { turns } from '../conversation/turns.js';
import type { Problems } from './problems.js';
import { openRoomSettings, type RoomSettings } from './room-settings.js';
import type { Sites } from './sites.js';
import type { Emit, Site } from './types.js';

export interface SettingsOptions {
  /** Where what people set of rooms is kept. */
  file: string;
  /** The wake words that are listened for. */
  wakeWords(): readonly string[];
}

/** What people set of rooms in Home Assistant: kept, and set again when the room comes back. */
export interface KeptSettings {
  /** The wake words that a room may be called by: its satellite's own, or those that are listened for here. */
  wakeWords(site: string): readonly string[];
  change(site: string, change: Parameters<RoomSettings['change']>[1]): void;
  /** The satellite itself has changed what was set. That holds, and what was set before isn't set again. */
  found(site: string, change: Pick<Site, 'volume' | 'deaf'>): void;
  /** Sites appeared, changed or went. */
  sitesChanged(): void;
  /** The wake words may be others, here or at a satellite. */
  refresh(): void;
}

/**
 * Without `options` what is set lasts as long as the process.
 * @param canSet whether people have something to set the room with: what they could not undo isn't set again
 */
export function openKeptSettings(
  options: SettingsOptions | undefined,
  shared: { sites: Sites; problems: Problems; emit: Emit; canSet: (site: string) => boolean },
): KeptSettings {
  const { sites, problems, emit, canSet } = shared;
  // Told a moment later, when there are listeners.
  const failed = (error: Error) => setImmediate(() => problems.report('rooms', 'settings', error));
  const kept = options && openRoomSettings(options.file, failed);
  const wakeWords = (site: string) => {
    const own = sites.get(site)?.deviceWords ?? [];
    return own.length > 0 ? own : (options?.wakeWords() ?? []);
  };
  /** Rooms that have what was set of them. */
  const set = new Set<string>();

  const apply = (site: string) => {
    if (!kept) return;
    const { wakeWord, ...others } = kept.of(site);
    const { via, deviceWords: own } = sites.get(site) ?? {};
    // A word that isn't listened for any more would wake nobody. What a device can hear it says when it is connected to.
    const isHeard = wakeWord !== undefined && ((via === 'esphome' && !own) || wakeWords(site).includes(wakeWord));
    sites.update(site, { ...others, wakeWord: isHeard ? wakeWord : undefined });
  };
  return {
    wakeWords,
    change(site, change) {
      kept?.change(site, change);
      sites.update(site, change);
      // What it was listening to isn't used either.
      if (change.deaf && turns.current(site)?.stage === 'listening') emit('hush', site);
    },
    found(site, change) {
      const isKept = Object.keys(change).some((name) => Object.hasOwn(kept?.of(site) ?? {}, name));
      if (isKept) kept?.change(site, Object.fromEntries(Object.keys(change).map((name) => [name, undefined])));
      sites.update(site, change);
    },
    sitesChanged() {
      for (const { id } of sites.all()) {
        if (set.has(id) || !canSet(id)) continue;
        set.add(id);
        apply(id);
      }
      for (const site of set) if (!canSet(site)) set.delete(site);
    },
    refresh() {
      for (const site of set) apply(site);
    },
  };
}
