import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { afterTool, type ChatBody } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';

const result = ({ messages }: ChatBody) => messages.findLast(({ role }) => role === 'tool')?.content ?? '';

describe('everyday questions in the shipped flow', () => {
  let server: ScriptedModelServer;
  let runtime: Runtime;
  let page: Page;

  before(async () => {
    server = await startScriptedModelServer({
      speed: 'instant',
      answers: [
        { when: afterTool, answer: (body) => `The tool says ${/\d+/.exec(result(body))?.[0]}.` },
        { when: /eggs/, answer: { calls: [{ name: 'calculate', arguments: { expression: '6 * 12' } }] } },
        { answer: 'Hm.' },
      ],
    });
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' } });
    page = await openPage(runtime.url);
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
    await server?.close();
  });

  const asked = () => server.requests.filter(({ body }) => JSON.stringify(body?.messages ?? '').includes('80')).length;

  test('a sum is answered, and no model hears of it', async () => {
    await page.type('what is 15 percent of 80');
    await page.gets('show', { kind: 'reply', text: 'That’s 12.' });
    assert.equal(asked(), 0);
  });

  test('a sum within a wish is worked out by the tool that the model calls', async () => {
    await page.type('we need six boxes of a dozen eggs, will 70 do?');
    await page.gets('show', { kind: 'reply', text: 'The tool says 72.' });
  });
});
