import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { askSchema, converseSchema, siteFor } from './questions.js';
import type { Site } from './types.js';

const ASK = { site: 'kitchen', question: 'Shall I?' };
const CONVERSE = { text: 'turn on the lamp' };
const times = <T>(count: number, of: T): T[] => Array.from({ length: count }, () => of);
const oneAnswer = (sentences: unknown) => ({ answers: [{ id: 'a', sentences }] });

describe('a question from outside', () => {
  test('names its room and its words, the rest goes without saying', () => {
    const plain = { ...ASK, answers: [], id: null, timeout: 30 };
    assert.deepEqual(askSchema.parse(ASK), plain);
    assert.deepEqual(askSchema.parse({ ...ASK, answers: null, id: null, timeout: null }), plain);
    assert.deepEqual(askSchema.parse({ ...ASK, ...oneAnswer('yes') }).answers, [{ id: 'a', sentences: ['yes'] }]);
  });

  const wrong: [what: string, more: object][] = [
    ['no room', { site: '' }],
    ['a room of any length', { site: 'x'.repeat(201) }],
    ['no words', { question: '  ' }],
    ['a speech', { question: 'x'.repeat(501) }],
    ['no time', { timeout: 0.1 }],
    ['an hour', { timeout: 3600 }],
    ['a time that is none', { timeout: Number.NaN }],
    ['a time in words', { timeout: '30' }],
    ['an id that is none', { id: {} }],
    ['a long id', { id: 'x'.repeat(201) }],
    ['answers that are none', { answers: { length: 1 } }],
    ['too many answers', { answers: times(51, { id: 'a', sentences: ['a'] }) }],
    ['an answer without a name', { answers: [{ id: '', sentences: ['a'] }] }],
    ['an answer without words', oneAnswer([])],
    ['an answer with too many', oneAnswer(times(51, 'a'))],
    ['an answer of several lines', oneAnswer(['a\nb'])],
    ['an answer of any length', oneAnswer(['x'.repeat(501)])],
  ];
  for (const [what, more] of wrong) {
    test(`${what} is refused`, () => assert.equal(askSchema.safeParse({ ...ASK, ...more }).success, false));
  }
});

describe('words from outside', () => {
  test('need no room', () => {
    const plain = { ...CONVERSE, id: null, quiet: false };
    assert.deepEqual(converseSchema.parse(CONVERSE), plain);
    assert.deepEqual(converseSchema.parse({ ...CONVERSE, id: null, quiet: null }), plain);
  });

  for (const more of [{ text: ' ' }, { text: 'x'.repeat(5001) }, { site: '' }, { quiet: 'no' }]) {
    const [field] = Object.keys(more);
    test(`with a wrong ${field} are refused`, () =>
      assert.equal(converseSchema.safeParse({ ...CONVERSE, ...more }).success, false));
  }
});

test('of several satellites in a room the one heard from last is meant, unless it is muted', () => {
  const site = (id: string, lastSeen: number, muted = false): Site => ({ id, lastSeen, muted, via: 'mqtt' });
  const sites = [site('old', 1), site('new', 2), site('muted', 3, true)];
  const hub = { sitesIn: () => sites };
  assert.equal(siteFor(hub, 'Den')?.id, 'new');
  assert.equal(siteFor(hub, 'old')?.id, 'old');
  assert.equal(siteFor(hub, 'all'), undefined);
  assert.equal(siteFor(hub, ' _ '), undefined);
});
