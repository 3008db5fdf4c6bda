import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type FilledMemory, fillMemory } from './filled-memory.js';
import { openPage } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { until } from './until.js';

/** Node-RED's own, which checks the passwords. */
const bcrypt = createRequire(require.resolve('node-red/package.json'))('bcryptjs') as {
  hashSync(password: string, rounds: number): string;
};

const NOWHERE = 'http://127.0.0.1:9';
const READS = [
  'status',
  'search?q=hose',
  'search/respelled?q=hose',
  'entries',
  'graph',
  'graph/node?id=1',
  'history',
  'forgotten',
  'turns',
  'turn?id=turn-recalled',
  'maintenance',
  'backups',
  'forget/since?from=0',
  'forget/matching?phrase=hose',
  'export',
];
const CHANGES = [
  'entries/change',
  'entries/forget',
  'forget',
  'graph/edit',
  'retention',
  'rooms',
  'facts/put',
  'facts/forget',
  'forgotten/take-back',
  'forgotten/erase',
  'history/undo',
  'maintenance/start',
  'maintenance/cancel',
  'restore',
  'import',
];

interface Row {
  id: number;
  text: string;
  [more: string]: unknown;
}

let data: string;
let runtime: Runtime;
let filled: FilledMemory;
const tokens = { writer: '', reader: '' };

/** A request to a route; the answer as JSON where it is that. */
async function ask<T = Record<string, unknown>>(
  route: string,
  {
    body,
    as = 'writer',
    type = 'application/json',
  }: { body?: unknown; as?: keyof typeof tokens | 'nobody'; type?: string } = {},
): Promise<{ status: number; json: T }> {
  const answer = await fetch(`${runtime.url}/red/jarvis/admin/memory/${route}`, {
    ...(body !== undefined && { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { 'Content-Type': type }),
      ...(as !== 'nobody' && { Authorization: `Bearer ${tokens[as]}` }),
    },
  });
  const text = await answer.text();
  const json = (answer.headers.get('Content-Type')?.includes('application/json') ? JSON.parse(text) : text) as T;
  return { status: answer.status, json };
}

/** What a route gives that must not fail. */
async function got<T = Row[]>(route: string, body?: unknown): Promise<T> {
  const { status, json } = await ask<T>(route, { body });
  assert.equal(status, 200, `${route}: ${JSON.stringify(json)}`);
  return json;
}

/** Why a route refuses: its words; `code` is what the page finds its own words by. */
async function refused(route: string, body?: unknown, status = 400, code?: string): Promise<string> {
  const answer = await ask<{ code: string; message: string }>(route, { body });
  assert.equal(answer.status, status, `${route}: ${JSON.stringify(answer.json)}`);
  if (code !== undefined) assert.equal(answer.json.code, code, route);
  return answer.json.message;
}

async function logIn(username: string): Promise<string> {
  const form = new URLSearchParams({
    client_id: 'node-red-admin',
    grant_type: 'password',
    scope: '',
    username,
    password: 'words',
  });
  const answer = await fetch(`${runtime.url}/red/auth/token`, { method: 'POST', body: form });
  return ((await answer.json()) as { access_token: string }).access_token;
}

before(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'jarvis-memory-admin-'));
  filled = await fillMemory(path.join(data, 'jarvis.db'));
  const broken = path.join(data, 'broken.db');
  writeFileSync(broken, 'this is no database, and long enough to look like one at a glance'.repeat(20));
  const password = bcrypt.hashSync('words', 4);
  const users = [
    { username: 'writer', password, permissions: '*' },
    { username: 'reader', password, permissions: 'read' },
  ];
  runtime = await startRuntime({
    env: { JARVIS_DATA: data, JARVIS_MODEL_URL: NOWHERE },
    settings: { httpAdminRoot: '/red', adminAuth: { type: 'credentials', users } },
    change: (flow) => [
      ...flow,
      { id: 'broken-memory', type: 'jarvis-memory', name: 'broken', file: broken, minutes: '5' },
      { id: 'second-memory', type: 'jarvis-memory', name: 'second', file: path.join(data, 'second.db'), minutes: '5' },
    ],
  });
  tokens.writer = await logIn('writer');
  tokens.reader = await logIn('reader');
});
after(async () => {
  await runtime?.stop();
  rmSync(data, { recursive: true, force: true });
});

describe('who may use the memory routes', () => {
  test('nobody without a login; who may only read reads, and changes nothing', async () => {
    for (const route of READS) {
      assert.equal((await ask(route, { as: 'nobody' })).status, 401, route);
      assert.equal((await ask(route, { as: 'reader' })).status, 200, route);
    }
    for (const route of CHANGES) {
      assert.equal((await ask(route, { as: 'nobody', body: {} })).status, 401, route);
      assert.equal((await ask(route, { as: 'reader', body: {} })).status, 401, route);
    }
  });

  test('what a form on another site can send changes nothing', async () => {
    const form = new URLSearchParams({ matching: 'lasagne', confirm: 'forget' }).toString();
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      for (const route of ['forget', 'import', 'facts/put']) {
        const { status, json } = await ask<{ message: string }>(route, { body: form, type });
        assert.equal(status, 400, route);
        assert.match(json.message, /^Send /);
      }
    }
    assert.equal((await got('search?q=lasagne')).length > 0, true);
  });
});

describe('what the routes give', () => {
  test('how the memory is', async () => {
    const status = await got<Record<string, unknown>>('status');
    assert.deepEqual(status['entries'], { diary: 8, note: 1, fact: 5, graph: 17 });
    assert.equal(status['waiting'], 0);
    assert.equal(status['file'], path.join(data, 'jarvis.db'));
    assert.ok(Number(status['bytes']) > 10_000);
    assert.deepEqual((status['stores'] as { name: string }[]).map(({ name }) => name).slice(1), ['broken', 'second']);
  });

  test('a search, by words, time and kind, and why each was found', async () => {
    const [first] = await got('search?q=garden+hose&kinds=diary');
    assert.match(first?.text ?? '', /hose leaks/);
    assert.deepEqual(first?.['matched'], ['garden', 'hose']);
    assert.equal(first?.['wordRank'], 1);
    const since = Date.now() - 5 * 86_400_000;
    assert.equal((await got(`search?q=garden&kinds=diary&from=${since}`)).length, 1);
    assert.equal((await got(`search?q=garden&kinds=diary&to=${since}`)).length, 1);
    assert.equal((await got(`search?kinds=diary&limit=3`)).length, 3);
  });

  test('a typo is put right by the words of the memory, in the kinds that are looked in', async () => {
    const respelled = async (q: string, more = '') =>
      (await got<{ text: string | null }>(`search/respelled?q=${encodeURIComponent(q)}${more}`)).text;
    const text = await respelled('the dihswasher’s errror');
    assert.equal(text, 'the dishwasher’s error');
    const [found] = await got(`search?kinds=diary&q=${encodeURIComponent(text)}`);
    assert.match(found?.text ?? '', /dishwasher showed error/);
    assert.equal(await respelled('lasange', '&kinds=diary'), 'lasagne');
    assert.equal(await respelled('lasange', '&kinds=note'), null);
    assert.equal(await respelled('garden hose'), null);
    assert.equal(await respelled(''), null);
  });

  test('the diary, page by page', async () => {
    const texts: string[] = [];
    for (let before = ''; ; ) {
      const page = await got(`entries?kinds=diary&limit=3${before}`);
      texts.push(...page.map(({ text }) => text));
      if (page.length < 3) break;
      before = `&before=${page.at(-1)?.id}`;
    }
    assert.equal(new Set(texts).size, 8);
    assert.match(texts[0] ?? '', /lasagne/);
    assert.match(texts[7] ?? '', /hedgehog/);
  });

  test('what was used in a turn and why, and what was learned from one', async () => {
    const rows = await got<{ id: string; recalled: number; heard: string }[]>('turns');
    const row = rows.find(({ id }) => id === filled.turns.recalled);
    assert.deepEqual([row?.recalled, row?.heard], [2, 'what is wrong with the garden hose']);
    const used = await got<{ recalled: Row[]; learned: Row[] }>(`turn?id=${filled.turns.recalled}`);
    assert.match(used.recalled[0]?.text ?? '', /hose leaks/);
    assert.deepEqual(used.recalled[0]?.['matched'], ['garden', 'hose']);
    const learned = await got<{ learned: Row[] }>(`turn?id=${filled.turns.learned}`);
    assert.equal(learned.learned.length, 17 + 5 + 1);
    assert.deepEqual(
      (({ known, recalled }) => ({ known, recalled }))(
        await got<{ known: boolean; recalled: Row[] }>('turn?id=unheard-of'),
      ),
      { known: false, recalled: [] },
    );
  });

  test('too much and nonsense are refused with words', async () => {
    for (const route of [
      'entries?limit=1000',
      'entries?limit=x',
      'search?kinds=dairy',
      `search/respelled?q=${'long '.repeat(300)}`,
      'graph?limit=501',
      'search?from=1e300',
      'turn',
    ]) {
      assert.match(await refused(route, undefined, 400, 'bad-input'), /^That can't be used: /, route);
    }
    assert.match(await refused('forget/matching?phrase=ab', undefined, 400, 'short-phrase'), /Three letters/);
    assert.match(await refused('graph/node?id=999', undefined, 400, 'gone'), /gone/);
    assert.match(await refused('status?store=unheard-of', undefined, 400, 'other-store'), /not deployed/);
  });

  test('a store that is broken is said to be so on every route, and the others go on', async () => {
    for (const route of READS.filter((name) => !/^(turns|forgotten|maintenance|backups|export)/.test(name))) {
      const asked = `${route}${route.includes('?') ? '&' : '?'}store=broken-memory`;
      const message = await refused(asked, undefined, 400, 'store-failed');
      assert.match(message, /broken\.db is damaged/, route);
    }
    const { damaged } = await got<{ damaged: boolean }>('backups?store=broken-memory');
    assert.equal(damaged, true);
    assert.match(await refused('export?store=broken-memory'), /is damaged/);
    assert.match(await refused('facts/put?store=broken-memory', { category: 'a', key: 'b', value: 'c' }), /is damaged/);
    assert.equal((await got('entries')).length, 30);
  });
});

describe('what a person changes', () => {
  test('an entry is corrected once, and that can be taken back', async () => {
    const [entry] = await got('search?q=dishwasher&kinds=diary');
    const change = { id: entry?.id, previous: entry?.text, text: 'The dishwasher is new.', topics: ['dishwasher'] };
    const { id } = await got<{ id: number }>('entries/change', change);
    assert.match(
      await refused('entries/change', { ...change, text: 'somebody else was slower' }, 409),
      /changed or gone/,
    );
    assert.match(
      await refused('entries/change', { ...change, id, previous: change.text, text: ' ' }, 409),
      /changed or gone/,
    );
    const found = await got('search?q=dishwasher+new&kinds=diary');
    assert.deepEqual([found[0]?.text, found[0]?.['topics']], ['The dishwasher is new.', ['dishwasher']]);
    const [last] = await got<{ id: number; why: string }[]>('history?limit=1');
    assert.equal(last?.why, 'corrected');
    assert.equal((await got<{ undone: boolean }>('history/undo', { id: last?.id })).undone, true);
    assert.equal((await got('search?q=dishwasher&kinds=diary'))[0]?.text, entry?.text);
  });

  test('a note, too, which has no key', async () => {
    const [note] = await got('search?q=spare+key&kinds=note');
    await got('entries/change', { id: note?.id, previous: note?.text, text: 'The spare key is in the shed.' });
    const now = await got('entries?kinds=note');
    assert.deepEqual(
      now.map(({ text }) => text),
      ['The spare key is in the shed.'],
    );
    const [last] = await got<{ id: number }[]>('history?limit=1');
    await got('history/undo', { id: last?.id });
    assert.deepEqual(
      (await got('entries?kinds=note')).map(({ text }) => text),
      [note?.text],
    );
  });

  test('the graph: nodes and lines are added, changed, moved and removed', async () => {
    const edit = (body: object) => got<{ id: number }>('graph/edit', body);
    const node = (id: number) => got<{ path: string; lines: Row[]; stamp: string }>(`graph/node?id=${id}`);
    const { id: pets } = await edit({ action: 'add-node', parent: 1, name: 'Pets' });
    const { id: line } = await edit({ action: 'add-line', node: pets, text: 'The cat is called Minka.' });
    const mira = {
      action: 'edit-line',
      id: line,
      previous: 'The cat is called Minka.',
      text: 'The cat is called Mira.',
    };
    await edit(mira);
    assert.match(await refused('graph/edit', { ...mira, text: 'somebody else was slower' }, 409), /changed or gone/);
    const { lines } = await node(pets);
    assert.deepEqual(
      lines.map(({ text, origin }) => [text, origin]),
      [['The cat is called Mira.', 'corrected']],
    );
    const { id: home } = await edit({ action: 'add-node', parent: 3, name: 'Flat' });
    await edit({ action: 'move-line', id: line, previous: pets, node: home });
    await edit({ action: 'move-node', id: pets, previous: 1, parent: home });
    await edit({ action: 'rename-node', id: pets, previous: 'Pets', name: 'Animals here' });
    assert.equal((await node(pets)).path, 'WORLD › Flat › Animals here');
    const { stamp } = await node(home);
    await edit({ action: 'remove-line', id: line, previous: mira.text });
    assert.equal((await node(home)).lines.length, 0);
    const no = (body: object, code: string) => refused('graph/edit', body, 400, code);
    assert.match(await no({ action: 'move-node', id: home, previous: 3, parent: pets }, 'circle'), /under itself/);
    assert.match(await no({ action: 'rename-node', id: 1, previous: 'USER', name: 'x' }, 'root'), /three main nodes/);
    assert.match(await no({ action: 'add-line', node: home, text: '  ' }, 'empty'), /no words/);
    assert.match(await no({ action: 'add-node', parent: 3, name: 'flat' }, 'duplicate'), /already/);
    assert.match(await no({ action: 'add-line', node: 9999, text: 'x' }, 'gone'), /gone/);
    assert.match(await no({ action: 'burn', id: 1 }, 'bad-input'), /can't be used/);
    await refused('graph/edit', { action: 'remove-node', id: home, previous: stamp }, 409, 'changed');
    await edit({ action: 'remove-node', id: home, previous: (await node(home)).stamp });
    const [last] = await got<{ id: number }[]>('history?limit=1');
    await got('history/undo', { id: last?.id });
    assert.equal((await node(pets)).path, 'WORLD › Flat › Animals here');
  });

  test('of two people who change the same in the graph, the slower one is told', async () => {
    const edit = (body: object) => got<{ id: number }>('graph/edit', body);
    const { id: node } = await edit({ action: 'add-node', parent: 3, name: 'Boat' });
    const { id: line } = await edit({ action: 'add-line', node, text: 'The boat lies in the harbour.' });
    await edit({ action: 'rename-node', id: node, previous: 'Boat', name: 'Ship' });
    await edit({ action: 'move-node', id: node, previous: 3, parent: 1 });
    await edit({ action: 'move-line', id: line, previous: node, node: 1 });
    await edit({ action: 'edit-line', id: line, previous: 'The boat lies in the harbour.', text: 'The boat is sold.' });
    for (const late of [
      { action: 'rename-node', id: node, previous: 'Boat', name: 'Yacht' },
      { action: 'rename-node', id: 9999, previous: 'Boat', name: 'Yacht' },
      { action: 'move-node', id: node, previous: 3, parent: 2 },
      { action: 'move-line', id: line, previous: node, node: 2 },
      { action: 'remove-line', id: line, previous: 'The boat lies in the harbour.' },
    ]) {
      assert.match(await refused('graph/edit', late, 409, 'changed'), /changed or gone/, JSON.stringify(late));
    }
    const { name, parent } = await got<{ name: string; parent: number }>(`graph/node?id=${node}`);
    assert.deepEqual([name, parent], ['Ship', 1]);
  });

  test('a fact is corrected by the one who knows what it is now', async () => {
    const read = async () => (await got('entries?kinds=fact')).find(({ key }) => key === 'home/wifi_name');
    const previous = await read();
    const change = { category: 'home', key: 'wifi_name', value: 'Harbour', previous };
    await got('facts/put', change);
    assert.match(await refused('facts/put', { ...change, value: 'somebody else was slower' }, 409), /changed or gone/);
    assert.match((await read())?.text ?? '', /: Harbour$/);
    await got('facts/put', { ...change, value: 'Lighthouse', previous: await read() });
  });

  test('a new fact never takes the place of one of its name unasked', async () => {
    const fact = { category: 'Home', key: 'Wifi name!', value: 'Harbour' };
    const { done, entry } = await got<{ done: string; entry: Row }>('facts/put', fact);
    assert.deepEqual([done, entry.text], ['known', 'home, wifi name: Lighthouse']);
    assert.equal((await got('entries?kinds=fact')).find(({ key }) => key === 'home/wifi_name')?.text, entry.text);
    const fresh = { category: 'home', key: 'attic_key', value: 'under the mat' };
    assert.equal((await got<{ done: string }>('facts/put', fresh)).done, 'added');
    const known = await got<{ entry: Row }>('facts/put', fresh);
    await got('facts/forget', { ...fresh, previous: known.entry });
  });

  test('how long each kind is kept, and in which rooms', async () => {
    const status = () =>
      got<{ retention: Record<string, number>; rooms: { site: string; remembered: boolean }[] }>('status');
    const { retention: previous } = await status();
    await got('retention', { previous, days: { trace: 90, said: 0 } });
    const { retention } = await status();
    assert.deepEqual([retention['trace'], retention['said'], retention['diary']], [90, 0, 0]);
    await refused('retention', { previous, days: { trace: 60 } }, 409, 'changed');
    await refused('retention', { previous: {}, days: { trace: 60 } }, 409, 'changed');
    await got('retention', { previous, days: { diary: 0 } });
    assert.deepEqual((await status()).retention, retention);
    for (const days of [{ trace: -1 }, { trace: 1.5 }, { trace: 1e9 }, { everything: 1 }, { trace: '3' }]) {
      assert.match(await refused('retention', { previous: retention, days }), /can't be used/, JSON.stringify(days));
    }
    await got('rooms', { site: 'bath', remember: false });
    // The kitchen is a satellite of the flow that ships; in the garden somebody has spoken.
    const others = [
      { site: 'garden', area: null, remembered: true },
      { site: 'kitchen', area: 'Kitchen', remembered: true },
    ];
    assert.deepEqual((await status()).rooms, [{ site: 'bath', area: null, remembered: false }, ...others]);
    await got('rooms', { site: 'bath', remember: true });
    assert.deepEqual((await status()).rooms, others);
    assert.match(await refused('rooms', { site: '', remember: false }), /can't be used/);
  });

  test('a fact; what changed since is only taken back when that is meant', async () => {
    const put = async (value: string) => {
      const fact = { category: 'Home', key: 'bin day', value };
      const known = await got<{ done: string; entry: Row }>('facts/put', fact);
      assert.deepEqual([known.done, known.entry['key']], ['known', 'home/bin_day']);
      assert.equal((await got<{ done: string }>('facts/put', { ...fact, previous: known.entry })).done, 'changed');
    };
    await put('paper on Fridays');
    const [first] = await got<{ id: number }[]>('history?limit=1&table=facts');
    await put('paper on Mondays');
    assert.deepEqual(await got('history/undo', { id: first?.id }), { undone: false, reason: 'changed-since' });
    assert.equal((await got<{ undone: boolean }>('history/undo', { id: first?.id, force: true })).undone, true);
    const facts = await got<{ key: string; id: number; text: string }[]>('entries?kinds=fact');
    const previous = facts.find(({ key }) => key === 'home/bin_day');
    assert.equal(previous?.text, 'home, bin day: paper on Thursdays');
    const gone = { category: 'home', key: 'bin_day', previous };
    const other = { ...previous, text: 'home, bin day: paper on Mondays' };
    await refused('facts/forget', { ...gone, previous: other }, 409, 'changed');
    await got('facts/forget', gone);
    assert.match(await refused('facts/forget', gone, 409, 'changed'), /gone/);
    const nothing = { category: '!', key: '?', value: '' };
    assert.match(await refused('facts/put', nothing, 400, 'incomplete-fact'), /needs a category/);
    assert.match(await refused('history/undo', { id: 10_000_000 }, 400, 'undo-unknown'), /no longer in the history/);
  });
});

describe('the memory as a file', () => {
  const LINES_TYPE = 'application/x-ndjson';
  /** An export with so many notes. */
  const exportOf = (word: string, notes: number): Buffer => {
    const lines = Array.from({ length: notes }, (_, n) => ({
      ...{ type: 'entry', id: (1_000 + n) * 1_000, kind: 'note', key: null, at: 1_000 + n, source: 'said', site: null },
      ...{ text: `${word} ${n} ${'and so on '.repeat(20)}`, topics: [], turns: [] },
    }));
    return Buffer.from([{ 'jarvis-memory': 1 }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
  };
  const imported = (body: Buffer) =>
    ask<Record<string, number>>('import?store=second-memory', { body: String(body), type: LINES_TYPE });

  test('is exported, and imported into another store', async () => {
    const text = await got<string>('export');
    assert.match(text, /^\{"jarvis-memory":1,/);
    const sent = () => ask<Record<string, number>>('import?store=second-memory', { body: text, type: LINES_TYPE });
    const { status, json } = await sent();
    assert.equal(status, 200, JSON.stringify(json));
    assert.equal(json['bad'], 0);
    const again = (await sent()).json;
    assert.equal(again['added'], 0, 'what is there stays');
    const [found] = await got('search?q=hedgehog+shed&kinds=diary&store=second-memory');
    assert.match(found?.text ?? '', /hedgehog/);
  });

  test('anything else is refused', async () => {
    const long = `{"jarvis-memory":99}\n${'x'.repeat(20_000_000)}`;
    for (const body of ['nonsense', '', '{"jarvis-memory":99}\n', long]) {
      const { status, json } = await ask<{ code: string; message: string }>('import', {
        body,
        type: LINES_TYPE,
      });
      assert.deepEqual([status, json.code], [400, 'no-export'], body.slice(0, 100));
      assert.match(json.message, /export/);
    }
  });

  test('one whose sender goes is left where it was, and goes on when it is sent again', async () => {
    const all = exportOf('cut', 3_000);
    const gone = request(`${runtime.url}/red/jarvis/admin/memory/import?store=second-memory`, {
      method: 'POST',
      headers: { 'Content-Type': LINES_TYPE, 'Content-Length': all.length, Authorization: `Bearer ${tokens.writer}` },
    });
    gone.on('error', () => {});
    gone.write(all.subarray(0, all.length / 2));
    const held = async () => (await got<Row[]>('search?q=cut+0&kinds=note&store=second-memory')).length;
    await until(async () => (await held()) > 0, 'the first lines');
    gone.destroy();
    const { status, json } = await imported(all);
    assert.equal(status, 200);
    assert.equal((json['added'] ?? 0) + (json['kept'] ?? 0), 3_000);
    assert.ok((json['added'] ?? 0) > 0 && (json['kept'] ?? 0) > 0, JSON.stringify(json));
    assert.ok(runtime.running());
    assert.doesNotMatch(runtime.output(), /unhandled|uncaught/i);
  });

  test('two at once take in each line once, also while the memory is tidied', async () => {
    const all = exportOf('twice', 2_000);
    await got('maintenance/start?store=second-memory', { task: 'retention' });
    const both = await Promise.all([imported(all), imported(all), got('export?store=second-memory')]);
    const results = both.slice(0, 2) as Awaited<ReturnType<typeof imported>>[];
    assert.deepEqual(
      results.map(({ status, json }) => [status, json['bad']]),
      [
        [200, 0],
        [200, 0],
      ],
    );
    assert.equal(
      results.reduce((sum, { json }) => sum + (json['added'] ?? 0), 0),
      2_000,
    );
  });

  test('an export whose reader goes is left there', async () => {
    const gone = request(`${runtime.url}/red/jarvis/admin/memory/export?store=second-memory`, {
      headers: { Authorization: `Bearer ${tokens.writer}` },
    });
    gone.on('error', () => {});
    gone.end();
    const [answer] = (await once(gone, 'response')) as [IncomingMessage];
    answer.on('error', () => {});
    answer.destroy();
    assert.equal((await ask('status')).status, 200);
    // All of it, through the same route.
    const whole = await fetch(`${runtime.url}/red/jarvis/admin/memory/export?store=second-memory`, {
      headers: { Authorization: `Bearer ${tokens.writer}` },
    });
    assert.ok((await whole.text()).length > 0);
    assert.ok(runtime.running());
    assert.doesNotMatch(runtime.output(), /unhandled|uncaught/i);
  });
});

describe('maintenance', () => {
  const state = () => got<{ running: unknown; last: Record<string, unknown> | null }>('maintenance');
  const ended = () => until(async () => (await state()).last, 'the end of the task');

  test('a task is started, ends, and says how; one without what it needs says what is missing', async () => {
    await got('maintenance/start', { task: 'vacuum' });
    assert.equal((await ended())['outcome'], 'done');
    await got('maintenance/start', { task: 'embed' });
    const failed = await ended();
    assert.equal(failed['outcome'], 'failed');
    assert.equal(failed['code'], 'not-configured');
    assert.match(String(failed['message']), /embedding model/);
    assert.match(await refused('maintenance/start', { task: 'unheard-of' }, 400, 'gone'), /no such task/);
    assert.deepEqual(await got('maintenance/cancel', {}), { ok: true });
  });
});

describe('forgetting', () => {
  test('needs the word that says it is meant', async () => {
    for (const body of [
      { since: 0 },
      { matching: 'hose' },
      { matching: 'hose', confirm: 'yes' },
      { confirm: 'forget' },
    ]) {
      await refused('forget', body);
    }
    await refused('entries/forget', { id: 1, previous: '' });
    await refused('forget', { matching: 'ab', confirm: 'forget' }, 400, 'short-phrase');
  });

  test('what was said a moment ago is gone from the list of turns as well', async () => {
    const page = await openPage(runtime.url);
    page.send({ type: 'text', text: 'Jarvis, the walrus is in the bath' });
    const heard = async () => JSON.stringify(await got('turns'));
    await until(async () => /walrus/.test(await heard()), 'the turn');
    await got('forget', { matching: 'walrus', confirm: 'forget' });
    assert.doesNotMatch(await heard(), /walrus/);
    await page.close();
  });

  test('an entry; all that holds a phrase; everything since a moment', async () => {
    const [whales] = await got('search?q=whales&kinds=diary');
    const forgetting = { id: whales?.id, previous: whales?.text, confirm: 'forget' };
    await refused('entries/forget', { ...forgetting, previous: 'what it said before' }, 409, 'changed');
    assert.equal((await got<{ entries: number }>('entries/forget', forgetting)).entries, 1);
    await refused('entries/forget', forgetting, 409, 'changed');
    assert.equal((await got('search?q=whales&kinds=diary')).length, 0);
    const preview = await got<{ count: number; entries: Row[] }>('forget/matching?phrase=hedgehog');
    assert.equal(preview.count, 2);
    assert.ok(preview.entries.every(({ text }) => /hedgehog/.test(text)));
    assert.equal((await got<{ entries: number }>('forget', { matching: 'hedgehog', confirm: 'forget' })).entries, 2);
    assert.equal((await got('search?q=hedgehog')).length, 0);
    const since = Date.now() - 20 * 86_400_000;
    assert.ok((await got<{ count: number }>(`forget/since?from=${since}`)).count > 4);
    await got('forget', { since, confirm: 'forget' });
    assert.deepEqual(await got(`entries?from=${since}`), []);
    assert.equal((await got('entries?kinds=diary')).length, 1);
  });
});
