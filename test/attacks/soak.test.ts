import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soak } from '../soak.js';
import { must } from '../until.js';

const TURNS = 1_200;
const EVERY = 300;
/** By then the last 200 traces, the dialogues of the rooms and the cached sounds are there: what is kept by design. */
const WARM = 600;
/** Traces differ in length, and the collector leaves some; 600 turns that left 5 kB each behind would be 3 MB. */
const MAX_GROWTH = 3 * 1024 * 1024;
/** A keep-alive connection of the page, a timer that is about to fire. */
const MAX_MORE_HANDLES = 4;

test('1,200 turns with redeploys and reconnects: what the process holds stays as it is', async () => {
  const { held, output } = await soak({ turns: TURNS, every: EVERY });
  const warm = must(held.find(({ turns }) => turns === WARM));
  const last = must(held.at(-1));
  assert.equal(last.turns, TURNS);
  assert.ok(last.heapUsed - warm.heapUsed < MAX_GROWTH, `${warm.heapUsed} to ${last.heapUsed} bytes of heap`);
  assert.ok(last.external - warm.external < MAX_GROWTH, `${warm.external} to ${last.external} bytes outside of it`);
  assert.deepEqual(last.listeners, warm.listeners);
  const sum = (handles: Record<string, number>) => Object.values(handles).reduce((a, b) => a + b, 0);
  assert.ok(sum(last.handles) - sum(warm.handles) <= MAX_MORE_HANDLES, JSON.stringify([warm.handles, last.handles]));
  assert.doesNotMatch(output, /unhandled|uncaught|MaxListeners|TypeError|Something unexpected/i);
});
