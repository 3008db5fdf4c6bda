import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../test/until.js';
import { turns } from '../../conversation/turns.js';
import { clock } from '../../turn/clock.js';
import type { TraceRecord } from '../../turn/trace.js';
import { newTurn } from '../../turn/turn.js';
import { openedMemory, scripted, talk, written } from '../diary/diary.test.helper.js';
import { careFor } from './care.js';
import { openRolling } from './roll-summaries.js';

test('the summary waits for the end of what is spoken, and makes way when somebody talks', async (t) => {
  const memory = await openedMemory(t);
  let held = true;
  const { server, models } = await scripted(t, () =>
    held ? { text: [new Promise(() => {})] } : written('They made plans.'),
  );
  const traces: TraceRecord[] = [];
  const care = careFor({ memory, models: async () => models, onTrace: (record) => traces.push(record) });
  t.after(() => care.close());
  const speak = () => turns.begin(newTurn({ site: 'kitchen', source: 'voice', language: 'en' })).id;
  const asked = () => server.requests.filter(({ path }) => path === '/api/chat').length;

  const first = speak();
  for (let count = 0; count < 8; count++) await talk(memory, `${count}`, clock.now(), 'Hello.');
  care.said('kitchen');
  assert.equal(await memory.diary.waiting(), 16);
  assert.equal(asked(), 0, 'the voice still speaks');
  turns.end(first);
  await until(() => asked() === 1, 'the first try');
  const second = speak();
  await server.untilClosed(1);
  await until(() => traces.length === 1, 'the end of the first try');
  assert.equal((await memory.diary.rolling('kitchen'))?.text, '');
  held = false;
  turns.end(second);
  await until(async () => (await memory.diary.rolling('kitchen'))?.text === 'They made plans.', 'the summary');
  assert.deepEqual(
    traces.map(({ site }) => site),
    ['kitchen', 'kitchen'],
  );
});

test('an answer that can not be used is not asked for again at every turn', async (t) => {
  const memory = await openedMemory(t);
  const { server, models } = await scripted(t, () => written(''));
  const traces: TraceRecord[] = [];
  const rolling = openRolling({ memory, models: async () => models, onTrace: (record) => traces.push(record) });
  t.after(() => rolling.close());
  for (let count = 0; count < 8; count++) await talk(memory, `${count}`, clock.now(), 'Hello.');
  rolling.roll('kitchen');
  await until(() => traces.length === 1, 'the first try');
  const asked = () => server.requests.filter(({ path }) => path === '/api/chat').length;
  const before = asked();
  for (let count = 0; count < 8; count++) rolling.roll('kitchen');
  rolling.roll('kitchen');
  await until(() => traces.length === 2, 'the second try');
  assert.equal(traces.length, 2);
  assert.ok(asked() > before);
});
