import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { growsLinearly, repeated } from '../../../test/growth.js';
import { maintain } from '../maintenance/tasks.js';
import type { Memory } from '../memory.js';
import { onlyLeavesOut, rewriteDeflections } from './deflections.js';
import { HOUR, NOW, never, openedMemory, scripted } from './diary.test.helper.js';
import { normaliseTopics } from './normalise-topics.js';
import { type DiaryText, parseDiary } from './parse.js';
import { mergedTopics, withMerged } from './topics.js';

async function write(memory: Memory, day: number, text: string, topics: string[] = []): Promise<void> {
  const at = NOW - day * 24 * HOUR;
  await memory.entries.put({ kind: 'diary', key: `day-${day}/k`, at, source: 'k', text, topics });
}

const texts = async (memory: Memory) => (await memory.entries.list({ kinds: ['diary'] })).map(({ text }) => text);
const topics = async (memory: Memory) => (await memory.entries.list({ kinds: ['diary'] })).map((entry) => entry.topics);

test('what the assistant could not do is taken out by rule; each rewrite is in the history and can be undone', async (t) => {
  const memory = await openedMemory(t);
  await write(memory, 0, 'Anna likes jazz. The assistant could not play it.', ['music']);
  await write(memory, 1, 'Jarvis was unable to help.');
  await write(memory, 2, 'Ben could not sleep.');
  const steps: string[] = [];
  const onProgress = ({ done, total }: { done: number; total: number }) => void steps.push(`${done}/${total}`);
  assert.deepEqual(await rewriteDeflections({ memory, signal: never, onProgress }), { entries: 3, rewritten: 1 });
  assert.deepEqual(await texts(memory), ['Anna likes jazz.', 'Jarvis was unable to help.', 'Ben could not sleep.']);
  assert.deepEqual(steps, ['0/3', '1/3', '2/3', '3/3']);
  const [change] = await memory.history.list({ table: 'entries' });
  assert.equal(change?.why, 'deflections');
  await memory.history.undo(change?.id ?? 0);
  assert.match((await texts(memory))[0] ?? '', /could not play/);
  assert.deepEqual((await topics(memory))[0], ['music']);
});

test('where no rule reads, a model is asked, and only leaves out', async (t) => {
  const memory = await openedMemory(t);
  await write(memory, 0, 'Anna heeft jazz gevraagd. De assistent kon het niet vinden.');
  await write(memory, 1, 'Jarvis zette de wekker. Piet houdt van thee.');
  await write(memory, 2, 'Nobody is named here.');
  const { server, models } = await scripted(t, (request) =>
    /Anna/.test(request.messages.at(-1)?.content ?? '') ? 'Anna heeft jazz gevraagd.' : 'Piet houdt van koffie.',
  );
  assert.deepEqual(await rewriteDeflections({ memory, models, signal: never }), { entries: 3, rewritten: 1 });
  assert.equal((await texts(memory))[0], 'Anna heeft jazz gevraagd.');
  assert.equal((await texts(memory))[1], 'Jarvis zette de wekker. Piet houdt van thee.');
  assert.equal(server.requests.length, 2);
});

test('a model that is gone ends the work, which goes on there; a cancelled one too', async (t) => {
  const memory = await openedMemory(t);
  for (let day = 0; day < 6; day++) await write(memory, day, `Jarvis said ${day}. The assistant could not find it.`);
  let broken = true;
  const { models } = await scripted(t, () => (broken ? { fault: 'missing' } : 'nonsense'));
  await assert.rejects(rewriteDeflections({ memory, models, signal: never }), { code: 'model-failed' });
  broken = false;
  const stop = new AbortController();
  const onProgress = ({ done }: { done: number }) => {
    if (done === 4) stop.abort();
  };
  await assert.rejects(rewriteDeflections({ memory, models, signal: stop.signal, onProgress }), { name: 'AbortError' });
  assert.deepEqual(await rewriteDeflections({ memory, models, signal: never }), { entries: 2, rewritten: 2 });
  assert.deepEqual(
    await texts(memory),
    [0, 1, 2, 3, 4, 5].map((day) => `Jarvis said ${day}.`),
  );
  assert.equal(await memory.graph.mark('diary:deflections'), null);
});

test('a rewrite that adds, shortens too much or is an excuse is refused', () => {
  const note = 'Anna asked for jazz at 7. The assistant could not find any. Ben likes tea and the sea.';
  assert.ok(onlyLeavesOut(note, 'Anna asked for jazz at 7. Ben likes tea and the sea.'));
  assert.ok(!onlyLeavesOut(note, 'Anna asked for jazz at 8. Ben likes tea and the sea.'));
  assert.ok(!onlyLeavesOut(note, 'Anna asked.'));
  assert.ok(!onlyLeavesOut(note, ''));
  assert.ok(!onlyLeavesOut("I'm sorry, said Anna. I can't go.", "I'm sorry, I can't."));
});

test('topics that are the same become one', () => {
  const merged = (counts: Record<string, number>, same?: string[][]) =>
    Object.fromEntries(mergedTopics(new Map(Object.entries(counts)), same));
  assert.deepEqual(merged({ films: 5, film: 2, Movies: 1 }), { film: 'films', Movies: 'films' });
  assert.deepEqual(merged({ cooking: 1, Cooking: 3, 'cooking.': 1 }), { cooking: 'Cooking', 'cooking.': 'Cooking' });
  assert.deepEqual(merged({ Katze: 4, Katzen: 1, Zeitung: 1, Zeitungen: 2 }), {
    Katzen: 'Katze',
    Zeitung: 'Zeitungen',
  });
  assert.deepEqual(merged({ flor: 1, flores: 2, gâteau: 3, gâteaux: 1 }), { flor: 'flores', gâteaux: 'gâteau' });
  assert.deepEqual(merged({ party: 2, parties: 1 }), { parties: 'party' });
  assert.deepEqual(merged({ news: 1, tea: 1, coffee: 1, chess: 1, 東京: 1, Reis: 1, Reise: 1 }), {});
  assert.deepEqual(merged({ cat: 3, Hund: 2, dog: 1 }, [['Hund', 'dog', 'unknown'], ['nothing']]), { dog: 'Hund' });
  assert.deepEqual(withMerged(['film', 'films', 'tea'], new Map([['film', 'films']])), ['films', 'tea']);
});

test('merging topics twice changes nothing, and none is lost', () => {
  const topic = fc.oneof(
    fc.constantFrom('film', 'films', 'movie', 'tv', 'TV', 'cats', 'cat'),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(topic, { maxLength: 30 }), (all) => {
      const count = (list: readonly string[]) => {
        const counts = new Map<string, number>();
        for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
        return counts;
      };
      const changed = mergedTopics(count(all));
      const after = all.map((one) => changed.get(one) ?? one);
      assert.deepEqual([...mergedTopics(count(after))], []);
      for (const kept of changed.values()) assert.ok(all.includes(kept) && !changed.has(kept));
    }),
  );
});

test('the topics of the whole diary are merged, with a model or without one; the texts stay', async (t) => {
  const memory = await openedMemory(t);
  await write(memory, 0, 'One.', ['film', 'tea']);
  await write(memory, 1, 'Two.', ['films', 'Tee']);
  await write(memory, 2, 'Three.', ['films', 'movies', 'tea']);
  assert.deepEqual(await normaliseTopics({ memory, signal: never }), { merged: 2, rewritten: 2 });
  assert.deepEqual(await topics(memory), [
    ['films', 'tea'],
    ['films', 'Tee'],
    ['films', 'tea'],
  ]);
  const broken = await scripted(t, () => ({ fault: 'crashed' }));
  assert.deepEqual(await normaliseTopics({ memory, models: broken.models, signal: never }), {
    merged: 0,
    rewritten: 0,
  });
  const { models } = await scripted(t, () => JSON.stringify({ same: [['tea', 'Tee', 'made up'], []] }));
  assert.deepEqual(await normaliseTopics({ memory, models, signal: never }), { merged: 1, rewritten: 1 });
  assert.deepEqual((await topics(memory))[1], ['films', 'tea']);
  assert.deepEqual(await texts(memory), ['One.', 'Two.', 'Three.']);
  const [change] = await memory.history.list({ table: 'entries' });
  await memory.history.undo(change?.id ?? 0);
  assert.deepEqual((await topics(memory))[1], ['films', 'Tee']);
});

test('any answer is read as something, quickly', () => {
  const piece = fc.constantFrom(
    '{"summary": "',
    '", "topics": [',
    '"]}',
    'Summary:',
    'Topics: ',
    '\n',
    '- ',
    '```',
    '<think>',
    '\\u00',
    '\\',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 10 })), { maxLength: 30 }), (parts) => {
      const { summary, topics: found }: DiaryText = parseDiary(parts.join(''));
      assert.equal(summary, summary.trim());
      assert.ok(found.length <= 5 && found.every((one) => one !== '' && one.length <= 40));
    }),
    { numRuns: 300 },
  );
  for (const part of ['"', '{', '{"summary": "', 'Topics:\n', '<think>', ' ', '*'])
    growsLinearly((letters) => parseDiary(repeated(part, letters)), 2_000, part);
});

test('both are tasks of the maintenance, without a model too', async (t) => {
  const memory = await openedMemory(t);
  await write(memory, 0, 'Anna likes jazz. The assistant could not play it.', ['film', 'films']);
  assert.deepEqual(await maintain('deflections', { memory, signal: never }), { entries: 1, rewritten: 1 });
  assert.deepEqual(await maintain('topics', { memory, signal: never }), { merged: 1, rewritten: 1 });
});
