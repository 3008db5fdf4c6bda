import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Area, Entity } from '../../home/types.js';
import { roomSensor } from './room-sensor.js';

const area: Area = { id: 'living', name: 'Living room', aliases: [] };
const sensor = (id: string, name: string, state = '21', more: Partial<Entity> = {}): Entity => ({
  ...{ id: `sensor.${id}`, domain: 'sensor', name, aliases: [], area: 'living', state },
  attributes: { device_class: 'temperature' },
  ...more,
});

describe('the sensor of a room', () => {
  const own = sensor('own', 'Living room temperature');
  const relay = sensor('relay', 'Shelly relay temperature', '45');
  const window = sensor('window', 'Window temperature', '18');
  const chip = sensor('chip', 'Board', '52', { diagnostic: true });

  test('is the one that its owner has chosen, whatever it is called', () => {
    const chosen = { ...area, temperature: 'sensor.window' };
    assert.equal(roomSensor([own, relay, window], 'temperature', chosen), window);
    assert.equal(roomSensor([relay, own, window], 'temperature', { ...chosen, temperature: undefined }), own);
    // one that isn't there, or may not be spoken about
    assert.equal(roomSensor([own, relay], 'temperature', { ...area, temperature: 'sensor.gone' }), own);
  });

  test('is the one that is called just that', () => {
    assert.equal(roomSensor([relay, own], 'temperature', area), own);
    assert.equal(roomSensor([sensor('t', 'Temperature'), relay], 'temperature', area)?.id, 'sensor.t');
  });

  test('is never a chip, and none that tells nothing now', () => {
    assert.equal(roomSensor([chip, relay], 'temperature', area), relay);
    assert.equal(roomSensor([{ ...own, state: 'unavailable' }, relay], 'temperature', area), relay);
    assert.equal(roomSensor([chip], 'temperature', area), chip);
  });

  test('is the thermostat where nothing else measures; of several that could be meant none', () => {
    const thermostat = { ...sensor('x', 'Heating', 'heat'), id: 'climate.heating', domain: 'climate' as const };
    assert.equal(roomSensor([thermostat], 'temperature', area), thermostat);
    assert.equal(roomSensor([window, relay], 'temperature', area), undefined);
    assert.equal(roomSensor([], 'temperature', area), undefined);
  });
});
