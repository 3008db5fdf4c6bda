import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Embedder } from '../../lib/memory/embedding/embedder.js';
import { type QueryVectors, queryVectors } from '../../lib/memory/embedding/query-vectors.js';
import { openMemory } from '../../lib/memory/memory.js';
import { type RecallRequest, recall } from '../../lib/recall/recall.js';
import { ASKED_AT, HOUSE_ZONE, type Household } from './household.js';
import { WRITTEN_DIARIES } from './written.js';

/** The share that is to be found among the first ones. */
export const TO_REACH = 0.95;
const FIRST = 3;

export async function remembered(t: TestContext, { entries }: Household) {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-household-'));
  const memory = openMemory({ file: path.join(folder, 'jarvis.db') });
  t.after(async () => {
    await memory.close();
    rmSync(folder, { recursive: true });
  });
  const ids: number[] = [];
  for (let from = 0; from < entries.length; from += 300) {
    const some = entries
      .slice(from, from + 300)
      .map(({ at, text }) => ({ kind: 'diary' as const, at, source: 'test', text }));
    ids.push(...(await memory.entries.putMany(some)));
  }
  return { memory, ids };
}

/** Questions whose right entry isn't among the first three. */
export async function missedBy(
  { questions }: Household,
  ids: readonly number[],
  more: Pick<RecallRequest, 'memory' | 'language' | 'embed'>,
): Promise<Household['questions']> {
  const clock = { now: new Date(ASKED_AT), timeZone: HOUSE_ZONE };
  const { signal } = new AbortController();
  const missed: Household['questions'] = [];
  for (const question of questions) {
    const { entries } = await recall({ query: question.text, recent: [], signal, ...clock, ...more });
    const place = entries.findIndex(({ id }) => id === ids[question.right]);
    if (place < 0 || place >= FIRST) missed.push(question);
  }
  return missed;
}

/** Questions of all languages whose right entry isn't among the first three. */
export async function missedOfWritten(t: TestContext, embedder?: Embedder): Promise<[all: number, string[]]> {
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
