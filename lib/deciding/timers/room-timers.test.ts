import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { until } from '../../../test/until.js';
import type { RoomTimers } from '../../satellites/page-timers.js';
import { openTimers, type Timers } from '../../timers/timers.js';
import type { Timer } from '../../timers/types.js';
import type { Timer as Alarm } from '../../turn/clock.js';
import { roomTimers } from './room-timers.js';

/** A Monday, 13:00 in Berlin. */
const NOW = Date.parse('2026-11-23T12:00:00Z');
const MINUTE = 60_000;
const HALL = { id: 'browser-hall', area: 'hall', language: 'en', via: 'browser', lastSeen: 0 } as const;

let folder: string;
let timers: Timers;
let rooms: RoomTimers;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'room-timers-'));
  const time = {
    now: () => NOW,
    uptime: () => 0,
    after(ms: number, call: () => void) {
      const due = ms === 0 ? setImmediate(call) : undefined;
      const timer: Alarm = { cancel: () => clearImmediate(due), refresh() {}, unref: () => timer };
      return timer;
    },
  };
  const timeZone = () => 'Europe/Berlin';
  timers = openTimers({ file: path.join(folder, 'timers.json'), failed: assert.fail, timeZone, time });
  rooms = roomTimers(timers, timeZone);
});
afterEach(() => {
  timers.close();
  rmSync(folder, { recursive: true });
});

const set = (more: Partial<Timer> = {}) =>
  timers.set({ kind: 'timer', site: HALL.id, language: 'en', due: NOW + MINUTE, length: MINUTE, ...more });
const told = (language = 'en') =>
  rooms.of({ ...HALL, language }).map(({ called, when = '' }) => `${called} | ${when}`.replace(/[\u00a0\u202f]/g, ' '));

test('each kind is told in the language of the page, and only a timer is counted down', () => {
  set({ name: 'pizza', paused: 30_000 });
  set({ kind: 'alarm', due: NOW + 2 * MINUTE, length: undefined });
  set({ kind: 'reminder', due: NOW + 24 * 60 * MINUTE, length: undefined, about: 'call Mum' });
  const condition = { fact: 'rain', is: true } as const;
  set({ kind: 'command', due: NOW + 1e9, about: 'close the roof', awaits: { condition, said: 'it rains' } });
  assert.deepEqual(told(), [
    'Pizza timer | ',
    'Alarm | At 1:02 PM',
    'call Mum | On Tuesday at 1:00 PM',
    '“close the roof” | When it rains',
  ]);
  assert.deepEqual(told('de-AT').slice(0, 2), ['Pizza-Timer | ', 'Wecker | Um 13:02 Uhr']);
  assert.match(told('fr')[1] ?? '', /^Réveil \| À 13 h 02$/);
  assert.match(told('es')[1] ?? '', /^Alarma \| A las 13:02$/);
  const [pizza] = rooms.of(HALL);
  assert.deepEqual([pizza?.due, pizza?.paused], [NOW + MINUTE, 30_000]);
  assert.ok(rooms.of(HALL).every(({ due, when }) => (due === undefined) !== (when === undefined)));
});

test('a room has the timers of its site and of its area, however that is written, and ends no others', () => {
  const mine = set();
  const near = set({ site: 'satellite', area: 'Hall' });
  const other = set({ site: 'kitchen', area: 'kitchen' });
  const nowhere = set({ site: 'study' });
  const ids = (room: object = HALL) => rooms.of({ ...HALL, ...room }).map(({ id }) => id);
  assert.deepEqual(ids(), [mine.id, near.id]);
  for (const area of [undefined, '', '-', ' ', '_']) assert.deepEqual(ids({ id: 'browser-x', area }), []);
  for (const { id } of [other, nowhere, { id: '' }, { id: '__proto__' }, { id: 'x'.repeat(64) }]) rooms.end(id, HALL);
  assert.equal(timers.all().length, 4);
  rooms.end(near.id, HALL);
  rooms.end(mine.id, HALL);
  assert.deepEqual(
    timers.all().map(({ id }) => id),
    [other.id, nowhere.id],
  );
});

test('what rings at the site comes first and is stopped; a daily alarm stays for the next day', async () => {
  const every = { hour: 13, minute: 0, days: [0, 1, 2, 3, 4, 5, 6] };
  set({ name: 'later' });
  const alarm = set({ kind: 'alarm', due: NOW, length: undefined, every });
  timers.ringBy(({ begun, signal }) => {
    begun();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  await until(() => timers.ringing(HALL.id).length === 1, 'the alarm to ring');
  assert.deepEqual(rooms.of(HALL)[0], { id: alarm.id, called: 'Alarm', ringing: true });
  assert.deepEqual(told(), ['Alarm | ', 'Later timer | ']);
  rooms.end(alarm.id, { ...HALL, id: 'browser-other' });
  assert.equal(timers.ringing(HALL.id).length, 1);
  rooms.end(alarm.id, HALL);
  await until(() => timers.ringing(HALL.id).length === 0, 'the stop');
  assert.deepEqual(told(), ['Later timer | ', 'Alarm | At 1:00 PM, every day']);
});

test('a room that has many shows those that come next, and long words are cut', () => {
  for (let n = 0; n < 30; n++) set({ due: NOW + MINUTE + n, name: `${n} ${'x'.repeat(280)}` });
  const shown = rooms.of(HALL);
  assert.equal(shown.length, 20);
  assert.ok(shown.every(({ called }, n) => called.startsWith(`${n} xxx`) && called.length === 120));
});

test('a language that is none is no fault', () => {
  set({ kind: 'alarm', length: undefined });
  for (const language of ['', '!!', 'x'.repeat(35), 'de-', '../../etc'])
    assert.equal(rooms.of({ ...HALL, language }).length, 1);
});
