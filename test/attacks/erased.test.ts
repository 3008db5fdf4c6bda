import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { type ChatBody, lastUser } from '../scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../scripted-model-server/server.js';
import { until } from '../until.js';

/** Every route that answers with what is remembered or was said. */
const ROUTES = [
  'turns',
  'contexts',
  'status',
  'memory/status',
  'memory/entries?limit=100',
  'memory/search?q=love&limit=100',
  'memory/graph',
  'memory/graph/node?id=1',
  'memory/graph/node?id=2',
  'memory/history?limit=100',
  'memory/forgotten',
  'memory/turns',
  'memory/maintenance',
  'memory/forget/since?from=0',
  'memory/export',
];

let data: string;
let server: ScriptedModelServer;
let runtime: Runtime;
const rooms: Page[] = [];

/** A model that repeats whatever it can lay its hands on. */
function parrot(request: ChatBody): string {
  if (/"summary"/.test(JSON.stringify(request.format ?? ''))) {
    return JSON.stringify({ summary: `They said: ${lastUser(request).slice(-300)}`, topics: ['talk'] });
  }
  const words = request.messages.map(({ content }) => content).join(' ');
  const found = /\p{L}*(?:marmelade|knödel|kuchen|brot)\p{L}*/iu.exec(words)?.[0] ?? 'nothing';
  return `I think of ${found}.`;
}

async function say(page: Page, text: string): Promise<void> {
  const answered = () =>
    page.messages.filter(({ type, kind, last }) => type === 'show' && kind === 'reply' && last).length;
  const idle = () => page.messages.filter(({ type, stage }) => type === 'stage' && stage === 'idle').length;
  const [answers, ends] = [answered(), idle()];
  await page.type(text);
  await until(
    () => answered() > answers && idle() > ends,
    () => `an answer to "${text}": ${runtime.output().slice(-1_000)}`,
  );
}

async function admin(route: string, body?: unknown): Promise<string> {
  const answer = await fetch(`${runtime.url}/jarvis/admin/${route}`, {
    ...(body !== undefined && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    }),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, `${route}: ${text}`);
  return text;
}

/** What a file holds; nothing when it is gone by now, as a backup that is just being made. */
function textOf(file: string): string {
  try {
    return readFileSync(file).toString('utf8');
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return '';
    throw thrown;
  }
}

/** Where a word stands: files of the data folder, what the routes answer, the log. */
async function whereIs(word: string): Promise<string[]> {
  const has = (text: string) => text.normalize('NFC').toLowerCase().includes(word.toLowerCase());
  const found: string[] = [];
  for (const route of ROUTES) if (has(await admin(route))) found.push(route);
  for (const name of readdirSync(data, { recursive: true, withFileTypes: true })) {
    if (name.isFile() && has(textOf(path.join(name.parentPath, name.name)))) found.push(name.name);
  }
  if (has(runtime.output())) found.push('the log');
  return found;
}

/** Nothing of a word comes back, wherever it is asked for: not to the eye, nor in what a model is told later. */
async function isGone(word: string): Promise<void> {
  assert.deepEqual(await whereIs(word), []);
  const before = server.requests.length;
  for (const page of rooms) await say(page, 'what did we just talk about?');
  const told = server.requests.slice(before).map(({ body }) => JSON.stringify(body));
  assert.ok(told.length >= rooms.length);
  assert.deepEqual(
    told.filter((text) => text.toLowerCase().includes(word.toLowerCase())),
    [],
  );
  assert.deepEqual(await whereIs(word), []);
}

/** Says a word in every room: in sentences of its own, and in answers. */
async function talkOf(word: string): Promise<void> {
  const [first, ...others] = rooms;
  if (first) await say(first, `remember that I love ${word}`);
  for (const page of others) await say(page, `Do people who love it eat ${word} in the morning?`);
  for (const page of rooms) await say(page, 'and in the evening?');
  assert.ok((await whereIs(word)).length > 0, 'it was there');
}

before(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'jarvis-erased-'));
  server = await startScriptedModelServer({
    speed: 'instant',
    models: { scripted: { parameters: 30e9 } },
    answers: parrot,
  });
  runtime = await startRuntime({ env: { JARVIS_DATA: data, JARVIS_MODEL_URL: server.url } });
  for (const site of ['browser-0000000a', 'browser-0000000b', 'browser-0000000c']) {
    rooms.push(await openPage(runtime.url, site));
  }
});
after(async () => {
  for (const page of rooms) await page.close();
  await runtime?.stop();
  await server?.close();
  rmSync(data, { recursive: true, force: true });
});

describe('erased is erased', () => {
  test('a phrase, on the page: gone from every room', async () => {
    await talkOf('Quittenmarmelade');
    await admin('memory/forget', { matching: 'QUITTENMARMELADE', confirm: 'forget' });
    await isGone('Quittenmarmelade');
  });

  test('an entry, on the page: gone from every room that told of it', async () => {
    await talkOf('Rhabarberkuchen');
    const [entry] = JSON.parse(await admin('memory/search?q=Rhabarberkuchen')) as { id: number; text: string }[];
    assert.ok(entry);
    await admin('memory/entries/forget', { id: entry.id, previous: entry.text, confirm: 'forget' });
    await isGone('Rhabarberkuchen');
  });

  test('everything since a moment, on the page', async () => {
    const from = Date.now();
    await talkOf('Zwetschgenknödel');
    await admin('memory/forget', { since: from, confirm: 'forget' });
    await isGone('Zwetschgenknödel');
  });

  test('with accents in any spelling, and while a turn of another room runs', async () => {
    await talkOf('Möhrenbrot');
    const [first, second] = rooms;
    assert.ok(first && second);
    second.send({ type: 'text', text: 'Who loves Möhrenbrot?' });
    await admin('memory/forget', { matching: 'Möhrenbrot'.normalize('NFD'), confirm: 'forget' });
    await say(second, 'good night');
    await admin('memory/forget', { matching: 'mohrenbrot', confirm: 'forget' });
    await isGone('Möhrenbrot');
  });

  test('by voice: gone from everywhere, the turn that asked for it too', async () => {
    await talkOf('Aprikosenmarmelade');
    const [first] = rooms;
    assert.ok(first);
    await say(first, 'forget that I love Aprikosenmarmelade');
    await isGone('Aprikosenmarmelade');
  });

  test('by voice, it can be taken back for a day, and is gone for good on demand', async () => {
    const [, room] = rooms;
    assert.ok(room);
    await say(room, 'remember that I love Kartoffelknödel');
    await say(room, 'forget that I love Kartoffelknödel');
    await isGone('Kartoffelknödel');
    await say(room, 'take that back');
    assert.match(await admin('memory/graph/node?id=1'), /I love Kartoffelknödel/);
    await say(room, 'forget that I love Kartoffelknödel');
    await say(room, 'erase it for good');
    await say(room, 'take that back');
    await isGone('Kartoffelknödel');
  });

  test('the page can take it back too, or erase it at once, without ever showing it', async () => {
    const [room] = rooms;
    assert.ok(room);
    const forgotten = async () => JSON.parse(await admin('memory/forgotten')) as { id: number; site: string }[];
    for (const route of ['forgotten/take-back', 'forgotten/erase']) {
      const before = (await forgotten()).length;
      await say(room, 'remember that I love Bananenbrot');
      await say(room, 'forget that I love Bananenbrot');
      assert.deepEqual(await whereIs('Bananenbrot'), []);
      const [newest] = await forgotten();
      assert.deepEqual([(await forgotten()).length, newest?.site], [before + 1, room.site]);
      await admin(`memory/${route}`, { id: newest?.id, confirm: 'forget' });
      assert.equal((await forgotten()).length, before);
      assert.equal((await admin('memory/graph/node?id=1')).includes('Bananenbrot'), route === 'forgotten/take-back');
    }
    await isGone('Bananenbrot');
  });

  test('nothing of it is in what the next start reads', async () => {
    await talkOf('Kirschkuchen');
    await admin('memory/forget', { matching: 'Kirschkuchen', confirm: 'forget' });
    await admin('memory/forget', { since: 0, confirm: 'forget' });
    await isGone('Kirschkuchen');
    assert.deepEqual(JSON.parse(await admin('memory/entries')), []);
  });
});
