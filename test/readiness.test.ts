import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { type Runtime, startRuntime } from './runtime.js';
import { until } from './until.js';

/** What a fresh start shows under its nodes, as every editor is told it: keys, which each editor has in its own language. */
describe('nodes of a fresh start, before the first turn', () => {
  let runtime: Runtime;
  let editor: WebSocket;
  /** The last status of each node, by its type. */
  const shown = new Map<string, { fill?: string; shape?: string; text?: string }>();

  before(async () => {
    // No model server, no speech model, no Home Assistant: what a stranger has.
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9' } });
    await runtime.warm();
    const flow = await runtime.flows();
    editor = new WebSocket(`${runtime.url.replace('http', 'ws')}/comms`, { origin: runtime.url });
    editor.on('message', (data) => {
      for (const { topic, data: status } of [JSON.parse(String(data))].flat()) {
        const node = flow.find(({ id }) => topic === `status/${id}`);
        if (node) shown.set(node.type, status);
      }
    });
    editor.on('open', () => editor.send(JSON.stringify({ subscribe: 'status/#' })));
  });
  after(async () => {
    editor?.terminate();
    await runtime?.stop();
  });

  const expected = {
    'jarvis-listen': 'yellow ring status.noSpeechModel',
    'jarvis-agent': 'yellow ring status.model-unreachable',
    'jarvis-command': 'green dot status.demo',
    'jarvis-satellite-in': 'green dot status.connected',
    'jarvis-satellite-out': 'green dot status.connected',
    'jarvis-say': 'green dot status.connected',
    'jarvis-wake': 'green dot status.ready',
    'jarvis-speak': 'green dot status.ready',
    'jarvis-judge': 'green dot status.ready',
    'jarvis-recall': 'green dot status.ready',
    'jarvis-router': 'green dot status.ready',
    'jarvis-planner': 'yellow ring status.model-unreachable',
    'jarvis-digest': 'yellow ring status.model-unreachable',
    'jarvis-remember': 'green dot status.ready',
  };
  for (const [type, wanted] of Object.entries(expected)) {
    test(`${type}: ${wanted}`, async () => {
      const now = () => {
        const { fill, shape, text } = shown.get(type) ?? {};
        return `${fill} ${shape} ${text}`;
      };
      await until(
        () => now() === wanted,
        () => `${wanted}; it shows ${now()}`,
        20,
      );
    });
  }

  test('no node of the flow is without a state, and none says what has no words', async () => {
    const catalogue = (await (
      await fetch(`${runtime.url}/locales/@jarvis-flow/node-red-jarvis/jarvis-agent?lng=de`)
    ).json()) as { status: Record<string, string> };
    for (const [type, { text = '' }] of shown) {
      if (type.startsWith('jarvis-')) assert.ok(catalogue.status[text.replace('status.', '')], `${type}: ${text}`);
    }
  });
});
