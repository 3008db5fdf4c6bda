import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Page } from './codes.js';
import { KeptCodes } from './kept-codes.js';

const pageOf = (codes: number): Page => ({
  ids: new Float64Array(codes),
  factors: new Float32Array(codes),
  bits: new Uint8Array(codes * 4),
});
const BYTES = 16;

test('codes are read again only when they have changed or made room for others', () => {
  const steps = fc.array(fc.record({ list: fc.nat(7), codes: fc.integer({ min: 0, max: 40 }), forget: fc.boolean() }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(steps, (given) => {
      const most = 60 * BYTES;
      const kept = new KeptCodes(most);
      const model = new Map<number, Page>();
      for (const { list, codes, forget } of given) {
        if (forget) {
          kept.forget(list);
          model.delete(list);
          continue;
        }
        let read: Page | undefined;
        const page = kept.of(list, () => {
          read = pageOf(codes);
          return read;
        });
        assert.equal(page, read ?? model.get(list));
        // the last ones that fit are kept
        model.delete(list);
        model.set(list, page);
        const bytes = () => [...model.values()].reduce((sum, { ids }) => sum + ids.length * BYTES, 0);
        for (const oldest of model.keys()) if (bytes() > most) model.delete(oldest);
      }
      for (const [list, page] of model)
        assert.equal(
          kept.of(list, () => assert.fail('read again')),
          page,
        );
    }),
  );
});
