import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPages } from './pages.js';

/** A list of that length, and what it was asked for. */
function list(length: number) {
  const all = Array.from({ length }, (_, n) => ({ id: length - n }));
  const limits: number[] = [];
  const read = async ({ before = Number.POSITIVE_INFINITY, limit }: { before: number | undefined; limit: number }) => {
    limits.push(limit);
    return all.filter(({ id }) => id < before).slice(0, limit);
  };
  return { read, limits };
}

describe('a list in pages', () => {
  test('is loaded as long as it was shown, none of it twice', async () => {
    const { read, limits } = list(1_000);
    const { rows, more } = await readPages(250, read);
    assert.deepEqual([rows.length, more, rows.at(-1)], [250, true, { id: 751 }]);
    assert.deepEqual(limits, [100, 100, 50]);
    assert.equal(new Set(rows.map(({ id }) => id)).size, 250);
  });

  test('ends where there is nothing more', async () => {
    assert.deepEqual(await readPages(30, list(0).read), { rows: [], more: false });
    const { rows, more } = await readPages(500, list(130).read);
    assert.deepEqual([rows.length, more], [130, false]);
  });

  test('goes on after what is there', async () => {
    const { rows, more } = await readPages(30, list(40).read, 11);
    assert.deepEqual([rows.length, rows[0], more], [10, { id: 10 }, false]);
  });
});
