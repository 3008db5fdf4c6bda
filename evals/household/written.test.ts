import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { openMiniLm } from '../../lib/memory/embedding/minilm.js';
import { type QueryVectors, queryVectors } from '../../lib/memory/embedding/query-vectors.js';
import { openMemory } from '../../lib/memory/memory.js';
import { recall } from '../../lib/recall/recall.js';
import { packageRoot } from '../../test/package-root.js';
import { ASKED_AT, HOUSE_ZONE } from './household.js';
import { WRITTEN_DIARIES } from './written.js';

/** The share that is to be found among the first ones. */
const TO_REACH = 0.95;
const FIRST = 3;

/** Questions of all languages whose right entry isn't among the first three. */
async function missed(t: TestContext, embedder?: ReturnType<typeof openMiniLm>): Promise<[all: number, string[]]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-written-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const { signal } = new AbortController();
  const embed: QueryVectors['of'] | undefined = embedder && queryVectors(embedder).of;
  const wrong: string[] = [];
  let all = 0;
  for (const [language, { entries: written, questions }] of Object.entries(WRITTEN_DIARIES)) {
    const memory = openMemory({ file: path.join(folder, `${language}.db`) });
    const ids = await memory.entries.putMany(
      written.map(([date, text]) => ({ kind: 'diary', at: Date.parse(`${date}T12:00:00Z`), source: 'test', text })),
    );
    if (embedder) {
      const waiting = await memory.entries.unembedded(embedder.model, written.length);
      const vectors = await embedder.embed(
        waiting.map(({ text }) => text),
        signal,
      );
      const made = waiting.map((one, index) => ({ ...one, vector: Array.from(vectors[index] ?? []) }));
      await memory.entries.setVectors(embedder.model, made);
    }
    for (const [query, date] of questions) {
      const clock = { now: new Date(ASKED_AT), timeZone: HOUSE_ZONE, language };
      const { entries } = await recall({ query, recent: [], signal, memory, embed, ...clock });
      const right = ids[written.findIndex(([day]) => day === date)];
      const place = entries.findIndex(({ id }) => id === right);
      if (place < 0 || place >= FIRST) wrong.push(query);
      all += 1;
    }
    await memory.close();
  }
  return [all, wrong];
}

test('questions as people ask them find the right entry among the first three, by words and time alone', async (t) => {
  const [all, wrong] = await missed(t);
  t.diagnostic(`missed ${wrong.length} of ${all}`);
  assert.ok(wrong.length <= (1 - TO_REACH) * all, wrong.join('\n'));
});

test('questions as people ask them find the right entry among the first three, with vectors', async (t) => {
  const models = process.env['JARVIS_TEST_MODELS'] ?? path.join(packageRoot(), '../shared/models');
  const embedder = openMiniLm({ folder: path.join(models, 'minilm') });
  t.after(() => embedder.close());
  const [all, wrong] = await missed(t, embedder);
  t.diagnostic(`missed ${wrong.length} of ${all}`);
  assert.ok(wrong.length <= (1 - TO_REACH) * all, wrong.join('\n'));
});
