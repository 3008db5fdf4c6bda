import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apology } from '../../lib/turn/apologies.js';
import { openPage } from '../page.js';
import { startRuntime } from '../runtime.js';
import { until } from '../until.js';

const SECRET = 'pa55-of-the-house';
const at = (scheme: string) => `${scheme}://house:${SECRET}@127.0.0.1:9`;

test('no password of an address is shown: in the log, in what is spoken and shown, in traces and admin routes', async () => {
  const runtime = await startRuntime({
    env: {
      JARVIS_MQTT_URL: at('mqtt'),
      JARVIS_HOME_URL: at('http'),
      JARVIS_HOME_TOKEN: 'a-token',
      JARVIS_MODEL_URL: at('http'),
      JARVIS_WAKE: 'wyoming',
      JARVIS_WAKE_URL: at('tcp'),
      JARVIS_STT: 'openai',
      JARVIS_STT_URL: `${at('http')}/v1?api_key=${SECRET}`,
      JARVIS_TTS: 'wyoming',
      JARVIS_TTS_URL: at('tcp'),
      JARVIS_MODELS_URL: at('http'),
    },
  });
  try {
    const page = await openPage(runtime.url);
    const post = async (route: string, body: object) => {
      const answer = await fetch(`${runtime.url}/jarvis/admin/${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return await answer.text();
    };
    const shown: string[] = [];
    page.send({ type: 'text', text: 'tell me about lighthouses' });
    await page.gets('show', { kind: 'reply', text: apology('model-unreachable', 'en') });
    page.send({ type: 'text', text: 'turn on the kitchen light' });
    page.send({ type: 'command', action: 'turn_on', target: 'light.kitchen_light', value: null });
    await page.gets('notice');
    page.send({ type: 'listen' });
    page.raw(Buffer.alloc(32_000));
    for (const mqtt of ['mqtt', 'http', 'tcp']) {
      shown.push(await post('home/check', { url: at(mqtt), token: 'x' }));
      shown.push(await post('model/check', { provider: 'ollama', url: at(mqtt) }));
      shown.push(await post('model/check', { provider: 'openai', url: `${mqtt}://house:${SECRET}@@127.0.0.1:9` }));
    }
    shown.push(await post('models/whisper-base', {}));
    const report = /\[jarvis\] No model: /;
    await until(
      () => report.test(runtime.output()) && /MQTT broker at mqtt:\/\/127\.0\.0\.1:9/.test(runtime.output()),
      'the report',
    );
    const models = async () => await (await fetch(`${runtime.url}/jarvis/admin/models`)).text();
    await until(async () => /can't be read|failed|ECONNREFUSED/.test(await models()), 'the download that fails');
    for (const route of ['turns', 'contexts', 'models', 'status', 'sites']) {
      shown.push(await (await fetch(`${runtime.url}/jarvis/admin/${route}`)).text());
    }
    shown.push(JSON.stringify(page.messages), runtime.output());
    for (const text of shown) {
      const found = text.indexOf(SECRET);
      assert.ok(found < 0, `…${text.slice(Math.max(0, found - 200), found + 60)}`);
    }
    await page.close();
  } finally {
    await runtime.stop();
  }
});
