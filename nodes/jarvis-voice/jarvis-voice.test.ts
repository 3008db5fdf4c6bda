import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { closedPort, configs, USER_DIR, unload } from '../node.test.helper.js';
import { first } from '../running.js';
import type { VoiceNode } from './jarvis-voice.js';

const VOICE = { id: 'a-voice', type: 'jarvis-voice', language: 'en' };
const { signal } = new AbortController();

async function voice(more: object = {}, credentials: Record<string, string> = {}) {
  const flow = await configs([{ ...VOICE, ...more }], { 'a-voice': credentials });
  return { flow, node: flow.node<VoiceNode>('a-voice') };
}

describe('the voice config node', () => {
  afterEach(unload);

  test('brings its own wake word, voice activity and voice, and says what is missing to understand', async () => {
    const { flow, node } = await voice({ language: 'de' });
    assert.equal(first('voice'), node);
    assert.deepEqual(
      [node.wake?.name, node.stt.name, node.tts.name, node.language],
      ['openwakeword', 'whisper', 'espeak', 'de'],
    );
    assert.deepEqual(await node.missing(), ['No speech-to-text model yet: npm run models -- pull whisper-base']);
    await node.warm();
    const { samples, rate } = await node.tts.speak('Guten Tag.', { language: 'de', signal });
    assert.ok(samples.length > rate);
    await flow.stop();
    assert.equal(first('voice'), undefined);
    assert.deepEqual(flow.log(), []);
  });

  test('takes the engines that are chosen', async () => {
    const servers = { wakeUrl: 'tcp://127.0.0.1:9', sttUrl: 'tcp://127.0.0.1:9', ttsUrl: 'tcp://127.0.0.1:9' };
    const wyoming = await voice({ wake: 'wyoming', stt: 'wyoming', tts: 'wyoming', ...servers });
    assert.deepEqual(
      [wyoming.node.wake?.name, wyoming.node.stt.name, wyoming.node.tts.name],
      ['wyoming', 'wyoming', 'wyoming'],
    );
    assert.deepEqual(await wyoming.node.missing(), []);
    await unload();
    const openai = await voice(
      { wake: 'none', stt: 'openai', sttUrl: 'http://127.0.0.1:9/v1', tts: 'openai', ttsUrl: 'http://127.0.0.1:9/v1' },
      { sttKey: 'a', ttsKey: 'b' },
    );
    assert.deepEqual([openai.node.wake, openai.node.stt.name, openai.node.tts.name], [undefined, 'openai', 'openai']);
    await unload();
    const micro = await voice({ wake: 'micro', wakeWords: 'okay_nabu, stop' });
    assert.equal(micro.node.wake?.name, 'microwakeword');
    await unload();
    const home = await voice({ tts: 'home-assistant', home: 'h', player: 'media_player.den', ttsEngine: 'tts.piper' });
    assert.deepEqual(home.node.throughHome, { home: 'h', player: 'media_player.den', engine: 'tts.piper' });
  });

  test('the environment wins over its fields', async () => {
    const folder = path.join(USER_DIR, 'a-model');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'config.json'), '{}');
    const settings = { JARVIS_WAKE: 'none', JARVIS_LANGUAGE: 'es', JARVIS_STT: 'whisper', JARVIS_STT_MODEL: folder };
    Object.assign(process.env, settings);
    try {
      const { node } = await voice({ wake: 'embedded', stt: 'wyoming' });
      assert.deepEqual([node.wake, node.language, node.stt.name], [undefined, 'es', 'whisper']);
      assert.deepEqual(await node.missing(), []);
    } finally {
      for (const name of Object.keys(settings)) delete process.env[name];
    }
  });

  test('says which address is missing, where it is needed', async () => {
    const { node } = await voice({ wake: 'wyoming', stt: 'openai', tts: 'openai' });
    for (const [engine, name] of [
      ['wake', 'WAKE'],
      ['stt', 'STT'],
      ['tts', 'TTS'],
    ] as const) {
      assert.throws(() => node[engine], { code: 'not-configured', message: new RegExp(`JARVIS_${name}_URL`) });
    }
    assert.ok(node.voiceActivity);
    await node.warm();
  });

  test('makes ready what it can: a server that is away is told of once and stops nothing', async () => {
    const away = (await closedPort()).replace('http', 'tcp');
    const { flow, node } = await voice({ stt: 'wyoming', sttUrl: away, tts: 'wyoming', ttsUrl: away });
    await node.warm();
    await node.warm();
    await node.tts.speak('Hello.', { language: 'en', signal });
    assert.deepEqual(
      flow.log().map(({ level, id, text }) => [level, id, /127\.0\.0\.1/.test(text)]),
      [['error', 'a-voice', true]],
    );
  });

  test('closes what it is still making ready', async () => {
    const { flow, node } = await voice();
    const warming = node.warm();
    await flow.stop();
    await warming;
  });
});
