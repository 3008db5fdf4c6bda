import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { must } from '../../test/until.js';
import { turns } from '../conversation/turns.js';
import { clock } from '../turn/clock.js';
import { type Erasure, holdsWords, meansTrace } from '../turn/erasing.js';
import { Trace } from '../turn/trace.js';
import { newTurn } from '../turn/turn.js';
import { type Memory, openMemory } from './memory.js';
import { applyRetention, entriesMatching, forget, forgetMatching, forgetSince, type PrivacyRun } from './privacy.js';
import { loadSqlite } from './sqlite.js';
import { MIGRATIONS } from './store.js';
import { ROOTS } from './tables/graph-rows.js';
import { toBytes, unit } from './vectors/numbers.js';

const DAY = 86_400_000;
/** Noon, where this machine is. */
const noon = (date: number) => new Date(2026, 10, date, 12).getTime();
/** Words that are erased: no other text of a store has anything like them. */
const SECRET = 'zanzibarische Quittenmarmelade';
const TOKENS = ['zanzibar', 'quitten', 'marmelade'];

let folder = '';
let memory: Memory;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-privacy-'));
});
after(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  memory = openMemory({ file: path.join(folder, `${Math.random()}.db`) });
});
afterEach(() => memory.close());

/** What of the words is in the bytes of the files, in any case, as UTF-8. */
function found(): string[] {
  return ['', '-wal', '-shm'].flatMap((end) => {
    const file = `${memory.file}${end}`;
    const bytes = existsSync(file) ? readFileSync(file).toString('latin1').toLowerCase() : '';
    return TOKENS.filter((token) => bytes.includes(token)).map((token) => `${token} in ${end || 'the file'}`);
  });
}

/** As no other text has it. */
const VECTOR = Array.from({ length: 64 }, (_, index) => Math.sin(index * 1.7));

/** Whether the vector is in the bytes of the files. */
function holdsVector(): boolean {
  const bytes = Buffer.from(toBytes(must(unit(VECTOR))).buffer);
  return ['', '-wal'].some((end) => existsSync(memory.file + end) && readFileSync(memory.file + end).includes(bytes));
}

function trace(id: string, site: string, heard: string, at: number) {
  const made = new Trace(id, site, 'voice');
  made.tell('heard', heard);
  return { ...made.record(), at };
}

/** A turn with everything that is kept of it. */
async function turn(id: string, said: string, at: number, site = 'kitchen') {
  await memory.traces.put([trace(id, site, said, at)]);
  await memory.diary.note({ turn: id, site, source: site, at, messages: [{ role: 'user', content: said }] });
  await memory.dialogue.save({
    clear: [],
    put: [{ id: at * 1000 + id.length, site, at, messages: [{ role: 'user', content: said }] }],
    forgetBefore: 0,
    forgetAfter: Number.MAX_SAFE_INTEGER,
  });
}

/** The day's diary entry of all that waits. */
async function sumUp(day: string, summary: string, at: number, source = 'kitchen') {
  const messages = (await memory.diary.pending({ source })).map(({ id }) => id);
  const id = await memory.diary.save({ day, source, at, summary, topics: ['food'], messages, previous: null });
  assert.ok(id !== null);
  return id;
}

const texts = async () => (await memory.entries.list({ limit: 1000 })).map(({ text }) => text).sort();

describe('forgetting', () => {
  test('leaves nothing of it in the bytes of the files', async () => {
    // Enough of other texts that the words sit in the middle of pages and index segments.
    const others = Array.from({ length: 1_500 }, (_, index) => ({
      kind: 'note' as const,
      at: noon(1) + index * 1000,
      source: 'test',
      text: `note ${index} about bread, butter and tea number ${index * 7919}`,
    }));
    await memory.entries.putMany(others.slice(0, 700));
    await turn('t1', `I love ${SECRET}`, noon(20));
    const diary = await sumUp('2026-11-20', `The user loves ${SECRET}.`, noon(20));
    const note = await memory.entries.put({
      kind: 'note',
      at: noon(20),
      source: 'asked',
      text: `${SECRET}: buy it`,
      turns: ['t1'],
    });
    await memory.facts.put({ category: 'food', key: 'jam', value: 'plum jam', at: noon(19), source: 'asked' }, 'asked');
    await memory.facts.put(
      { category: 'food', key: 'jam', value: SECRET, at: noon(20), source: 'session', turns: ['t1'] },
      'session',
    );
    await memory.diary.roll(
      'kitchen',
      { at: noon(20), upto: 1, text: `they talked about ${SECRET}` },
      { after: 0, text: '', messages: 1 },
    );
    await memory.entries.putMany(others.slice(700));
    await memory.entries.drop([]);
    assert.ok(found().length > 0, 'it was there');
    const fact = (await memory.entries.list({ kinds: ['fact'] }))[0]?.id ?? 0;
    const cleared: string[] = [];
    const letGo = holdsWords({ forget: ({ sites }) => void cleared.push(...sites) });
    const done = await forget({ ids: [note] }, { memory });
    letGo();
    assert.deepEqual([done.entries, done.related, cleared], [1, [diary], ['kitchen']]);
    await forget({ ids: [diary, fact] }, { memory });
    assert.deepEqual(found(), []);
    assert.equal((await memory.entries.list({ limit: 1000, kinds: ['fact', 'diary'] })).length, 0);
    assert.equal(await memory.entries.count(), others.length);
    assert.deepEqual(await memory.traces.all(), []);
    assert.deepEqual(await memory.facts.list(), []);
  });

  test('lets go of the traces that are held elsewhere: by turn, by words, and since a moment', async () => {
    const [note] = await memory.entries.putMany([
      { kind: 'note', at: noon(3), source: 'a', text: SECRET, turns: ['t1'] },
      { kind: 'note', at: noon(9), source: 'a', text: 'Anna likes tea' },
    ]);
    const elsewhere = [
      trace('t1', 'kitchen', 'buy some', noon(3)),
      trace('t2', 'den', `there is ${SECRET} left`, noon(4)),
      trace('t3', 'den', 'for Anna', noon(5)),
      trace('t4', 'den', 'good night', noon(6)),
      trace('t5', 'den', 'good morning', noon(7)),
    ];
    const left = async (erasing: (run: PrivacyRun) => Promise<unknown>) => {
      const erased: Erasure[] = [];
      const letGo = holdsWords({ forget: (one) => void erased.push(one) });
      await erasing({ memory });
      letGo();
      return elsewhere.filter((one) => !erased.some((erasure) => meansTrace(erasure, one))).map(({ id }) => id);
    };
    assert.deepEqual(await left((run) => forget({ ids: [note ?? 0] }, run)), ['t3', 't4', 't5']);
    assert.deepEqual(await left((run) => forgetMatching('anna', run)), ['t1', 't2', 't4', 't5']);
    assert.deepEqual(await left((run) => forgetSince(noon(6), run)), ['t1', 't2', 't3']);
  });

  test('by a phrase erases what holds it as whole words, wherever it stands', async () => {
    await memory.entries.putMany([
      { kind: 'note', at: noon(3), source: 'a', text: 'ZANZIBARISCHE   Quittenmarmelade'.replace(/ +/, ' ') },
      { kind: 'note', at: noon(4), source: 'a', text: 'Annas cake' },
      { kind: 'note', at: noon(5), source: 'a', text: 'Anna likes tea' },
      { kind: 'note', at: noon(6), source: 'a', text: '安娜喜欢茶' },
    ]);
    await turn('t1', `more ${SECRET}, please`, noon(6));
    const done = await forgetMatching(SECRET, { memory });
    assert.equal(done.entries, 1);
    assert.ok(done.rows >= 3);
    assert.deepEqual(found(), []);
    await forgetMatching('anna', { memory });
    await forgetMatching('喜欢茶', { memory });
    assert.deepEqual(await texts(), ['Annas cake']);
    await assert.rejects(forgetMatching(' a. ', { memory }), { code: 'bad-input' });
    assert.deepEqual(await entriesMatching('cake', { memory }).then((ids) => ids.length), 1);
  });

  test('since a moment goes back to what was known then', async () => {
    await turn('t0', 'we had bread', noon(20) - DAY / 4);
    await turn('t01', `we had ${SECRET}`, noon(20));
    await sumUp('2026-11-20', `Bread in the morning, ${SECRET} in the evening.`, noon(20));
    await memory.facts.put({ category: 'food', key: 'jam', value: 'plum jam', at: noon(10), source: 'asked' }, 'asked');
    await memory.facts.put(
      { category: 'food', key: 'jam', value: SECRET, at: noon(20) + 10, source: 'session' },
      'session',
    );
    await memory.facts.put(
      { category: 'food', key: 'tea', value: `tea with ${SECRET}`, at: noon(20) + 20, source: 'session' },
      'session',
    );
    await memory.entries.putMany([
      { kind: 'note', at: noon(20) - 1, source: 'a', text: 'before' },
      { kind: 'note', at: noon(20), source: 'a', text: `after: ${SECRET}` },
      { kind: 'diary', key: '2026-11-19/kitchen', at: noon(19), source: 'kitchen', text: 'The day before.' },
    ]);
    await turn('t1', `and ${SECRET}`, noon(20) + 30);
    const done = await forgetSince(noon(20) - DAY / 4 + 1, { memory });
    assert.deepEqual(found(), []);
    assert.deepEqual(await texts(), ['The day before.', 'food, jam: plum jam']);
    assert.equal(done.sites.includes('kitchen'), true);
    // What was said before that moment is summed up anew.
    assert.deepEqual(
      (await memory.diary.pending()).map(({ content }) => content),
      ['we had bread'],
    );
    assert.deepEqual(
      (await memory.history.list()).map(({ why }) => why),
      [],
    );
  });

  test('of the graph erases a line with its past, and it is not learnt again', async () => {
    const { ids } = await memory.graph.addLines({
      node: ROOTS.USER,
      lines: [
        { text: `Loves ${SECRET}`, at: noon(19), turns: ['t1'] },
        { text: 'Has a dog', at: noon(19) },
      ],
      why: 'learned',
    });
    await memory.graph.editLine(ids[0] ?? 0, `Loves ${SECRET} very much`);
    await memory.graph.moveLine(ids[0] ?? 0, ROOTS.WORLD);
    const [line] = await memory.entries.search({ text: 'quittenmarmelade' });
    const waiting = (await memory.entries.unembedded('tiny', 10)).filter(({ id }) => id === line?.id);
    await memory.entries.setVectors(
      'tiny',
      waiting.map(({ id, revision }) => ({ id, revision, vector: VECTOR })),
    );
    assert.deepEqual([(await memory.entries.vectorState('tiny')).done, holdsVector()], [1, true]);
    await forget({ ids: [line?.id ?? 0] }, { memory });
    assert.deepEqual([(await memory.entries.vectorState('tiny')).done, holdsVector()], [0, false]);
    assert.deepEqual(found(), []);
    assert.deepEqual(await texts(), ['Has a dog']);
    const again = { node: ROOTS.WORLD, lines: [{ text: `Loves ${SECRET} very much`, at: noon(21) }], why: 'learned' };
    assert.deepEqual((await memory.graph.addLines(again)).ids, []);
  });

  test('since a moment makes the graph what it was, whatever was merged since', async () => {
    const added = await memory.graph.addLines({
      node: ROOTS.USER,
      lines: [
        { text: 'Likes plums', at: noon(10) },
        { text: 'Likes pears', at: noon(11) },
        { text: 'Has a dog', at: noon(12) },
      ],
      why: 'learned',
    });
    const [plums = 0, pears = 0, dog = 0] = added.ids;
    const view = await memory.graph.node(ROOTS.USER);
    // Two lines become one with something new, and a third is put right.
    await memory.graph.apply({
      rewrites: [
        {
          node: ROOTS.USER,
          stamp: view?.stamp ?? '',
          lines: [
            { id: dog, text: 'Has a dog', at: noon(12) },
            { text: `Likes plums, pears and ${SECRET}`, at: noon(20) },
          ],
          added: [],
        },
      ],
      additions: [{ node: ROOTS.WORLD, lines: [{ text: `${SECRET} is made of quinces`, at: noon(20) }] }],
      confirmed: [],
      why: 'learned',
    });
    assert.ok(plums > 0 && pears > 0);
    assert.deepEqual(
      await texts(),
      ['Has a dog', `Likes plums, pears and ${SECRET}`, `${SECRET} is made of quinces`].sort(),
    );
    await forgetSince(noon(20) - 1, { memory });
    assert.deepEqual(found(), []);
    assert.deepEqual(await texts(), ['Has a dog', 'Likes pears', 'Likes plums']);
  });

  test('of the graph takes names of nodes with it: those that hold the phrase, those made since, those left empty', async () => {
    const home = must((await memory.graph.addNode({ parent: ROOTS.USER, name: 'Home' })).id);
    const jam = must((await memory.graph.addNode({ parent: home, name: SECRET })).id);
    const lines = [{ text: 'Is made in autumn', at: noon(10) }];
    await memory.graph.addLines({ node: jam, lines, why: 'learned' });
    const under = must((await memory.graph.addNode({ parent: jam, name: 'Recipes' })).id);
    await forgetMatching(SECRET, { memory });
    assert.deepEqual(found(), []);
    // Its children are the children of the one above.
    assert.deepEqual(
      (await memory.graph.node(home))?.lines.map(({ text }) => text),
      ['Is made in autumn'],
    );
    assert.equal((await memory.graph.node(under))?.path, 'USER › Home › Recipes');

    const pantry = must((await memory.graph.addNode({ parent: ROOTS.WORLD, name: `Pantry of ${TOKENS[0]}` })).id);
    const { ids } = await memory.graph.addLines({
      node: pantry,
      lines: [{ text: 'Is full', at: noon(10) }],
      why: 'learned',
    });
    const [entry] = await memory.entries.search({ text: 'is full' });
    await forget({ ids: [must(entry).id] }, { memory });
    assert.equal(ids.length, 1);
    assert.equal(await memory.graph.node(pantry), null);
    assert.deepEqual(found(), []);

    const since = clock.now();
    await memory.graph.addNode({ parent: under, name: SECRET });
    await memory.graph.renameNode(under, `${SECRET} made at home`);
    await forgetSince(since, { memory });
    assert.deepEqual(found(), []);
    assert.equal((await memory.graph.node(under))?.path, 'USER › Home › Recipes');
  });

  test('finds the words beside whatever characters, in everything that is kept', async () => {
    const texts = ['a\0b', 'half \ud83d', '👩‍👩‍👧', 'k'.repeat(100_000)].map((odd) => `${odd} ${SECRET}`);
    for (const [index, text] of texts.entries()) {
      await memory.entries.put({ kind: 'note', at: noon(5) + index, source: 'a', text, topics: [text.slice(0, 60)] });
      const fact = { category: 'odd', key: `k${index}`, source: 'a' };
      await memory.facts.put({ ...fact, value: text, at: noon(5) }, 'asked');
      await memory.facts.put({ ...fact, value: `still ${text}`, at: noon(6) }, 'asked');
      const { ids } = await memory.graph.addLines({ node: ROOTS.USER, lines: [{ text, at: noon(5) }], why: 'learned' });
      for (const id of ids) await memory.graph.editLine(id, `Again ${text}`);
      await turn(`t${index}`, text, noon(5));
    }
    await forgetMatching(SECRET, { memory });
    assert.deepEqual(found(), []);
  });

  test('since a moment leaves what was known before and only said again', async () => {
    const { ids } = await memory.graph.addLines({
      node: ROOTS.USER,
      lines: [{ text: 'Lives in Bonn', at: clock.now() - DAY, turns: ['t1'] }],
      why: 'learned',
    });
    const since = clock.now() + 1;
    while (clock.now() <= since);
    await memory.graph.apply({
      rewrites: [],
      additions: [],
      confirmed: [{ id: must(ids[0]), at: clock.now(), turns: ['t2'] }],
      why: 'learned',
    });
    await forgetSince(since, { memory });
    const [line] = await memory.graph.lines(ids);
    assert.equal(line?.text, 'Lives in Bonn');
    assert.ok(must(line).at < since);
    // It isn't found as of that time either.
    assert.deepEqual(await memory.entries.list({ from: since }), []);
  });

  test('everything since a moment in pieces, however much it is', async () => {
    const many = Array.from({ length: 130 }, (_, index) => ({
      kind: 'note' as const,
      at: noon(20) + index,
      source: 'a',
      text: `${index} ${SECRET}`,
    }));
    await memory.entries.putMany(many);
    const steps: number[] = [];
    const done = await forgetSince(noon(20) + 5, { memory, onProgress: (count) => steps.push(count) });
    assert.equal(done.entries, 125);
    assert.ok(steps.length >= 7);
    assert.equal(await memory.entries.count(), 5);
    const cancel = AbortSignal.abort();
    await assert.rejects(forgetSince(0, { memory, signal: cancel }), { name: 'AbortError' });
    assert.equal(await memory.entries.count(), 5);
  });
});

describe('keeping', () => {
  test('only as long as the setting of its kind says', async () => {
    const now = noon(21);
    for (const age of [1, 10, 100]) {
      const at = now - age * DAY;
      await turn(`t${age}`, `said ${age}`, at);
      await memory.entries.put({ kind: 'note', at, source: 'a', text: `note ${age}` });
      await memory.facts.put({ category: 'age', key: `f${age}`, value: `${SECRET} ${age}`, at, source: 'a' }, 'asked');
    }
    const { trace, ...others } = await applyRetention(now, { memory });
    // Traces go after thirty days unless the owner wants it otherwise; so they do in a store of an earlier version.
    assert.deepEqual([trace, ...Object.values(others)], [1, 0, 0, 0, 0, 0, 0, 0]);
    await memory.privacy.setRetention({ note: 30, fact: 5, trace: 2, said: 0 });
    assert.deepEqual((await memory.privacy.retention()).fact, 5);
    const gone = await applyRetention(now, { memory });
    assert.deepEqual([gone.note, gone.fact, gone.trace, gone.said, gone.dialogue], [1, 2, 1, 0, 0]);
    assert.deepEqual(
      (await memory.facts.list()).map(({ key }) => key),
      ['f1'],
    );
    assert.equal((await memory.diary.pending()).length, 3);
    assert.deepEqual(
      (await memory.traces.all()).map(({ id }) => id),
      ['t1'],
    );
    assert.deepEqual(
      (await memory.history.list({ table: 'facts' })).map(({ row }) => row),
      ['age/f1'],
    );
  });

  test('of traces also those of this run, which no store holds', async (t) => {
    const site = `attic ${Math.random()}`;
    const live = turns.begin(newTurn({ site, source: 'text', language: 'en' }));
    turns.show(live, 'heard', SECRET);
    turns.end(live.id);
    t.after(() => turns.forget(({ id }) => id === live.id));
    const held = () => turns.traces().some(({ id }) => id === live.id);
    await memory.privacy.setRetention({ trace: 2 });
    await applyRetention(clock.now() + DAY, { memory });
    assert.equal(held(), true);
    await applyRetention(clock.now() + 3 * DAY, { memory });
    assert.equal(held(), false);
  });

  test('nothing of a room that is not remembered', async () => {
    assert.equal(await memory.privacy.remembers('den', 5), true);
    await memory.privacy.setRemembers('den', false);
    await memory.privacy.setRemembers('bath', false, 100);
    assert.deepEqual(await memory.privacy.unremembered(50), [
      { site: 'bath', until: 100 },
      { site: 'den', until: null },
    ]);
    assert.deepEqual(
      [
        await memory.privacy.remembers('den', 500),
        await memory.privacy.remembers('bath', 99),
        await memory.privacy.remembers('bath', 100),
      ],
      [false, false, true],
    );
    await memory.privacy.setRemembers('den', true);
    assert.equal(await memory.privacy.remembers('den', 5), true);
  });

  test('a file of an earlier version is written anew: what was only marked free in it is gone', async () => {
    const old = new (loadSqlite())(memory.file);
    for (const step of MIGRATIONS.slice(0, 2)) old.exec(step);
    old.pragma('user_version = 2');
    const put = old.prepare('INSERT INTO dialogue (site, at, messages) VALUES (?, ?, ?)');
    for (let row = 0; row < 200; row++)
      put.run('den', row, JSON.stringify([{ role: 'user', content: `${row} ${SECRET}` }]));
    old.prepare('DELETE FROM dialogue').run();
    old.close();
    assert.ok(found().length > 0, 'it was only marked free');
    assert.equal(await memory.entries.count(), 0);
    await memory.privacy.settle();
    assert.deepEqual(found(), []);
  });

  test('gives free pages back to the disk', async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      kind: 'note' as const,
      at: noon(1) + index,
      source: 'a',
      text: `${index} ${'words '.repeat(100)}`,
    }));
    const ids = await memory.entries.putMany(many);
    await memory.entries.drop(ids);
    for (let left = 1; left > 0; ) left = await memory.privacy.shrink(50);
    await memory.privacy.settle();
    assert.ok(readFileSync(memory.file).length < 400_000);
  });
});
