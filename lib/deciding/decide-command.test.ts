import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDemoHome } from '../home/demo.js';
import { guarded } from '../home/guard.js';
import type { Home } from '../home/types.js';
import { newTurn } from '../turn/turn.js';
import { decideCommand } from './decide-command.js';

const signal = new AbortController().signal;

test("what Home Assistant's recogniser switched is what is spoken about next", async () => {
  const demo = openDemoHome();
  const converse: Home['converse'] = async (text) =>
    text === 'light the way to bed'
      ? { speech: 'Sure.', acted: true, ok: true, targets: ['light.hall_light', 'light.bedside_lamp'] }
      : null;
  const home = guarded({ ...demo, converse });
  const says = (text: string, turn = {}) =>
    decideCommand(text, {
      home,
      turn: newTurn({ site: 'hall', source: 'text', language: 'en', ...turn }),
      signal,
      memories: [],
    });
  const on = () =>
    home.house().entities.filter(({ id, state }) => /hall_light|bedside/.test(id) && state === 'on').length;
  assert.equal((await says('light the way to bed'))?.text, 'Sure.');
  await says('turn them on');
  assert.equal(on(), 2);
  // an announcement is no exchange of the room's
  assert.equal(await says('dinner is ready', { source: 'announcement' }), undefined);
  await says('and off again');
  assert.equal(on(), 0);
  assert.equal(await says('who wrote Hamlet?'), undefined);
  assert.equal(await says('turn them on'), undefined);
});

test("what Home Assistant's recogniser claims to have done, but hasn't, is told as not done", async () => {
  const demo = openDemoHome();
  const [entity] = demo.house().entities.filter(({ domain }) => domain === 'light');
  assert.ok(entity);
  const failed = [{ entity, reason: "it can't be dimmed" }];
  const converse: Home['converse'] = async () => ({
    speech: 'Brightness set',
    acted: true,
    ok: false,
    targets: [],
    failed,
  });
  const turn = newTurn({ site: 'hall', source: 'text', language: 'de' });
  const home = guarded({ ...demo, converse });
  const answered = await decideCommand('mach es gemütlich', { home, turn, signal, memories: [] });
  assert.match(answered?.text ?? '', /nicht dimmen/);
  assert.equal(answered?.command?.ok, false);
});

test('a model that makes an order of a question moves nothing; what was a request is done', async () => {
  const home = guarded(openDemoHome());
  const [text, site] = ['turn on the kitchen light', 'kitchen'];
  const judgement = {
    ...{ directed: true, query: text, stop: false, confidence: 1, reasoning: '' },
    by: 'model' as const,
  };
  const says = (heard: string) => {
    const turn = newTurn({ site, source: 'voice', language: 'en', judgement, heard: { text: heard, from: 0, to: 1 } });
    return decideCommand(text, { home, turn, signal, memories: [] });
  };
  const light = () => home.house().entities.find(({ id }) => id === 'light.kitchen_light')?.state;
  for (const heard of ['is the kitchen light on?', 'What if you turned on the light', 'can you tell me if it is on']) {
    await assert.rejects(says(heard), { code: 'home-refused' });
    assert.equal(light(), 'off', heard);
  }
  assert.equal((await says('well, could you turn the kitchen light on?'))?.command?.ok, true);
  assert.equal(light(), 'on');
});

describe('what is asked for as of a person is done without a model, what is really asked is not', () => {
  const SAID: Record<string, [said: string, id: string, state: string][]> = {
    en: [
      ['Would you turn on the kitchen light?', 'light.kitchen_light', 'on'],
      ['Can we have the kitchen light off?', 'light.kitchen_light', 'off'],
      ['Can we have the lights on?', 'light.kitchen_light', 'on'],
      ['Would you turn off the lights if it was bright?', 'light.kitchen_light', 'on'],
    ],
    de: [
      ['Machst du das Küchenlicht an?', 'light.kitchen_light', 'on'],
      ['Machst du es bitte wieder aus?', 'light.kitchen_light', 'off'],
      ['Schaltest du das Küchenlicht ein und machst die Kaffeemaschine an?', 'switch.coffee_machine', 'on'],
      ['Machst du immer die Kaffeemaschine aus?', 'switch.coffee_machine', 'on'],
    ],
    fr: [
      ['Tu allumes la lumière de la cuisine ?', 'light.kitchen_light', 'on'],
      ["Tu l'éteins, s'il te plaît ?", 'light.kitchen_light', 'off'],
      ["Tu m'allumes la lumière de la cuisine ?", 'light.kitchen_light', 'on'],
      ['Tu éteins la lumière de la cuisine le soir ?', 'light.kitchen_light', 'on'],
    ],
    es: [
      ['¿Me enciendes la luz de la cocina?', 'light.kitchen_light', 'on'],
      ['¿La apagas, por favor?', 'light.kitchen_light', 'off'],
      ['¿Enciendes la luz?', 'light.kitchen_light', 'on'],
      ['¿Por qué apagas la luz?', 'light.kitchen_light', 'on'],
    ],
  };
  for (const [language, sentences] of Object.entries(SAID))
    test(language, async () => {
      const home = guarded(openDemoHome());
      for (const [said, wanted, state] of sentences) {
        const turn = newTurn({ site: 'kitchen', area: 'kitchen', source: 'text', language });
        await decideCommand(said, { home, turn, signal, memories: [] });
        assert.equal(home.house().entities.find(({ id }) => id === wanted)?.state, state, said);
      }
    });
});

test('what is spoken and only sounds like a command is done; what is typed, or would open the house, is not', async () => {
  const says = async (text: string, source: 'voice' | 'text') => {
    const home = guarded(openDemoHome());
    const turn = newTurn({ site: 'kitchen', area: 'kitchen', source, language: 'en' });
    return (await decideCommand(text, { home, turn, signal, memories: [] }))?.command?.targets;
  };
  assert.deepEqual(await says('turn on the kitchen like', 'voice'), ['light.kitchen_light']);
  assert.deepEqual(await says('Turn on the kitchen like. Minister Harris said that taxes will rise.', 'voice'), [
    'light.kitchen_light',
  ]);
  assert.equal(await says('turn on the kitchen like', 'text'), undefined);
  assert.equal(await says('what is the kitchen like', 'voice'), undefined);
});

test('an order that sounds nearly the same is done where the words are none, but opens nothing', async () => {
  const home = guarded(openDemoHome());
  const does = async (text: string, alternative: string, source: 'voice' | 'text' = 'voice') => {
    const turn = {
      ...newTurn({ site: 'hall', source, language: 'en' }),
      heard: { text, alternatives: [{ text: alternative, behind: 2 }] },
    };
    const { command } = (await decideCommand(text, { home, turn, signal, memories: [], conversation: false })) ?? {};
    return command && [command.action, ...command.targets];
  };
  const light = 'turn on the Kitchen Light';
  assert.deepEqual(await does('too long the chicken, right?', light), ['turn_on', 'light.kitchen_light']);
  assert.deepEqual(await does('turn on the bedside lamp', light), ['turn_on', 'light.bedside_lamp']);
  assert.equal(await does('too long the chicken, right?', light, 'text'), undefined, 'typed words are not misheard');
  assert.equal(await does('open the carriage store', 'open the Garage Door'), undefined);
  assert.equal(await does('is the chicken light?', 'is the Kitchen Light on?'), undefined, 'no question is guessed');
});

test('what a television said before the wake word is left away where the words are nothing', async () => {
  const home = guarded(openDemoHome());
  const does = async (text: string, word: string | null = 'hey_jarvis') => {
    const wake = { by: 'audio' as const, word, score: 1 };
    const turn = newTurn({ site: 'hall', source: 'voice', language: 'en', wake });
    const { command } = (await decideCommand(text, { home, turn, signal, memories: [], conversation: false })) ?? {};
    return command && [command.action, ...command.targets];
  };
  const coffee = ['turn_on', 'switch.coffee_machine'];
  assert.deepEqual(await does('It was worth a Jarvis, Switch on the Coffee Machine.'), coffee);
  assert.equal(await does('It was worth a Jarvis, Switch on the Coffee Machine.', null), undefined, 'nobody called');
  assert.equal(await does('It was worth a Jarvis, unlock the front door.'), undefined, 'nothing is opened on a guess');
  assert.equal(await does('tell me what Jarvis means'), undefined);
});

test('nobody is asked whether a door shall be opened for a guest, and everything else is done', async () => {
  const home = guarded(openDemoHome());
  const says = (text: string, name: string | null) =>
    decideCommand(text, {
      home,
      turn: newTurn({ site: 'hall', source: 'voice', language: 'en', speaker: { name, score: 0.5 } }),
      signal,
      memories: [],
    });
  const stateOf = (id: string) => home.house().entities.find((entity) => entity.id === id)?.state;
  await assert.rejects(says('unlock the front door', null), { code: 'home-refused', message: /Front Door/ });
  assert.equal(home.confirmations.held('hall'), undefined);
  await says('yes', null);
  assert.equal(stateOf('lock.front_door'), 'locked');
  assert.equal((await says('turn on the hall light', null))?.command?.ok, true);
  assert.equal((await says('unlock the front door', 'Anna'))?.question, true);
  await says('yes', 'Anna');
  assert.equal(stateOf('lock.front_door'), 'unlocked');
});

test('sums and the time in another place are answered without a model; a place that is none is left', async () => {
  const home = guarded(openDemoHome());
  const says = async (text: string, language: string) => {
    const turn = newTurn({ site: 'hall', source: 'voice', language });
    return (await decideCommand(text, { home, turn, signal, memories: [] }))?.text;
  };
  assert.equal(await says('what is 15 percent of 80', 'en'), 'That’s 12.');
  assert.equal(await says('Könntest du mir sagen, wie viele Unzen 200 Gramm sind?', 'de'), undefined);
  assert.equal(await says('Wie viele Unzen sind 200 Gramm?', 'de'), 'Das sind ungefähr 7,05 Unzen.');
  assert.match((await says('¿Qué hora es en Tokio?', 'es')) ?? '', /^Allí (?:es la|son las) \d+:\d\d/);
  assert.equal(await says('what time is it in Atlantis', 'en'), undefined);
});

test('a room is asked for where its name is missing, not where a value wasn’t understood', async () => {
  const home = guarded(openDemoHome());
  const says = async (text: string, language: string) => {
    const turn = newTurn({ site: 'hall', source: 'text', language });
    return (await decideCommand(text, { home, turn, signal, memories: [] }))?.text;
  };
  assert.equal(await says('close the blinds in the', 'en'), 'In which room?');
  assert.equal(await says('set the lights in the to 50 percent', 'en'), 'In which room?');
  assert.equal(await says('mach das Licht in der aus', 'de'), 'In welchem Raum?');
  for (const [text, language] of [
    ['turn on the living room light in purple at 30 percent', 'en'],
    ['Küchenlicht rot auf 50 Prozent', 'de'],
    ['stell das Küchenlicht auf 150 Prozent', 'de'],
    ['mets la lumière du salon en rouge à 150 pour cent', 'fr'],
    ['pon la luz del salón en rojo al 150 por ciento', 'es'],
  ] as const)
    assert.equal(await says(text, language), undefined, text);
});
