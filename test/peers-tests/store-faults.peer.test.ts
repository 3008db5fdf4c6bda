import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openMemory } from '../../lib/memory/memory.js';
import { openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../scripted-model-server/server.js';
import { must, until } from '../until.js';

const ANSWER = 'The lighthouse is 96 metres tall.';
const isRoot = process.getuid?.() === 0;

let folder: string;
/** The disk, as the process sees it, and as it is seen from here. */
let disk: string;
let seen: string;
let model: ScriptedModelServer;
let runtime: Runtime;
let page: Page;

/** Runs a command where the disk is mounted. */
const there = (...command: string[]) =>
  execFileSync('nsenter', [
    '-t',
    `${runtime.pid}`,
    ...(isRoot ? [] : ['-U', '--preserve-credentials']),
    '-m',
    ...command,
  ]);

async function asked<T>(route: string, body?: object): Promise<T> {
  const answer = await fetch(`${runtime.url}/jarvis/admin/memory/${route}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  return (await answer.json()) as T;
}
const isDamaged = async () => (await asked<{ damaged: boolean }>('backups')).damaged;

/** Says something; it is answered whatever happens to the store. */
async function say(text: string): Promise<void> {
  const replies = () => page.messages.filter((message) => message['kind'] === 'reply' && message['last']).length;
  const count = replies();
  page.send({ type: 'text', text });
  await until(
    () => replies() > count,
    () => `an answer to "${text}": ${runtime.output().slice(-2_000)}`,
  );
}

/** How often the log told something since the process began. */
const told = (words: RegExp) => runtime.output().match(new RegExp(words, 'g'))?.length ?? 0;

/** Deploys the flow anew, and has a page again. */
async function redeploy(): Promise<void> {
  await runtime.deploy(await runtime.flows());
  await page.close();
  page = await openPage(runtime.url);
}

/** What the diary has of what was asked about something, in a copy of the store. */
async function asksOf(about: string): Promise<string[]> {
  const copy = path.join(mkdtempSync(path.join(folder, 'copy-')), 'jarvis.db');
  for (const end of ['', '-wal']) if (existsSync(`${seen}${end}`)) cpSync(`${seen}${end}`, `${copy}${end}`);
  const memory = openMemory({ file: copy });
  const rows = await memory.diary.pending({ limit: 1_000 }).finally(() => memory.close());
  return rows.filter(({ role, content }) => role === 'user' && content.includes(about)).map(({ content }) => content);
}
const inDiary = (asks: string[], about: string) =>
  until(
    async () => (await asksOf(about).catch((): string[] => [])).length >= asks.length,
    () => `${asks}`,
    20,
  ).then(async () => assert.deepEqual(await asksOf(about), asks));

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'jarvis-faults-'));
  disk = path.join(folder, 'disk');
  mkdirSync(disk);
  const begun = path.join(folder, 'begun');
  const memory = openMemory({ file: path.join(begun, 'jarvis.db') });
  // More than what stays in the process after a start.
  await memory.entries.putMany(
    Array.from({ length: 1_000 }, (_, number) => ({
      kind: 'note' as const,
      key: `${number}`,
      at: Date.now() - number,
      source: 'test',
      text: `Boat ${number} is blue. ${'words '.repeat(100)}`,
    })),
  );
  await memory.backups.make();
  await memory.close();
  model = await startScriptedModelServer({ speed: 'instant', answers: () => ({ text: ANSWER }) });
  const mounted = 'mount -t tmpfs -o size=24m tmpfs "$1" && cp -r "$2/." "$1" && shift 2 && exec "$@"';
  runtime = await startRuntime({
    command: ['unshare', '--mount', ...(isRoot ? [] : ['--map-root-user']), 'sh', '-c', mounted, 'sh', disk, begun],
    env: { JARVIS_DATA: disk, JARVIS_MODEL_URL: model.url, JARVIS_TTS: 'espeak' },
  });
  seen = path.join(`/proc/${runtime.pid}/root`, disk, 'jarvis.db');
  await runtime.warm();
  page = await openPage(runtime.url);
});
after(async () => {
  await page?.close();
  await runtime?.stop();
  await model?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Fills the disk to the last byte. @returns makes room again */
function fill(): () => void {
  const ballast = path.join(path.dirname(seen), 'ballast');
  for (const bytes of [1_000_000, 4096, 1]) {
    try {
      for (;;) appendFileSync(ballast, Buffer.alloc(bytes));
    } catch (thrown) {
      assert.match(String(thrown), /ENOSPC/);
    }
  }
  return () => rmSync(ballast);
}

/** As SQLite finds it: where the store itself has to grow, or what it has beside it. */
const FULL = /the disk is full|failing, full or gone/;

describe('while Node-RED runs', () => {
  test('a full disk: talk goes on, it is told once, and what was said meanwhile is kept, over a redeploy', async () => {
    await say('tell me about lighthouses');
    const makeRoom = fill();
    const asks: string[] = [];
    const talk = async () => {
      asks.push(`tell me about lighthouse ${asks.length} of the full disk`);
      await say(must(asks.at(-1)));
    };
    // The log beside the store may have room in it for some.
    for (let more = 0; told(FULL) === 0 && more < 20; more++) await talk();
    await talk();
    page.send({ type: 'text', text: 'turn on the kitchen light' });
    await page.sees('light.kitchen_light', 'on');
    assert.equal(told(FULL), 1);
    await redeploy();
    assert.equal(told(/things that were said wait/), 1);
    await talk();
    makeRoom();
    await talk();
    await inDiary(asks, 'full disk');
  });

  test('a file that has become read-only: the same', async () => {
    const file = path.join(disk, 'jarvis.db');
    there('mount', '--bind', file, file);
    there('mount', '-o', 'remount,bind,ro', file);
    await redeploy();
    const asks = ['tell me about the first lighthouse that is read-only', 'and about the second one that is read-only'];
    for (const ask of asks) await say(ask);
    await until(
      () => told(/can't be written \(/) > 0,
      () => runtime.output().slice(-3000),
      10,
    );
    assert.equal(told(/can't be written \(/), 1);
    page.send({ type: 'text', text: 'turn off the kitchen light' });
    await page.sees('light.kitchen_light', 'off');
    there('umount', '-l', file);
    await redeploy();
    await inDiary(asks, 'read-only');
  });

  const DAMAGES: Record<string, () => void> = {
    'garbage in its pages': () => {
      const bytes = Buffer.alloc(statSync(seen).size, 0x5a);
      writeFileSync(seen, bytes, { flag: 'r+' });
    },
    'cut off in the middle': () => truncateSync(seen, Math.floor(statSync(seen).size / 8192) * 4096),
  };
  for (const [at, [what, damage]] of Object.entries(DAMAGES).entries()) {
    test(`${what}, while it is open: talk goes on, it is told once, and it is restored`, async () => {
      // What was read before would be answered from this process's memory.
      await redeploy();
      const before = told(/ is damaged/);
      damage();
      await until(
        async () => {
          await asked('search?q=boat&limit=100');
          await asked('entries?limit=100');
          return await isDamaged();
        },
        'the damage to be known',
        20,
      );
      const ask = `tell me about the lighthouse of damage ${at}`;
      await say(ask);
      page.send({ type: 'text', text: `turn ${at === 0 ? 'on' : 'off'} the kitchen light` });
      await page.sees('light.kitchen_light', at === 0 ? 'on' : 'off');
      assert.equal(told(/ is damaged/), before + 1);
      if (at === 0) assert.equal(typeof (await asked<{ at: number }>('restore', { confirm: 'restore' })).at, 'number');
      else {
        page.send({ type: 'text', text: 'Restore the memory, please.' });
        await until(() => page.messages.some(({ text }) => /restored from the backup/.test(String(text))), 'the words');
      }
      assert.equal(await isDamaged(), false);
      assert.ok((await asked<unknown[]>('search?q=boat')).length > 0);
      assert.equal(readdirSync(path.dirname(seen)).filter((name) => name.includes('.damaged-')).length, 1);
      const behind = `tell me about the lighthouse after damage ${at}`;
      await say(behind);
      await inDiary([ask, behind], `damage ${at}`);
    });
  }
});
