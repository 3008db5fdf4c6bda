import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { FolderShown } from '../lib/tools/user/form.js';
import { openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { afterTool, type ChatBody } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';

const ID = 'b1e0000000000002';
const told = ({ messages }: ChatBody) => messages.findLast(({ role }) => role === 'tool')?.content ?? '';
const query = ({ messages }: ChatBody) => messages.findLast(({ role }) => role === 'user')?.content ?? '';
const script = (name: string, run: string) =>
  `export const name = '${name}';\nexport const description = 'Does ${name}.';\nexport async function run(args, { signal }) {\n${run}\n}\n`;

const HOSTILE = {
  env: 'return Object.keys(process.env).filter((name) => name.startsWith("JARVIS")).length + " secrets";',
  leave: 'process.exit(0);',
  print: "for (let at = 0; at < 100; at++) console.log('x'.repeat(50_000)); return 'printed';",
  eat: 'const all = []; for (;;) all.push(Array.from({ length: 10_000 }, () => ({})));',
  give: "return 'z'.repeat(5_000_000);",
};

describe('files of the owner, beside the shipped flow', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'jarvis-data-'));
  const folder = path.join(data, 'tools');
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  const held: ServerResponse[] = [];
  const holder = createServer((_, answer) => held.push(answer));
  let server: ScriptedModelServer;
  let runtime: Runtime;
  let page: Page;

  before(async () => {
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    mkdirSync(folder);
    write('bins.mjs', script('bin_day', "return 'The paper bin, on Friday.';"));
    for (const [name, run] of Object.entries(HOSTILE)) write(`${name}.mjs`, script(name, run));
    write('wait.mjs', script('wait', `await fetch('http://127.0.0.1:${(holder.address() as AddressInfo).port}');`));
    server = await startScriptedModelServer({
      speed: 'instant',
      answers: [
        {
          when: afterTool,
          answer: (body) => (/Friday/.test(told(body)) ? 'The paper bin goes on Friday.' : 'I tried.'),
        },
        { when: /which bin/, answer: { calls: [{ name: 'bin_day', arguments: {} }] } },
        {
          when: /please try/,
          answer: (body) => ({ calls: [{ name: /please try (\w+)/.exec(query(body))?.[1] ?? '', arguments: {} }] }),
        },
        { answer: 'Hm.' },
      ],
    });
    runtime = await startRuntime({
      env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted', JARVIS_DATA: data },
      change: (flow) => {
        const z = must(flow.find(({ type }) => type === 'tab')).id;
        return [...flow, { ...{ id: ID, type: 'jarvis-user-tools', allowed: '[]', z, x: 100, y: 100, wires: [] } }];
      },
    });
    page = await openPage(runtime.url);
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
    await server?.close();
    holder.closeAllConnections();
    holder.close();
    rmSync(data, { recursive: true, force: true });
  });

  const shown = async () => (await (await fetch(`${runtime.url}/jarvis/admin/user-tools/${ID}`)).json()) as FolderShown;
  const offered = () => {
    const body = server.requests.map((one) => one.body).findLast((one) => one?.tools);
    return (body?.tools ?? []).map((one) => one.function.name);
  };
  /** What the model was told of the tool's last call. */
  const result = async (name: string) =>
    await until(
      () =>
        server.requests.map((one) => told(one.body ?? { messages: [] })).findLast((text) => text.includes(`"${name}"`)),
      `a result of ${name}`,
    );

  test('nothing is called, nor run, before it is ticked', async () => {
    const { tools, message } = await shown();
    assert.equal(message, '');
    assert.deepEqual(tools[0], { name: 'bins.mjs', reads: false, destroys: false, description: '' });
    await page.type('which bin is next?');
    await page.gets('show', { kind: 'reply' });
    assert.ok(!offered().includes('bin_day'));
  });

  test('what was ticked and deployed is called, and its answer spoken', async () => {
    const names = ['bins', 'wait', ...Object.keys(HOSTILE)];
    const allowed = JSON.stringify(names.map((name) => ({ name: `${name}.mjs`, acts: false })));
    const flow = await runtime.flows();
    await runtime.deploy(
      flow.map((one) => (one.id === ID ? { ...one, allowed } : one)),
      'nodes',
    );
    assert.equal((await shown()).tools[0]?.description, 'bin_day: Does bin_day.');
    await page.type('which bin is next?');
    await page.gets('show', { kind: 'reply', text: 'The paper bin goes on Friday.' });
    await page.gets('play-end');
    const turn = must((await runtime.turns()).find(({ texts }) => texts.reply === 'The paper bin goes on Friday.'));
    assert.ok(turn.spans.some(({ stage }) => stage === 'tool'));
  });

  test('files that misbehave fail by themselves, and the model is told how', async () => {
    const expected = {
      env: /^<data from="env">\n0 secrets\n/,
      leave: /^This failed\. .*\nleave\.mjs ended without a result \(code 0\)\.\n/,
      print: /^<data from="print">\nprinted\n/,
      eat: /^This failed\. .*\neat\.mjs wanted more than 128 MB of memory\./,
      give: /^<data from="give">\nz{1000}/,
    };
    for (const [name, text] of Object.entries(expected)) {
      await page.type(`please try ${name} now`);
      assert.match(await result(name), text);
    }
    assert.ok(runtime.running());
  });

  test('a run ends with its turn', async () => {
    await page.type('please try wait now');
    const answer = await until(() => held[0], 'the run');
    let isClosed = false;
    answer.once('close', () => {
      isClosed = true;
    });
    await page.type('stop');
    await until(() => isClosed, 'the process to be gone');
  });

  test('a file that is broken while all runs is named, harms no other, and works again when it is mended', async () => {
    write('give.mjs', 'export const name = ;');
    await until(() => /give\.mjs, line 1: SyntaxError: Unexpected token ';'/.test(runtime.output()), 'the log');
    const before = server.requests.length;
    await page.type('which bin comes after?');
    await until(() => server.requests.slice(before).some(({ body }) => /Friday/.test(told(body))), 'the other tool');
    assert.ok(offered().includes('bin_day'));
    assert.ok(!offered().includes('give'));
    write('give.mjs', script('given', "return 'mended';"));
    await until(
      async () => (await shown()).tools.some(({ description }) => description === 'given: Does given.'),
      'the look',
    );
    await page.type('please try given now');
    assert.match(await result('given'), /mended/);
  });
});
