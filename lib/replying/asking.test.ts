import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDemoHome } from '../home/demo.js';
import { guarded } from '../home/guard.js';
import type { Tool } from '../llm/types.js';
import { answerCall, type FlowCall, openFlowTool } from '../tools/flow-tool.js';
import { homeTools } from '../tools/home-tools.js';
import { clock } from '../turn/clock.js';
import { newTurn } from '../turn/turn.js';
import { confirmedCall } from './asked-first.js';
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
  const moment = { language: 'de', now: new Date(clock.now()) };
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

/** A tool that is a flow, asked about before it is called; its flow gives back what the test says. */
function gate(result = 'The gate is open.') {
  const calls: FlowCall[] = [];
  const { tool } = openFlowTool({
    ...{ name: 'open_gate', description: 'Opens a gate.', acts: true, guests: false, asks: true, ms: 5_000 },
    parameters: [{ name: 'side', kind: 'text', description: '', choices: [], required: true }],
    question: 'Shall I open the {side} gate?',
    start: (call) => {
      calls.push(call);
      answerCall(call.id, { ok: true, text: result });
    },
    onState: () => {},
  });
  return { tool, calls };
}
const openGate = (side: string) => ({ name: 'open_gate', arguments: { side } });
const signal = new AbortController().signal;
const context = { site: 'kitchen', language: 'en', signal };

test('a tool that is asked about first is not called; after a yes it is, once, with those arguments', async () => {
  const { confirmations } = guarded(openDemoHome());
  const { tool, calls } = gate();
  const { server, request } = await start([{ answer: { calls: [openGate('left')] } }]);
  const { sentences, end } = await collect({ ...request, query: 'Let them in', tools: [tool], confirmations });
  assert.deepEqual(sentences, ['Shall I open the left gate?']);
  assert.equal(end.question, true);
  assert.deepEqual(end.calls, [{ ...openGate('left'), ok: false }]);
  assert.equal(chats(server).length, 1);
  assert.deepEqual(calls, []);
  const confirmed = confirmations.settle('kitchen', true)?.call;
  assert.ok(confirmed);
  const made = { tools: [tool], confirmations, context };
  const copied = await confirmedCall(structuredClone(confirmed), made);
  assert.equal(copied.command?.ok, false);
  assert.deepEqual(calls, []);
  const answered = await confirmedCall(confirmed, made);
  assert.equal(answered.text, 'The gate is open.');
  assert.equal(answered.command?.ok, true);
  assert.equal((await confirmedCall(confirmed, made)).command?.ok, false);
  assert.deepEqual(
    calls.map(({ arguments: given }) => given),
    [{ side: 'left' }],
  );
});

test('of several the first is asked about, and the model is told that the others wait', async () => {
  const { confirmations } = guarded(openDemoHome());
  const { tool, calls } = gate();
  const { request } = await start([{ answer: { calls: [openGate('left'), openGate('right')] } }]);
  const { sentences, tools } = await collect({ ...request, query: 'Let them in', tools: [tool], confirmations });
  assert.deepEqual(sentences, ['Shall I open the left gate?']);
  assert.match(tools[0]?.result.text ?? '', /They are asked now/);
  assert.match(tools[1]?.result.text ?? '', /nobody was asked about it yet/);
  assert.deepEqual(confirmations.settle('kitchen', true)?.call?.arguments, { side: 'left' });
  assert.deepEqual(calls, []);
});

test('a planned call is asked about as well, and nothing is called where nobody can be asked', async () => {
  const { confirmations } = guarded(openDemoHome());
  const { tool, calls } = gate();
  const { request } = await start([{ answer: { calls: [openGate('right')] }, times: 1 }, { answer: 'I can not.' }], {
    parameters: 1e9,
  });
  const plan = ['open_gate side="left"', 'Reply to the user.'];
  const planned = await collect({ ...request, query: 'Let them in', plan, tools: [tool], confirmations });
  assert.deepEqual(planned.sentences, ['Shall I open the left gate?']);
  const alone = await collect({ ...request, query: 'Let them in', tools: [tool] });
  assert.match(alone.tools[0]?.result.text ?? '', /nobody can be asked here/);
  assert.deepEqual(alone.sentences, ['I can not.']);
  assert.deepEqual(calls, []);
});

test('guests are neither asked nor can they say yes to what is not for them; wrong arguments ask nothing', async () => {
  const { confirmations } = guarded(openDemoHome());
  const { tool, calls } = gate();
  const guest = newTurn({ ...{ site: 'kitchen', source: 'voice', language: 'en' }, speaker: { name: null, score: 0 } });
  const { request } = await start([
    { answer: { calls: [openGate('left')] }, times: 1 },
    { answer: { calls: [{ name: 'open_gate', arguments: { side: {} } }] }, times: 1 },
    { answer: 'I can not.' },
  ]);
  for (const turn of [guest, undefined]) {
    await collect({ ...request, query: 'Let them in', turn, tools: [tool], confirmations });
    assert.equal(confirmations.held('kitchen'), undefined);
  }
  confirmations.hold('kitchen', { tool: 'open_gate', arguments: { side: 'left' }, question: '' });
  const confirmed = confirmations.settle('kitchen', true)?.call;
  assert.ok(confirmed);
  const answered = await confirmedCall(confirmed, {
    ...{ tools: [tool], confirmations },
    context: { ...context, turn: guest },
  });
  assert.match(answered.text, /only for people whose voices I know/);
  assert.deepEqual(calls, []);
});

test('a result that can not be said is shown; a failure is said, and why is shown', async () => {
  const { confirmations } = guarded(openDemoHome());
  const says = async (tool: Tool, language = 'en') => {
    confirmations.hold('kitchen', { tool: 'open_gate', arguments: { side: 'left' }, question: '' });
    const confirmed = confirmations.settle('kitchen', true)?.call;
    assert.ok(confirmed);
    const { text, shown } = await confirmedCall(confirmed, {
      ...{ tools: [tool], confirmations },
      context: { ...context, language },
    });
    return [text, shown];
  };
  assert.deepEqual(await says(gate('Done.').tool, 'de'), ['Erledigt.', undefined]);
  const json = '{"gate":"left","open":true}';
  assert.deepEqual(await says(gate(json).tool), ['Done.', json]);
  const [text, shown = ''] = await says(gate('Long words. '.repeat(1_000)).tool);
  assert.equal(text, 'Done.');
  assert.equal(shown.length, 2_000);
  const broken = { ...gate().tool, run: async () => ({ ok: false, text: 'The gate is stuck.' }) };
  assert.deepEqual(await says(broken, 'fr'), ['Désolé, cela n’a pas marché.', 'The gate is stuck.']);
  const gone = { ...gate().tool, name: 'other' };
  assert.match((await says(gone))[1] ?? '', /^There is no tool "open_gate"/);
});
