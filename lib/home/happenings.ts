import { isAbort } from '../turn/errors.js';
import { within } from '../turn/wait.js';
import type { Entity, Home } from './types.js';

/** Something of the house that a person who was away wants to know. */
export interface Happening {
  what: 'opened' | 'unlocked' | 'came' | 'left' | 'alarm';
  name: string;
  /** When it was last so, milliseconds since the epoch. */
  at: number;
  times: number;
}

/** Entities that the house is asked about. */
const MAX_ASKED = 60;
/** Somebody waits for the answer: a history that takes longer is left out. */
const HISTORY_MS = 3_000;
const DOORS = new Set(['door', 'garage_door', 'window', 'opening', 'garage', 'gate']);
const ALARMS = new Set(['smoke', 'gas', 'carbon_monoxide', 'moisture', 'safety', 'tamper', 'problem']);

/**
 * What has happened in a house: doors and windows that were opened, locks, persons who came or went, alarms; of what may be
 * spoken about, in its order. Nothing where the house keeps no history, or can't tell it now.
 * @param span Milliseconds since the epoch.
 * @throws AbortError
 */
export async function happenings(
  home: Home,
  { from, to }: { from: number; to: number },
  signal: AbortSignal,
): Promise<Happening[]> {
  const asked = home
    .house()
    .entities.filter((entity) => meaningOf(entity) !== undefined)
    .slice(0, MAX_ASKED);
  if (!home.history || asked.length === 0 || home.status().state !== 'connected') return [];
  const ids = asked.map(({ id }) => id);
  const { history } = home;
  const read = (cut: AbortSignal) => history({ ids, from, to }, cut);
  const states = await within({ ms: HISTORY_MS, what: 'The history', signal }, read).catch((thrown) => {
    if (isAbort(thrown)) throw thrown;
    return [];
  });
  const found = new Map<string, Happening>();
  const before = new Map<string, string>();
  for (const { id, at, state } of states) {
    const entity = asked.find((one) => one.id === id);
    const old = before.get(id);
    before.set(id, state);
    // What is first told was so already.
    if (!entity || old === undefined || old === state || UNKNOWN.has(old)) continue;
    const what = meaningOf(entity)?.(state, old);
    if (!what) continue;
    const key = `${what} ${id}`;
    found.set(key, { what, name: entity.name, at, times: (found.get(key)?.times ?? 0) + 1 });
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}

const UNKNOWN = new Set(['unknown', 'unavailable', '']);

type Meaning = (state: string, before: string) => Happening['what'] | undefined;

/** What it means when the state of an entity changes; undefined for those that nobody asks about. */
function meaningOf({ domain, attributes }: Entity): Meaning | undefined {
  const kind = String(attributes['device_class'] ?? '');
  switch (domain) {
    case 'lock':
      return (state) => (state === 'unlocked' || state === 'open' ? 'unlocked' : undefined);
    case 'person':
      return (state, before) => (state === 'home' ? 'came' : before === 'home' ? 'left' : undefined);
    case 'alarm_control_panel':
      return (state) => (state === 'triggered' ? 'alarm' : undefined);
    case 'cover':
      return DOORS.has(kind) ? (state) => (state === 'open' ? 'opened' : undefined) : undefined;
    case 'binary_sensor':
      if (DOORS.has(kind)) return (state) => (state === 'on' ? 'opened' : undefined);
      return ALARMS.has(kind) ? (state) => (state === 'on' ? 'alarm' : undefined) : undefined;
    default:
      return undefined;
  }
}
