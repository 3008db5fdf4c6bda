import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse as parseYaml } from 'yaml';
import { type Expression, parse } from '../lib/deciding/sentences/hassil/expression.js';
import { type HouseNames, type Named, namesOf } from '../lib/deciding/sentences/hassil/match.js';
import { normalise } from '../lib/deciding/sentences/hassil/normalise.js';

type Value = string | number | (string | number)[];

/** The house that sentences are tested in, as Home Assistant's project writes it. */
export interface TestHouse {
  floors: { id: string; names: string[] }[];
  areas: { id: string; names: string[]; floor?: string }[];
  entities: { id: string; names: string[]; domain: string; area?: string; deviceClass?: string; state?: string }[];
}

/** One sentence with what it means. */
export interface SentenceTest {
  file: string;
  text: string;
  house: TestHouse;
  /** Name of the speaker's area. */
  here?: string;
  intent: string;
  slots: Record<string, Value>;
  /** What else is known of the devices: the test's context. */
  context: Record<string, Value>;
}

interface NamedThing {
  name: string;
  id?: string;
}
interface TestFile {
  floors?: NamedThing[];
  areas?: (NamedThing & { floor?: string; context_area?: boolean })[];
  entities?: (NamedThing & {
    domain?: string;
    area?: string;
    state?: string | { out: string };
    attributes?: { device_class?: string };
  })[];
  tests?: {
    sentences: string[];
    slots?: Record<string, Value>;
    intent?: { name: string; slots?: Record<string, Value>; context?: Record<string, Value> };
  }[];
}

/** All sentence tests of a language: a house for all files, or one in each file of a folder named as its intent. */
export function sentenceTests(folder: string): SentenceTest[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
  const shared = files.includes('_fixtures.yaml') ? houseOf(read(path.join(folder, '_fixtures.yaml'))) : undefined;
  return files.sort().flatMap((file) => {
    if (path.basename(file).startsWith('_')) return [];
    const content = read(path.join(folder, file));
    const own = path.dirname(file) !== '.';
    const house = own || !shared ? houseOf(content) : shared;
    const here = content.areas?.find(({ context_area }) => context_area)?.name ?? '(the area of the speaker)';
    return (content.tests ?? []).flatMap(({ sentences, slots, intent }): SentenceTest[] =>
      sentences.map((text) => ({
        file,
        text,
        house,
        ...(own ? { here } : intent?.context?.['area'] ? { here: String(intent.context['area']) } : {}),
        intent: intent?.name ?? path.dirname(file),
        slots: intent?.slots ?? slots ?? {},
        context: Object.fromEntries(Object.entries(intent?.context ?? {}).filter(([key]) => key !== 'area')),
      })),
    );
  });
}

/** The names of a house for the recogniser. */
export function namesOfHouse({ floors, areas, entities }: TestHouse): HouseNames {
  const all = (things: { id: string; names: string[]; domain?: string; deviceClass?: string }[]) =>
    namesOf(
      things.flatMap(({ id, names, ...kind }) => {
        const one: Named = { id, name: names[0] ?? id, ...kind };
        return names.map((name): [string, Named] => [normalise(name), one]);
      }),
    );
  return { name: all(entities), area: all(areas), floor: all(floors) };
}

/** The devices that an intent with these slots is about. */
export function devicesOf({ floors, areas, entities }: TestHouse, slots: Readonly<Record<string, unknown>>): string[] {
  const fits = (slot: string, candidates: readonly (string | undefined)[]) => {
    const wanted = slots[slot];
    if (wanted === undefined) return true;
    const values = (Array.isArray(wanted) ? wanted : [wanted]).map((value) => normalise(String(value)));
    return candidates.some((candidate) => candidate !== undefined && values.includes(normalise(candidate)));
  };
  return entities
    .filter((entity) => {
      const area = areas.find(({ id }) => id === entity.area);
      const floor = floors.find(({ id }) => id === area?.floor);
      return (
        fits('name', entity.names) &&
        fits('area', area?.names ?? []) &&
        fits('floor', floor?.names ?? []) &&
        fits('domain', [entity.domain]) &&
        fits('device_class', [entity.deviceClass])
      );
    })
    .map(({ id }) => id);
}

function read(file: string): TestFile {
  return parseYaml(readFileSync(file, 'utf8')) as TestFile;
}

function houseOf({ floors = [], areas = [], entities = [] }: TestFile): TestHouse {
  const slug = (name: string) => normalise(name).replaceAll(' ', '_');
  return {
    floors: floors.map(({ name, id = slug(name) }) => ({ id, names: allOf(name) })),
    areas: areas.map(({ name, id = slug(name), floor }) => ({ id, names: allOf(name), ...(floor ? { floor } : {}) })),
    entities: entities.map(({ name, id, domain, area, state, attributes }) => ({
      id: id ?? `${domain}.${slug(name)}`,
      names: allOf(name),
      domain: domain ?? id?.split('.')[0] ?? '',
      ...(area ? { area: id ? area : slug(area) } : {}),
      ...(attributes?.device_class ? { deviceClass: attributes.device_class } : {}),
      ...(state === undefined ? {} : { state: typeof state === 'string' ? state : state.out }),
    })),
  };
}

/** Every text that a template stands for. */
function allOf(template: string): string[] {
  return [...new Set(textsOf(parse(template)).map((text) => text.trim().replace(/\s+/g, ' ')))];
}

function textsOf(expression: Expression): string[] {
  switch (expression.kind) {
    case 'text':
      return [expression.text];
    case 'alternative':
      return expression.items.flatMap(textsOf);
    case 'sequence':
      return expression.items.reduce(
        (before, item) => before.flatMap((start) => textsOf(item).map((end) => start + end)),
        [''],
      );
    default:
      throw new Error(`A name can't hold a ${expression.kind}`);
  }
}
