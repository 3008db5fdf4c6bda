import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { must } from '../../test/until.js';
import { randomFrom } from '../audio/random.js';
import { clock } from '../turn/clock.js';
import { operations } from './operations.js';
import { loadSqlite } from './sqlite.js';
import type { Store } from './statements.js';
import { MIGRATIONS, openStore } from './store.js';

/** JARVIS_SEED repeats a run: the moments of the kills, not what the machine was doing then. */
const SEED = Number(process.env['JARVIS_SEED'] ?? clock.now() % 2 ** 31);
const WRITE_KILLS = 14;
const MIGRATE_KILLS = 12;
const KILLS_OF_A_FILE = 5;
const LANES = 2;

/** What children have said is written, for one file. */
type Written = Record<'entries' | 'said' | 'summed' | 'merged' | 'embedded', string[]>;

/** A file as an earlier version of this package left it, with something in it. */
function makeOld(file: string, version: number): void {
  if (version === 0) return;
  const store = new (loadSqlite())(file);
  store.pragma('journal_mode = WAL');
  for (const step of MIGRATIONS.slice(0, version)) store.exec(step);
  store.pragma(`user_version = ${version}`);
  store.prepare('INSERT INTO dialogue (site, at, messages) VALUES (?, ?, ?)').run('kitchen', 1, '[]');
  if (version > 1) store.prepare('INSERT INTO turns (id, at, record) VALUES (?, ?, ?)').run('old', 1, '{}');
  store.close();
}

/** Names of the tables and indexes that a version has. */
function shapeOf(store: Store): string[] {
  return store.prepare('SELECT name FROM sqlite_master ORDER BY name').pluck().all().map(String);
}

const SHAPES = Array.from({ length: MIGRATIONS.length + 1 }, (_, index) => {
  const store = new (loadSqlite())(':memory:');
  for (const step of MIGRATIONS.slice(0, index)) store.exec(step);
  return shapeOf(store);
});

/** Starts a child, kills it some time after it has said a word; the pairs of words it said. */
async function killed(given: readonly string[], since: string, ms: number): Promise<[string, string][]> {
  const child = spawn(process.execPath, [path.join(__dirname, 'durability.test.helper.js'), ...given]);
  let out = '';
  let failure = '';
  let waiting = false;
  child.stderr.on('data', (chunk: Buffer) => (failure += chunk));
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk;
    if (waiting || !out.includes(`${since} `)) return;
    waiting = true;
    clock.after(ms, () => child.kill('SIGKILL'));
  });
  const signal = await new Promise((resolve) => child.once('close', (_, by) => resolve(by)));
  assert.equal(signal, 'SIGKILL', failure);
  // A line that was cut by the kill wasn't acknowledged.
  const lines = out.split('\n').slice(0, -1);
  return lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);
}

/** Runs kills side by side: the machine has two cores. */
async function inLanes(kills: number, work: (lane: number, kill: number) => Promise<void>): Promise<void> {
  const lane = async (number: number) => {
    for (let kill = 0; kill < kills / LANES; kill++) await work(number, kill);
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
}

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-kill-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  t.diagnostic(`seed ${SEED}`);
  return folder;
}

/** Where a step stands in time: "r3s12". */
function placeOf(step: string): number {
  const [, run = 0, count = 0] = /^r(\d+)s(\d+)$/.exec(step) ?? [];
  return Number(run) * 1e6 + Number(count);
}

/** Nothing that was acknowledged is lost, nothing is half done. */
function check(store: Store, written: Written): void {
  const all = <Row>(sql: string) => store.prepare<[], Row>(sql).all();
  assert.equal(store.pragma('integrity_check', { simple: true }), 'ok');

  const parts = new Map<string, number>();
  for (const { key } of all<{ key: string }>("SELECT key FROM entries WHERE kind = 'note'")) {
    const step = must(key.split('/')[0]);
    parts.set(step, (parts.get(step) ?? 0) + 1);
  }
  for (const step of written.entries) assert.equal(parts.get(step), 3, `entries ${step}`);
  for (const [step, count] of parts) assert.equal(count, 3, `half of ${step}`);
  const count = all<{ n: number }>('SELECT count(*) AS n FROM entries')[0]?.n;
  assert.equal(operations.entries.count(store), count);

  const said = all<{ turn: string; n: number; entry: number | null; text: string | null }>(
    `SELECT turn, count(*) AS n, s.entry, e.text FROM said s LEFT JOIN entries e ON e.id = s.entry GROUP BY turn, s.entry`,
  );
  const turns = new Map(said.map((one) => [one.turn, one]));
  for (const { turn, n, entry, text } of said) {
    assert.equal(n, 2, `half of turn ${turn}`);
    if (entry !== null) assert.match(text ?? '', new RegExp(`\\b${turn}\\b`), 'marked, and not in the summary');
  }
  for (const { text } of all<{ text: string }>("SELECT text FROM entries WHERE kind = 'diary'")) {
    for (const turn of text.split(' ').slice(1))
      assert.ok(turns.get(turn)?.entry, `${turn} in the summary, not marked`);
  }
  for (const turn of written.said) assert.ok(turns.has(turn), `turn ${turn}`);
  for (const turn of written.summed) assert.ok(turns.get(turn)?.entry, `summary of ${turn}`);

  const merged = operations.graph.mark(store, 'merged');
  const lines = (operations.graph.node(store, 1)?.lines ?? []).map(({ text }) => text).sort();
  const expected = merged === null ? [] : [0, 1].map((part) => `Anna plays game ${merged} part ${part}`);
  assert.deepEqual(lines, expected);
  const indexed = all<{ text: string }>("SELECT text FROM entries WHERE kind = 'graph' ORDER BY text");
  assert.deepEqual(
    indexed.map(({ text }) => text),
    expected,
  );
  const [change] = operations.history.list(store, { table: 'graph', limit: 1 });
  assert.equal(change?.after?.split('\n').length ?? 0, expected.length);
  assert.ok(expected.every((line) => change?.after?.includes(line)));
  const last = written.merged.at(-1);
  if (last) assert.ok(placeOf(merged ?? '') >= placeOf(last), `merge ${last}, the graph says ${merged}`);

  const [model] = all<{ id: number; name: string; done: number }>(
    'SELECT * FROM vector_models ORDER BY id DESC LIMIT 1',
  );
  if (written.embedded.length > 0) assert.ok(model, 'the model of the vectors');
  if (!model) return;
  const { id, name, done } = model;
  assert.equal(all<{ n: number }>(`SELECT count(*) AS n FROM vectors WHERE model = ${id}`)[0]?.n, done);
  const coded = 'SELECT (SELECT count(*) FROM vector_codes) + (SELECT count(*) FROM vectors_uncoded) AS n';
  if (done > 0) assert.equal(all<{ n: number }>(coded)[0]?.n, done);
  const found = operations.entries.search(store, { vector: { model: name, values: [1, 0, 0, 0.5] }, limit: 5 });
  assert.equal(found.length, Math.min(5, done));
}

/** What an old version had left is still there. */
function checkOld(store: Store, version: number): void {
  const old = store.prepare('SELECT (SELECT count(*) FROM dialogue), (SELECT count(*) FROM turns)').raw().get();
  assert.deepEqual(old, [version > 0 ? 1 : 0, version > 1 ? 1 : 0]);
}

for (let version = 0; version <= MIGRATIONS.length; version++) {
  test(`${WRITE_KILLS} kills while it writes, beginning with a file of version ${version}`, async (t) => {
    const folder = await folderOf(t);
    const randoms = Array.from({ length: LANES }, (_, number) => randomFrom(SEED + 1000 * version + number));
    const files: { file: string; written: Written }[] = [];
    let acknowledged = 0;
    await inLanes(WRITE_KILLS, async (number, kill) => {
      const random = must(randoms[number]);
      if (kill % KILLS_OF_A_FILE === 0) {
        const file = path.join(folder, `${number}-${kill}.db`);
        files[number] = { file, written: { entries: [], said: [], summed: [], merged: [], embedded: [] } };
        makeOld(file, version);
      }
      const { file, written } = must(files[number]);
      // Counted from the start the kill hits the opening too, else what comes after the first write.
      const since = random() < 0.3 ? 'ready' : 'entries';
      for (const [what, value] of await killed(['write', file, String(kill)], since, 20 + 280 * random())) {
        if (what in written) written[what as keyof Written].push(value);
        acknowledged++;
      }
      const store = openStore(file);
      try {
        check(store, written);
        checkOld(store, version);
      } finally {
        store.close();
      }
    });
    t.diagnostic(`${acknowledged} acknowledged`);
    assert.ok(acknowledged > WRITE_KILLS, 'something was written');
  });
}

for (let version = 0; version < MIGRATIONS.length; version++) {
  test(`${MIGRATE_KILLS} kills while it migrates from version ${version}`, async (t) => {
    const folder = await folderOf(t);
    const template = path.join(folder, 'template.db');
    makeOld(template, version);
    const random = randomFrom(SEED + 10_000 * (version + 1));
    let migrated = 0;
    // One after the other: looking at the files of another one would put off the kill until all is done.
    for (let kill = 0; kill < MIGRATE_KILLS; kill++) {
      const files = Array.from({ length: 100 }, (_, index) => path.join(folder, `${kill}-${index}.db`));
      if (version > 0) await Promise.all(files.map((file) => copyFile(template, file)));
      const said = await killed(['migrate', ...files], 'ready', 20 + 280 * random());
      const done = new Set(said.flatMap(([what, value]) => (what === 'migrated' ? [value] : [])));
      migrated += done.size;
      for (const file of files.slice(0, done.size + 2)) {
        const raw = new (loadSqlite())(file);
        const now = Number(raw.pragma('user_version', { simple: true }));
        assert.equal(raw.pragma('integrity_check', { simple: true }), 'ok');
        assert.deepEqual(shapeOf(raw), SHAPES[now], `half of a step after version ${now}`);
        if (done.has(file)) assert.equal(now, MIGRATIONS.length);
        raw.close();
        const store = openStore(file);
        checkOld(store, version);
        assert.equal(operations.entries.count(store), 0);
        store.close();
      }
      await Promise.all(files.flatMap((file) => ['', '-wal', '-shm'].map((end) => rm(file + end, { force: true }))));
    }
    t.diagnostic(`${migrated} files migrated`);
    assert.ok(migrated > 0, 'something was migrated');
  });
}
