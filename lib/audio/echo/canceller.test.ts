import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelOf } from '../level.js';
import { MIC_RATE, SAMPLE_BYTES } from '../pcm.js';
import { echoCanceller } from './canceller.js';

const CHUNK = 1280;
const SECONDS = 8;

/** Noise whose loudness changes as that of syllables, the same for the same seed; at -20 dBFS or so. */
function voice(first: number, seconds = SECONDS): Int16Array {
  let seed = first;
  let low = 0;
  return Int16Array.from({ length: seconds * MIC_RATE }, (_, at) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    low = 0.7 * low + (seed / 2 ** 32 - 0.5);
    const loud = 0.5 + 0.5 * Math.sin((2 * Math.PI * 4 * at) / MIC_RATE + first);
    return Math.round(8_000 * loud * low);
  });
}

/** A room that answers after `delay` samples, and fades within 60 ms. */
function echoOf(sound: Int16Array, delay: number, gain: number): Int16Array {
  const taps = Array.from({ length: 40 }, (_, at) => ({ at: delay + at * 24, gain: gain * (-0.85) ** at }));
  return sound.map((_, at) => taps.reduce((sum, tap) => sum + tap.gain * (sound[at - tap.at] ?? 0), 0));
}

const bytesOf = (sound: Int16Array) => Buffer.from(sound.buffer, sound.byteOffset, sound.length * SAMPLE_BYTES);
const sumOf = (a: Int16Array, b: Int16Array) => a.map((sample, at) => sample + (b[at] ?? 0));

function pass(heard: Int16Array, played: Int16Array, canceller = echoCanceller()) {
  const left: Buffer[] = [];
  for (let at = 0; at < heard.length; at += CHUNK)
    left.push(canceller.push(bytesOf(heard.subarray(at, at + CHUNK)), played.subarray(at, at + CHUNK)));
  const { erle } = canceller;
  left.push(canceller.rest());
  return { canceller, erle, left: Buffer.concat(left) };
}
const part = (samples: Buffer, from: number, to: number) =>
  samples.subarray(from * MIC_RATE * SAMPLE_BYTES, to * MIC_RATE * SAMPLE_BYTES);

for (const delay of [800, 6_400, 14_000]) {
  test(`an echo ${delay / 16} ms late is taken out, and nothing is lost or added`, () => {
    const played = voice(1);
    const heard = echoOf(played, delay, 0.2);
    const { left, erle } = pass(heard, played);
    assert.equal(left.length, heard.length * SAMPLE_BYTES);
    assert.ok(erle > 20);
    assert.ok(levelOf(part(left, 4, 8)) < levelOf(part(bytesOf(heard), 4, 8)) - 20);
  });
}

test('who speaks over it is heard as if nothing was played', () => {
  const played = voice(1);
  const person = voice(77).fill(0, 0, 5 * MIC_RATE);
  const { left, erle } = pass(sumOf(echoOf(played, 3_000, 0.2), person), played);
  assert.ok(Math.abs(erle) < 2);
  const wrong = Buffer.from(left);
  for (let at = 0; at < person.length; at++)
    wrong.writeInt16LE(Math.max(-32_768, Math.min(32_767, left.readInt16LE(at * 2) - (person[at] ?? 0))), at * 2);
  assert.ok(levelOf(part(wrong, 6, 8)) < levelOf(part(bytesOf(person), 6, 8)) - 10);
});

test('what is heard while something else is played stays as it is', () => {
  const person = voice(5);
  const { left, erle } = pass(person, voice(1));
  assert.ok(Math.abs(erle) < 0.5);
  assert.ok(Math.abs(levelOf(left) - levelOf(bytesOf(person))) < 0.5);
});

test('a room that is known stays known after a pause', () => {
  const played = voice(1);
  const { canceller } = pass(echoOf(played, 2_000, 0.2), played);
  const next = voice(9, 2);
  const heard = echoOf(next, 2_000, 0.2);
  const { left } = pass(heard, next, canceller);
  assert.ok(levelOf(part(left, 0.3, 2)) < levelOf(part(bytesOf(heard), 0.3, 2)) - 12);
});
