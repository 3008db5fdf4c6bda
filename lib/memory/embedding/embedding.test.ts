import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { type ScriptedModelOptions, startScriptedModelServer } from '../../../test/scripted-model-server/server.js';
import { until } from '../../../test/until.js';
import { openOllama } from '../../llm/ollama.js';
import { isAbort } from '../../turn/errors.js';
import { unit } from '../vectors/numbers.js';
import { type Embedder, MAX_TEXT, textToEmbed } from './embedder.js';
import { openMiniLm } from './minilm.js';
import { queryVectors } from './query-vectors.js';
import { serverEmbedder } from './server-embedder.js';

const never = new AbortController().signal;

describe('embedded MiniLM', () => {
  test('says what is missing, or wrong with it', async (t) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'jarvis-minilm-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const embedder = openMiniLm({ folder });
    t.after(() => embedder.close());
    await assert.rejects(embedder.embed(['a'], never), { code: 'not-configured', message: /pull minilm/ });
    mkdirSync(path.join(folder, 'onnx'));
    writeFileSync(path.join(folder, 'onnx', 'model_quantized.onnx'), 'no model');
    await assert.rejects(embedder.embed(['a'], never), { code: 'model-failed' });
  });
});

async function server(t: TestContext, embeddings?: ScriptedModelOptions['embeddings']) {
  const started = await startScriptedModelServer({
    speed: 'instant',
    models: { scripted: {}, letters: {} },
    ...(embeddings && { embeddings }),
  });
  const provider = openOllama({ url: started.url });
  t.after(async () => {
    provider.close();
    await started.close();
  });
  return { started, provider, embedder: serverEmbedder(provider, 'letters:latest') };
}

describe('vectors from the model server', () => {
  test('in requests of 32 short texts, without secrets', async (t) => {
    const { started, embedder } = await server(t);
    const texts = Array.from({ length: 70 }, (_, index) => `text ${index} ${'long '.repeat(1000)}`);
    texts[3] = 'my password is blue elephant';
    const vectors = await embedder.embed(texts, never);
    assert.equal(vectors.length, 70);
    assert.equal(embedder.model, 'letters');
    const inputs = started.requests.map(({ body }) => body['input'] as string[]);
    assert.deepEqual(
      inputs.map(({ length }) => length),
      [32, 32, 6],
    );
    assert.ok(inputs.flat().every(({ length }) => length <= MAX_TEXT));
    assert.doesNotMatch(JSON.stringify(inputs), /elephant/);
  });

  test('each failure is told, with what to do', async (t) => {
    const { provider } = await server(t);
    const missing = serverEmbedder(provider, 'nomic-embed-text');
    await assert.rejects(missing.embed(['a'], never), {
      code: 'model-missing',
      message: /"nomic-embed-text" is not on the model server .*ollama pull nomic-embed-text/,
    });
    const answers: [NonNullable<ReturnType<NonNullable<ScriptedModelOptions['embeddings']>>>, RegExp][] = [
      ['busy', /busy/],
      ['crashed', /runner process has terminated/],
      ['cut', /socket hang up|broke off/],
      [[], /0 usable vectors for 2 texts/],
      [[[1, 2]], /1 usable vectors for 2 texts/],
      [[[1, 2], [3]], /Is it an embedding model/],
      [
        [
          [0, 0],
          [1, 2],
        ],
        /1 usable vectors for 2/,
      ],
    ];
    for (const [answer, message] of answers) {
      const { embedder } = await server(t, () => answer);
      await assert.rejects(embedder.embed(['a', 'b'], never), { code: /^model-(failed|unreachable)$/, message });
    }
  });

  test('a hanging server is let go when nobody waits any more', async (t) => {
    const { started, embedder } = await server(t, () => 'hang');
    const cancel = new AbortController();
    const ended = assert.rejects(embedder.embed(['a'], cancel.signal), isAbort);
    await until(() => started.requests.some(({ path }) => path === '/api/embed'), 'the request');
    cancel.abort();
    await ended;
    await started.untilClosed(1);
  });
});

test('questions are embedded once, and only the latest are kept', async (t) => {
  const { started, embedder } = await server(t);
  const vectors = queryVectors(embedder);
  const first = await vectors.of('Where are my keys?', never);
  assert.equal(first?.model, 'letters');
  assert.equal(first?.values.length, 32);
  assert.equal(await vectors.of(' where are my KEYS?', never), first);
  assert.equal(started.requests.length, 1);
  for (let count = 0; count < 200; count++) await vectors.of(`question ${count}`, never);
  await vectors.of('Where are my keys?', never);
  assert.equal(started.requests.length, 202);
});

test('any text becomes something a model takes, and any numbers a vector of length 1 or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => {
      const made = textToEmbed(text);
      assert.ok(made.length > 0 && made.length <= MAX_TEXT);
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.double({ noDefaultInfinity: false }), { maxLength: 20 }), (values) => {
      const vector = unit(values);
      if (vector) assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-3);
    }),
  );
});

test('a model that has read English only is not asked in another language', async () => {
  const asked: string[] = [];
  const named = (model: string): Embedder => ({
    model,
    async embed(texts) {
      asked.push(...texts);
      return texts.map(() => Float32Array.of(1, 0));
    },
    async close() {},
  });
  const english = queryVectors(named('all-MiniLM-L6-v2'));
  for (const language of [undefined, 'en-GB', 'de', 'es-MX']) await english.of(`${language}`, never, language);
  assert.deepEqual(asked, ['undefined', 'en-GB']);
  assert.equal(await english.of('wer', never, 'de'), undefined);
  assert.equal((await queryVectors(named('bge-m3')).of('wer', never, 'de'))?.model, 'bge-m3');
});
