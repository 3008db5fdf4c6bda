import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { growsLinearly, repeated } from '../../test/growth.js';
import { parsePlan } from './plan-parse.js';
import { isReplyOnly, memoryTopic, planStep, REPLY_STEP, toolsInPlan } from './plan-step.js';

const TOOLS = { webSearch: ['query'], getWeather: ['location', 'when'], stop: [] };

describe('a plan', () => {
  test('is never longer than five steps of 200 characters, whatever the model wrote', () => {
    const written = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc
        .array(fc.constantFrom('1. ', '- ', '\n', 'webSearch query=', "'x'", '[', '{"steps":', '<think>', ' → ', ':'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(written, (response) => {
        const steps = parsePlan(response);
        assert.ok(steps.length <= 5);
        for (const step of steps) assert.ok(step !== '' && step.length <= 200 && !/[\r\n]/.test(step), step);
      }),
    );
  });

  test('is read from JSON with words around it, from objects on lines, and not from JSON that broke off', () => {
    const steps = ["getWeather location='Oslo'", REPLY_STEP];
    const json = JSON.stringify(steps);
    assert.deepEqual(parsePlan(`Here it is:\n\`\`\`json\n{"steps": ${json}}\n\`\`\`\nDone.`), steps);
    assert.deepEqual(parsePlan(`${json}\n\nThis gets the weather.`), steps);
    assert.deepEqual(parsePlan(`{"action_plan": ${json}}`), steps);
    assert.deepEqual(parsePlan('{"tool": "stop"}\n{"step": "Reply to the user."}'), ['stop', REPLY_STEP]);
    assert.deepEqual(parsePlan('{"steps": ["getTime", "Reply to the'), []);
  });

  test('comes back from the lines it was written in', () => {
    const step = fc
      .tuple(fc.constantFrom('webSearch', 'getWeather'), fc.stringMatching(/^[a-zà-ÿ]{1,10}( [a-zà-ÿ]{1,10}){0,3}$/))
      .map(([name, value]) => `${name} query='${value}'`);
    fc.assert(
      fc.property(
        fc.uniqueArray(step, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', '- ', '#.'),
        (steps, mark) => {
          const lines = steps.map((line, index) => (mark === '#.' ? `${index + 1}. ${line}` : `${mark}${line}`));
          assert.deepEqual(parsePlan(lines.join('\n')), steps);
        },
      ),
    );
  });

  test('says whether it only answers, what it looks for, and which tools it uses', () => {
    assert.equal(isReplyOnly([REPLY_STEP]), true);
    assert.equal(isReplyOnly([]), false);
    assert.equal(isReplyOnly(["webSearch query='x'", REPLY_STEP]), false);
    assert.equal(isReplyOnly(["searchMemory topic='films'", REPLY_STEP]), false);
    assert.equal(memoryTopic(["searchMemory topic='films'", REPLY_STEP]), 'films');
    assert.equal(memoryTopic(['searchMemory', REPLY_STEP]), '');
    assert.equal(memoryTopic([REPLY_STEP]), undefined);
    const steps = ["getWeather location='<city>'", "webSearch query='x'", "evil path='/'", 'webSearch for more'];
    assert.deepEqual(toolsInPlan(steps, Object.keys(TOOLS)), ['getWeather', 'webSearch']);
  });
});

describe('a step', () => {
  test('never yields a tool or a parameter that is not known', () => {
    const written = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .array(
          fc.constantFrom(
            'webSearch',
            'evil',
            ' ',
            'query',
            'q',
            '=',
            "'",
            '"',
            'a b',
            '<x>',
            '(',
            ')',
            '{',
            '}',
            ':',
            ',',
          ),
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(written, (step) => {
        const { call, tool } = planStep(step, TOOLS);
        if (tool !== undefined) assert.ok(Object.hasOwn(TOOLS, tool));
        if (!call) return;
        const parameters: readonly string[] = TOOLS[call.name as keyof typeof TOOLS];
        for (const key of Object.keys(call.arguments)) assert.ok(parameters.includes(key), step);
        assert.doesNotMatch(JSON.stringify(call.arguments), /<\p{L}[^<>]*>/u);
      }),
      { numRuns: 500 },
    );
  });

  test('gives back the value that was quoted', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (value) => {
        fc.pre(value.trim() !== '' && !/["\\<>{}[$]|^(?:\.{3}|…)$/.test(value));
        const { call } = planStep(`webSearch query="${value}"`, TOOLS);
        assert.deepEqual(call, { name: 'webSearch', arguments: { query: value } });
      }),
    );
    const { call } = planStep(`webSearch {'query': 'what's on',}`, TOOLS);
    assert.deepEqual(call, { name: 'webSearch', arguments: { query: "what's on" } });
    assert.equal(planStep(`webSearch {'query': '<city>'}`, TOOLS).call, null);
  });

  test('is read in linear time', () => {
    for (const part of ['(', 'a=', "'", '"', '“', '\\', '<a', 'webSearch ', '{', '[', '{"a":', ', ']) {
      const read = (letters: number) => {
        planStep(`webSearch ${repeated(part, letters)}`, TOOLS);
        parsePlan(repeated(part, letters));
      };
      growsLinearly(read, 2_000, part);
    }
  });
});
