import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { answerTo, openPage, type Page, type PageMessage } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { openSatellite } from './satellite.js';
import { type Answer, afterTool, type ChatBody } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';

const called = (name: string, args: Record<string, unknown>): Answer => ({ calls: [{ name, arguments: args }] });
const LASAGNE = { what: 'lasagne', kcal: 650, protein: 30, carbs: 70, fat: 25 };
const told = ({ messages }: ChatBody) => messages.findLast(({ role }) => role === 'tool')?.content ?? '';

describe('the household, in the shipped flow', () => {
  let server: ScriptedModelServer;
  let runtime: Runtime;
  let page: Page;

  before(async () => {
    server = await startScriptedModelServer({
      speed: 'instant',
      answers: [
        { when: afterTool, answer: (body) => `I was told: ${told(body).split('\n')[1]}` },
        { when: /lasagne for lunch/, answer: called('log_meal', LASAGNE) },
        { when: /a good pancake needs/, answer: called('todo', { action: 'add', items: ['flour', 'eggs'] }) },
        { answer: 'Hm.' },
      ],
    });
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' } });
    page = await openPage(runtime.url, 'browser-0000000a', 'Kitchen');
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
    await server?.close();
  });

  const answers = async (words: string, pattern: RegExp) =>
    assert.match(String((await answerTo(page, words)).text), pattern);

  test('a meal is logged by the model, summed up, and forgotten by a rule', async () => {
    await answers('I had lasagne for lunch', /Logged: Meal .*lasagne/);
    await answers('How many calories did I have today?', /lasagne, 650 kcal/);
    await answers('forget that meal', /lasagne/);
    await answers('How many calories have I had today?', /No meal was logged/);
  });

  test('the model puts things on the shopping list, and a rule reads them', async () => {
    await answers('please write down what a good pancake needs', /Shopping List/);
    await answers('What is on the shopping list?', /Shopping List: flour and eggs/);
  });

  test('what was announced meanwhile is told without a model', async () => {
    const satellite = await openSatellite(runtime.mqttPort);
    await satellite.say('jarvis/say', { text: 'Dinner is ready.', rooms: ['Kitchen'] });
    const isTold = ({ type, text }: PageMessage) => type === 'show' && text === 'Dinner is ready.';
    await until(() => page.messages.some(isTold), 'the announcement');
    await satellite.close();
    const before = server.requests.length;
    await answers('What did I miss?', /it was announced: Dinner is ready\./);
    const asked = server.requests.slice(before).filter(({ body }) => /did I miss/.test(JSON.stringify(body ?? '')));
    assert.deepEqual(asked, []);
    const turn = must((await runtime.turns()).find(({ texts }) => texts.heard === 'What did I miss?'));
    assert.ok(turn.spans.some(({ stage }) => stage === 'command'));
  });
});
