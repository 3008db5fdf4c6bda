import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { openMissed } from '../../conversation/missed.js';
import { LiveTurns, turns } from '../../conversation/turns.js';
import { openDemoHome } from '../../home/demo.js';
import { guarded } from '../../home/guard.js';
import type { Home, PastState } from '../../home/types.js';
import type { Answer } from '../../satellites/questions.js';
import type { SayRequest, Site } from '../../satellites/types.js';
import { announcer } from '../../speaking/announce.js';
import { missedTool } from '../../tools/missed-tool.js';
import { clock } from '../../turn/clock.js';
import { forgetEverywhere } from '../../turn/erasing.js';
import { newTurn } from '../../turn/turn.js';
import { decideCommand } from '../decide-command.js';
import { openQuestions } from '../questions/questions.js';
import { asksMissed } from './missed-told.js';

const MINUTE = 60_000;
const NOON = new Date(2026, 10, 26, 12).getTime();
const signal = new AbortController().signal;
const { now } = clock;
/** Rooms of a test have names of their own: what rooms were told is noted for the whole process. */
let kitchen: Site;
let count = 0;

beforeEach(() => {
  clock.now = () => NOON;
  kitchen = { id: `kitchen-${++count}`, area: `Kitchen ${count}`, via: 'mqtt', lastSeen: 0 };
});
afterEach(() => {
  clock.now = now;
});

const at = (minute: number) => {
  clock.now = () => NOON + minute * MINUTE;
};

interface Saying {
  site?: Site;
  rooms?: string[];
  finished?: SayRequest['finished'];
}

/** Announces in a room, where it is heard at once. */
function say(text: string, { site = kitchen, rooms = [site.id], finished }: Saying = {}) {
  const hub = { site: () => site, sitesIn: () => [site] };
  const announce = announcer([], assert.fail);
  const request = { text, rooms, ...(finished && { finished }) };
  const told = announce(request, { hub, language: 'en', languages: [] });
  for (const { turn } of told) turns.end(turn.id);
  return told.map(({ turn }) => turn.id);
}

async function ask(query: string, { language = 'en', home = openDemoHome(), guest = false, site = kitchen } = {}) {
  const speaker = guest ? { speaker: { name: null, score: 0.1 } } : {};
  const turn = newTurn({ site: site.id, area: site.area, source: 'text', language, ...speaker });
  turns.begin(turn, query);
  const answered = await decideCommand(query, { home: guarded(home), turn, signal, memories: [] });
  turns.show(turn, 'reply', answered?.text ?? '');
  turns.end(turn.id);
  return answered?.text;
}

describe('what a room has missed', () => {
  test('is what it was told since somebody was answered there, and no more', async () => {
    say('The parcel is here.');
    assert.equal(await ask('what did I miss?'), 'At 12:00 PM it was announced: The parcel is here.');
    at(1);
    assert.equal(await ask('Did I miss anything?'), 'You haven’t missed anything since 12:00 PM.');
    at(30);
    say('The washing machine is done');
    at(60);
    say('Dinner!', { site: { ...kitchen, id: `other ${kitchen.id}` } });
    say('Not here', { site: { ...kitchen, id: 'attic', area: 'Attic' } });
    assert.equal(
      await ask('what have I missed'),
      'Since 12:01 PM: At 12:30 PM it was announced: The washing machine is done. At 1:00 PM it was announced: Dinner!',
    );
  });

  test('is also what was kept back in quiet hours', async () => {
    say('The dryer is done.', { site: { ...kitchen, quiet: '11:00-13:00' }, rooms: [] });
    assert.equal(
      await ask('was hab ich verpasst', { language: 'de' }),
      'Um 12 Uhr wurde wegen der Ruhezeit nicht gesagt: The dryer is done.',
    );
  });

  test('is also a question that nobody answered, once', async () => {
    const answer = await new Promise<Answer>((told) => {
      const questions = openQuestions({
        hub: { sitesIn: () => [kitchen], listen: () => {} },
        say: ({ text, finished }) => say(text, { finished }),
        name: () => 'Jarvis',
        house: () => undefined,
        failed: assert.fail,
      });
      const request = { site: kitchen.id, question: 'Shall I close the blinds?', answers: [], id: null };
      questions.ask({ ...request, language: 'en', timeout: 0.01 }, told);
    });
    assert.equal(answer.reason, 'timeout');
    const asked = 'At 12:00 PM this was asked, and nobody answered: Shall I close the blinds?';
    assert.equal(await ask('what did I miss'), asked);
  });

  test('is counted where there is much, and told with its day', async () => {
    for (let index = 1; index <= 12; index++) say(`Number ${index}.`);
    at(24 * 60);
    const told = await ask('que me he perdido', { language: 'es' });
    assert.match(told ?? '', /^Antes hubo 2 cosas más\. El jueves a las 12:00 se anunció: Number 3\./);
    assert.match(told ?? '', /Number 12\.$/);
  });

  test('goes with what is erased', async () => {
    say('Anna is ill.');
    say('Dinner is ready.');
    await forgetEverywhere({ sites: [], turns: [], tells: (text) => /Anna/.test(text) });
    assert.equal(await ask('what did I miss'), 'At 12:00 PM it was announced: Dinner is ready.');
    say('More.');
    await forgetEverywhere({ sites: [kitchen.id], turns: [], tells: () => false });
    assert.match((await ask('what did I miss')) ?? '', /haven’t missed anything/);
  });

  test('is bounded', () => {
    const log = openMissed(new LiveTurns());
    for (let index = 0; index < 500; index++) log.note({ kind: 'said', site: 'a', text: 'x'.repeat(5_000) });
    const { notes } = log.of({ site: 'a' });
    assert.equal(notes.length, 200);
    assert.ok(notes.every(({ text }) => text.length === 200));
    assert.deepEqual(log.of({ site: 'b', area: 'B' }), { since: undefined, notes: [] });
  });
});

describe('what has happened in the house meanwhile', () => {
  function home(history: (of: { ids: readonly string[]; from: number; to: number }) => Promise<PastState[]>): Home {
    const demo = openDemoHome();
    const more = { aliases: [], state: 'home', attributes: {} };
    const anna = { ...more, id: 'person.anna', domain: 'person' as const, name: 'Anna' };
    const house = { ...demo.house(), entities: [...demo.house().entities, anna] };
    return { ...demo, house: () => house, history };
  }
  const past = (id: string, ...states: [minute: number, state: string][]) =>
    states.map(([minute, state]) => ({ id, state, at: NOON + minute * MINUTE }));

  test('is told: doors that were opened, who came and went; of what it is asked about', async () => {
    let asked: readonly string[] = [];
    const house = home(async ({ ids }) => {
      asked = ids;
      const window = past('binary_sensor.kitchen_window', [-90, 'off'], [-60, 'on'], [-50, 'off'], [-30, 'on']);
      const anna = past('person.anna', [-90, 'not_home'], [-40, 'home'], [-20, 'Work']);
      const unknown = past('lock.front_door', [-90, 'unavailable'], [-80, 'unlocked'], [-70, 'locked']);
      return [...window, ...anna, ...unknown, ...past('light.kitchen_light', [-9, 'off'], [-8, 'on'])];
    });
    assert.equal(
      await ask('what did I miss', { home: house }),
      'At 11:20 AM: Anna came home. At 11:30 AM: Kitchen Window was opened. That was 2 times. At 11:40 AM: Anna left.',
    );
    assert.ok(asked.includes('person.anna') && !asked.includes('light.kitchen_light'));
  });

  test('is nothing for a guest, and nothing where the house can’t tell', async () => {
    const came = home(async () => past('person.anna', [-2, 'not_home'], [-1, 'home']));
    assert.equal(await ask('what did I miss', { home: came, guest: true }), 'You haven’t missed anything.');
    const broken = home(async () => assert.fail('no recorder'));
    assert.match((await ask('what did I miss', { home: broken })) ?? '', /^You haven’t missed anything/);
  });
});

test('the model’s tool tells the same', async () => {
  say('The parcel is here.');
  const tool = missedTool(openDemoHome());
  const { id: site, area } = kitchen;
  const told = 'At 12:00 PM it was announced: The parcel is here.';
  assert.deepEqual(await tool.run({}, { site, area, language: 'en', signal }), { ok: true, text: told, told });
  assert.deepEqual(tool.ahead?.('Qu’est-ce que j’ai manqué ?', { language: 'fr' }), {});
});

for (const [language, ...sentences] of [
  ['en', 'What did I miss?', 'Did I miss anything', 'what have I missed', 'What happened while I was away?'],
  ['de', 'Was habe ich verpasst?', 'Hab ich was verpasst?', 'Was ist passiert, während ich weg war?'],
  ['fr', 'Qu’ai-je raté ?', 'Est-ce que j’ai manqué quelque chose ?', 'Que s’est-il passé en mon absence ?'],
  ['es', '¿Qué me he perdido?', '¿Me he perdido algo?', '¿Qué ha pasado mientras no estaba?'],
] as const) {
  test(`is asked in ${language} without a model`, () => {
    for (const sentence of sentences) assert.ok(asksMissed(sentence, language), sentence);
    for (const other of ['I miss you', 'what did I miss at school', 'Was fehlt?', 'me he perdido'])
      assert.ok(!asksMissed(other, language), other);
  });
}
