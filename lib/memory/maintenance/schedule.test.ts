import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../test/until.js';
import { clock } from '../../turn/clock.js';
import { JarvisError } from '../../turn/errors.js';
import type { TraceRecord } from '../../turn/trace.js';
import { HOUR, NOW, openedMemory, scripted, talk, written } from '../diary/diary.test.helper.js';
import type { Said } from '../tables/said.js';
import { runMaintenance } from './run.js';
import { scheduleMaintenance } from './schedule.js';
import { sessionsOf } from './sessions.js';

const never = new AbortController().signal;

/** A model that does each of the memory's works as it should. */
const clever = (request: { messages: readonly { content: string }[]; format?: unknown }): string => {
  const form = JSON.stringify(request.format ?? '');
  if (/"summary"/.test(form)) return written('Anna said that her locker code is kept in the blue tin.');
  if (/"branch"/.test(form))
    return '{"facts":[{"branch":"USER","fact":"Anna keeps her locker code in the blue tin."}]}';
  if (/"category"/.test(form)) return '{"facts":[{"category":"places","key":"locker code","value":"in the blue tin"}]}';
  return '{"node":null}';
};

test('after a conversation: the diary, the graph and the facts, each once', async (t) => {
  const memory = await openedMemory(t);
  const { server, models } = await scripted(t, clever);
  await talk(memory, 'turn-1', NOW - HOUR, 'Remember, my locker code is in the blue tin.');
  const steps: string[] = [];
  const request = { memory, models: async () => models, now: NOW, signal: never, timeZone: 'UTC' };
  const done = await runMaintenance({ ...request, onStep: (step) => steps.push(step) });
  assert.deepEqual(steps, ['retention', 'diary', 'graph', 'facts']);
  assert.deepEqual(done, { messages: 2, left: 0, learned: 1, facts: 1, failed: 0 });
  const [diary] = await memory.entries.list({ kinds: ['diary'] });
  const [line] = await memory.entries.list({ kinds: ['graph'] });
  assert.match(diary?.text ?? '', /blue tin/);
  assert.deepEqual(line?.turns, ['turn-1'], 'what was learned names the turn it came from');
  const chats = () => server.requests.filter(({ path }) => path === '/api/chat').length;
  const calls = chats();
  assert.deepEqual(await runMaintenance(request), { messages: 0, left: 0, learned: 0, facts: 0, failed: 0 });
  assert.equal(chats(), calls, 'no model is asked about what is known');
  assert.equal((await memory.entries.list({ kinds: ['graph'] })).length, 1);
});

test('what the model could not learn from is counted, and tried again', async (t) => {
  const memory = await openedMemory(t);
  let isClever = false;
  const { models } = await scripted(t, (request) =>
    isClever || /"summary"/.test(JSON.stringify(request.format ?? '')) ? clever(request) : 'I would rather not.',
  );
  await talk(memory, 'turn-1', NOW - HOUR, 'Remember, my locker code is in the blue tin.');
  const request = { memory, models: async () => models, now: NOW, signal: never, timeZone: 'UTC' };
  assert.deepEqual(await runMaintenance(request), { messages: 2, left: 0, learned: 0, facts: 0, failed: 2 });
  isClever = true;
  assert.deepEqual(await runMaintenance(request), { messages: 0, left: 0, learned: 1, facts: 1, failed: 0 });
});

test('without a model the words wait, and old things still go', async (t) => {
  const memory = await openedMemory(t);
  await memory.privacy.setRetention({ note: 1 });
  await memory.entries.put({ kind: 'note', at: NOW - 48 * HOUR, source: 'test', text: 'An old note.' });
  await talk(memory, 'turn-1', NOW - HOUR, 'My shoe size is 44.');
  const away = new JarvisError('model-unreachable', 'The model server is away.');
  const request = { memory, models: () => Promise.reject(away), now: NOW, signal: never };
  await memory.privacy.lookAtClock(NOW - 24 * HOUR);
  await assert.rejects(runMaintenance(request), away);
  assert.equal(await memory.diary.waiting(), 2);
  assert.deepEqual(await memory.entries.list({ kinds: ['note'] }), []);
});

test('words that are in the diary go after thirty days, those that wait for it stay', async (t) => {
  const memory = await openedMemory(t);
  const { models } = await scripted(t, clever);
  const DAY = 24 * HOUR;
  await talk(memory, 'turn-1', NOW - 40 * DAY, 'My locker code is in the blue tin.');
  await runMaintenance({
    memory,
    models: async () => models,
    now: NOW - 40 * DAY + HOUR,
    signal: never,
    timeZone: 'UTC',
  });
  await talk(memory, 'turn-2', NOW - 39 * DAY, 'My shoe size is 44.');
  const rolled = { at: NOW - 39 * DAY, upto: 4, text: 'A size.' };
  assert.ok(await memory.diary.roll('kitchen', rolled, { after: 2, text: '', messages: 2 }));
  const kept = async () => (await memory.diary.spoken({ from: 0, limit: 10 })).map(({ turn }) => turn);
  const away = () => Promise.reject(new JarvisError('model-unreachable', 'The model server is away.'));
  await memory.privacy.lookAtClock(NOW - 12 * DAY);
  await assert.rejects(runMaintenance({ memory, models: away, now: NOW - 11 * DAY, signal: never }));
  assert.deepEqual(await kept(), ['turn-1', 'turn-1', 'turn-2', 'turn-2']);
  assert.equal((await memory.diary.rolling('kitchen'))?.text, 'A size.');
  await memory.privacy.lookAtClock(NOW - DAY);
  await assert.rejects(runMaintenance({ memory, models: away, now: NOW, signal: never }));
  assert.deepEqual(await kept(), ['turn-2', 'turn-2']);
  assert.equal((await memory.diary.rolling('kitchen'))?.text, '');
});

test('a clock that leaps erases nothing before it has run evenly for a day', async (t) => {
  const memory = await openedMemory(t);
  await memory.privacy.setRetention({ note: 30 });
  await memory.entries.put({ kind: 'note', at: NOW, source: 'test', text: 'The spare key is at the neighbours.' });
  const models = () => Promise.reject(new JarvisError('model-unreachable', 'The model server is away.'));
  const isKeptAt = async (hours: number) => {
    await runMaintenance({ memory, models, now: NOW + hours * HOUR, signal: never });
    return (await memory.entries.list({ kinds: ['note'] })).length === 1;
  };
  for (let hour = 0; hour < 48; hour++) assert.ok(await isKeptAt(hour));
  const years = 24 * 5_000;
  for (let hour = 0; hour < 24; hour++) assert.ok(await isKeptAt(years + hour), 'ahead');
  for (let hour = 48; hour < 72; hour++) assert.ok(await isKeptAt(hour), 'put right');
  for (let hour = 72; hour <= 24 * 30; hour += 24) assert.ok(await isKeptAt(hour));
  assert.equal(await isKeptAt(24 * 30 + 1), false);
});

test('it waits for quiet, makes way for people, and goes on in the next quiet', async (t) => {
  const memory = await openedMemory(t);
  let answer: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let asked = 0;
  const { models } = await scripted(t, (request) =>
    asked++ === 0 ? { text: ['{"summary":', gate, '""}'] } : clever(request),
  );
  await talk(memory, 'turn-1', clock.now() - HOUR, 'My locker code is in the blue tin.');
  const traces: TraceRecord[] = [];
  const problems: JarvisError[] = [];
  const schedule = scheduleMaintenance({
    memory,
    models: async () => models,
    quietMs: 1,
    onTrace: (record) => traces.push(record),
    onProblem: (error) => problems.push(error),
  });
  t.after(() => schedule.close());
  await until(() => asked === 1, 'the first call');
  schedule.makeWay();
  await until(() => traces.length === 1, 'the end of the first run');
  answer();
  assert.equal(await memory.diary.waiting(), 2, 'what was cut off has marked nothing');
  schedule.quiet();
  await until(async () => (await memory.diary.waiting()) === 0, 'the diary');
  await until(() => traces.length === 2, 'the end of the second run');
  assert.ok(traces[1]?.spans.some(({ context }) => context === 'diary'));
  assert.deepEqual(problems, []);
});

test('a problem is told once, and closing ends everything', async (t) => {
  const memory = await openedMemory(t);
  await talk(memory, 'turn-1', clock.now() - HOUR, 'My locker code is in the blue tin.');
  const problems: JarvisError[] = [];
  let tries = 0;
  const models = () => {
    tries++;
    return Promise.reject(new JarvisError('model-unreachable', 'The model server is away.'));
  };
  const schedule = scheduleMaintenance({ memory, models, quietMs: 1, onProblem: (error) => problems.push(error) });
  await until(() => tries === 1, 'the first try');
  schedule.quiet();
  await until(() => tries === 2, 'the second try');
  await schedule.close();
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['model-unreachable'],
  );
});

test('half an hour of silence ends a conversation; rooms are kept apart', () => {
  const said = (site: string, at: number, turn: string): Said => ({
    ...{ id: at, site, at, turn, began: at, source: site },
    role: 'user',
    content: turn,
  });
  const minute = 60_000;
  const sessions = sessionsOf([
    said('kitchen', 0, 'a'),
    said('hall', 5 * minute, 'b'),
    said('kitchen', 29 * minute, 'c'),
    said('kitchen', 60 * minute, 'd'),
  ]);
  assert.deepEqual(
    sessions.map(({ session, turns, at }) => [session, turns, at / minute]),
    [
      ['kitchen/0', ['a', 'c'], 29],
      [`hall/${5 * minute}`, ['b'], 5],
      [`kitchen/${60 * minute}`, ['d'], 60],
    ],
  );
});
