import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { contexts } from '../lib/llm/contexts.js';
import { openOllama } from '../lib/llm/ollama.js';
import { reply, warmReply } from '../lib/replying/loop.js';
import { seenByModel } from '../lib/tools/vision/seeing-model.js';
import { apology } from '../lib/turn/apologies.js';
import type { MemoryNode } from '../nodes/jarvis-memory/jarvis-memory.js';
import { unload } from '../nodes/node.test.helper.js';
import { BACKGROUND_WALKS, type BackgroundWalk, memoryHere } from './failure-walk/background.js';
import { type Lane, lanes } from './failure-walk/lanes.js';
import { REPLY_WALKS, type ReplyWalk, WORKING } from './failure-walk/replies.js';
import { contextIn, MODEL_FAILURES } from './model-failures.js';
import type { Answer } from './scripted-model-server/script.js';
import { startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';

/** Milliseconds in place of a context's seconds or minutes. */
const SHORT_MS = 2_000;

/** Gives a context less time while something is done. */
async function hurried<T>(name: string, work: () => Promise<T>): Promise<T> {
  const row: { budgetMs: number } = must(Object.entries(contexts).find(([key]) => key === name))[1];
  const { budgetMs } = row;
  row.budgetMs = SHORT_MS;
  return await work().finally(() => {
    row.budgetMs = budgetMs;
  });
}

const FAILURES = Object.entries(MODEL_FAILURES);
const DAY_MS = 86_400_000;

describe('a model call that fails on the way to a reply', () => {
  let all: Lane[] = [];
  let store: MemoryNode;
  before(async () => {
    ({ all, store } = await lanes(FAILURES.length));
    const dinner = (days: number) => ({
      kind: 'note' as const,
      at: Date.now() - days * DAY_MS,
      source: 'test',
      text: `For dinner they had lasagne ${'and a long talk about the garden, the neighbours and the boat '.repeat(3)}.`,
    });
    await store.memory.entries.putMany([1, 2, 3, 4].map(dinner));
  });
  after(unload);

  for (const [name, walk] of Object.entries(REPLY_WALKS)) {
    test(name, async (t) => {
      const context = name.replace(/ .*/, '');
      const failed = new Map<string, number>();
      for (const [at, [what, failure]] of FAILURES.entries()) {
        const lane = must(all[at]);
        for (const list of [lane.said, lane.ignored, lane.caught]) list.length = 0;
        const working = { ...WORKING, ...walk.others };
        lane.answers = {
          ...working,
          [context]: (request) => {
            const other = working[context] ?? {};
            const meant = walk.only?.(request.messages.at(-1)?.role === 'tool') ?? true;
            if (!meant) return typeof other === 'function' ? other(request) : other;
            failed.set(what, (failed.get(what) ?? 0) + 1);
            return failure(walk.right);
          },
        };
      }
      await hurried(context, () =>
        Promise.all(FAILURES.map(([what], at) => asked(must(all[at]), walk, `${name}, ${what}`, store))),
      );
      for (const [at, [what]] of FAILURES.entries()) {
        await t.test(what, () => {
          const { said, caught } = must(all[at]);
          assert.ok(failed.get(what), 'the failure was met');
          const sentences = said.map(({ payload }) => String(payload)).filter((sentence) => sentence !== '');
          const code = caught[0]?.error?.code as never;
          if (walk.said) assert.match(sentences.join(' '), walk.said);
          if (walk.said) assert.equal(code, undefined);
          if (code === undefined) return assertSayable(sentences);
          for (const language of ['en', 'de', 'fr', 'es']) assertSayable([apology(code, language)]);
        });
      }
    });
  }
});

/** Puts the question of a walk to a lane, and waits for the end of the reply or an error. */
async function asked(lane: Lane, walk: ReplyWalk, site: string, store: MemoryNode): Promise<void> {
  await walk.ask(lane, site, store);
  await until(() => lane.caught.length > 0 || lane.said.some(({ parts }) => parts?.count), `a reply: ${site}`);
}

describe('a model call that makes ready for a reply', { concurrency: true }, () => {
  for (const [what, failure] of FAILURES) {
    test(`warmUp, ${what}`, async (t) => {
      let failed = 0;
      const server = await startScriptedModelServer({
        speed: 'instant',
        answers: (request) => {
          if (contextIn(request) !== 'warmUp') return 'The front door is locked.';
          failed++;
          return failure('The');
        },
      });
      t.after(() => server.close());
      const request = {
        models: { provider: openOllama(server), chat: 'scripted', small: 'scripted', numCtx: 4096 },
        character: { name: 'Jarvis' },
        tools: [],
        signal: new AbortController().signal,
      };
      void hurried('warmUp', () => warmReply(request));
      await until(() => failed > 0, 'the warming up');
      const moment = { language: 'en', now: new Date() };
      const sentences: string[] = [];
      for await (const event of reply({ ...request, query: 'is it locked?', site: 'den', moment })) {
        if (event.type === 'sentence') sentences.push(event.text);
      }
      assert.deepEqual(sentences, ['The front door is locked.']);
    });
  }
});

describe('a model call about a picture', { concurrency: true }, () => {
  for (const [what, failure] of FAILURES) {
    test(`picture, ${what}`, async (t) => {
      let failed = 0;
      const server = await startScriptedModelServer({
        speed: 'instant',
        models: { scripted: { vision: true } },
        answers: () => {
          failed++;
          return failure('Two people stand at the door.');
        },
      });
      t.after(() => server.close());
      const models = { provider: openOllama(server), chat: 'scripted', small: 'scripted', numCtx: 4096 };
      const { signal } = new AbortController();
      const asked = { picture: async () => Buffer.from('a picture'), question: 'Who is it?', signal };
      const words = await hurried('picture', () => seenByModel(models, asked));
      assert.ok(failed > 0, 'the failure was met');
      // What isn't thrown and isn't words is left to the detector.
      if (words !== undefined) assertSayable([words]);
    });
  }
});

describe('a model call that fails while nobody talks', () => {
  for (const [name, walk] of Object.entries(BACKGROUND_WALKS)) {
    test(name, async (t) => {
      const works = await Promise.all(FAILURES.map(([, failure]) => startWork(t, name, walk, failure)));
      const told = await hurried(name, () => Promise.all(works.map((work) => work.run())));
      const after = await Promise.all(works.map((work) => work.state()));
      for (const work of works) work.mend();
      await Promise.all(works.map((work) => work.run()));
      for (const [at, [what]] of FAILURES.entries()) {
        await t.test(what, async () => {
          const work = must(works[at]);
          assert.ok(work.failures() > 0, 'the failure was met');
          const isDone = isDeepStrictEqual(after[at], walk.done);
          if (!isDone) assert.deepEqual(after[at], walk.open ?? work.before, 'nothing is lost, and nothing half done');
          if (!isDone && walk.told) assert.match(must(told[at]), walk.told);
          assert.deepEqual(await work.state(), isDone ? walk.done : (walk.open ?? walk.done));
        });
      }
    });
  }
});

/** A work of the memory with a memory and a model of its own. */
async function startWork(t: TestContext, name: string, walk: BackgroundWalk, failure: (right: string) => Answer) {
  const memory = memoryHere();
  let isBroken = true;
  let failures = 0;
  const server = await startScriptedModelServer({
    speed: 'instant',
    models: { scripted: { parameters: 14e9 } },
    answers: (request) => {
      const context = contextIn(request);
      if (context !== name) return walk.others?.[context] ?? {};
      if (!isBroken) return walk.right;
      failures++;
      return failure(walk.right);
    },
  });
  t.after(async () => {
    await memory.close();
    await server.close();
  });
  const now = Date.now();
  const models = { provider: openOllama(server), chat: 'scripted', small: 'scripted', numCtx: 8192 };
  await walk.prepare({ memory, now });
  const state = () => walk.state({ memory, now });
  return {
    before: await state(),
    state,
    failures: () => failures,
    mend: () => {
      isBroken = false;
    },
    async run() {
      const signal = new AbortController().signal;
      const result = await walk.run({ memory, models, now, signal });
      return JSON.stringify(result ?? null);
    },
  };
}

/** Contexts that no stage calls yet. */
const LATER: Record<string, string> = {
  floor: 'comes with the report of what a call costs',
};

test('every context of the table is walked, or says why not', () => {
  const walked = [...Object.keys(REPLY_WALKS), 'warmUp', 'picture', ...Object.keys(BACKGROUND_WALKS)];
  for (const name of Object.keys(contexts)) assert.ok(walked.includes(name) !== name in LATER, name);
});

/** What a person can be told: words, and no more of them than anybody listens to. */
function assertSayable(sentences: readonly string[]): void {
  assert.ok(sentences.length > 0, 'nothing is said');
  assert.ok(sentences.join(' ').length < 3000, 'too much is said');
  for (const sentence of sentences) {
    assert.match(sentence, /\p{L}{2}/u, sentence);
    assert.doesNotMatch(sentence, /[{}]|```|tool_call|<data/, sentence);
  }
}
