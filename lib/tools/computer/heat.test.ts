import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { clock } from '../../turn/clock.js';
import { type HeatWatch, watchHeat } from './heat.js';

const { now } = clock;
const MINUTE = 60_000;

/** Has a watch see temperatures, a minute of the house's clock apart. Resolves with what it has told when all are seen. */
function seen(temperatures: (number | undefined | Error)[], limit = 80): Promise<{ told: number[]; blind: number }> {
  return new Promise((resolve) => {
    const told: number[] = [];
    let blind = 0;
    let minute = 0;
    clock.now = () => minute * MINUTE;
    const read: HeatWatch['read'] = async () => {
      if (minute === temperatures.length) {
        close();
        resolve({ told, blind });
        return undefined;
      }
      const celsius = temperatures[minute++];
      if (celsius instanceof Error) throw celsius;
      return celsius;
    };
    const close = watchHeat({
      ...{ limit, read, everyMs: 0 },
      tell: (celsius) => told.push(celsius),
      blind: () => {
        blind++;
      },
    });
  });
}

describe('the watch of the heat', () => {
  afterEach(() => {
    clock.now = now;
  });

  test('tells once that the limit is reached, however long it stays hot', async () => {
    assert.deepEqual(await seen([60, 79.9, 80, 85, 91, ...Array(90).fill(95)]), { told: [80], blind: 0 });
  });

  test('does not tell again of what goes up and down around the limit', async () => {
    const around = Array.from({ length: 90 }, (_, at) => (at % 2 === 0 ? 81 : 77));
    assert.deepEqual((await seen(around)).told, [81]);
  });

  test('tells again once it has cooled down, but at most every thirty minutes', async () => {
    const often = Array.from({ length: 61 }, (_, at) => (at % 2 === 0 ? 80 + at : 60));
    assert.deepEqual((await seen(often)).told, [80, 110, 140]);
  });

  test('says so where there is no temperature, and goes on where one reading fails', async () => {
    assert.deepEqual(await seen([undefined, undefined]), { told: [], blind: 1 });
    assert.deepEqual(await seen([60, new Error('a driver'), undefined, 90]), { told: [90], blind: 0 });
  });

  test('a closed one tells nothing of what was being read', async () => {
    let ended = () => {};
    const reading = new Promise<number>((resolve) => {
      ended = () => resolve(99);
    });
    const told: string[] = [];
    const close = watchHeat({
      ...{ limit: 80, read: () => reading },
      tell: () => told.push('hot'),
      blind: () => told.push('blind'),
    });
    close();
    ended();
    await reading;
    await new Promise(setImmediate);
    assert.deepEqual(told, []);
  });
});
