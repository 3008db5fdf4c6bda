import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { clock } from '../turn/clock.js';
import { openDemoHome } from './demo.js';
import { lastCommands, lastOf } from './last-commands.js';
import { restoring } from './restoring.js';
import type { Command } from './types.js';

const now = clock.now;
afterEach(() => {
  clock.now = now;
});

const signal = new AbortController().signal;
const off: Command = { action: 'turn_off', targets: ['light.desk_lamp'] };

/** Carries a command out in a demo house, and gives it as it is kept. */
async function done(command: Command, home = openDemoHome()) {
  const before = home.house();
  const result = await home.run(command, signal);
  return { home, last: lastOf(command, result, before) };
}

test('each room has its own last command, for five minutes', async () => {
  const { last } = await done(off);
  const commands = lastCommands();
  commands.keep('den', 'turn', last);
  assert.deepEqual(commands.of('den'), last);
  assert.equal(commands.of('attic'), undefined);
  const then = now();
  clock.now = () => then + 4 * 60_000;
  assert.deepEqual(commands.of('den'), last);
  clock.now = () => then + 6 * 60_000;
  assert.equal(commands.of('den'), undefined);
  clock.now = now;
  commands.forget('den');
  assert.equal(commands.of('den'), undefined);
});

test('what is done in one turn is one, with what its commands have in common', async () => {
  const [desk, kitchen] = [(await done(off)).last, (await done({ ...off, targets: ['light.kitchen_light'] })).last];
  const commands = lastCommands();
  commands.keep('den', 'turn', desk);
  commands.keep('den', 'turn', kitchen);
  const { action, targets, before } = commands.of('den') ?? {};
  assert.deepEqual([action, targets], ['turn_off', ['light.desk_lamp', 'light.kitchen_light']]);
  assert.equal(before?.length, 2);
  commands.keep('den', 'turn', { ...desk, action: 'turn_on' });
  assert.equal(commands.of('den')?.action, undefined);
  commands.keep('den', 'another', kitchen);
  assert.deepEqual(commands.of('den'), kitchen);
});

test('however many rooms there are, few are kept', async () => {
  const { last } = await done(off);
  const commands = lastCommands();
  for (let i = 0; i < 1000; i++) commands.keep(`site-${i}`, 'turn', last);
  assert.equal(commands.of('site-0'), undefined);
  assert.deepEqual(commands.of('site-999'), last);
});

test('devices are brought back to what they were, and only where they differ', async () => {
  for (const command of [
    off,
    { action: 'turn_on', targets: ['light.kitchen_light', 'fan.ceiling_fan', 'switch.printer'] },
    { action: 'set_brightness', targets: ['light.desk_lamp'], value: 90 },
    { action: 'set_temperature', targets: ['climate.bedroom'], value: 25 },
    { action: 'turn_off', targets: ['climate.bedroom'] },
    { action: 'set_volume', targets: ['media_player.kitchen_speaker'], value: 80 },
    { action: 'play', targets: ['media_player.kitchen_speaker'] },
    { action: 'set_position', targets: ['cover.living_room_blinds'], value: 30 },
    { action: 'close', targets: ['cover.living_room_blinds'] },
    { action: 'unlock', targets: ['lock.front_door'] },
  ] satisfies Command[]) {
    const { home, last } = await done(command);
    const back = restoring(last.before, home.house());
    assert.ok(back.length > 0, command.action);
    for (const step of back) await home.run(step, signal);
    const states = last.before.map(({ id }) => home.house().entities.find((entity) => entity.id === id));
    for (const [at, entity] of last.before.entries()) {
      assert.equal(states[at]?.state, entity.state, `${command.action} ${entity.id}`);
      const { brightness, ...attributes } = entity.attributes;
      const { brightness: level, ...others } = states[at]?.attributes ?? {};
      // brightness comes back within a percent
      assert.ok(Math.abs(Number(brightness ?? 0) - Number(level ?? 0)) < 3, entity.id);
      assert.deepEqual(others, attributes, `${command.action} ${entity.id}`);
    }
    assert.deepEqual(
      restoring(
        states.flatMap((entity) => entity ?? []),
        home.house(),
      ),
      [],
    );
  }
});
