import { z } from 'zod';
import { entityIndex } from '../home/entity-index.js';
import { remembered } from '../home/names.js';
import { isOpening } from '../home/opening.js';
import type { Area, Domain, Entity, House } from '../home/types.js';
import { languageTable } from '../language/folders.js';

/** Sentences with a {} for a name, each (a|b) and (from-to/step) spelled out. */
const SENTENCES = z
  .string()
  .array()
  .default([])
  .transform((list) => list.flatMap(spelledOut));
/** What a language's folder knows of likely orders. */
const LIKELY = z.object({
  /** To lights, switches and fans; then to other kinds. */
  switched: SENTENCES,
  light: SENTENCES,
  cover: SENTENCES,
  media_player: SENTENCES,
  vacuum: SENTENCES,
  scene: SENTENCES,
  /** Where a device is, behind an order. */
  place: SENTENCES,
  /** To all of a kind in a room; and in the one it is said in. */
  room: z.object({ light: SENTENCES, cover: SENTENCES }),
  here: z.object({ light: SENTENCES, cover: SENTENCES }),
  /** That set a value, by the kind of device; of a "room" those that set its temperature. */
  values: z.record(z.string(), SENTENCES).default({}),
  /** One of what was offered. */
  choice: SENTENCES,
});
const likelyIn = (language: string) => languageTable(language, 'likely', LIKELY);

const KINDS = {
  light: ['switched', 'light'],
  switch: ['switched'],
  fan: ['switched'],
  cover: ['cover'],
  media_player: ['media_player'],
  vacuum: ['vacuum'],
  scene: ['scene'],
} as const satisfies Partial<Record<Domain, readonly string[]>>;
const TOGETHER = ['light', 'cover'] as const;
/** Speech to text makes a tree of them, in some 100 ms, when the house or the room changes. A device more may exceed it. */
const MAX_SENTENCES = 2_000;
const MAX_WORDS = 4;

const opens = remembered(isOpening);

/**
 * Orders that somebody in a room likely gives, the likelier first: to its devices, to rooms, to other devices; none to what
 * opens the house. Empty for a language whose folder knows none. Takes a few milliseconds in a house of 2,000 entities.
 * @param language BCP 47 tag @param place id or name of the room
 */
export function likelyCommands(house: House, language: string, place: string | undefined): string[] {
  const likely = likelyIn(language);
  if (!likely) return [];
  const index = entityIndex(house);
  const here = place === undefined ? undefined : index.area(place)?.id;
  const isOrdered = (entity: Entity) => entity.domain in KINDS && !opens(entity, house);
  const has = (kind: Domain, room: string | undefined) =>
    house.entities.some((entity) => entity.domain === kind && entity.area === room && isOrdered(entity));
  const toRoom = ({ id, name }: Area) =>
    TOGETHER.flatMap((kind) => (has(kind, id) ? filled(likely.room[kind], name) : []));
  const toDevice = ({ domain }: Entity, name: string) =>
    KINDS[domain as keyof typeof KINDS].flatMap((kind) => filled(likely[kind], name));
  const valued = (kind: string, name: string) => filled(likely.values[kind] ?? [], name);
  const placed = (entity: Entity) => {
    const room = entity.area === undefined ? '' : (index.area(entity.area)?.name ?? '');
    return toDevice(entity, entity.name).flatMap((order) => filled(likely.place, room).map((at) => `${order} ${at}`));
  };
  const sentences = new Set<string>();
  const add = <T>(things: readonly T[], ordersOf: (thing: T) => readonly string[]) => {
    for (const thing of things) {
      if (sentences.size >= MAX_SENTENCES) return;
      for (const order of ordersOf(thing)) sentences.add(order);
    }
  };
  const addDevices = (entities: readonly Entity[], ordersOf: (entity: Entity) => readonly string[]) =>
    add(entities, (entity) => (isOrdered(entity) ? ordersOf(entity) : []));
  const own = house.entities.filter(({ area }) => area === here);
  const others = house.entities.filter(({ area }) => area !== here);
  const named = (entity: Entity) => toDevice(entity, entity.name);
  const called = (entity: Entity) => entity.aliases.flatMap((name) => toDevice(entity, name));

  add(TOGETHER, (kind) => (has(kind, here) ? likely.here[kind] : []));
  addDevices(own, named);
  add(house.areas, toRoom);
  addDevices(others, named);
  addDevices([...own, ...others], called);
  add(house.areas, (area) => area.aliases.flatMap((name) => toRoom({ ...area, name })));
  addDevices([...own, ...others], placed);
  add([...own, ...others], (entity) => (opens(entity, house) ? [] : valued(entity.domain, entity.name)));
  const heated = new Set(house.entities.flatMap(({ domain, area }) => (domain === 'climate' && area ? area : [])));
  add(house.areas, ({ id, name }) => (heated.has(id) ? valued('room', name) : []));
  return [...sentences];
}

/** Whether a likely order names neither a device nor a room: what was said may have named one. @param language BCP 47 tag */
export function namesNothing(order: string, language: string): boolean {
  const { light = [], cover = [] } = likelyIn(language)?.here ?? {};
  return light.includes(order) || cover.includes(order);
}

/** How one of some things is likely chosen, by its name. @param language BCP 47 tag */
export function likelyChoices(names: readonly string[], language: string): string[] {
  return names.flatMap((name) => filled(likelyIn(language)?.choice ?? [], name));
}

/** The sentences with a name in them; none for one that is seldom said whole. */
function filled(sentences: readonly string[], name: string): string[] {
  if (name === '' || name.split(' ').length > MAX_WORDS) return [];
  return sentences.map((one) => one.replace('{}', () => name));
}

function spelledOut(sentence: string): string[] {
  const [whole, choices = ''] = /\(([^()]*)\)/.exec(sentence) ?? [];
  if (whole === undefined) return [sentence];
  const [, from, to, step] = /^(\d+)-(\d+)\/(\d+)$/.exec(choices) ?? [];
  if (step !== undefined)
    return numbered(Number(from), Number(to), Number(step)).flatMap((one) => spelledOut(sentence.replace(whole, one)));
  return choices.split('|').flatMap((choice) => spelledOut(sentence.replace(whole, () => choice)));
}

const numbered = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => `${from + at * step}`);
