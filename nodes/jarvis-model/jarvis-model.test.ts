import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import { closedPort, closeLater, configs, unload } from '../node.test.helper.js';
import { first } from '../running.js';
import type { ModelNode } from './jarvis-model.js';

const MODEL = { id: 'a-model', type: 'jarvis-model' };
const signal = new AbortController().signal;

async function server(models: Record<string, object>) {
  const started = await startScriptedModelServer({ speed: 'instant', models });
  closeLater(started.close);
  return started;
}

describe('the model config node', () => {
  afterEach(unload);

  test('takes the first model of the server when none is named', async () => {
    const { url } = await server({ one: {}, two: {} });
    const flow = await configs([{ ...MODEL, url }]);
    const node = flow.node<ModelNode>('a-model');
    const { provider, ...models } = await node.models(signal);
    assert.deepEqual(models, { chat: 'one', small: 'one', numCtx: 8192 });
    assert.equal(provider.url, url);
    assert.equal(first('model'), node);
    await flow.stop();
    assert.equal(first('model'), undefined);
  });

  test('asks no server for the names when they are given', async () => {
    const flow = await configs([{ ...MODEL, url: await closedPort(), model: 'big', small: 'little', numCtx: '4096' }]);
    const { provider: _, ...models } = await flow.node<ModelNode>('a-model').models(signal);
    assert.deepEqual(models, { chat: 'big', small: 'little', numCtx: 4096 });
  });

  test('the environment wins over its fields', async () => {
    const { url } = await server({ one: {} });
    process.env['JARVIS_MODEL_URL'] = url;
    process.env['JARVIS_MODEL'] = 'chosen';
    try {
      const flow = await configs([{ ...MODEL, url: 'http://127.0.0.1:9', model: 'other' }]);
      const { provider, chat } = await flow.node<ModelNode>('a-model').models(signal);
      assert.deepEqual([provider.url, chat], [url, 'chosen']);
    } finally {
      delete process.env['JARVIS_MODEL_URL'];
      delete process.env['JARVIS_MODEL'];
    }
  });

  test('speaks to a server with the API of OpenAI with the key of its credentials', async () => {
    const flow = await configs([{ ...MODEL, provider: 'openai', url: await closedPort() }], {
      'a-model': { key: 'k' },
    });
    await assert.rejects(flow.node<ModelNode>('a-model').models(signal), { code: 'model-unreachable' });
    assert.equal(flow.node<ModelNode>('a-model').credentials.key, 'k');
  });

  test('says what to do: no server, no model on it, no address', async () => {
    const { url } = await server({});
    const flow = await configs([
      { ...MODEL, id: 'nowhere', url: await closedPort() },
      { ...MODEL, id: 'empty', url },
      { ...MODEL, id: 'nonsense', url: 'not an address' },
    ]);
    const ask = async (id: string) => await flow.node<ModelNode>(id).models(signal);
    await assert.rejects(ask('nowhere'), { code: 'model-unreachable', message: /Start it|correct its address/ });
    await assert.rejects(ask('empty'), { code: 'model-missing', message: /ollama pull/ });
    await assert.rejects(ask('nonsense'), { code: 'not-configured', message: /not the address of a model server/ });
    assert.deepEqual(flow.log(), []);
  });
});
