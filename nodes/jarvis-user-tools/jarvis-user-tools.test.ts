import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { NodeStatus } from 'node-red';
import { script } from '../../lib/tools/user/folder.test.helper.js';
import { bench, type FlowNode, must, USER_DIR, unload, until } from '../node.test.helper.js';
import type { UserToolsNode } from './jarvis-user-tools.js';

const PLACE = { z: 'the-tab', x: 100, y: 100, wires: [] };
const FOLDER = path.join(USER_DIR, 'jarvis/tools');
const write = (file: string, text: string) => writeFileSync(path.join(FOLDER, file), text);
const node = (files: string[], more: object = {}): FlowNode => ({
  ...{ ...PLACE, id: 'own', type: 'jarvis-user-tools', ...more },
  allowed: JSON.stringify(files.map((name) => ({ name, acts: false }))),
});

async function flow(nodes: FlowNode[]) {
  const agent = await bench({ type: 'jarvis-agent', outputs: 1 }, nodes);
  const statuses: NodeStatus[] = [];
  agent.node('own').on('call:status' as never, ((one: { args: [NodeStatus] }) => statuses.push(one.args[0])) as never);
  const of = (id: string) => agent.node<UserToolsNode>(id);
  return {
    ...{ agent, of },
    looked: async (id = 'own') => await of(id).looked(),
    names: (id = 'own') =>
      of(id)
        .tools()
        .map(({ name }) => name),
    shows: (text: string) =>
      until(
        () => statuses.at(-1)?.text === text,
        () => `${text}; shown ${JSON.stringify(statuses)}`,
      ),
    errors: () => agent.log().filter(({ level }) => level === 'error'),
  };
}

describe('the user tools node', () => {
  beforeEach(() => mkdirSync(FOLDER, { recursive: true }));
  afterEach(async () => {
    await unload();
    rmSync(FOLDER, { recursive: true, force: true });
  });

  test('shows how many files are ticked and work, of all', async () => {
    write('a.mjs', script('a', ''));
    write('b.mjs', script('b', ''));
    const { names, shows, looked } = await flow([node(['a.mjs'])]);
    await shows('1/2');
    assert.deepEqual(names(), ['a']);
    const { tools, message } = await looked();
    assert.deepEqual([message, tools.map(({ description }) => description)], ['', ['a: Does a.', '']]);
  });

  test('names a file that is broken, once, and shows when it is mended', async () => {
    write('a.mjs', 'export const ;');
    write('b.mjs', script('b', ''));
    const { names, shows, errors, looked } = await flow([node(['a.mjs', 'b.mjs'])]);
    await shows('a.mjs');
    await looked();
    assert.equal(errors().length, 1);
    assert.match(must(errors()[0]).text, /a\.mjs, line 1: SyntaxError/);
    assert.deepEqual(names(), ['b']);
    write('a.mjs', script('a', ''));
    await shows('2/2');
  });

  test('a name that another node has already is told', async () => {
    write('a.mjs', script('dice', ''));
    const dice = { ...PLACE, id: 'dice', type: 'jarvis-tool', tool: 'dice', description: 'Throws dice.', wires: [[]] };
    const { names, shows, errors } = await flow([dice, node(['a.mjs'])]);
    await shows('a.mjs');
    assert.deepEqual(names(), []);
    assert.ok(errors().some(({ text }) => /a\.mjs: Another node has a tool called dice already/.test(text)));
  });

  test('a call ends when its node does', async () => {
    write('a.mjs', script('waits', 'await new Promise(() => {});'));
    const { agent, of, shows } = await flow([node(['a.mjs'])]);
    await shows('1/1');
    const context = { site: 'den', language: 'en', signal: new AbortController().signal };
    const run = must(of('own').tools()[0]).run({}, context);
    const processes = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
    await until(() => processes() === 1, 'the process');
    await agent.stop();
    await assert.rejects(run, { name: 'AbortError' });
    await until(() => processes() === 0, 'the process to be gone');
  });
});
