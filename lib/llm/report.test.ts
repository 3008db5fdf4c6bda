import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Span, TraceRecord } from '../turn/trace.js';
import { contextReport, withFastPaths } from './report.js';

const record = (spans: Span[]): TraceRecord => ({ id: 'x', site: 'kitchen', source: 'voice', at: 0, spans, texts: {} });
const model = (context: string, start: number, ms: number, more = {}): Span => ({
  stage: 'model',
  context,
  start,
  ms,
  ...more,
});

test('each context has its times, its tokens, and how often its stage needed no model', () => {
  const turns = [
    record([
      { stage: 'judge', start: 0, ms: 1 },
      { stage: 'router', start: 2, ms: 500 },
      model('router', 3, 400, { promptTokens: 100, promptMs: 50 }),
      model('reply', 600, 1000, { promptTokens: 1000, answerTokens: 40, reusedTokens: 900 }),
      model('reply', 1700, 3000, { error: 'gone' }),
    ]),
    record([
      { stage: 'router', start: 2, ms: 1 },
      { stage: 'planner', start: 4, ms: 900 },
      model('planner-combined', 5, 800),
    ]),
    record([{ stage: 'router', start: 0 }]),
  ];
  const rows = Object.fromEntries(contextReport(turns).map((row) => [row.context, row]));
  assert.deepEqual(rows['judge'], { context: 'judge', calls: 0, fast: 1, failed: 0, budgetMs: 15_000 });
  assert.equal(rows['router']?.fast, 2);
  assert.equal(rows['router']?.p50, 400);
  assert.equal(rows['planner'], undefined);
  assert.equal(rows['planner-combined']?.calls, 1);
  const reply = rows['reply'];
  assert.deepEqual([reply?.calls, reply?.failed, reply?.p50, reply?.p95], [2, 1, 3000, 3000]);
  assert.deepEqual([reply?.promptTokens, reply?.answerTokens, reply?.reusedTokens], [1000, 40, 900]);
  assert.deepEqual(
    withFastPaths(turns[0] ?? record([])).spans.map(({ fast }) => fast),
    [true, false, undefined, undefined, undefined],
  );
  assert.deepEqual(contextReport([]), []);
});
