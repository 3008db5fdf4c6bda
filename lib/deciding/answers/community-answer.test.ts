import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command, Entity, House } from '../../home/types.js';
import { answer } from '../answers.js';
import { intentLanguages } from '../sentences/hassil/data.js';
import { recogniseAll } from '../sentences/recognise-all.js';

const entity = (id: string, name: string, area: string, state: string, attributes = {}): Entity => ({
  id,
  name,
  aliases: [],
  area,
  domain: id.split('.', 1)[0] as Entity['domain'],
  state,
  attributes,
});
const house: House = {
  areas: [
    { id: 'kitchen', name: 'Keuken', aliases: ['cucina', 'kök', 'кухня', 'cozinha', 'kuchnia'] },
    { id: 'living', name: 'Woonkamer', aliases: ['soggiorno', 'vardagsrum', 'гостиная', 'sala', 'salon'] },
  ],
  entities: [
    entity('light.a', 'Keukenlamp', 'kitchen', 'on', { brightness: 128 }),
    entity('light.b', 'Spotjes', 'kitchen', 'off'),
    entity('light.c', 'Staande lamp', 'living', 'on'),
    entity('climate.x', 'Thermostaat', 'living', 'heat', { temperature: 21, current_temperature: 19.5 }),
    entity('lock.door', 'Voordeur', 'living', 'locked'),
  ],
};
const at = (text: string, language: string) => recogniseAll(text, { language, area: 'living', house });
const [a, b, c] = house.entities as [Entity, Entity, Entity];

test('a house is understood in languages that we have no sentences of', () => {
  const kitchen = ['light.a', 'light.b'];
  const said: [language: string, text: string, action: string, targets: string[], value?: number][] = [
    ['nl', 'doe de lampen in de keuken aan', 'turn_on', kitchen],
    ['nl-BE', 'zet de keukenlamp uit', 'turn_off', ['light.a']],
    ['nl', 'zet de staande lamp op 50 procent', 'set_brightness', ['light.c'], 50],
    ['it', 'accendi le luci in cucina', 'turn_on', kitchen],
    ['it', 'imposta la luminosità di keukenlamp al 50%', 'set_brightness', ['light.a'], 50],
    ['sv', 'tänd lamporna i kök', 'turn_on', kitchen],
    ['ru', 'включи свет на кухня', 'turn_on', kitchen],
    ['pt_BR', 'acenda as luzes da cozinha', 'turn_on', kitchen],
    ['pl', 'zgaś keukenlamp', 'turn_off', ['light.a']],
  ];
  for (const [language, text, action, targets, value] of said) {
    const [command, ...more] = at(text, language);
    assert.deepEqual([command?.action, command?.targets, command?.value], [action, targets, value], text);
    assert.deepEqual(more, []);
  }
  const talk = {
    nl: 'vertel me een grap',
    it: 'raccontami una barzelletta',
    sv: 'berätta en historia',
    pl: 'opowiedz mi żart',
  };
  for (const [language, text] of Object.entries(talk)) assert.deepEqual(at(text, language), [], text);
});

test('and is answered in its words', () => {
  const done = (command: Command, entities: Entity[], language: string) =>
    answer(command, { ok: true, done: entities, failed: [] }, { language, house }).text;
  assert.equal(done({ action: 'turn_on', targets: ['light.a'] }, [a], 'it'), 'Ho acceso Keukenlamp');
  assert.equal(done({ action: 'turn_off', targets: ['light.a'] }, [a], 'nl'), 'Uitgezet');
  assert.equal(
    done({ action: 'turn_on', targets: ['light.a', 'light.b'], area: 'kitchen' }, [a, b], 'it'),
    'Ho acceso le luci in Keuken',
  );
  const asked = (command: Command, entities: Entity[], language: string) =>
    answer(command, entities, { language, house }).text;
  const [climate] = house.entities.filter(({ domain }) => domain === 'climate') as [Entity];
  const temperature: Command = { action: 'get_state', targets: ['climate.x'], value: 'temperature' };
  assert.equal(asked(temperature, [climate], 'nl'), '19.5 graden');
  const isLocked: Command = { action: 'get_state', targets: ['lock.door'], value: 'locked' };
  assert.equal(asked(isLocked, [house.entities[4] as Entity], 'nl'), 'Ja');
  assert.match(asked({ action: 'list_on', targets: [] }, [a, b, c], 'nl'), /Keukenlamp.*Staande lamp/);
});

test('every language that the community answers in has its answer to a light', () => {
  const spoken = intentLanguages().filter((language) => {
    const text = answer(
      { action: 'turn_on', targets: ['light.a'] },
      { ok: true, done: [a], failed: [] },
      { language, house },
    ).text;
    assert.ok(text !== '' && !/[{}%]/.test(text), `${language}: ${text}`);
    return language.startsWith('en') || text !== 'Turned on Keukenlamp.';
  });
  assert.ok(spoken.length >= intentLanguages().length - 3, `${spoken.length} of ${intentLanguages().length}`);
});
