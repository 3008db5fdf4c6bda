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

/** Takes an event of subscribe_entities into the states and returns the ids it was about. */
export function applyStateEvent(states: Map<string, RawState>, event: unknown): Set<string> {
  const about = new Set<string>();
  const { data } = stateEvent.safeParse(event);
  if (!data) return about;
  for (const [id, row] of Object.entries(data.a ?? {})) {
    const state = added.safeParse(row).data;
    if (!state) continue;
    states.set(id, { state: state.s, attributes: state.a });
    about.add(id);
  }
  for (const [id, row] of Object.entries(data.c ?? {})) {
    const known = states.get(id);
    const change = changed.safeParse(row).data;
    if (!known || !change) continue;
    const merged = { ...known.attributes, ...change['+']?.a };
    for (const gone of change['-']?.a ?? []) delete merged[gone];
    states.set(id, { state: change['+']?.s ?? known.state, attributes: merged });
    about.add(id);
  }
  for (const id of data.r ?? []) if (states.delete(id)) about.add(id);
  return about;
}

/** Secrets, pictures, and what only a dashboard needs. */
const NOT_SPOKEN = /token|password|picture|_list$|^icon$|^friendly_name$|^attribution$|^editable$|^entity_id$/;
const LONGEST_TEXT = 255;
const LONGEST_LIST = 40;

/** The attributes that may be spoken of: plain values and short lists, without secrets and pictures. */
export function plainAttributes(all: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => {
      if (NOT_SPOKEN.test(name) || value === null) return false;
      if (typeof value === 'string') return value.length <= LONGEST_TEXT;
      if (Array.isArray(value)) {
        return (
          value.length <= LONGEST_LIST && value.every((each) => typeof each === 'string' || typeof each === 'number')
        );
      }
      return typeof value === 'number' || typeof value === 'boolean';
    }),
  );
}
