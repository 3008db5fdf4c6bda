import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type EndpointOptions, endpointing } from './endpointing.js';

const STEP = 0.032;

/** Feeds stretches of [seconds, probability, dBFS] and tells each event with the second it came. */
function run(options: EndpointOptions, ...stretches: [number, number, level?: number][]): [string, number][] {
  const ends = endpointing(options);
  const events: [string, number][] = [];
  let step = 0;
  for (const [seconds, probability, level] of stretches) {
    for (let left = Math.round(seconds / STEP); left > 0; left--) {
      step++;
      const event = ends.push(probability, level);
      if (event) events.push([event, Math.round(step * STEP * 10) / 10]);
    }
  }
  return events;
}

describe('endpointing', () => {
  test('speech begins after 0.2 s and ends after 0.8 s of silence', () => {
    assert.deepEqual(run({}, [0.5, 0], [1, 0.9], [2, 0]), [
      ['start', 0.7],
      ['end', 2.3],
    ]);
  });

  test('nobody speaks', () => {
    assert.deepEqual(run({}, [10, 0.1]), [['no-speech', 5]]);
    assert.deepEqual(run({ noSpeech: 2 }, [10, 0.1]), [['no-speech', 2]]);
    assert.deepEqual(run({ noSpeech: Number.POSITIVE_INFINITY }, [60, 0.1]), []);
  });

  test('somebody never stops', () => {
    assert.deepEqual(run({}, [1, 0], [30, 0.9]), [
      ['start', 1.2],
      ['end', 16],
    ]);
  });

  test('clicks are no speech, a word of two syllables with a gap is', () => {
    assert.deepEqual(run({}, [1, 0], [0.1, 0.9], [1, 0], [0.1, 0.9], [5, 0]), [['no-speech', 5]]);
    assert.deepEqual(
      run({}, [1, 0], [0.13, 0.9], [0.2, 0], [0.13, 0.9], [2, 0]).map(([event]) => event),
      ['start', 'end'],
    );
  });

  test('a short pause does not end it, a probability between the thresholds goes on', () => {
    assert.deepEqual(
      run({}, [1, 0.9], [0.6, 0], [1, 0.9], [2, 0]).map(([event]) => event),
      ['start', 'end'],
    );
    assert.deepEqual(run({}, [1, 0.9], [2, 0.4], [2, 0]), [
      ['start', 0.2],
      ['end', 3.8],
    ]);
    assert.deepEqual(run({}, [10, 0.4]), [['no-speech', 5]]);
  });

  describe('after a wake word', () => {
    const woken = { preroll: 2 };

    test('a command said in one breath ends as usual', () => {
      assert.deepEqual(run(woken, [1.2, 0], [2.5, 0.9], [2, 0]), [
        ['start', 1.4],
        ['end', 4.5],
      ]);
    });

    test('the shortest command counts: "Hey Jarvis, stop."', () => {
      assert.deepEqual(
        run(woken, [1.2, 0], [0.8, 0.9], [0.06, 0.1], [0.3, 0.9], [2, 0]).map(([event, at]) => [event, at < 3.3]),
        [
          ['start', true],
          ['end', true],
        ],
      );
    });

    test('a pause after the wake word does not end it', () => {
      assert.deepEqual(run(woken, [1.2, 0], [0.9, 0.9], [1.5, 0], [1, 0.9], [2, 0]), [
        ['start', 1.4],
        ['end', 5.4],
      ]);
    });

    test('the wake word alone ends after four seconds, and a click does not hurry it', () => {
      assert.deepEqual(run(woken, [1.2, 0], [0.9, 0.9], [10, 0]), [
        ['start', 1.4],
        ['end', 6],
      ]);
      assert.equal(run(woken, [1.2, 0], [0.85, 0.9], [1, 0], [0.04, 0.9], [10, 0])[1]?.[1], 6);
    });

    test('a wake word too soft for voice activity leaves the usual time to speak', () => {
      assert.deepEqual(run(woken, [20, 0]), [['no-speech', 7]]);
    });
  });

  describe('while others speak', () => {
    const television = (seconds: number, level = -35): [number, number, number] => [seconds, 0.9, level];
    const word: [number, number, number] = [0.8, 0.9, -20];

    test('what is much softer than the wake word does not go on with the sentence', () => {
      const events = run({ preroll: 2 }, television(1.2), word, [1.5, 0.9, -24], television(20));
      assert.deepEqual(events.at(-1), ['end', 4.3]);
    });

    test('nor does it begin one, where the wake word stands alone', () => {
      assert.deepEqual(run({ preroll: 2 }, television(1.2), word, television(20)).at(-1), ['end', 6]);
    });

    test('what was loud before the wake word does not count, and without a wake word nothing is too soft', () => {
      const bang: [number, number, number] = [0.7, 0.9, 0];
      assert.deepEqual(run({ preroll: 2 }, bang, [0.5, 0], word, [1, 0, -60], [1, 0.9, -30], [2, 0]).at(-1), [
        'end',
        4.8,
      ]);
      assert.deepEqual(run({}, [1, 0.9, -20], [1, 0.9, -45], [2, 0]).at(-1), ['end', 2.8]);
    });
  });

  test('whatever comes: at most one start, then one end, then nothing, within the limits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 0, max: 3, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))),
        fc.double({ min: 0, max: 2, noNaN: true }),
        (stretches, preroll) => {
          const events = run({ preroll }, ...stretches, [25, 0]);
          const names = events.map(([event]) => event);
          const starts = names.filter((name) => name === 'start').length;
          assert.ok(starts <= 1);
          assert.equal(names.length, starts + 1);
          assert.equal(names.at(-1) === 'no-speech', starts === 0);
          if (starts === 1) assert.equal(names[0], 'start');
          assert.ok((events.at(-1)?.[1] ?? 0) <= preroll + 5 + 15 + 0.2);
        },
      ),
    );
  });
});
