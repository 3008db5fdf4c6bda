import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { openPage, type Page } from './page.js';
import { RECORDED } from './recorded-answers.js';
import { type Runtime, startRuntime } from './runtime.js';
import { lastUser } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';

/** One of each kind; lib/replying/recorded-answers.test.ts has them all. */
const KINDS = [
  'Qwen 3',
  'gpt-oss without signs',
  'Gemma, a sign',
  'a base model',
  'Llama 3 without signs',
  'ReAct',
  'ReAct, a result made up',
  'Mistral, a sign',
].map((kind) => must(RECORDED.find(({ family }) => family === kind)));
const TABLE = '| City | Degrees |\n|---|---|\n| Rome | 21 |\n| Paris | 18 |';

/** A text to speech server that notes what it is to speak. */
async function openVoice() {
  const spoken: string[] = [];
  const server = http.createServer((incoming, outgoing) => {
    let body = '';
    incoming.on('data', (chunk) => {
      body += chunk;
    });
    incoming.on('end', () => {
      if (incoming.method === 'POST') spoken.push((JSON.parse(body) as { input: string }).input);
      outgoing.writeHead(200, { 'content-type': 'audio/pcm' }).end(Buffer.alloc(4800));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, spoken, close };
}

describe('what a model writes beside its answer, in the flow as shipped', () => {
  let runtime: Runtime;
  let model: ScriptedModelServer;
  let voice: Awaited<ReturnType<typeof openVoice>>;
  let page: Page;

  before(async () => {
    voice = await openVoice();
    model = await startScriptedModelServer({
      speed: 'instant',
      answers: [
        ...KINDS.flatMap(({ answer }, index) => [
          { when: new RegExp(`streamed ${index}$`), answer: { text: [...answer] } },
          { when: new RegExp(`whole ${index}$`), answer: { text: answer, whole: true as const } },
        ]),
        { when: /how warm/, answer: `Here it is.\n\n${TABLE}\n\nRome is warmer.` },
      ],
    });
    runtime = await startRuntime({
      env: { JARVIS_MODEL_URL: model.url, JARVIS_TTS: 'openai', JARVIS_TTS_URL: voice.url },
    });
    await runtime.warm();
    page = await openPage(runtime.url);
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
    await model?.close();
    voice?.close();
  });

  /** What the page shows of an answer, when it was spoken. */
  async function shownOf(text: string): Promise<string[]> {
    const from = page.messages.length;
    const since = () => page.messages.slice(from);
    await page.type(text);
    await until(
      () => since().some(({ type, stage }) => type === 'stage' && stage === 'idle'),
      () => `an answer to "${text}"; got ${JSON.stringify(since())}`,
    );
    const shown = since().filter(({ type, kind }) => type === 'show' && kind === 'reply');
    return shown.map((one) => String(one['text'])).filter((one) => one !== '');
  }

  for (const [index, { family, said }] of KINDS.entries()) {
    test(`${family}: only the answer is shown, spoken and given to the next round`, async () => {
      for (const how of ['streamed', 'whole']) {
        assert.equal((await shownOf(`please explain the moons of Mars ${how} ${index}`)).join(' '), said, how);
        // What was spoken before is kept.
        assert.deepEqual(
          [...new Set(voice.spoken)],
          said.match(/[^.]+\./g)?.map((sentence) => sentence.trim()),
          how,
        );
      }
      const asked = model.requests.findLast(({ body }) => lastUser(body).endsWith(`whole ${index}`));
      const own = asked?.body.messages.filter(({ role }) => role === 'assistant') ?? [];
      assert.deepEqual([...new Set(own.map(({ content }) => content))], [said]);
    });
  }

  test('a table stays between its sentences on the page, and is said in a sentence', async () => {
    assert.deepEqual(await shownOf('how warm is it in Rome and Paris'), [
      'Here it is.',
      `\n\n${TABLE}`,
      '\n\nRome is warmer.',
    ]);
    assert.deepEqual(voice.spoken.slice(-3), ['Here it is.', 'Degrees: Rome 21, Paris 18.', 'Rome is warmer.']);
  });
});
