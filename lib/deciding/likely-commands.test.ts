import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growsLinearly } from '../../test/growth.js';
import { DEMO_HOUSE } from '../home/demo-house.js';
import type { Entity, House } from '../home/types.js';
import { LANGUAGES } from '../language/folders.js';
import { likelyCommands } from './likely-commands.js';
import { recogniseAll } from './sentences/recognise-all.js';

for (const language of LANGUAGES)
  test(`${language}: likely orders are commands, the room's first`, () => {
    const orders = likelyCommands(DEMO_HOUSE, language, 'bedroom');
    const none = orders.filter(
      (text) => recogniseAll(text, { language, area: 'bedroom', house: DEMO_HOUSE }).length === 0,
    );
    assert.deepEqual(none, []);
    const placeOf = (name: string) => orders.findIndex((text) => text.includes(name));
    assert.ok(placeOf('Bedside Lamp') >= 0 && placeOf('Bedside Lamp') < placeOf('Coffee Machine'), orders.join('\n'));
    assert.equal(new Set(orders).size, orders.length);
    assert.ok(!orders.some((text) => /front door/i.test(text)), 'a lock is no likely order');
  });

test('values are set, too: each fifth number of percent, every temperature that people want', () => {
  const orders = likelyCommands(DEMO_HOUSE, 'en', 'kitchen');
  for (const order of ['set the Floor Lamp to 15%', 'set the Bedroom to 21 degrees', 'open the Bedroom Blinds halfway'])
    assert.ok(orders.includes(order), order);
  assert.ok(!orders.some((text) => /Hall to|Garage Door/.test(text)), 'no heating, and what opens the house');
});

test('a language without likely orders has none', () => {
  assert.deepEqual(likelyCommands(DEMO_HOUSE, 'it', undefined), []);
});

test('of a house of 2,000 devices there are a bounded number', () => {
  const houseOf = (devices: number): House => ({
    areas: DEMO_HOUSE.areas,
    entities: Array.from(
      { length: devices },
      (_, at): Entity => ({
        id: `light.l${at}`,
        domain: 'light',
        name: `Lamp ${at}`,
        aliases: [],
        state: 'on',
        attributes: {},
      }),
    ),
  });
  const { length } = likelyCommands(houseOf(2_000), 'en', 'kitchen');
  assert.ok(length >= 2_000 && length < 2_010, `${length} orders`);
  growsLinearly((devices) => likelyCommands(houseOf(devices), 'en', 'kitchen'), 500, 'devices');
});
