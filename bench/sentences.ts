import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { languageData } from '../lib/deciding/sentences/hassil/data.js';
import { compileGrammar, type Grammar } from '../lib/deciding/sentences/hassil/grammar.js';
import type { HouseNames } from '../lib/deciding/sentences/hassil/match.js';
import { type IntentMatch, intentsOf } from '../lib/deciding/sentences/hassil/recognise-intent.js';
import { recognise } from '../lib/deciding/sentences/recognise.js';
import type { House } from '../lib/home/types.js';
import { packageRoot } from '../test/package-root.js';
import { type Row, rowOf } from './row.js';
import { houseOfTest, judgeCommand, meantBy, type Verdict } from './sentence-commands.js';
import { devicesOf, namesOfHouse, type SentenceTest, sentenceTests, type TestHouse } from './sentence-tests.js';

/** Home Assistant's own tests, a folder for each language; not part of this repository. */
const TESTS =
  process.env['JARVIS_SENTENCE_TESTS'] ?? path.join(packageRoot(), '../shared/peers/home-assistant-sentences');
/** Slots that say which devices are meant; the others say what becomes of them. */
const TARGETS = ['name', 'area', 'floor', 'domain', 'device_class', 'preferred_area_id'];
/** The tests are older than the templates: what has got another meaning since, and texts that now keep their article. */
const MOVED_ON: Readonly<Record<string, string>> = { HassListCompleteItem: 'HassListRemoveItem' };
const TEXTS = ['search_query', 'item', 'message'];
const ENTITIES = 2000;
const AREAS = 40;

/**
 * Recognising sentences by Home Assistant's templates: how many of its own tests are understood as they mean it, and what
 * a sentence costs. With JARVIS_SENTENCES_LIST=1 every sentence is listed that isn't right.
 */
export async function benchSentences(): Promise<Row[]> {
  const languages = existsSync(TESTS) ? readdirSync(TESTS).filter((name) => !name.includes('.')) : [];
  const rows: Row[] = [];
  for (const language of languages) {
    const tests = sentenceTests(path.join(TESTS, language));
    rows.push(...peer(language, tests), ...product(language, tests));
  }
  return rows;
}

function peer(language: string, tests: readonly SentenceTest[]): Row[] {
  const first = performance.now();
  const grammars = languageData(language).map(compileGrammar);
  const [one] = tests;
  if (!one) return [];
  intentsOf(one.text, grammars, namesOfHouse(one.house), one.here);
  const started = performance.now() - first;

  const names = new Map<TestHouse, HouseNames>();
  const counts = { right: 0, silent: 0, wrong: 0, moved: 0 };
  for (const test of tests) {
    const known = names.get(test.house) ?? namesOfHouse(test.house);
    names.set(test.house, known);
    const [found] = intentsOf(test.text, grammars, known, test.here);
    const verdict = judge(test, found);
    counts[verdict] += 1;
    if (verdict !== 'right' && process.env['JARVIS_SENTENCES_LIST']) {
      const { file, text, intent, slots } = test;
      console.log(
        JSON.stringify({ language, verdict, file, text, intent, slots, found: found?.intent, got: found?.slots }),
      );
    }
  }
  const { right, silent, wrong, moved } = counts;
  const note = `right ${right}, not understood ${silent}, moved on ${moved}, wrong ${wrong} of Home Assistant's own sentence tests`;
  return [
    rowOf(`sentences/peer-${language}`, 'ratio', [right / tests.length], note),
    rowOf(`sentences/wrong-${language}`, 'ratio', [wrong / tests.length], 'another action, another device'),
    rowOf(`sentences/first-${language}`, 'ms', [started], 'the first sentence of a language'),
    ...big(language, grammars, tests),
  ];
}

/** What the product does with the same sentences: all of them, and those that its actions can do. */
function product(language: string, tests: readonly SentenceTest[]): Row[] {
  const houses = new Map<TestHouse, House>();
  const counts: Record<Verdict, number> = { right: 0, silent: 0, wrong: 0 };
  let possible = 0;
  let understood = 0;
  for (const test of tests) {
    const house = houses.get(test.house) ?? houseOfTest(test.house);
    houses.set(test.house, house);
    const command = recognise(test.text, { language, area: test.here, house });
    const verdict = judgeCommand(test, command, house);
    const meant = meantBy(test);
    counts[verdict] += 1;
    if (meant && meant.devices.length > 0) {
      possible += 1;
      if (verdict === 'right') understood += 1;
    }
    if (verdict !== 'right' && process.env['JARVIS_SENTENCES_LIST']) {
      const { file, text, intent, slots } = test;
      console.log(JSON.stringify({ language, product: verdict, file, text, intent, slots, command, meant }));
    }
  }
  const { right, silent, wrong } = counts;
  const note = `right ${right}, silent ${silent}, wrong ${wrong} as the product's commands`;
  return [
    rowOf(`sentences/product-${language}`, 'ratio', [right / tests.length], note),
    rowOf(`sentences/product-wrong-${language}`, 'ratio', [wrong / tests.length], 'another action, another device'),
    rowOf(`sentences/possible-${language}`, 'ratio', [understood / possible], `${understood} of ${possible} possible`),
    rowOf(`sentences/product-2000-${language}`, 'ms', inBigHouse(language, tests), 'what the product needs for one'),
  ];
}

function inBigHouse(language: string, tests: readonly SentenceTest[]): number[] {
  const house = houseOfTest(bigHouse(tests));
  const once = () =>
    sampleOf(tests).map(({ text: said, here }) => {
      const from = performance.now();
      recognise(said, { language, area: here ?? house.areas[0]?.id, house });
      return performance.now() - from;
    });
  once();
  return once();
}

function sampleOf(tests: readonly SentenceTest[]): SentenceTest[] {
  return tests.filter((_, at) => at % Math.ceil(tests.length / 300) === 0);
}

/** The same action with the same devices and values is right. */
function judge({ intent, slots, context, house }: SentenceTest, found: IntentMatch | undefined): Verdict | 'moved' {
  if (!found) return 'silent';
  const alike = (a: unknown, b: unknown): boolean =>
    Array.isArray(a) ? a.some((one) => alike(one, b)) : Array.isArray(b) ? alike(b, a) : text(a) === text(b);
  const values = [...Object.keys(slots), ...Object.keys(found.slots)].filter((slot) => !TARGETS.includes(slot));
  const sameValues = values.every((slot) => alike(slots[slot], found.slots[slot]));
  const sameTargets =
    TARGETS.every((slot) => alike(slots[slot], found.slots[slot])) ||
    String(devicesOf(house, { ...context, ...slots })) === String(devicesOf(house, found.slots));
  if (found.intent === intent && sameValues && sameTargets) return 'right';
  const isMoved = found.intent === MOVED_ON[intent] || (found.intent === intent && TEXTS.some((slot) => slot in slots));
  return isMoved ? 'moved' : 'wrong';
}

function text(value: unknown): string {
  return String(value).trim().toLowerCase();
}

/** The language's sentences in a house of 2,000 devices, without those of the tests' own house. */
function big(language: string, grammars: readonly Grammar[], tests: readonly SentenceTest[]): Row[] {
  const house = bigHouse(tests);
  const names = namesOfHouse(house);
  const sample = sampleOf(tests);
  const once = () =>
    sample.map(({ text: said, here }) => {
      const from = performance.now();
      intentsOf(said, grammars, names, here ?? house.areas[0]?.names[0]);
      return performance.now() - from;
    });
  once();
  return [rowOf(`sentences/recognise-2000-${language}`, 'ms', once(), `a sentence in a house of ${ENTITIES} entities`)];
}

/** The largest house of the tests with many more devices in many more areas. */
function bigHouse(tests: readonly SentenceTest[]): TestHouse {
  const house = tests.reduce<TestHouse>(
    (largest, test) => (test.house.entities.length > largest.entities.length ? test.house : largest),
    { floors: [], areas: [], entities: [] },
  );
  const areas = Array.from({ length: AREAS }, (_, at) => ({ id: `area_${at}`, names: [`Room ${at}`] }));
  const kinds = ['light', 'switch', 'cover', 'sensor', 'media_player', 'climate', 'lock', 'binary_sensor'];
  const entities = Array.from({ length: ENTITIES - house.entities.length }, (_, at) => {
    const domain = kinds[at % kinds.length] ?? 'light';
    const room = at % AREAS;
    return { id: `${domain}.number_${at}`, names: [`Room ${room} ${domain} ${at}`], domain, area: `area_${room}` };
  });
  return { ...house, areas: [...house.areas, ...areas], entities: [...house.entities, ...entities] };
}
