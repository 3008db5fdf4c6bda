import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { must } from '../../test/until.js';
import type { Tool } from '../llm/types.js';
import { exportMemory } from '../memory/export.js';
import { type Memory, openMemory } from '../memory/memory.js';
import { forgetSince } from '../memory/privacy.js';
import { clock } from '../turn/clock.js';
import { Trace } from '../turn/trace.js';
import { newTurn, type Turn } from '../turn/turn.js';
import { isThatMeal, mealsAsked } from './meal-words.js';
import { toolsFor } from './registry.js';

const HOUR = 3_600_000;
/** A Thursday. */
const NOON = new Date(2026, 10, 26, 12).getTime();
const LASAGNE = { what: 'lasagne', kcal: 650, protein: 30, carbs: 70, fat: 25 };
const APPLE = { what: 'an apple', kcal: '95 kcal', protein: 0.4, carbs: 25, fat: 0 };
const { now } = clock;
let folder = '';
let memory: Memory;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-meals-'));
});
after(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  memory = openMemory({ file: path.join(folder, `${Math.random()}.db`) });
  clock.now = () => NOON;
});
afterEach(async () => {
  clock.now = now;
  await memory.close();
});

interface Saying {
  language?: string;
  turn?: Turn;
}

/** Has a tool called in a turn of its own. */
async function call(name: string, args: Record<string, unknown>, said: string, { language = 'en', turn }: Saying = {}) {
  const tool: Tool = must(toolsFor({ memory: { memory } }).find((one) => one.name === name));
  const trace = new Trace(`turn-${said}`, 'kitchen', 'voice');
  return await tool.run(args, { site: 'kitchen', said, language, turn, signal: new AbortController().signal, trace });
}

const log = (meal: Record<string, unknown>, said: string, saying?: Saying) => call('log_meal', meal, said, saying);
const eaten = async (args: Record<string, unknown> = {}) => (await call('meals', args, 'what did I eat')).text;

async function exported(): Promise<string> {
  let all = '';
  for await (const piece of exportMemory({ memory })) all += piece;
  return all;
}

describe('a meal', () => {
  test('is logged with its time and nutrition, and summed up by day', async () => {
    assert.deepEqual(await log(LASAGNE, 'I had lasagne for lunch'), {
      ok: true,
      text: 'Logged: Meal 2026-11-26 12:00: lasagne (650 kcal, 30 g protein, 70 g carbohydrates, 25 g fat)',
      told: 'Noted: lasagne, about 650 kilocalories.',
    });
    await log({ ...APPLE, when: '2026-11-24' }, 'yesterday I ate an apple');
    await log({ ...LASAGNE, when: '2026-11-26 08:30' }, 'and lasagne in the morning at half past eight, really');
    assert.equal(
      await eaten({ from: '2026-11-25', to: '2026-11-26' }),
      [
        '2026-11-25: an apple, 95 kcal, protein 0 g, carbs 25 g, fat 0 g',
        '2026-11-26 08:30: lasagne, 650 kcal, protein 30 g, carbs 70 g, fat 25 g',
        '2026-11-26 12:00: lasagne, 650 kcal, protein 30 g, carbs 70 g, fat 25 g',
        'Sum of 2026-11-25: 95 kcal, protein 0 g, carbs 25 g, fat 0 g',
        'Sum of 2026-11-26: 1300 kcal, protein 60 g, carbs 140 g, fat 50 g',
        'Sum of all: 1395 kcal, protein 60 g, carbs 165 g, fat 50 g',
        'All numbers are estimates.',
      ].join('\n'),
    );
    assert.equal(await eaten({ from: '2026-11-24' }), 'No meal was logged on these days.');
    assert.match(
      (await call('meals', {}, 'what did I eat?', { language: 'es' })).told ?? '',
      /^lasagne y lasagne\. Son unas 1300/,
    );
  });

  test('is written down in the language of the person', async () => {
    const pasta = { ...LASAGNE, what: 'Nudeln mit Pesto' };
    const { text, told } = await log(pasta, 'Ich habe gestern Nudeln mit Pesto gegessen', { language: 'de' });
    assert.match(text, /Mahlzeit 2026-11-25: Nudeln mit Pesto \(650 kcal, 30 g Eiweiß/);
    assert.match(told ?? '', /^Notiert: Nudeln mit Pesto/);
    assert.match(await eaten({ from: '2026-11-25' }), /^2026-11-25: Nudeln mit Pesto, 650 kcal/);
    await log({ ...LASAGNE, what: 'une salade (3 tomates)' }, 'j’ai mangé une salade (3 tomates)', { language: 'fr' });
    assert.match(await eaten(), /12:00: une salade \(3 tomates\), 650 kcal/);
  });

  test('has to have been told by the person, and not asked', async () => {
    const refused = async (meal: object, said: string) => {
      const { ok, text } = await log({ ...meal }, said);
      assert.equal(ok, false, said);
      return text;
    };
    assert.match(await refused({ ...LASAGNE, what: 'pizza' }, 'such a day, I had lasagne'), /did not say/);
    assert.match(await refused(LASAGNE, ''), /did not say/);
    assert.match(await refused(LASAGNE, 'How many calories has lasagne?'), /did not say/);
    assert.equal(await memory.entries.count(), 0);
  });

  test('may be told beside a question', async () => {
    assert.equal((await log(LASAGNE, 'I had lasagne for lunch, how many calories is that?')).ok, true);
    const nudeln = { ...LASAGNE, what: 'Nudeln' };
    const said = 'Ich habe Nudeln gegessen. Wie viele Kalorien sind das?';
    assert.equal((await log(nudeln, said, { language: 'de' })).ok, true);
  });

  test('has numbers and a day that can be', async () => {
    const wrong = async (more: object) => (await log({ ...LASAGNE, ...more }, 'I had lasagne')).text;
    assert.match(await wrong({ kcal: 5_001 }), /^Not done: kcal/);
    assert.match(await wrong({ fat: -1 }), /^Not done: fat/);
    assert.match(await wrong({ protein: 'much' }), /^Not done: protein/);
    assert.match(await wrong({ when: '2026-11-27' }), /^Not done: A meal is logged on its day/);
    assert.match(await wrong({ when: '2026-11-18' }), /^Not done: A meal is logged on its day/);
    assert.match(await wrong({ when: 'lunch' }), /^Not done: A day is written/);
    assert.match(await eaten({ from: '2026-10-01', to: '2026-11-26' }), /31 days are the most/);
    assert.equal(await memory.entries.count(), 0);
  });

  test('is none of a guest’s, nor of a room that nothing is remembered of', async () => {
    const guest = newTurn({ site: 'kitchen', source: 'voice', language: 'en', speaker: { name: null, score: 0.2 } });
    assert.match((await log(LASAGNE, 'I had lasagne', { turn: guest })).text, /^Not done: the memory is for people/);
    await memory.privacy.setRemembers('kitchen', false);
    assert.match((await log(LASAGNE, 'I had lasagne')).text, /is not remembered/);
    assert.equal(await memory.entries.count(), 0);
  });
});

describe('what was logged', () => {
  test('stands in an export, and is gone from everywhere once it is forgotten', async () => {
    await log(LASAGNE, 'I had lasagne');
    await log(APPLE, 'I had an apple');
    assert.match(await exported(), /lasagne.*\n.*apple/);
    const { ok, text } = await call('memory_forget', {}, 'forget that meal');
    assert.equal(ok, true, text);
    assert.doesNotMatch(await exported(), /apple/);
    assert.match(await eaten(), /^2026-11-26 12:00: lasagne/);
    assert.equal((await call('remember', {}, 'take that back')).ok, true);
    assert.match(await eaten(), /an apple/);
    await call('memory_forget', {}, 'forget the last meal');
    assert.equal((await call('memory_forget', {}, 'erase it for good')).ok, true);
    assert.equal((await call('remember', {}, 'take that back')).ok, false);
  });

  test('goes with what was said since, though it was eaten before', async () => {
    await log(LASAGNE, 'yesterday I had lasagne');
    await forgetSince(NOON - HOUR, { memory });
    assert.equal(await eaten({ from: '2026-11-25' }), 'No meal was logged on these days.');
    assert.doesNotMatch(await exported(), /lasagne/);
  });

  test('"that meal" is none of the day before yesterday', async () => {
    await log(LASAGNE, 'I had lasagne');
    clock.now = () => NOON + 50 * HOUR;
    assert.equal((await call('memory_forget', {}, 'forget that meal')).ok, false);
  });

  test('counts as a person has put it right on the page', async () => {
    await log(LASAGNE, 'I had lasagne');
    const [note] = await memory.entries.list();
    const { id, text } = must(note);
    await memory.entries.correct({ id, previous: text, text: text.replace('650 kcal', '400 kcal') });
    assert.match(await eaten(), /lasagne, 400 kcal/);
  });
});

for (const [language, said, that] of [
  ['en', 'How many calories did I have yesterday?', 'that meal'],
  ['de', 'Wie viele Kalorien habe ich gestern gegessen?', 'diese Mahlzeit'],
  ['fr', 'Combien de calories ai-je mangées hier ?', 'ce repas'],
  ['es', '¿Cuántas calorías he comido ayer?', 'esa comida'],
] as const) {
  test(`what is certain needs no model: ${said}`, () => {
    const tool = must(toolsFor({ memory: { memory } }).find(({ name }) => name === 'meals'));
    assert.deepEqual(tool.ahead?.(said, { language }), { from: '2026-11-25', to: '2026-11-25' });
    assert.equal(mealsAsked('What is for dinner?', language, NOON), undefined);
    assert.ok(isThatMeal(that));
    assert.ok(!isThatMeal(`${that} was good`));
  });
}
