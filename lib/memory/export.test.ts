import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { must } from '../../test/until.js';
import { Trace } from '../turn/trace.js';
import { exportMemory, importMemory } from './export.js';
import { type Memory, openMemory } from './memory.js';
import { forgetSince } from './privacy.js';
import { ROOTS } from './tables/graph-rows.js';

const NOON = new Date(2026, 10, 20, 12).getTime();
let folder = '';
const open: Memory[] = [];

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-export-'));
});
after(async () => {
  for (const memory of open) await memory.close();
  await rm(folder, { recursive: true, force: true });
});

function fresh(): Memory {
  const memory = openMemory({ file: path.join(folder, `${open.length}.db`) });
  open.push(memory);
  return memory;
}

async function filled(): Promise<Memory> {
  const memory = fresh();
  await memory.diary.note({
    turn: 't1',
    site: 'den',
    source: 'den',
    at: NOON,
    messages: [{ role: 'user', content: 'the boat is blue' }],
  });
  await memory.diary.save({
    day: '2026-11-20',
    source: 'den',
    at: NOON,
    summary: 'The boat is blue.',
    topics: ['boat'],
    messages: [1],
    previous: null,
  });
  await memory.diary.note({
    turn: 't2',
    site: 'den',
    source: 'den',
    at: NOON + 5,
    messages: [
      { role: 'user', content: 'and the sail is red' },
      { role: 'assistant', content: 'Noted.' },
    ],
  });
  await memory.entries.putMany(
    Array.from({ length: 450 }, (_, index) => ({
      kind: 'note' as const,
      at: NOON + index,
      source: 'test',
      text: `note ${index}: 北京 "quoted"\n`,
    })),
  );
  await memory.facts.put({ category: 'boat', key: 'colour', value: 'white', at: NOON, source: 'asked' }, 'asked');
  await memory.facts.put(
    { category: 'boat', key: 'colour', value: 'blue', at: NOON + 1, source: 'asked', turns: ['t1'] },
    'corrected',
  );
  const home = must((await memory.graph.addNode({ parent: ROOTS.USER, name: 'Home' })).id);
  const garden = must((await memory.graph.addNode({ parent: home, name: 'Garden' })).id);
  const { ids } = await memory.graph.addLines({
    node: garden,
    lines: [
      { text: 'There is a pond', at: NOON, turns: ['t1'] },
      { text: 'There is a tree', at: NOON },
    ],
    why: 'learned',
  });
  await memory.graph.editLine(must(ids[0]), 'There is a big pond');
  await memory.graph.removeLine(must(ids[1]));
  await memory.privacy.setRetention({ said: 30 });
  await memory.privacy.setRemembers('bath', false);
  const trace = new Trace('t1', 'den', 'voice');
  trace.tell('heard', 'the boat is blue');
  await memory.traces.put([{ ...trace.record(), at: NOON }]);
  return memory;
}

async function exported(memory: Memory): Promise<string> {
  let text = '';
  for await (const piece of exportMemory({ memory })) text += piece;
  return text;
}

async function* pieces(text: string, size = 1_000) {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

/** Without the first line, which says when. */
const body = (text: string) => text.slice(text.indexOf('\n') + 1);

test('an export comes back the same, in whatever pieces, and a second time changes nothing', async () => {
  const memory = await filled();
  const text = await exported(memory);
  assert.match(text, /^\{"jarvis-memory":1,"at":"2/);
  const copy = fresh();
  const steps: number[] = [];
  const first = await importMemory({
    memory: copy,
    content: pieces(text, 777),
    onProgress: (lines) => steps.push(lines),
  });
  assert.deepEqual([first.bad, first.named], [0, []]);
  // The three roots are there already.
  assert.deepEqual([first.kept, first.added], [3, text.split('\n').length - 2 - 3]);
  assert.ok(steps.length >= 4);
  // Facts note in the history that they were imported, and what is gone has no id here; apart from that it is the same.
  const without = (all: string) =>
    body(all)
      .replaceAll(':gone-', ':')
      .split('\n')
      .filter((line) => !line.includes('"why":"imported"'));
  const there = without(text);
  assert.deepEqual(
    without(await exported(copy)).filter((line) => !there.includes(line)),
    [],
  );
  const again = await importMemory({ memory: copy, content: pieces(text) });
  assert.deepEqual([again.added, again.bad], [0, 0]);
  assert.equal((await copy.entries.search({ text: 'big pond' }))[0]?.text, 'There is a big pond');
});

test('what is newer here stays, and what was forgotten here is not learnt again', async () => {
  const text = await exported(await filled());
  const memory = fresh();
  await memory.facts.put(
    { category: 'boat', key: 'colour', value: 'green', at: NOON + 100, source: 'page' },
    'corrected',
  );
  const { ids } = await memory.graph.addLines({
    node: ROOTS.USER,
    lines: [{ text: 'There is a big pond', at: NOON }],
    why: 'x',
  });
  await memory.graph.removeLine(must(ids[0]));
  const home = must((await memory.graph.addNode({ parent: ROOTS.WORLD, name: 'Other' })).id);
  const { bad, named } = await importMemory({ memory, content: pieces(text) });
  assert.deepEqual([bad, named[0]?.reason], [1, 'it has no place here']);
  assert.equal((await memory.facts.list())[0]?.value, 'green');
  assert.equal((await memory.entries.search({ text: 'pond', kinds: ['graph'] })).length, 0);
  // The ids of its nodes were taken here: they hang where they did, under others.
  const { nodes } = await memory.graph.tree();
  const paths = nodes.map(({ name, parent }) => `${nodes.find(({ id }) => id === parent)?.name ?? ''}/${name}`);
  assert.ok(
    paths.includes('USER/Home') && paths.includes('Home/Garden') && paths.includes('WORLD/Other'),
    `${home} ${paths}`,
  );
});

test('bad lines are counted and named, and the rest goes on', async () => {
  const memory = fresh();
  const good = JSON.stringify({ type: 'fact', category: 'a', key: 'b', value: 'c', at: NOON, source: 'x', turns: [] });
  const lines = [
    '{"jarvis-memory":1}',
    'no json',
    good,
    '{"type":"fact"}',
    '',
    '{"type":"spell"}',
    `"${'x'.repeat(1_100_000)}"`,
    good.replace('"b"', '"d"'),
  ];
  const result = await importMemory({ memory, content: pieces(lines.join('\n'), 100_000) });
  assert.deepEqual([result.added, result.bad], [2, 4]);
  assert.deepEqual(
    result.named.map(({ line }) => line),
    [2, 4, 6, 7],
  );
  assert.equal((await memory.facts.list()).length, 2);
});

test('an import that is cut off anywhere is simply done again', async () => {
  const memory = await filled();
  const text = await exported(memory);
  const bytes = Buffer.from(text);
  const once = fresh();
  await importMemory({ memory: once, content: pieces(text) });
  const copy = fresh();
  for (let part = 1; part < 30; part++) {
    const end = Math.max(60, Math.floor((bytes.length * part) / 30));
    await importMemory({
      memory: copy,
      content: (async function* () {
        yield bytes.subarray(0, end);
      })(),
    });
  }
  await importMemory({ memory: copy, content: pieces(text) });
  // When a fact was imported stands in the history.
  const without = (all: string) => body(all).replace(/.*"why":"imported".*\n/g, '');
  assert.equal(without(await exported(copy)), without(await exported(once)));
});

test('what is no export, or of a newer version, is refused whole', async () => {
  const memory = fresh();
  for (const text of ['', '{}', 'hello', '{"jarvis-memory":2}\n', '[1]\n{"type":"retired","key":"x"}']) {
    await assert.rejects(importMemory({ memory, content: pieces(text) }), { code: 'bad-input' }, text);
  }
  await assert.rejects(
    importMemory({ memory, content: pieces('{"jarvis-memory":1}\n{}'), signal: AbortSignal.abort() }),
    { name: 'AbortError' },
  );
});

test('secrets of an export from elsewhere are not kept', async () => {
  const memory = fresh();
  const note = {
    type: 'entry',
    id: 1,
    kind: 'note',
    key: null,
    at: NOON,
    source: 'x',
    site: null,
    text: 'mail anna@example.com',
    topics: [],
    turns: [],
  };
  const said = {
    type: 'said',
    turn: 't',
    site: 's',
    source: 's',
    at: NOON,
    began: NOON,
    role: 'user',
    content: 'call anna@example.com',
  };
  await importMemory({
    memory,
    content: pieces(`{"jarvis-memory":1}\n${JSON.stringify(note)}\n${JSON.stringify(said)}`),
  });
  assert.deepEqual(
    [(await memory.entries.list())[0]?.text, (await memory.diary.pending())[0]?.content],
    ['mail [mail]', 'call [mail]'],
  );
});

test('whatever lines come, an import ends, and every line is counted', async () => {
  const memory = fresh();
  const line = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ type: fc.constantFrom('entry', 'fact', 'node', 'line', 'change', 'trace') })
      .map((one) => JSON.stringify(one)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 20 }), async (lines) => {
      const clean = lines.map((one) => one.replace(/\n/g, ' '));
      const { added, kept, bad } = await importMemory({
        memory,
        content: pieces(['{"jarvis-memory":1}', ...clean].join('\n'), 13),
      });
      assert.equal(added + kept + bad, clean.filter((one) => one.trim() !== '').length);
    }),
    { numRuns: 100 },
  );
});

const change = (more: object) =>
  JSON.stringify({
    type: 'change',
    at: NOON,
    subject: 'graph',
    row: 'line:1',
    before: 'a',
    after: 'b',
    state: null,
    why: 'x',
    turns: [],
    ...more,
  });

test('a hostile past is not taken in, and nothing that is erased or taken back fails over it', async () => {
  const memory = fresh();
  const states = ['no json', '5', '[]', '"x"', '{"lines":["x"]}', '{"lines":5}', '{"lines":[5],"node":"x"}'];
  const lines = states.map((state, index) => change({ state, row: `lines:${index}`, at: NOON + index }));
  const { added, bad } = await importMemory({ memory, content: pieces(['{"jarvis-memory":1}', ...lines].join('\n')) });
  assert.equal(added + bad, states.length);
  const { ids } = await memory.graph.addLines({ node: ROOTS.USER, lines: [{ text: 'Has a dog', at: NOON }], why: 'x' });
  for (const { id } of await memory.history.list({ limit: 200 })) await memory.history.undo(id, true);
  const [line] = await memory.graph.lines(ids);
  await memory.privacy.erase((await memory.entries.list({ kinds: ['graph'] })).map(({ id }) => id));
  await forgetSince(0, { memory });
  assert.ok(line === undefined || line.text === 'Has a dog');
  assert.equal(await memory.entries.count(), 0);
});

test('entries that are long, and odd characters, come back as they were; into a store with other things, twice', async () => {
  const memory = fresh();
  const odd = ['a\u0000b', 'lone \ud83d half', '👩‍👩‍👧 family', '\u2028line', '"}\n{"'];
  const notes = ['word '.repeat(20_000), ...odd].map((text, index) => ({
    kind: 'note' as const,
    at: NOON + index,
    source: 'test',
    text,
  }));
  await memory.entries.putMany(notes);
  const node = must((await memory.graph.addNode({ parent: ROOTS.USER, name: 'Big' })).id);
  const lines = Array.from({ length: 2_000 }, (_, index) => ({ text: `${index} ${'is long '.repeat(12)}`, at: NOON }));
  for (let from = 0; from < lines.length; from += 500) {
    await memory.graph.addLines({ node, lines: lines.slice(from, from + 500), why: 'test' });
  }
  await memory.graph.removeNode(node);
  const { id: removal } = must((await memory.history.list({ limit: 1 }))[0]);
  await memory.history.undo(removal);
  const text = await exported(memory);
  for (const copy of [fresh(), await filled()]) {
    const first = await importMemory({ memory: copy, content: pieces(text, 100_000) });
    assert.deepEqual([first.bad, first.named], [0, []]);
    const before = await exported(copy);
    const second = await importMemory({ memory: copy, content: pieces(text, 100_000) });
    assert.deepEqual([second.added, second.bad], [0, 0]);
    assert.equal(body(await exported(copy)), body(before));
    const kept = (await copy.entries.list({ kinds: ['note'], limit: 1_000 })).map((entry) => entry.text);
    for (const entry of await memory.entries.list({ kinds: ['note'] })) assert.ok(kept.includes(entry.text));
    for (const words of ['family', 'half']) assert.equal((await copy.entries.search({ text: words })).length, 1);
  }
});

test('a trace under another id than its own is no trace', async () => {
  const memory = fresh();
  const record = { ...new Trace('own', 'den', 'text').record(), at: NOON };
  const line = { type: 'trace', id: 'other', at: NOON, record };
  const done = await importMemory({ memory, content: pieces(`{"jarvis-memory":1}\n${JSON.stringify(line)}`) });
  assert.deepEqual([done.added, done.bad], [0, 1]);
});
