import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, describe, test } from 'node:test';
import type { Catalogue } from '../lib/home/catalogue.js';
import { Double } from '../lib/home/home-assistant.test.helper.js';
import { houseChoices, NoHouse } from './house-choices.js';
import { closedPort, closeLater, configs, unload } from './node.test.helper.js';

const MARKUP = '<img src=x onerror="alert(1)">';

/** A Home Assistant with a device that has several entities, a label, a floor, a phone and speakers. */
async function deployed(change: (house: Double) => void = () => undefined): Promise<Catalogue> {
  const house = new Double();
  await once(house.server, 'listening');
  closeLater(async () => {
    await house.close();
  });
  house.rows = {
    entities: [
      { entity_id: 'switch.pump', device_id: 'd2' },
      { entity_id: 'light.pump', device_id: 'd2', area_id: 'hall' },
      { entity_id: 'media_player.tv', options: { conversation: { should_expose: false } } },
    ],
    devices: [
      { id: 'd2', name: 'Pump', name_by_user: MARKUP, area_id: null },
      { id: 'd3', name: 7 },
    ],
  };
  house.more = {
    'switch.pump': { s: 'off', a: { friendly_name: MARKUP } },
    'light.pump': { s: 'off', a: {} },
    'media_player.tv': { s: 'off', a: { friendly_name: 'Television' } },
    'tts.piper': { s: 'unknown', a: { friendly_name: 'Piper' } },
  };
  const services = {
    notify: { mobile_app_anna: { name: '' }, persistent: 7 },
    vacuum: { locate: { name: 'Locate\nit' } },
    broken: null,
  };
  house.instead = ({ id, type }, socket) => {
    const answers: Record<string, unknown> = {
      'config/label_registry/list': [{ label_id: 'safe', name: MARKUP }],
      get_services: services,
    };
    if (!(type in answers)) return false;
    house.send(socket, { id, type: 'result', success: true, result: answers[type] });
    return true;
  };
  change(house);
  await configs([{ id: 'a-home', type: 'jarvis-home', kind: 'home-assistant', url: house.url }], {
    'a-home': { token: 'good' },
  });
  return await houseChoices('a-home');
}

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).sort();

describe('what forms offer to choose from in a house', () => {
  afterEach(unload);

  test('areas with their floors, labels, devices, and what may be spoken about; names as they are', async () => {
    const { areas, floors, labels, devices, entities } = await deployed();
    assert.deepEqual(areas, [{ id: 'hall', name: 'Hall', floor: 'Ground Floor' }]);
    assert.deepEqual(floors, [{ id: 'ground', name: 'Ground Floor' }]);
    assert.deepEqual(labels, [{ id: 'safe', name: MARKUP }]);
    const pump = { id: 'd2', name: MARKUP, area: undefined, entities: ['switch.pump', 'light.pump'] };
    assert.deepEqual(
      devices.find(({ id }) => id === 'd2'),
      pump,
    );
    assert.deepEqual(ids(devices), ['d1', 'd2', 'd3']);
    assert.deepEqual(ids(entities), ['light.lamp', 'light.pump', 'switch.pump']);
    assert.deepEqual(
      entities.find(({ id }) => id === 'light.pump'),
      { id: 'light.pump', name: 'pump', area: 'hall' },
    );
  });

  test('speakers that Assist may not see, and services', async () => {
    const { speakers, services } = await deployed();
    assert.deepEqual(ids(speakers), ['media_player.tv', 'tts.piper']);
    assert.deepEqual(services, [
      { id: 'notify.mobile_app_anna', name: 'notify.mobile_app_anna' },
      { id: 'notify.persistent', name: 'notify.persistent' },
      { id: 'vacuum.locate', name: 'Locate it' },
    ]);
  });

  test('no more than can be looked through', async () => {
    const { entities } = await deployed((house) => {
      for (let n = 0; n < 6000; n++) house.more[`light.n${n}`] = { s: 'off', a: {} };
    });
    assert.equal(entities.length, 5000);
  });

  test('the demo house, and the first house where none is named', async () => {
    await configs([{ id: 'a-home', type: 'jarvis-home', kind: 'demo' }]);
    const house = await houseChoices();
    assert.ok(house.areas.some(({ name }) => name === 'Kitchen'));
    assert.deepEqual(house, await houseChoices('a-home'));
    assert.deepEqual(house.speakers, []);
  });

  test('a house that is not deployed, or away, is said to be', async () => {
    await assert.rejects(houseChoices(), NoHouse);
    const url = await closedPort();
    await configs([{ id: 'a-home', type: 'jarvis-home', kind: 'home-assistant', url }], { 'a-home': { token: 'x' } });
    await assert.rejects(houseChoices('other'), NoHouse);
    await assert.rejects(houseChoices('a-home'), /127\.0\.0\.1/);
  });
});
