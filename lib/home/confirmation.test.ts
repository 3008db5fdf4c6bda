import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clock } from '../turn/clock.js';
import { confirmations } from './confirmation.js';
import { openDemoHome } from './demo.js';
import { mayOpenHouse, openingPolicy } from './opening.js';
import type { Command } from './types.js';

const house = openDemoHome().house();
const needsConfirmation = (command: Command, of = house) => openingPolicy()(command, of, 'person');
const unlock: Command = { action: 'unlock', targets: ['lock.front_door'] };

test('only what opens the house needs a yes', () => {
  const needs = (command: Command) => needsConfirmation(command).map(({ id }) => id);
  assert.deepEqual(needs(unlock), ['lock.front_door']);
  assert.deepEqual(needs({ action: 'lock', targets: ['lock.front_door'] }), []);
  assert.deepEqual(needs({ action: 'toggle', targets: ['lock.front_door'] }), ['lock.front_door']);
  for (const action of ['open', 'toggle', 'set_position'] as const) {
    assert.deepEqual(needs({ action, targets: ['cover.garage_door'], value: 50 }), ['cover.garage_door'], action);
  }
  assert.deepEqual(needs({ action: 'close', targets: ['cover.garage_door'] }), []);
  assert.deepEqual(needs({ action: 'open', targets: ['cover.bedroom_blinds', 'cover.garage_door'] }), [
    'cover.garage_door',
  ]);
  const named = { ...house, entities: house.entities.map((each) => ({ ...each, attributes: {} })) };
  assert.equal(needsConfirmation({ action: 'open', targets: ['cover.garage_door'] }, named).length, 1, 'by its name');
  assert.equal(needsConfirmation({ action: 'open', targets: ['cover.bedroom_blinds'] }, named).length, 0);
});

test('a question is answered once, at its own site', () => {
  const pending = confirmations(() => 0);
  pending.hold('kitchen', unlock);
  assert.deepEqual(pending.held('kitchen'), unlock);
  assert.equal(pending.settle('bedroom', true), undefined);
  assert.deepEqual(pending.settle('kitchen', true), { said: 'yes', command: unlock });
  assert.equal(pending.settle('kitchen', true), undefined);
  pending.hold('kitchen', unlock);
  assert.equal(pending.settle('kitchen', false)?.said, 'no');
});

test('a call of a tool is given back as it was asked about, and redeemed once; a copy never is', () => {
  const pending = confirmations(() => 0);
  const call = { tool: 'open_gate', arguments: { side: 'left' }, question: 'Shall I?' };
  const asked = structuredClone(call);
  pending.hold('kitchen', call);
  call.arguments.side = 'right';
  const answer = pending.settle('kitchen', true);
  assert.deepEqual(answer, { said: 'yes', call: asked });
  assert.ok(answer?.call);
  for (const copy of [call, asked, structuredClone(answer.call), { ...answer.call }])
    assert.equal(pending.redeem(copy), false);
  assert.deepEqual([pending.redeem(answer.call), pending.redeem(answer.call)], [true, false]);
  pending.hold('kitchen', call);
  const refused = pending.settle('kitchen', false);
  assert.ok(refused?.call);
  assert.equal(pending.redeem(refused.call), false);
});

test('an unclear answer keeps it once, with thirty more seconds', () => {
  let now = 0;
  const pending = confirmations(() => now);
  pending.hold('kitchen', unlock);
  now = 20_000;
  assert.equal(pending.keep('kitchen'), true);
  now = 49_999;
  assert.deepEqual(pending.held('kitchen'), unlock);
  assert.equal(pending.keep('kitchen'), false);
  assert.equal(pending.held('kitchen'), undefined);
  assert.equal(pending.keep('kitchen'), false);
});

test('nobody can answer what was asked thirty seconds ago', () => {
  let now = 0;
  const pending = confirmations(() => now);
  pending.hold('kitchen', unlock);
  now = 30_000;
  assert.equal(pending.held('kitchen'), undefined);
  assert.equal(pending.settle('kitchen', true), undefined);
});

test('however many sites are asked, few are kept', () => {
  const pending = confirmations(() => 0);
  for (let i = 0; i < 1000; i++) pending.hold(`site-${i}`, unlock);
  assert.equal(pending.held('site-0'), undefined);
  assert.deepEqual(pending.held('site-999'), unlock);
});

test('sentences that may open the house are known in every language', () => {
  for (const text of ['unlock the back door', 'entriegle die Haustür', 'ouvre le garage', 'abre la puerta']) {
    assert.equal(mayOpenHouse(text), true, text);
  }
  assert.equal(mayOpenHouse('is it warm in the kitchen'), false);
});

test('whoever shows a question is told of it, and when nothing waits any more: answered, cancelled, or thirty seconds old', async () => {
  const held = confirmations(() => 0);
  const told: (string | undefined)[] = [];
  const stop = held.onChange((asker, id) => told.push(id && `${asker} ${id.length}`));
  held.hold('kitchen', unlock);
  held.settle('kitchen', false);
  held.hold('kitchen', unlock);
  held.hold('kitchen', unlock);
  held.cancel('kitchen');
  held.cancel('kitchen');
  held.hold('kitchen', unlock)();
  held.hold('kitchen', unlock);
  await clock.jump(30_000);
  const asked = 'kitchen 36';
  assert.deepEqual(told, [asked, undefined, asked, asked, undefined, asked, undefined, asked, undefined]);
  stop();
  held.hold('kitchen', unlock);
  assert.equal(told.length, 9);
});
