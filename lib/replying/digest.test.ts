import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ChatBody, Rule } from '../../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import { openOllama } from '../llm/ollama.js';
import { type DigestRequest, digestRecall, digestTool } from './digest.js';

const LONG = ' They talked about it for a long while, as families do after a good meal.'.repeat(6);
const DINNER = `[2026-11-20] For dinner they had lasagne.${LONG}`;
const isMemory = ({ messages }: ChatBody) => /old notes of a household/.test(messages[0]?.content ?? '');

async function shortening(t: TestContext, answers: readonly Rule[], parameters = 3e9) {
  const server = await startScriptedModelServer({ speed: 'instant', answers, models: { scripted: { parameters } } });
  t.after(() => server.close());
  const models = { provider: openOllama(server), chat: 'scripted', small: 'scripted', numCtx: 4096 };
  const request: DigestRequest = {
    models: async () => models,
    query: 'what was for dinner?',
    choice: 'auto',
    signal: new AbortController().signal,
  };
  const chats = () => server.requests.filter(({ path }) => path === '/api/chat').length;
  const recalled = (lines = [DINNER], more: Partial<DigestRequest> = {}) =>
    digestRecall({ lines, why: 'found', entries: [] }, { ...request, ...more });
  return { request, chats, recalled };
}

test('small models get what matters, large ones the memories themselves', async (t) => {
  const rules: Rule[] = [{ when: isMemory, answer: 'On 2026-11-20 they had lasagne.' }];
  const small = await shortening(t, rules);
  const large = await shortening(t, rules, 70e9);
  assert.deepEqual((await small.recalled()).lines, ['On 2026-11-20 they had lasagne.']);
  assert.deepEqual((await large.recalled()).lines, [DINNER]);
  assert.equal(large.chats(), 0);
  assert.deepEqual((await large.recalled([DINNER], { choice: 'on' })).lines, ['On 2026-11-20 they had lasagne.']);
  assert.deepEqual((await small.recalled([DINNER], { choice: 'off' })).lines, [DINNER]);
});

test('what is short passes without a call', async (t) => {
  const { recalled, request, chats } = await shortening(t, []);
  assert.deepEqual((await recalled(['[2026-11-20] Lasagne.'])).lines, ['[2026-11-20] Lasagne.']);
  assert.equal(await digestTool('webSearch', 'Sunny.', request), 'Sunny.');
  assert.equal(chats(), 0);
});

test('a digest that finds nothing leaves nothing; one that fails or makes up numbers leaves the memories', async (t) => {
  const after = async (answer: Rule['answer']) => (await shortening(t, [{ when: isMemory, answer }])).recalled();
  const nothing = await after('[NONE]');
  assert.deepEqual([nothing.lines, nothing.why], [[], 'nothing-found']);
  for (const answer of [{ fault: 'crashed' }, 'In 1999 they had pizza.', ''] as const) {
    assert.match(String((await after(answer)).lines), /^\[2026-11-20\] For dinner they had lasagne/);
  }
});

test('without a server everything stays as it was', async (t) => {
  const { recalled } = await shortening(t, []);
  const models = async () => {
    throw new Error('no server');
  };
  assert.deepEqual((await recalled([DINNER], { models })).lines, [DINNER]);
});

test('many memories are shortened side by side', async (t) => {
  const { recalled, chats } = await shortening(t, [{ when: isMemory, answer: 'They had dinner.' }]);
  const { lines } = await recalled(Array.from({ length: 10 }, (_, day) => `[2026-11-${10 + day}] Dinner.${LONG}`));
  assert.deepEqual(lines, ['They had dinner.']);
  assert.ok(chats() > 1);
});
