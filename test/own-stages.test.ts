import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { packageRoot } from './package-root.js';
import { openPage, type Page } from './page.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { afterTool, type ChatBody } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { storedWords } from './stored-words.js';
import { must, until } from './until.js';

/** What stands in docs/messages.md, by the stage that it takes the place of. */
const EXAMPLES = examplesOf(readFileSync(path.join(packageRoot(), 'docs/messages.md'), 'utf8'));

/** What is asked where a stage is replaced, what is answered, and where that is kept, beside the dialogue. */
interface Case {
  asked: string;
  answer: string;
  /** Words that are kept for the diary, or as a note; none of a command, which isn't kept. */
  kept?: RegExp;
  /** What the model was to get by the stage. */
  prompt?: (body: ChatBody) => boolean;
}

const SAYS = 'The model says so.';
const CASES: Record<string, Case> = {
  judge: { asked: 'Jarvis, tell me about soup', answer: SAYS, kept: /^tell me about soup$/ },
  command: { asked: 'what is for dinner?', answer: 'There is soup for dinner.' },
  router: {
    asked: 'tell me about the lamp of Aladdin',
    answer: SAYS,
    kept: /Aladdin/,
    prompt: ({ tools = [] }) => names(tools).includes('control_device') && !names(tools).includes('remember'),
  },
  planner: {
    asked: 'tell me what the light means to a moth',
    answer: SAYS,
    kept: /moth/,
    prompt: (body) => /Kitchen Light/.test(JSON.stringify(body.messages)),
  },
  recall: {
    asked: 'tell me about the boiler',
    answer: SAYS,
    kept: /boiler/,
    prompt: (body) => /serviced by Ms Brown/.test(JSON.stringify(body.messages)),
  },
  digest: {
    asked: 'tell me how the lamp feels',
    answer: 'That is how it is.',
    kept: /feels/,
    prompt: (body) => afterTool(body) && /kitchen/i.test(must(body.messages.at(-1)).content),
  },
  agent: {
    asked: 'tell me about the moon',
    answer: 'You asked: tell me about the moon. I have no answer.',
    kept: /the moon/,
  },
  remember: { asked: 'tell me about the sun', answer: SAYS, kept: /^Asked: tell me about the sun Answered: The model/ },
};

describe('a function node as docs/messages.md has it, in the place of each stage of the shipped flow', () => {
  let data: string;
  let server: ScriptedModelServer;
  let runtime: Runtime;
  let page: Page;
  let shipped: FlowNode[];

  before(async () => {
    data = mkdtempSync(path.join(tmpdir(), 'jarvis-stages-'));
    server = await startScriptedModelServer({
      speed: 'instant',
      answers: [
        { when: (body) => afterTool(body) && /feels/.test(JSON.stringify(body)), answer: 'That is how it is.' },
        { when: /feels/, answer: { calls: [{ name: 'get_state', arguments: { names: ['Kitchen Light'] } }] } },
        { answer: SAYS },
      ],
    });
    runtime = await startRuntime({
      env: { JARVIS_DATA: data, JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' },
    });
    await runtime.warm();
    shipped = await runtime.flows();
    page = await openPage(runtime.url);
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
    await server?.close();
    if (data) rmSync(data, { recursive: true, force: true });
  });

  test('there is one for each', () => {
    assert.deepEqual([...EXAMPLES.keys()], Object.keys(CASES));
  });

  for (const [stage, { asked, answer, kept, prompt }] of Object.entries(CASES)) {
    test(`${stage}: what is answered is shown, spoken and kept`, async () => {
      await runtime.deploy(replaced(shipped, stage, must(EXAMPLES.get(stage))), 'nodes');
      const [from, requests, sound] = [page.messages.length, server.requests.length, page.sound()];
      await page.type(asked);
      const shown = () => page.messages.slice(from).filter(({ type, kind }) => type === 'show' && kind !== 'heard');
      await until(
        () => shown().some(({ last }) => last),
        () => `an answer; got ${JSON.stringify(page.messages.slice(from))}`,
      );
      assert.deepEqual([...new Set(shown().map(({ kind }) => kind))], ['reply']);
      const words = shown()
        .map(({ text }) => text)
        .filter((text) => text !== '');
      assert.equal(words.join(' '), answer);
      await until(
        () => page.messages.slice(from).some((one) => one.type === 'stage' && one['stage'] === 'idle'),
        'the end',
      );
      assert.ok(page.sound() - sound > 10_000, 'it is spoken');
      if (prompt) {
        const bodies = server.requests.slice(requests).flatMap(({ body }) => (body?.messages ? [body] : []));
        assert.ok(bodies.some(prompt), JSON.stringify(bodies));
      }
      await until(() => storedWords(data).dialogue.some((text) => text.includes(answer)), 'the dialogue');
      const all = () => [...storedWords(data).said, ...storedWords(data).entries];
      if (kept) {
        await until(
          () => all().some((text) => kept.test(text)),
          () => JSON.stringify(all()),
        );
      }
      assert.doesNotMatch(runtime.output(), /wired wrongly|is not a turn/);
    });
  }
});

function examplesOf(markdown: string): Map<string, string> {
  const found = markdown.matchAll(/^### (\S+)\n(?:(?!```|#).*\n)*```js\n([\s\S]*?)```/gm);
  return new Map([...found].map(([, stage = '', code = '']) => [stage, code]));
}

/** The flow with a function node in the place of a stage; what that wires nothing to goes to a memory node. */
function replaced(flow: FlowNode[], stage: string, func: string): FlowNode[] {
  return flow.flatMap((node) => {
    if (node.type !== `jarvis-${stage}`) return node;
    const { id, z, x, y, memory } = node;
    const wires = node['wires'] as string[][];
    const own = { id, z, x, y, type: 'function', name: stage, func, outputs: wires.length };
    if (wires.some((to) => to.length > 0)) return { ...own, wires };
    const notes = {
      id: 'own-notes',
      z,
      x,
      y,
      type: 'jarvis-memories',
      version: 1,
      name: '',
      memory,
      action: 'message',
    };
    return [
      { ...own, wires: [[notes.id]] },
      { ...notes, wires: [[], []] },
    ];
  });
}

const names = (tools: NonNullable<ChatBody['tools']>) => tools.map((tool) => tool.function.name);
