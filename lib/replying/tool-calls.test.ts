import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { growsLinearly, repeated } from '../../test/growth.js';
import { readCalls } from './tool-calls.js';

function callsIn(answer: string, tools: readonly string[]) {
  const { calls, content } = readCalls(answer, tools);
  return { calls, content };
}

const TOOLS = ['get_weather', 'set_light', 'get_time', 'webSearch', 'stop'];
const paris = { name: 'get_weather', arguments: { city: 'Paris' } };
const rome = { name: 'get_weather', arguments: { city: 'Rome' } };
const json = JSON.stringify(paris);

const CALLS: [what: string, content: string, calls: object[], content: string][] = [
  ['a fence', `\`\`\`tool_call\n${json}\n\`\`\``, [paris], ''],
  ['a fence after words', `Let me look.\n\`\`\`tool_call\n${json}\n\`\`\``, [paris], 'Let me look.'],
  ['a fence on one line', `\`\`\`tool_call ${json}\`\`\``, [paris], ''],
  ['an open fence', `\`\`\`tool_call\n${json}`, [paris], ''],
  [
    'two fences',
    `\`\`\`tool_call\n${json}\n\`\`\`\n\`\`\`tool_call\n${JSON.stringify(rome)}\n\`\`\``,
    [paris, rome],
    '',
  ],
  ['two objects in a fence', `\`\`\`tool_calls\n${json}\n${JSON.stringify(rome)}\n\`\`\``, [paris, rome], ''],
  ['a JSON fence', `\`\`\`json\n${json}\n\`\`\``, [paris], ''],
  ['a bare fence', `\`\`\`\n${json}\n\`\`\``, [paris], ''],
  ['a fence with the call in code', '```tool_code\nprint(get_weather(city="Paris"))\n```', [paris], ''],
  ['a fence named after the tool', '```get_weather\n{"city": "Paris"}\n```', [paris], ''],
  ['plain JSON', json, [paris], ''],
  ['plain JSON with parameters', '{"name": "get_weather", "parameters": {"city": "Paris"}}', [paris], ''],
  ['plain JSON with a JSON string', '{"name":"get_weather","arguments":"{\\"city\\": \\"Paris\\"}"}', [paris], ''],
  ['OpenAI JSON', `{"type":"function","function":${json}}`, [paris], ''],
  ['a list of calls', `[${json}, ${JSON.stringify(rome)}]`, [paris, rome], ''],
  ['tool_calls in JSON', `{"tool_calls": [{"id": "1", "function": ${json}}]}`, [paris], ''],
  ['tool and args', '{"tool": "get_weather", "args": {"city": "Paris"}}', [paris], ''],
  ['action and action_input', '{"action": "get_weather", "action_input": {"city": "Paris"}}', [paris], ''],
  ['the tool as the key', '{"get_weather": {"city": "Paris"}}', [paris], ''],
  ['Python quotes', "{'name': 'get_weather', 'arguments': {'city': 'Paris',}}", [paris], ''],
  ['JSON after words', `Sure: ${json}`, [paris], 'Sure:'],
  ['no arguments', '{"name": "get_time"}', [{ name: 'get_time', arguments: {} }], ''],
  ['a tag', `<tool_call>\n${json}\n</tool_call>`, [paris], ''],
  ['an open tag', `<tool_call>${json}`, [paris], ''],
  ['two tags', `<tool_call>${json}</tool_call><tool_call>${JSON.stringify(rome)}</tool_call>`, [paris, rome], ''],
  ['a tag with bars', `<|tool_call|>${json}<|/tool_call|>`, [paris], ''],
  ['a function tag', '<function=get_weather>{"city": "Paris"}</function>', [paris], ''],
  [
    'parameter tags',
    '<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n</function>\n</tool_call>',
    [paris],
    '',
  ],
  [
    'an invoke tag',
    '<function_calls><invoke name="get_weather"><parameter name="city">Paris</parameter></invoke></function_calls>',
    [paris],
    '',
  ],
  ['a tool tag', '<tool name="get_weather">{"city": "Paris"}</tool>', [paris], ''],
  ['Mistral’s mark', `[TOOL_CALLS] [${json}]`, [paris], ''],
  ['Llama’s mark', `<|python_tag|>${json}<|eom_id|>`, [paris], ''],
  ['a label', `tool_calls: [${json}]`, [paris], ''],
  ['Mistral’s new mark', '[TOOL_CALLS]get_weather[ARGS]{"city": "Paris"}', [paris], ''],
  [
    'Mistral’s new mark, twice',
    '[TOOL_CALLS]get_weather[CALL_ID]a1[ARGS]{"city": "Paris"}[TOOL_CALLS]get_weather[ARGS]{"city": "Rome"}',
    [paris, rome],
    '',
  ],
  [
    'DeepSeek’s marks',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Paris"}\n```<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Rome"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    [paris, rome],
    '',
  ],
  [
    'Kimi’s marks',
    'Sure.<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Paris"}<|tool_call_end|><|tool_calls_section_end|>',
    [paris],
    'Sure.',
  ],
  [
    'gpt-oss’ channels',
    '<|channel|>analysis<|message|>They ask about Paris.<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Paris"}<|call|>',
    [paris],
    '',
  ],
  ['Gemma’s marks', '<|tool_call>call:get_weather{city:<|"|>Paris<|"|>}<tool_call|>', [paris], ''],
  [
    'FunctionGemma’s marks',
    '<start_function_call>call:get_weather{city:<escape>Paris<escape>}<end_function_call>',
    [paris],
    '',
  ],
  ['labelled lines', 'Tool: get_weather\nArguments: {"city": "Paris"}', [paris], ''],
  ['labelled lines in a fence', '```yaml\nname: get_weather\narguments:\n  city: Paris\n```', [paris], ''],
  ['an action in bold', '**Action:** `get_weather`\n**Action Input:** `{"city": "Paris"}`', [paris], ''],
  [
    'tags called tool_use',
    '<tool_use><tool_name>get_weather</tool_name><tool_input>{"city": "Paris"}</tool_input></tool_use>',
    [paris],
    '',
  ],
  [
    'GLM’s tags',
    '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Paris</arg_value>\n</tool_call>',
    [paris],
    '',
  ],
  [
    'name and arguments in tags',
    '<tool_call><name>get_weather</name><arguments>{"city": "Paris"}</arguments></tool_call>',
    [paris],
    '',
  ],
  [
    'arguments in tags',
    '<tool_call><tool_name>get_weather</tool_name><parameters><city>Paris</city></parameters></tool_call>',
    [paris],
    '',
  ],
  ['the tool as a tag', 'Right.\n<get_weather>\n<city>Paris</city>\n</get_weather>', [paris], 'Right.'],
  ['the tool as a tag with JSON', '<get_weather>{"city": "Paris"}</get_weather>', [paris], ''],
  ['the tool as an empty tag', '<get_weather city="Paris"/>', [paris], ''],
  [
    'a call with an invented result',
    `<tool_call>${json}</tool_call>\n<tool_response>{"t": 35}</tool_response>\nIt is 35 degrees.`,
    [paris],
    '',
  ],
  [
    'a fence with an invented observation and another call',
    `Moment.\n\`\`\`tool_call\n${json}\n\`\`\`\nObservation: 35\n\`\`\`tool_call\n${JSON.stringify(rome)}\n\`\`\``,
    [paris],
    'Moment.',
  ],
  ['an action', 'Thought: I need the weather.\nAction: get_weather\nAction Input: {"city": "Paris"}', [paris], ''],
  [
    'an action with an invented end',
    `Action: get_weather\nAction Input: {"city": "Paris"}\nObservation: sunny\nFinal Answer: It is sunny.`,
    [paris],
    '',
  ],
  ['an action with a call', 'Action: get_weather(city="Paris")', [paris], ''],
  ['an action with keywords', 'Action: get_weather\nAction Input: city="Paris"', [paris], ''],
  ['an action with JSON', `Action: ${json}`, [paris], ''],
  ['an action without input', 'Action: get_time\nAction Input: None', [{ name: 'get_time', arguments: {} }], ''],
  ['keyword arguments', 'get_weather(city="Paris")', [paris], ''],
  ['a list of keyword calls', "[get_weather(city='Paris'), get_weather(city='Rome')]", [paris, rome], ''],
  [
    'keywords of all kinds',
    'set_light(room="bath", on=True, level=40, note=None)',
    [{ name: 'set_light', arguments: { room: 'bath', on: true, level: 40, note: null } }],
    '',
  ],
  ['an empty call', 'get_time()', [{ name: 'get_time', arguments: {} }], ''],
  ['a name and JSON', 'get_weather {"city": "Paris"}', [paris], ''],
  ['a name, a colon and JSON', 'get_weather: {"city": "Paris"}', [paris], ''],
  ['a call on a line of its own', 'I will look.\nget_weather(city="Paris")', [paris], 'I will look.'],
  [
    'another case',
    '{"name": "WebSearch", "arguments": {"query": "tea"}}',
    [{ name: 'webSearch', arguments: { query: 'tea' } }],
    '',
  ],
  ['an action that is none', 'Thought: I know.\nAction: None\nFinal Answer: It is four.', [], 'It is four.'],
  ['a final answer', 'Thought: I know.\nFinal Answer: It is four.', [], 'It is four.'],
];
for (const [what, content, calls, rest] of CALLS) {
  test(`parses ${what}`, () => assert.deepEqual(callsIn(content, TOOLS), { calls, content: rest }));
}

const SILENT: [what: string, content: string, content: string][] = [
  ['an unknown tool in a fence', '```tool_call\n{"name": "format_disk", "arguments": {}}\n```', ''],
  ['an unknown tool in JSON', '{"name": "format_disk", "arguments": {"all": true}}', ''],
  ['an unknown tool in a tag', 'One moment. <tool_call>{"name": "x", "arguments": {}}</tool_call>', 'One moment.'],
  ['an unknown function tag', '<function=format_disk>{"city": "Paris"}</function>', ''],
  ['an unknown call', 'format_disk(all=True)', ''],
  ['an unknown action', 'Thought: hm\nAction: format_disk\nAction Input: {}', ''],
  ['a call that was cut off', '{"name": "get_weather", "argum', ''],
  ['a tag that was cut off', '<tool_call>{"name": "get_wea', ''],
  ['a fence that was cut off', 'Fine.\n```tool_call\n{"name": "get_wea', 'Fine.'],
  ['positional arguments', 'get_weather("Paris")', ''],
  ['an action with words as input', 'Action: get_weather\nAction Input: the city of Paris', ''],
  [
    'a call as an example',
    'The sun is out. You could also call get_weather(city="Paris") for more. Anything else?',
    'The sun is out. Anything else?',
  ],
  ['a call in a question', 'Should I call get_weather(city="Paris")?', ''],
  ['an empty list', 'tool_calls: []\nThe sun is out.', 'The sun is out.'],
  ['a bare name', 'get_weather', ''],
  ['arguments that are no object', '{"name": "get_weather", "arguments": "Paris"}', ''],
  ['a thought', 'Thought: I should greet the person.', ''],
  [
    'the description of a tool',
    '{"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}',
    '',
  ],
  [
    'DeepSeek’s marks, cut off',
    'One moment.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"ci',
    'One moment.',
  ],
  [
    'gpt-oss’ final channel',
    '<|channel|>analysis<|message|>Easy.<|end|><|start|>assistant<|channel|>final<|message|>It is four.<|return|>',
    'It is four.',
  ],
  ['the mark of a result', '[Tool result: get_weather]\nIt is sunny.', 'It is sunny.'],
  ['marks of chat templates', 'Good day.<|im_end|>', 'Good day.'],
];
for (const [what, content, rest] of SILENT) {
  test(`runs nothing for ${what}, and doesn’t speak it`, () => {
    assert.deepEqual(callsIn(content, TOOLS), { calls: [], content: rest });
  });
}

for (const words of [
  'It is sunny in Paris (18 degrees).',
  'You have 3 items: milk, eggs and tea.',
  'Stop (or I shout).',
  'I can stop the music. Shall I?',
  'Here is code:\n```python\nprint(1)\n```',
  'The list [1, 2] is short.',
  'Here is a script:\n```bash\nset_light() { echo on; }\nset_light hall\n```\nRun it twice.',
  'Like this:\n```python\ndef get_weather(city):\n    return get_time(city=city)\n```\nand\n```js\nconst set_light = (room) => room;\n```',
  'Action films are on at eight: shall I record one?',
  'The function of tea is to be drunk. 3 < 4 > 2.',
]) {
  test(`leaves "${words}" alone`, () => assert.deepEqual(callsIn(words, TOOLS), { calls: [], content: words }));
}

test('a program that somebody asked for stays beside a call', () => {
  const program = '```js\nfor (const light of lights) set_light(light);\n```';
  assert.deepEqual(callsIn(`${program}${program}\n<tool_call>${json}</tool_call>`, TOOLS), {
    calls: [paris],
    content: `${program}${program}`,
  });
  assert.deepEqual(callsIn(`Thought: hm\n${program}\nFinal Answer: ${program}`, TOOLS), {
    calls: [],
    content: program,
  });
});

test('a JSON that is no call stays for the malformed guard', () => {
  assert.deepEqual(callsIn('{"temperature": 12}', TOOLS), { calls: [], content: '{"temperature": 12}' });
});

const scraps = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...'{ } [ ] ( ) < > " \' ` , : = \n \\ . | / __proto__ ```tool_call ```json ``` <tool_call> </tool_call>'.split(
        ' ',
      ),
    ),
    fc.constantFrom(
      '<function=',
      '<parameter=city>',
      '</parameter>',
      '[TOOL_CALLS]',
      'Action:',
      'Action Input:',
      '\n',
      ' ',
    ),
    fc.constantFrom(
      'Thought:',
      'Final Answer:',
      'tool_calls:',
      '"name":',
      '"arguments":',
      '"get_weather"',
      'null',
      '1e9',
    ),
    fc.constantFrom(...TOOLS, 'format_disk', json, 'city="Paris"', '<think>', '</think>', '"function":'),
    fc.string({ maxLength: 5 }),
  ),
  { maxLength: 60 },
);
test('never throws, never yields a tool that isn’t known, never speaks a fence of calls', () => {
  fc.assert(
    fc.property(scraps, (parts) => {
      const { calls, content } = callsIn(parts.join(''), TOOLS);
      assert.ok(calls.every(({ name }) => TOOLS.includes(name)));
      assert.ok(calls.every(({ arguments: args }) => Object.getPrototypeOf(args) === Object.prototype));
      assert.doesNotMatch(content, /```tool_call|<tool_call>/);
      assert.deepEqual(callsIn(parts.join(''), []).calls, []);
    }),
    { numRuns: 2000 },
  );
});

test('long hostile answers are read in a moment', () => {
  for (const scrap of [
    '{',
    '[',
    '{"name":',
    '<tool_call>',
    '<function=a><parameter=b>',
    'get_weather(',
    '```',
    'Action:\n',
    '"\\',
    '{"a":[',
    ' ',
    'stop(',
    '[1,',
    '{a:',
    '{"a":',
    '<think>',
    '</think',
    '<|im_start|>user',
    '<get_weather>',
    '<get_weather><city>',
    '<arg_key>',
    'to=functions.',
    '<|channel|>commentary ',
    '<|tool_call_begin|>',
    'get_weather[ARGS]',
  ]) {
    growsLinearly((letters) => callsIn(repeated(scrap, letters), TOOLS), 800, scrap);
  }
});
