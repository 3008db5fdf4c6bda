import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Memory, openMemory } from '../../lib/memory/memory.js';
import { openPage } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { openSatellite } from '../satellite.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../scripted-model-server/server.js';
import { until } from '../until.js';

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
      page.send({ type: 'text', text: question });
      await until(() => page.messages.some((message) => JSON.stringify(message).includes('96 metres')), 'the reply');
      await kill();
      const { dialogue, diary } = await keptOf(question);
      assert.deepEqual(dialogue, [question, ANSWER]);
      assert.deepEqual(diary, [question, ANSWER]);
    });
  }

  test('spoken at a satellite, when its sound is there', async (t) => {
    const satellite = await openSatellite(runtime.mqttPort);
    t.after(() => satellite.close());
    await runtime.warm();
    const question = 'tell me about lighthouses in Brittany';
    await satellite.say('hermes/asr/textCaptured', { text: `Hey Jarvis, ${question}`, siteId: 'den' });
    await satellite.hearsSound('den');
    await kill();
    const { dialogue, diary } = await keptOf('Brittany');
    assert.deepEqual(dialogue, [question, ANSWER]);
    assert.deepEqual(diary, [question, ANSWER]);
  });
});
