import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { randomFrom } from '../../audio/random.js';
import { isAbort, JarvisError } from '../../turn/errors.js';
import { EMBEDDING, openWakeHead, STEP } from '../open-wake-word.js';
import { wakeModels } from '../wake-models.js';
import { type Heard, openEmbeddings, stepsOf, WINDOW, windowAt } from './embeddings.js';
import { logitOf } from './head.js';
import { lookAlikes } from './look-alikes.js';
import { materialOf } from './material.js';
import { headGraph } from './onnx-file.js';
import { programmeOf, type Spoken, sceneOf } from './scenes.js';
import { type HeardScene, peakOf, trainHead } from './train.js';

const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-training-'));
after(() => rmSync(folder, { recursive: true }));
const { signal } = new AbortController();
const STEPS = 12;

/** What the graphs might hear: noise, and a shape in it from a step on, where the phrase is said. */
function heardOf(random: () => number, shape?: { step: number; turned: boolean }): Heard {
  const heard = Float32Array.from({ length: (STEPS + WINDOW - 1) * EMBEDDING }, () => 4 * random());
  if (shape)
    for (let row = 0; row < 6; row++)
      for (let at = 0; at < EMBEDDING; at++) {
        const place = (shape.step + WINDOW - 1 - (shape.turned ? row : 5 - row)) * EMBEDDING + at;
        heard[place] = (heard[place] ?? 0) + 6 * Math.sin(row * at);
      }
  return heard;
}

const sceneWith = (random: () => number): HeardScene => ({
  heard: heardOf(random, { step: 7, turned: false }),
  begins: STEP,
  ends: 7 * STEP,
});

describe('a head', () => {
  const random = randomFrom(1);
  const said = Array.from({ length: 40 }, () => sceneWith(random));
  // The same shape the other way round is what sounds like it.
  const not = Array.from({ length: 60 }, (_, index) =>
    heardOf(random, index % 2 === 0 ? { step: 7, turned: true } : undefined),
  );

  test('learns a phrase apart from what sounds like it, and is the same in the file that openWakeWord opens', async () => {
    const head = await trainHead(said, not, { seed: 1, signal });
    const fresh = Array.from({ length: 20 }, () => peakOf(head, sceneWith(random).heard));
    const other = Array.from({ length: 20 }, () => peakOf(head, heardOf(random, { step: 7, turned: true })));
    assert.ok(Math.min(...fresh) > 0, `the phrase: ${Math.min(...fresh)}`);
    assert.ok(Math.max(...other) < 0, `what sounds like it: ${Math.max(...other)}`);

    const file = path.join(folder, 'hey_house.onnx');
    writeFileSync(file, headGraph(head.first, head.last));
    const { window, score } = await openWakeHead(file);
    assert.equal(window, WINDOW);
    for (const heard of [said[0]?.heard, not[0]].filter((one) => one !== undefined))
      for (let step = 0; step < stepsOf(heard); step++) {
        const own = 1 / (1 + Math.exp(-logitOf(head, windowAt(heard, step))));
        assert.ok(Math.abs((await score(windowAt(heard, step))) - own) < 1e-3);
      }
  });

  test('stops when it is told to', async () => {
    const abort = new AbortController();
    const training = trainHead(said, not, { seed: 1, signal: abort.signal, onRound: () => abort.abort() });
    await assert.rejects(training, isAbort);
  });
});

test('look-alikes are never the phrase, never twice, and no more than asked for', () => {
  for (const phrase of ['hey marvin', 'computer', 'hallo haus', 'dis moi maison', 'yo xq']) {
    const found = lookAlikes(phrase, 40, randomFrom(3));
    assert.ok(found.length <= 40 && found.length >= 10, `${phrase}: ${found.length}`);
    assert.equal(new Set(found).size, found.length);
    assert.ok(!found.includes(phrase) && !found.includes(''));
  }
  assert.ok(lookAlikes('hey marvin', 40, randomFrom(3)).includes('marvin'));
});

describe('scenes', () => {
  const random = randomFrom(2);
  const spoken = (seconds: number): Spoken => ({
    voice: 'tone',
    sound: Float32Array.from({ length: seconds * 16_000 }, (_, at) => 0.3 * Math.sin(at / 5)),
  });
  const others = [spoken(0.6), spoken(1.5)];

  test('the words lie where the scene says, and every sample is a number', () => {
    for (let count = 0; count < 8; count++) {
      const { sound, begins, ends } = sceneOf(spoken(0.8), others, random);
      assert.ok(begins > 0 && ends > begins && ends < sound.length);
      assert.ok(Math.abs((ends - begins) / 16_000 - 0.8) < 0.15);
      assert.ok(sound.every(Number.isFinite));
    }
    const programme = programmeOf(others, 3, random);
    assert.equal(programme.length, 48_000);
    assert.ok(programme.every(Number.isFinite));
  });

  test('whole sounds are heard as streams hear them, however they are batched', async () => {
    const hear = await openEmbeddings(wakeModels(['hey_jarvis']));
    const sounds = [0.5, 0.9, 0.3].map((seconds) => spoken(seconds).sound);
    const together = await hear(sounds, signal);
    for (const [index, sound] of sounds.entries()) {
      const [alone = new Float32Array()] = await hear([sound], signal);
      assert.equal(stepsOf(alone), Math.floor(sound.length / STEP));
      assert.ok(alone.every((value, at) => Math.abs(value - (together[index]?.[at] ?? 0)) < 1e-2));
    }
  });
});

test('too few voices, and voices that say nothing, are told', async () => {
  const lesson = (voices: string[]) => ({
    phrase: 'hey marvin',
    sentences: ['good morning'],
    speaker: { voices, speak: async () => Buffer.alloc(3200) },
    recordings: { said: [], near: [], other: [] },
    models: wakeModels(['hey_jarvis']),
    signal,
    onProgress: () => {},
  });
  const refused = (message: RegExp) => (error: unknown) => error instanceof JarvisError && message.test(error.message);
  // One throat in two accents is one voice.
  await assert.rejects(materialOf(lesson(['a+x', 'b+x', 'c']), 'training'), refused(/Too few voices/));
  await assert.rejects(materialOf(lesson(['a', 'b', 'c']), 'testing'), refused(/can't say "hey marvin"/));
});
