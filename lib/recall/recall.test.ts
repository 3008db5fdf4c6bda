import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ChatBody, Rule } from '../../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import { turns } from '../conversation/turns.js';
import { openOllama } from '../llm/ollama.js';
import type { Message } from '../llm/types.js';
import { hotCache } from '../memory/hot-cache.js';
import { openMemory } from '../memory/memory.js';
import { clock } from '../turn/clock.js';
import { Trace } from '../turn/trace.js';
import { type RecallRequest, recall } from './recall.js';

const NOW = new Date('2026-11-21T15:00:00Z');
const at = (date: string) => Date.parse(`${date}T12:00:00Z`);
const RECENT: Message[] = [
  { role: 'user', content: 'which film did we watch with Clara?' },
  { role: 'assistant', content: 'You watched The Blue Lighthouse.' },
];

async function memoryOf(t: TestContext, entries: readonly [date: string, text: string][] = DIARY) {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-recall-'));
  const memory = openMemory({ file: path.join(folder, 'jarvis.db') });
  t.after(async () => {
    await memory.close();
    rmSync(folder, { recursive: true });
  });
  await memory.entries.putMany(entries.map(([date, text]) => ({ kind: 'diary', at: at(date), source: 'test', text })));
  return memory;
}

const DIARY: [string, string][] = [
  ['2026-11-20', 'For dinner they had lasagne.'],
  ['2026-11-17', 'The plumber repaired the washing machine.'],
  ['2026-10-02', 'For dinner they had trout. The PIN is 4711.'],
  ['2026-04-02', 'They watched The Blue Lighthouse with Clara, it cost 12 euros.'],
];

async function modelsOf(t: TestContext, answers: readonly Rule[]) {
  const server = await startScriptedModelServer({
    speed: 'instant',
    answers,
    models: { scripted: { parameters: 3e9 } },
  });
  t.after(() => server.close());
  const models = { provider: openOllama(server), chat: 'scripted', small: 'scripted', numCtx: 4096 };
  const chats = () => server.requests.filter((one) => one.path === '/api/chat');
  return { models: async () => models, chats };
}

function request(memory: RecallRequest['memory'], query: string, more: Partial<RecallRequest> = {}): RecallRequest {
  const signal = new AbortController().signal;
  return { query, memory, language: 'en', timeZone: 'Europe/Berlin', now: NOW, recent: [], signal, ...more };
}

test('what was asked for comes back with its date, newest first, without secrets', async (t) => {
  const memory = await memoryOf(t);
  const trace = new Trace('turn', 'kitchen', 'text');
  const { lines, why, entries } = await recall(request(memory, 'what did we have for dinner?', { trace }));
  assert.equal(why, 'found');
  assert.deepEqual(lines, ['[2026-11-20] For dinner they had lasagne.', lines[1]]);
  assert.match(lines[1] ?? '', /^\[2026-10-02\] For dinner they had trout\. The PIN is •+\.$/);
  assert.doesNotMatch(lines.join(), /4711/);
  assert.deepEqual(
    entries.map(({ words }) => words),
    [['dinner'], ['dinner']],
  );
  const spans = trace.record().spans;
  assert.deepEqual(
    spans.map(({ stage }) => stage),
    ['recall-terms', 'recall-search'],
  );
  assert.deepEqual([spans[0]?.['by'], spans[0]?.['words']], ['question', 'dinner']);
  assert.match(String(spans[1]?.['entries']), new RegExp(`^${entries[0]?.id} diary 2026-11-20 dinner w1; `));
});

test('only the time that was named is looked at', async (t) => {
  const memory = await memoryOf(t);
  const lines = async (query: string) => (await recall(request(memory, query))).lines;
  assert.deepEqual(await lines('what was for dinner yesterday evening?'), [
    '[2026-11-20] For dinner they had lasagne.',
  ]);
  assert.deepEqual(await lines('what did we do on Tuesday?'), [
    '[2026-11-17] The plumber repaired the washing machine.',
  ]);
  assert.equal((await lines('which film at Easter?')).length, 0);
  assert.match(String(await lines('which film did we see in the week before Easter?')), /Lighthouse/);
});

test('nothing is looked up where it isn’t needed', async (t) => {
  const memory = await memoryOf(t);
  const why = async (query: string, more: Partial<RecallRequest>) => (await recall(request(memory, query, more))).why;
  const known: Message[] = [{ role: 'tool', tool_name: 'webSearch', content: 'lasagne for dinner is easy' }];
  assert.equal(await why('lasagne for dinner', { planned: true }), 'not-planned');
  assert.equal(await why('lasagne for dinner', { recent: known }), 'known-already');
  assert.equal(await why('lasagne for dinner', { recent: known, planned: true, lookup: { topic: 'dinner' } }), 'found');
  assert.equal(await why('and so what?', {}), 'nothing-asked');
  assert.equal(await why('good evening, how are you today?', {}), 'nothing-asked');
  assert.equal(await why('elephants', {}), 'nothing-found');
});

test('a question that refers to something else is put to the model, once a conversation', async (t) => {
  const memory = await memoryOf(t);
  const answer = JSON.stringify({ keywords: ['film', 'Lighthouse', 'Clara'], from: '', to: '', questions: [] });
  const { models, chats } = await modelsOf(t, [{ answer }]);
  t.after(() => turns.stop('den'));
  const more = { recent: RECENT, models, cache: hotCache('den') };
  for (let time = 0; time < 2; time++) {
    const { lines } = await recall(request(memory, 'when was that?', more));
    assert.match(lines.join(), /^\[2026-04-02\] They watched/);
  }
  assert.equal(chats().length, 1);
  const asked = chats()[0]?.body as ChatBody;
  assert.match(
    asked.messages[1]?.content ?? '',
    /<data from="conversation">\nuser: which film.*\nToday: Saturday 2026-11-21\./s,
  );
  await recall(request(memory, 'which dinner did we have?', more));
  assert.equal(chats().length, 1, 'a question that stands for itself needs none');
});

test('when the model fails, the question’s own words are searched for, and it is asked again the next time', async (t) => {
  const memory = await memoryOf(t);
  const { models, chats } = await modelsOf(t, [{ answer: { fault: 'crashed' } }]);
  t.after(() => turns.stop('den'));
  const more = { recent: RECENT, models, cache: hotCache('den') };
  const first = await recall(request(memory, 'and yesterday?', more));
  assert.deepEqual(first.lines, ['[2026-11-20] For dinner they had lasagne.']);
  const asked = chats().length;
  await recall(request(memory, 'and yesterday?', more));
  assert.ok(chats().length > asked);
  const gone = async () => {
    throw new Error('no server');
  };
  assert.equal((await recall(request(memory, 'and yesterday?', { ...more, models: gone }))).lines.length, 1);
});

test('a vector finds what has none of the words; one that comes too late is done without', async (t) => {
  const memory = await memoryOf(t);
  const [first] = await memory.entries.list({ from: at('2026-11-17'), to: at('2026-11-18') });
  const state = await memory.entries.unembedded('m', 10);
  await memory.entries.setVectors(
    'm',
    state.map(({ id, revision }) => ({ id, revision, vector: id === first?.id ? [1, 0] : [0, 1] })),
  );
  const embed = async () => ({ model: 'm', values: [1, 0] });
  const near = await recall(request(memory, 'who mended our laundry appliance?', { embed }));
  assert.equal(near.entries[0]?.id, first?.id);
  assert.equal(near.entries[0]?.vectorRank, 1);
  let isEnded = false;
  const never = async (_: string, ending: AbortSignal) => {
    await clock.jump(1_000, true);
    isEnded = ending.aborted;
    return new Promise<undefined>(() => {});
  };
  const late = await recall(request(memory, 'the plumber?', { embed: never }));
  assert.equal(late.entries[0]?.id, first?.id);
  assert.equal(isEnded, true, 'after a second');
  const broken = await recall(request(memory, 'the plumber?', { embed: () => Promise.reject(new Error('broken')) }));
  assert.equal(broken.lines.length, 1);
});

test('a store that fails gives no memories, and no error', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-recall-'));
  const file = path.join(folder, 'jarvis.db');
  writeFileSync(file, 'no database at all, but long enough to be taken for one at a glance'.repeat(50));
  const memory = openMemory({ file });
  t.after(async () => {
    await memory.close();
    rmSync(folder, { recursive: true });
  });
  const trace = new Trace('turn', 'kitchen', 'text');
  const recalled = await recall(request(memory, 'what was for dinner?', { trace }));
  assert.deepEqual(recalled, { lines: [], why: 'store-failed', entries: [] });
  assert.match(trace.record().spans.at(-1)?.error ?? '', /damaged/);
});

test('a turn that is over stops looking', async (t) => {
  const memory = await memoryOf(t);
  const ended = AbortSignal.abort();
  await assert.rejects(recall(request(memory, 'what was for dinner?', { signal: ended })), { name: 'AbortError' });
});
