import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openPage, type Page, type PageMessage } from './page.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { afterTool } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';

/** What lm-sensors tells of a mini computer in summer. */
const SENSORS = `coretemp-isa-0000
Adapter: ISA adapter
Package id 0:  +91.0°C  (high = +105.0°C, crit = +105.0°C)
Core 0:        +91.0°C  (high = +105.0°C, crit = +105.0°C)
Core 1:        +89.0°C  (high = +105.0°C, crit = +105.0°C)
`;

describe('the computer node, beside the shipped flow', () => {
  let server: ScriptedModelServer;
  let runtime: Runtime;
  let page: Page;
  let folder = '';

  before(async () => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'jarvis-computer-')));
    for (const name of ['bin', 'notes']) mkdirSync(path.join(folder, name));
    // It is asked where the kernel itself tells no temperature, as in a virtual machine.
    writeFileSync(path.join(folder, 'bin/sensors'), `#!/bin/sh\ncat <<'END'\n${SENSORS}END\n`, { mode: 0o755 });
    const call = (name: string, args: object) => ({ calls: [{ name, arguments: args as Record<string, unknown> }] });
    server = await startScriptedModelServer({
      speed: 'instant',
      answers: [
        { when: afterTool, answer: 'That is done.' },
        { when: /candles/, answer: call('write_file', { path: 'shopping.txt', text: 'candles' }) },
        { when: /backup/, answer: call('run_command', { command: 'backup', disk: 'blue disk' }) },
        { answer: 'Hm.' },
      ],
    });
    runtime = await startRuntime({
      env: {
        ...{ JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted', JARVIS_LANGUAGE: 'en' },
        PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`,
      },
      change: (flow) => {
        const { z } = must(flow.find(({ type }) => type === 'jarvis-agent'));
        const say = must(flow.find(({ type }) => type === 'jarvis-say'));
        const write = `require('fs').writeFileSync(process.argv[1], process.argv[2])`;
        const node = {
          ...{ id: 'the-computer', type: 'jarvis-computer', x: 100, y: 900, wires: [[say.id]] },
          ...{ folders: path.join(folder, 'notes'), write: true },
          commands: `backup: ${process.execPath} -e "${write}" ${path.join(folder, 'backup-log')} --to={disk}`,
        };
        return [...flow, { ...(z === undefined ? {} : { z }), ...node }];
      },
    });
    page = await openPage(runtime.url);
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const chats = () => server.requests.filter(({ path }) => path === '/api/chat').length;

  test('how much memory is free, is told without a model; so is how warm it is', async () => {
    const before = chats();
    await page.type('How much memory is free?');
    const free = await page.gets('show', { kind: 'reply' });
    assert.match(JSON.stringify(free), /gigabytes? of memory are free\./);
    await page.gets('play-end');
    await page.type('How warm is the computer?');
    await until(async () => {
      const turn = (await runtime.turns()).find(({ texts }) => texts.heard === 'How warm is the computer?');
      return /The processor is at \d+ degrees Celsius\./.test(turn?.texts.reply ?? '');
    }, 'the temperature');
    assert.equal(chats(), before);
  });

  test('a note is written and a command run, with the value as one argument', async () => {
    await page.type('Put candles on my shopping list file.');
    await until(() => {
      try {
        return readFileSync(path.join(folder, 'notes/shopping.txt'), 'utf8') === 'candles\n';
      } catch {
        return false;
      }
    }, 'the note');
    await page.type('Start the backup to the blue disk.');
    await until(() => {
      try {
        return readFileSync(path.join(folder, 'backup-log'), 'utf8') === '--to=blue disk';
      } catch {
        return false;
      }
    }, 'the backup');
  });

  test('when the processor is too hot, it is said in the rooms', async () => {
    const withLimit = (node: FlowNode) => (node.type === 'jarvis-computer' ? { ...node, limit: '30' } : node);
    await runtime.deploy((await runtime.flows()).map(withLimit), 'nodes');
    const isWarning = ({ type, text }: PageMessage) =>
      type === 'show' && /^Careful, .* at \d+ degrees Celsius\. The limit is 30\.$/.test(String(text));
    const { turn } = await until(() => page.messages.find(isWarning), 'the warning');
    const isItsSound = ({ type, id }: PageMessage) => type === 'play-end' && String(id).startsWith(String(turn));
    await until(() => page.messages.some(isItsSound), 'its sound');
  });
});
