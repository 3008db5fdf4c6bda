import { setImmediate as afterOthers } from 'node:timers/promises';
import type { House } from '../../home/types.js';
import { restoreAsked } from '../../memory/restoring.js';
import { everyday } from '../everyday/everyday.js';
import { type Expression, parse } from '../sentences/hassil/expression.js';
import { recogniseAll } from '../sentences/recognise-all.js';
import { isStop } from '../stop-command.js';
import { type FormList, readLists } from './form-lists.js';
import { type Conflict, MAX_TEMPLATES, problemsIn, templateLines } from './template-problem.js';

export interface ConflictOptions {
  house: House;
  /** Those the sentences may be said in. */
  languages: readonly string[];
  signal: AbortSignal;
}

/** Ways to say one template that are tried, and of all together in all languages: each takes some 2 ms. */
const MAX_WAYS = 20;
const MAX_TRIES = 400;
const ANYTHING = 'something';

/** The first way to say each template that a built-in sentence means, if it has one. Lets others work in between. */
export async function conflictsOf(
  form: { templates: string; lists: string },
  { house, languages, signal }: ConflictOptions,
): Promise<Conflict[]> {
  const { lists } = readLists(form.lists);
  const wrong = new Set(problemsIn(form.templates, [...lists.keys()]).map(({ line }) => line));
  const whole = templateLines(form.templates)
    .slice(0, MAX_TEMPLATES)
    .filter(({ line }) => !wrong.has(line));
  const ways = Math.min(MAX_WAYS, Math.ceil(MAX_TRIES / Math.max(1, whole.length * languages.length)));
  const conflicts: Conflict[] = [];
  for (const { line, template } of whole) {
    for (const said of waysToSay(parse(template), valuesIn(house, lists), ways)) {
      signal.throwIfAborted();
      await afterOthers();
      const means = languages.map((language) => meaningOf(said, language, house)).find((one) => one);
      if (!means) continue;
      conflicts.push({ line, said, means });
      break;
    }
  }
  return conflicts;
}

function meaningOf(said: string, language: string, house: House): Conflict['means'] | undefined {
  if (isStop(said, { speaking: false, language })) return 'stop';
  const isKnown =
    everyday(said, language) !== undefined ||
    restoreAsked(said) ||
    recogniseAll(said, { language, house, area: house.areas[0]?.id }).length > 0;
  return isKnown ? 'built-in' : undefined;
}

/** Words for a list, never none: of the house a name of each kind of device. */
function valuesIn({ areas, entities }: House, lists: ReadonlyMap<string, FormList>): (list: string) => string[] {
  const ofEachKind = [...new Map(entities.map(({ domain, name }) => [domain, name])).values()];
  const ofHouse = new Map([
    ['name', ofEachKind],
    ['area', areas.map(({ name }) => name)],
    ['floor', areas.flatMap(({ floor = [] }) => floor)],
  ]);
  return (list) => {
    const given = lists.get(list);
    const values = given && ('values' in given ? given.values : [`${given.from}`, `${given.to}`]);
    const found = values ?? ofHouse.get(list) ?? [];
    return found.length > 0 ? found : [ANYTHING];
  };
}

/** Some ways to say a template, each once: the first choices everywhere, then others as a fixed dice falls. */
export function waysToSay(template: Expression, valuesOf: (list: string) => string[], most: number): Set<string> {
  const ways = new Set<string>();
  let dice = 1;
  const thrown = (sides: number) => {
    dice = (dice * 48271) % 2147483647;
    return dice % sides;
  };
  for (let way = 0; way < most; way++) {
    const said = say(template, valuesOf, way === 0 ? () => 0 : thrown);
    ways.add(said.replace(/\s+/g, ' ').trim());
  }
  ways.delete('');
  return ways;
}

function say(one: Expression, valuesOf: (list: string) => string[], choose: (sides: number) => number): string {
  const sayOne = (item: Expression | undefined) => (item ? say(item, valuesOf, choose) : '');
  switch (one.kind) {
    case 'text':
      return one.text;
    case 'rule':
      return '';
    case 'list': {
      const values = valuesOf(one.list);
      return values[choose(values.length)] ?? '';
    }
    case 'alternative':
      return sayOne(one.items[choose(one.items.length)]);
    case 'permutation': {
      const from = choose(one.items.length);
      return [...one.items.slice(from), ...one.items.slice(0, from)].map(sayOne).join('');
    }
    default:
      return one.items.map(sayOne).join('');
  }
}
