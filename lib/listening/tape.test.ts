import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pcm } from './samples.test.helper.js';
import { tape } from './tape.js';

const numbers = (samples: Buffer) => Array.from({ length: samples.length / 2 }, (_, at) => samples.readInt16LE(at * 2));

test('a tape reads what was written, by position, and keeps no more than it should', () => {
  const operation = fc.oneof(
    fc.record({ do: fc.constant('write' as const), count: fc.nat(12) }),
    fc.record({ do: fc.constant('forget' as const), at: fc.nat(60) }),
    fc.record({ do: fc.constant('read' as const), at: fc.nat(60), count: fc.nat(20) }),
  );
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 40 }), (operations) => {
      const sound = tape(20);
      let from = 0;
      let to = 0;
      for (const step of operations) {
        if (step.do === 'write') {
          sound.write(pcm(...Array.from({ length: step.count }, (_, at) => to + at)));
          to += step.count;
          from = Math.max(from, to - 20);
        } else if (step.do === 'forget') {
          sound.forget(step.at);
          from = Math.max(from, Math.min(step.at, to));
        } else {
          const expected: number[] = [];
          for (let at = Math.max(from, step.at); at < Math.min(to, step.at + step.count); at++) expected.push(at);
          assert.deepEqual(numbers(sound.read(step.at, step.at + step.count)), expected);
        }
        assert.deepEqual([sound.from, sound.to], [from, to]);
      }
    }),
  );
});
