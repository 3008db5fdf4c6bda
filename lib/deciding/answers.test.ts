import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { DEMO_HOUSE as house } from '../home/demo-house.js';
import { ACTIONS, type Command, type Entity } from '../home/types.js';
import { answer, cancelledAnswer, confirmationQuestion } from './answers.js';

const entity = (id: string, state?: string): Entity => {
  const found = house.entities.find((one) => one.id === id);
  assert.ok(found, id);
  return state === undefined ? found : { ...found, state };
};
const done = (...entities: Entity[]) => ({ ok: true, done: entities, failed: [] });
const say = (command: Partial<Command>, outcome: Parameters<typeof answer>[1], language: string) =>
  answer({ action: 'turn_on', targets: [], ...command }, outcome, { language, house }).text;

test('what was done names the device in the language it was asked in', () => {
  const light = done(entity('light.kitchen_light'));
  assert.equal(say({}, light, 'en'), 'Turned on the kitchen light.');
  assert.equal(say({}, light, 'de-DE'), 'Das Küchenlicht ist an.');
  assert.equal(say({}, light, 'fr'), "J'ai allumé la lumière de la cuisine.");
  assert.equal(say({}, light, 'es'), 'He encendido la luz de la cocina.');
  assert.equal(say({}, light, 'eo'), 'Turned on the kitchen light.');
});

test('numbers are written as the language does', () => {
  const heating = done(entity('climate.living_room'));
  const command = { action: 'set_temperature', value: 21.5 } as const;
  assert.match(say(command, heating, 'en'), /21\.5 degrees/);
  assert.match(say(command, heating, 'de'), /21,5 Grad/);
  assert.match(say(command, heating, 'fr'), /21,5 degrés/);
  assert.match(say(command, heating, 'es'), /21,5 grados/);
});

test('what changed says what it came to, and what is off that it is', () => {
  const brighter = { action: 'set_brightness', by: 20 } as const;
  const lit = (id: string, brightness: number) => ({ ...entity(id, 'on'), attributes: { brightness } });
  const [desk, floor] = [lit('light.desk_lamp', 179), lit('light.floor_lamp', 255)];
  assert.equal(
    say(brighter, done(desk, floor), 'en'),
    'Set the desk lamp to 70 percent. Set the floor lamp to 100 percent.',
  );
  assert.equal(say(brighter, done(desk), 'de'), 'Die Schreibtischlampe ist auf 70 Prozent.');
  const off = { ok: false, done: [], failed: [{ entity: entity('light.desk_lamp', 'off'), reason: 'it is off' }] };
  assert.equal(say(brighter, off, 'en'), "That didn't work for the desk lamp: it's off.");
  assert.equal(say(brighter, off, 'fr').endsWith(": c'est éteint."), true);
});

test('many targets are summed up', () => {
  const lights = house.entities.filter(({ domain }) => domain === 'light').slice(0, 5);
  assert.equal(say({ action: 'turn_off' }, done(...lights), 'en'), 'Turned off five lights.');
  const there = lights.map((light) => ({ ...light, area: 'kitchen' }));
  assert.equal(
    say({ action: 'turn_off', area: 'kitchen' }, done(...there), 'en'),
    'Turned off five lights in the kitchen.',
  );
  assert.equal(
    say({ action: 'turn_off', area: 'kitchen' }, done(...there), 'de'),
    'Fünf Lichter in der Küche sind aus.',
  );
});

describe('only what changed is told as done', () => {
  const lights = ['light.kitchen_light', 'light.counter_light', 'light.floor_lamp', 'light.bedroom_light'];
  const off = { ...house, entities: house.entities.map((one) => ({ ...one, state: 'off' })) };
  const all = (state: string) => done(...lights.map((id) => entity(id, state)));
  const told = (command: Partial<Command>, outcome: Parameters<typeof answer>[1], language: string, before = off) =>
    answer({ action: 'turn_off', targets: lights, ...command }, outcome, { language, house, before }).text;
  const lit = (...ids: string[]) => ({
    ...off,
    entities: off.entities.map((one) => (ids.includes(one.id) ? { ...one, state: 'on' } : one)),
  });
  const some = lit('light.kitchen_light', 'light.floor_lamp');

  for (const [language, two, none, one] of [
    [
      'en',
      'Turned off the kitchen light and the floor lamp.',
      'The lights are already off.',
      'The kitchen light is already off.',
    ],
    [
      'de',
      'Das Küchenlicht und die Stehlampe sind aus.',
      'Die Lichter sind schon aus.',
      'Das Küchenlicht ist schon aus.',
    ],
    [
      'fr',
      "J'ai éteint la lumière de la cuisine et le lampadaire.",
      'Les lumières sont déjà éteintes.',
      'La lumière de la cuisine est déjà éteinte.',
    ],
    [
      'es',
      'He apagado la luz de la cocina y la lámpara de pie.',
      'Las luces ya están apagadas.',
      'La luz de la cocina ya está apagada.',
    ],
  ] as const)
    test(`${language}: of many, and where there was nothing to do`, () => {
      assert.equal(told({}, all('off'), language, some), two);
      assert.equal(told({}, all('off'), language), none);
      assert.equal(told({}, done(entity('light.kitchen_light', 'off')), language), one);
    });

  test('a place that was named, what went wrong, and what is on', () => {
    assert.equal(told({ area: 'kitchen' }, all('off'), 'en'), 'The lights in the kitchen are already off.');
    const failed = [{ entity: entity('light.desk_lamp'), reason: 'it is unavailable' }];
    assert.match(
      told({}, { ...all('off'), ok: false, failed }, 'en'),
      /^The lights are already off, but that didn't work for the desk lamp/,
    );
    assert.equal(told({ action: 'turn_on' }, all('on'), 'en', lit(...lights)), 'The lights are already on.');
    assert.equal(told({ action: 'turn_on' }, all('on'), 'en'), 'Turned on four lights.');
  });

  test('covers and locks, and what is started or only guessed anew each time', () => {
    const blinds = entity('cover.living_room_blinds', 'open');
    const was = (state: string, position: number) => ({
      ...house,
      entities: [{ ...blinds, state, attributes: { current_position: position } }],
    });
    const open = (before: typeof house) => told({ action: 'open' }, done(blinds), 'en', before);
    assert.equal(open(was('open', 100)), 'The living room blinds are already open.');
    assert.equal(open(was('open', 40)), 'Opening the living room blinds.');
    const lock = entity('lock.front_door', 'locked');
    const locked = { ...house, entities: [lock] };
    assert.equal(told({ action: 'lock' }, done(lock), 'en', locked), 'The front door is already locked.');
    const fan = { ...entity('fan.ceiling_fan', 'off'), attributes: { assumed_state: true } };
    assert.equal(told({}, done(fan), 'en', { ...house, entities: [fan] }), 'Turned off the ceiling fan.');
    const scene = house.entities.find(({ domain }) => domain === 'scene');
    assert.ok(scene);
    assert.match(told({ action: 'turn_on' }, done(scene), 'en', house), /^Turned on|^Started/);
  });

  test('a language of the community says how it is', () => {
    const kitchen = entity('light.kitchen_light', 'off');
    assert.match(told({}, done(kitchen), 'nl'), /Kitchen Light.* uit/);
  });
});

test('a number goes with its word', () => {
  const heating = (language: string, value: number) =>
    say({ action: 'set_temperature', value }, done(entity('climate.living_room')), language);
  for (const [language, one, more] of [
    ['en', /1 degree\./, /7 degrees\./],
    ['de', /1 Grad/, /7 Grad/],
    ['fr', /1 degré\./, /7 degrés\./],
    ['es', /1 grado\./, /7 grados\./],
  ] as const) {
    assert.match(heating(language, 1), one);
    assert.match(heating(language, 7), more);
  }
  const sensor = (state: string, unit: string): Entity => ({
    ...entity('sensor.kitchen_temperature'),
    ...{ name: 'Meter', aliases: [], state, attributes: { unit_of_measurement: unit } },
  });
  const told = (language: string, ...of: [state: string, unit: string]) =>
    say({ action: 'get_state' }, [sensor(...of)], language).replace(/^.*: | ?: /, '');
  assert.deepEqual(
    [
      told('en', '1', 'W'),
      told('en', '1.5', 'W'),
      told('en', '1', 'min'),
      told('de', '1', 'h'),
      told('de', '2', 'h'),
      told('fr', '1.5', 'W'),
      told('es', '1', 's'),
      told('es', '0', 's'),
    ],
    ['1 watt.', '1.5 watts.', '1 minute.', '1 Stunde.', '2 Stunden.', '1,5 watt.', '1 segundo.', '0 segundos.'],
  );
});

test('a failure is told with its reason, a partial one with both', () => {
  const lamp = entity('light.counter_light');
  const failed = [{ entity: lamp, reason: 'it did not react: it is off' }];
  assert.equal(
    say({}, { ok: false, done: [], failed }, 'en'),
    "That didn't work for the counter light: it didn't react.",
  );
  assert.match(say({}, { ok: false, done: [], failed }, 'de'), /Arbeitsplattenlicht .*nicht reagiert/);
  const partly = say({}, { ok: false, done: [entity('light.kitchen_light')], failed }, 'en');
  assert.match(partly, /^Turned on the kitchen light, but .*counter light/);
  const odd = [{ entity: lamp, reason: 'the fuse is gone.' }];
  assert.match(say({}, { ok: false, done: [], failed: odd }, 'fr'), /the fuse is gone\.$/);
  assert.ok(!say({}, { ok: false, done: [], failed: [] }, 'en').startsWith('Turned on'));
});

test('questions are answered from the states', () => {
  const ask = (value: string, one: Entity, language = 'en') => say({ action: 'get_state', value }, [one], language);
  assert.equal(ask('on', entity('light.kitchen_light', 'on')), 'Yes, the kitchen light is on.');
  assert.equal(ask('on', entity('light.kitchen_light', 'off')), 'No, the kitchen light is off.');
  assert.equal(ask('locked', entity('lock.front_door', 'locked')), 'Yes, the front door is locked.');
  assert.equal(ask('locked', entity('lock.front_door', 'locked'), 'fr'), "Oui, la porte d'entrée est verrouillée.");
  assert.equal(
    ask('open', entity('binary_sensor.kitchen_window', 'on'), 'es'),
    'Sí, la ventana de la cocina está abierta.',
  );
  assert.match(ask('on', entity('light.kitchen_light', 'unavailable')), /don't know/);
  assert.equal(ask('temperature', entity('sensor.kitchen_temperature', '21.5')), "It's 21.5 degrees in the kitchen.");
  assert.equal(
    ask('temperature', entity('sensor.kitchen_temperature', '21.5'), 'de'),
    'In der Küche sind es 21,5 Grad.',
  );
  assert.match(ask('temperature', entity('sensor.kitchen_temperature', 'unknown')), /don't know/);
  assert.match(ask('state', entity('climate.living_room')), /set to 21 degrees/);
});

test('what is on is listed', () => {
  const list = (entities: Entity[], more: Partial<Command> = {}, language = 'en') =>
    say({ action: 'list_on', ...more }, entities, language);
  const [one, two] = [entity('light.kitchen_light', 'on'), entity('light.counter_light', 'on')];
  assert.equal(list([], { area: 'kitchen' }), 'Nothing is on in the kitchen.');
  assert.equal(list([], { area: 'kitchen', domain: 'light' }), 'No lights are on in the kitchen.');
  assert.equal(list([], { area: 'kitchen' }, 'de'), 'In der Küche ist nichts an.');
  assert.equal(list([one]), 'The kitchen light is on.');
  assert.equal(list([one, two]), 'Two lights are on: the kitchen light and the counter light.');
  assert.equal(
    list([one, two], {}, 'fr'),
    'Deux lumières sont allumées : la lumière de la cuisine et la lumière du plan de travail.',
  );
  assert.match(list(house.entities.map((each) => ({ ...each, state: 'on' }))), /more\.$/);
});

test('dangerous commands are asked about by name', () => {
  const door = [entity('lock.front_door')];
  const unlock: Command = { action: 'unlock', targets: ['lock.front_door'] };
  assert.equal(confirmationQuestion(unlock, door, 'en'), 'Shall I really unlock the front door?');
  assert.equal(confirmationQuestion(unlock, door, 'de'), 'Soll ich die Haustür wirklich aufschließen?');
  assert.match(confirmationQuestion(unlock, door, 'fr'), /déverrouiller la porte d'entrée \?$/);
  assert.match(confirmationQuestion(unlock, door, 'es'), /^¿De verdad .*puerta principal\?$/);
  for (const language of ['en', 'de', 'fr', 'es']) assert.ok(cancelledAnswer(language).length > 5);
});

test('every action and every state of the house has an answer in every language', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ACTIONS),
      fc.subarray(house.entities, { maxLength: 8 }),
      fc.constantFrom('en', 'de', 'fr', 'es'),
      fc.constantFrom(undefined, 50, 'red', 'on', 'temperature', 'state'),
      (action, entities, language, value) => {
        const command: Command = { action, targets: [], ...(value === undefined ? {} : { value }) };
        for (const outcome of [entities, done(...entities)]) {
          const { text } = answer(command, outcome, { language, house });
          assert.match(text, /[.?]$/);
          assert.ok(!/undefined|NaN|\[object/.test(text), text);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('rooms that are asked about together are told one by one, and a lamp that is off is off', () => {
  const told = (command: Command) => {
    const about = house.entities.filter(({ id }) => command.targets.includes(id));
    return answer(command, about, { language: 'en', house }).text;
  };
  const sensors = house.entities.filter(({ attributes }) => attributes['device_class'] === 'temperature').slice(0, 2);
  const both = told({ action: 'get_state', value: 'temperature', targets: sensors.map(({ id }) => id) });
  assert.equal(both.match(/degrees in the /g)?.length, 2, both);
  const off = house.entities.find(({ domain, state }) => domain === 'light' && state === 'off');
  assert.match(told({ action: 'get_state', value: 'brightness', targets: [off?.id ?? ''] }), /is off\.$/);
});
