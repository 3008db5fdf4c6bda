import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { MAX_SECONDS, type Trial } from '../lib/tools/flow-tool-form.js';
import { packageRoot } from './package-root.js';
import { openPage, type Page } from './page.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { type Answer, afterTool, type ChatBody } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';

const file = path.join(packageRoot(), 'examples/09 - A tool of core nodes.json');
const EXAMPLE: FlowNode[] = JSON.parse(readFileSync(file, 'utf8'));

const roll = (args: Record<string, unknown>): Answer => ({ calls: [{ name: 'roll_dice', arguments: args }] });
const told = ({ messages }: ChatBody) => messages.findLast(({ role }) => role === 'tool')?.content ?? '';
const failed = (body: ChatBody) => afterTool(body) && /^This failed/.test(told(body));

describe('the example with a tool of core nodes, beside the shipped flow', () => {
  let server: ScriptedModelServer;
  let runtime: Runtime;
  let page: Page;

  before(async () => {
    server = await startScriptedModelServer({
      speed: 'instant',
      answers: [
        {
          when: failed,
          answer: (body) => (/thirty/.test(JSON.stringify(body)) ? 'That is too many.' : roll({ dice: 1 })),
        },
        { when: afterTool, answer: 'They are rolled.' },
        { when: /two dice/, answer: roll({ dice: 2 }) },
        { when: /thirteen/, answer: roll({ dice: 1, sides: 13 }) },
        { when: /thirty/, answer: roll({ dice: 30 }) },
        { answer: 'Hm.' },
      ],
    });
    runtime = await startRuntime({
      env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' },
      change: (flow) => [...flow, ...EXAMPLE.filter(({ id }) => flow.every((one) => one.id !== id))],
    });
    page = await openPage(runtime.url);
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
    await server?.close();
  });

  const seen = (pattern: RegExp) =>
    until(
      () => server.requests.map(({ body }) => body).findLast((body) => body?.messages && pattern.test(told(body))),
      `a result like ${pattern}`,
    );

  test('a button of it has the model roll', async () => {
    const { id } = must(EXAMPLE.find(({ name }) => name === 'roll two dice'));
    assert.equal((await fetch(`${runtime.url}/inject/${id}`, { method: 'POST' })).status, 200);
    const body = must(await seen(/<data from="roll_dice">\n\{"shown":\[\d,\d\],"sum":\d+\}\n<\/data>/));
    assert.ok(body.messages.length > 2);
  });

  test('its form tries a call, and shows what the model is told and gets back', async () => {
    const tries = async (args: unknown, id = must(EXAMPLE.find(({ type }) => type === 'jarvis-tool')).id) => {
      const answer = await fetch(`${runtime.url}/jarvis/admin/tool/try`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, arguments: args }),
      });
      return { status: answer.status, ...((await answer.json()) as Partial<Trial> & { message?: string }) };
    };
    const { ok, text, told } = await tries({ dice: '3' });
    assert.equal(ok, true);
    assert.match(must(text), /^<data from="roll_dice">\n\{"shown":\[\d,\d,\d\],"sum":\d+\}\n<\/data>$/);
    assert.deepEqual(must(told).parameters['required'], ['dice']);
    assert.match(must((await tries({ dice: 'many' })).text), /^This failed\. [\s\S]*dice has to be a whole number\./);
    assert.match(must((await tries({ dice: 1, sides: 13 })).text), /^This failed\. [\s\S]*Dice have 4, 6/);
    for (const hostile of [[], 'x', null, 7]) assert.equal((await tries(hostile)).status, 400);
    assert.match(must((await tries({}, 'nobody')).message), /deploy first/);
    assert.match(must((await tries({}, 'judge')).message), /deploy first/);
  });

  test('typed on the page, the answer is spoken, and the trace shows the tool', async () => {
    await page.type('roll two dice for us');
    await page.gets('show', { kind: 'reply', text: 'They are rolled.' });
    await page.gets('play-end');
    const turn = must((await runtime.turns()).find(({ texts }) => texts.heard === 'roll two dice for us'));
    assert.ok(turn.spans.some(({ stage }) => stage === 'tool'));
  });

  test('what its function throws reaches the model through its Catch node, and is mended', async () => {
    await page.type('roll one with thirteen sides');
    await seen(/^This failed\. .*\n(?:Error: )?Dice have 4, 6/);
    await seen(/"shown":\[\d\]/);
  });

  test('and so does what is thrown where no Catch node leads to a result', async () => {
    const flow = await runtime.flows();
    const isForIt = ({ type, scope }: FlowNode) => type === 'catch' && Array.isArray(scope);
    assert.equal(flow.filter(isForIt).length, 1);
    // A limit longer than this test waits.
    await runtime.deploy(
      flow
        .filter((node) => !isForIt(node))
        .map((node) => (node.type === 'jarvis-tool' ? { ...node, seconds: String(MAX_SECONDS) } : node)),
      'nodes',
    );
    await page.type('roll thirty dice');
    await seen(/^This failed\. .*\n(?:Error: )?One to ten/);
    await page.gets('show', { kind: 'reply', text: 'That is too many.' });
  });
});
