import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { afterTool } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must } from './until.js';

const FOUND = [{ url: 'https://example.org/bridge', title: 'The old bridge', content: 'It was built in 1894.' }];

describe('the internet node, beside the shipped flow', () => {
  let server: ScriptedModelServer;
  let runtime: Runtime;
  let page: Page;
  let searxng: Server;
  const asked: string[] = [];

  before(async () => {
    searxng = createServer(({ url = '' }, outgoing) => {
      asked.push(url);
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results: FOUND }));
    });
    await new Promise<void>((resolve) => searxng.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(searxng.address() as AddressInfo).port}`;
    server = await startScriptedModelServer({
      speed: 'instant',
      answers: [
        { when: afterTool, answer: 'It was built in 1894.' },
        { when: /old bridge/, answer: { calls: [{ name: 'web_search', arguments: { query: 'old bridge' } }] } },
        { answer: 'Hm.' },
      ],
    });
    runtime = await startRuntime({
      env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' },
      change: (flow) => {
        const { z } = must(flow.find(({ type }) => type === 'jarvis-agent'));
        const place = { ...(z === undefined ? {} : { z }), x: 100, y: 900, wires: [] };
        return [...flow, { ...place, id: 'the-internet', type: 'jarvis-internet', searxng: url }];
      },
    });
    page = await openPage(runtime.url);
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
    await server?.close();
    searxng?.closeAllConnections();
    searxng?.close();
  });

  test('a question is searched for and answered, and the trace shows it', async () => {
    await page.type('When was the old bridge built?');
    await page.gets('show', { kind: 'reply', text: 'It was built in 1894.' });
    await page.gets('play-end');
    assert.equal(asked.length, 1);
    const told = server.requests.findLast(({ body }) => body?.messages?.some(({ role }) => role === 'tool'));
    const result = told?.body.messages.findLast(({ role }) => role === 'tool')?.content;
    assert.match(result ?? '', /^<data from="web_search">\n1\. The old bridge: It was built in 1894\.\n/);
    const turn = must((await runtime.turns()).find(({ texts }) => texts.heard === 'When was the old bridge built?'));
    assert.ok(turn.spans.some(({ stage }) => stage === 'tool'));
  });
});
