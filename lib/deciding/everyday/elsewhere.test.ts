import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { placeAsked, timeElsewhere } from './elsewhere.js';
import { placeCalled } from './places.js';

const now = new Date('2026-11-26T20:05:00Z');

async function answer(query: string, language: string): Promise<string | undefined> {
  const place = placeAsked(query, language);
  const found = place && (await timeElsewhere(place, { now, language, timeZone: 'Europe/Berlin' }));
  return typeof found === 'object' ? found.told.replace(/\s/g, ' ') : found;
}

describe('the time elsewhere', () => {
  test('is told in each language, with the day where it is another', async () => {
    const told: Record<string, Record<string, string>> = {
      en: {
        'What time is it in Tokyo?': 'In Tokyo it’s 5:05 AM on Friday.',
        'what time is it in New York right now': 'In New York it’s 3:05 PM.',
        'what time is it in the UK': 'In the UK it’s 8:05 PM.',
      },
      de: {
        'Wie spät ist es in Tokio?': 'Dort ist es 5:05 Uhr, am Freitag.',
        'sag mir, wie spät es in München ist': 'Dort ist es 21:05 Uhr.',
        'wie spät ist es in der Schweiz': 'Dort ist es 21:05 Uhr.',
      },
      fr: {
        'Quelle heure est-il à Londres ?': 'Là-bas, il est 20 h 05.',
        'il est quelle heure au Japon': 'Là-bas, il est 5 h 05, vendredi.',
      },
      es: {
        '¿Qué hora es en Nueva York?': 'Allí son las 15:05.',
        '¿Qué hora es en Londres ahora?': 'Allí son las 20:05.',
      },
    };
    for (const [language, all] of Object.entries(told)) {
      for (const [query, said] of Object.entries(all)) assert.equal(await answer(query, language), said, query);
    }
  });

  test('is not told of a place that is none, or has several', async () => {
    assert.equal(await answer('what time is it in the kitchen', 'en'), 'unknown');
    assert.equal(await answer('Wie spät ist es in den USA?', 'de'), 'several');
    for (const query of ['what time is it', 'what time is my meeting in Tokyo', 'time in'])
      assert.equal(placeAsked(query, 'en'), undefined, query);
  });

  test('a place is the largest of its name, unless its region is named', async () => {
    const zones: Record<string, string> = {
      London: 'Europe/London',
      'London, Ontario': 'America/Toronto',
      'Portland, Oregon': 'America/Los_Angeles',
      'Portland, Maine': 'America/New_York',
      Spain: 'Europe/Madrid',
      'Asia/Kolkata': 'Asia/Kolkata',
      UTC: 'UTC',
    };
    for (const [name, zone] of Object.entries(zones)) assert.deepEqual(await placeCalled(name, 'en'), { zone }, name);
    assert.equal(await placeCalled('Mars/Olympus', 'en'), undefined);
    assert.equal(await placeCalled('x'.repeat(10_000), 'en'), undefined);
  });
});
