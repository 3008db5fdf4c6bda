import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { quickest } from '../llm/quickest.test.helper.js';
import type { Message } from '../llm/types.js';
import type { Judgement } from '../turn/turn.js';
import { judge, judgeMessages } from './judge.js';
import { parseJudgement } from './judge-parse.js';
import type { JudgeInput } from './judge-rules.js';
import { routeByKeywords } from './router-keyword.js';

const unclear: JudgeInput = {
  segments: [{ text: "It's cold in here." }, { text: 'and in the bedroom?' }],
  mode: 'follow-up',
  spoken: { text: "It's 21 degrees in the kitchen." },
  name: 'Jarvis',
};
const yes: Judgement = {
  directed: true,
  query: 'how warm is it in the bedroom?',
  stop: false,
  confidence: 0.9,
  reasoning: 'follow-up',
  by: 'model',
};

test('the model is asked only when the rules are undecided', async () => {
  const asked: Message[][] = [];
  const ask = async (messages: Message[]) => {
    asked.push(messages);
    return yes;
  };
  assert.equal((await judge({ ...unclear, mode: 'typed' }, ask)).by, 'rule');
  assert.equal((await judge({ ...unclear, mode: 'ambient' }, ask)).directed, false);
  assert.equal(asked.length, 0);
  assert.deepEqual(await judge(unclear, ask), yes);
  assert.equal(asked.length, 1);
});

test('without a model, or with one that fails, being called by name decides', async () => {
  const failing = async () => {
    throw new Error('no server');
  };
  for (const ask of [undefined, failing, async () => undefined]) {
    assert.equal((await judge(unclear, ask)).directed, false);
    const called = await judge({ ...unclear, segments: [{ text: 'and in the bedroom, Jarvis?' }] }, ask);
    assert.equal(called.directed, true);
    assert.equal(called.query, 'and in the bedroom?');
  }
});

test('an abort is no failure of the model', async () => {
  const aborted = async () => {
    throw new DOMException('barge-in', 'AbortError');
  };
  await assert.rejects(judge(unclear, aborted), { name: 'AbortError' });
});

test('the prompt starts with what never changes and ends with the line that is judged', () => {
  const [system, user] = judgeMessages(unclear);
  assert.equal(system?.content, judgeMessages({ ...unclear, name: 'Nova', segments: [{ text: 'x' }] })[0]?.content);
  assert.match(user?.content ?? '', /Earlier lines:\n- "It's cold in here\."\nLast line: "and in the bedroom\?"$/);
  const long = judgeMessages({
    ...unclear,
    segments: Array.from({ length: 500 }, () => ({ text: 'word '.repeat(500) })),
  });
  assert.ok((long[1]?.content.length ?? 0) < 6000);
});

test('any answer of a model is a judgement or null', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.array(fc.constantFrom(...'{}"\',:directed true')).map((all) => all.join('')),
      ),
      (response) => {
        const parsed = parseJudgement(response, { name: 'jarvis' });
        if (parsed) assert.ok(parsed.confidence >= 0 && parsed.confidence <= 1);
      },
    ),
  );
  assert.equal(parseJudgement('{'.repeat(20_000), { name: 'jarvis' }), null);
  for (const text of [`${'{'.repeat(30)}${": 'a".repeat(4900)}`, ...['{', '[', '"', '\\', '{"a":'].map(long)]) {
    const took = quickest(() => assert.equal(parseJudgement(text, { name: 'jarvis' }), null));
    assert.ok(took < 1_000, text.slice(0, 40));
  }

  function long(piece: string): string {
    return piece.repeat(50_000 / piece.length);
  }
});

test('of two judgements the first counts, also with bare quotes in its reasoning', () => {
  const first = `{"directed": true, "query": "play\njazz", "confidence": 0,9, "reasoning": "he said "play" twice"}`;
  const both = `${first}\n{"directed": false, "query": "", "confidence": 1, "reasoning": "r"}`;
  const parsed = { directed: true, query: 'play jazz', stop: false, confidence: 0.9, reasoning: '' };
  assert.deepEqual(parseJudgement(both, { name: 'jarvis' }), parsed);
});

test('the router names only tools it was given, five at most', () => {
  const tool = fc.record({ name: fc.string(), description: fc.string() });
  fc.assert(
    fc.property(fc.string(), fc.array(tool, { maxLength: 30 }), (query, tools) => {
      const routed = routeByKeywords(query, tools);
      assert.ok(routed.length <= 5 && routed.every((name) => tools.some((each) => each.name === name)));
    }),
  );
});
