import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chunker } from './chunker.js';
import { levelOf, SILENCE_DBFS } from './level.js';
import { ring } from './ring.js';

const piecesArbitrary = fc.array(
  fc.uint8Array({ maxLength: 150 }).map((bytes) => Buffer.from(bytes)),
  { maxLength: 20 },
);

test('a chunker gives back the same bytes in pieces of one size', () => {
  fc.assert(
    fc.property(piecesArbitrary, fc.integer({ min: 1, max: 64 }), (pieces, size) => {
      const out: Buffer[] = [];
      const chunks = chunker((chunk) => out.push(chunk), size);
      for (const piece of pieces) chunks.write(Buffer.from(piece));
      assert.ok(out.every((chunk) => chunk.length === size));
      const rest = chunks.flush();
      assert.ok(rest.length < size);
      assert.deepEqual(Buffer.concat([...out, rest]), Buffer.concat(pieces));
      assert.equal(chunks.flush().length, 0);
    }),
  );
});

test('a ring keeps the newest sound', () => {
  fc.assert(
    fc.property(
      piecesArbitrary,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 6 }),
      (pieces, holds, asked) => {
        const kept = ring(holds);
        let all = Buffer.alloc(0);
        for (const piece of pieces) {
          kept.write(piece);
          all = Buffer.concat([all, piece]).subarray(-holds * 32);
          assert.equal(kept.length, all.length);
        }
        assert.deepEqual(kept.last(), all);
        assert.deepEqual(kept.last(asked), asked === 0 ? Buffer.alloc(0) : all.subarray(-asked * 32));
        kept.clear();
        assert.equal(kept.last().length, 0);
      },
    ),
  );
});

test('level: silence, full scale, and half of it', () => {
  const square = (value: number) => Buffer.from(new Int16Array(100).fill(value).buffer);
  assert.equal(levelOf(Buffer.alloc(0)), SILENCE_DBFS);
  assert.equal(levelOf(square(0)), SILENCE_DBFS);
  assert.equal(levelOf(square(-32_768)), 0);
  assert.ok(Math.abs(levelOf(square(16_384)) + 6.02) < 0.01);
});
