import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { NodeStatus } from 'node-red';
import { DESK } from '../../lib/tools/mcp/link.test.helper.js';
import { startDesk } from '../../test/mcp-servers/desk-web.js';
import type { ChatBody } from '../../test/scripted-model-server/script.js';
import { type ScriptedModelOptions, startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import { bench, closeLater, completed, type FlowNode, must, turnIn, unload, until } from '../node.test.helper.js';
import type { McpNode } from './jarvis-mcp.js';

const PLACE = { z: 'the-tab', x: 100, y: 100, wires: [] };
const AGENT = { type: 'jarvis-agent', outputs: 1, model: 'a-model' };
const tick = (...names: string[]) => JSON.stringify(names.map((name) => ({ name, acts: false })));

const mcp = (more: object = {}): FlowNode => ({
  ...{ ...PLACE, id: 'a-desk', type: 'jarvis-mcp', name: 'The desk', transport: 'command', command: DESK.command },
  ...{ args: `"${DESK.args[0]}"`, env: '', url: '', prefix: '', allowed: tick('add', 'crash', 'wipe'), seconds: '20' },
  ...more,
});
/** What the model was told last. */
const told = ({ messages }: ChatBody) => messages.filter(({ role }) => role === 'tool').map(({ content }) => content);

async function flow(
  nodes: FlowNode[],
  answers: ScriptedModelOptions['answers'] = [],
  credentials?: Record<string, Record<string, string>>,
) {
  const server = await startScriptedModelServer({ speed: 'instant', answers });
  closeLater(server.close);
  const model = { id: 'a-model', type: 'jarvis-model', provider: 'ollama', url: server.url };
  const agent = await bench(AGENT, [model, ...nodes], credentials);
  const statuses: NodeStatus[] = [];
  agent
    .node('a-desk')
    .on('call:status' as never, ((one: { args: [NodeStatus] }) => statuses.push(one.args[0])) as never);
  const node = () => agent.node<McpNode>('a-desk');
  return {
    ...{ agent, statuses, node },
    errors: () => agent.log().filter(({ level }) => level === 'error'),
    connected: () => until(() => node().offers().state === 'connected', 'the server to be connected'),
    redeploy: (own: FlowNode[]) => agent.redeploy([model, ...own]),
    async says(payload: string) {
      agent.send({ payload, topic: 'den' });
      await completed(agent);
      const { reply } = turnIn(must(agent.out[0]?.at(-1)));
      return { reply: must(reply), body: must(server.requests.filter(({ path }) => path === '/api/chat').at(-1)).body };
    },
  };
}

describe('the mcp node', () => {
  afterEach(unload);

  test('its ticked tools are offered to the model, and called', async () => {
    const answers = [
      { when: ({ messages }: ChatBody) => messages.at(-1)?.role === 'tool', answer: 'It makes five.' },
      { answer: { calls: [{ name: 'the_desk_add', arguments: { a: '2', b: 3 } }] } },
    ];
    const { says, connected, statuses } = await flow([mcp()], answers);
    await connected();
    const { reply, body } = await says('what is two and three');
    assert.equal(reply.text, 'It makes five.');
    assert.deepEqual(told(body), ['<data from="the_desk_add">\n5\n</data>']);
    const offered = (body.tools ?? []).map(({ function: { name } }) => name);
    assert.deepEqual(offered.filter((name) => name.startsWith('the_desk')).sort(), [
      'the_desk_add',
      'the_desk_crash',
      'the_desk_wipe',
    ]);
    await until(() => statuses.at(-1)?.text === 'the-desk 3/12', 'the status');
  });

  test('a tick is for what was shown: what the server says otherwise later is closed and told, until it is ticked again', async () => {
    const { node, agent, redeploy, connected } = await flow([mcp()]);
    await connected();
    const names = () =>
      node()
        .tools()
        .map(({ name }) => name);
    const marked = () => {
      const rows = node().offers().tools;
      return JSON.stringify(rows.map(({ name, mark }) => ({ name, mark, acts: name === 'grow' })));
    };
    const warnings = () => agent.log().filter(({ level }) => level === 'warn');
    await redeploy([mcp({ allowed: marked() })]);
    await connected();
    assert.ok(names().includes('the_desk_picture'));
    const grow = must(
      node()
        .tools()
        .find(({ name }) => name === 'the_desk_grow'),
    );
    const context = { site: 'den', language: 'en', said: 'grow it', signal: new AbortController().signal };
    assert.equal((await grow.run({}, context)).ok, true);
    await until(() => !names().includes('the_desk_picture'), 'the changed one to be closed');
    assert.ok(names().includes('the_desk_add'));
    await until(() => warnings().length > 0, 'a warning');
    assert.match(must(warnings()[0]).text, /something else of picture than when it was ticked/);
  });

  test('a crash is told on the node with what the server wrote, and it works again', async () => {
    const { node, errors, connected } = await flow([mcp()]);
    await connected();
    const crash = must(
      node()
        .tools()
        .find(({ name }) => name === 'the_desk_crash'),
    );
    const context = { site: 'den', language: 'en', signal: new AbortController().signal };
    assert.equal((await crash.run({}, context)).ok, false);
    await until(() => errors().length > 0, 'an error');
    assert.match(must(errors()[0]).text, /has ended \(code 3\)\. It wrote last: .*The desk fell over/s);
    await connected();
  });

  test('a command that is missing is told, and what is wrong is shown', async () => {
    const { errors, statuses, node } = await flow([mcp({ command: 'no-such-command' })]);
    await until(() => errors().length > 0, 'an error');
    assert.match(must(errors()[0]).text, /the command "no-such-command" was not found\. Install it/);
    await until(() => statuses.at(-1)?.text === 'status.not-configured', 'the status');
    const { state, message, tools } = node().offers();
    assert.deepEqual([state, tools], ['failed', []]);
    assert.match(message, /was not found/);
  });

  test('two with one prefix: the later one says so, until a deploy makes it right', async () => {
    const { errors, redeploy, agent } = await flow([mcp(), mcp({ id: 'twin' })]);
    await until(() => errors().length === 1, 'an error');
    assert.equal(must(errors()[0]).id, 'twin');
    assert.match(must(errors()[0]).text, /Another mcp node has the prefix "the_desk"/);
    await redeploy([mcp(), mcp({ id: 'twin', prefix: 'other' })]);
    await until(() => agent.node<McpNode>('twin').tools()[0]?.name === 'other_add', 'the tools of the other');
  });

  test('without a command it is idle', async () => {
    const { node, errors } = await flow([mcp({ command: '' })]);
    assert.deepEqual([node().tools(), errors()], [[], []]);
  });

  test('by HTTP it sends its token, which stays among the credentials', async () => {
    const desk = await startDesk({ token: 'open sesame' });
    closeLater(desk.close);
    const { connected, node } = await flow([mcp({ transport: 'url', url: desk.url })], [], {
      'a-desk': { token: 'open sesame' },
    });
    await connected();
    assert.equal(node().tools().length, 3);
  });

  test('a deploy leaves no process behind', async () => {
    const { connected, agent } = await flow([mcp()]);
    await connected();
    const children = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
    assert.equal(children(), 1);
    await agent.stop();
    await until(() => children() === 0, 'the server to be gone');
  });
});
