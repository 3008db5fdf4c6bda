import { z } from 'zod';

/** State of one entity as Home Assistant tells it. */
export interface RawState {
  state: string;
  attributes: Record<string, unknown>;
}

const attributes = z.record(z.string(), z.unknown());
const added = z.object({ s: z.string().catch('unknown'), a: attributes.catch({}) });
const changed = z.object({
  '+': z.object({ s: z.string().optional(), a: attributes.optional() }).optional(),
  '-': z.object({ a: z.array(z.string()).optional() }).optional(),
});
/** An event of subscribe_entities: entities added (all of them at first), changed and removed, abbreviated. */
const stateEvent = z.object({
  a: z.record(z.string(), z.unknown()).optional(),
  c: z.record(z.string(), z.unknown()).optional(),
  r: z.array(z.string()).optional(),
});

/** Entities that are held; of more than these the first are. */
const MAX_STATES = 50_000;
const MAX_ATTRIBUTES = 100;
/** Home Assistant's own limits. */
const ID = /^[a-z0-9_]{1,64}\.[a-z0-9_]{1,190}$/;
const MAX_STATE = 255;

/** Ids of the entities that an event of subscribe_entities adds. */
export function addedIn(event: unknown): string[] {
  return Object.keys(stateEvent.safeParse(event).data?.a ?? {});
}

/** Takes an event of subscribe_entities into the states and returns the ids it was about. */
export function applyStateEvent(states: Map<string, RawState>, event: unknown): Set<string> {
  const about = new Set<string>();
  const { data } = stateEvent.safeParse(event);
  if (!data) return about;
  for (const [id, row] of Object.entries(data.a ?? {})) {
    const state = added.safeParse(row).data;
    if (!state || !ID.test(id) || (states.size >= MAX_STATES && !states.has(id))) continue;
    states.set(id, { state: state.s.slice(0, MAX_STATE), attributes: bounded(state.a) });
    about.add(id);
  }
  for (const [id, row] of Object.entries(data.c ?? {})) {
    const known = states.get(id);
    const change = changed.safeParse(row).data;
    if (!known || !change) continue;
    const merged = { ...known.attributes, ...change['+']?.a };
    for (const gone of change['-']?.a ?? []) delete merged[gone];
    states.set(id, { state: (change['+']?.s ?? known.state).slice(0, MAX_STATE), attributes: bounded(merged) });
    about.add(id);
  }
  for (const id of data.r ?? []) if (states.delete(id)) about.add(id);
  return about;
}

/** Secrets, pictures, and what only a dashboard needs. */
const NOT_SPOKEN =
  /token|password|picture|(?<!^(?:operation|source|sound_mode|effect))_list$|^icon$|^friendly_name$|^attribution$|^editable$|^entity_id$/;
const MAX_TEXT_LENGTH = 255;
const MAX_LIST_LENGTH = 40;
/** What a group moves is looked at before it is switched: a longer list has `*` at its end, for whatever else there is. */
const MEMBERS = 'entity_id';
const MAX_MEMBERS = 1_000;

/** The attributes that may be spoken of: plain values and short lists, without secrets and pictures. */
export function plainAttributes(all: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !NOT_SPOKEN.test(name)));
}

/** Plain values and short lists: nothing else is ever asked for, and a device can have megabytes of it. */
function bounded(all: Record<string, unknown>): Record<string, unknown> {
  const members = all[MEMBERS];
  const isLong = Array.isArray(members) && members.length > MAX_LIST_LENGTH;
  const short = Object.fromEntries(
    Object.entries(all)
      .filter(([, value]) => {
        if (typeof value === 'string') return value.length <= MAX_TEXT_LENGTH;
        if (Array.isArray(value)) return value.length <= MAX_LIST_LENGTH && value.every(isShort);
        return typeof value === 'number' || typeof value === 'boolean';
      })
      .slice(0, MAX_ATTRIBUTES),
  );
  if (!isLong) return short;
  return {
    ...short,
    [MEMBERS]: [...members.slice(0, MAX_MEMBERS).filter(isShort), ...(members.length > MAX_MEMBERS ? ['*'] : [])],
  };
}

function isShort(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_TEXT_LENGTH);
}
