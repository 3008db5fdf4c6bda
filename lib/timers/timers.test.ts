import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import type { DeviceTimers } from '../satellites/house-devices.js';
import { nextOf } from './daily.js';
import { showTimers } from './shown.js';
import { MAX_TIMERS } from './timer-file.js';
import { type Due, openTimers, type TimersOptions } from './timers.js';

const START = Date.parse('2026-11-23T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ZONE = 'Europe/Berlin';
const POTATOES = { kind: 'timer', site: 'kitchen', language: 'en', due: START + MINUTE, length: MINUTE } as const;

/** A clock that is moved by hand. */
function fakeTime(now = START) {
  let steady = 0;
  let calls: { at: number; call: () => void }[] = [];
  const waits: number[] = [];
  const time: TimersOptions['time'] & {} = {
    now: () => now,
    uptime: () => steady,
    after(ms, call) {
      waits.push(ms);
      const one = { at: steady + ms, call };
      calls.push(one);
      const timer = {
        cancel() {
          calls = calls.filter((other) => other !== one);
        },
        refresh: () => {},
        unref: () => timer,
      };
      return timer;
    },
  };
  return {
    time,
    waits,
    /** Somebody sets the clock. */
    set: (ms: number) => {
      now += ms;
    },
    /** The machine is suspended, and nothing runs. */
    sleep(ms: number) {
      now += ms;
      steady += ms;
    },
    async pass(ms: number) {
      const end = steady + ms;
      for (;;) {
        const next = calls.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        const to = next ? Math.max(next.at, steady) : end;
        now += to - steady;
        steady = to;
        if (!next) return;
        calls = calls.filter((one) => one !== next);
        next.call();
        await setImmediate();
      }
    },
  };
}

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'timers-'));
  file = path.join(folder, 'kept', 'timers.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

function opened(clock = fakeTime(), failed: (error: Error) => void = assert.fail) {
  const timers = openTimers({ file, failed, time: clock.time, timeZone: () => ZONE });
  const rung: { name: string | undefined; at: number; late: number }[] = [];
  const ringer = async ({ timer, late }: Due) => {
    rung.push({ name: timer.name, at: clock.time.now(), late: late() });
  };
  return { ...clock, timers, rung, ringer };
}

describe('timers', () => {
  test('ring when they are due, once, the file being private and whole', async () => {
    const { timers, rung, ringer, pass } = opened();
    timers.ringBy(ringer);
    timers.set({ ...POTATOES, name: 'potatoes' });
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(existsSync(`${file}.new`), false);
    await pass(59_000);
    assert.deepEqual(rung, []);
    await pass(HOUR);
    assert.deepEqual(rung, [{ name: 'potatoes', at: START + MINUTE, late: 0 }]);
    assert.equal(readFileSync(file, 'utf8'), '[]');
  });

  test('survive the end of the process, and say how late they are', async () => {
    const before = opened();
    before.timers.set({ ...POTATOES, name: 'gone by' });
    before.timers.set({ ...POTATOES, due: START + HOUR, name: 'to come' });
    const after = opened(fakeTime(START + 10 * MINUTE));
    after.timers.ringBy(after.ringer);
    await after.pass(2 * HOUR);
    assert.deepEqual(after.rung, [
      { name: 'gone by', at: START + 10 * MINUTE, late: 9 * MINUTE },
      { name: 'to come', at: START + HOUR, late: 0 },
    ]);
  });

  test('one that rang and was not over when the process ended rings again, one that has begun does not', async () => {
    const before = opened();
    before.timers.ringBy(async ({ begun, timer }) => {
      if (timer.name === 'heard') begun();
      await new Promise(() => {});
    });
    for (const name of ['heard', 'unheard']) before.timers.set({ ...POTATOES, name });
    await before.pass(2 * MINUTE);
    assert.equal(before.timers.ringing('kitchen').length, 2);
    const after = opened(fakeTime(START + 2 * MINUTE));
    after.timers.ringBy(after.ringer);
    await after.pass(MINUTE);
    assert.deepEqual(
      after.rung.map(({ name }) => name),
      ['unheard'],
    );
  });

  test('are shown where they were set, until they have rung, and no longer than anybody wants', async () => {
    const { timers, pass } = opened();
    const told: string[] = [];
    const sites = (['kitchen', 'den'] as const).map((id) => ({ id, via: 'esphome' as const, lastSeen: 0 }));
    const stop = showTimers(timers, {
      sites: () => sites,
      devices: undefined,
      showTimers: (site, shown) => void told.push(`${site}: ${shown.map(({ name }) => name).join()}`),
    });
    const last = () => told.splice(0).slice(-2);
    let over = () => {};
    timers.ringBy(async ({ begun }) => {
      await new Promise<void>((resolve) => {
        over = resolve;
      });
      begun();
    });
    timers.set({ ...POTATOES, name: 'potatoes' });
    timers.set({ ...POTATOES, kind: 'alarm', name: 'alarm', due: START + HOUR });
    const rice = timers.set({ ...POTATOES, site: 'den', due: START + HOUR, name: 'rice' });
    assert.deepEqual(last(), ['kitchen: potatoes', 'den: rice']);
    await pass(2 * MINUTE);
    timers.change(rice.id, { paused: MINUTE });
    assert.deepEqual(last(), ['kitchen: potatoes', 'den: rice'], 'what rings is still shown');
    over();
    await setImmediate();
    await setImmediate();
    assert.deepEqual(last(), ['kitchen: ', 'den: rice']);
    stop();
    timers.cancel(rice.id);
    assert.deepEqual(told, []);
  });

  test('a room’s device is told when the next one is due, and of ten at most, as data without secrets', () => {
    const { timers } = opened();
    let told: ReadonlyMap<string, DeviceTimers> = new Map();
    const devices = {
      tell() {},
      showTimers(all: typeof told) {
        told = all;
      },
    };
    const hub = { sites: () => [], showTimers() {}, devices };
    const stop = showTimers(timers, hub);
    assert.equal(told.size, 0);
    const condition = { done: 'sensor.washer', what: 'washer' };
    timers.set({ ...POTATOES, kind: 'reminder', due: START, awaits: { condition, said: 'when the washer is done' } });
    const pizza = timers.set({ ...POTATOES, name: 'pizza' });
    timers.set({ ...POTATOES, kind: 'reminder', due: START + HOUR, about: 'call\n0171 5550123 {{ states }}' });
    timers.set({ ...POTATOES, kind: 'alarm', due: START + 2 * HOUR, name: 'x'.repeat(300) });
    timers.set({ ...POTATOES, site: 'den', due: START + HOUR });
    const listed = [
      { kind: 'timer', name: 'pizza', due: '2026-11-23T12:01:00.000Z', paused: null },
      { kind: 'reminder', name: 'call [phone] {{ states }}', due: '2026-11-23T13:00:00.000Z', paused: null },
      { kind: 'alarm', name: `${'x'.repeat(63)}…`, due: '2026-11-23T14:00:00.000Z', paused: null },
    ];
    assert.deepEqual(told.get('kitchen'), { next: '2026-11-23T12:01:00.000Z', timers: listed });
    const inDen = { kind: 'timer', name: '', due: '2026-11-23T13:00:00.000Z', paused: null };
    assert.deepEqual(told.get('den'), { next: '2026-11-23T13:00:00.000Z', timers: [inDen] });

    timers.change(pizza.id, { paused: 59_001 });
    const { next, timers: [first] = [] } = told.get('kitchen') ?? {};
    assert.equal(next, '2026-11-23T13:00:00.000Z');
    assert.deepEqual(first, { kind: 'timer', name: 'pizza', due: null, paused: 60 });
    for (let n = 0; n < 20; n++) timers.set({ ...POTATOES, site: 'den', due: START + n * MINUTE });
    assert.equal(told.get('den')?.timers.length, 10);
    assert.equal(told.get('den')?.next, '2026-11-23T12:00:00.000Z');
    stop();
    // The house is gone, and its timers with it.
    showTimers(undefined, hub);
    assert.equal(told.size, 0);
  });

  test('one that a process ended in twice does not ring a third time', async () => {
    const rang: number[] = [];
    opened().timers.set(POTATOES);
    for (let start = 0; start < 3; start++) {
      const { timers, pass } = opened(fakeTime(START + MINUTE));
      timers.ringBy(async ({ begins }) => {
        begins();
        rang.push(start);
        await new Promise(() => {});
      });
      await pass(MINUTE);
    }
    assert.deepEqual(rang, [0, 1]);
  });

  test('are stopped in their room only', async () => {
    const { timers, pass } = opened();
    const stopped: string[] = [];
    timers.ringBy(({ signal, timer }) => {
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          stopped.push(timer.site);
          resolve();
        });
      });
    });
    for (const site of ['kitchen', 'bath']) timers.set({ ...POTATOES, site });
    await pass(2 * MINUTE);
    timers.hush('kitchen');
    await setImmediate();
    assert.deepEqual(stopped, ['kitchen']);
    assert.deepEqual([timers.wasHushed('kitchen'), timers.wasHushed('bath')], [true, false]);
    assert.deepEqual([timers.ringing('kitchen').length, timers.ringing('bath').length], [0, 1]);
  });

  test('500 ring in order, and one more is refused', async () => {
    const { timers, rung, ringer, pass } = opened();
    timers.ringBy(ringer);
    for (let n = MAX_TIMERS; n > 0; n--) timers.set({ ...POTATOES, due: START + n * 1000, name: `${n}` });
    assert.throws(() => timers.set(POTATOES), { code: 'bad-input' });
    await pass(HOUR);
    assert.deepEqual(
      rung.map(({ name }) => Number(name)),
      Array.from({ length: MAX_TIMERS }, (_, at) => at + 1),
    );
    assert.ok(rung.every(({ late }) => late === 0));
  });

  test('no wait is longer than Node can wait', async () => {
    const { timers, ringer, waits } = opened();
    timers.ringBy(ringer);
    timers.set({ ...POTATOES, due: START + 300 * 24 * HOUR });
    assert.ok(Math.max(...waits) <= 30_000);
  });

  test('a clock that is set: a timer keeps its length, an alarm its time', async () => {
    const { timers, rung, ringer, pass, set } = opened();
    timers.ringBy(ringer);
    timers.set({ ...POTATOES, due: START + 30 * MINUTE, length: 30 * MINUTE, name: 'timer' });
    const { length: _, ...alarm } = POTATOES;
    timers.set({ ...alarm, kind: 'alarm', due: START + 2 * HOUR, name: 'alarm' });
    await pass(10 * MINUTE);
    set(HOUR);
    await pass(3 * HOUR);
    assert.deepEqual(rung, [
      { name: 'timer', at: START + 90 * MINUTE, late: 0 },
      { name: 'alarm', at: START + 2 * HOUR, late: 0 },
    ]);
  });

  test('a machine that was suspended rings what came due as soon as it wakes', async () => {
    const { timers, rung, ringer, pass, sleep } = opened();
    timers.ringBy(ringer);
    timers.set({ ...POTATOES, due: START + 30 * MINUTE, length: 30 * MINUTE, name: 'timer' });
    await pass(10 * MINUTE);
    sleep(HOUR);
    await pass(MINUTE);
    assert.deepEqual(rung, [{ name: 'timer', at: START + 70 * MINUTE, late: 40 * MINUTE }]);
  });

  test('what is kept from before a restart follows the wall when the clock is put right', async () => {
    opened().timers.set({ ...POTATOES, due: START + HOUR, length: HOUR });
    const { timers, rung, ringer, pass, set } = opened(fakeTime(START - HOUR));
    timers.ringBy(ringer);
    await pass(MINUTE);
    set(HOUR);
    await pass(HOUR);
    assert.deepEqual(
      rung.map(({ at }) => at),
      [START + HOUR],
    );
  });

  test('one that is paused waits', async () => {
    const { timers, rung, ringer, pass } = opened();
    timers.ringBy(ringer);
    const { id } = timers.set(POTATOES);
    timers.change(id, { paused: MINUTE });
    await pass(HOUR);
    assert.deepEqual(rung, []);
    timers.change(id, { paused: undefined, due: timers.now() + MINUTE });
    await pass(HOUR);
    assert.equal(rung.length, 1);
  });

  test('one of a time that no calendar has is left out', () => {
    opened().timers.set({ ...POTATOES, due: 1e20 });
    assert.deepEqual(opened().timers.all(), []);
  });

  test('a file that is broken is kept aside and told', () => {
    opened().timers.set(POTATOES);
    writeFileSync(file, '[{');
    const told: string[] = [];
    const { timers } = opened(fakeTime(), ({ message }) => told.push(message));
    assert.deepEqual(timers.all(), []);
    assert.equal(told.length, 1);
    assert.equal(readFileSync(`${file}.unreadable`, 'utf8'), '[{');
  });
});

describe('every day at a time', () => {
  const shown = (ms: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit', weekday: 'short' }).format(
      ms,
    );
  for (const [what, from] of [
    ['into summer time', '2026-03-27T12:00:00Z'],
    ['out of summer time', '2026-10-23T12:00:00Z'],
  ] as const) {
    test(`keeps its time ${what}`, async () => {
      const start = Date.parse(from);
      const clock = fakeTime(start);
      const { timers, rung, ringer, pass } = opened(clock);
      timers.ringBy(ringer);
      const every = { hour: 7, minute: 0, days: [0, 1, 2, 3, 4, 5, 6] };
      timers.set({ kind: 'alarm', site: 'bed', language: 'en', due: nextOf(every, start, ZONE), every });
      timers.set({ ...POTATOES, due: start + 60 * HOUR, length: 60 * HOUR, name: 'long' });
      await pass(72 * HOUR);
      const alarms = rung.filter(({ name }) => name === undefined);
      assert.deepEqual(
        alarms.map(({ at }) => shown(at)),
        ['Sat 07:00', 'Sun 07:00', 'Mon 07:00'],
      );
      assert.equal(rung.find(({ name }) => name === 'long')?.at, start + 60 * HOUR);
    });
  }

  test('is always that time, on one of its days, within a week or the hour that the clocks leave out', () => {
    const daily = fc.record({
      hour: fc.integer({ min: 0, max: 23 }),
      minute: fc.integer({ min: 0, max: 59 }),
      days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    });
    const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
    fc.assert(
      fc.property(daily, fc.integer({ min: START, max: START + 2 * 365 * 24 * HOUR }), (every, now) => {
        const due = nextOf(every, now, ZONE);
        assert.ok(due > now && due <= now + 8 * 24 * HOUR);
        const [day = '', time = ''] = shown(due).split(/[ ,]+/);
        assert.ok(every.days.includes(names.indexOf(day)));
        const two = (n: number) => `${n}`.padStart(2, '0');
        if (every.hour !== 2) assert.equal(time, `${two(every.hour)}:${two(every.minute)}`);
      }),
    );
  });
});
