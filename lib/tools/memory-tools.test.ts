import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { must } from '../../test/until.js';
import type { Tool } from '../llm/types.js';
import { type Memory, openMemory } from '../memory/memory.js';
import { Trace } from '../turn/trace.js';
import { MEMORY_TOOLS } from './memory-tools.js';
import { toolsFor } from './registry.js';

const at = (date: number) => new Date(2026, 10, date, 12).getTime();
let folder = '';
let memory: Memory;
let tools: Tool[];
const cleared: string[] = [];

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-memory-tools-'));
});
after(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  memory = openMemory({ file: path.join(folder, `${Math.random()}.db`) });
  tools = turn();
});
afterEach(() => memory.close());

/** The tools as a new turn has them. */
const turn = () => toolsFor({ memory: { memory, clearSite: async (site) => void cleared.push(site) } });

function call(
  name: keyof typeof MEMORY_TOOLS,
  args: Record<string, unknown>,
  of = tools,
  trace = new Trace('turn-9', 'kitchen', 'voice'),
) {
  const context = {
    site: 'kitchen',
    language: 'en',
    signal: new AbortController().signal,
    trace,
  };
  return must(of.find((tool) => tool.name === MEMORY_TOOLS[name])).run(args, context);
}

async function fill() {
  await memory.entries.putMany([
    {
      kind: 'diary',
      key: '2026-11-18/kitchen',
      at: at(18),
      source: 'kitchen',
      text: 'Dinner was lasagne; the dog was ill.',
    },
    { kind: 'note', at: at(19), source: 'a', text: 'The dog eats rice.' },
    { kind: 'note', at: at(20), source: 'a', text: 'The dog eats rice and chicken.' },
    { kind: 'note', at: at(20) + 5, source: 'a', text: 'Write to anna@example.com about the boat.' },
  ]);
}

test('they are there only where there is a memory, and in a fixed order', () => {
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['memory_search', 'remember', 'memory_forget', 'stop'],
  );
  assert.ok(JSON.stringify(tools).length < 1_600, 'short enough for a small model');
});

test('a search tells what was found, with its day, and no secrets', async () => {
  await fill();
  const { ok, text } = await call('search', { query: 'boat' });
  assert.equal(ok, true);
  assert.equal(text, '1 | 2026-11-20 | note | Write to [mail] about the boat.');
  const more = await call('search', { query: 'dog', from: '2026-11-19', to: '2026-11-19' });
  assert.equal(more.text, '2 | 2026-11-19 | note | The dog eats rice.');
  assert.match((await call('search', { query: 'submarine' })).text, /Nothing is known/);
  assert.match((await call('search', { query: 'dog', from: 'soon' })).text, /YYYY-MM-DD/);
  assert.equal((await call('search', {})).ok, false);
});

test('what is to be remembered is found again, with its turn', async () => {
  const { ok, text } = await call('remember', { text: 'I am allergic to nuts; my mail is anna@example.com' });
  assert.deepEqual([ok, text], [true, 'Remembered: I am allergic to nuts; my mail is [mail]']);
  await call('remember', { text: 'I am allergic to nuts; my mail is anna@example.com' });
  const kept = await memory.entries.list();
  assert.deepEqual(
    kept.map((entry) => [entry.kind, entry.text, entry.turns]),
    [['graph', 'I am allergic to nuts; my mail is [mail]', ['turn-9']]],
  );
  await memory.privacy.setRemembers('kitchen', false);
  assert.match((await call('remember', { text: 'I like tea' })).text, /not remembered/);
  assert.equal(await memory.entries.count(), 1);
  assert.equal((await call('remember', { text: '  ' })).ok, false);
});

test('a plain order to the memory needs no model; anything else is the model’s to read', () => {
  const ahead = (name: keyof typeof MEMORY_TOOLS, said: string) =>
    must(tools.find((tool) => tool.name === MEMORY_TOOLS[name])).ahead?.(said, { language: 'en' });
  assert.deepEqual(ahead('remember', 'Remember that my locker code is in the blue tin.'), {
    text: 'my locker code is in the blue tin',
  });
  assert.deepEqual(ahead('remember', 'Merk dir bitte, dass meine Schwester Ina heißt'), {
    text: 'meine Schwester Ina heißt',
  });
  for (const other of ['remember to buy milk', 'do you remember my locker code?', 'what is the weather?', '']) {
    assert.equal(ahead('remember', other), undefined, other);
  }
  assert.deepEqual(ahead('forget', 'forget that my locker code is in the blue tin'), {
    what: 'my locker code is in the blue tin',
  });
  assert.equal(ahead('forget', 'forget everything since yesterday'), undefined);
  assert.equal(ahead('forget', 'forget it'), undefined);
});

test('one thing in its own words is forgotten; of several a person says which', async () => {
  await fill();
  assert.match((await call('forget', { what: 'the dog likes cats' })).text, /nothing is remembered in these words/);
  const several = await call('forget', { what: 'the dog' });
  assert.equal(several.ok, false);
  for (const line of ['2026-11-20 | note | The dog eats rice and chicken.', '2026-11-19 | note | The dog eats rice.']) {
    assert.ok(several.text.includes(`\n${line}`), several.text);
  }
  assert.match((await call('forget', { what: 'the dog eats rice' })).text, /^Forgotten: The dog eats rice\.\.?$/);
  assert.equal(await memory.entries.count(), 3);
  assert.match((await call('forget', { what: 'dinner was lasagne' })).text, /only a person/);
  assert.equal(await memory.entries.count(), 3);
});

test('numbers count only in the turn whose search gave them', async () => {
  await fill();
  assert.match((await call('forget', { ids: [1] })).text, /memory_search first/);
  await call('search', { query: 'boat' });
  assert.match((await call('forget', { ids: [1] }, turn())).text, /memory_search first/);
  assert.equal((await call('forget', { ids: '1' })).ok, true);
  assert.equal(await memory.entries.count(), 3);
});

test('much at once is only for a person', async () => {
  await fill();
  await call('search', { query: 'dog boat' });
  for (const args of [
    { what: 'everything' },
    { what: 'everything since yesterday' },
    { what: 'alles seit gestern' },
    { what: 'tout' },
    { what: 'everything you know about me' },
    { ids: [1, 2, 3, 4] },
  ]) {
    const { ok, text } = await call('forget', args);
    assert.deepEqual([ok, /only a person/.test(text)], [false, true], JSON.stringify(args));
  }
  assert.equal(await memory.entries.count(), 4);
  assert.equal((await call('forget', {})).ok, false);
});

test('what was forgotten is cleared from the conversation of its room', async () => {
  await memory.diary.note({
    turn: 't1',
    site: 'den',
    source: 'den',
    at: at(20),
    messages: [{ role: 'user', content: 'I like jazz' }],
  });
  await memory.entries.put({ kind: 'note', at: at(20), source: 'a', text: 'Likes jazz', turns: ['t1'] });
  cleared.length = 0;
  assert.equal((await call('forget', { what: 'likes jazz' })).ok, true);
  assert.deepEqual(cleared, ['den']);
  assert.equal((await memory.diary.pending()).length, 0);
});

test('who asks to forget leaves no words in the trace; who asks to remember does', async () => {
  await memory.entries.put({ kind: 'note', at: at(20), source: 'a', text: 'Likes jazz' });
  const words = async (name: keyof typeof MEMORY_TOOLS, args: Record<string, unknown>) => {
    const trace = new Trace('turn-9', 'kitchen', 'voice');
    trace.tell('heard', 'about jazz');
    await call(name, args, tools, trace);
    trace.tell('reply', 'No more jazz.');
    return trace.record().texts;
  };
  assert.deepEqual(await words('forget', { what: 'likes jazz' }), {});
  assert.deepEqual(await words('forget', { what: 'is not there' }), {});
  assert.deepEqual(await words('search', { query: 'jazz' }), { heard: 'about jazz', reply: 'No more jazz.' });
});

test('a memory that fails says so', async () => {
  await memory.close();
  const { ok, text } = await call('search', { query: 'dog' });
  assert.equal(ok, false);
  assert.match(text, /closed/);
});
