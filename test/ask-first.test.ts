import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { script } from '../lib/tools/user/folder.test.helper.js';
import type { TraceDetails } from '../lib/turn/trace-types.js';
import { contextIn } from './model-failures.js';
import { openPage, type Page } from './page.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { type Answer, afterTool } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';

const call = (name: string, args: Record<string, unknown> = {}) => ({ name, arguments: args });
const gate = (side: string) => call('open_gate', { side });
/** What the model calls, by what it is asked. */
const CALLS: [RegExp, Answer][] = [
  [/let the guests in/i, { calls: [gate('left')] }],
  [/neighbours/i, { calls: [gate('left'), gate('right')] }],
  [/lass die gäste/i, { calls: [gate('left')] }],
  [/wipe|wisch/i, { calls: [call('desk_wipe')] }],
  [/bins away/i, { calls: [call('bins_out')] }],
  [/back it up/i, { calls: [call('run_command', { command: 'backup', disk: 'two' })] }],
  [/long story/i, { calls: [call('long_story')] }],
];
const GATE = 'Shall I open the left gate?';

describe('tools that ask first, beside the shipped flow', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'jarvis-asks-'));
  let server: ScriptedModelServer;
  let runtime: Runtime;
  let page: Page;
  let german: Page;

  const ownNodes = (): FlowNode[] => {
    const place = { z: 'the-asking', x: 100, y: 100, wires: [] as string[][] };
    const side = { name: 'side', kind: 'choice', description: 'Which.', choices: ['left', 'right'], required: true };
    const tool = { type: 'jarvis-tool', acts: true, guests: true, asks: true, seconds: '5' };
    const desk = path.join(__dirname, 'mcp-servers/desk-command.js');
    return [
      { id: 'the-asking', type: 'tab', label: 'Asking' },
      {
        ...{ ...place, ...tool, id: 'gate', tool: 'open_gate', description: 'Opens a gate.', wires: [['gated']] },
        ...{ parameters: JSON.stringify([side]), question: 'Shall I open the {side} gate?' },
      },
      {
        ...{ ...place, id: 'gated', type: 'function', outputs: 1, wires: [['result']] },
        func: `node.warn('called ' + JSON.stringify([msg.topic, msg.payload, msg.turn.heard?.text ?? '']));
return { ...msg, payload: 'The ' + msg.payload.side + ' gate is open.' };`,
      },
      {
        ...{ ...place, ...tool, id: 'story', tool: 'long_story', description: 'Tells.', wires: [['told']] },
        ...{ parameters: '[]', question: '' },
      },
      {
        ...{ ...place, id: 'told', type: 'function', outputs: 1, wires: [['result']] },
        func: `return { ...msg, payload: 'Once upon a time. '.repeat(50) };`,
      },
      { ...place, id: 'result', type: 'jarvis-tool-result', wires: [[]] },
      {
        ...{ ...place, id: 'desk', type: 'jarvis-mcp', transport: 'command', command: process.execPath },
        ...{ args: `"${desk}"`, prefix: 'desk', env: '', url: '', seconds: '20' },
        allowed: JSON.stringify([{ name: 'wipe', acts: true }]),
      },
      {
        ...{ ...place, id: 'files', type: 'jarvis-user-tools' },
        allowed: JSON.stringify([{ name: 'bins.mjs', acts: true, asks: true }]),
      },
      {
        ...{ ...place, id: 'computer', type: 'jarvis-computer', asks: true },
        commands: 'backup: echo saved to {disk}',
      },
    ];
  };

  before(async () => {
    mkdirSync(path.join(data, 'tools'));
    writeFileSync(path.join(data, 'tools/bins.mjs'), script('bins_out', "return 'The bins are out.';"));
    server = await startScriptedModelServer({
      speed: 'instant',
      answers: [
        { when: (body) => contextIn(body) !== 'reply', answer: 'none' },
        { when: afterTool, answer: 'It is done.' },
        ...CALLS.map(([when, answer]) => ({ when, answer })),
        { answer: 'Hm.' },
      ],
    });
    runtime = await startRuntime({
      env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted', JARVIS_DATA: data },
      change: (flow) => [...flow, ...ownNodes()],
    });
    page = await openPage(runtime.url, 'browser-0000000a', 'Kitchen');
    german = await openPage(runtime.url, 'browser-0000000b', 'Kitchen', { language: 'de' });
    const admin = async (route: string) => await (await fetch(`${runtime.url}/jarvis/admin/${route}`)).text();
    await until(async () => (await admin('mcp/desk')).includes('"connected"'), 'the MCP server');
    await until(async () => (await admin('user-tools/files')).includes('bins_out'), 'the file');
  });
  after(async () => {
    await page?.close();
    await german?.close();
    await runtime?.stop();
    await server?.close();
    rmSync(data, { recursive: true, force: true });
  });

  /** Types a sentence, or answers by a button; gives all that was replied. */
  async function replyTo(of: Page, message: { type: string; [field: string]: unknown }): Promise<string> {
    const from = of.messages.length;
    const shown = () => of.messages.slice(from).filter(({ type, kind }) => type === 'show' && kind !== 'heard');
    await of.paced(message);
    await until(
      () => shown().some(({ last }) => last),
      () => `a reply to ${JSON.stringify(message)}; got ${JSON.stringify(of.messages.slice(from))}`,
    );
    return shown()
      .map(({ text }) => text)
      .join(' ')
      .trim();
  }
  const says = (text: string, of = page) => replyTo(of, { type: 'text', text });
  const taps = (yes: boolean, of = page) =>
    replyTo(of, { type: 'confirm', id: must(of.messages.findLast(({ type }) => type === 'question'))['id'], yes });
  /** What the flow was called with so far. */
  const called = () => [...runtime.output().matchAll(/called (\[.*\])/g)].map(([, json = '']) => JSON.parse(json));

  test('the call waits for a yes, is made once, and its result is told; the trace shows both', async () => {
    assert.equal(await says('please let the guests in'), GATE);
    await page.gets('question');
    assert.deepEqual(called(), []);
    assert.equal(await says('yes please'), 'The left gate is open.');
    await until(() => called().length === 1, 'the call');
    assert.deepEqual(called(), [['browser-0000000a', { side: 'left' }, '']]);
    await page.gets('settled');
    await says('yes');
    assert.equal(called().length, 1);
    const turns = await runtime.turns();
    const asking = must(turns.find(({ texts }) => texts.heard === 'please let the guests in'));
    assert.ok(asking.spans.some(({ stage, tool }) => stage === 'asked-first' && tool === 'open_gate'));
    const answering = must(turns.find(({ texts }) => texts.heard === 'yes please'));
    assert.ok(answering.spans.some(({ stage, tool }) => stage === 'tool' && tool === 'open_gate'));
    assert.ok(answering.spans.every(({ stage }) => stage !== 'model'));
    const route = `${runtime.url}/jarvis/admin/trace/${answering.id}`;
    const { decisions } = (await (await fetch(route)).json()) as TraceDetails;
    const { value, ok } = must(decisions.find(({ part }) => part === 'command')).value as {
      value: unknown;
      ok: boolean;
    };
    assert.deepEqual([value, ok], [{ name: 'open_gate', arguments: { side: 'left' } }, true]);
  });

  test('a no drops it, unclear words are asked about once more, and so is it by the buttons of the page', async () => {
    const before = called().length;
    await says('please let the guests in');
    assert.equal(await says('no'), "All right, I won't.");
    await says('yes');
    await says('please let the guests in');
    assert.equal(await taps(false), "All right, I won't.");
    await says('please let the guests in');
    assert.equal(await says('hm'), 'Sorry, shall I do it?');
    assert.equal(called().length, before);
    assert.equal(await taps(true), 'The left gate is open.');
    await until(() => called().length === before + 1, 'the call');
  });

  test('a yes of another page, after another order, and after stop is none', async () => {
    const before = called().length;
    await says('please let the guests in');
    await says('ja', german);
    assert.equal(await says('yes'), 'The left gate is open.');
    await says('please let the guests in');
    await says('turn on the kitchen light');
    await says('yes');
    await says('please let the guests in');
    await page.type('stop');
    const { id } = must(page.messages.findLast(({ type }) => type === 'question'));
    await page.gets('settled', { id });
    await says('yes');
    await until(() => called().length === before + 1, 'the call');
  });

  test('of two calls of one answer the first is asked about, and the other one is not made', async () => {
    const before = called().length;
    assert.equal(await says('please let the neighbours in, too'), GATE);
    assert.equal(await says('go ahead'), 'The left gate is open.');
    await until(() => called().length === before + 1, 'the call');
    await says('yes');
    assert.equal(called().length, before + 1);
  });

  test('tools of a server, of a file and of the computer ask as well, by their names and values', async () => {
    assert.equal(await says('please wipe the desk'), 'Shall I run desk wipe?');
    assert.equal(await says('yes'), 'wiped');
    assert.equal(await says('please take the bins away'), 'Shall I run bins out?');
    assert.equal(await says('yes'), 'The bins are out.');
    assert.equal(await says('please back it up'), 'Shall I run backup, with disk: two?');
    assert.equal(await says('yes'), 'saved to two');
  });

  test('what is too long to be said is shown, and a question is asked in the words of its language', async () => {
    assert.equal(await says('please tell a long story'), 'Shall I run long story?');
    assert.match(await says('yes'), /^Done\.\nOnce upon a time\. Once/);
    assert.equal(await says('bitte lass die Gäste herein', german), GATE);
    assert.equal(await says('ja bitte', german), 'The left gate is open.');
    assert.equal(await says('bitte wisch den Tisch ab', german), 'Soll ich desk wipe ausführen?');
    assert.equal(await says('lieber nicht', german), 'Gut, ich lasse es.');
  });

  test('the form tries a call without asking anybody: its owner has clicked', async () => {
    const before = called().length;
    const answer = await fetch(`${runtime.url}/jarvis/admin/tool/try`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'gate', arguments: { side: 'right' } }),
    });
    assert.equal(((await answer.json()) as { ok: boolean }).ok, true);
    await until(() => called().length === before + 1, 'the call');
  });

  test('a tool that is gone when the yes comes is not called, and that is said', async () => {
    await says('please let the guests in');
    const flow = await runtime.flows();
    await runtime.deploy(
      flow.filter(({ id }) => id !== 'gate'),
      'nodes',
    );
    assert.match(await says('yes'), /^I’m sorry, that didn’t work\.\nThere is no tool "open_gate"/);
  });
});
