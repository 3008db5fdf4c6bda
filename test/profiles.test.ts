import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { ShownDetails } from '../lib/turn/trace-types.js';
import { packageRoot } from './package-root.js';
import { openPage, type Page } from './page.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { afterTool, type ChatBody, lastUser } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';

const file = path.join(packageRoot(), 'examples/16 - Profiles by topic.json');
const EXAMPLE: FlowNode[] = JSON.parse(readFileSync(file, 'utf8'));
const { profiles } = must(EXAMPLE.find(({ type }) => type === 'jarvis-router'));

const system = ({ messages }: ChatBody) => messages[0]?.content ?? '';
const names = ({ tools = [] }: ChatBody) => tools.map((tool) => tool.function.name);
const toSmartHome = { calls: [{ name: 'switch_profile', arguments: { profile: 'smart_home' } }] };

describe('the shipped flow with the profiles of the example', () => {
  let server: ScriptedModelServer;
  let runtime: Runtime;
  let page: Page;

  before(async () => {
    server = await startScriptedModelServer({
      speed: 'instant',
      answers: [
        { when: afterTool, answer: 'Which blinds do you mean?' },
        { when: /appointment about the blinds/, answer: toSmartHome },
        { when: /tulips/, answer: toSmartHome },
        { answer: (body) => `It is about ${lastUser(body).match(/\w+(?=\?$)/)?.[0]}.` },
      ],
    });
    const change = (flow: FlowNode[]) =>
      flow.map((node) => (node.type === 'jarvis-router' ? { ...node, profiles } : node));
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' }, change });
    page = await openPage(runtime.url);
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
    await server?.close();
  });

  const asked = (pattern: RegExp) =>
    server.requests.map(({ body }) => body).filter((body) => body?.messages && pattern.test(lastUser(body)));
  /** Types a question, and gives the prompts of its reply. */
  const prompts = async (question: string, shown: string) => {
    await page.type(question);
    await page.gets('show', { kind: 'reply', text: shown });
    return asked(new RegExp(question.replace('?', '\\?'))).filter((body) => /\nRules:\n/.test(system(body)));
  };
  const profileOf = async (said: string) => {
    const turn = must((await runtime.turns()).find(({ texts }) => texts.heard === said));
    const response = await fetch(`${runtime.url}/jarvis/admin/trace/${turn.id}`);
    const { decisions } = must((await response.json()) as ShownDetails);
    return decisions.filter(({ part }) => part === 'profile').map(({ value }) => value as { name: string; by: string });
  };

  test('a topic has its own instructions and tools, and the trace says why', async () => {
    const [body] = await prompts('which appointment is for the dentist?', 'It is about dentist.');
    assert.match(system(must(body)), /you are the secretary of the house/);
    assert.ok(names(must(body)).includes('remember') && !names(must(body)).includes('control_device'));
    const [chosen] = await profileOf('which appointment is for the dentist?');
    assert.deepEqual([chosen?.name, chosen?.by], ['secretary', 'words']);
  });

  test('a reply that finds it is for another one goes on as that', async () => {
    const question = 'make an appointment about the blinds?';
    const [first, second] = await prompts(question, 'Which blinds do you mean?');
    assert.match(system(must(first)), /you are the secretary/);
    assert.match(system(must(second)), /you look after the devices of the house/);
    assert.ok(names(must(second)).includes('control_device') && !names(must(second)).includes('remember'));
    assert.deepEqual(
      (await profileOf(question)).map(({ name, by }) => [name, by]),
      [
        ['secretary', 'words'],
        ['smart_home', 'switched'],
      ],
    );
  });

  test('"talk to the server admin" needs no model, holds for the room, and ends with a stop', async () => {
    await page.type('talk to the server admin');
    await page.gets('show', { kind: 'reply', text: 'This is the server admin. What can I do?' });
    assert.deepEqual(asked(/talk to the server admin/), []);
    const [body] = await prompts('is that letter about roses?', 'It is about roses.');
    assert.match(system(must(body)), /you look after the servers/);
    await page.type('write a letter about tulips');
    const refused = /The person has not asked for the role "smart_home"/;
    await until(
      () => server.requests.some(({ body }) => refused.test(body?.messages?.at(-1)?.content ?? '')),
      'the refusal of a switch that nobody has asked for',
    );
    await page.type('stop');
    const [after] = await prompts('is the letter about lilies?', 'It is about lilies.');
    assert.match(system(must(after)), /you are the secretary/);
  });

  test('"no jokes please" needs no model, and changes what the model is told', async () => {
    await page.type('no jokes please');
    await page.gets('show', { kind: 'reply', text: 'Very well: no jokes.' });
    const [body] = await prompts('who has planted the crocuses?', 'It is about crocuses.');
    assert.match(system(must(body)), /\nMake no jokes and no witty or ironic remarks\.\n/);
  });
});
