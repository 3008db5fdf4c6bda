import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeRange } from '../../lib/language/when/when.js';
import { missedBy, remembered, TO_REACH } from './found.test.helper.js';
import { ASKED_AT, HOUSE_ZONE, HOUSEHOLD_LANGUAGES, household } from './household.js';

/** Questions of a language. */
const QUESTIONS = 150;

test('the household is the same each time, and large enough', () => {
  const all = HOUSEHOLD_LANGUAGES.map((language) => household(language, QUESTIONS));
  assert.deepEqual(household('de', QUESTIONS), all[HOUSEHOLD_LANGUAGES.indexOf('de')]);
  assert.ok(all.every(({ entries }) => entries.length > 2_000));
  assert.ok(all.reduce((sum, { questions }) => sum + questions.length, 0) >= 700);
  for (const { entries, questions } of all) {
    for (const { right, time } of questions) {
      const day = Math.floor((entries[right]?.at ?? 0) / 86_400_000);
      assert.ok(day >= time.first && day <= time.last);
    }
  }
});

for (const language of HOUSEHOLD_LANGUAGES) {
  test(`the times of the questions are understood: ${language}`, () => {
    const clock = { now: new Date(ASKED_AT), language, timeZone: HOUSE_ZONE };
    const wrong = household(language, QUESTIONS).questions.filter(({ text, time }) => {
      const days = timeRange(text, clock)?.days;
      const midday = (day: number) => day * 86_400_000 + 43_200_000;
      return (
        !days ||
        days.from > midday(time.first) ||
        days.to <= midday(time.last) ||
        days.to - days.from > (time.last - time.first + 3) * 86_400_000
      );
    });
    assert.deepEqual(
      wrong.map(({ text }) => text),
      [],
    );
  });

  test(`the right entry is among the first three, by words and time alone: ${language}`, async (t) => {
    const house = household(language, QUESTIONS);
    const { memory, ids } = await remembered(t, house);
    const missed = await missedBy(house, ids, { memory, language });
    const own = house.questions.filter(({ otherWords }) => !otherWords);
    const missedOwn = missed.filter(({ otherWords }) => !otherWords);
    t.diagnostic(
      `missed ${missedOwn.length} of ${own.length}, and ${missed.length - missedOwn.length} of those in other words`,
    );
    assert.ok(missedOwn.length <= (1 - TO_REACH) * own.length, missedOwn.map(({ text }) => text).join('\n'));
  });
}
