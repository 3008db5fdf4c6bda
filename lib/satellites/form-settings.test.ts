import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { clock } from '../turn/clock.js';
import { formSetting, isQuiet, mayWake, volumeNow } from './form-settings.js';

const { now } = clock;
afterEach(() => {
  clock.now = now;
});
const at = (hour: number, minute: number) => {
  const time = new Date(2026, 0, 5, hour, minute).getTime();
  clock.now = () => time;
};

test('quiet hours, over midnight too', () => {
  for (const [quiet, hour, minute, expected] of [
    ['22:00-07:00', 23, 0, true],
    ['22:00-07:00', 6, 59, true],
    ['22:00-07:00', 7, 0, false],
    ['22:00-07:00', 21, 59, false],
    ['13:00 – 15:30', 15, 29, true],
    ['13:00 – 15:30', 15, 30, false],
    ['13:00-13:00', 13, 0, false],
    [undefined, 0, 0, false],
  ] as const) {
    at(hour, minute);
    assert.equal(isQuiet({ quiet }), expected, `${quiet} at ${hour}:${minute}`);
  }
  at(23, 0);
  assert.deepEqual(
    [volumeNow({ volume: 60, quiet: '22:00-07:00' }), volumeNow({ volume: 60 }), volumeNow({})],
    [30, 60, 100],
  );
});

test('a room is woken by its own words, and by a model that is sure enough', () => {
  assert.equal(mayWake({}, 'alexa', 0.5), true);
  assert.equal(mayWake({ wakeWords: ['hey_jarvis', 'alexa'] }, 'alexa', 0.5), true);
  assert.equal(mayWake({ wakeWords: ['hey_jarvis'] }, 'alexa', 0.9), false);
  assert.equal(mayWake({ wakeWord: 'alexa', wakeWords: ['hey_jarvis'] }, 'alexa', 0.9), true);
  assert.equal(mayWake({ sureness: 0.8 }, 'alexa', 0.7), false);
});

test('a room has one language, or several of which the first is its own', () => {
  assert.deepEqual(formSetting.parse({ language: 'de' }), { language: 'de' });
  assert.deepEqual(formSetting.parse({ language: 'en-GB, de,de', volume: 40 }), {
    language: 'en-GB',
    languages: ['en-GB', 'de'],
    volume: 40,
  });
  assert.deepEqual(formSetting.parse({ language: '' }), {});
  const { error } = formSetting.safeParse({ language: 'en, deutsch, 4' });
  assert.match(error?.issues[0]?.message ?? '', /no language tag: deutsch, 4;/);
});

test('what is no hour and no volume is none', () => {
  assert.equal(formSetting.safeParse({ quiet: '25:00-07:00' }).success, false);
  assert.equal(formSetting.safeParse({ volume: 101 }).success, false);
});
