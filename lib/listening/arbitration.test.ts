import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clock } from '../turn/clock.js';
import { arbitration, bestOf, type Hearer } from './arbitration.js';

const hearer = (site: string, score?: number, level?: number, snr?: number): Hearer => {
  return { site, score, level, snr, at: clock.now() };
};
const best = (...hearers: Hearer[]) => bestOf(hearers)?.site;

describe('the best hearer', () => {
  test('score, level and signal-to-noise ratio together, the first of equals', () => {
    assert.equal(best(hearer('far', 0.95, -40, 20), hearer('near', 0.9, -20, 20)), 'near');
    assert.equal(best(hearer('sure', 0.99, -22, 20), hearer('unsure', 0.5, -20, 20)), 'sure');
    assert.equal(best(hearer('noisy', 0.9, -20, 3), hearer('clear', 0.9, -22, 20)), 'clear');
    assert.equal(best(hearer('first', 0.9, -20, 20), hearer('second', 0.9, -20, 20)), 'first');
    assert.equal(best(), undefined);
  });

  test('what is not known of one speaks neither for nor against it', () => {
    assert.equal(best(hearer('far', 0.9, -40, 20), hearer('self-woken', undefined, -20)), 'self-woken');
    assert.equal(best(hearer('near', 0.9, -20, 20), hearer('self-woken', undefined, -40)), 'near');
    assert.equal(best(hearer('far', 0.9, -60, 2), hearer('near', 0.9, -20, 20), hearer('silent')), 'near');
    assert.equal(best(hearer('one'), hearer('other')), 'one');
  });
});

describe('a contest', () => {
  const told = () => {
    const events: string[] = [];
    let lag = 0;
    const judge = arbitration<Hearer>({
      isBehind: () => lag-- > 0,
      measured: (hearers) => hearers,
      winner: ({ site }) => events.push(`${site} wins`),
      loser: (site, winner) => events.push(`${site} loses to ${winner}`),
    });
    const looks = (times: number) => {
      lag = times;
    };
    return { events, judge, looks };
  };

  test('waits as long as its hearers need, but not for ever', async () => {
    const { events, judge } = told();
    judge.hear(hearer('far', 0.9, -40), 200);
    await clock.jump(150);
    judge.hear(hearer('near', 0.9, -20), 200);
    await clock.jump(150);
    judge.hear(hearer('last', 0.9, -50), 200);
    assert.deepEqual(events, []);
    await clock.jump(100);
    assert.deepEqual(events, ['near wins', 'far loses to near', 'last loses to near']);
    judge.close();
  });

  test('waits for an engine that is behind, but not for ever', async () => {
    const { events, judge, looks } = told();
    looks(2);
    judge.hear(hearer('far', 0.9, -40), 200);
    await clock.jump(200);
    judge.hear(hearer('near', 0.9, -20), 200);
    assert.deepEqual(events, []);
    for (let looked = 0; looked < 10; looked++) await clock.jump(40);
    assert.deepEqual(events, ['near wins', 'far loses to near']);
    looks(1_000);
    judge.hear({ ...hearer('near'), at: clock.now() + 2_000 }, 200);
    for (let looked = 0; looked < 40; looked++) await clock.jump(40);
    assert.equal(events.length, 3);
    judge.close();
  });

  test('what an engine that was behind heard long ago is no other voice', () => {
    const { events, judge } = told();
    judge.hear(hearer('near'), 0);
    const { now } = clock;
    const later = now() + 1_900;
    clock.now = () => later;
    judge.hear({ ...hearer('late'), at: later - 1_500 }, 0);
    clock.now = now;
    assert.deepEqual(events, ['near wins', 'late loses to near']);
    judge.close();
  });

  test('a latecomer loses for a second, and whoever is alone wins at once', () => {
    const { now } = clock;
    const { events, judge } = told();
    clock.now = () => 10_000;
    judge.hear(hearer('near'), 0);
    clock.now = () => 10_999;
    judge.hear(hearer('late'), 200);
    clock.now = () => 11_000;
    judge.hear(hearer('late'), 0);
    clock.now = now;
    assert.deepEqual(events, ['near wins', 'late loses to near', 'late wins']);
    judge.close();
  });
});
