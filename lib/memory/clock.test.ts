import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { clock } from '../turn/clock.js';
import { Trace } from '../turn/trace.js';
import { openDialogue } from './dialogue.js';
import { extractFacts } from './facts/extract.js';
import { type Memory, openMemory } from './memory.js';

const DAY = 86_400_000;

async function opened(t: TestContext): Promise<Memory> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-clock-'));
  const memory = openMemory({ file: path.join(folder, 'jarvis.db') });
  t.after(async () => {
    await memory.close();
    await rm(folder, { recursive: true, force: true });
  });
  return memory;
}

test('a fact of a clock that was years ahead is put right like any other', async (t) => {
  const memory = await opened(t);
  const fact = { category: 'pets', key: 'cat', source: 'page' };
  await memory.facts.put({ ...fact, value: 'Luna', at: clock.now() + 5_000 * DAY }, 'asked');
  assert.equal(await memory.facts.put({ ...fact, value: 'Mia', at: clock.now() }, 'corrected'), 'changed');
  assert.deepEqual(
    (await memory.facts.list()).map(({ value }) => value),
    ['Mia'],
  );
});

test('what was said while the clock was ahead is read for facts, and their summary is written anew after it', async (t) => {
  const memory = await opened(t);
  const now = clock.now();
  const ahead = now + 5_000 * DAY;
  const session = {
    session: 'den/1',
    messages: [{ role: 'assistant' as const, content: 'hello' }],
    turns: [],
    at: ahead,
  };
  // No person has said anything in it: no model is asked.
  const models = {
    get provider(): never {
      return assert.fail('a model was asked');
    },
    chat: '',
    small: '',
    numCtx: 1,
  };
  const { sessions } = await extractFacts([session], { memory, models, signal: new AbortController().signal, now });
  assert.equal(sessions, 1);
  const fact = { category: 'pets', key: 'cat', source: 'page', value: 'Luna' };
  await memory.facts.put({ ...fact, at: ahead }, 'asked');
  await memory.facts.put({ ...fact, value: 'Mia', at: now }, 'corrected');
  assert.deepEqual(
    (await memory.facts.list()).map(({ value }) => value),
    ['Mia'],
  );
});

test('traces of a clock that was ahead make room for those of now', async (t) => {
  const memory = await opened(t);
  const trace = (id: string, at: number) => ({ ...new Trace(id, 'den', 'text').record(), at });
  const ahead = clock.now() + 5_000 * DAY;
  await memory.traces.put(Array.from({ length: 200 }, (_, index) => trace(`ahead ${index}`, ahead + index)));
  await memory.traces.put([trace('now', clock.now())]);
  const kept = await memory.traces.all();
  assert.equal(kept.length, 200);
  assert.ok(kept.some(({ id }) => id === 'now'));
});

test('a dialogue stays in order when the clock is set back, and does not wait for it to come round again', async (t) => {
  const memory = await opened(t);
  const dialogue = openDialogue({ memory });
  const now = clock.now();
  const say = (content: string, at: number) => dialogue.add('den', [{ role: 'user', content }], at);
  const said = async (at: number) => (await dialogue.messages('den', at)).map(({ content }) => content);
  await say('first', now + 60_000);
  await say('second', now);
  assert.deepEqual(await said(now), ['first', 'second']);
  await say('of next year', now + 365 * DAY);
  await say('third', now + 1);
  assert.deepEqual(await said(now + 1), ['third']);
  await dialogue.close();
  const again = openDialogue({ memory });
  assert.deepEqual(
    (await again.messages('den', now + 1)).map(({ content }) => content),
    ['third'],
  );
  assert.equal((await memory.dialogue.since(0)).length, 1);
  await again.close();
});
