import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { speechGate } from './speech-gate.js';

const TOOLS = ['get_weather', 'stop'];

function run(text: string, step = 1): { spoken: string; held: string } {
  const gate = speechGate(TOOLS);
  let spoken = '';
  for (let at = 0; at < text.length; at += step) spoken += gate.push(text.slice(at, at + step));
  return { spoken, held: gate.flush() };
}

for (const [text, spoken] of [
  ['It is sunny. Bye.', 'It is sunny. Bye.'],
  ['It is sunny. Get', 'It is sunny. '],
  ['It is sunny. A', 'It is sunny. A'],
  ['One.\nFinal', 'One.\n'],
  ['Let me look. ```tool_call\n{}\n```', 'Let me look. '],
  ['```json\n{}', ''],
  ['{"name": "get_weather"}', ''],
  ['[get_weather(city="x")]', ''],
  ['One. <tool_call>{"a. B": 1}', 'One. '],
  ['I say get_weather(city="St. Gallen") now.', 'I say '],
  ['I say get_weather {"a": 1}', 'I say '],
  ['Thought: Hm. Yes.\nAction: get_weather\nAction Input: {}', ''],
  ['Thought: Hm. Yes.\nFinal Answer: It is sunny. Bye.', 'It is sunny. Bye.'],
  ['Final Answer: It is sunny. Bye.', 'It is sunny. Bye.'],
  ['tool_calls: [] Sunny. Yes.', ''],
  ['One. <｜tool▁calls▁begin｜>get_weather', 'One. '],
  ['One. <get_weather><city>St. Gallen', 'One. '],
  ['3 < 4 and 5. Yes.', '3 < 4 and 5. Yes.'],
  ['Finally it rains. Action films are on. Yes.', 'Finally it rains. Action films are on. Yes.'],
  ['はい。電気をつけました。', 'はい。電気をつけました。'],
] as const) {
  test(`lets through of ${JSON.stringify(text)} only ${JSON.stringify(spoken)}`, () => {
    for (const step of [1, 3, 1000]) assert.equal(run(text, step).spoken, spoken, `${step} at a time`);
  });
}

test('what goes in comes out, spoken or held', () => {
  const scrap = fc.constantFrom('get_weather', '(', '{', '`', '```', '<', 'a', ' ', '\n', '. ', 'Action:', '[', 'stop');
  fc.assert(
    fc.property(fc.array(scrap), fc.integer({ min: 1, max: 9 }), (parts, step) => {
      const text = parts.join('');
      const { spoken, held } = run(text, step);
      assert.equal(spoken + held, text);
      assert.doesNotMatch(spoken, /```|\{/);
    }),
    { numRuns: 500 },
  );
});
