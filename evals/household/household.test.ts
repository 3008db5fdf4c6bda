import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { openMiniLm } from '../../lib/memory/embedding/minilm.js';
import { queryVectors } from '../../lib/memory/embedding/query-vectors.js';
import { openMemory } from '../../lib/memory/memory.js';
import { type RecallRequest, recall } from '../../lib/recall/recall.js';
import { timeRange } from '../../lib/recall/when.js';
import { packageRoot } from '../../test/package-root.js';
import { ASKED_AT, HOUSE_ZONE, HOUSEHOLD_LANGUAGES, type Household, household } from './household.js';

/** The share that is to be found among the first ones. */
const TO_REACH = 0.95;
const FIRST = 3;

async function remembered(t: TestContext, { entries }: Household) {
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
async function missedBy(
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

/** Questions of a language. */
const QUESTIONS = 150;

test('the household is the same each time, and large enough', () => {
  const all = HOUSEHOLD_LANGUAGES.map((language) => household(language, QUESTIONS));
  assert.deepEqual(household('de', QUESTIONS), all[HOUSEHOLD_LANGUAGES.indexOf('de')]);
  assert.ok(all.every(({ entries }) => entries.length > 2_000));
  assert.ok(all.reduce((sum, { questions }) => sum + questions.length, 0) >= 700);
  for (const { entries, questions } of all) {
    for (const { right, time } of questions) {
      const day = Math.floor((entries[right]?.at ?? 0) / 86_400_000);
      assert.ok(day >= time.first && day <= time.last);
    }
  }
});

for (const language of HOUSEHOLD_LANGUAGES) {
  test(`the times of the questions are understood: ${language}`, () => {
    const clock = { now: new Date(ASKED_AT), language, timeZone: HOUSE_ZONE };
    const wrong = household(language, QUESTIONS).questions.filter(({ text, time }) => {
      const days = timeRange(text, clock)?.days;
      const midday = (day: number) => day * 86_400_000 + 43_200_000;
      return (
        !days ||
        days.from > midday(time.first) ||
        days.to <= midday(time.last) ||
        days.to - days.from > (time.last - time.first + 3) * 86_400_000
      );
    });
    assert.deepEqual(
      wrong.map(({ text }) => text),
      [],
    );
  });

  test(`the right entry is among the first three, by words and time alone: ${language}`, async (t) => {
    const house = household(language, QUESTIONS);
    const { memory, ids } = await remembered(t, house);
    const missed = await missedBy(house, ids, { memory, language });
    const own = house.questions.filter(({ otherWords }) => !otherWords);
    const missedOwn = missed.filter(({ otherWords }) => !otherWords);
    t.diagnostic(
      `missed ${missedOwn.length} of ${own.length}, and ${missed.length - missedOwn.length} of those in other words`,
    );
    assert.ok(missedOwn.length <= (1 - TO_REACH) * own.length, missedOwn.map(({ text }) => text).join('\n'));
  });
}

test('with vectors, also of what was written in other words', async (t) => {
  // The model has read English only.
  const house = household('en');
  const { memory, ids } = await remembered(t, house);
  const models = process.env['JARVIS_TEST_MODELS'] ?? path.join(packageRoot(), '../shared/models');
  const embedder = openMiniLm({ folder: path.join(models, 'minilm') });
  t.after(() => embedder.close());
  const { signal } = new AbortController();
  for (;;) {
    const waiting = await memory.entries.unembedded(embedder.model, 64);
    if (waiting.length === 0) break;
    const vectors = await embedder.embed(
      waiting.map(({ text }) => text),
      signal,
    );
    const made = waiting.map((one, index) => ({ ...one, vector: Array.from(vectors[index] ?? []) }));
    await memory.entries.setVectors(embedder.model, made);
  }
  const vectors = queryVectors(embedder);
  const missed = await missedBy(house, ids, { memory, language: 'en', embed: vectors.of });
  assert.ok(missed.length <= (1 - TO_REACH) * house.questions.length, missed.map(({ text }) => text).join('\n'));
});
