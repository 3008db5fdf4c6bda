import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CALLS, type Hands, openHands, TOLD, UNASKED, wishFor } from './hands.js';
import { contextIn } from './model-failures.js';
import { openPage, type Page } from './page.js';
import type { Answer, ChatBody } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';

/** As many as a model may ask for at once. */
const AT_ONCE = 8;
const PLAN = ["calculate expression='6*7'", 'roll_dice dice=1', 'desk_add a=2 b=3', 'bin_day'];
/** The automaton doesn't search, which would ask it again. */
const OTHER_CALLS: typeof CALLS = { toolSearchTool: { query: 'roll the dice' } };
const NO_SEARCH = { memory: '', keywords: [], from: '', to: '' };
/** Of three parts or more, for which the shipped flow has a plan made. */
const SEVERAL =
  'work out six times seven and roll one of the dice and put two and three together and look for the bins';
const REPLY = 'All of it is done.';
const calls = (names: readonly string[]): Answer => ({
  calls: names.map((name) => ({ name, arguments: CALLS[name] ?? OTHER_CALLS[name] ?? {} })),
});
/** What the model was told in this turn. */
const results = ({ messages }: ChatBody) =>
  messages
    .slice(messages.findLastIndex(({ role }) => role === 'user'))
    .flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
const asked = ({ messages }: ChatBody) => messages.findLast(({ role }) => role === 'user')?.content ?? '';

const doneWith = (name: string) => `The ${name.replaceAll('_', ' ')} is done.`;

/** What the model answers that replies. */
function replyTo(body: ChatBody): Answer | string {
  const told = results(body).length;
  if (/do all of it/.test(asked(body))) {
    return told < UNASKED.length ? calls(UNASKED.slice(told, told + AT_ONCE)) : REPLY;
  }
  const [, wished] = /use the tool (\w+)/.exec(asked(body)) ?? [];
  if (wished) return told === 0 ? calls([wished]) : doneWith(wished);
  if (/mend it/.test(asked(body))) {
    if (told === 2) return 'They are rolled.';
    return { calls: [{ name: 'roll_dice', arguments: { dice: told === 0 ? 'many' : 2 } }] };
  }
  if (/hang/.test(asked(body))) {
    return told === 0 ? { calls: [{ name: 'hold_on', arguments: {} }] } : 'It takes too long.';
  }
  return /six times seven/.test(asked(body)) ? 'The plan is done.' : 'Hm.';
}

function isTold(name: string, told: readonly string[]): void {
  const result = told.find((text) => text.includes(`from="${name}"`)) ?? '';
  assert.match(result, TOLD[name] ?? /^$/, name);
  assert.equal(/^This failed/.test(result), name === 'fetch_page', name);
}

describe('everything that the model can call, in the shipped flow', () => {
  let server: ScriptedModelServer;
  let hands: Hands;
  let page: Page;

  const traceOf = async (heard: string) => {
    const { turn } = must(page.messages.find(({ kind, text }) => kind === 'heard' && text === heard));
    const { spans } = must((await hands.runtime.turns()).find(({ id }) => id === turn));
    return spans.filter(({ stage }) => stage === 'tool');
  };
  const lastOf = (pattern: RegExp) =>
    must(
      server.requests.findLast(
        ({ body }) => body?.messages && contextIn(body) === 'reply' && pattern.test(asked(body)),
      ),
    ).body;
  /** Says something on the page, and waits until the answer was spoken. */
  const says = async (words: string, reply: string) => {
    const spoken = page.messages.filter(({ type }) => type === 'play-end').length;
    await page.type(words);
    await page.gets('show', { kind: 'reply', text: reply });
    await page.gets('play-end', {}, spoken + 1);
  };

  before(async () => {
    server = await startScriptedModelServer({
      speed: 'instant',
      models: { scripted: { vision: true } },
      answers: [
        {
          when: ({ messages }) => /^You look at what a camera/.test(messages[0]?.content ?? ''),
          answer: 'A parcel lies there.',
        },
        {
          when: (body) => contextIn(body) === 'plannerCombined',
          answer: JSON.stringify({
            tools: PLAN.map((step) => step.split(' ')[0]),
            plan: [...PLAN, 'Reply to the user.'],
            ...NO_SEARCH,
          }),
        },
        { when: (body) => contextIn(body) === 'reply', answer: replyTo },
        { answer: 'none' },
      ],
    });
    hands = await openHands({ env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' } });
    page = await openPage(hands.runtime.url, 'browser-0000000a', 'Kitchen');
  });
  after(async () => {
    await page?.close();
    await hands?.close();
    await server?.close();
  });

  test('is called side by side, and the trace shows each', async () => {
    await says('please do all of it', REPLY);
    const told = results(lastOf(/do all of it/));
    for (const name of UNASKED) isTold(name, told);
    const spans = await traceOf('please do all of it');
    assert.deepEqual(spans.map(({ tool }) => tool).toSorted(), UNASKED.toSorted());
    const together = spans.slice(0, AT_ONCE);
    const ends = together.map(({ start, ms = 0 }) => start + ms);
    assert.ok(Math.max(...together.map(({ start }) => start)) <= Math.min(...ends) + 1, 'none waits for another');
  });

  test('is searched for among all', async () => {
    // The words of two tools leave the others to be searched for.
    await says('please use the tool toolSearchTool. I had porridge.', doneWith('toolSearchTool'));
    assert.match(results(lastOf(/the tool toolSearchTool/))[0] ?? '', /roll_dice: /);
  });

  for (const name of Object.keys(CALLS).filter((one) => !UNASKED.includes(one))) {
    test(`is called once somebody has asked for it: ${name}`, async () => {
      const said = wishFor(name);
      await says(said, doneWith(name));
      assert.deepEqual(
        (await traceOf(said)).map(({ tool, error }) => [tool, error]),
        [[name, undefined]],
      );
    });
  }

  test('ends the conversation without another word', async () => {
    const before = page.messages.length;
    const said = 'please use the tool stop as I am tired';
    await page.type(said);
    await page.gets('show', { kind: 'heard', text: said });
    await until(async () => (await traceOf(said)).some(({ tool }) => tool === 'stop'), 'the call');
    await until(() => page.messages.findLast(({ type }) => type === 'stage')?.stage === 'idle', 'silence');
    const after = page.messages.slice(before);
    assert.ok(!after.some(({ type, kind, text }) => type === 'play' || (kind === 'reply' && text)));
  });

  test('is called by a plan, without a model for its steps', async () => {
    await says(SEVERAL, 'The plan is done.');
    const told = results(lastOf(/six times seven/)).join('\n');
    for (const expected of [/42/, /"sum":\d/, /\n5\n/, /paper bin/]) assert.match(told, expected);
    assert.equal((await traceOf(SEVERAL)).length, 4);
  });

  test('wrong arguments are mended by the model', async () => {
    await says('please roll the dice and mend it yourself', 'They are rolled.');
    const [wrong = '', right = ''] = results(lastOf(/mend it/));
    assert.match(wrong, /^This failed[\s\S]*dice has to be a whole number/);
    assert.match(right, /"sum":\d/);
  });

  test('one that hangs costs its limit and no more', async () => {
    await says('please let it hang', 'It takes too long.');
    assert.match(results(lastOf(/hang/))[0] ?? '', /did not answer within 1 s/);
  });
});
