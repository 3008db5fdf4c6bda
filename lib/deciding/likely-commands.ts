import { z } from 'zod';
import { entityIndex } from '../home/entity-index.js';
import { isOpening } from '../home/opening.js';
import type { Area, Domain, House } from '../home/types.js';
import { languageTable } from '../language/folders.js';

/** Sentences with a {} for a name, each (a|b) spelled out. */
const SENTENCES = z
  .string()
  .array()
  .default([])
  .transform((list) => list.flatMap(spelledOut));
/** What a language's folder knows of likely orders. */
const LIKELY = z.object({
  /** To lights, switches and fans; then to other kinds. */
  switched: SENTENCES,
  cover: SENTENCES,
  media_player: SENTENCES,
  vacuum: SENTENCES,
  scene: SENTENCES,
  /** Where a device is, behind an order. */
  place: SENTENCES,
  /** To all of a kind in a room; and in the one it is said in. */
  room: z.object({ light: SENTENCES, cover: SENTENCES }),
  here: z.object({ light: SENTENCES, cover: SENTENCES }),
});

const KINDS = {
  light: 'switched',
  switch: 'switched',
  fan: 'switched',
  cover: 'cover',
  media_player: 'media_player',
  vacuum: 'vacuum',
  scene: 'scene',
} as const satisfies Partial<Record<Domain, string>>;
const TOGETHER = ['light', 'cover'] as const;
/** Speech to text makes a tree of them, in some 30 ms, when the house or the room changes. */
const MAX_SENTENCES = 2_000;
const MAX_WORDS = 4;

/**
 * Orders that somebody in a room likely gives, the likelier first: to its devices, to rooms, to other devices; none to what
 * opens the house. Empty for a language whose folder knows none. Takes a few milliseconds in a house of 2,000 entities.
 * @param language BCP 47 tag @param place id or name of the room
 */
export function likelyCommands(house: House, language: string, place: string | undefined): string[] {
  const likely = languageTable(language, 'likely', LIKELY);
  if (!likely) return [];
  const index = entityIndex(house);
  const here = place === undefined ? undefined : index.area(place)?.id;
  const devices = house.entities.flatMap((entity) => {
    const { domain, area, name, aliases } = entity;
    const orders = domain in KINDS && !isOpening(entity, house) ? likely[KINDS[domain as keyof typeof KINDS]] : [];
    return orders.length === 0 ? [] : [{ domain, area, name, aliases, orders }];
  });
  const [own, others] = [devices.filter(({ area }) => area === here), devices.filter(({ area }) => area !== here)];
  const has = (kind: Domain, room: string | undefined) =>
    devices.some(({ domain, area }) => domain === kind && area === room);
  const toRoom = ({ id, name }: Area) =>
    TOGETHER.flatMap((kind) => (has(kind, id) ? filled(likely.room[kind], name) : []));
  const sentences = new Set<string>();
  const add = (list: readonly string[]) => {
    for (const one of list) if (sentences.size < MAX_SENTENCES) sentences.add(one);
  };

  for (const kind of TOGETHER) if (has(kind, here)) add(likely.here[kind]);
  for (const { orders, name } of own) add(filled(orders, name));
  for (const area of house.areas) add(toRoom(area));
  for (const { orders, name } of others) add(filled(orders, name));
  for (const { orders, aliases } of [...own, ...others]) add(aliases.flatMap((name) => filled(orders, name)));
  for (const area of house.areas) add(area.aliases.flatMap((name) => toRoom({ ...area, name })));
  for (const { orders, name, area } of devices) {
    const room = area === undefined ? '' : (index.area(area)?.name ?? '');
    add(filled(orders, name).flatMap((order) => filled(likely.place, room).map((where) => `${order} ${where}`)));
  }
  return [...sentences];
}

/** The sentences with a name in them; none for one that is seldom said whole. */
function filled(sentences: readonly string[], name: string): string[] {
  if (name === '' || name.split(' ').length > MAX_WORDS) return [];
  return sentences.map((one) => one.replace('{}', () => name));
}

function spelledOut(sentence: string): string[] {
  const [whole, choices = ''] = /\(([^()]*)\)/.exec(sentence) ?? [];
  if (whole === undefined) return [sentence];
  return choices.split('|').flatMap((choice) => spelledOut(sentence.replace(whole, () => choice)));
}
