import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CHUNK_BYTES, MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import { parseWav } from '../lib/audio/wav.js';
import { connectWyoming, type WyomingConnection, type WyomingEvent } from '../lib/audio/wyoming.js';
import { freePort } from './free-port.js';
import { packageRoot } from './package-root.js';
import { openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';
import { eventsTo, namesIn, piecesOf, spokenBy } from './wyoming-events.js';

const LAMP = 'light.kitchen_light';
const DOOR = 'lock.front_door';

interface Chunk {
  message: { role: string; content: string };
  done: boolean;
  error?: string;
}

let server: ScriptedModelServer;
let runtime: Runtime;
let page: Page;
let wyoming: string;
let ollama: string;
let goOn: () => void;

before(async () => {
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  server = await startScriptedModelServer({
    speed: 'instant',
    answers: [
      { when: /poem/, answer: { text: ['Roses are red today. Violets ', held, 'are blue.'] } },
      {
        when: /wait for ever/,
        answer: { text: ['Forever is a long time. Please wait ', new Promise<void>(() => {})] },
      },
    ],
  });
  const [wyomingPort, ollamaPort] = [await freePort(), await freePort()];
  wyoming = `tcp://127.0.0.1:${wyomingPort}`;
  ollama = `http://127.0.0.1:${ollamaPort}`;
  runtime = await startRuntime({
    env: {
      JARVIS_MODEL_URL: server.url,
      JARVIS_MODEL: 'scripted',
      JARVIS_ASSIST_WYOMING: `${wyomingPort}`,
      JARVIS_ASSIST_OLLAMA: `${ollamaPort}`,
      JARVIS_LANGUAGE: 'en',
    },
    change: (flow) => flow.map((node) => (node.type === 'jarvis-home' ? { ...node, yesAssist: true } : node)),
  });
  page = await openPage(runtime.url);
});
after(async () => {
  await page?.close();
  await runtime?.stop();
  await server?.close();
});

/** What Home Assistant does with a sentence: a connection, a transcript, the first event that comes back. */
async function handled(text: string, context: object = {}, language = 'en'): Promise<WyomingEvent> {
  const connection = await connectWyoming(wyoming);
  connection.send({ type: 'transcript', data: { text, language, context } });
  for await (const event of connection.events()) {
    connection.close();
    return event;
  }
  throw new Error('no answer');
}

type Message = { role: string; content: string };
const asks = (...messages: Message[]) => ({ model: 'jarvis:latest', messages, stream: true, tools: [], options: {} });
const user = (content: string) => ({ role: 'user', content });
const chat = (body: object, signal?: AbortSignal) =>
  fetch(`${ollama}/api/chat`, { method: 'POST', body: JSON.stringify(body), ...(signal && { signal }) });

/** The chunks of a streamed answer, as they come. */
async function* chunksOf(response: Response): AsyncGenerator<Chunk> {
  let rest = '';
  for await (const bytes of must(response.body).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + bytes).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Chunk;
  }
}

async function said(...messages: Message[]): Promise<string> {
  let text = '';
  for await (const { message } of chunksOf(await chat(asks(...messages)))) text += message.content;
  return text;
}

describe('Home Assistant asks this flow by Wyoming', () => {
  test('it is told of an agent that controls the house', async () => {
    const connection = await connectWyoming(wyoming);
    connection.send({ type: 'describe' });
    for await (const { type, data } of connection.events()) {
      assert.equal(type, 'info');
      const [program] = data['handle'] as { name: string; supports_home_control: boolean; models: object[] }[];
      assert.deepEqual([program?.name, program?.supports_home_control], ['Jarvis', true]);
      assert.equal(program?.models.length, 1);
      break;
    }
    connection.close();
  });

  test('a sentence is carried out and answered in text, and no voice is made of it', async () => {
    const { type, data } = await handled('turn on the kitchen light', { conversation_id: 'one' });
    assert.equal(type, 'handled');
    assert.match(String(data['text']), /kitchen light/i);
    await page.sees(LAMP, 'on');
    const [turn] = await runtime.turns();
    assert.match(must(turn).site, /^assist-[0-9a-f]{16}$/);
    assert.ok(!(await runtime.sites()).some((site) => site.startsWith('assist-')), 'no announcement goes there');
  });

  test('the yes to what opens the house comes in the same conversation, and from no other', async () => {
    const asked = await handled('unlock the front door', { conversation_id: 'door' });
    assert.match(String(asked.data['text']), /\?$/);
    await handled('yes', { conversation_id: 'somebody else' });
    await page.sees(DOOR, 'locked');
    const { data } = await handled('yes', { conversation_id: 'door' });
    assert.match(String(data['text']), /front door/i);
    await page.sees(DOOR, 'unlocked');
  });

  test('who goes away is answered no more', async () => {
    const connection = await connectWyoming(wyoming);
    connection.send({ type: 'transcript', data: { text: 'please wait for ever' } });
    const asked = () => server.requests.some(({ body }) => JSON.stringify(body).includes('wait for ever'));
    await until(asked, 'the model to be asked');
    connection.close();
    await until(async () => {
      const turn = (await runtime.turns()).find(({ texts }) => texts.heard === 'please wait for ever');
      return turn?.spans.some(({ stage }) => stage === 'aborted');
    }, 'the turn to end');
  });
});

describe('Home Assistant has the ears and the voice of this flow by Wyoming', () => {
  const MONO = { rate: MIC_RATE, width: SAMPLE_BYTES, channels: 1 };
  let connection: WyomingConnection;
  before(async () => {
    connection = await connectWyoming(wyoming);
  });
  after(() => connection?.close());

  test('it is told of the engines that the voice node has', async () => {
    connection.send({ type: 'describe' });
    const info = must((await eventsTo(connection, 'info')).at(-1));
    assert.deepEqual(namesIn(info, 'asr', 'models'), []);
    assert.deepEqual(namesIn(info, 'tts', 'voices'), ['espeak-en en']);
    assert.deepEqual(namesIn(info, 'wake', 'models'), ['hey_jarvis ']);
  });

  test('words become sound', { timeout: 300_000 }, async () => {
    const { spoken, rate } = await spokenBy(connection);
    assert.ok(spoken.length > rate * SAMPLE_BYTES * 2, 'two seconds at least');
  });

  test('the wake word is noticed', { timeout: 120_000 }, async () => {
    const said = parseWav(readFileSync(path.join(packageRoot(), 'test/fixtures/hey-jarvis.wav'))).samples;
    connection.send({ type: 'detect', data: { names: ['hey_jarvis'] } });
    connection.send({ type: 'audio-start', data: MONO });
    const pieces = piecesOf(Buffer.concat([Buffer.alloc(MIC_RATE * 4), said]), CHUNK_BYTES);
    // In real time, as a microphone: until it is noticed, and once more where the machine was too slow.
    const talking = setInterval(() => {
      const payload = pieces.shift();
      if (payload) connection.send({ type: 'audio-chunk', data: MONO, payload });
      else pieces.push(...piecesOf(said, CHUNK_BYTES));
    }, 80);
    try {
      const { data } = must((await eventsTo(connection, 'detection')).at(-1));
      assert.equal(data['name'], 'hey_jarvis');
    } finally {
      clearInterval(talking);
    }
    connection.send({ type: 'audio-stop' });
  });
});

describe('Home Assistant asks this flow as a model of Ollama', () => {
  test('there is one model', async () => {
    const { models } = (await (await fetch(`${ollama}/api/tags`)).json()) as { models: { model: string }[] };
    assert.deepEqual(
      models.map(({ model }) => model),
      ['jarvis:latest'],
    );
    assert.match(JSON.stringify(await (await fetch(`${ollama}/api/version`)).json()), /"version":"\d/);
    const shown = await fetch(`${ollama}/api/show`, { method: 'POST', body: '{"model":"jarvis"}' });
    assert.deepEqual(((await shown.json()) as { capabilities: string[] }).capabilities, ['completion']);
    assert.equal((await chat({ ...asks(user('hello')), model: 'other' })).status, 404);
    assert.match(await (await chat(asks())).text(), /"done_reason":"load"/);
  });

  test('sentences come before the reply is whole', async () => {
    const response = await chat(asks(user('recite a poem')));
    const chunks = chunksOf(response);
    const first = must((await chunks.next()).value) as Chunk;
    assert.deepEqual([first.message.content, first.done], ['Roses are red today.', false]);
    goOn();
    const rest: Chunk[] = [];
    for await (const chunk of chunks) rest.push(chunk);
    assert.equal(rest.map(({ message }) => message.content).join(''), ' Violets are blue.');
    assert.deepEqual([rest.at(-1)?.done, rest.at(-1)?.message.content], [true, '']);
  });

  test('"the lights" are those of the room that the prompt names', async () => {
    await said(user('turn on the kitchen light'));
    await page.sees(LAMP, 'on');
    const room = (name: string) => ({
      role: 'system',
      content: `You are a voice assistant.\nYou are in area ${name} and all generic commands like 'turn on the lights' should target this area.\nlight.x`,
    });
    await said(room('Kitchen (floor Ground Floor)'), user('turn off the lights'));
    await page.sees(LAMP, 'off');
    const { area } = must((await runtime.turns())[0]);
    assert.equal(area, 'Kitchen');
    await said(room('Atlantis'), user('what time is it?'));
    assert.equal(must((await runtime.turns())[0]).area, undefined);
  });

  test('a conversation is known by what was said in it', async () => {
    await said(user('lock the front door'));
    await page.sees(DOOR, 'locked');
    const asked = user('unlock the front door');
    const question = await said(asked);
    assert.match(question, /\?$/);
    await said(user('yes'));
    await page.sees(DOOR, 'locked');
    await said(asked, { role: 'assistant', content: question }, user('yes'));
    await page.sees(DOOR, 'unlocked');
  });

  test('unstreamed, it is one answer', async () => {
    const answer = (await (await chat({ ...asks(user('turn on the kitchen light')), stream: false })).json()) as Chunk;
    assert.match(answer.message.content, /kitchen light/i);
    assert.equal(answer.done, true);
  });

  test('who goes away is answered no more', async () => {
    const stop = new AbortController();
    const response = await chat(asks(user('now wait for ever')), stop.signal);
    await chunksOf(response).next();
    stop.abort();
    await until(async () => {
      const turn = (await runtime.turns()).find(({ texts }) => texts.heard === 'now wait for ever');
      return turn?.spans.some(({ stage }) => stage === 'aborted');
    }, 'the turn to end');
  });
});
