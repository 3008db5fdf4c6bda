import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openMemory } from '../lib/memory/memory.js';
import { ROOTS } from '../lib/memory/tables/graph-rows.js';
import { answerTo, openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import type { ChatBody } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { until } from './until.js';

const DAY_MS = 86_400_000;
const SUMMARY = 'Ada told that her sister Clara takes the train to Bonn on Friday, and asked about the tomatoes.';

let data: string;
let server: ScriptedModelServer;
let runtime: Runtime;
let page: Page;
/** What the model makes of a conversation. */
let summary: string;

function answers({ format, messages }: ChatBody): string {
  const form = JSON.stringify(format ?? '');
  if (/"summary"/.test(form)) return summary;
  if (/"branch"/.test(form)) return '{"facts": [{"branch": "USER", "fact": "Clara is the sister of Ada"}]}';
  if (/"same"/.test(form)) return '{"same": [["jazz", "swing"]]}';
  if (/"facts"/.test(form)) return '{"facts": ["Ada likes jazz a lot"]}';
  if (/correct an old note/.test(messages[0]?.content ?? '')) return 'Ada likes jazz.';
  return 'That is good to hear.';
}

async function got<T>(route: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${runtime.url}/jarvis/admin/${route}`, {
    ...(body !== undefined && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    }),
  });
  assert.equal(answer.status, 200, route);
  return (await answer.json()) as T;
}

interface Ended {
  outcome: string;
  message?: string;
  result?: Record<string, number>;
}

/** Starts a task as the memory page does, and waits for its end. */
async function run(task: string): Promise<Ended> {
  await got('memory/maintenance/start', { task });
  return await until(
    async () => (await got<{ last: Ended | null }>('memory/maintenance')).last,
    () => `the end of ${task}`,
  );
}

const diary = () => got<{ text: string; key: string }[]>('memory/entries?kinds=diary');
const todays = async () => (await diary()).filter(({ key }) => !key.startsWith('2026-01-')).map(({ text }) => text);

before(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'jarvis-maintenance-'));
  const memory = openMemory({ file: path.join(data, 'jarvis.db') });
  const at = Date.now();
  const lines = ['Ada likes jazz', 'Ada likes jazz a lot'].map((text) => ({ text, at }));
  await memory.graph.addLines({ node: ROOTS.USER, lines, why: 'learned' });
  await memory.entries.putMany(
    ['jazz', 'jazz', 'swing'].map((topic, day) => ({
      kind: 'diary' as const,
      key: `2026-01-0${day + 1}/kitchen`,
      at: at - (day + 20) * DAY_MS,
      source: 'kitchen',
      text: 'Ada likes jazz. Jarvis was no help with the trains.',
      topics: [topic],
    })),
  );
  await memory.close();
  server = await startScriptedModelServer({
    speed: 'instant',
    models: { scripted: { parameters: 30e9 } },
    answers,
  });
  runtime = await startRuntime({ env: { JARVIS_DATA: data, JARVIS_MODEL_URL: server.url } });
  await runtime.warm();
  page = await openPage(runtime.url);
  for (const said of [
    'My sister Clara takes the train to Bonn on Friday',
    'The tomatoes in the greenhouse are ripe at last',
    'Her friend Marta plays the cello in an orchestra',
  ])
    await answerTo(page, said);
});
after(async () => {
  await page?.close();
  await runtime?.stop();
  await server?.close();
  rmSync(data, { recursive: true, force: true });
});

describe('what is started on the memory page', () => {
  test('keeps no answer of a model that tells nothing of the day, and says so', async () => {
    const JUNK = [
      'Indeed.',
      'Sure!',
      'Here is a summary:',
      '',
      '{"summary": "Of course, sir. As you wish.", "topics": []}',
      '{"summary": "Everything was fine and nothing else happened here.", "topics": ["life"]}',
      'I am sorry, but I can not help with that request.',
      'Write the summary now. Tell what was said in this conversation, in its language.',
      'You keep the diary of a home with a voice assistant called Jarvis. You sum up what was talked about, so that it can be looked up later.',
      'Natürlich, hier ist die gewünschte Zusammenfassung des Gesprächs.',
    ];
    for (const junk of JUNK) {
      summary = junk;
      const from = server.requests.length;
      const { outcome, message = '' } = await run('diary');
      assert.equal(outcome, 'failed', junk);
      assert.match(
        message,
        /^What the model wrote for the diary .+, so it is not kept\. What was said \(6 messages\) waits/,
      );
      assert.deepEqual(await todays(), [], junk);
      const asked = server.requests
        .slice(from)
        .filter(({ body }) => /"summary"/.test(JSON.stringify(body.format ?? '')));
      assert.ok(asked.length > 1 && asked.length <= 12, `${asked.length} calls for "${junk}"`);
    }
  });

  test('keeps what tells of the day, and forgets nothing that waited', async () => {
    summary = JSON.stringify({ summary: SUMMARY, topics: ['train', 'tomatoes', 'Clara'] });
    assert.deepEqual((await run('diary')).outcome, 'done');
    assert.deepEqual(await todays(), [SUMMARY]);
  });

  test('is recorded as every other call of a model', async () => {
    for (const task of ['consolidate', 'deflections', 'topics']) assert.equal((await run(task)).outcome, 'done', task);
    const calls = (await runtime.turns())
      .filter(({ id }) => id.startsWith('upkeep-'))
      .flatMap(({ spans }) => spans.filter(({ stage }) => stage === 'model').map((span) => String(span['context'])));
    assert.deepEqual([...new Set(calls)].sort(), [
      'diary',
      'diary-rewrite',
      'graph-extract',
      'graph-merge',
      'topic-merge',
    ]);
    const report = await got<{ context: string; calls: number }[]>('contexts');
    const made = (name: string) => calls.filter((one) => one === name).length;
    for (const { context, calls: told } of report) if (made(context)) assert.equal(told, made(context), context);
    assert.ok(made('diary') > 20, 'refused ones, too');
  });
});
