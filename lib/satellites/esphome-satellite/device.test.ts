import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import * as messages from '../esphome-device/messages.js';
import { decode, encode } from '../esphome-device/protobuf.js';
import type { Client } from './client.js';
import { type Device, openDevice } from './device.js';

/** Bits of its flags: voice, loudspeaker, sound by the API. */
const RAW = 1 + 2 + 4;
const ANNOUNCES = 16;
const WORDS = [{ id: 'hey_jarvis', word: 'Hey Jarvis' }];

describe('a device that asks for nothing after we have come', () => {
  let device: Device;
  let came: boolean[];
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    came = [];
    const client: Client = {
      local: '127.0.0.1',
      send({ id, fields }, message) {
        if (id !== messages.subscribeVoice.id) return true;
        const { subscribe } = decode(messages.subscribeVoice.fields, encode(fields, message));
        came.push(subscribe);
        return true;
      },
    };
    device = openDevice(
      client,
      () => undefined,
      () => {},
    );
  });
  afterEach(() => {
    device.close();
    mock.timers.reset();
  });

  const isMet = (voiceFlags: number, available = WORDS) => {
    device.take(
      messages.deviceInfoResponse.id,
      encode(messages.deviceInfoResponse.fields, { name: 'atom', voiceFlags }),
    );
    isConfigured(available);
  };
  const isConfigured = (available = WORDS) => {
    const told = { available, active: available.map(({ id }) => id), maxActive: available.length };
    device.take(messages.configurationResponse.id, encode(messages.configurationResponse.fields, told));
  };

  test('is left and come to again, once, where it should send sound all the time', () => {
    isMet(RAW, []);
    mock.timers.tick(4_000);
    assert.deepEqual(came, [true]);
    mock.timers.tick(1_000);
    assert.deepEqual(came, [true, false, true]);
    isConfigured([]);
    mock.timers.tick(60_000);
    assert.deepEqual(came, [true, false, true], 'a button may be all that it has');
  });

  test('is left alone where it has asked in the meantime', () => {
    isMet(RAW, []);
    device.take(messages.voiceRequest.id, encode(messages.voiceRequest.fields, { start: true }));
    mock.timers.tick(60_000);
    assert.deepEqual(came, [true]);
  });

  for (const flags of [RAW, RAW + ANNOUNCES]) {
    test(`is left alone where it hears its wake word itself (${flags})`, () => {
      isMet(flags);
      mock.timers.tick(60_000);
      assert.deepEqual(came, [true]);
    });
  }

  test('is left alone where it is gone', () => {
    isMet(RAW, []);
    device.close();
    mock.timers.tick(60_000);
    assert.deepEqual(came, [true]);
  });
});
