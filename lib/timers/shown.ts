import type { DeviceTimers } from '../satellites/house-devices.js';
import type { SatelliteHub } from '../satellites/hub.js';
import type { ShownTimer } from '../satellites/linked/types.js';
import { redact } from '../turn/redaction.js';
import { oneLine } from '../turn/shorten.js';
import type { Timers } from './timers.js';
import type { Timer } from './types.js';

/** Timers that a room's device in Home Assistant lists, and letters of each one's name. */
const MAX_LISTED = 10;
const MAX_NAME = 64;

/**
 * Shows the timers of each room on its satellite and its device in Home Assistant, now and when they change; without a
 * house there are none. Alarms and reminders aren't counted down on satellites. @returns ends it
 */
export function showTimers(
  timers: Timers | undefined,
  hub: Pick<SatelliteHub, 'sites' | 'showTimers' | 'devices'>,
): () => void {
  const show = () => {
    const all = timers?.all() ?? [];
    for (const { id: site } of hub.sites()) {
      // What rings is shown until it is over.
      const own = [...all.filter((timer) => timer.site === site), ...(timers?.ringing(site) ?? [])];
      hub.showTimers(site, own.flatMap(shown));
    }
    hub.devices?.showTimers(byRoom(all));
  };
  show();
  return timers?.watch(show) ?? (() => {});
}

function shown({ kind, id, name = '', due, length, paused }: Timer): ShownTimer[] {
  return kind === 'timer' && length !== undefined ? [{ id, name, due, length, paused }] : [];
}

/** What waits for a state of the house is left out: nobody knows when that comes. @param all the next first */
function byRoom(all: readonly Timer[]): Map<string, DeviceTimers> {
  const coming = all.filter(({ awaits }) => !awaits);
  const sites = new Set(coming.map(({ site }) => site));
  return new Map([...sites].map((id) => [id, deviceTimers(coming.filter(({ site }) => site === id))]));
}

function deviceTimers(own: readonly Timer[]): DeviceTimers {
  const next = own.find(({ paused }) => paused === undefined);
  const timers = own.slice(0, MAX_LISTED).map((timer) => ({
    kind: timer.kind,
    name: nameOf(timer),
    due: timer.paused === undefined ? iso(timer.due) : null,
    paused: timer.paused === undefined ? null : Math.ceil(timer.paused / 1000),
  }));
  return { next: next ? iso(next.due) : null, timers };
}

const iso = (ms: number) => new Date(ms).toISOString();

/** A timer's words as whoever listens to the broker may keep them: finding secrets takes a while, and is done once. */
const names = new WeakMap<Timer, string>();
function nameOf(timer: Timer): string {
  const name = names.get(timer) ?? oneLine(redact(timer.name ?? timer.about ?? ''), MAX_NAME);
  names.set(timer, name);
  return name;
}
