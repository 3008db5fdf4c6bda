import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JarvisError } from '../turn/errors.js';
import { parseWav, wavOf } from './wav.js';

/** A WAV with any format, its chunks as given. */
function wavWith(
  format: { codec: number; channels: number; rate: number; bits: number },
  data: Buffer,
  { size = data.length, before = Buffer.alloc(0) } = {},
): Buffer {
  const head = Buffer.alloc(36);
  head.write('RIFF', 0);
  head.writeUInt32LE(0xffffffff, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(format.codec, 20);
  head.writeUInt16LE(format.channels, 22);
  head.writeUInt32LE(format.rate, 24);
  head.writeUInt32LE((format.rate * format.channels * format.bits) / 8, 28);
  head.writeUInt16LE((format.channels * format.bits) / 8, 32);
  head.writeUInt16LE(format.bits, 34);
  const dataHead = Buffer.from('data\0\0\0\0');
  dataHead.writeUInt32LE(size, 4);
  return Buffer.concat([head, before, dataHead, data]);
}

function int16(...samples: number[]): Buffer {
  return Buffer.from(Int16Array.from(samples).buffer);
}

function samplesOf(wav: Buffer): number[] {
  const { samples } = parseWav(wav);
  return Array.from({ length: samples.length / 2 }, (_, at) => samples.readInt16LE(at * 2));
}

function isBad(message: RegExp) {
  return (thrown: unknown) =>
    thrown instanceof JarvisError && thrown.code === 'bad-audio' && message.test(thrown.message);
}

test('what is written is read back, at every rate', () => {
  fc.assert(
    fc.property(fc.int16Array(), fc.integer({ min: 8_000, max: 192_000 }), (samples, rate) => {
      const sound = { samples: Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength), rate };
      assert.deepEqual(parseWav(wavOf(sound)), sound);
    }),
  );
});

test('the frame of a satellite is not copied', () => {
  const wav = wavOf({ samples: Buffer.alloc(2048, 7), rate: 16_000 });
  const { samples } = parseWav(wav);
  assert.equal(samples.buffer, wav.buffer);
  assert.equal(samples.byteOffset, wav.byteOffset + 44);
  assert.equal(samples.length, 2048);
});

test('every width, float and any number of channels become 16-bit mono', () => {
  const mono = { channels: 1, rate: 44_100 };
  assert.deepEqual(samplesOf(wavWith({ ...mono, codec: 1, bits: 8 }, Buffer.from([0, 128, 255]))), [-32768, 0, 32512]);
  assert.deepEqual(samplesOf(wavWith({ ...mono, codec: 1, bits: 16 }, int16(1, -2))), [1, -2]);
  assert.deepEqual(
    samplesOf(wavWith({ ...mono, codec: 1, bits: 24 }, Buffer.from([0, 0, 0x80, 0, 0xff, 0x7f, 0, 1, 0]))),
    [-32768, 32767, 1],
  );
  const wide = Buffer.from(Int32Array.of(-(2 ** 31), 65_536).buffer);
  assert.deepEqual(samplesOf(wavWith({ ...mono, codec: 1, bits: 32 }, wide)), [-32768, 1]);
  const float = Buffer.from(Float32Array.of(-2, 0.5, Number.NaN, Number.POSITIVE_INFINITY).buffer);
  assert.deepEqual(samplesOf(wavWith({ ...mono, codec: 3, bits: 32 }, float)), [-32768, 16384, 0, 32767]);
  const double = Buffer.from(Float64Array.of(-0.5).buffer);
  assert.deepEqual(samplesOf(wavWith({ ...mono, codec: 3, bits: 64 }, double)), [-16384]);
  const stereo = wavWith({ codec: 1, channels: 2, rate: 44_100, bits: 16 }, int16(100, 300, -5, 5, 9));
  assert.deepEqual(samplesOf(stereo), [200, 0]);
  assert.equal(parseWav(stereo).rate, 44_100);
});

test('extra chunks, an extensible format and wrong sizes are put up with', () => {
  const format = { codec: 1, channels: 1, rate: 16_000, bits: 16 };
  const list = Buffer.from('LIST\x03\0\0\0abc\0');
  assert.deepEqual(samplesOf(wavWith(format, int16(1, 2), { before: list })), [1, 2]);
  for (const size of [0, 0xffffffff, 1000]) assert.deepEqual(samplesOf(wavWith(format, int16(1, 2), { size })), [1, 2]);
  assert.deepEqual(samplesOf(wavWith(format, int16(1, 2, 3), { size: 4 })), [1, 2]);
  assert.deepEqual(samplesOf(wavWith(format, Buffer.concat([int16(1), Buffer.alloc(1)]))), [1]);

  const plain = wavWith({ ...format, rate: 48_000 }, int16(5));
  const extensible = Buffer.concat([plain.subarray(0, 36), Buffer.alloc(24), plain.subarray(36)]);
  extensible.writeUInt32LE(40, 16);
  extensible.writeUInt16LE(0xfffe, 20);
  extensible.writeUInt16LE(1, 44);
  assert.deepEqual(samplesOf(extensible), [5]);
});

test('what cannot be used says why', () => {
  const format = { codec: 1, channels: 1, rate: 16_000, bits: 16 };
  const data = int16(1);
  assert.throws(() => parseWav(Buffer.alloc(0)), isBad(/only 0 bytes/));
  assert.throws(() => parseWav(Buffer.from('this is not sound at all, is it?')), isBad(/RIFF/));
  assert.throws(() => parseWav(wavWith({ ...format, codec: 7 }, data)), isBad(/µ-law/));
  assert.throws(() => parseWav(wavWith({ ...format, codec: 99 }, data)), isBad(/number 99/));
  assert.throws(() => parseWav(wavWith({ ...format, bits: 12 }, data)), isBad(/12 bits/));
  assert.throws(() => parseWav(wavWith({ ...format, channels: 9 }, data)), isBad(/9 channels/));
  assert.throws(() => parseWav(wavWith({ ...format, channels: 0 }, data)), isBad(/0 channels/));
  assert.throws(() => parseWav(wavWith({ ...format, rate: 4_000 }, data)), isBad(/4000 samples/));
  assert.throws(() => parseWav(wavWith(format, data).subarray(0, 30)), isBad(/cut off/));
  assert.throws(() => parseWav(wavWith(format, data).subarray(0, 36)), isBad(/no samples/));
  const early = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), wavWith(format, data).subarray(36)]);
  assert.throws(() => parseWav(early), isBad(/before their format/));
});

test('random and damaged bytes give sound or a JarvisError, nothing else', () => {
  const whole = wavWith({ codec: 1, channels: 2, rate: 44_100, bits: 24 }, Buffer.alloc(60), {
    before: Buffer.from('LIST\x04\0\0\0abcd'),
  });
  const damaged = fc
    .tuple(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }), fc.nat(whole.length))
    .map(([changes, end]) => {
      const copy = Buffer.from(whole);
      for (const [at, byte] of changes) copy[at] = byte;
      return copy.subarray(0, end);
    });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged), (bytes) => {
      try {
        const sound = parseWav(Buffer.from(bytes));
        assert.equal(sound.samples.length % 2, 0);
        assert.ok(sound.rate >= 8_000 && sound.rate <= 192_000);
      } catch (thrown) {
        assert.ok(thrown instanceof JarvisError && thrown.code === 'bad-audio', String(thrown));
      }
    }),
    { numRuns: 1_000 },
  );
});
