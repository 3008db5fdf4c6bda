import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelOf } from '../audio/level.js';
import { MIC_RATE } from '../audio/pcm.js';
import { openEchoes } from './echoes.js';

const CHUNK = 1280;

/** A voice, of noise; each seed its own. */
function words(first: number, seconds = 1): Buffer {
  const samples = Buffer.alloc(seconds * MIC_RATE * 2);
  let seed = first;
  for (let at = 0; at < samples.length / 2; at++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    samples.writeInt16LE(Math.round((seed / 2 ** 32 - 0.5) * 12_000), at * 2);
  }
  return samples;
}

/**
 * A room whose microphone hears what its loudspeaker plays, 150 ms later and a fifth as loud; by a clock of its own.
 * @param hears whether sound of that second is sent
 */
function roomOf(sounds: readonly { at: number; samples: Buffer }[], seconds: number, hears = (_: number) => true) {
  let now = 0;
  const echoes = openEchoes(() => now);
  const heard = Buffer.alloc(seconds * MIC_RATE * 2);
  for (const { at, samples } of sounds)
    for (let byte = 0; byte < samples.length; byte += 2) {
      const to = (at + 0.15 * MIC_RATE) * 2 + byte;
      if (to < heard.length) heard.writeInt16LE(Math.round(samples.readInt16LE(byte) / 5), to);
    }
  const left: Buffer[] = [];
  const erles: number[] = [];
  for (let at = 0; at < seconds * MIC_RATE; at += CHUNK) {
    for (const sound of sounds) {
      if (sound.at < at || sound.at >= at + CHUNK) continue;
      now = (sound.at / MIC_RATE) * 1000;
      echoes.plays('kitchen', { samples: sound.samples, rate: MIC_RATE });
    }
    now = ((at + CHUNK) / MIC_RATE) * 1000;
    if (!hears(at / MIC_RATE)) continue;
    left.push(echoes.hears('kitchen', heard.subarray(at * 2, (at + CHUNK) * 2)));
    erles.push(echoes.erle('kitchen'));
  }
  return { echoes, heard, erles, left: Buffer.concat(left) };
}

const within = (samples: Buffer, from: number, to: number) => samples.subarray(from * MIC_RATE * 2, to * MIC_RATE * 2);

test('a site that plays hears itself no more, with gaps between what it plays', () => {
  const sounds = [1, 2, 3, 4, 5, 6].map((seed, index) => ({
    at: Math.round((0.5 + index * 1.03) * MIC_RATE),
    samples: words(seed),
  }));
  const { heard, erles, left } = roomOf(sounds, 9);
  assert.ok(Math.max(...erles) > 12);
  assert.equal(erles[0], 0);
  assert.equal(erles.at(-1), 0);
  assert.equal(left.length, heard.length);
  assert.ok(levelOf(within(left, 4, 6)) < levelOf(within(heard, 4, 6)) - 12);
});

test('nor does it hear the first that it plays', () => {
  const { heard, left } = roomOf([{ at: 2.3 * MIC_RATE, samples: words(1, 3) }], 6);
  assert.ok(levelOf(within(left, 4, 5)) < levelOf(within(heard, 4, 5)) - 12);
});

test('nor where its microphone was off when that began', () => {
  const { heard, left } = roomOf(
    [{ at: 3.3 * MIC_RATE, samples: words(1, 5) }],
    9,
    (second) => second < 1 || second >= 4.5,
  );
  // It was off for 3.5 seconds.
  assert.ok(levelOf(within(left, 3, 4.5)) < levelOf(within(heard, 6.5, 8)) - 12);
});

test('nor does it hear after a pause what was left from before it', () => {
  let now = 0;
  const echoes = openEchoes(() => now);
  const hears = (samples: Buffer) => {
    now += 80;
    return echoes.hears('kitchen', samples);
  };
  echoes.plays('kitchen', { samples: words(1), rate: MIC_RATE });
  const loud = words(2);
  for (let at = 0; at < 10; at++) hears(loud.subarray(at * CHUNK * 2, (at + 1) * CHUNK * 2));
  now += 10_000;
  const silence = Buffer.alloc(CHUNK * 2);
  hears(silence);
  echoes.plays('kitchen', { samples: words(3), rate: MIC_RATE });
  const left = Buffer.concat(Array.from({ length: 10 }, () => hears(silence)));
  assert.ok(left.every((byte) => byte === 0));
});

test('where nothing is played, sound passes untouched', () => {
  const { echoes, left, heard } = roomOf([{ at: 0, samples: words(1) }], 6);
  assert.equal(left.length, heard.length);
  const samples = words(3);
  assert.equal(echoes.hears('kitchen', samples), samples);
  assert.equal(echoes.hears('bath', samples), samples);
});

test('what is cut off is no longer taken out, and a site without a microphone keeps nothing for ever', () => {
  let now = 0;
  const echoes = openEchoes(() => now);
  const cut = echoes.plays('kitchen', { samples: words(1), rate: MIC_RATE });
  cut();
  for (let count = 0; count < 100; count++, now += 1000) echoes.plays('bath', { samples: words(1), rate: MIC_RATE });
  const samples = words(2);
  let length = 0;
  for (let count = 0; count < 4; count++, now += 1000) length += echoes.hears('kitchen', samples).length;
  assert.equal(length, 4 * samples.length);
  echoes.keepOnly(() => false);
  assert.equal(echoes.hears('kitchen', samples), samples);
});
