import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TraceRecord } from '../turn/trace.js';
import { openPageHistory } from './page-history.js';

const HOUR = 3_600_000;
const trace = (id: string, at: number, texts: TraceRecord['texts'], site = 'browser-1'): TraceRecord => ({
  id,
  site,
  source: 'text',
  at,
  spans: [],
  texts,
});

test('a session sees the words of its own site since it has it, oldest first, and no older ones', () => {
  let now = 10 * HOUR;
  let traces: TraceRecord[] = [trace('before', now - 1, { heard: 'whose is this?' })];
  const history = openPageHistory(
    () => traces,
    () => now,
  );
  assert.deepEqual(history.of('browser-1', 'mine'), []);
  traces = [
    trace('wordless', now + 3, {}),
    trace('elsewhere', now + 3, { heard: 'x' }, 'browser-2'),
    trace('second', now + 2, { heard: 'b', error: 'no' }),
    trace('first', now + 1, { heard: 'a', reply: 'A' }),
    ...traces,
  ];
  assert.deepEqual(history.of('browser-1', 'mine'), [
    { turn: 'first', heard: 'a', reply: 'A' },
    { turn: 'second', heard: 'b', error: 'no' },
  ]);
  now += 10;
  assert.deepEqual(history.of('browser-1', 'theirs'), [], 'another session by the same name begins anew');
  assert.deepEqual(history.of('browser-1', 'mine'), [], 'and so does the first one when it comes back');
  const many = Array.from({ length: 30 }, (_, n) => trace(`${n}`, now + 30 - n, { heard: `${n}` }));
  traces = many;
  assert.equal(history.of('browser-1', 'mine').length, 20);
  now += 2 * HOUR;
  assert.deepEqual(history.of('browser-1', 'mine'), [], 'what is older than an hour is not shown');
});
