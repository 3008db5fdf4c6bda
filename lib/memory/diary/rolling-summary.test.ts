import assert from 'node:assert/strict';
import test from 'node:test';
import { clock } from '../../turn/clock.js';
import {
  conversationOf,
  earlierOf,
  HOUR,
  NOW,
  never,
  openedMemory,
  scripted,
  talk,
  written,
} from './diary.test.helper.js';
import { rollingSummary, rollSummary } from './rolling-summary.js';
import { summarise } from './summarise.js';

test('every eight turns a room has a new summary, which goes on from the one before, over a restart', async (t) => {
  const memory = await openedMemory(t);
  const { server, models } = await scripted(t, (request) =>
    written(`${earlierOf(request)} ${conversationOf(request).split('\n').length / 2} turns.`.trim()),
  );
  const roll = { memory, models: async () => models, site: 'kitchen', now: NOW, signal: never };
  for (let count = 0; count < 7; count++) await talk(memory, `${count}`, NOW, 'Hello.');
  assert.equal(await rollSummary(roll), false);
  await talk(memory, 'eighth', NOW, 'Hello.');
  assert.equal(await rollSummary(roll), true);
  assert.equal(await rollSummary(roll), false);
  await summarise({ memory, models, now: NOW, signal: never });
  for (let count = 10; count < 18; count++) await talk(memory, `${count}`, NOW, 'Hello.');
  assert.equal(await rollSummary(roll), true);
  assert.equal(await rollingSummary(memory, 'kitchen', NOW), '8 turns. 8 turns.');
  assert.equal(await rollingSummary(memory, 'hall', NOW), '');
  assert.equal(await rollingSummary(memory, 'kitchen', NOW + HOUR), '', 'another conversation');
  assert.equal(server.requests.length, 3);
  await memory.dialogue.save({ clear: ['kitchen'], put: [], forgetBefore: 0, forgetAfter: clock.now() });
  assert.equal(await rollingSummary(memory, 'kitchen', NOW), '');
  assert.deepEqual(
    await memory.diary.since({ site: 'kitchen', after: (await memory.diary.rolling('kitchen'))?.upto ?? 0 }),
    [],
  );
});

test('half an hour of silence, or what clears the dialogue, ends the conversation', async (t) => {
  const memory = await openedMemory(t);
  const { server, models } = await scripted(t, (request) => written(conversationOf(request).replaceAll('\n', ' ')));
  const roll = { memory, models: async () => models, site: 'kitchen', signal: never };
  const minutes = (count: number) => NOW + count * 60_000;
  for (let count = 0; count < 5; count++) await talk(memory, `before-${count}`, minutes(count), 'Before.');
  assert.equal(await rollSummary({ ...roll, now: minutes(5) }), false);
  for (let count = 0; count < 8; count++) await talk(memory, `after-${count}`, minutes(40 + 20 * count), 'After.');
  const last = 40 + 20 * 7;
  assert.equal(await rollSummary({ ...roll, now: minutes(last + 30) }), false, 'nobody goes on with it');
  assert.equal(await rollSummary({ ...roll, now: minutes(last + 1) }), true);
  const summary = await rollingSummary(memory, 'kitchen', minutes(last + 29));
  assert.match(summary, /After\./);
  assert.doesNotMatch(summary, /Before\./);
  assert.equal(await rollingSummary(memory, 'kitchen', minutes(last + 30)), '');
  await memory.privacy.setRemembers('kitchen', false);
  assert.equal(await rollingSummary(memory, 'kitchen', minutes(last + 2)), '');
  await memory.privacy.setRemembers('kitchen', true);
  await talk(memory, 'much-later', minutes(last + 40), 'Later.');
  assert.equal((await memory.diary.rolling('kitchen'))?.text, '');

  for (let count = 0; count < 7; count++) await talk(memory, `later-${count}`, minutes(last + 41), 'Later.');
  assert.equal(await rollSummary({ ...roll, now: minutes(last + 41) }), true);
  await memory.dialogue.save({ clear: ['kitchen'], put: [], forgetBefore: 0, forgetAfter: clock.now() });
  assert.equal(await rollingSummary(memory, 'kitchen', minutes(last + 42)), '');
  assert.equal(await rollSummary({ ...roll, now: minutes(last + 42) }), false);
  assert.equal(server.requests.length, 2);
});

test('a model that fails, and words that are forgotten meanwhile, leave the summary as it was', async (t) => {
  const memory = await openedMemory(t);
  let forget: Promise<unknown> | undefined;
  let fault = true;
  const { models } = await scripted(t, () => {
    if (fault) return { fault: 'crashed' };
    forget = memory.diary.forget({ turns: ['3'] });
    return { text: [forget.then(() => undefined), written('They talked.')] };
  });
  const roll = { memory, models: async () => models, site: 'kitchen', now: NOW, signal: never };
  for (let count = 0; count < 9; count++) await talk(memory, `${count}`, NOW, 'Hello.');
  assert.equal(await rollSummary(roll), false);
  fault = false;
  assert.equal(await rollSummary(roll), false, 'what was forgotten is not in it');
  assert.equal(await rollSummary(roll), true);
  assert.equal(await rollingSummary(memory, 'kitchen', NOW), 'They talked.');
  await memory.diary.forget({ turns: ['4'] });
  assert.equal(await rollingSummary(memory, 'kitchen', NOW), '');
});
