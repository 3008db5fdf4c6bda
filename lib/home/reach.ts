import type { Action, Command, Entity, House } from './types.js';

/** What is to be done to entities: a command, or something of which isn't known nearer what. */
export interface Deed {
  /** Ids, or patterns of ids with `*` where which ones isn't known: "light.*", "*". */
  targets: readonly string[];
  action: Action | 'any';
  value?: Command['value'];
}

/** Stands among members and targets for whatever there is. */
export const ANYTHING = '*';

/** The house, and what of it may not be spoken about, where that is known. */
export interface Sight extends House {
  /** As `Home.behind`. */
  behind?: ((pattern: string) => Entity[]) | undefined;
}

/** An entity that is touched, and how. */
export interface Touched {
  of: Entity;
  way: Pick<Deed, 'action' | 'value'>;
}

/** Set off once: there is no way back by switching them off. */
export const MOMENTARY: ReadonlySet<string> = new Set(['script', 'scene', 'button', 'input_button', 'automation']);
/** What does whatever its owner has written into it. */
const WRITTEN: ReadonlySet<string> = new Set(['script', 'automation', 'conversation']);
const ANY: Pick<Deed, 'action'> = { action: 'any' };

/**
 * All that a deed reaches through an entity: itself, members of a group in the same way, what scenes, scripts and
 * automations set off in any way, and what these move in turn. Each is reached once: what moves itself ends.
 */
export function reached(entity: Entity, way: Pick<Deed, 'action' | 'value'>, sight: Sight): Touched[] {
  const touched = new Map<string, Touched>();
  const patterns = new Set<string>();
  const open: Touched[] = [{ of: entity, way }];
  for (let next = open.pop(); next; next = open.pop()) {
    const key = `${next.way.action} ${next.of.id}`;
    if (touched.has(key)) continue;
    touched.set(key, next);
    const moved = wayOfMembers(next);
    for (const id of moved ? membersOf(next.of) : []) {
      const pattern = `${moved?.action} ${id}`;
      if (!moved || patterns.has(pattern)) continue;
      patterns.add(pattern);
      for (const of of sightOf(sight, id)) open.push({ of, way: moved });
    }
  }
  return [...touched.values()];
}

/** How members are touched; undefined where they aren't. */
function wayOfMembers({ of, way }: Touched): Touched['way'] | undefined {
  const kind = kindOf(of);
  if (kind === 'automation') return way.action === 'activate' || way.action === 'any' ? ANY : undefined;
  if (kind === 'scene' || WRITTEN.has(kind)) return way.action === 'turn_off' ? undefined : ANY;
  return way;
}

/** What is written somewhere and can't be read may move anything. */
function membersOf(entity: Entity): readonly string[] {
  return entity.members ?? (WRITTEN.has(kindOf(entity)) ? [ANYTHING] : []);
}

const kindOf = ({ id }: Entity) => id.slice(0, id.indexOf('.'));

/** The entities of an id, or of a pattern with `*`; one that isn't known is all that its id says. */
export function sightOf({ entities, behind }: Sight, pattern: string): Entity[] {
  if (pattern.includes('*')) {
    const glob = globOf(pattern);
    return [...entities.filter(({ id }) => glob.test(id)), ...(behind?.(pattern) ?? [])];
  }
  const known = indexed(entities).get(pattern) ?? behind?.(pattern)[0];
  return [known ?? { id: pattern, domain: 'other', name: '', aliases: [], state: 'unknown', attributes: {} }];
}

const byId = new WeakMap<readonly Entity[], ReadonlyMap<string, Entity>>();

function indexed(entities: readonly Entity[]): ReadonlyMap<string, Entity> {
  const known = byId.get(entities);
  if (known) return known;
  const index = new Map(entities.map((entity) => [entity.id, entity]));
  byId.set(entities, index);
  return index;
}

/** A pattern with `*` for any letters, as a regular expression of the whole. */
export function globOf(pattern: string): RegExp {
  return new RegExp(
    `^${pattern
      .trim()
      .toLowerCase()
      .replace(/[^a-z0-9_*]/g, '\\$&')
      .replace(/\*+/g, '.*')}$`,
  );
}
