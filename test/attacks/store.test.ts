import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Memory, openMemory } from '../../lib/memory/memory.js';
import { openPage } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { openSatellite } from '../satellite.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../scripted-model-server/server.js';
import { must, until } from '../until.js';

const ANSWER = 'The lighthouse is 96 metres tall.';

let data: string;
let file: string;
let model: ScriptedModelServer;
let runtime: Runtime;

const start = () => startRuntime({ env: { JARVIS_DATA: data, JARVIS_MODEL_URL: model.url, JARVIS_TTS: 'espeak' } });

/** Ends the process as a power cut does. */
async function kill(): Promise<void> {
  process.kill(runtime.pid, 'SIGKILL');
  await until(() => !runtime.running(), 'the end of the process');
  await runtime.stop();
}

/** Looks into the store while no Node-RED has it. */
async function inStore<T>(look: (memory: Memory) => Promise<T>): Promise<T> {
  const memory = openMemory({ file });
  return await look(memory).finally(() => memory.close());
}

/** What the store holds of a turn that was about something. */
const keptOf = (about: string) =>
  inStore(async (memory) => ({
    dialogue: (await memory.dialogue.since(0))
      .filter(({ messages }) => JSON.stringify(messages).includes(about))
      .flatMap(({ messages }) => messages.map(({ content }) => content)),
    diary: (await memory.diary.pending({ limit: 1000 }))
      .reduce<string[][]>((turns, { content, role }) => {
        if (role === 'user') turns.push([]);
        turns.at(-1)?.push(content);
        return turns;
      }, [])
      .filter(([asked]) => asked?.includes(about))
      .flat(),
  }));

const modeOf = (name: string) => (statSync(name).mode & 0o777).toString(8);

before(async () => {
  data = path.join(mkdtempSync(path.join(tmpdir(), 'jarvis-store-')), 'jarvis');
  file = path.join(data, 'jarvis.db');
  model = await startScriptedModelServer({ speed: 'instant', answers: () => ({ text: ANSWER }) });
  // A folder and a store as earlier versions have left them: for everybody to read.
  mkdirSync(path.join(data, 'models'), { recursive: true });
  await inStore((memory) => memory.entries.count());
  for (const folder of [data, path.join(data, 'models')]) chmodSync(folder, 0o755);
  chmodSync(file, 0o644);
  runtime = await start();
});
/** Each test finds it running, also after one that has killed it. */
beforeEach(async () => {
  if (!runtime.running()) runtime = await start();
});
after(async () => {
  await runtime?.stop();
  await model?.close();
  rmSync(path.dirname(data), { recursive: true, force: true });
});

describe('the files of the memory', () => {
  test("are closed to the machine's other users, also those that were open to them", async () => {
    await until(() => existsSync(`${file}-wal`), 'the open store');
    for (const folder of [data, path.join(data, 'models')]) assert.equal(modeOf(folder), '700', folder);
    for (const name of readdirSync(data).filter((one) => one.startsWith('jarvis.db'))) {
      const own = path.join(data, name);
      assert.equal(modeOf(own), statSync(own).isDirectory() ? '700' : '600', own);
    }
  });
});

describe('an exchange whose process is killed right behind the reply', () => {
  for (const round of [1, 2, 3]) {
    test(`typed on the page, when its words are there (${round})`, async () => {
      await runtime.warm();
      const page = await openPage(runtime.url);
      const question = `tell me about lighthouse number ${round}`;
      await page.type(question);
      await until(() => page.messages.some((message) => JSON.stringify(message).includes('96 metres')), 'the reply');
      await kill();
      const { dialogue, diary } = await keptOf(question);
      assert.deepEqual(dialogue, [question, ANSWER]);
      assert.deepEqual(diary, [question, ANSWER]);
    });
  }

  test('spoken at a satellite, when its words are shown', async (t) => {
    const satellite = await openSatellite(runtime.mqttPort);
    t.after(() => satellite.close());
    await runtime.warm();
    const question = 'tell me about lighthouses in Brittany';
    await satellite.say('hermes/asr/textCaptured', { text: `Hey Jarvis, ${question}`, siteId: 'den' });
    await satellite.hearsSound('den');
    // The sound waits for no store; the words are shown when it has them.
    await until(
      async () =>
        (await runtime.turns()).some(({ site, texts }) => site === 'den' && texts.reply?.includes('96 metres')),
      'the words of the reply',
    );
    await kill();
    const { dialogue, diary } = await keptOf('Brittany');
    assert.deepEqual(dialogue, [question, ANSWER]);
    assert.deepEqual(diary, [question, ANSWER]);
  });
});

/** Asks a route of the memory page. */
async function asked<T>(route: string, body?: object): Promise<T> {
  const answer = await fetch(`${runtime.url}/jarvis/admin/memory/${route}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  return (await answer.json()) as T;
}
const backups = () => asked<{ damaged: boolean; list: { at: number }[] }>('backups');

/** Garbage over the whole file; it is asked until it has noticed. */
async function damage(): Promise<void> {
  if (runtime.running()) await kill();
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  writeFileSync(file, Buffer.alloc(200_000, 0x5a));
  runtime = await start();
  await until(async () => (await backups()).damaged, 'the damage to be known');
}

describe('a damaged store', () => {
  test('is told, nothing else stops, and one sentence restores it; what was said meanwhile is not lost', async (t) => {
    await kill();
    const pending = await inStore(async (memory) => {
      await memory.entries.put({
        kind: 'note',
        key: 'kept',
        at: Date.now(),
        source: 'test',
        text: 'The boat is blue.',
      });
      await memory.backups.make();
      return await memory.diary.waiting();
    });
    await damage();
    assert.match(runtime.output(), /is damaged.*restore the memory/);
    await runtime.warm();
    const page = await openPage(runtime.url);
    t.after(() => page.close());
    await page.type('turn on the kitchen light');
    await page.sees('light.kitchen_light', 'on');
    await page.type('tell me about the lighthouse of the damaged days');
    await page.gets('show', { kind: 'reply', text: ANSWER });
    await page.type('restore the memory');
    await until(
      () => page.messages.some(({ text }) => /restored from the backup of \w+ \d+, \d{4}/.test(String(text))),
      () => JSON.stringify(page.messages.slice(-5)),
    );
    assert.equal((await backups()).damaged, false);
    const found = await asked<{ text: string }[]>('search?q=boat');
    assert.deepEqual(
      found.map(({ text }) => text),
      ['The boat is blue.'],
    );
    await until(async () => (await asked<{ waiting: number }>('status')).waiting > pending, 'what was said meanwhile');
    assert.equal(readdirSync(data).filter((name) => name.includes('.damaged-')).length, 1);
    await kill();
    assert.deepEqual((await keptOf('damaged days')).diary, [
      'tell me about the lighthouse of the damaged days',
      ANSWER,
    ]);
  });

  test('is restored by one button; a store that is whole is left alone', async () => {
    await damage();
    const { at } = await asked<{ at: number }>('restore', { confirm: 'restore' });
    assert.equal(at, must((await backups()).list[0]).at);
    assert.match(JSON.stringify(await asked('restore', { confirm: 'restore' })), /not damaged/);
    assert.match(JSON.stringify(await asked('restore', {})), /bad-input/);
  });
});
