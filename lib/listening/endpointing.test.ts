import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type EndpointOptions, endpointing } from './endpointing.js';

const STEP = 0.032;

type Stretch = [seconds: number, probability: number, level?: number];

/** Feeds stretches and tells each event with the second it came, but for the pauses. */
function run(options: EndpointOptions, ...stretches: Stretch[]): [string, number][] {
  return withPauses(options, ...stretches).filter(([event]) => event !== 'pause' && event !== 'resume');
}

/** @param endAfter what is said at each pause */
function withPauses(options: EndpointOptions & { endAfter?: number }, ...stretches: Stretch[]): [string, number][] {
  const ends = endpointing(options);
  const events: [string, number][] = [];
  let step = 0;
  for (const [seconds, probability, level] of stretches) {
    for (let left = Math.round(seconds / STEP); left > 0; left--) {
      step++;
      const event = ends.push(probability, level);
      if (event) events.push([event, Math.round(step * STEP * 10) / 10]);
      if (event === 'pause' && options.endAfter) ends.endAfter(options.endAfter);
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

  test('what speaks before the wake word is no part of the sentence', () => {
    const ends = endpointing({ preroll: 2 });
    for (let step = 0; step < 2 / STEP; step++) ends.push(0.9);
    const from = (ends.from ?? 0) * STEP;
    assert.ok(from > 0.7 && from < 0.9, `${from} s`);
  });

  test('each pause is told, and the silence that ends it may be shorter or longer, for this pause only', () => {
    const said: Stretch[] = [
      [1, 0.9],
      [0.6, 0],
      [1, 0.9],
      [3, 0],
    ];
    assert.deepEqual(withPauses({}, ...said), [
      ['start', 0.2],
      ['pause', 1.2],
      ['resume', 1.6],
      ['pause', 2.8],
      ['end', 3.4],
    ]);
    assert.deepEqual(withPauses({ endAfter: 0.35 }, ...said).at(-1), ['end', 1.3]);
    assert.deepEqual(withPauses({ endAfter: 1.8 }, ...said).at(-1), ['end', 4.4]);
    const ends = endpointing();
    for (let step = 0; step < 30; step++) ends.push(0.9);
    ends.endAfter(0.1);
    for (let step = 0; step < 20; step++) assert.notEqual(ends.push(0), 'end', 'nobody paused when it was said');
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
      assert.deepEqual(run(woken, [1.2, 0], [0.9, 0.9], [1.3, 0], [1, 0.9], [2, 0]), [
        ['start', 1.4],
        ['end', 5.2],
      ]);
    });

    test('the wake word alone ends after 1.5 seconds, and a click does not hurry it', () => {
      assert.deepEqual(run(woken, [1.2, 0], [0.9, 0.9], [10, 0]), [
        ['start', 1.4],
        ['end', 3.5],
      ]);
      assert.equal(run(woken, [1.2, 0], [0.85, 0.9], [1, 0], [0.04, 0.9], [10, 0])[1]?.[1], 3.5);
    });

    test('who has just begun to speak when the time is over is heard', () => {
      assert.deepEqual(run(woken, [1.2, 0], [0.9, 0.9], [1.35, 0], [1, 0.9], [2, 0]).at(-1), ['end', 5.2]);
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
      assert.deepEqual(events.at(-1), ['end', 4.6]);
    });

    test('nor does it begin one, where the wake word stands alone', () => {
      assert.deepEqual(run({ preroll: 2 }, television(1.2), word, television(20)).at(-1), ['end', 3.5]);
    });

    test('what spoke before the wake word, and is softer than it, speaks on behind it', () => {
      const loud = (seconds: number) => television(seconds, -30);
      const events = run({ preroll: 2 }, loud(1.2), word, [1.5, 0.9, -24], loud(0.3), [0.2, 0.9, -25], loud(20));
      assert.deepEqual(events.at(-1), ['end', 5.1]);
    });

    test('what swings by syllables, and is hardly softer than the wake word, is told apart by its mean', () => {
      const syllables = (seconds: number, level: number) =>
        Array.from({ length: seconds / 0.32 }).flatMap((): Stretch[] => [
          [0.16, 0.9, level],
          [0.16, 0.9, level - 14],
        ]);
      const events = run({ preroll: 2 }, ...syllables(1.28, -27), ...syllables(2.24, -20), ...syllables(12.8, -27));
      assert.deepEqual(events.at(-1), ['end', 4.4]);
    });

    test('words before the wake word that are as loud as it are the same person’s: softer ones go on', () => {
      const events = run({ preroll: 2 }, [0.8, 0.9, -19], word, [0.4, 0.9, -23], [1, 0.9, -30], [2, 0]);
      assert.deepEqual(events.at(-1), ['end', 3.8]);
    });

    test('what was loud before the wake word does not count, and without a wake word nothing is too soft', () => {
      const bang: Stretch = [0.7, 0.9, 0];
      assert.deepEqual(run({ preroll: 2 }, bang, [0.5, 0, -60], word, [1, 0, -60], [1, 0.9, -30], [2, 0]).at(-1), [
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
