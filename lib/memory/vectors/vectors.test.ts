import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { packageRoot } from '../../../test/package-root.js';
import { must } from '../../../test/until.js';
import type { Store } from '../statements.js';
import { openStore } from '../store.js';
import { entries } from '../tables/entries.js';

const DAY = 86_400_000;
const start = Date.UTC(2026, 0, 1);

function opened(t: TestContext): Store {
  const store = openStore(':memory:');
  t.after(() => store.close());
  return store;
}

const note = (text: string, at: number) => ({ kind: 'note' as const, at, source: 'test', text });

/** Numbers that look random and are the same every time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648 - 0.5;
  };
}

/** Vectors around centres, as those of texts are. */
function clustered(count: number, dimensions: number): number[][] {
  const random = numbers(7);
  const some = () => Array.from({ length: dimensions }, random);
  const centres = Array.from({ length: 30 }, some);
  const ways = Array.from({ length: 40 }, some);
  return Array.from({ length: count }, (_, index) => {
    const vector = [...must(centres[(index * 7) % 30])];
    for (let way = 0; way < 4; way++) {
      const along = must(ways[((index % 30) * 3 + way) % 40]);
      const amount = random();
      for (let at = 0; at < dimensions; at++) vector[at] = must(vector[at]) + amount * must(along[at]);
    }
    return vector.map((value) => value + random() * 0.05);
  });
}

function embed(store: Store, model: string, vectorOf: (text: string) => readonly number[], step = 32): number {
  let written = 0;
  for (;;) {
    const waiting = entries.unembedded(store, model, step);
    if (waiting.length === 0) return written;
    written += entries.setVectors(
      store,
      model,
      waiting.map(({ id, revision, text }) => ({ id, revision, vector: vectorOf(text) })),
    );
  }
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

const codesIn = (store: Store) => Number(store.prepare('SELECT count(*) FROM vector_codes').pluck().get());

test('the nearest are found among many, in any time, also of a kind', (t) => {
  const store = opened(t);
  const count = 6000;
  const vectors = clustered(count, 96);
  const isNote = (index: number) => Math.floor(index / 30) % 2 === 1;
  for (let from = 0; from < count; from += 500) {
    entries.putMany(
      store,
      Array.from({ length: 500 }, (_, index) => ({
        ...note(`${from + index}`, start + (from + index) * 60_000),
        kind: isNote(from + index) ? ('note' as const) : ('diary' as const),
      })),
    );
  }
  embed(store, 'm', (text) => must(vectors[Number(text)]));
  assert.deepEqual(entries.vectorState(store, 'm'), { done: count, total: count });
  assert.equal(codesIn(store), count);
  const recall = (low: number, high: number, notes = false) => {
    let found = 0;
    for (let query = 0; query < 20; query++) {
      const values = must(vectors[query * 97]).map((value, at) => value + 0.01 * Math.sin(at * query));
      const truth = vectors
        .map((vector, index) => ({ index, near: cosine(values, vector) }))
        .filter(({ index }) => index >= low && index < high && (!notes || isNote(index)))
        .sort((a, b) => b.near - a.near)
        .slice(0, 10);
      const got = entries.search(store, {
        vector: { model: 'm', values },
        from: start + low * 60_000,
        to: start + high * 60_000,
        ...(notes && { kinds: ['note'] }),
      });
      for (const { at } of got) assert.ok(at >= start + low * 60_000 && at < start + high * 60_000);
      const texts = new Set(got.map(({ text }) => Number(text)));
      found += truth.filter(({ index }) => texts.has(index)).length;
    }
    return found / 200;
  };
  const shares = [recall(0, count), recall(1000, 2000), recall(500, 4500), recall(500, 5500, true)];
  for (const share of shares) assert.ok(share >= 0.95, `${shares}`);
  // some of them go
  const some = entries.list(store, { kinds: ['note'], limit: 1000 }).map(({ id }) => id);
  entries.drop(store, some);
  assert.equal(entries.vectorState(store, 'm').done, count - some.length);
  assert.equal(codesIn(store), count - some.length);
});

test('what was searched before is found where it is now, gone when it went, also when another program changed it', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-vectors-'));
  const store = openStore(path.join(folder, 'jarvis.db'));
  const other = openStore(path.join(folder, 'jarvis.db'));
  t.after(() => {
    store.close();
    other.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const count = 3000;
  const vectors = clustered(count + 2, 96);
  entries.putMany(
    store,
    Array.from({ length: count }, (_, index) => ({ ...note(`${index}`, start + index * 60_000), key: `${index}` })),
  );
  const vectorOf = (text: string) => must(vectors[Number(text)]);
  embed(store, 'm', vectorOf);
  const first = (index: number) => entries.search(store, { vector: { model: 'm', values: must(vectors[index]) } })[0];
  for (let index = 0; index < count; index += 50) assert.equal(first(index)?.text, `${index}`);
  for (const [changed, by] of [
    [40, store],
    [41, other],
  ] as const) {
    const was = must(first(changed));
    const now = count + changed - 40;
    entries.put(by, { ...note(`${now}`, was.at), key: `${changed}` });
    assert.notEqual(first(changed)?.id, was.id);
    embed(by, 'm', vectorOf);
    assert.equal(first(now)?.id, was.id);
    entries.drop(by, [was.id]);
    assert.notEqual(first(now)?.id, was.id);
  }
});

test('a vector of an older text, of a dropped entry or of another model is not taken', (t) => {
  const store = opened(t);
  const key = 'a';
  const changed = entries.put(store, { ...note('old text', start), key });
  const dropped = entries.put(store, note('gone', start + 1));
  const waiting = entries.unembedded(store, 'm', 10);
  entries.put(store, { ...note('new text', start), key });
  entries.drop(store, [dropped]);
  const vectors = waiting.map(({ id, revision }) => ({ id, revision, vector: [1, 0, 0] }));
  assert.equal(entries.setVectors(store, 'm', vectors), 0);
  assert.deepEqual(
    entries.unembedded(store, 'm', 10).map(({ id, text }) => [id, text]),
    [[changed, 'new text']],
  );
  const [fresh] = entries.unembedded(store, 'm', 10);
  assert.equal(entries.setVectors(store, 'other', [{ ...must(fresh), vector: [1, 0, 0] }]), 0);
  assert.equal(entries.setVectors(store, 'm', [{ ...must(fresh), vector: [1, 0, 0] }]), 1);
  const near = () => entries.search(store, { vector: { model: 'm', values: [1, 0, 0] } });
  assert.equal(near()[0]?.vectorRank, 1);
  entries.put(store, { ...note('newer text', start), key });
  assert.deepEqual(near(), []);
  assert.deepEqual(entries.vectorState(store, 'm'), { done: 0, total: 1 });
});

test('another model: its vectors come bit by bit, those of the one before go, and nothing waits in the end', (t) => {
  const store = opened(t);
  const ids = entries.putMany(
    store,
    Array.from({ length: 1300 }, (_, index) => note(`${index}`, start + index * DAY)),
  );
  const old = (text: string) => [Math.cos(Number(text)), Math.sin(Number(text)), 1, 0];
  assert.equal(embed(store, 'old', old), 1300);
  assert.deepEqual(entries.unembedded(store, 'new', 1).length, 1);
  assert.deepEqual(entries.vectorState(store, 'new'), { done: 0, total: 1300 });
  assert.deepEqual(entries.vectorState(store, 'old'), { done: 0, total: 1300 });
  assert.deepEqual(entries.search(store, { vector: { model: 'old', values: old('3') } }), []);
  entries.drop(store, [must(ids[5])]);
  entries.put(store, note('1300', start));
  assert.equal(
    embed(store, 'new', (text) => [Number(text) % 2, 1]),
    1300,
  );
  assert.deepEqual(entries.vectorState(store, 'new'), { done: 1300, total: 1300 });
  assert.equal(codesIn(store), 1300);
  assert.equal(Number(entries.search(store, { vector: { model: 'new', values: [1, 1] } })[0]?.text) % 2, 1);
  assert.deepEqual(entries.search(store, { vector: { model: 'new', values: [1, 1, 1] } }), []);
});

test('vectors that are none cost nobody anything; one of another size is an error, and nothing of its batch is kept', (t) => {
  const store = opened(t);
  entries.putMany(store, [note('a', start), note('b', start), note('c', start)]);
  const waiting = entries.unembedded(store, 'm', 10);
  const [a, b, c] = waiting.map(({ id, revision }) => ({ id, revision }));
  entries.setVectors(store, 'm', [{ ...must(a), vector: [0, 0] }]);
  assert.throws(
    () =>
      entries.setVectors(store, 'm', [
        { ...must(b), vector: [1, 0] },
        { ...must(c), vector: [1, 0, 0] },
      ]),
    { code: 'model-failed' },
  );
  entries.setVectors(store, 'm', [
    { ...must(b), vector: [Number.NaN, 1] },
    { ...must(c), vector: new Float32Array([1, 0]) },
  ]);
  assert.deepEqual(entries.vectorState(store, 'm'), { done: 3, total: 3 });
  assert.equal(entries.search(store, { vector: { model: 'm', values: [1, 0] } }).length, 1);
  assert.deepEqual(entries.search(store, { vector: { model: 'm', values: [0, 0] } }), []);
  assert.deepEqual(entries.search(store, { vector: { model: 'm', values: [] } }), []);
});

test('a model of the same name that has become another one: its vectors are made anew, and words go on', (t) => {
  const store = opened(t);
  entries.putMany(store, [note('a', start), note('b', start), note('c', start)]);
  const embed = (of: (index: number) => number[]) => {
    const waiting = entries.unembedded(store, 'm', 10);
    return entries.setVectors(
      store,
      'm',
      waiting.map(({ id, revision }, index) => ({ id, revision, vector: of(index) })),
    );
  };
  assert.equal(
    embed((index) => [1, index]),
    3,
  );
  entries.put(store, note('d', start));
  assert.equal(
    embed(() => [1, 0, 0]),
    1,
  );
  assert.deepEqual(entries.vectorState(store, 'm'), { done: 1, total: 4 });
  assert.equal(
    embed((index) => [1, index, 1]),
    3,
  );
  assert.deepEqual(entries.vectorState(store, 'm'), { done: 4, total: 4 });
  assert.equal(entries.search(store, { vector: { model: 'm', values: [1, 2, 1] } }).length, 4);
  assert.deepEqual(entries.unembedded(store, 'm', 10), []);
});

test('vectors that come and go for years leave no holes that are searched', (t) => {
  const store = opened(t);
  const vectorOf = (text: string) => [Number(text), 1, 0.5];
  const write = (index: number, text: string) => entries.put(store, { ...note(text, start + index), key: `${index}` });
  for (let index = 0; index < 800; index++) write(index, `${index}`);
  embed(store, 'm', vectorOf);
  const places = () => 1024 * Number(store.prepare('SELECT count(*) FROM vector_codes_chunks').pluck().get());
  for (let turn = 0; turn < 9000; turn++) {
    const index = (turn * 7) % 600;
    write(index, `${index}.${turn + 1}`);
    if (turn % 20 === 19) embed(store, 'm', vectorOf);
    assert.ok(places() < 7000);
  }
  while (entries.codeVectors(store));
  assert.equal(codesIn(store), 800);
});

/** As a version before the codes left it: with vectors, but an index of its own. */
function openedAsBefore(t: TestContext, count: number): { file: string; vectors: number[][] } {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-vectors-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'jarvis.db');
  const vectors = clustered(count, 96);
  const store = openStore(file);
  entries.putMany(
    store,
    vectors.map((_, index) => note(`${index}`, start + index * 60_000)),
  );
  embed(store, 'm', (text) => must(vectors[Number(text)]), 1000);
  store.exec(`
    DROP TABLE vector_codes;
    DROP TABLE vectors_uncoded;
    ALTER TABLE vectors ADD COLUMN list INTEGER NOT NULL DEFAULT 1;
    CREATE TABLE vector_lists (id INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE vector_pages (id INTEGER PRIMARY KEY) STRICT;
    PRAGMA user_version = 4;
  `);
  store.close();
  return { file, vectors };
}

test('the vectors of an earlier version are kept, and found again a piece at a time', (t) => {
  const { file, vectors } = openedAsBefore(t, 3_000);
  const store = openStore(file);
  t.after(() => store.close());
  assert.deepEqual(entries.vectorState(store, 'm'), { done: 3_000, total: 3_000 });
  assert.deepEqual(entries.unembedded(store, 'm', 10), [], 'none is asked of the model again');
  const first = (index: number) => entries.search(store, { vector: { model: 'm', values: must(vectors[index]) } })[0];
  assert.equal(first(2_900)?.text, '2900', 'the newest at once');
  let steps = 1;
  while (entries.codeVectors(store)) steps++;
  assert.ok(steps >= 6, `${steps}`);
  for (const asked of [5, 1_234, 2_900]) assert.equal(first(asked)?.text, `${asked}`);
});

test('nothing of an erased entry stays in the codes, and none is left behind without the library', (t) => {
  const { file, vectors } = openedAsBefore(t, 2_500);
  const withIt = openStore(file);
  while (entries.codeVectors(withIt));
  const [gone, other] = [7, 8].map(
    (index) => must(entries.list(withIt, { from: start + index * 60_000, to: start + index * 60_000 + 1 })[0]).id,
  );
  const codeOf = (id: number) =>
    withIt.prepare('SELECT code FROM vector_codes WHERE rowid = ?').pluck().get(BigInt(id));
  const codes = [must(gone), must(other)].map(codeOf) as Buffer[];
  const held = () => codes.map((code) => readFileSync(file).includes(code));
  withIt.pragma('wal_checkpoint(TRUNCATE)');
  assert.deepEqual(held(), [true, true]);
  entries.drop(withIt, [must(gone)]);
  withIt.pragma('wal_checkpoint(TRUNCATE)');
  assert.deepEqual(held(), [false, true]);
  withIt.close();
  execFileSync(process.execPath, ['-e', DROP_WITHOUT], {
    env: {
      ...process.env,
      STORE: path.join(__dirname, '../store.js'),
      ENTRIES: path.join(__dirname, '../tables/entries.js'),
      FILE: file,
      ID: `${other}`,
      HIDDEN_MODULES: 'sqlite-vec',
      NODE_OPTIONS: `--require ${JSON.stringify(path.join(packageRoot(), 'test/hide-module.js'))}`,
    },
  });
  assert.deepEqual(held(), [false, false]);
  const again = openStore(file);
  t.after(() => again.close());
  while (entries.codeVectors(again));
  assert.equal(codesIn(again), 2_498);
  const search = (index: number) =>
    entries.search(again, { vector: { model: 'm', values: must(vectors[index]) } })[0]?.text;
  assert.deepEqual([search(9), search(1_500)], ['9', '1500']);
});

/** Erases an entry where the library is missing. */
const DROP_WITHOUT = `
  const store = require(process.env.STORE).openStore(process.env.FILE);
  require(process.env.ENTRIES).entries.drop(store, [Number(process.env.ID)]);
  store.pragma('wal_checkpoint(TRUNCATE)');
  store.close();
`;

test('what has none of the words has to be nearer than any text is to any other, where no time is named', (t) => {
  const store = opened(t);
  const texts = ['The kitten', 'The tax form', ...Array.from({ length: 80 }, (_, index) => `Day ${index}`)];
  entries.putMany(
    store,
    texts.map((text, index) => note(text, start + index)),
  );
  // as of a model that puts all texts near each other
  embed(store, 'm', (text) => (text === 'The kitten' ? [1, 0.5, 0] : [1, 0, text.length / 1000]));
  const search = (values: number[], more = {}) =>
    entries.search(store, { text: 'cat', vector: { model: 'm', values }, limit: 80, ...more }).map(({ text }) => text);
  assert.deepEqual(search([1, 0.4, 0]), ['The kitten']);
  assert.deepEqual(search([1, -0.4, 0]), []);
  assert.equal(search([1, -0.4, 0], { from: start + 2, to: start + 9 }).length, 7, 'of a time all are meant');
  assert.equal(search([1, -0.4, 0], { text: undefined }).length, 80, 'without words there is only the meaning');
});

test('words and meaning are fused: what both find comes first', (t) => {
  const store = opened(t);
  const [both, word, meaning] = entries.putMany(store, [
    note('The cat sat in the garden', start),
    note('A cat', start + 1),
    note('Some kitten', start + 2),
    note('The tax form', start + 3),
  ]);
  embed(store, 'm', (text) => (/cat|kitten/.test(text) && text !== 'A cat' ? [1, 0.1] : [0, 1]));
  const found = entries.search(store, { text: 'cat', vector: { model: 'm', values: [1, 0] } });
  const place = (id: number | undefined) => must(found.find((one) => one.id === id));
  assert.equal(found[0]?.id, both);
  assert.deepEqual(found[0]?.matched, ['cat']);
  assert.equal(place(word).wordRank, 1);
  assert.equal(place(meaning).wordRank, undefined);
  assert.ok(must(place(meaning).vectorRank) <= 2);
});
