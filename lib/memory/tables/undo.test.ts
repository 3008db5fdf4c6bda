import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '../../../test/until.js';
import { clock } from '../../turn/clock.js';
import { memoryFor } from '../graph/graph.test.helper.js';
import type { Memory } from '../memory.js';
import { forgetSince } from '../privacy.js';
import { ROOTS } from './graph-rows.js';

const NOON = Date.UTC(2026, 10, 21, 12);
const newest = async (memory: Memory) => must((await memory.history.list({ limit: 1 }))[0]);
/** Takes the newest change back. */
const undo = async (memory: Memory) =>
  assert.equal((await memory.history.undo((await newest(memory)).id)).undone, true);
const textsOf = async (memory: Memory) => (await memory.entries.list({ limit: 1_000 })).map(({ text }) => text).sort();

test('a correction of a note is taken back, done again and taken back, whatever was written in the same moment', async (t) => {
  const memory = await memoryFor(t);
  const note = (text: string) => ({ kind: 'note' as const, at: NOON, source: 'test', text });
  const [, id] = await memory.entries.putMany(['first', 'wrong', 'third'].map(note));
  assert.equal(await memory.entries.correct({ id: must(id), previous: 'wrong', text: 'right' }), id);
  await memory.entries.put(note('fourth'));
  for (const text of ['wrong', 'right', 'wrong', 'right']) {
    await undo(memory);
    assert.deepEqual(await textsOf(memory), ['first', 'fourth', 'third', text].sort());
    assert.equal((await memory.entries.get([must(id)]))[0]?.text, text);
  }
});

test('taking back that a removed node came back removes it again, with its subtree', async (t) => {
  const memory = await memoryFor(t);
  const home = must((await memory.graph.addNode({ parent: ROOTS.USER, name: 'Home' })).id);
  const garden = must((await memory.graph.addNode({ parent: home, name: 'Garden' })).id);
  await memory.graph.addLines({ node: home, why: 'test', lines: [{ text: 'Has a balcony', at: NOON }] });
  await memory.graph.addLines({ node: garden, why: 'test', lines: [{ text: 'Has a pond', at: NOON }] });
  await memory.graph.removeNode(home);
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(await textsOf(memory), []);
    assert.equal((await memory.graph.tree()).nodes.length, 3);
    await undo(memory);
    assert.deepEqual(await textsOf(memory), ['Has a balcony', 'Has a pond']);
    assert.equal(must(await memory.graph.node(garden)).path, 'USER › Home › Garden');
    await undo(memory);
  }
  // Nobody learns it again either.
  const again = { node: ROOTS.USER, why: 'test', lines: [{ text: 'Has a pond', at: NOON }] };
  assert.deepEqual((await memory.graph.addLines(again)).ids, []);
});

test('"forget everything since" an undo gives back what was undone', async (t) => {
  const memory = await memoryFor(t);
  const fact = { category: 'pets', key: 'cat', source: 'test' };
  const now = clock.now();
  await memory.facts.put({ ...fact, value: 'Luna', at: now - 2_000 }, 'asked');
  await memory.facts.put({ ...fact, value: 'Mia', at: now - 1_000 }, 'asked');
  await undo(memory);
  assert.deepEqual(await textsOf(memory), ['pets, cat: Luna']);
  await forgetSince(now, { memory });
  assert.deepEqual(await textsOf(memory), ['pets, cat: Mia']);
});
