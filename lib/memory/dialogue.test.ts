import assert from 'node:assert/strict';
import { mkdtemp, open as openFile, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import fc from 'fast-check';
import { until } from '../../test/until.js';
import { fence } from '../llm/fence.js';
import type { Message } from '../llm/types.js';
import { clock } from '../turn/clock.js';
import type { JarvisError } from '../turn/errors.js';
import { type Dialogue, openDialogue } from './dialogue.js';
import { openMemory } from './memory.js';
import { openStore } from './store.js';
import { capped, DIALOGUE_LIMITS, windowOf } from './window.js';

const MINUTE = 60_000;

async function storeFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-memory-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, 'deep', 'jarvis.db');
}

/** A dialogue with a memory of its own. */
function open(file: string, onProblem?: (error: JarvisError) => void): Dialogue {
  const memory = openMemory({ file, onProblem });
  const dialogue = openDialogue({ memory });
  return {
    ...dialogue,
    async close() {
      await dialogue.close();
      await memory.close();
    },
  };
}

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const withCall = (query: string, result = 'rain'): Message[] => [
  user(query),
  { role: 'assistant', content: '', tool_calls: [{ id: 'c1', name: 'get_weather', arguments: { city: 'Bonn' } }] },
  { role: 'tool', content: result, tool_call_id: 'c1', tool_name: 'get_weather' },
  assistant(`It is ${result}.`),
];

test('a reply that is spoken for longer than the conversation counts is kept, whatever other rooms say', async (t) => {
  const dialogue = open(await storeFile(t));
  t.after(() => dialogue.close());
  const late = clock.now() + 6 * MINUTE;
  const story = dialogue.begin('kitchen');
  await story.soFar([user('a story'), assistant('Once')]);
  await dialogue.add('hall', [user('hi'), assistant('hello')], late);
  await story.keep([user('a story'), assistant('Once upon a time.')], late);
  assert.deepEqual(await dialogue.messages('kitchen', late), [user('a story'), assistant('Once upon a time.')]);
});

test('a reply that is dropped in the end leaves nothing of what was written of it', async (t) => {
  const file = await storeFile(t);
  const dialogue = open(file);
  t.after(() => dialogue.close());
  const dropped = dialogue.begin('kitchen');
  await dropped.soFar([user('forget my secret'), assistant('Which')]);
  assert.ok((await readFile(`${file}-wal`)).includes('my secret'));
  await dropped.keep([]);
  assert.deepEqual(await dialogue.messages('kitchen'), []);
  const next = open(file);
  t.after(() => next.close());
  assert.deepEqual(await next.messages('kitchen'), []);
});

test('the last five minutes come back, with calls and results, for each site its own', async (t) => {
  const dialogue = open(await storeFile(t));
  t.after(() => dialogue.close());
  const now = clock.now();
  await dialogue.add('kitchen', [user('old'), assistant('forgotten')], now - 6 * MINUTE);
  await dialogue.add('kitchen', withCall('weather?'), now - 2 * MINUTE);
  await dialogue.add('hall', [user('hi'), assistant('hello')], now - MINUTE);
  await dialogue.add('kitchen', [{ role: 'system', content: 'secret' }, user('thanks')], now);
  assert.deepEqual(await dialogue.messages('kitchen', now), [...withCall('weather?'), user('thanks')]);
  assert.deepEqual(await dialogue.messages('hall', now), [user('hi'), assistant('hello')]);
  assert.deepEqual(await dialogue.messages('hall', now + 5 * MINUTE), []);
  assert.deepEqual(await dialogue.messages('nowhere', now), []);
  const given = await dialogue.messages('hall', now);
  given.push(user('changed by the caller'));
  assert.equal((await dialogue.messages('hall', now)).length, 2);
});

test('survives a restart; what is cleared stays gone', async (t) => {
  const file = await storeFile(t);
  const now = clock.now();
  const before = open(file);
  const [asked, ...others] = withCall('weather?');
  const said: Message[] = asked ? [{ ...asked, context: '[It is noon.]' }, ...others] : [];
  await before.add('kitchen', said, now);
  await before.add('hall', [user('hi')], now);
  await before.clear('hall');
  await before.close();
  const after = open(file);
  t.after(() => after.close());
  assert.deepEqual(await after.messages('kitchen', now), said);
  assert.deepEqual(await after.messages('hall', now), []);
  await after.clear('kitchen');
  assert.deepEqual(await after.messages('kitchen', now), []);
});

test('calls and results of the latest sixteen replies are kept, also over a restart', async (t) => {
  const file = await storeFile(t);
  const now = clock.now();
  const dialogue = open(file);
  for (let count = 0; count < 20; count++) await dialogue.add('kitchen', withCall(`q${count}`), now + count);
  const check = (messages: Message[]) => {
    assert.equal(messages.filter(({ role }) => role === 'tool').length, DIALOGUE_LIMITS.toolTurns);
    assert.equal(messages.filter(({ role }) => role === 'user').length, 20);
    assert.deepEqual(messages.slice(0, 2), [user('q0'), assistant('It is rain.')]);
  };
  check(await dialogue.messages('kitchen', now));
  await dialogue.close();
  const after = open(file);
  t.after(() => after.close());
  check(await after.messages('kitchen', now));
});

test('long messages are cut, their fence stays closed; long arguments are cut', () => {
  const cut = capped(withCall('read', fence('page', 'x'.repeat(5000))))[2];
  assert.ok(cut && cut.content.length < DIALOGUE_LIMITS.characters + 20);
  assert.match(cut.content, /^<data from="page">[\s\S]*…\n<\/data>$/);
  const call = { id: '1', name: 'write', arguments: { text: 'y'.repeat(5000), deep: { a: 1 } } };
  const result = { role: 'tool' as const, content: 'ok', tool_call_id: '1', tool_name: 'write' };
  const [written] = capped([{ role: 'assistant', content: '', tool_calls: [call] }, result]);
  assert.ok(written?.tool_calls);
  assert.ok(JSON.stringify(written.tool_calls).length < 300);
});

test('fences of others stay closed, too; a text is never longer than asked', () => {
  const [begin, end] = ['<<<BEGIN UNTRUSTED WEB EXTRACT>>>', '<<<END UNTRUSTED WEB EXTRACT>>>'];
  const long = 'lorem '.repeat(100);
  for (const [text, pattern] of [
    [`${begin}\n${long}\n${end}`, /^<<<BEGIN[^<]*…\n<<<END UNTRUSTED WEB EXTRACT>>>$/],
    [
      `Found:\n${begin}\nshort\n${end}\n${begin}\n${long}\n${end}\nend`,
      /short\n<<<END[\s\S]*<<<BEGIN[^<]*…\n<<<END[^<]*$/,
    ],
    [`${begin}\nshort\n${end}\n${long}`, /short\n<<<END UNTRUSTED WEB EXTRACT>>>\n(?:lorem )+l?o?r?e?m?…$/],
    [`${'x'.repeat(270)}\n${begin}\n${long}\n${end}`, /^x+\n…$/],
    [`<data from="a">\n${long}`, /…\n<\/data>$/],
  ] as const) {
    const cut = capped([user(text)], { characters: 300 })[0]?.content ?? '';
    assert.match(cut, pattern);
    assert.ok(cut.length <= 300, String(cut.length));
  }
});

test('a result without its call and a call without its result are not kept', () => {
  const call = (id: string) => ({ id, name: 'get_weather', arguments: {} });
  const result = (id?: string): Message => ({
    role: 'tool',
    content: 'rain',
    tool_call_id: id,
    tool_name: 'get_weather',
  });
  const asks = (...ids: string[]): Message => ({ role: 'assistant', content: '', tool_calls: ids.map(call) });
  const kept = (...messages: Message[]) =>
    capped([user('q'), ...messages, assistant('a')]).map(({ role, tool_calls }) => tool_calls?.length ?? role);
  assert.deepEqual(kept(result('1')), ['user', 'assistant']);
  assert.deepEqual(kept(asks('1')), ['user', 'assistant']);
  assert.deepEqual(kept(asks('1', '2'), result('2')), ['user', 1, 'tool', 'assistant']);
  assert.deepEqual(kept(result('1'), asks('1')), ['user', 'assistant']);
  assert.deepEqual(kept(asks('1', '2'), result(), result()), ['user', 2, 'tool', 'tool', 'assistant']);
});

test('whatever is said, the window is bounded, in order, and never splits a call from its result', () => {
  const exchange = fc.record({
    site: fc.constant('kitchen'),
    at: fc.integer({ min: 0, max: 1000 }),
    messages: fc.oneof(
      fc.string({ maxLength: 3000 }).map((text) => [user(text), assistant(text)]),
      fc.string({ maxLength: 3000 }).map((text) => withCall('q', text)),
    ),
  });
  fc.assert(
    fc.property(fc.array(exchange, { maxLength: 40 }), fc.integer({ min: 0, max: 1000 }), (exchanges, from) => {
      const sorted = exchanges.map((one) => ({ ...one, messages: capped(one.messages) })).sort((a, b) => a.at - b.at);
      const window = windowOf(sorted, from);
      assert.ok(window.reduce((sum, { content }) => sum + content.length, 0) <= DIALOGUE_LIMITS.promptCharacters);
      assert.ok(window.length === 0 || window[0]?.role === 'user');
      window.forEach(({ role }, index) => {
        if (role === 'tool') assert.ok(window[index - 1]?.tool_calls);
      });
      if (sorted.some(({ at }) => at >= from)) assert.ok(window.length > 0, 'the newest exchange is always there');
    }),
    { numRuns: 200 },
  );
});

/** A dialogue on a file that can't be used: it goes on, and the problem is told once. */
async function goesOn(file: string, pattern: RegExp): Promise<void> {
  const problems: JarvisError[] = [];
  const dialogue = open(file, (error) => problems.push(error));
  const now = clock.now();
  assert.deepEqual(await dialogue.messages('kitchen', now), []);
  await dialogue.add('kitchen', [user('hi'), assistant('hello')], now);
  await dialogue.add('kitchen', [user('again')], now);
  assert.deepEqual(await dialogue.messages('kitchen', now), [user('hi'), assistant('hello'), user('again')]);
  await dialogue.clear('kitchen');
  assert.deepEqual(await dialogue.messages('kitchen', now), []);
  await dialogue.close();
  assert.equal(problems.length, 1);
  assert.equal(problems[0]?.code, 'store-failed');
  assert.match(problems[0]?.message ?? '', pattern);
}

test('a folder that may not be written', async (t) => {
  await goesOn('/proc/jarvis/jarvis.db', /can't be (written|used)/);
  const file = await storeFile(t);
  openStore(file).close();
  await goesOn(path.join(file, 'inside-a-file.db'), /can't be/);
});

test('a damaged file', async (t) => {
  const file = await storeFile(t);
  openStore(file).close();
  await writeFile(file, Buffer.alloc(8192, 'damage'));
  await goesOn(file, /is damaged/);
});

test('a file damaged in its middle, while it is in use', async (t) => {
  const file = await storeFile(t);
  const store = openStore(file);
  const add = store.prepare('INSERT INTO dialogue (site, at, messages) VALUES (?, ?, ?)');
  for (let count = 0; count < 200; count++) add.run('kitchen', clock.now(), JSON.stringify([user('x'.repeat(500))]));
  store.close();
  const handle = await openFile(file, 'r+');
  const { size } = await handle.stat();
  await handle.write(Buffer.alloc(size - 4096, 0x5a), 0, size - 4096, 4096);
  await handle.close();
  await goesOn(file, /is damaged/);
});

test('a file that another program holds', async (t) => {
  const file = await storeFile(t);
  const other = openStore(file);
  other.exec('BEGIN EXCLUSIVE');
  t.after(() => other.close());
  await goesOn(file, /in use by another program/);
});

test('what was said while the store was held is in it once it is free, and what was cleared is not', async (t) => {
  const file = await storeFile(t);
  const early = open(file);
  await early.add('hall', [user('old')]);
  await early.close();
  const other = openStore(file);
  other.exec('BEGIN EXCLUSIVE');
  const dialogue = open(file);
  await dialogue.clear('hall');
  await dialogue.add('kitchen', withCall('weather?'));
  other.exec('ROLLBACK');
  other.close();
  // A minute later, and another for each look that finds the thread still waiting.
  await until(async () => {
    await clock.jump(2 * MINUTE);
    await dialogue.add('den', [user('hello')]);
    const store = openStore(file);
    const sites = store.prepare('SELECT DISTINCT site FROM dialogue ORDER BY site').pluck().all();
    store.close();
    return JSON.stringify(sites) === '["den","kitchen"]';
  }, 'the store to know what was said');
  await dialogue.close();
  const after = open(file);
  t.after(() => after.close());
  assert.deepEqual(await after.messages('kitchen'), withCall('weather?'));
  assert.deepEqual(await after.messages('hall'), []);
});

test("a newer version's file and another program's database are left alone", async (t) => {
  const newer = await storeFile(t);
  const store = openStore(newer);
  store.pragma('user_version = 999');
  store.close();
  await goesOn(newer, /newer version/);
  const foreign = await storeFile(t);
  const made = openStore(foreign);
  made.exec('DROP TABLE dialogue; CREATE TABLE photos (id); PRAGMA user_version = 0');
  made.close();
  await goesOn(foreign, /another program's database/);
});

test('a row that makes no sense is passed over', async (t) => {
  const file = await storeFile(t);
  const now = clock.now();
  const store = openStore(file);
  const add = store.prepare('INSERT INTO dialogue (site, at, messages) VALUES (?, ?, ?)');
  for (const text of ['not json', '[{"role": "nobody"}]', '{}', JSON.stringify([user('fine')])])
    add.run('kitchen', now, text);
  store.close();
  const dialogue = open(file);
  t.after(() => dialogue.close());
  assert.deepEqual(await dialogue.messages('kitchen', now), [user('fine')]);
});

test('migrations are run once each, and a second opening changes nothing', async (t) => {
  const file = await storeFile(t);
  const first = openStore(file);
  const version = first.pragma('user_version', { simple: true });
  first.close();
  const second = openStore(file);
  assert.equal(second.pragma('user_version', { simple: true }), version);
  assert.equal(second.pragma('journal_mode', { simple: true }), 'wal');
  second.close();
});

test('secrets are gone before anything is kept', async (t) => {
  const file = await storeFile(t);
  const dialogue = open(file);
  const now = clock.now();
  const call = { id: 'c1', name: 'send', arguments: { to: 'anna@example.com', token: 'abc' } };
  await dialogue.add('kitchen', [
    user('my password is blue elephant'),
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', content: `${'x'.repeat(1990)} 4111 1111 1111 1111`, tool_call_id: 'c1', tool_name: 'send' },
    assistant('Ring +49 170 1234567.'),
  ]);
  const check = (messages: Message[]) => {
    assert.equal(messages.length, 4);
    assert.doesNotMatch(JSON.stringify(messages), /blue|anna@|abc|4111|170/);
  };
  check(await dialogue.messages('kitchen', now));
  await dialogue.close();
  const after = open(file);
  t.after(() => after.close());
  check(await after.messages('kitchen', now));
});
