import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Timer } from '../../timers/types.js';
import { calledOf, lengthTold, momentTold, startTold, whenTold } from './told.js';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

const after = (seconds: number, language: string) =>
  plain(
    momentTold(
      { due: NOW + seconds * 1000, length: seconds * 1000 },
      { language, timeZone: 'Europe/Berlin', now: NOW },
    ),
  );

test('a short delay is told as the length that was asked for, a longer one by the clock', () => {
  const told = ['en', 'de', 'fr', 'es'].map((language) => [10, 1, 90, 1200].map((length) => after(length, language)));
  assert.deepEqual(told, [
    ['in 10 seconds', 'in 1 second', 'in 1 minute and 30 seconds', 'at 1:20 PM'],
    ['in 10 Sekunden', 'in 1 Sekunde', 'in 1 Minute und 30 Sekunden', 'um 13:20 Uhr'],
    ['dans 10 secondes', 'dans 1 seconde', 'dans 1 minute et 30 secondes', 'à 13 h 20'],
    ['dentro de 10 segundos', 'dentro de 1 segundo', 'dentro de 1 minuto y 30 segundos', 'a las 13:20'],
  ]);
  const at = momentTold({ due: NOW + 10_000 }, { language: 'en', timeZone: 'Europe/Berlin', now: NOW });
  assert.match(plain(at), /^at 1:00 PM$/);
});

test('from a week on the date is told beside the weekday', () => {
  const told = (days: number, language: string) =>
    plain(whenTold({ due: NOW + days * 86_400_000 }, { language, timeZone: 'Europe/Berlin', now: NOW }));
  assert.deepEqual(
    [6, 7, 14].map((days) => told(days, 'en')),
    ['On Sunday at 1:00 PM', 'On Monday, November 30 at 1:00 PM', 'On Monday, December 7 at 1:00 PM'],
  );
  assert.deepEqual(
    ['de', 'fr', 'es'].map((language) => told(14, language)),
    ['Am Montag, 7. Dezember um 13 Uhr', 'Lundi 7 décembre à 13 h', 'El lunes, 7 de diciembre a las 13:00'],
  );
});

test('all days of the week are every day', () => {
  const every = { hour: 13, minute: 0, days: [0, 1, 2, 3, 4, 5, 6] };
  assert.deepEqual(
    ['en', 'de', 'fr', 'es'].map((language) =>
      plain(whenTold({ due: NOW, every }, { language, timeZone: 'Europe/Berlin', now: NOW })),
    ),
    ['At 1:00 PM, every day', 'Um 13 Uhr, jeden Tag', 'À 13 h, tous les jours', 'A las 13:00, todos los días'],
  );
});

test('a timer is called by its length, whatever the number', () => {
  const timer = (seconds: number) => ({ kind: 'timer', length: seconds * 1000 }) as Timer;
  const said = [60, 600].map((seconds) => [startTold(timer(seconds), 'en'), calledOf(timer(seconds), 'en')]);
  assert.deepEqual(said, [
    ['Timer started: 1 minute.', 'Timer for 1 minute'],
    ['Timer started: 10 minutes.', 'Timer for 10 minutes'],
  ]);
});

test('a length that was said is told back whole, and of what is left the seconds of an hour are not', () => {
  const length = (3 * 3600 + 20 * 60 + 2) * 1000;
  const timer = { kind: 'timer', id: 't', site: 'hall', due: length, length } as unknown as Timer;
  assert.match(startTold(timer, 'en'), /3 hours, 20 minutes,? and 2 seconds/);
  assert.match(startTold(timer, 'de'), /3 Stunden, 20 Minuten und 2 Sekunden/);
  assert.equal(lengthTold(length, 'en'), '3 hours and 20 minutes');
});
