import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import type { NodeAPI } from 'node-red';
import { wyomingServer } from '../lib/listening/wyoming.test.helper.js';
import { freePort } from '../test/free-port.js';
import { choices } from './choices.js';
import { closedPort, closeLater, configs, USER_DIR, unload } from './node.test.helper.js';
import { first } from './running.js';

const RED = { settings: { userDir: USER_DIR } } as NodeAPI;
const ask = (body: object) => choices(RED, body);

/** A speech server in OpenAI's manner; it keeps the keys that were sent. */
async function speechServer() {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    const known = {
      '/v1/audio/voices': { voices: ['anna', { id: 'bob' }] },
      '/v1/models': { data: [{ id: 'tts-2' }] },
    };
    const body = known[request.url as keyof typeof known];
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closeLater(async () => void server.close());
  return { url: `http://127.0.0.1:${port}/v1`, keys };
}

describe('what the forms offer to choose from', () => {
  afterEach(unload);

  test('wake words and voices are those that are here, or the server’s', async () => {
    assert.deepEqual((await ask({ of: 'wakeWords', engine: 'embedded' })).choices.slice(0, 2), ['hey_jarvis', 'alexa']);
    const micro = ['hey_jarvis', 'okay_nabu', 'hey_mycroft', 'alexa', 'stop'];
    assert.deepEqual((await ask({ of: 'wakeWords', engine: 'micro' })).choices, micro);
    const { choices: embedded } = await ask({ of: 'voices', engine: 'espeak' });
    for (const voice of ['de', 'en-us', 'fr-fr', 'es']) assert.ok(embedded.includes(voice), voice);
    const server = await wyomingServer((event, send) => {
      if (event.type !== 'describe') return;
      const data = {
        wake: [{ models: [{ name: 'ok_nabu' }, { name: 'ok_nabu' }] }],
        tts: [{ voices: [{ name: 'thorsten' }] }],
      };
      send({ type: 'info', data });
    });
    closeLater(server.close);
    const of = { engine: 'wyoming', url: server.url };
    assert.deepEqual((await ask({ of: 'wakeWords', ...of })).choices, ['ok_nabu']);
    assert.deepEqual((await ask({ of: 'voices', ...of })).choices, ['thorsten']);
    assert.match((await ask({ of: 'voices', engine: 'wyoming' })).why, /Enter the address/);
    const away = (await closedPort()).replace('http', 'tcp');
    assert.match((await ask({ of: 'wakeWords', engine: 'wyoming', url: away })).why, /Check that it runs/);
  });

  test('voices and wake words of a Wyoming server are those of the address that is asked for', async () => {
    const info = { tts: [{ voices: [{ name: 'anna' }] }], wake: [{ models: [{ name: 'hey_jarvis_v0.1' }] }] };
    const server = await wyomingServer(({ type }, send) => type === 'describe' && send({ type: 'info', data: info }));
    closeLater(server.close);
    const { url } = server;
    process.env['JARVIS_TTS_URL'] = 'tcp://127.0.0.1:1';
    try {
      assert.deepEqual(await ask({ of: 'wyomingVoices', url }), { choices: ['anna'], why: '' });
    } finally {
      delete process.env['JARVIS_TTS_URL'];
    }
    assert.deepEqual((await ask({ of: 'wyomingWakeWords', url })).choices, ['hey_jarvis_v0.1']);
    assert.match((await ask({ of: 'wyomingVoices', url: '' })).why, /Enter the address/);
    assert.match((await ask({ of: 'wyomingVoices', url: 'http://x' })).why, /tcp:\/\/host:port/);
  });

  test('words trained at home stand first', async () => {
    const folder = path.join(USER_DIR, 'jarvis/wake');
    mkdirSync(folder, { recursive: true });
    for (const file of ['hey_marvin.onnx', 'hey_marvin.onnx.new', 'hey_jarvis.onnx'])
      writeFileSync(path.join(folder, file), '');
    const { choices } = await ask({ of: 'wakeWords', engine: 'embedded' });
    assert.deepEqual(choices.slice(0, 3), ['hey_jarvis', 'hey_marvin', 'alexa']);
    rmSync(folder, { recursive: true });
  });

  test('models and Piper voices are those that were pulled', async () => {
    assert.deepEqual((await ask({ of: 'sttModels', engine: 'whisper' })).choices, []);
    for (const [model, file] of [
      ['whisper-mine', 'generation_config.json'],
      ['piper-mine', 'a.onnx.json'],
    ] as const) {
      const folder = path.join(USER_DIR, 'jarvis/models', model);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, file), '{}');
    }
    assert.deepEqual((await ask({ of: 'sttModels', engine: 'whisper' })).choices, ['whisper-mine']);
    assert.deepEqual((await ask({ of: 'voices', engine: 'piper' })).choices, ['piper-mine']);
  });

  test('a saved key goes to the address it was saved for and to no other', async () => {
    const [own, other] = [await speechServer(), await speechServer()];
    const voice = { id: 'a-voice', type: 'jarvis-voice', tts: 'openai', ttsUrl: own.url };
    await configs([voice], { 'a-voice': { ttsKey: 'saved' } });
    const node = { engine: 'openai', id: first('voice')?.id };
    assert.deepEqual((await ask({ of: 'voices', ...node, url: own.url })).choices, ['anna', 'bob']);
    assert.deepEqual((await ask({ of: 'ttsModels', ...node, url: own.url })).choices, ['tts-2']);
    assert.deepEqual((await ask({ of: 'voices', ...node, url: other.url })).choices, ['anna', 'bob']);
    await ask({ of: 'voices', ...node, url: other.url, key: 'typed' });
    assert.deepEqual(own.keys, ['Bearer saved', 'Bearer saved']);
    assert.deepEqual(other.keys, [undefined, 'Bearer typed']);
    const away = `${await closedPort()}/v1`;
    assert.match((await ask({ of: 'voices', ...node, url: away })).why, /can't be reached/);
  });

  test('what isn’t a question is refused', async () => {
    await assert.rejects(ask({ of: 'files' }));
    await assert.rejects(ask({ of: 'voices', url: 'x'.repeat(3000) }));
  });
});
