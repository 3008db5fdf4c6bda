import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Offers } from '../lib/tools/mcp/form.js';
import { openPage, type Page } from './page.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { afterTool, type ChatBody } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';

const ID = 'b1e0000000000001';
const node = (allowed: object[]): FlowNode => ({
  ...{ id: ID, type: 'jarvis-mcp', name: 'desk', transport: 'command', command: process.execPath, x: 100, y: 100 },
  ...{ args: `"${path.join(__dirname, 'mcp-servers/desk-command.js')}"`, prefix: '', allowed: JSON.stringify(allowed) },
  ...{ env: '', url: '', seconds: '20', version: 1, wires: [] },
});
const told = ({ messages }: ChatBody) => messages.findLast(({ role }) => role === 'tool')?.content ?? '';
const calls = (name: string, args: Record<string, unknown> = {}) => ({ calls: [{ name, arguments: args }] });

describe('a server of tools beside the shipped flow', () => {
  let server: ScriptedModelServer;
  let runtime: Runtime;
  let page: Page;

  before(async () => {
    server = await startScriptedModelServer({
      speed: 'instant',
      answers: [
        { when: afterTool, answer: (body) => (/\n5\n/.test(told(body)) ? 'That makes five.' : 'I can not do that.') },
        { when: /five hundred/, answer: calls('desk_note', { text: 'x' }) },
        { when: /together/, answer: calls('desk_add', { a: '2', b: 3 }) },
        { answer: 'Hm.' },
      ],
    });
    runtime = await startRuntime({
      env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' },
      change: (flow) => [...flow, { ...node([]), z: must(flow.find(({ type }) => type === 'tab')).id }],
    });
    page = await openPage(runtime.url);
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
    await server?.close();
  });

  const offers = async (id = ID) => (await (await fetch(`${runtime.url}/jarvis/admin/mcp/${id}`)).json()) as Offers;
  const offered = () => {
    const body = server.requests.map((one) => one.body).findLast((one) => one?.tools);
    return (body?.tools ?? []).map((one) => one.function.name).filter((name) => name.startsWith('desk_'));
  };

  test('its form is told what it offers, and nothing of it is open at first', async () => {
    await until(async () => (await offers()).state === 'connected', 'the server to be connected');
    const { tools } = await offers();
    const { mark } = must(tools[0]);
    assert.deepEqual(tools[0], { name: 'add', description: 'Does add.', reads: true, destroys: false, mark });
    assert.deepEqual(await offers('none'), { state: 'undeployed', message: '', tools: [] });
    await page.type('put two and three together');
    await page.gets('show', { kind: 'reply' });
    assert.deepEqual(offered(), []);
  });

  test('what was ticked and deployed is called, and its answer spoken', async () => {
    const flow = await runtime.flows();
    const ticked = JSON.stringify([{ name: 'add', acts: false }]);
    await runtime.deploy(
      flow.map((one) => (one.id === ID ? { ...one, allowed: ticked } : one)),
      'nodes',
    );
    await until(async () => (await offers()).state === 'connected', 'the server to be connected');
    await page.type('put two and three together');
    await page.gets('show', { kind: 'reply', text: 'That makes five.' });
    await page.gets('play-end');
    assert.deepEqual(offered(), ['desk_add']);
    const turn = must((await runtime.turns()).find(({ texts }) => texts.reply === 'That makes five.'));
    assert.ok(turn.spans.some(({ stage }) => stage === 'tool'));
  });

  test('a schema that leads back into itself takes neither memory nor time, with nothing ticked', async () => {
    const flow = await runtime.flows();
    const { z } = must(flow.find(({ id }) => id === ID));
    const args = `"${path.join(__dirname, 'mcp-servers/hostile.js')}" grows`;
    await runtime.deploy([...flow, { ...node([]), z, id: 'grows', prefix: 'grows', args }], 'nodes');
    await until(async () => (await offers('grows')).state === 'connected', 'the server to be connected');
    assert.deepEqual(
      (await offers('grows')).tools.map(({ name }) => name),
      ['plain'],
    );
    assert.equal(runtime.running(), true);
  });

  test('what was not ticked is not there, though a model asks for it', async () => {
    await page.type('add five hundred to my notes');
    const body = must(
      await until(
        () => server.requests.map((one) => one.body).findLast((one) => one && /desk_note/.test(told(one))),
        'the result',
      ),
    );
    assert.match(told(body), /^This failed\. .*\nThere is no tool "desk_note"/);
  });
});
