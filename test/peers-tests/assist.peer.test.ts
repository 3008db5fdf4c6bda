import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { CHUNK_BYTES, MIC_RATE, SAMPLE_BYTES } from '../../lib/audio/pcm.js';
import { resampled } from '../../lib/audio/resample.js';
import { parseWav } from '../../lib/audio/wav.js';
import { encodeEvent, wyomingDecoder } from '../../lib/audio/wyoming.js';
import { openEspeak } from '../../lib/speaking/espeak.js';
import { sleep } from '../../lib/turn/wait.js';
import { freePort } from '../free-port.js';
import { packageRoot } from '../package-root.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../scripted-model-server/server.js';
import { must } from '../until.js';
import { stateOf } from './home-assistant.js';
import { homeToken, peer, until } from './peers.js';

const LAMP = 'light.kitchen_light';
const DOOR = 'lock.front_door';
/** Our oldest peer, 2024.3, knows neither kind of agent. */
const AGENTS_SINCE = 12 * 2025 + 8;
/** From then on it says which device asks. */
const DEVICE_SINCE = 12 * 2026 + 3;

interface Answer {
  response: { response_type: string; speech: { plain: { speech: string } } };
  conversation_id: string;
}
interface PipelineEvent {
  type: string;
  data: Record<string, unknown> & {
    chat_log_delta?: { content?: string };
    intent_output?: Answer & { continue_conversation?: boolean };
    runner_data?: { stt_binary_handler_id: number };
    stt_output?: { text: string };
    tts_output?: { url: string };
    wake_word_output?: { wake_word_id?: string };
  };
}

/** Home Assistant's REST API, as the owner. */
async function rest<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${peer('HA_URL')}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${homeToken()}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}

/** Home Assistant's socket, as its owner uses it. */
interface Talk {
  ask<T>(message: object): Promise<T>;
  /** A microphone's sound, for the pipeline that gave it this number; an empty one is its end. */
  speak(handler: number, samples: Buffer): void;
  /** What came of pipelines, oldest first. */
  events: PipelineEvent[];
  close(): Promise<void>;
}

async function talk(): Promise<Talk> {
  const socket = new WebSocket(`${peer('HA_URL').replace('http', 'ws')}/api/websocket`);
  const events: PipelineEvent[] = [];
  const waiting = new Map<number, (answer: { success: boolean; result: never; error?: unknown }) => void>();
  const open = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const got = JSON.parse(String(data));
      if (got.type === 'auth_required') socket.send(JSON.stringify({ type: 'auth', access_token: homeToken() }));
      if (got.type === 'auth_ok') resolve();
      if (got.type === 'event') events.push(got.event);
      if (got.type === 'result') waiting.get(got.id)?.(got);
    });
  });
  await open;
  let id = 0;
  return {
    events,
    async ask(message) {
      id++;
      const answered = new Promise<{ success: boolean; result: never; error?: unknown }>((resolve) => {
        waiting.set(id, resolve);
      });
      socket.send(JSON.stringify({ id, ...message }));
      const { success, result, error } = await answered;
      assert.ok(success, JSON.stringify(error));
      return result;
    },
    speak: (handler, samples) => socket.send(Buffer.concat([Buffer.of(handler), samples])),
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

interface Step {
  type: string;
  flow_id: string;
  title?: string;
  result?: { entry_id: string };
  data_schema?: { name: string }[];
  reason?: string;
}

/** A Wyoming satellite that only says in which room it stands. */
async function openSatellite(area: string): Promise<{ port: number; close(): void }> {
  const sockets = new Set<net.Socket>();
  const about = { name: 'Shelf', description: '', installed: true, version: '1', attribution: { name: '', url: '' } };
  const server = net.createServer((socket) => {
    sockets.add(socket);
    const decoder = wyomingDecoder();
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const { type, data } of decoder.push(bytes)) {
        if (type === 'describe') socket.write(encodeEvent({ type: 'info', data: { satellite: { ...about, area } } }));
        if (type === 'ping') socket.write(encodeEvent({ type: 'pong', data }));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Age of the Home Assistant, in months. */
let months: number;
let server: ScriptedModelServer;
let runtime: Runtime;
let socket: Talk;
let ports: { wyoming: number; ollama: number };
/** What was added to Home Assistant, taken out again in the end. */
const entries: string[] = [];

/** Adds an integration by its own dialogue. */
async function adopt(handler: string, data: object): Promise<Step> {
  const { flow_id } = await rest<Step>('POST', 'config/config_entries/flow', { handler });
  const step = await rest<Step>('POST', `config/config_entries/flow/${flow_id}`, data);
  assert.equal(step.type, 'create_entry', JSON.stringify(step));
  entries.push(must(step.result).entry_id);
  return step;
}

const agents = async () =>
  (await socket.ask<{ agents: { id: string; name: string }[] }>({ type: 'conversation/agent/list' })).agents;

async function say(agent_id: string, text: string, conversation_id?: string): Promise<Answer> {
  return await rest('POST', 'conversation/process', {
    text,
    agent_id,
    language: 'en',
    ...(conversation_id && { conversation_id }),
  });
}
const spoken = ({ response }: Answer) => response.speech.plain.speech;

/** Asks in a room, by a pipeline with this agent, as a device that stands there would. */
async function sayIn(
  area: string,
  agent: string,
  text: string,
): Promise<{ pieces: string[]; end: PipelineEvent['data'] }> {
  const devices = await socket.ask<{ id: string; area_id: string | null }[]>({ type: 'config/device_registry/list' });
  const device = must(devices.find(({ area_id }) => area_id === area) ?? devices[0]);
  await socket.ask({ type: 'config/device_registry/update', device_id: device.id, area_id: area });
  const { id: pipeline } = await socket.ask<{ id: string }>({
    type: 'assist_pipeline/pipeline/create',
    name: `test ${agent}`,
    language: 'en',
    conversation_engine: agent,
    conversation_language: 'en',
    stt_engine: null,
    stt_language: null,
    tts_engine: null,
    tts_language: null,
    tts_voice: null,
    wake_word_entity: null,
    wake_word_id: null,
  });
  const from = socket.events.length;
  const own = () => socket.events.slice(from);
  await socket.ask({
    type: 'assist_pipeline/run',
    start_stage: 'intent',
    end_stage: 'intent',
    input: { text },
    pipeline,
    device_id: device.id,
  });
  await until(
    () => own().some(({ type }) => type === 'run-end'),
    () => `its end; ${JSON.stringify(own())}`,
  );
  await socket.ask({ type: 'assist_pipeline/pipeline/delete', pipeline_id: pipeline });
  await socket.ask({ type: 'config/device_registry/update', device_id: device.id, area_id: device.area_id });
  const pieces = own().flatMap(({ data }) => data?.chat_log_delta?.content ?? []);
  return { pieces, end: must(own().find(({ type }) => type === 'intent-end')).data };
}

before(async () => {
  const { version } = await rest<{ version: string }>('GET', 'config');
  const [year = 0, month = 0] = version.split('.').map(Number);
  months = 12 * year + month;
  server = await startScriptedModelServer({
    speed: 'instant',
    answers: [{ when: /poem/, answer: 'Roses are red today. Violets are blue tomorrow. That was the poem.' }],
  });
  ports = { wyoming: await freePort(), ollama: await freePort() };
  runtime = await startRuntime({
    env: {
      JARVIS_HOME_URL: peer('HA_URL'),
      JARVIS_HOME_TOKEN: homeToken(),
      JARVIS_MODEL_URL: server.url,
      JARVIS_MODEL: 'scripted',
      JARVIS_ASSIST_WYOMING: `${ports.wyoming}`,
      JARVIS_ASSIST_OLLAMA: `${ports.ollama}`,
      JARVIS_LANGUAGE: 'en',
      JARVIS_STT_MODEL: path.resolve(peer('JARVIS_TEST_MODELS'), 'whisper-base'),
    },
    change: (flow) => flow.map((node) => (node.type === 'jarvis-home' ? { ...node, yesAssist: true } : node)),
  });
  await until(async () => (await runtime.status())['home']?.state === 'connected', 'the house');
  socket = await talk();
});
after(async () => {
  for (const entry of entries) await rest('DELETE', `config/config_entries/entry/${entry}`);
  await socket?.close();
  await runtime?.stop();
  await server?.close();
});

const lastArea = async () => (await runtime.turns()).find(({ site }) => site.startsWith('assist-'))?.area;

describe('the real Home Assistant has this flow as its agent by Wyoming', () => {
  const AGENT = 'conversation.jarvis';

  test('it is adopted by its own dialogue', async (t) => {
    if (months < AGENTS_SINCE) return t.skip();
    const { title } = await adopt('wyoming', { host: '127.0.0.1', port: ports.wyoming });
    assert.equal(title, 'Jarvis');
    await until(async () => (await agents()).some(({ id }) => id === AGENT), 'the agent');
  });

  test('what is asked by conversation/process is done and answered', async (t) => {
    if (months < AGENTS_SINCE) return t.skip();
    await say(AGENT, 'turn off the kitchen light');
    const answer = await say(AGENT, 'turn on the kitchen light');
    assert.match(spoken(answer), /kitchen light/i);
    assert.equal(answer.response.response_type, 'action_done');
    assert.equal(await stateOf(LAMP), 'on');
  });

  test('a yes in the same conversation unlocks the door', async (t) => {
    if (months < AGENTS_SINCE) return t.skip();
    await say(AGENT, 'lock the front door');
    const asked = await say(AGENT, 'unlock the front door');
    assert.match(spoken(asked), /\?$/);
    assert.equal(await stateOf(DOOR), 'locked');
    await say(AGENT, 'yes', asked.conversation_id);
    await until(async () => (await stateOf(DOOR)) === 'unlocked', 'the door');
    await say(AGENT, 'lock the front door');
  });

  test('the room is that of the device that asks', async (t) => {
    if (months < AGENTS_SINCE) return t.skip();
    await say(AGENT, 'turn on the kitchen light');
    await sayIn('kitchen', AGENT, 'turn off the lights');
    await until(async () => (await stateOf(LAMP)) === 'off', 'the light');
    assert.equal(await lastArea(), months < DEVICE_SINCE ? undefined : 'Kitchen');
  });

  test('an older one says no device: the room is that of its satellite that waits for an answer', async (t) => {
    if (months < AGENTS_SINCE || months >= DEVICE_SINCE) return t.skip();
    const satellite = await openSatellite('Bedroom');
    t.after(satellite.close);
    await adopt('wyoming', { host: '127.0.0.1', port: satellite.port });
    const id = await until(async () => {
      const states = await rest<{ entity_id: string }[]>('GET', 'states');
      return states.find(({ entity_id }) => entity_id.startsWith('assist_satellite.'))?.entity_id;
    }, 'the satellite');
    await rest('POST', `states/${id}`, { state: 'processing' });
    await until(async () => {
      await say(AGENT, 'what time is it?');
      return (await lastArea()) === 'Bedroom';
    }, 'the room to be known');
    await rest('POST', `states/${id}`, { state: 'idle' });
    await until(async () => {
      await say(AGENT, 'what time is it?');
      return (await lastArea()) === undefined;
    }, 'the room to be forgotten');
  });
});

describe('the real Home Assistant has the ears and the voice of this flow by Wyoming', () => {
  /** A pipeline of nothing but ours hears a sound as a device would, at the pace of a microphone. */
  const listen = async (start_stage: 'wake_word' | 'stt', sound: Buffer) => {
    const { id: pipeline } = await socket.ask<{ id: string }>({
      type: 'assist_pipeline/pipeline/create',
      name: 'all of Jarvis',
      language: 'en',
      conversation_engine: 'conversation.jarvis',
      conversation_language: 'en',
      stt_engine: 'stt.jarvis',
      stt_language: 'en',
      tts_engine: 'tts.jarvis',
      tts_language: 'en',
      tts_voice: 'espeak-en',
      wake_word_entity: 'wake_word.jarvis',
      wake_word_id: 'hey_jarvis',
    });
    const from = socket.events.length;
    const of = (type: string) => socket.events.slice(from).find((event) => event.type === type)?.data;
    await socket.ask({
      type: 'assist_pipeline/run',
      start_stage,
      end_stage: 'tts',
      input: { sample_rate: MIC_RATE },
      pipeline,
    });
    const { runner_data } = await until(() => of('run-start'), 'its start');
    const { stt_binary_handler_id: handler } = must(runner_data);
    for (let at = 0; at < sound.length && !of('stt-end') && !of('error'); at += CHUNK_BYTES) {
      socket.speak(handler, sound.subarray(at, at + CHUNK_BYTES));
      await sleep(80);
    }
    socket.speak(handler, Buffer.alloc(0));
    const all = () => JSON.stringify(socket.events.slice(from));
    await until(() => socket.events.slice(from).some(({ type }) => type === 'run-end'), all);
    await socket.ask({ type: 'assist_pipeline/pipeline/delete', pipeline_id: pipeline });
    assert.equal(of('error'), undefined, all());
    const { url } = must(must(of('tts-end')).tts_output);
    const answer = await fetch(new URL(url, peer('HA_URL')));
    return {
      woken: of('wake_word-end')?.wake_word_output?.wake_word_id,
      heard: of('stt-end')?.stt_output?.text,
      said: of('intent-end')?.intent_output?.response.speech.plain.speech ?? '',
      sound: Buffer.from(await answer.arrayBuffer()),
    };
  };
  const silence = (seconds: number) => Buffer.alloc(seconds * MIC_RATE * SAMPLE_BYTES);

  test('a spoken question is heard, answered and spoken', { timeout: 300_000 }, async (t) => {
    if (months < AGENTS_SINCE) return t.skip();
    const espeak = openEspeak();
    const question = await espeak.speak('What time is it?', { language: 'en', signal: new AbortController().signal });
    await espeak.close();
    const { samples } = await resampled(question);
    const { heard, said, sound } = await listen('stt', Buffer.concat([silence(0.5), samples, silence(3)]));
    assert.match(String(heard), /what time is it/i);
    assert.match(said, /\d/);
    assert.ok(sound.length > 3_000, `${sound.length} bytes of sound`);
  });

  test('a command after the wake word is done', { timeout: 300_000 }, async (t) => {
    if (months < AGENTS_SINCE) return t.skip();
    await say('conversation.jarvis', 'turn off the kitchen light');
    const wav = readFileSync(path.join(packageRoot(), 'test/fixtures/hey-jarvis.wav'));
    const { woken, heard, sound } = await listen(
      'wake_word',
      Buffer.concat([silence(2), parseWav(wav).samples, silence(3)]),
    );
    assert.equal(woken, 'hey_jarvis');
    assert.match(String(heard), /kitchen light/i);
    assert.equal(await stateOf(LAMP), 'on');
    assert.ok(sound.length > 3_000, `${sound.length} bytes of sound`);
  });
});

describe('the real Home Assistant has this flow as a model of Ollama', () => {
  let agent: string;

  test('it is adopted by its own dialogue', async (t) => {
    if (months < AGENTS_SINCE) return t.skip();
    const before = (await agents()).map(({ id }) => id);
    const { result } = await adopt('ollama', { url: `http://127.0.0.1:${ports.ollama}` });
    const kind = [must(result).entry_id, 'conversation'];
    const begun = await until(async () => {
      const step = await rest<Step>('POST', 'config/config_entries/subentries/flow', { handler: kind });
      return step.reason === 'entry_not_loaded' ? undefined : step;
    }, 'the entry to be loaded');
    const step = await rest<Step>('POST', `config/config_entries/subentries/flow/${begun.flow_id}`, {
      name: 'Flow',
      prompt: 'Be short.',
      llm_hass_api: ['assist'],
      model: 'jarvis:latest',
      num_ctx: 8192,
      max_history: 20,
      keep_alive: -1,
      think: false,
    });
    assert.equal(step.type, 'create_entry', JSON.stringify(step));
    agent = await until(async () => (await agents()).find(({ id }) => !before.includes(id))?.id, 'the agent');
  });

  test('sentences come one by one, and it listens on after a question', async (t) => {
    if (months < AGENTS_SINCE) return t.skip();
    const { pieces } = await sayIn('kitchen', agent, 'recite a poem');
    assert.ok(pieces.length >= 3, JSON.stringify(pieces));
    assert.equal(pieces.join(''), 'Roses are red today. Violets are blue tomorrow. That was the poem.');
    assert.equal(await lastArea(), 'Kitchen');
    const { end } = await sayIn('kitchen', agent, 'unlock the front door');
    assert.equal(end.intent_output?.continue_conversation, true);
    const conversation = must(end.intent_output).conversation_id;
    await say(agent, 'yes', conversation);
    await until(async () => (await stateOf(DOOR)) === 'unlocked', 'the door');
    await say(agent, 'lock the front door');
  });
});
