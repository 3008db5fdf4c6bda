import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { script } from '../lib/tools/user/folder.test.helper.js';
import { picture } from '../lib/tools/vision/coloured.test.helper.js';
import { importExamples } from './example.js';
import { contextIn } from './model-failures.js';
import { openPage, type Page } from './page.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import type { Answer, ChatBody } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';

/** One tool of each kind and each tool that is built in, with what a model would call it with and what it is told. */
const FIRST: Record<string, [args: Record<string, unknown>, told: RegExp]> = {
  calculate: [{ expression: '17*3' }, /51/],
  time_in: [{ place: 'Tokyo' }, /Tokyo/],
  get_state: [{ names: ['Front Door'] }, /locked/],
  todo: [{ action: 'add', items: ['milk'] }, /Added: milk/],
  control_device: [{ action: 'turn_on', names: ['Desk Lamp'] }, /Desk Lamp is now on/],
  web_search: [{ query: 'the old bridge' }, /The old bridge/],
  roll_dice: [{ dice: 2 }, /"sum":\d/],
  desk_add: [{ a: 2, b: 3 }, /\n5\n/],
};
const SECOND: typeof FIRST = {
  bin_day: [{}, /paper bin, on Friday/],
  device_status: [{ what: 'memory' }, /free/],
  read_file: [{ path: 'note.txt' }, /Aunt Ada rang/],
  run_command: [{ command: 'show_note' }, /Aunt Ada rang/],
  look: [{}, /A parcel lies there/],
  meals: [{}, /No meal/],
  missed: [{}, /./],
  memory_search: [{ query: 'dinner' }, /./],
};
const EVERYTHING = { ...FIRST, ...SECOND };
const DESK = path.join(__dirname, 'mcp-servers/desk-command.js');
const PLAN = ["calculate expression='6*7'", 'roll_dice dice=1', 'desk_add a=2 b=3', 'bin_day'];
const NO_SEARCH = { memory: '', keywords: [], from: '', to: '' };
/** Of three parts or more, for which the shipped flow has a plan made. */
const SEVERAL =
  'work out six times seven and roll one of the dice and put two and three together and look for the bins';
const REPLY = 'All of it is done.';
const calls = (of: typeof FIRST): Answer => ({
  calls: Object.entries(of).map(([name, [args]]) => ({ name, arguments: args })),
});
/** What the model was told in this turn. */
const results = ({ messages }: ChatBody) =>
  messages
    .slice(messages.findLastIndex(({ role }) => role === 'user'))
    .flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
const asked = ({ messages }: ChatBody) => messages.findLast(({ role }) => role === 'user')?.content ?? '';

/** What the model answers that replies. */
function replyTo(body: ChatBody): Answer | string {
  const told = results(body).length;
  if (/do all of it/.test(asked(body))) return told === 0 ? calls(FIRST) : told < 16 ? calls(SECOND) : REPLY;
  if (/mend it/.test(asked(body))) {
    if (told === 2) return 'They are rolled.';
    return { calls: [{ name: 'roll_dice', arguments: { dice: told === 0 ? 'many' : 2 } }] };
  }
  if (/hang/.test(asked(body))) {
    return told === 0 ? { calls: [{ name: 'hold_on', arguments: {} }] } : 'It takes too long.';
  }
  return /six times seven/.test(asked(body)) ? 'The plan is done.' : 'Hm.';
}

describe('everything that the model can call, in the shipped flow', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'jarvis-hands-'));
  const notes = mkdtempSync(path.join(tmpdir(), 'jarvis-notes-'));
  const photo = path.join(notes, 'porch.jpg');
  let searxng: Server;
  let server: ScriptedModelServer;
  let runtime: Runtime;
  let page: Page;

  /** A node that brings each kind of tool, on a tab of its own. */
  const ownNodes = (): FlowNode[] => {
    const place = { z: 'the-hands', x: 100, y: 100, wires: [] as string[][] };
    const mcp = { transport: 'command', command: process.execPath, prefix: 'desk', env: '', url: '', seconds: '20' };
    const allowed = (name: string) => JSON.stringify([{ name, acts: false }]);
    const tool = { tool: 'hold_on', description: 'Holds on.', parameters: '[]', acts: false, seconds: '1' };
    const address = `http://127.0.0.1:${(searxng.address() as AddressInfo).port}`;
    return [
      { id: 'the-hands', type: 'tab', label: 'Hands' },
      { ...place, id: 'the-internet', type: 'jarvis-internet', searxng: address },
      { ...place, ...mcp, id: 'the-desk', type: 'jarvis-mcp', args: `"${DESK}"`, allowed: allowed('add') },
      { ...place, id: 'the-files', type: 'jarvis-user-tools', allowed: allowed('bins.mjs') },
      {
        ...{ ...place, id: 'the-computer', type: 'jarvis-computer', folders: notes },
        commands: `show_note: cat ${path.join(notes, 'note.txt')}`,
      },
      { ...place, id: 'the-cameras', type: 'jarvis-camera' },
      { ...place, ...tool, id: 'hold-on', type: 'jarvis-tool', wires: [['holding']] },
      { ...place, id: 'holding', type: 'function', func: 'return null;', outputs: 1, wires: [['held']] },
      { ...place, id: 'held', type: 'jarvis-tool-result', wires: [[]] },
    ];
  };
  const admin = async (route: string) => await (await fetch(`${runtime.url}/jarvis/admin/${route}`)).json();
  const traceOf = async (heard: string) =>
    must((await runtime.turns()).find(({ texts }) => texts.heard === heard)).spans.filter(
      ({ stage }) => stage === 'tool',
    );
  const lastOf = (pattern: RegExp) =>
    must(
      server.requests.findLast(
        ({ body }) => body?.messages && contextIn(body) === 'reply' && pattern.test(asked(body)),
      ),
    ).body;
  /** Says something on the page, and waits until the answer was spoken. */
  const says = async (words: string, reply: string) => {
    const spoken = page.messages.filter(({ type }) => type === 'play-end').length;
    await page.type(words);
    await page.gets('show', { kind: 'reply', text: reply });
    await page.gets('play-end', {}, spoken + 1);
  };

  before(async () => {
    mkdirSync(path.join(data, 'tools'));
    writeFileSync(path.join(data, 'tools/bins.mjs'), script('bin_day', "return 'The paper bin, on Friday.';"));
    writeFileSync(path.join(notes, 'note.txt'), 'Aunt Ada rang.');
    writeFileSync(photo, await picture([]));
    searxng = createServer((_, answer) => {
      const found = [{ url: 'https://example.org/bridge', title: 'The old bridge', content: 'Built in 1894.' }];
      answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results: found }));
    });
    await new Promise<void>((resolve) => searxng.listen(0, '127.0.0.1', resolve));
    server = await startScriptedModelServer({
      speed: 'instant',
      models: { scripted: { vision: true } },
      answers: [
        {
          when: ({ messages }) => /^You look at what a camera/.test(messages[0]?.content ?? ''),
          answer: 'A parcel lies there.',
        },
        {
          when: (body) => contextIn(body) === 'plannerCombined',
          answer: JSON.stringify({
            tools: PLAN.map((step) => step.split(' ')[0]),
            plan: [...PLAN, 'Reply to the user.'],
            ...NO_SEARCH,
          }),
        },
        { when: (body) => contextIn(body) === 'reply', answer: replyTo },
        { answer: 'none' },
      ],
    });
    runtime = await startRuntime({
      env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted', JARVIS_DATA: data },
      credentials: { 'the-cameras': { cameras: `Porch = ${photo}` } },
      change: (flow) => [...flow, ...ownNodes()],
    });
    await importExamples(runtime, ['09 - A tool of core nodes']);
    page = await openPage(runtime.url, 'browser-0000000a', 'Kitchen');
    await until(async () => JSON.stringify(await admin('mcp/the-desk')).includes('"connected"'), 'the MCP server');
    await until(async () => JSON.stringify(await admin('user-tools/the-files')).includes('bin_day'), 'the file');
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
    await server?.close();
    searxng?.closeAllConnections();
    searxng?.close();
    for (const folder of [data, notes]) rmSync(folder, { recursive: true, force: true });
  });

  test('is called side by side, and the trace shows each', async () => {
    await says('please do all of it', REPLY);
    const told = results(lastOf(/do all of it/));
    for (const [name, [, expected]] of Object.entries(EVERYTHING)) {
      const result = told.find((text) => text.includes(`from="${name}"`)) ?? '';
      assert.match(result, expected, name);
      assert.doesNotMatch(result, /^This failed/, name);
    }
    const spans = await traceOf('please do all of it');
    assert.deepEqual(spans.map(({ tool }) => tool).toSorted(), Object.keys(EVERYTHING).toSorted());
    const together = spans.slice(0, Object.keys(FIRST).length);
    const ends = together.map(({ start, ms = 0 }) => start + ms);
    assert.ok(Math.max(...together.map(({ start }) => start)) <= Math.min(...ends) + 1, 'none waits for another');
  });

  test('is called by a plan, without a model for its steps', async () => {
    await says(SEVERAL, 'The plan is done.');
    const told = results(lastOf(/six times seven/)).join('\n');
    for (const expected of [/42/, /"sum":\d/, /\n5\n/, /paper bin/]) assert.match(told, expected);
    assert.equal((await traceOf(SEVERAL)).length, 4);
  });

  test('wrong arguments are mended by the model', async () => {
    await says('please mend it yourself', 'They are rolled.');
    const [wrong = '', right = ''] = results(lastOf(/mend it/));
    assert.match(wrong, /^This failed[\s\S]*dice has to be a whole number/);
    assert.match(right, /"sum":\d/);
  });

  test('one that hangs costs its limit and no more', async () => {
    await says('please let it hang', 'It takes too long.');
    assert.match(results(lastOf(/hang/))[0] ?? '', /did not answer within 1 s/);
  });
});
