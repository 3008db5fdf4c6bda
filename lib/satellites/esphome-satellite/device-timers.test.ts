import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { TIMER } from '../esphome-device/messages.js';
import { type DeviceTimers, openDeviceTimers } from './device-timers.js';

const PIZZA = { id: 'pizza', name: 'pizza', due: 600_000, length: 600_000 };
const EGGS = { id: 'eggs', name: '', due: 300_400, length: 400_000 };

describe('timers on a device', () => {
  let timers: DeviceTimers;
  let told: unknown[][];
  let takes: boolean;
  const connected = () =>
    timers.connected(({ event, id, secondsLeft, isActive }) => {
      if (takes) told.push([event, id, secondsLeft, isActive]);
      return takes;
    });
  afterEach(() => mock.timers.reset());
  beforeEach(() => {
    mock.timers.enable({ apis: ['Date'] });
    timers = openDeviceTimers();
    [told, takes] = [[], true];
  });

  test('are told once each, as they begin, change and end', () => {
    connected();
    timers.show([PIZZA]);
    timers.show([PIZZA, EGGS]);
    timers.show([{ ...PIZZA, paused: 90_000 }, EGGS]);
    timers.show([EGGS]);
    assert.deepEqual(told, [
      [TIMER.started, 'pizza', 600, true],
      [TIMER.started, 'eggs', 300, true],
      [TIMER.updated, 'pizza', 90, false],
      [TIMER.cancelled, 'pizza', undefined, undefined],
    ]);
  });

  test('are told anew where the connection is, and those that went meanwhile go', () => {
    timers.show([PIZZA, EGGS]);
    connected();
    timers.disconnected();
    timers.show([EGGS]);
    mock.timers.tick(100_000);
    told = [];
    connected();
    assert.deepEqual(told, [
      [TIMER.cancelled, 'pizza', undefined, undefined],
      [TIMER.started, 'eggs', 200, true],
    ]);
  });

  test('ring once, and are not told of again while they ring', () => {
    timers.show([PIZZA]);
    assert.equal(timers.ring('pizza'), false, 'nobody is connected');
    connected();
    told = [];
    assert.equal(timers.ring('pizza'), true);
    timers.show([PIZZA]);
    connected();
    timers.show([]);
    assert.deepEqual(told, [[TIMER.finished, 'pizza', 0, false]]);
  });

  test('that could not be told are told with the next connection', () => {
    takes = false;
    connected();
    timers.show([PIZZA]);
    assert.equal(timers.ring('pizza'), false);
    takes = true;
    connected();
    assert.deepEqual(told, [[TIMER.started, 'pizza', 600, true]]);
  });
});
