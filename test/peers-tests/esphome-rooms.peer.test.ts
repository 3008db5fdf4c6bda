import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import mqtt, { type MqttClient } from 'mqtt';
import { parseWav, wavOf } from '../../lib/audio/wav.js';
import { encodeEvent, wyomingDecoder } from '../../lib/audio/wyoming.js';
import { turns } from '../../lib/conversation/turns.js';
import { openHub, type SatelliteHub } from '../../lib/satellites/hub.js';
import { newTurn } from '../../lib/turn/turn.js';
import { freePort } from '../free-port.js';
import { must } from '../until.js';
import { askHomeAssistant, atHomeAssistant, rest, runAtHomeAssistant, stateOf } from './home-assistant.js';
import { addPipeline, entityOf, flow, preferPipeline, removeEntry } from './home-assistant-setup.js';
import { peer, until } from './peers.js';

const SITE = 'shelf';
const KEY = randomBytes(32).toString('base64');

/** Wyoming speech to text that understands the same words in everything, once there is sound. */
async function openEars(words: string) {
  const sockets = new Set<net.Socket>();
  const heard: Buffer[] = [];
  const about = { name: 'Ears', description: '', installed: true, version: '1', attribution: { name: '', url: '' } };
  const server = net.createServer((socket) => {
    sockets.add(socket);
    const decoder = wyomingDecoder();
    let isTold = false;
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const { type, payload } of decoder.push(bytes)) {
        if (type === 'describe') {
          const asr = [{ ...about, models: [{ ...about, languages: ['en'] }] }];
          socket.write(encodeEvent({ type: 'info', data: { asr } }));
        }
        if (type === 'audio-chunk' && payload) heard.push(payload);
        if (type !== 'audio-chunk' || isTold) continue;
        isTold = true;
        socket.write(encodeEvent({ type: 'transcript', data: { text: words } }));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Lengths in bytes of what a loudspeaker has played; each sound is over at once. */
async function openLoudspeaker() {
  const played: number[] = [];
  const client: MqttClient = await mqtt.connectAsync(peer('MQTT_URL'));
  await client.subscribeAsync(`hermes/audioServer/${SITE}/playBytes/+`);
  client.on('message', (topic, wav) => {
    const id = topic.split('/').at(-1) ?? '';
    const { length } = parseWav(wav).samples;
    // A long sound comes in pieces.
    if (/\.\d+$/.test(id)) played.push((played.pop() ?? 0) + length);
    else played.push(length);
    client.publish(`hermes/audioServer/${SITE}/playFinished`, JSON.stringify({ id, siteId: SITE }));
  });
  const timer = setInterval(() => {
    const sound = wavOf({ samples: Buffer.alloc(2_560, 3), rate: 16_000 });
    client.publish(`hermes/audioServer/${SITE}/audioFrame`, sound);
  }, 80);
  return {
    played,
    publish: (topic: string, text: string) => client.publishAsync(topic, text),
    async close() {
      clearInterval(timer);
      await client.endAsync(true);
    },
  };
}

describe('a room as a voice device of the real Home Assistant', async () => {
  // Not every one of our peers has the integration.
  const begun = await flow({ handler: 'esphome' });
  const skip = begun.status !== 200;
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-rooms-'));
  const entries: string[] = [];
  let port: number;
  let agentPort: number;
  /** What came to the flow as Home Assistant's agent. */
  const asked: string[] = [];
  let hub: SatelliteHub;
  let room: Awaited<ReturnType<typeof openLoudspeaker>>;
  let ears: Awaited<ReturnType<typeof openEars>>;
  let satellite: string;
  let pipeline: Awaited<ReturnType<typeof addPipeline>>;

  /** The room's entity of such an id and unique id. */
  const entity = (like: RegExp) => until(() => entityOf(must(entries[0]), like), `${like}`);

  before(async () => {
    if (skip) return;
    port = await freePort();
    agentPort = await freePort();
    ears = await openEars('yes please');
    hub = openHub({
      broker: { kind: 'external', url: peer('MQTT_URL'), protocol: 4, verify: true },
      areas: { [SITE]: 'Kitchen' },
      discovery: { languages: ['en'], areaName: (area) => area },
      rooms: { address: `${port}`, key: KEY, house: KEY, language: 'en' },
      settings: { file: path.join(folder, 'rooms.json'), wakeWords: () => ['hey_jarvis', 'alexa'] },
      assist: { wyoming: `${agentPort}`, ollama: '', names: () => '' },
    });
    hub.on('text', ({ site, text }) => {
      const turn = newTurn({ site, source: 'text', language: 'en' });
      turns.begin(turn);
      asked.push(text);
      setImmediate(() => {
        turns.show(turn, 'reply', 'It is done.', true);
        turns.end(turn.id);
      });
    });
    room = await openLoudspeaker();
  });
  after(async () => {
    if (pipeline) {
      await preferPipeline(pipeline.usual);
      await pipeline.remove();
    }
    for (const entry of entries) await removeEntry(entry);
    await room?.close();
    await hub?.close(true);
    ears?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is adopted by its dialogue, which asks for the key', { skip }, async () => {
    const { result: asked } = await flow({ host: '127.0.0.1', port }, begun.result.flow_id);
    assert.equal(asked.step_id, 'encryption_key', JSON.stringify(asked));
    const { result: refused } = await flow({ noise_psk: randomBytes(32).toString('base64') }, asked.flow_id);
    assert.equal(refused.errors?.['base'], 'invalid_psk');
    const { result: adopted } = await flow({ noise_psk: KEY }, asked.flow_id);
    assert.equal(adopted.type, 'create_entry', JSON.stringify(adopted));
    assert.equal(adopted.title, `Jarvis ${SITE}`);
    const { entry_id } = must(adopted.result);
    entries.push(entry_id);
    satellite = (await entity(/^assist_satellite\./)).entity_id;
    await until(async () => (await stateOf(satellite)) === 'idle', 'it to be there');
  });

  test('announces, after its chime', { skip }, async () => {
    await atHomeAssistant('assist_satellite/announce', { entity_id: satellite, message: 'Dinner is ready.' });
    assert.equal(room.played.length, 2);
    assert.ok(
      room.played.every((length) => length > 10_000),
      `${room.played}`,
    );
    assert.equal(await stateOf(satellite), 'idle');
  });

  test('asks a question, and gives the answer', { skip }, async () => {
    for (const own of [ears.port, agentPort]) {
      const { result: added } = await flow({ handler: 'wyoming' });
      const { result: adopted } = await flow({ host: '127.0.0.1', port: own }, added.flow_id);
      entries.push(must(adopted.result).entry_id);
    }
    const engine = await until(async () => {
      const { providers } = await askHomeAssistant<{ providers: { engine_id: string }[] }>({ type: 'stt/engine/list' });
      return providers.find(({ engine_id }) => engine_id.includes('ears'))?.engine_id;
    }, 'the ears');
    const agent = await until(async () => {
      const { agents } = await askHomeAssistant<{ agents: { id: string; name: string }[] }>({
        type: 'conversation/agent/list',
      });
      return agents.find(({ id }) => id === 'conversation.jarvis')?.id;
    }, 'the agent');
    const { providers: voices } = await askHomeAssistant<{ providers: { engine_id: string }[] }>({
      type: 'tts/engine/list',
    });
    const voice = { tts_engine: must(voices[0]).engine_id, tts_language: 'en', tts_voice: null };
    const engines = { ...voice, stt_engine: engine, stt_language: 'en', conversation_engine: agent };
    pipeline = await addPipeline({ ...engines, name: 'Rooms', prefer_local_intents: false });
    await preferPipeline(pipeline.id);

    const { status, result } = await rest<{ service_response: { id: string; sentence: string } }>(
      'POST',
      'services/assist_satellite/ask_question?return_response',
      {
        entity_id: satellite,
        question: 'Shall I open the door?',
        preannounce: false,
        answers: [
          { id: 'yes', sentences: ['yes [please]'] },
          { id: 'no', sentences: ['no'] },
        ],
      },
    );
    assert.equal(status, 200, JSON.stringify(result));
    assert.equal(result.service_response.id, 'yes');
    // The room's own sound.
    assert.equal(must(ears.heard[0])[0], 3);
  });

  test('begins a conversation: what is answered is done, and its answer played', { skip }, async () => {
    const before = room.played.length;
    ears.heard.length = 0;
    await atHomeAssistant('assist_satellite/start_conversation', {
      entity_id: satellite,
      start_message: 'What can I do for you?',
      preannounce: false,
    });
    // The question, and the answer to what was said then.
    await until(() => room.played.length >= before + 2, 'the answer');
    assert.ok(ears.heard.length > 0);
    assert.deepEqual(asked, ['yes please']);
  });

  test('its volume and its microphone are set there, and told when they change here', { skip }, async () => {
    const { entity_id: player } = await entity(/^media_player\./);
    await atHomeAssistant('media_player/volume_set', { entity_id: player, volume_level: 0.3 });
    await until(() => hub.site(SITE)?.volume === 30, 'the volume');
    await atHomeAssistant('media_player/volume_mute', { entity_id: player, is_volume_muted: true });
    await until(() => hub.site(SITE)?.muted === true, 'the silence');
    await atHomeAssistant('media_player/volume_mute', { entity_id: player, is_volume_muted: false });
    await until(() => hub.site(SITE)?.muted === false, 'the end of the silence');

    const { entity_id: mute } = await entity(/^switch\./);
    await atHomeAssistant('switch/turn_on', { entity_id: mute });
    await until(() => hub.site(SITE)?.deaf, 'the closed microphone');
    await until(async () => (await stateOf(mute)) === 'on', 'the switch');
    // What a room's own device over MQTT tells.
    await room.publish(`jarvis/${SITE}/set/mute`, 'OFF');
    await until(async () => (await stateOf(mute)) === 'off', 'the switch');
    assert.equal(hub.site(SITE)?.deaf, undefined);
  });

  test('its wake word is chosen there', { skip }, async () => {
    const { entity_id: select } = await entity(/^select\..*-wake_word$/);
    assert.equal(await stateOf(select), 'Any');
    await atHomeAssistant('select/select_option', { entity_id: select, option: 'alexa' });
    await until(() => hub.site(SITE)?.wakeWord === 'alexa', 'the wake word');
    assert.equal(await stateOf(select), 'alexa');
    await atHomeAssistant('select/select_option', { entity_id: select, option: 'Any' });
    await until(() => hub.site(SITE)?.wakeWord === undefined, 'any wake word');
    // The pipeline is chosen there, too.
    await entity(/^select\..*-pipeline$/);
  });

  test('a timer of its own rings in the room until silence is asked for', { skip }, async () => {
    const { device_id, entity_id: player } = await entity(/^media_player\./);
    const before = room.played.length;
    const events = await runAtHomeAssistant({
      ...{ start_stage: 'intent', end_stage: 'intent', pipeline: pipeline.usual, device_id },
      input: { text: 'set a timer for 1 second' },
    });
    assert.match(JSON.stringify(events), /Timer set for 1 second/);
    // It rings again and again.
    await until(() => room.played.length >= before + 2, 'the bell');
    assert.equal(await stateOf(player), 'playing');
    await atHomeAssistant('media_player/media_stop', { entity_id: player });
    await until(async () => (await stateOf(player)) === 'idle', 'the silence');
  });
});
