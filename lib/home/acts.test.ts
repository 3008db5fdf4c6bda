import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandFor, refusal } from './actions.js';
import { actService, isDone } from './acts.js';
import { outcome } from './ha-commands.js';
import { openingPolicy } from './opening.js';
import type { Action, Entity } from './types.js';

const device = (id: string, attributes: Record<string, unknown> = {}, state = 'idle'): Entity => ({
  ...{ id, name: id, aliases: [], state, attributes },
  domain: id.slice(0, id.indexOf('.')) as Entity['domain'],
});
const does = (entity: Entity, action: Action) => {
  const command = commandFor(entity, { action, targets: [entity.id] });
  return refusal(entity, command) ?? actService(entity, command)?.service;
};

test('what a device is told depends on what it can', () => {
  assert.equal(does(device('vacuum.a', { supported_features: 8 }), 'turn_off'), 'stop');
  assert.equal(does(device('vacuum.a', { supported_features: 4 }), 'turn_off'), 'pause');
  assert.equal(does(device('lock.a', { supported_features: 1 }), 'open'), 'open');
  assert.equal(does(device('lock.a', { supported_features: 0 }), 'open'), 'unlock');
  assert.equal(does(device('media_player.a', { supported_features: 32 }), 'next'), 'media_next_track');
  assert.match(does(device('media_player.a', { supported_features: 0 }), 'next') ?? '', /can't next/);
  assert.equal(does(device('button.a'), 'turn_on'), 'press');
  assert.match(does(device('light.a'), 'dock') ?? '', /can't dock/);
});

test('an alarm panel that wants a code is not armed, and disarming is asked about', () => {
  const panel = device('alarm_control_panel.a', { code_format: 'number', code_arm_required: true });
  assert.equal(does(panel, 'arm_away'), 'it wants a code');
  assert.equal(does(device('alarm_control_panel.a', { supported_features: 1 }), 'arm_home'), 'alarm_arm_home');
  const house = { areas: [], entities: [panel] };
  const asks = (action: Action) => openingPolicy()({ action, targets: [panel.id] }, house, 'person').length > 0;
  assert.deepEqual([asks('disarm'), asks('arm_night'), asks('get_state')], [true, false, false]);
});

test('an action counts as done from when the device is on its way', () => {
  assert.equal(isDone(device('valve.a', {}, 'opening'), 'open'), true);
  assert.equal(isDone(device('alarm_control_panel.a', {}, 'arming'), 'arm_away'), true);
  assert.equal(isDone(device('lock.a', {}, 'locking'), 'lock'), false);
  assert.equal(isDone(device('media_player.a', {}, 'playing'), 'next'), undefined);
});

test('a refused track is not told as skipped, though nothing of it can be seen', async () => {
  const player = device('media_player.a', { supported_features: 32 }, 'playing');
  const watched = { house: () => ({ areas: [], entities: [player] }), onChange: () => () => {} };
  const session = { url: '', signal: new AbortController().signal, ask: async () => ({}), subscribe: async () => {} };
  const given = [{ before: player, command: { action: 'next' as const, targets: [player.id] } }];
  const { signal } = session;
  assert.equal((await outcome(watched, given, session as never, signal)).done.length, 1);
  const refused = given.map((one) => ({ ...one, refused: 'no such track' }));
  assert.equal((await outcome(watched, refused, session as never, signal)).failed[0]?.reason, 'no such track');
});
