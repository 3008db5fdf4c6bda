import assert from 'node:assert/strict';
import test from 'node:test';
import { must } from '../../../test/until.js';
import { openStore } from '../store.js';
import { entries } from './entries.js';
import { entryByKey } from './entry-rows.js';

const noon = Date.UTC(2026, 10, 21, 12);
const note = (text: string, more = {}) => ({ kind: 'note' as const, at: noon, source: 'test', text, ...more });

test('entries are written, read, listed newest first, counted and dropped', (t) => {
  const store = openStore(':memory:');
  t.after(() => store.close());
  const ids = entries.putMany(store, [
    note('first'),
    note('second'),
    note('older', { at: noon - 1000, kind: 'fact', site: 'hall', topics: ['a', 'b'], turns: ['t1'] }),
  ]);
  assert.deepEqual(ids, [noon * 1000, noon * 1000 + 1, (noon - 1000) * 1000]);
  assert.deepEqual(
    entries.list(store).map(({ text }) => text),
    ['second', 'first', 'older'],
  );
  const [older] = entries.get(store, [must(ids[2]), 5]);
  assert.deepEqual(older, {
    id: must(ids[2]),
    kind: 'fact',
    key: null,
    at: noon - 1000,
    source: 'test',
    site: 'hall',
    text: 'older',
    topics: ['a', 'b'],
    turns: ['t1'],
  });
  assert.deepEqual(
    entries.list(store, { kinds: ['note', 'note'], limit: 1 }).map(({ text }) => text),
    ['second'],
  );
  assert.deepEqual(
    entries.list(store, { before: must(ids[1]), from: noon }).map(({ text }) => text),
    ['first'],
  );
  assert.deepEqual(
    entries.list(store, { to: noon }).map(({ text }) => text),
    ['older'],
  );
  assert.equal(entries.count(store), 3);
  assert.equal(entries.drop(store, [must(ids[0]), must(ids[0]), 7]), 1);
  assert.equal(entries.count(store), 2);
});

test('an entry of the same kind and key is replaced; its id follows its time', (t) => {
  const store = openStore(':memory:');
  t.after(() => store.close());
  const first = entries.put(store, note('one', { key: 'k' }));
  assert.equal(entries.put(store, note('two', { key: 'k' })), first);
  assert.equal(entryByKey(store, 'note', 'k')?.text, 'two');
  assert.notEqual(entries.put(store, note('fact', { key: 'k', kind: 'fact' })), first);
  const later = entries.put(store, note('three', { key: 'k', at: noon + 5 }));
  assert.equal(later, (noon + 5) * 1000);
  assert.deepEqual(
    entries.get(store, [first, later]).map(({ text }) => text),
    ['three'],
  );
  assert.equal(entries.count(store), 2);
  assert.equal(entries.put(store, note('three', { key: 'k', at: noon + 5, turns: ['t'] })), later);
  assert.deepEqual(entryByKey(store, 'note', 'k')?.turns, ['t']);
});

test('more entries than a millisecond has ids go to the next one', (t) => {
  const store = openStore(':memory:');
  t.after(() => store.close());
  const many = Array.from({ length: 1001 }, (_, index) => note(`entry ${index}`));
  const ids = entries.putMany(store, many);
  assert.equal(new Set(ids).size, 1001);
  assert.equal(entries.get(store, [must(ids[1000])])[0]?.at, noon + 1);
  for (const at of [Number.NaN, Number.POSITIVE_INFINITY, -5.5]) {
    assert.ok(Number.isSafeInteger(entries.put(store, note('odd', { at }))));
  }
});

test('secrets are gone before an entry is kept', (t) => {
  const store = openStore(':memory:');
  t.after(() => store.close());
  const id = entries.put(store, note('write to anna@example.com', { topics: ['anna@example.com'] }));
  assert.doesNotMatch(JSON.stringify(entries.get(store, [id])), /example/);
});

test('what is dropped or replaced leaves nothing in the index of words', (t) => {
  const store = openStore(':memory:');
  t.after(() => store.close());
  const kept = entries.put(store, note('Das Küchenlicht brennt', { key: 'a' }));
  const gone = entries.put(store, note('Das Gartenlicht brennt'));
  entries.put(store, note('Die Haustür klemmt', { key: 'a' }));
  entries.drop(store, [gone, kept]);
  for (const table of ['entries', 'entry_vocabulary', 'entry_parts', 'entries_unembedded'])
    assert.equal(store.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), 0, table);
  store.exec("INSERT INTO entry_words (entry_words) VALUES ('integrity-check')");
  assert.deepEqual(store.prepare("SELECT rowid FROM entry_words WHERE entry_words MATCH 'nlicht OR ndas'").all(), []);
});
