import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '../../../test/until.js';
import { memoryFor } from '../graph/graph.test.helper.js';
import type { Memory } from '../memory.js';
import { ROOTS } from './graph-rows.js';

const noon = Date.UTC(2026, 10, 21, 12);
const texts = async (memory: Memory, node: number) => must(await memory.graph.node(node)).lines.map(({ text }) => text);
const add = (memory: Memory, node: number, ...lines: string[]) =>
  memory.graph.addLines({ node, why: 'test', lines: lines.map((text) => ({ text, at: noon, turns: ['t1'] })) });
const newest = async (memory: Memory) => must((await memory.history.list({ limit: 1 }))[0]);

test('three roots are there; nodes are added, renamed, moved with their subtrees, and removed', async (t) => {
  const memory = await memoryFor(t);
  const roots = (await memory.graph.tree()).nodes;
  assert.deepEqual(
    roots.map(({ id, name, parent }) => [id, name, parent]),
    [
      [1, 'USER', null],
      [2, 'DIRECTIVES', null],
      [3, 'WORLD', null],
    ],
  );
  const home = must((await memory.graph.addNode({ parent: ROOTS.USER, name: 'Home' })).id);
  const garden = must((await memory.graph.addNode({ parent: home, name: 'Garden' })).id);
  assert.equal((await memory.graph.addNode({ parent: home, name: 'garden' })).refused, 'duplicate');
  assert.equal((await memory.graph.addNode({ parent: 99, name: 'x' })).refused, 'unknown');
  assert.equal((await memory.graph.addNode({ parent: home, name: '  ' })).refused, 'empty');
  assert.equal((await memory.graph.renameNode(ROOTS.USER, 'Me')).refused, 'root');
  assert.equal((await memory.graph.moveNode(home, garden)).refused, 'circle');
  await memory.graph.renameNode(garden, 'Back garden');
  assert.equal(must(await memory.graph.node(garden)).path, 'USER › Home › Back garden');
  await add(memory, garden, 'The roses are pruned in March');
  assert.deepEqual((await memory.graph.moveNode(home, ROOTS.WORLD)).changed, ['USER', 'WORLD']);
  assert.equal(must(await memory.graph.node(garden)).branch, 'WORLD');
  const moved = await newest(memory);
  assert.deepEqual([moved.before, moved.after], ['USER', 'WORLD']);
  assert.deepEqual(await memory.history.undo(moved.id), {
    undone: true,
    change: moved.id + 1,
    changed: ['WORLD', 'USER'],
  });
  assert.equal(must(await memory.graph.node(garden)).path, 'USER › Home › Back garden');
  await memory.graph.removeNode(home);
  assert.equal(await memory.graph.node(garden), null);
  assert.equal(await memory.entries.count(), 0);
  assert.equal((await memory.history.undo((await newest(memory)).id)).undone, true);
  assert.deepEqual(await texts(memory, garden), ['The roses are pruned in March']);
  assert.equal(await memory.entries.count(), 1);
  const shown = await memory.graph.tree({ under: home });
  assert.deepEqual(
    shown.nodes.map(({ name, lines, children }) => [name, lines, children]),
    [
      ['Home', 0, 1],
      ['Back garden', 1, 0],
    ],
  );
  assert.deepEqual(
    [(await memory.graph.tree({ limit: 2 })).nodes.length, (await memory.graph.tree({ limit: 2 })).more],
    [2, true],
  );
});

test('undoing that a node was added leaves its lines to the one above; undoing that puts them back', async (t) => {
  const memory = await memoryFor(t);
  const home = must((await memory.graph.addNode({ parent: ROOTS.USER, name: 'Home' })).id);
  const made = await newest(memory);
  const garden = must((await memory.graph.addNode({ parent: home, name: 'Garden' })).id);
  await add(memory, home, 'Has a balcony');
  assert.equal((await memory.history.undo(made.id)).undone, true);
  assert.equal(await memory.graph.node(home), null);
  assert.deepEqual(await texts(memory, ROOTS.USER), ['Has a balcony']);
  assert.equal(must(await memory.graph.node(garden)).path, 'USER › Garden');
  assert.equal((await memory.history.undo((await newest(memory)).id)).undone, true);
  assert.deepEqual(await texts(memory, home), ['Has a balcony']);
  assert.equal(must(await memory.graph.node(garden)).path, 'USER › Home › Garden');
});

test('a line is redacted, is found by the search with its turns, and is there once', async (t) => {
  const memory = await memoryFor(t);
  const { ids, changed } = await add(memory, ROOTS.USER, 'Mail is anna@example.com', 'mail IS anna@example.com.', ' ');
  assert.deepEqual(changed, ['USER']);
  assert.equal(ids.length, 1);
  const [entry] = await memory.entries.list();
  assert.equal(entry?.text, 'Mail is [mail]');
  assert.deepEqual([entry?.kind, entry?.key, entry?.turns], ['graph', String(ids[0]), ['t1']]);
  assert.equal((await memory.graph.lines([must(ids[0])]))[0]?.path, 'USER');
  // Another branch may say the same.
  assert.equal((await add(memory, ROOTS.WORLD, 'Mail is anna@example.com')).ids.length, 1);
});

test('what a person put right stays: the old wording is not learned again, until the person says it', async (t) => {
  const memory = await memoryFor(t);
  const id = must((await add(memory, ROOTS.USER, 'The user lives in Berlin')).ids[0]);
  assert.deepEqual(await memory.graph.editLine(id, 'The user lives in Bern'), { changed: ['USER'], id });
  assert.equal((await memory.entries.list())[0]?.text, 'The user lives in Bern');
  for (const again of ['the user lives in BERLIN.', 'User is living in Berlin', 'He lives in Berlin']) {
    assert.deepEqual((await add(memory, ROOTS.USER, again)).ids, [], again);
    assert.deepEqual(await memory.graph.known([{ branch: 'USER', text: again }]), ['retired']);
  }
  const view = must(await memory.graph.node(ROOTS.USER));
  const lines = [{ text: 'The user lives in a city', at: noon }];
  const merged = await memory.graph.apply({
    rewrites: [{ node: ROOTS.USER, stamp: view.stamp, lines, added: [] }],
    additions: [],
    confirmed: [],
    why: 'merge',
  });
  assert.deepEqual(merged, { changed: [], added: 0, rewritten: 0 });
  assert.deepEqual(await texts(memory, ROOTS.USER), ['The user lives in Bern']);
  const said = [{ text: 'The user lives in Berlin', at: noon + 5, origin: 'said' as const }];
  assert.equal((await memory.graph.addLines({ node: ROOTS.USER, lines: said, why: 'asked' })).ids.length, 1);
});

test('an undo is a change that can be undone; what was changed since is left, unless it is forced', async (t) => {
  const memory = await memoryFor(t);
  const id = must((await add(memory, ROOTS.USER, 'Likes tea')).ids[0]);
  await memory.graph.editLine(id, 'Likes green tea');
  const first = await newest(memory);
  await memory.graph.editLine(id, 'Likes white tea');
  assert.deepEqual(await memory.history.undo(first.id), { undone: false, reason: 'changed-since' });
  assert.deepEqual(await memory.history.undo(12_345), { undone: false, reason: 'unknown' });
  assert.equal((await memory.history.undo(first.id, true)).undone, true);
  assert.deepEqual(await texts(memory, ROOTS.USER), ['Likes tea']);
  const undone = await newest(memory);
  assert.deepEqual([undone.why, undone.before, undone.after], ['undo', 'Likes white tea', 'Likes tea']);
  assert.equal(must((await memory.history.list()).find((one) => one.id === first.id)).undoneBy, undone.id);
  await memory.history.undo(undone.id);
  assert.deepEqual(await texts(memory, ROOTS.USER), ['Likes white tea']);
  assert.equal(must((await memory.graph.node(ROOTS.USER))?.lines[0]).origin, 'corrected');
  await memory.graph.removeLine(id);
  assert.equal(await memory.entries.count(), 0);
  assert.deepEqual((await add(memory, ROOTS.USER, 'Likes white tea')).ids, []);
  await memory.history.undo((await newest(memory)).id);
  assert.deepEqual(await texts(memory, ROOTS.USER), ['Likes white tea']);
  const node = must((await memory.graph.addNode({ parent: ROOTS.USER, name: 'Drinks' })).id);
  await memory.graph.moveLine(id, node);
  assert.deepEqual(await texts(memory, node), ['Likes white tea']);
  await memory.history.undo((await newest(memory)).id);
  assert.deepEqual(await texts(memory, ROOTS.USER), ['Likes white tea']);
});

test('changes of entries and facts can be undone, also when the row is gone', async (t) => {
  const memory = await memoryFor(t);
  await memory.facts.put({ category: 'pets', key: 'cat', value: 'Luna', at: noon, source: 'test' }, 'asked');
  await memory.facts.put({ category: 'pets', key: 'cat', value: 'Mia', at: noon + 1, source: 'test' }, 'asked');
  const changed = await newest(memory);
  assert.deepEqual([changed.table, changed.before, changed.after], ['facts', 'Luna', 'Mia']);
  assert.equal((await memory.history.undo(changed.id)).undone, true);
  assert.match(must((await memory.entries.list({ kinds: ['fact'] }))[0]).text, /Luna/);
  const id = await memory.entries.put({
    kind: 'diary',
    key: '2026-11-21/hall',
    at: noon,
    source: 'x',
    text: 'Before.',
  });
  const rewrite = { id, key: '2026-11-21/hall', previous: 'Before.', text: 'After.', topics: [], why: 'tidied' };
  assert.equal(await memory.diary.rewrite(rewrite), true);
  const { id: change } = await newest(memory);
  await memory.entries.drop([id]);
  assert.deepEqual(await memory.history.undo(change), { undone: false, reason: 'changed-since' });
  assert.equal((await memory.history.undo(change, true)).undone, true);
  assert.equal((await memory.entries.list({ kinds: ['diary'] }))[0]?.text, 'Before.');
});

test('what was learned from a text is written whole and once', async (t) => {
  const memory = await memoryFor(t);
  await add(memory, ROOTS.USER, 'Drinks coffee', 'Has a cat');
  const { stamp, lines } = must(await memory.graph.node(ROOTS.USER));
  const cat = must(lines.find(({ text }) => text === 'Has a cat'));
  const late = { text: 'Drinks tea instead of coffee', at: noon + 1, turns: ['t2'] };
  const learning = {
    rewrites: [{ node: ROOTS.USER, stamp, lines: [{ ...cat, id: cat.id }, late], added: [late] }],
    additions: [{ node: ROOTS.WORLD, lines: [{ text: 'The library closes at six', at: noon }] }],
    confirmed: [{ id: cat.id, at: noon + 1, turns: ['t2'] }],
    mark: { key: 'diary:2026-11-21/hall', value: 'r1' },
    why: 'learned',
  };
  assert.deepEqual(await memory.graph.apply(learning), { changed: ['USER', 'WORLD'], added: 1, rewritten: 1 });
  assert.deepEqual(await memory.graph.apply(learning), { changed: [], added: 0, rewritten: 0 });
  assert.deepEqual(await texts(memory, ROOTS.USER), ['Drinks tea instead of coffee', 'Has a cat']);
  const kept = must((await memory.graph.lines([cat.id]))[0]);
  assert.deepEqual([kept.times, kept.turns, kept.at], [2, ['t1', 't2'], noon + 1]);
  // A node that changed since is added to.
  const later = { text: 'Plays chess', at: noon + 2 };
  const rewrites = [{ node: ROOTS.USER, stamp, lines: [later], added: [later] }];
  await memory.graph.apply({ ...learning, rewrites, additions: [], confirmed: [], mark: undefined });
  assert.equal((await texts(memory, ROOTS.USER)).length, 3);
  const merge = must((await memory.history.list({ row: 'lines:1' }))[0]);
  assert.equal(merge.before, 'Drinks coffee\nHas a cat');
  assert.equal((await memory.history.undo(merge.id, true)).undone, true);
  assert.deepEqual((await texts(memory, ROOTS.USER)).toSorted(), ['Drinks coffee', 'Has a cat']);
});

test('what is erased is in no table any more, the history included', async (t) => {
  const memory = await memoryFor(t);
  const node = must((await memory.graph.addNode({ parent: ROOTS.USER, name: 'Secrets' })).id);
  const id = must((await add(memory, node, 'Hides the zebra', 'Keeps bees')).ids[0]);
  await memory.graph.editLine(id, 'Hides the striped zebra');
  await memory.graph.removeNode(node);
  await memory.history.undo((await newest(memory)).id);
  const { stamp } = must(await memory.graph.node(node));
  const lines = [{ text: 'Hides the striped zebra, keeps bees', at: noon }];
  await memory.graph.apply({ rewrites: [{ node, stamp, lines, added: [] }], additions: [], confirmed: [], why: 'm' });
  // It holds a corrected line: nothing was rewritten.
  const [line] = must(await memory.graph.node(node)).lines.filter(({ text }) => text.includes('zebra'));
  const entryOf = async (of: number) =>
    must((await memory.entries.list({ kinds: ['graph'] })).find(({ key }) => key === String(of))).id;
  assert.equal((await memory.privacy.erase([await entryOf(must(line).id)])).entries, 1);
  const left = JSON.stringify([await memory.history.list(), await memory.entries.list(), await memory.graph.tree()]);
  assert.doesNotMatch(left, /zebra/);
  assert.match(left, /bees/);
  assert.equal((await memory.privacy.eraseSince(noon, 10)).entries, 1);
  assert.equal(await memory.entries.count(), 0);
});
