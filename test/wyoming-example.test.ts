import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noise } from '../lib/listening/samples.test.helper.js';
import { wyomingServer } from '../lib/listening/wyoming.test.helper.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { must, until } from './until.js';

const SOUND = noise(0.3, 1000);
const FORMAT = { rate: 16_000, width: 2, channels: 1 };

/** A Node-RED without any other node of ours. */
let runtime: Runtime;
before(async () => {
  runtime = await startRuntime({ change: () => [] });
});
after(() => runtime?.stop());

test('the example of Wyoming servers is imported and runs: what one speaks, the other writes down', async () => {
  const speaker = await wyomingServer(({ type, data }, send) => {
    if (type !== 'synthesize') return;
    assert.match(String(data['text']), /window in the bathroom/);
    send({ type: 'audio-start', data: FORMAT });
    send({ type: 'audio-chunk', data: FORMAT, payload: SOUND });
    send({ type: 'audio-stop' });
  });
  const heard: Buffer[] = [];
  const listener = await wyomingServer(({ type, payload }, send) => {
    if (payload) heard.push(payload);
    if (type === 'audio-stop') send({ type: 'transcript', data: { text: 'It was heard.', language: 'en' } });
  });
  const servers: Record<string, string> = { 'wyoming-tts': speaker.url, 'wyoming-stt': listener.url };
  const name = encodeURIComponent('10 - Wyoming servers');
  const answer = await fetch(`${runtime.url}/library/examples/flows/@jarvis-flow/node-red-jarvis/${name}`);
  const example = (await answer.json()) as FlowNode[];
  const flow = example.map((node) => {
    if (node.type === 'debug') return { ...node, console: true };
    return node.type in servers ? { ...node, server: servers[node.type] } : node;
  });
  await runtime.deploy(flow);
  const { id } = must(flow.find(({ type }) => type === 'inject'));
  assert.equal((await fetch(`${runtime.url}/inject/${id}`, { method: 'POST' })).status, 200);
  await until(
    () => runtime.output().includes('It was heard.'),
    () => runtime.output(),
  );
  assert.deepEqual(Buffer.concat(heard), SOUND);
  assert.doesNotMatch(runtime.output(), /\[error\]/);
  for (const server of [speaker, listener]) await server.close();
});
