import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, ChatBody } from '../../test/scripted-model-server/script.js';
import { judge } from '../deciding/judge.js';
import { contexts } from '../llm/contexts.js';
import { ask } from '../llm/gateway.js';
import type { Tool } from '../llm/types.js';
import { apology } from '../turn/apologies.js';
import { JarvisError } from '../turn/errors.js';
import { callParis, collect, start, weather } from './scripted.test.helper.js';

/** Every way a model call can go wrong. */
const FAILURES: Record<string, Answer> = {
  'a timeout': { fault: 'hang' },
  'HTTP 400': { fault: 'bad-request' },
  'HTTP 404': { fault: 'missing' },
  'HTTP 500': { fault: 'crashed' },
  'HTTP 503': { fault: 'busy' },
  'an invalid line': { text: 'It is sunny in Paris.', fault: 'garbage-line' },
  'invalid JSON': { text: '{"name": "get_weather", "argum' },
  'an empty answer': { text: '' },
  'a truncated stream': { text: 'It is sunny in Paris.', fault: 'cut' },
  'a stream without an end': { text: 'It is sunny in Paris.', fault: 'unfinished' },
  'an error in the stream': { text: 'It is sunny in Paris.', fault: 'error-line' },
  'the wrong schema': { text: '{"steps": [1, 2], "mood": "good"}' },
  '100 kB of text': { fault: 'huge' },
};

// Their real budgets are seconds to minutes.
for (const row of [
  contexts.reply,
  contexts.toolDigest,
  contexts.maxTurnDigest,
  contexts.stepResolver,
  contexts.judge,
]) {
  (row as { budgetMs: number }).budgetMs = 700;
}

const long = `It is sunny in Paris. ${'The sky is blue and the wind is weak. '.repeat(20)}`;
const forecast: Tool = { ...weather, run: async () => ({ ok: true, text: long }) };
const system = ({ messages }: ChatBody) => messages[0]?.content ?? '';
const afterTool = ({ messages }: ChatBody) => messages.at(-1)?.role === 'tool';

/** What a person can be told: words, and no more of them than anybody listens to. */
function assertSayable(sentences: readonly string[], what: string): void {
  assert.ok(sentences.length > 0, `${what}: nothing is said`);
  assert.ok(sentences.join(' ').length < 3000, `${what}: too much is said`);
  for (const sentence of sentences) {
    assert.match(sentence, /\p{L}{2}/u, `${what}: "${sentence}"`);
    assert.doesNotMatch(sentence, /[{}]|```|tool_call|<data/, `${what}: "${sentence}"`);
  }
}

for (const [what, failure] of Object.entries(FAILURES)) {
  test(`reply, ${what}: words, or an error with an apology`, async () => {
    const { request } = await start([{ answer: failure }]);
    try {
      assertSayable((await collect(request)).sentences, what);
    } catch (thrown) {
      if (thrown instanceof assert.AssertionError) throw thrown;
      assert.ok(thrown instanceof JarvisError, String(thrown));
      for (const language of ['en', 'de', 'fr', 'es']) assertSayable([apology(thrown.code, language)], what);
    }
  });

  test(`reply after a tool, ${what}: what the tool has found is said`, async () => {
    const { request } = await start([{ when: afterTool, answer: failure }, { answer: { calls: [callParis] } }]);
    assertSayable((await collect(request)).sentences, what);
  });

  test(`tool-digest, ${what}: the raw result is used`, async () => {
    const { request } = await start([
      { when: (sent) => /You shorten what a tool found/.test(system(sent)), answer: failure },
      { when: afterTool, answer: 'It is sunny.' },
      { answer: { calls: [callParis] } },
    ]);
    assert.deepEqual((await collect({ ...request, tools: [forecast] })).sentences, ['It is sunny.']);
  });

  test(`max-turn-digest, ${what}: what was found is said, or that it took too many steps`, async () => {
    let city = 0;
    const { request } = await start([
      { when: (sent) => /ran out of steps/.test(system(sent)), answer: failure },
      { answer: () => ({ calls: [{ name: 'get_weather', arguments: { city: `Paris ${city++}` } }] }) },
    ]);
    const { sentences } = await collect({ ...request, maxTurns: 2 });
    assertSayable(sentences, what);
    assert.match(sentences[0] ?? '', /^I didn’t get to the end of that/);
  });

  test(`step-resolver, ${what}: the chat model takes over`, async () => {
    const { request } = await start([
      { when: (sent) => /one step of a plan/.test(system(sent)), answer: failure },
      { when: afterTool, answer: 'It is sunny.' },
      { answer: { calls: [callParis] } },
    ]);
    const { sentences, end } = await collect({
      ...request,
      plan: ["get_weather city='<where>'", 'Reply to the user.'],
    });
    assert.deepEqual(sentences, ['It is sunny.']);
    assert.deepEqual(end.calls, [{ ...callParis, ok: true }]);
  });

  test(`judge, ${what}: being called by name decides`, async () => {
    const { request } = await start([{ answer: failure }]);
    const { models, signal } = request;
    const judged = await judge(
      {
        segments: [{ text: 'It is cold in here.' }, { text: 'and in the bedroom, Jarvis?' }],
        mode: 'follow-up',
        spoken: { text: 'It is 21 degrees in the kitchen.' },
        name: 'Jarvis',
      },
      async (messages) => {
        const answer = await ask(models, contexts.judge, { messages, signal });
        return { ...answer, by: 'model' };
      },
    );
    assert.deepEqual([judged.directed, judged.query, judged.by], [true, 'and in the bedroom?', 'rule']);
  });
}
