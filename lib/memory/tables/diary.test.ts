import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { must } from '../../../test/until.js';
import { HOUR, NOW, openedMemory, talk } from '../diary/diary.test.helper.js';
import { openStore } from '../store.js';
import { diary } from './diary.js';
import { entryByKey } from './entry-rows.js';

const DAY = { day: '2026-11-21', source: 'kitchen', at: NOW };

test('what was said is kept without secrets, without results of tools, and cut', async (t) => {
  const memory = await openedMemory(t);
  const messages = [
    { role: 'system', content: 'You are Jarvis.' },
    { role: 'user', content: 'my password is blue elephant' },
    { role: 'assistant', content: '' },
    { role: 'tool', content: 'rain' },
    { role: 'assistant', content: 'x'.repeat(10_000) },
  ];
  assert.equal(await memory.diary.note({ turn: 'a', site: 'hall', source: 'voice', at: NOW, messages }), 2);
  const [asked, answer] = await memory.diary.pending();
  assert.equal(asked?.content, 'my password is [password]');
  assert.equal(answer?.content.length, 4000);
  assert.deepEqual([asked?.turn, asked?.site, asked?.source, asked?.at], ['a', 'hall', 'voice', NOW]);
  assert.deepEqual(await memory.diary.pending({ source: 'text' }), []);
});

test('a question before midnight and its answer after it began at the same time', async (t) => {
  const memory = await openedMemory(t);
  const at = NOW + 12 * HOUR;
  const note = { turn: 'a', site: 'hall', source: 'voice' };
  await memory.diary.note({ ...note, at: at - 60_000, messages: [{ role: 'user', content: 'Wake me at six.' }] });
  await memory.diary.note({ ...note, at: at + 60_000, messages: [{ role: 'assistant', content: 'At six.' }] });
  const noted = await memory.diary.pending();
  assert.deepEqual([...new Set(noted.map(({ began }) => began))], [at - 60_000]);
  assert.equal(noted[1]?.at, at + 60_000);
});

test('whatever the clock does, every message is kept once, in order', () => {
  const clock = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, NOW, Number.MAX_SAFE_INTEGER, -1));
  fc.assert(
    fc.property(fc.array(clock, { maxLength: 20 }), (times) => {
      const store = openStore(':memory:');
      times.forEach((at, index) => {
        const messages = [{ role: 'user', content: `words ${index}` }];
        diary.note(store, { turn: `${index}`, site: 'hall', source: 'voice', at, messages });
      });
      const noted = diary.pending(store).map(({ content }) => content);
      store.close();
      assert.deepEqual(
        noted,
        times.map((_, index) => `words ${index}`),
      );
    }),
    { numRuns: 30 },
  );
});

test('a summary marks exactly the messages it contains, with the turns they came from', async (t) => {
  const memory = await openedMemory(t);
  await talk(memory, 'a', NOW, 'I like jazz.');
  await talk(memory, 'b', NOW, 'And the blues.');
  const [one, two, three, four] = (await memory.diary.pending()).map(({ id }) => id);
  const first = { ...DAY, summary: 'Jazz.', topics: ['music'], previous: null };
  const id = await memory.diary.save({ ...first, messages: [must(one), must(two)] });
  assert.deepEqual(
    (await memory.diary.pending()).map((each) => each.id),
    [three, four],
  );
  const [entry] = await memory.entries.get([must(id)]);
  assert.deepEqual(entry, {
    id,
    kind: 'diary',
    key: '2026-11-21/kitchen',
    at: NOW,
    source: 'kitchen',
    site: 'kitchen',
    text: 'Jazz.',
    topics: ['music'],
    turns: ['a'],
  });
  const second = { ...DAY, summary: 'Jazz and blues.', topics: ['music'], previous: 'Jazz.' };
  assert.equal(await memory.diary.save({ ...second, messages: [must(three), must(four)] }), id);
  assert.deepEqual((await memory.diary.entry('2026-11-21/kitchen'))?.turns, ['a', 'b']);
  assert.equal(await memory.diary.waiting(), 0);
  const [change] = await memory.history.list({ table: 'entries', row: String(id) });
  assert.deepEqual([change?.before, change?.after, change?.turns], ['Jazz.', 'Jazz and blues.', ['b', 'b']]);
});

test('a summary of what is no longer so is not kept', async (t) => {
  const memory = await openedMemory(t);
  await talk(memory, 'a', NOW, 'I like jazz.');
  await talk(memory, 'b', NOW, 'And the blues.');
  const ids = (await memory.diary.pending()).map(({ id }) => id);
  const save = { ...DAY, summary: 'Jazz and blues.', topics: [], messages: ids };
  assert.equal(await memory.diary.save({ ...save, previous: 'something else' }), null, 'the entry was corrected');
  assert.equal(await memory.diary.forget({ turns: ['a'] }), 2);
  assert.equal(await memory.diary.save({ ...save, previous: null }), null, 'a message was forgotten');
  assert.equal(await memory.diary.save({ ...save, messages: [], previous: null }), null);
  const left = ids.slice(2);
  assert.ok(await memory.diary.save({ ...save, messages: left, previous: null }));
  assert.equal(await memory.diary.save({ ...save, messages: left, previous: 'Jazz and blues.' }), null, 'twice');
  assert.equal(await memory.entries.count(), 1);
});

test('an entry of several rooms belongs to none', async (t) => {
  const memory = await openedMemory(t);
  for (const site of ['kitchen', 'hall']) {
    await memory.diary.note({
      turn: site,
      site,
      source: 'voice',
      at: NOW,
      messages: [{ role: 'user', content: 'hi' }],
    });
  }
  const messages = (await memory.diary.pending()).map(({ id }) => id);
  await memory.diary.save({ ...DAY, source: 'voice', summary: 'Hi.', topics: [], messages, previous: null });
  assert.equal((await memory.diary.entry('2026-11-21/voice'))?.site, null);
});

test('a save that fails in its middle leaves nothing behind', () => {
  const store = openStore(':memory:');
  diary.note(store, { turn: 'a', site: 'k', source: 's', at: NOW, messages: [{ role: 'user', content: 'hi' }] });
  store.exec("CREATE TRIGGER broken BEFORE UPDATE ON said BEGIN SELECT raise(ABORT, 'broken'); END");
  const messages = diary.pending(store).map(({ id }) => id);
  const save = { day: '2026-11-21', source: 's', at: NOW, summary: 'Hi.', topics: [], messages, previous: null };
  assert.throws(() => diary.save(store, save), /broken/);
  assert.equal(entryByKey(store, 'diary', '2026-11-21/s'), undefined);
  assert.equal(diary.waiting(store), 1);
  store.close();
});

test('forgetting takes what was said; its days are over only for what a summary contains', async (t) => {
  const memory = await openedMemory(t);
  await talk(memory, 'a', NOW - 48 * HOUR, 'old');
  await talk(memory, 'b', NOW, 'new');
  const [one] = await memory.diary.pending();
  await memory.diary.save({ ...DAY, summary: 'Old.', topics: [], messages: [must(one).id], previous: null });
  assert.equal(await memory.privacy.expire('said', NOW, 20), 1);
  assert.equal(await memory.diary.waiting(), 3);
  assert.equal(await memory.diary.forget({}), 0, 'nothing named, nothing forgotten');
  assert.equal(await memory.diary.forget({ to: NOW }), 1);
  assert.equal(await memory.diary.forget({ site: 'hall' }), 0);
  assert.equal(await memory.diary.forget({ from: NOW, site: 'kitchen' }), 2);
});
