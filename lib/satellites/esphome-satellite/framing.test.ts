import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { JarvisError } from '../../turn/errors.js';
import { noiseResponder } from '../esphome-device/noise.js';
import { plainFraming, sealedFraming } from './framing.js';

const KEY = Buffer.alloc(32, 7);
const HELLO = Buffer.from([1, 0, 0]);
const framed = (bytes: Buffer) => Buffer.concat([Buffer.of(1, bytes.length >> 8, bytes.length & 0xff), bytes]);

/** Both ends of a sealed connection, before the device has answered. */
function sealed(key = KEY) {
  const sent: Buffer[] = [];
  let isOpen = false;
  const framing = sealedFraming(
    key.toString('base64'),
    (bytes) => sent.push(bytes),
    () => {
      isOpen = true;
    },
  );
  const message = Buffer.concat(sent).subarray(HELLO.length + 3 + 1);
  const prologue = Buffer.concat([Buffer.from('NoiseAPIInit'), Buffer.of(0, 0)]);
  const greeting = framed(Buffer.from('\x01device\x000000000000\0'));
  return { framing, message, prologue, greeting, isOpen: () => isOpen };
}

describe('frames of a device', () => {
  test('come whole, however they are cut', () => {
    const framing = plainFraming();
    const messages = [
      { type: 10, data: Buffer.from('some') },
      { type: 300, data: Buffer.alloc(20_000, 3) },
      { type: 8, data: Buffer.alloc(0) },
    ];
    const bytes = Buffer.concat(messages.map(({ type, data }) => framing.frame(type, data)));
    for (const step of [1, 2, 3, 7, 1_000, bytes.length]) {
      const taken = [];
      for (let at = 0; at < bytes.length; at += step) taken.push(...framing.push(bytes.subarray(at, at + step)));
      assert.deepEqual(taken, messages);
    }
  });

  test('that are none end the connection with words for people', () => {
    for (const [bytes, says] of [
      [Buffer.of(1, 0, 0), /wants encryption/],
      [Buffer.from('HTTP/1.1 400'), /doesn't speak/],
      [Buffer.of(0, 0xff, 0xff, 0xff, 0xff, 0xff), /doesn't speak/],
      [Buffer.of(0, 0x80, 0x80, 0x80, 1, 1), /doesn't speak/],
    ] as const) {
      assert.throws(() => plainFraming().push(bytes), { name: 'JarvisError', message: says });
    }
  });

  test('any bytes are messages, or a reason', () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed;
    };
    for (let round = 0; round < 500; round++) {
      const bytes = Buffer.from(Array.from({ length: random() % 60 }, () => random() % 256));
      for (const framing of [plainFraming(), sealed().framing]) {
        try {
          framing.push(round % 2 ? bytes : Buffer.concat([Buffer.of(round % 3), bytes]));
        } catch (thrown) {
          assert.ok(thrown instanceof JarvisError, String(thrown));
        }
      }
    }
  });
});

describe('sealed frames', () => {
  test('are understood by who has the key', () => {
    const { framing, message, prologue, greeting, isOpen } = sealed();
    const { reply, ciphers } = noiseResponder(KEY, prologue).answer(message);
    assert.throws(() => framing.frame(1, Buffer.alloc(0)), 'nothing is said before the handshake');
    framing.push(greeting);
    framing.push(framed(Buffer.concat([Buffer.of(0), reply])));
    assert.ok(isOpen());
    assert.deepEqual(ciphers.open(framing.frame(90, Buffer.from('to')).subarray(3)), Buffer.from('\0\x5a\0\x02to'));
    const from = framed(ciphers.seal(Buffer.from('\0\x5b\0\x04from')));
    assert.deepEqual(framing.push(from), [{ type: 91, data: Buffer.from('from') }]);
  });

  test('from who has another key, or answers in plaintext, are refused', () => {
    const { framing, greeting, isOpen } = sealed();
    framing.push(greeting);
    const reply = Buffer.concat([Buffer.of(0), Buffer.alloc(48, 9)]);
    assert.throws(() => framing.push(framed(reply)), { message: /key is another/ });
    const refused = sealed().framing;
    refused.push(greeting);
    const refusal = framed(Buffer.from('\x01Handshake MAC failure'));
    assert.throws(() => refused.push(refusal), { message: /key is another/ });
    assert.throws(() => sealed().framing.push(Buffer.from('\0Bad indicator byte')), { message: /without encryption/ });
    assert.ok(!isOpen());
  });

  test('want a key', () => {
    assert.throws(
      () =>
        sealedFraming(
          'c2hvcnQ=',
          () => {},
          () => {},
        ),
      { message: /32 bytes/ },
    );
  });
});
