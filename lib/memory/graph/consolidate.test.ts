import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '../../../test/until.js';
import type { Memory } from '../memory.js';
import { ROOTS } from '../tables/graph-rows.js';
import { consolidate } from './consolidate.js';
import { memoryFor, modelsFor } from './graph.test.helper.js';

const noon = Date.UTC(2026, 10, 21, 12);
const signal = new AbortController().signal;

/** Three nodes, each with a line and its double in other words. */
async function filled(memory: Memory): Promise<number[]> {
  const nodes: number[] = [];
  for (const name of ['Tea', 'Coffee', 'Cocoa']) {
    const node = must((await memory.graph.addNode({ parent: ROOTS.USER, name })).id);
    const lines = [`Likes ${name}`, `Loves ${name} a lot`].map((text, index) => ({
      text,
      at: noon + index,
      turns: [`t${index}`],
    }));
    await memory.graph.addLines({ node, lines, why: 'test' });
    nodes.push(node);
  }
  return nodes;
}

const lineCounts = async (memory: Memory, nodes: number[]) =>
  Promise.all(nodes.map(async (node) => must(await memory.graph.node(node)).lines.length));
const tidied = (request: { messages: { content: string }[] }) => {
  const [, name] = /Likes (\p{L}+)/u.exec(request.messages.at(-1)?.content ?? '') ?? [];
  return `{"facts": ["Loves ${name} a lot"]}`;
};

test('every node is tidied, with progress; a line that stays keeps its id and what it came from', async (t) => {
  const memory = await memoryFor(t);
  const nodes = await filled(memory);
  const { models } = await modelsFor(t, [{ answer: tidied }]);
  const seen: string[] = [];
  const onProgress = ({ done, total }: { done: number; total: number }) => seen.push(`${done}/${total}`);
  assert.deepEqual(await consolidate({ memory, models, signal, onProgress }), { nodes: 3, rewritten: 3 });
  assert.deepEqual(seen, ['0/3', '1/3', '2/3', '3/3']);
  assert.deepEqual(await lineCounts(memory, nodes), [1, 1, 1]);
  const [line] = must(await memory.graph.node(must(nodes[0]))).lines;
  assert.deepEqual([line?.text, line?.turns], ['Loves Tea a lot', ['t1']]);
  assert.equal(await memory.entries.count(), 3);
  // Nothing is left to tidy: a node of one line asks nobody.
  assert.deepEqual(await consolidate({ memory, models, signal }), { nodes: 3, rewritten: 0 });
});

test('cancelled, it goes on where it was; nothing is lost', async (t) => {
  const memory = await memoryFor(t);
  const nodes = await filled(memory);
  const { models, asked } = await modelsFor(t, [{ answer: tidied }]);
  const cancel = new AbortController();
  const onProgress = ({ done }: { done: number }) => {
    if (done === 1) cancel.abort();
  };
  await assert.rejects(consolidate({ memory, models, signal: cancel.signal, onProgress }), { name: 'AbortError' });
  assert.deepEqual(await lineCounts(memory, nodes), [1, 2, 2]);
  assert.deepEqual(await consolidate({ memory, models, signal }), { nodes: 2, rewritten: 2 });
  assert.deepEqual([await lineCounts(memory, nodes), asked().length], [[1, 1, 1], 3]);
});

test('a node that the model fails at stays as it is; a model that is gone ends the work until later', async (t) => {
  const memory = await memoryFor(t);
  const nodes = await filled(memory);
  const bad = await modelsFor(t, [
    { when: /Coffee/, answer: '{"facts": ["Hates everything", "Knows 99 languages"]}' },
    { answer: tidied },
  ]);
  assert.deepEqual(await consolidate({ memory, models: bad.models, signal }), { nodes: 3, rewritten: 2 });
  assert.deepEqual(await lineCounts(memory, nodes), [1, 2, 1]);
  const other = await memoryFor(t);
  const all = await filled(other);
  const gone = await modelsFor(t, [{ answer: { fault: 'crashed' } }]);
  await assert.rejects(consolidate({ memory: other, models: gone.models, signal }), { code: 'model-failed' });
  assert.deepEqual(await lineCounts(other, all), [2, 2, 2]);
});
