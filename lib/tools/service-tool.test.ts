import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openDemoHome } from '../home/demo.js';
import { guarded } from '../home/guard.js';
import { openingPolicy } from '../home/opening.js';
import type { ServiceCall } from '../home/types.js';
import { homeTools } from './home-tools.js';

const context = { site: 'k', area: 'Kitchen', language: 'en', signal: new AbortController().signal };

/** A house whose owner allows some services, and what was called there. */
function allowing(...services: string[]) {
  const calls: ServiceCall[] = [];
  const call = async (asked: ServiceCall) => void calls.push(asked);
  const home = guarded({ ...openDemoHome(), call }, openingPolicy(), services);
  const tool = homeTools(home).find(({ name }) => name === 'call_service');
  const run = async (args: Record<string, unknown>) => (await tool?.run(args, context).catch((error) => error)) ?? {};
  return { calls, tool, run };
}

test('without a list of the owner’s there is no such tool', () => {
  assert.equal(allowing().tool, undefined);
  const demo = guarded(openDemoHome(), openingPolicy(), ['light.*']);
  assert.deepEqual(
    homeTools(demo).map(({ name }) => name),
    ['get_state', 'control_device'],
  );
});

test('what the owner allows is called, for devices by their names', async () => {
  const { calls, run } = allowing('light.turn_on', 'notify.*');
  const lit = await run({ service: 'light.turn_on', names: 'kitchen light', data: { effect: 'rainbow' } });
  assert.equal(lit.ok, true, lit.text);
  await run({ service: 'Notify.mobile_app_anna', data: { message: 'Somebody is at the front door' } });
  assert.deepEqual(calls, [
    { service: 'light.turn_on', targets: ['light.kitchen_light'], data: { effect: 'rainbow' } },
    { service: 'notify.mobile_app_anna', targets: [], data: { message: 'Somebody is at the front door' } },
  ]);
});

test('nothing else is called, and nothing that may open the house', async () => {
  const { calls, run } = allowing('light.*', 'script.*', 'lock.*', 'homeassistant.turn_on', 'mqtt.publish');
  const refusals: [Record<string, unknown>, RegExp][] = [
    [{ service: 'switch.turn_on', names: ['kitchen light'] }, /allows light/],
    [{ service: 'light.turn_on\n', names: ['kitchen light'], data: { entity_id: 'lock.front_door' } }, /names/],
    [{ service: 'light.turn_on', data: { deep: [{ area_id: 'garage' }] } }, /names/],
    [{ service: 'light.turn_on', names: ['no such thing'] }, /no such|There is no/i],
    [{ service: 'lock.unlock', names: ['Front Door'] }, /only a person/],
    [{ service: 'homeassistant.turn_on', names: ['lock.front_door'] }, /only a person/],
    [{ service: 'script.open_garage' }, /only a person/],
    [{ service: 'mqtt.publish', data: { topic: 'zigbee2mqtt/garage door/set', payload: 'x' } }, /only a person/],
    [{ service: 'light.turn_on', data: { text: 'x'.repeat(5_000) } }, /characters/],
    [{ service: 'light', names: [] }, /allows light/],
    [{ names: [] }, /Wrong arguments/],
  ];
  for (const [args, why] of refusals) {
    const refused = await run(args);
    assert.match(refused.text ?? refused.message, why, JSON.stringify(args));
  }
  assert.deepEqual(calls, []);
});

test('whatever a model sends, only what is allowed gets through', async () => {
  const { calls, run } = allowing('vacuum.locate');
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom('service', 'names', 'data', 'x'), fc.jsonValue()), async (args) => {
      await run(args);
    }),
  );
  assert.deepEqual(calls, []);
});
