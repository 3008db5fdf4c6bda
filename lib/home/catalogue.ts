import { z } from 'zod';
import { oneLine } from './ha-registry.js';
import type { House } from './types.js';

/** Rows of each list that are told. */
const MAX_LISTED = 5_000;

/** One thing an owner may choose in a form. Names are as their owner has typed them: show them as text. */
export interface Listed {
  id: string;
  name: string;
  /** Id of the area it is in. */
  area?: string | undefined;
}

/** What an owner can choose from in forms. */
export interface Catalogue {
  areas: { id: string; name: string; floor?: string | undefined }[];
  floors: Listed[];
  labels: Listed[];
  /** `entities` has the ids of those that may be spoken about. */
  devices: (Listed & { entities: string[] })[];
  /** What may be spoken about. */
  entities: Listed[];
  /** Media players and text-to-speech engines, whether they may be spoken about or not. */
  speakers: Listed[];
  /** Services by their ids, such as "vacuum.locate". */
  services: Listed[];
}

/** What the house alone says. */
export function catalogueOf({ areas, entities }: House): Catalogue {
  return {
    areas: areas.map(({ id, name, floor }) => ({ id, name, floor: floor?.[0] })),
    entities: entities.map(({ id, name, area }) => ({ id, name, area })),
    ...{ floors: [], labels: [], devices: [], speakers: [], services: [] },
  };
}

/** At most as many of each list as are told. */
export function bounded(catalogue: Catalogue): Catalogue {
  const cut = Object.entries(catalogue).map(([list, rows]) => [list, rows.slice(0, MAX_LISTED)]);
  return Object.fromEntries(cut) as Catalogue;
}

const service = z.object({ name: z.string().catch('') }).catch({ name: '' });
const servicesSchema = z.record(z.string(), z.record(z.string(), service).catch({}));

/** Home Assistant's answer to `get_services`; none where it is something else. */
export function servicesIn(answer: unknown): Listed[] {
  return Object.entries(servicesSchema.safeParse(answer).data ?? {}).flatMap(([domain, services]) =>
    Object.entries(services).map(([service, { name }]) => {
      const id = `${domain}.${service}`;
      return { id, name: oneLine(name) || id };
    }),
  );
}
