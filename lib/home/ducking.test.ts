import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openDemoHome } from './demo.js';
import { type GuardedHome, guarded } from './guard.js';
import type { Home } from './types.js';

const PLAYER = 'media_player.kitchen_speaker';
const signal = new AbortController().signal;
let demo: Home;
let home: GuardedHome;
beforeEach(async () => {
  demo = openDemoHome();
  home = guarded(demo);
  await demo.run({ action: 'play', targets: [PLAYER] }, signal);
  await set(50);
});
afterEach(() => home.close());

const set = (value: number) => demo.run({ action: 'set_volume', targets: [PLAYER], value }, signal);
const volume = () => {
  const level = demo.house().entities.find(({ id }) => id === PLAYER)?.attributes['volume_level'];
  return Math.round(Number(level) * 100);
};
const becomes = async (value: number) => {
  for (let at = 0; at < 100 && volume() !== value; at++) await turn();
  assert.equal(volume(), value);
};
const stays = async (value: number) => {
  for (let at = 0; at < 50; at++) await turn();
  assert.equal(volume(), value);
};

test('what plays in the room is lowered until nobody listens or speaks there', async () => {
  home.ducking.lower('hall', 'Hall');
  await stays(50);
  home.ducking.lower('kitchen', 'Kitchen', [PLAYER]);
  await stays(50);
  home.ducking.lower('kitchen', 'Küche');
  await becomes(15);
  home.ducking.lower('page', 'kitchen');
  home.ducking.raise('kitchen');
  await stays(15);
  home.ducking.raise('page');
  await becomes(50);
});

test('at once again, it comes back to what it was before the first time', async () => {
  for (let at = 0; at < 3; at++) {
    home.ducking.lower('kitchen', 'Kitchen');
    home.ducking.raise('kitchen');
  }
  await becomes(50);
  home.ducking.lower('kitchen', 'Kitchen');
  await becomes(15);
  home.ducking.raise('kitchen');
  home.ducking.lower('kitchen', 'Kitchen');
  home.ducking.raise('kitchen');
  await becomes(50);
});

test('somebody who speaks again while it is put back finds it low', async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const run: Home['run'] = async (command, ...more) => {
    const result = await demo.run(command, ...more);
    if (command.value === 50) await gate;
    return result;
  };
  const slow = guarded({ ...demo, run });
  slow.ducking.lower('kitchen', 'Kitchen');
  await becomes(15);
  slow.ducking.raise('kitchen');
  await becomes(50);
  slow.ducking.lower('kitchen', 'Kitchen');
  open();
  await becomes(15);
  slow.ducking.raise('kitchen');
  await becomes(50);
});

test('a person who changes the volume meanwhile wins; "louder" counts from what it was', async () => {
  home.ducking.lower('kitchen', 'Kitchen');
  await becomes(15);
  await set(70);
  home.ducking.raise('kitchen');
  await stays(70);
  home.ducking.lower('kitchen', 'Kitchen');
  await becomes(21);
  await home.run({ action: 'set_volume', targets: [PLAYER], by: 10, value: 10 }, signal, 'person');
  assert.equal(volume(), 80);
  home.ducking.raise('kitchen');
  await stays(80);
});

test('what is quiet, muted, paused or elsewhere stays as it is', async () => {
  await set(8);
  home.ducking.lower('kitchen', 'Kitchen');
  await stays(8);
  home.ducking.raise('kitchen');
  await set(50);
  await demo.run({ action: 'pause', targets: [PLAYER] }, signal);
  home.ducking.lower('kitchen', 'Kitchen');
  await stays(50);
});

test('the end of the flow puts it back, and a house that fails for a while does, too', async () => {
  home.ducking.lower('kitchen', 'Kitchen');
  await becomes(15);
  let fails = true;
  const run: Home['run'] = async (...args) => {
    if (fails) throw new Error('away');
    return demo.run(...args);
  };
  await home.close();
  assert.equal(volume(), 50);

  const other = guarded({ ...demo, run });
  fails = false;
  other.ducking.lower('kitchen', 'Kitchen');
  await becomes(15);
  fails = true;
  other.ducking.raise('kitchen');
  await stays(15);
  fails = false;
  await demo.run({ action: 'pause', targets: [PLAYER] }, signal);
  await becomes(50);
});
