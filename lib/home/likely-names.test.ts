import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO_HOUSE } from './demo-house.js';
import { likelyNames } from './likely-names.js';

test('the devices of the room come first, then the rooms; what is only asked about and long names are left out', () => {
  const names = likelyNames(DEMO_HOUSE, 'bedroom');
  const first = DEMO_HOUSE.entities.find(({ domain, area }) => domain === 'light' && area === 'bedroom')?.name ?? '';
  assert.ok(names.indexOf(first) < names.indexOf('Kitchen'), names.join());
  assert.ok(names.indexOf('Kitchen') < names.indexOf('Kitchen Light'));
  assert.equal(new Set(names).size, names.length);
  const sensors = DEMO_HOUSE.entities.filter(({ domain }) => domain === 'sensor').map(({ name }) => name);
  assert.ok(sensors.every((name) => !names.includes(name)));
});

test('a large house has few likely names', () => {
  const [one] = DEMO_HOUSE.entities;
  assert.ok(one);
  const entities = Array.from({ length: 2000 }, (_, at) => ({
    ...one,
    id: `light.a${at}`,
    name: `Lamp ${at}`,
    domain: 'light' as const,
  }));
  assert.ok(likelyNames({ areas: [], entities }, 'nowhere').length <= 40);
});
