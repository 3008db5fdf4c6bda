import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { configurationResponse, mediaPlayerState, voiceEvent } from './messages.js';
import { decode, encode, rawFields } from './protobuf.js';

describe('the codec of Protocol Buffers', () => {
  test('writes the bytes that others write', () => {
    // As the library of Google writes them.
    const state = { key: 1, state: 2, volume: 0.5, muted: true };
    assert.equal(encode(mediaPlayerState.fields, state).toString('hex'), '0d0100000010021d0000003f2001');
  });

  test('reads back what it wrote', () => {
    const word = fc.record({ id: fc.string(), word: fc.string(), languages: fc.array(fc.string(), { maxLength: 4 }) });
    const message = fc.record({
      available: fc.array(word, { maxLength: 5 }),
      active: fc.array(fc.string(), { maxLength: 5 }),
      maxActive: fc.nat(),
    });
    fc.assert(
      fc.property(message, (given) => {
        assert.deepEqual(
          decode(configurationResponse.fields, encode(configurationResponse.fields, given)),
          JSON.parse(JSON.stringify(given)),
        );
      }),
    );
  });

  test('ends with any bytes, in a message or an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decode(voiceEvent.fields, Buffer.from(bytes));
        } catch (thrown) {
          assert.match((thrown as Error).message, /^a (message|number) /);
        }
      }),
    );
  });

  test('takes a message apart into the fields that it is made of, or ends in an error', () => {
    const bytes = Buffer.from('0d010000001002220361626339000102030405060718', 'hex');
    const whole = bytes.subarray(0, -1);
    const fields = [...rawFields(whole)];
    assert.deepEqual(
      fields.map(({ number, held }) => [number, held?.toString()]),
      [
        [1, undefined],
        [2, undefined],
        [4, 'abc'],
        [7, undefined],
      ],
    );
    assert.deepEqual(Buffer.concat(fields.map(({ raw }) => raw)), whole);
    assert.throws(() => [...rawFields(bytes)], /cut off/);
  });

  test('passes over fields it doesn’t know, and refuses more than it should hold', () => {
    const unknown = Buffer.from([0x98, 0x06, 0x01, 0x9a, 0x06, 0x01, 0x78, 0x08, 0x02]);
    assert.deepEqual(decode(voiceEvent.fields, unknown), { event: 2, data: [] });
    assert.throws(() => decode(voiceEvent.fields, Buffer.alloc(4_000, Buffer.from([8, 1]))), /holds too much/);
  });
});
