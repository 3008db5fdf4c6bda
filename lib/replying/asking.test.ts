import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDemoHome } from '../home/demo.js';
import { guarded } from '../home/guard.js';
import type { Tool } from '../llm/types.js';
import { homeTools } from '../tools/home-tools.js';
import { chats, collect, start } from './scripted.test.helper.js';

const unlock = { name: 'control_device', arguments: { action: 'unlock', names: ['Front Door'] } };
const garage = { name: 'control_device', arguments: { action: 'open', names: ['Garage Door'] } };
const QUESTION = 'Shall I really unlock the front door?';

test('what a tool has asked ends the reply, word for word, and the model says nothing more', async () => {
  const home = guarded(openDemoHome());
  const { server, request } = await start([{ answer: { calls: [unlock, garage] } }, { answer: 'It is unlocked.' }]);
  const { sentences, end } = await collect({ ...request, query: 'Let me in', tools: homeTools(home) });
  assert.deepEqual(sentences, [QUESTION]);
  assert.equal(end.question, true);
  assert.equal(end.messages.at(-1)?.content, QUESTION);
  assert.equal(chats(server).length, 1);
  const answer = home.confirmations.settle('kitchen', true);
  assert.deepEqual(answer?.command, { action: 'unlock', targets: ['lock.front_door'] }, 'the first, which was asked');
});

test('the question is asked in the language of the person', async () => {
  const { request } = await start([{ answer: { calls: [unlock] } }]);
  const moment = { language: 'de', now: new Date() };
  const { sentences } = await collect({
    ...request,
    query: 'Lass mich rein',
    moment,
    tools: homeTools(openDemoHome()),
  });
  assert.deepEqual(sentences, ['Soll ich die Haustür wirklich aufschließen?']);
});

test('a question behind other words is taken back when the reply is interrupted, one alone is not', async () => {
  for (const [preamble, isOpen] of [
    ['Shall I tell you a joke? ', false],
    ['', true],
  ] as const) {
    const home = guarded(openDemoHome());
    const interrupted = new AbortController();
    const { request } = await start([{ answer: { text: preamble, calls: [unlock] } }]);
    const { sentences } = await collect({ ...request, tools: homeTools(home), signal: interrupted.signal });
    assert.equal(sentences.at(-1), QUESTION);
    assert.equal(home.confirmations.held('kitchen') !== undefined, true);
    interrupted.abort();
    assert.equal(home.confirmations.held('kitchen') !== undefined, isOpen, preamble);
  }
});

test('nothing can be answered before it was asked: a tool beside it still runs', async () => {
  const home = guarded(openDemoHome());
  let pending = true;
  const slow: Tool = {
    name: 'slow',
    description: 'Takes its time.',
    parameters: { type: 'object', properties: {} },
    async run() {
      await new Promise((resolve) => setImmediate(resolve));
      pending = home.confirmations.held('kitchen') !== undefined;
      return { ok: true, text: 'Here I am.' };
    },
  };
  const { request } = await start([{ answer: { calls: [unlock, { name: 'slow', arguments: {} }] } }]);
  await collect({ ...request, tools: [...homeTools(home), slow] });
  assert.equal(pending, false);
  assert.equal(home.confirmations.held('kitchen') !== undefined, true);
});
