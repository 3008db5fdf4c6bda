import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Entity } from '../wire/messages.js';
import { brightnessOf, colourOf, dimmable, openingOf, readingOf, stateText } from './values.js';

const entity = (id: string, state: string, attributes: Record<string, unknown> = {}): Entity => ({
  id,
  domain: id.split('.')[0] as Entity['domain'],
  name: id,
  aliases: [],
  state,
  attributes,
});

test('lights say how bright and in which colour they are', () => {
  assert.equal(brightnessOf(entity('light.a', 'on', { brightness: 128 })), 50);
  assert.equal(brightnessOf(entity('light.a', 'on', { brightness: 1 })), 1);
  assert.equal(brightnessOf(entity('light.a', 'on')), 100);
  assert.equal(brightnessOf(entity('light.a', 'off', { brightness: 128 })), 0);
  assert.equal(colourOf(entity('light.a', 'on', { rgb_color: [255, 0, 999] })), 'rgb(255 0 255)');
  assert.equal(colourOf(entity('light.a', 'on', { rgb_color: ['red; }'] })), 'rgb(255 196 110)');
  assert.equal(dimmable(entity('light.a', 'on', { supported_color_modes: ['onoff'] })), false);
  assert.equal(dimmable(entity('light.a', 'on', { supported_color_modes: ['color_temp'] })), true);
});

test('covers say how open they are', () => {
  assert.equal(openingOf(entity('cover.a', 'open', { current_position: 40 })), 40);
  assert.equal(openingOf(entity('cover.a', 'open')), 100);
  assert.equal(openingOf(entity('cover.a', 'closed')), 0);
});

test('sensors are read in the language of the page', () => {
  const celsius = { unit_of_measurement: '°C' };
  assert.equal(readingOf('de', entity('sensor.a', '21.5', celsius)), '21,5\u00a0°C');
  assert.equal(readingOf('en', entity('sensor.a', '21.5', celsius)), '21.5\u00a0°C');
  assert.equal(readingOf('en', entity('sensor.a', 'unavailable', celsius)), 'Not reachable');
  assert.equal(readingOf('fr', entity('binary_sensor.a', 'on', { device_class: 'window' })), 'Ouvert');
  assert.equal(readingOf('en', entity('binary_sensor.a', 'off', { device_class: 'motion' })), 'Clear');
  assert.equal(stateText('en', 'very_strange'), 'very strange');
  assert.equal(stateText('en', 'constructor'), 'constructor');
  assert.equal(stateText('en', 'welcome'), 'welcome');
  assert.equal(readingOf('en', entity('sensor.a', '', { device_class: { toString: null } })), '');
});

test('no attribute of a device makes the page throw', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('brightness', 'rgb_color', 'device_class', 'unit_of_measurement'), fc.jsonValue()),
      fc.string(),
      (attributes, state) => {
        const light = entity('light.a', state, attributes);
        colourOf(light);
        brightnessOf(light);
        readingOf('en', entity('sensor.a', state, attributes));
      },
    ),
  );
});
