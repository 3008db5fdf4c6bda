import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { movedBy } from './ha-scripts.js';

const step = (action: string, more: object = {}) => ({ sequence: [{ action, ...more }] });

test('what a script moves is read from its actions, and no more than that', () => {
  const moved: [config: object, ids: string[]][] = [
    [step('light.turn_on', { target: { entity_id: 'light.a' } }), ['light.a']],
    [step('light.turn_on', { entity_id: 'light.a, light.b' }), ['light.a', 'light.b']],
    [step('light.turn_on', { target: { area_id: 'den' } }), ['light.*']],
    [step('cover.open_cover', { target: { entity_id: '{{ x }}' } }), ['cover.*']],
    [step('cover.open_cover', { data: { entity_id: 'all' } }), ['cover.*']],
    [step('scene.apply', { data: { entities: { 'lock.a': 'unlocked' } } }), ['lock.a']],
    [step('script.other', { data: {} }), ['script.other']],
    [step('homeassistant.turn_on', { target: { entity_id: ['switch.a'] } }), ['switch.a']],
    [step('homeassistant.turn_on', { target: { label_id: 'x' } }), ['*']],
    [step('notify.anna', { data: { message: 'lock.front_door is open' } }), []],
    [step('mqtt.publish', { data: { topic: 'x' } }), ['*']],
    [step('{{ what }}'), ['*']],
    [{ sequence: [{ service_template: '{{ what }}' }] }, ['*']],
    [{ sequence: [{ scene: 'scene.cosy' }, { delay: 5 }] }, ['scene.cosy']],
    [{ sequence: [{ condition: 'state', entity_id: 'lock.a', state: 'locked' }] }, []],
    [{ sequence: [{ device_id: 'a', domain: 'lock', type: 'unlock' }] }, ['lock.*']],
    [{ sequence: [{ device_id: 'a', domain: 'mqtt', type: 'x' }] }, ['*']],
    [
      {
        trigger: [{ platform: 'state', entity_id: 'lock.a' }],
        action: [{ service: 'fan.turn_on', entity_id: 'fan.a' }],
      },
      ['fan.a'],
    ],
    [
      { sequence: [{ choose: [{ conditions: [], sequence: [{ action: 'lock.unlock', entity_id: 'lock.a' }] }] }] },
      ['lock.a'],
    ],
    [{ sequence: [{ repeat: { count: 2, sequence: [{ action: 'lock.unlock', entity_id: 'lock.a' }] } }] }, ['lock.a']],
    [{ use_blueprint: { path: 'x.yaml', input: {} } }, ['*']],
    [{}, []],
  ];
  for (const [config, ids] of moved)
    assert.deepEqual([...movedBy(config as never)].sort(), [...ids].sort(), JSON.stringify(config));
});

test('a script of any shape is read within bounds, and one that is too large may move anything', () => {
  let deep: object = step('lock.unlock', { entity_id: 'lock.a' });
  for (let level = 0; level < 10_000; level++) deep = { sequence: [deep] };
  assert.deepEqual(movedBy(deep as never), ['*']);
  const wide = { sequence: Array.from({ length: 100_000 }, () => ({ delay: 1 })) };
  assert.deepEqual(movedBy(wide), ['*']);
  const long = step('light.turn_on', { data: Array.from({ length: 1_000_000 }, () => ({})) });
  assert.deepEqual(movedBy(long), ['light.*']);
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('sequence', 'action', 'service', 'data', 'x'), fc.jsonValue()),
      (config) => {
        assert.ok(movedBy(config).every((id) => typeof id === 'string'));
      },
    ),
  );
});
