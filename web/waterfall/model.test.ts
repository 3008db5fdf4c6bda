import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Span, TraceRecord } from '../../lib/turn/trace-types.js';
import { askedAt, barOf, endOf, rangeOf, rowsOf, ticksOf, totalsOf } from './model.js';
import { timeText } from './strings.js';

const span = (stage: string, start: number, ms?: number, more: Partial<Span> = {}): Span => ({
  stage,
  start,
  ...(ms !== undefined && { ms }),
  ...more,
});
const turn = (...spans: Span[]): TraceRecord => ({ id: 't', site: 'den', source: 'voice', at: 0, spans, texts: {} });

const spoken = turn(
  span('listen', 0, 2000, { node: 'l' }),
  span('speech-end', 2000, 0, { node: 'l' }),
  span('stt', 2000, 100, { node: 'l' }),
  span('recall', 2110, 30, { node: 'r' }),
  span('recall-profile', 2110, 30, { node: 'r' }),
  span('recall-terms', 2111, 10, { node: 'r' }),
  span('agent', 2150, 900, { node: 'a' }),
  span('model', 2160, 400, { node: 'a', context: 'reply', promptTokens: 800, reusedTokens: 700, answerTokens: 20 }),
  span('tool', 2560, 5, { node: 'a', tool: 'get_state' }),
  span('model', 2570, 400, { node: 'a', context: 'reply', promptTokens: 850, answerTokens: 30 }),
  span('model', 10, 90, { context: 'warm-up', promptTokens: 500 }),
  span('first-sound', 3000, 0, { node: 'o' }),
  span('play', 3000, 4000, { node: 'o' }),
);

test('calls stand under the stage of their node, steps of a stage beside each other', () => {
  const depths = rowsOf(spoken).map(({ span: { stage }, depth }) => `${'-'.repeat(depth)}${stage}`);
  assert.deepEqual(
    depths,
    [
      ...['listen', 'model', '-speech-end', '-stt'].filter((stage) => stage !== '-stt'),
      ...['-stt', 'recall', '-recall-profile', '-recall-terms', 'agent', '-model', '-tool', '-model'],
      ...['first-sound', 'play'],
    ].map((stage) => (stage === '-stt' ? 'stt' : stage)),
  );
});

test('a decision stands at the stage of the node that made it, or at the beginning', () => {
  const decisions = [
    { part: 'recall', at: 2145, node: 'r', value: {} },
    { part: 'reply', at: 3040, node: 'a', value: {} },
    { part: 'tools', at: 5, node: 'other', value: [] },
  ];
  const told = rowsOf(spoken, { decisions, calls: {} }).flatMap(({ span: { stage }, decisions: own }) =>
    own.map(({ part }) => `${stage}: ${part}`),
  );
  assert.deepEqual(told, ['listen: tools', 'recall: recall', 'agent: reply']);
});

test('the wait goes from the end of speech to the first sound, the whole turn to its end', () => {
  assert.equal(askedAt(spoken), 2000);
  const wait = rangeOf(spoken, true, 7000);
  assert.deepEqual([wait.from, Math.round(wait.to)], [2000, 3060]);
  assert.deepEqual(rangeOf(spoken, false, 7000), { from: 0, to: 7000 });
  assert.deepEqual(rangeOf(turn(span('judge', 0, 5)), true, 5), { from: 0, to: 5 });
  assert.equal(endOf(spoken), 7000);
});

test('bars are cut at the range; a stage that runs grows, and one outside is none', () => {
  const range = { from: 100, to: 200 };
  assert.deepEqual(barOf(span('a', 50, 100), range, 0), { left: 0, width: 50 });
  assert.deepEqual(barOf(span('a', 150), range, 175), { left: 50, width: 25 });
  assert.deepEqual(barOf(span('a', 150, 900), range, 0), { left: 50, width: 50 });
  assert.equal(barOf(span('a', 10, 20), range, 0), undefined);
  assert.equal(barOf(span('a', 300, 20), range, 0), undefined);
});

test('ticks are round and at most five', () => {
  assert.deepEqual(ticksOf({ from: 0, to: 3170 }), [1000, 2000, 3000]);
  assert.deepEqual(ticksOf({ from: 2000, to: 2014 }), [5, 10]);
  for (let to = 1; to < 400_000; to = Math.ceil(to * 1.3)) assert.ok(ticksOf({ from: 0, to }).length <= 5, `${to}`);
});

test('totals leave out what only warms the model up', () => {
  assert.deepEqual(totalsOf(spoken, 7000), {
    firstSound: 1000,
    whole: 7000,
    calls: 2,
    promptTokens: 1650,
    reusedTokens: 700,
    answerTokens: 50,
    tools: 1,
  });
  assert.equal(totalsOf(turn(), 1).firstSound, undefined);
});

test('times are read in the person’s language', () => {
  assert.deepEqual(
    [timeText('en', 3.24), timeText('en', 14.4), timeText('de', 1240), timeText('fr', 61_200)],
    ['3.2\u00a0ms', '14\u00a0ms', '1,24\u00a0s', '61,2\u00a0s'],
  );
});
