import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, ChatBody, Rule } from '../../test/scripted-model-server/script.js';
import { holdLimits, until } from '../../test/until.js';
import { LiveTurns } from '../conversation/turns.js';
import type { Tool } from '../llm/types.js';
import { newTurn } from '../turn/turn.js';
import { type ReplyRequest, reply } from './loop.js';
import { callParis, start, weather } from './scripted.test.helper.js';

const HANG: Answer = { fault: 'hang' };
const afterTool = ({ messages }: ChatBody) => messages.at(-1)?.role === 'tool';
const system = ({ messages }: ChatBody) => messages[0]?.content ?? '';
const long: Tool = { ...weather, run: async () => ({ ok: true, text: 'The sky is blue. '.repeat(50) }) };

const STAGES: Record<string, { rules: Rule[]; more?: Partial<ReplyRequest> }> = {
  'the model thinks': { rules: [{ answer: HANG }] },
  'the model speaks': { rules: [{ answer: { text: ['One. T', new Promise(() => {})] } }] },
  'the model answers after a tool': { rules: [{ when: afterTool, answer: HANG }, { answer: { calls: [callParis] } }] },
  'a step is resolved': {
    rules: [{ answer: HANG }],
    more: { plan: ["get_weather city='<where>'", 'Reply to the user.'] },
  },
  'a result is shortened': {
    rules: [{ when: (sent) => /You shorten/.test(system(sent)), answer: HANG }, { answer: { calls: [callParis] } }],
    more: { tools: [long] },
  },
  'the last words are summed up': {
    rules: [
      { when: (sent) => /ran out of steps/.test(system(sent)), answer: HANG },
      { answer: { calls: [callParis] } },
    ],
    more: { maxTurns: 1 },
  },
};

const ENDS: Record<string, (turns: LiveTurns, id: string) => void> = {
  'barge-in': (turns, id) => turns.end(id, 'barge-in'),
  stop: (turns) => turns.stop('kitchen'),
  'a newer turn': (turns) => turns.begin(newTurn({ site: 'kitchen', source: 'voice', language: 'en' })),
};

for (const [stage, { rules, more }] of Object.entries(STAGES)) {
  for (const [why, end] of Object.entries(ENDS)) {
    test(`${why} while ${stage} ends the call and the reply`, async (t) => {
      holdLimits(t);
      const { server, request } = await start(rules);
      const turns = new LiveTurns();
      const live = turns.begin(newTurn({ site: 'kitchen', source: 'voice', language: 'en' }));
      const events: string[] = [];
      const running = (async () => {
        for await (const event of reply({ ...request, ...more, signal: live.signal })) events.push(event.type);
      })();
      let isOver = false;
      running.catch(() => {}).finally(() => (isOver = true));
      const hanging = () => server.requests.filter(({ path, answered }) => path === '/api/chat' && !answered);
      const answered = stage.includes('thinks') || stage.includes('speaks') || stage.includes('resolved') ? 0 : 1;
      while (server.requests.filter(({ path }) => path === '/api/chat').length <= answered || hanging().length === 0)
        await new Promise((resolve) => setImmediate(resolve));
      if (stage.includes('speaks')) while (events.length === 0) await new Promise((resolve) => setImmediate(resolve));
      end(turns, live.id);
      await until(() => isOver && server.closed >= 1, 'the end of the call and of the reply');
      await assert.rejects(running, { name: 'AbortError' });
      assert.equal(events.includes('end'), false);
    });
  }
}

for (const [why, end] of Object.entries(ENDS)) {
  test(`${why} while a tool works: it is told, and not waited for`, async (t) => {
    holdLimits(t);
    let told: () => void = () => {};
    const aborted = new Promise<void>((resolve) => (told = resolve));
    const turns = new LiveTurns();
    const live = turns.begin(newTurn({ site: 'kitchen', source: 'voice', language: 'en' }));
    const deaf: Tool = {
      ...weather,
      run: (_, { signal }) => {
        signal.addEventListener('abort', () => told());
        setImmediate(() => end(turns, live.id));
        return new Promise(() => {});
      },
    };
    const { request } = await start([{ answer: { calls: [callParis] } }]);
    await assert.rejects(
      async () => {
        for await (const _ of reply({ ...request, tools: [deaf], signal: live.signal }));
      },
      { name: 'AbortError' },
    );
    await aborted;
  });
}
