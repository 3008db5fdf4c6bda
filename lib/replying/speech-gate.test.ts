import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkReply } from './malformed.js';
import { sentencesOf } from './sentences.js';
import { speechGate } from './speech-gate.js';
import { readCalls } from './tool-calls.js';

const TOOLS = ['get_weather', 'stop', 'webSearch'];

/** What is said while the answer streams, and all that is said of it. */
function run(text: string, step = 1, language = 'en') {
  const gate = speechGate({ tools: TOOLS, language });
  const streamed = [];
  for (let at = 0; at < text.length; at += step) streamed.push(...gate.push(text.slice(at, at + step)));
  const end = gate.end();
  const shown = [...streamed, ...end.said].filter(({ data }) => data === undefined);
  const shape = shown.map(({ text: words, before = '' }) => before + words);
  return { streamed: streamed.map((one) => one.text), said: shown.map((one) => one.text), shape };
}

for (const [text, streamed] of [
  ['It is sunny. Bye. And', ['It is sunny.', 'Bye.']],
  ['It is sunny. Get', ['It is sunny.']],
  ['One.\nFinal', ['One.']],
  ['Let me look. ```tool_call\n{}\n```\nSo. It is.', ['Let me look.']],
  ['```json\n{}\n```\nSo it is. Yes.', []],
  ['[get_weather(city="x")] So. It is.', []],
  ['One. <tool_call>{"a. B": 1} So. It is.', ['One.']],
  ['Well. I say get_weather(city="St. Gallen") now. So. It is.', ['Well.']],
  ['Thought: Hm. Yes.\nAction: get_weather\nAction Input: {} So. It is.', []],
  ['Thought: Hm. Yes.\nFinal Answer: It is sunny. Bye. And', ['It is sunny.', 'Bye.']],
  ['tool_calls: [] Sunny. Yes. No.', []],
  ['One. <｜tool▁calls▁begin｜>get_weather. So. It is.', ['One.']],
  ['3 < 4 and 5. Yes. No', ['3 < 4 and 5.', 'Yes.']],
  ['Finally it rains. Action films are on. Yes', ['Finally it rains.', 'Action films are on.']],
  ['はい。電気をつけました。さ', ['はい。', '電気をつけました。']],
  ['lights:\n  kitchen: on\nThat. Is all. ', []],
  ['It is four. User: Thanks! Assistant: Welcome. Bye.', ['It is four.']],
] as const) {
  test(`of ${JSON.stringify(text)} only ${JSON.stringify(streamed)} is said while it streams`, () => {
    for (const step of [1, 3, 1000]) assert.deepEqual(run(text, step).streamed, streamed, `${step} at a time`);
  });
}

test('breaks, indentation and the numbers of lists stand before their sentences, however the text was cut', () => {
  const text = 'You need:\n\n- Milk. Two litres.\n  - skimmed\n1. Eggs\n2) Bread\n\n\nThat is all.';
  for (const step of [1, 2, 5, 1000]) {
    const { said, shape } = run(text, step);
    assert.deepEqual(said, ['You need:', '- Milk.', 'Two litres.', '- skimmed', 'Eggs', 'Bread', 'That is all.']);
    assert.deepEqual(
      shape.join('|'),
      ['You need:', '\n\n- Milk.', 'Two litres.', '\n  - skimmed', '\n1. Eggs', '\n2) Bread', '\n\nThat is all.'].join(
        '|',
      ),
    );
  }
});

for (const [text, said, language] of [
  ['1. Milk\n2. Eggs\n3. Bread', ['Milk', 'Eggs', 'Bread'], 'en'],
  ['1. Mix it. Wait.\n2. Bake it.', ['Mix it.', 'Wait.', 'Bake it.'], 'en'],
  ['Zuerst:\n1. Milch', ['Zuerst:', 'Milch'], 'de'],
  ['1. FC Köln spielt heute.', ['1. FC Köln spielt heute.'], 'de'],
  ['Der 1. FC Köln spielt am 1. Mai.', ['Der 1. FC Köln spielt am 1. Mai.'], 'de'],
  ['1. Mai ist Feiertag.\n2. Juni auch.', ['1. Mai ist Feiertag.', '2. Juni auch.'], 'de'],
  ['2026. That was it.', ['2026.', 'That was it.'], 'en'],
  ['42', ['42'], 'en'],
] as const) {
  test(`${JSON.stringify(text)} is said as ${JSON.stringify(said)}`, () => {
    for (const step of [1, 2, 1000]) assert.deepEqual(run(text, step, language).said, said);
  });
}

/** Answers of the cases, whose whole text the guard has judged. */
const CASES = readFileSync('evals/cases/malformed-reply.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => (JSON.parse(line) as { input: { content: string } }).input.content);

test('what the guard says of a whole answer holds while it streams', () => {
  for (const content of CASES) {
    const { spoken = '' } = checkReply(readCalls(content, TOOLS).content);
    const whole = sentencesOf(spoken).filter((sentence) => checkReply(sentence).spoken !== undefined);
    for (const step of [1, 4]) assert.deepEqual(run(content, step).said, whole, content);
  }
});

test('what is said doesn’t depend on how the answer was cut', () => {
  const scrap = fc.oneof(
    fc.constantFrom(...CASES.map((content) => content.slice(0, 300))),
    fc.constantFrom(
      'get_weather',
      '(',
      '{',
      '`',
      '```',
      '<',
      'a',
      ' ',
      '\n',
      '. ',
      'Action:',
      '[',
      'stop',
      '1. ',
      '\n2. ',
    ),
    fc.constantFrom(
      'Yes. ',
      'It is. ',
      '\nUser: ',
      'SELECT a FROM b;',
      '\nlights:\n  hall: on\n',
      'Let me use the tool. ',
    ),
  );
  fc.assert(
    fc.property(
      fc.array(scrap, { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
      (parts, steps) => {
        const text = parts.join('');
        const gate = speechGate({ tools: TOOLS, language: 'en' });
        const said = [];
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const to = at + (steps[turn % steps.length] ?? 1);
          said.push(...gate.push(text.slice(at, to)));
          at = to;
        }
        const { said: last } = gate.end();
        assert.deepEqual(
          [...said, ...last].filter(({ data }) => data === undefined).map((one) => one.text),
          run(text, 100_000).said,
        );
      },
    ),
    { numRuns: 500 },
  );
});
