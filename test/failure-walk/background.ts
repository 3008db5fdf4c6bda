import type { Models } from '../../lib/llm/gateway.js';
import { rewriteDeflections } from '../../lib/memory/diary/deflections.js';
import { normaliseTopics } from '../../lib/memory/diary/normalise-topics.js';
import { summarise } from '../../lib/memory/diary/summarise.js';
import { extractFacts, IDLE_MS } from '../../lib/memory/facts/extract.js';
import { learn } from '../../lib/memory/graph/learn.js';
import type { Memory } from '../../lib/memory/memory.js';
import { operations } from '../../lib/memory/operations.js';
import { openStore } from '../../lib/memory/store.js';
import { ROOTS } from '../../lib/memory/tables/graph-rows.js';
import type { Answer } from '../scripted-model-server/script.js';

/** What a work of the memory is done on. */
export interface BackgroundPlace {
  memory: Memory;
  now: number;
}

export interface BackgroundRun extends BackgroundPlace {
  models: Models;
  signal: AbortSignal;
}

/** A work of the memory in which a context fails. */
export interface BackgroundWalk {
  /** What would have been the right answer of the context. */
  right: string;
  /** What the other contexts of the work answer. */
  others?: Record<string, Answer>;
  prepare(place: BackgroundPlace): Promise<unknown>;
  run(run: BackgroundRun): Promise<unknown>;
  /** Everything that the work may change. */
  state(place: BackgroundPlace): Promise<unknown>;
  /** After the work was done. */
  done: unknown;
  /** After the context has failed, where that doesn't leave everything as it was. */
  open?: unknown;
  /** Whether the result says that something is left to do; where it isn't given, nothing is. */
  told?: RegExp;
}

const DAY_MS = 86_400_000;
const FACTS = '{"facts": [{"branch": "USER", "fact": "Likes jazz"}]}';
const entry = (at: number) => ({
  kind: 'diary' as const,
  key: '2026-11-21/hall',
  text: 'Ada likes jazz.',
  at,
  turns: ['t1'],
});
async function diaryEntry(memory: Memory, text: string, topics: string[], at: number): Promise<void> {
  await memory.entries.put({ kind: 'diary', key: `${at}/hall`, at, source: 'hall', text, topics });
}
/** What was learned stands in words that a person said. */
const liking = ({ memory, now: at }: { memory: Memory; now: number }) =>
  memory.diary.note({
    turn: 't1',
    site: 'hall',
    source: 'hall',
    at,
    messages: [{ role: 'user', content: 'I like jazz' }],
  });
const linesOf = async (memory: Memory, node: number) =>
  (await memory.graph.node(node))?.lines.map(({ text }) => text).sort();
const diaryOf = async (memory: Memory) =>
  (await memory.entries.list({ kinds: ['diary'] })).map(({ text, topics }) => ({ text, topics }));

/** A memory without a file, and without the thread that would cost each of the many walks a start. */
export function memoryHere(): Memory {
  const store = openStore(':memory:');
  const tables = Object.entries(operations).map(([table, of]) => {
    const asked = Object.entries(of).map(([name, run]) => {
      const operation = run as (...args: unknown[]) => unknown;
      return [name, async (...args: unknown[]) => operation(store, ...args)];
    });
    return [table, Object.fromEntries(asked)];
  });
  return { ...Object.fromEntries(tables), file: ':memory:', close: async () => store.close() };
}

export const BACKGROUND_WALKS: Record<string, BackgroundWalk> = {
  diary: {
    right: '{"summary": "Ada asked about jazz.", "topics": ["music", "jazz", "evening"]}',
    prepare: ({ memory, now: at }) =>
      memory.diary.note({
        turn: 't1',
        site: 'hall',
        source: 'hall',
        at,
        messages: [
          { role: 'user', content: 'What is jazz?' },
          { role: 'assistant', content: 'Music.' },
        ],
      }),
    run: summarise,
    state: async ({ memory }) => ({ waiting: await memory.diary.waiting(), entries: (await diaryOf(memory)).length }),
    done: { waiting: 0, entries: 1 },
    told: /"left":2/,
  },
  diaryRewrite: {
    right: 'Anna heeft jazz gevraagd.',
    prepare: ({ memory, now: at }) =>
      diaryEntry(memory, 'Anna heeft jazz gevraagd. De assistent kon het niet vinden.', [], at),
    run: rewriteDeflections,
    state: ({ memory }) => diaryOf(memory),
    done: [{ text: 'Anna heeft jazz gevraagd.', topics: [] }],
    told: /"entries":1,"rewritten":0/,
  },
  topicMerge: {
    right: '{"same": [["jazz", "swing"]]}',
    async prepare({ memory, now: at }) {
      await diaryEntry(memory, 'One.', ['jazz'], at);
      await diaryEntry(memory, 'Two.', ['jazz'], at - DAY_MS);
      await diaryEntry(memory, 'Three.', ['swing'], at - 2 * DAY_MS);
    },
    run: normaliseTopics,
    state: async ({ memory }) => (await diaryOf(memory)).map(({ topics }) => topics.join()).sort(),
    done: ['jazz', 'jazz', 'jazz'],
    told: /"merged":0/,
  },
  graphExtract: {
    right: FACTS,
    prepare: liking,
    run: (run) => learn({ ...run, entry: entry(run.now) }),
    state: ({ memory }) => linesOf(memory, ROOTS.USER),
    done: ['Likes jazz'],
    told: /"outcome":"failed"/,
  },
  graphPlace: {
    right: '{"node": 1}',
    others: { graphExtract: { text: FACTS } },
    async prepare(work) {
      await liking(work);
      await work.memory.graph.addNode({ parent: ROOTS.USER, name: 'Music' });
    },
    run: (run) => learn({ ...run, entry: entry(run.now) }),
    async state({ memory }) {
      const [music] = await memory.graph.children(ROOTS.USER);
      return { root: await linesOf(memory, ROOTS.USER), music: music && (await linesOf(memory, music.id)) };
    },
    done: { root: [], music: ['Likes jazz'] },
    open: { root: ['Likes jazz'], music: [] },
  },
  graphMerge: {
    right: '{"facts": ["Likes jazz"]}',
    others: { graphExtract: { text: FACTS } },
    async prepare(work) {
      await liking(work);
      const lines = [{ text: 'Likes jazz a lot', at: work.now - 1 }];
      await work.memory.graph.addLines({ node: ROOTS.USER, lines, why: 'test' });
    },
    run: (run) => learn({ ...run, entry: entry(run.now) }),
    state: ({ memory }) => linesOf(memory, ROOTS.USER),
    done: ['Likes jazz'],
    open: ['Likes jazz', 'Likes jazz a lot'],
  },
  facts: {
    right: '{"facts": [{"category": "family", "key": "sister", "value": "Ida"}]}',
    prepare: async () => {},
    run: (run) => {
      const messages = [{ role: 'user' as const, content: 'my sister is called Ida' }];
      return extractFacts([{ session: 'hall', messages, turns: ['t1'], at: run.now - IDLE_MS }], run);
    },
    state: async ({ memory }) => (await memory.facts.list()).map(({ key, value }) => `${key}: ${value}`),
    done: ['sister: Ida'],
    told: /"sessions":0,"failed":1/,
  },
};
