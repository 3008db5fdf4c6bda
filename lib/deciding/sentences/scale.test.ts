import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command, House } from '../../home/types.js';
import { inScale } from './scale.js';

const house = (max: number | undefined, domain: 'climate' | 'water_heater' = 'climate'): House => ({
  areas: [],
  entities: [
    {
      id: `${domain}.x`,
      domain,
      name: 'X',
      aliases: [],
      state: 'heat',
      attributes: max === undefined ? {} : { max_temp: max },
    },
  ],
});
const wanted = (value: number, domain = 'climate'): Command => ({
  action: 'set_temperature',
  targets: [`${domain}.x`],
  value,
});

test('degrees of the other scale become those that the thermostat counts in', () => {
  const said: [text: string, value: number, max: number, expected: number][] = [
    ['set it to 70 degrees Fahrenheit', 70, 35, 21],
    ['set it to 68°F', 68, 30, 20],
    ['stell die Heizung auf 70 Grad Fahrenheit', 70, 35, 21],
    ['mets le chauffage à 68 degrés Fahrenheit', 68, 35, 20],
    ['pon la calefacción a 50 grados Fahrenheit', 50, 35, 10],
    ['set it to 21 degrees Celsius', 21, 95, 70],
    ['set it to 20 °C', 20, 95, 68],
    ['stell die Heizung auf 21 Grad Celsius', 21, 30, 21],
    ['set it to 70 degrees', 70, 35, 70],
    ['set it to 70 degrees Fahrenheit', 70, 95, 70],
  ];
  for (const [text, value, max, expected] of said)
    assert.equal(inScale(wanted(value), text, house(max)).value, expected, text);
});

test('a range is converted whole; what is no temperature, or tells no scale, stays', () => {
  const range = { ...wanted(68), high: 77 };
  assert.deepEqual(inScale(range, 'between 68 and 77 Fahrenheit', house(35)), { ...range, value: 20, high: 25 });
  assert.equal(inScale(wanted(70), '70 Fahrenheit', house(undefined)).value, 70);
  const level: Command = { action: 'set_brightness', targets: ['climate.x'], value: 70 };
  assert.equal(inScale(level, '70 Fahrenheit', house(35)), level);
  assert.equal(inScale(wanted(140, 'water_heater'), '140 Fahrenheit', house(70, 'water_heater')).value, 60);
});
