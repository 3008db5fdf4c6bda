import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { clock } from '../../turn/clock.js';
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
  afterEach(() => device.close());

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

  test('is left and come to again, once, where it should send sound all the time', async () => {
    isMet(RAW, []);
    await clock.jump(4_000);
    assert.deepEqual(came, [true]);
    await clock.jump(1_000);
    assert.deepEqual(came, [true, false, true]);
    isConfigured([]);
    await clock.jump(60_000);
    assert.deepEqual(came, [true, false, true], 'a button may be all that it has');
  });

  test('is left alone where it has asked in the meantime', async () => {
    isMet(RAW, []);
    device.take(messages.voiceRequest.id, encode(messages.voiceRequest.fields, { start: true }));
    await clock.jump(60_000);
    assert.deepEqual(came, [true]);
  });

  for (const flags of [RAW, RAW + ANNOUNCES]) {
    test(`is left alone where it hears its wake word itself (${flags})`, async () => {
      isMet(flags);
      await clock.jump(60_000);
      assert.deepEqual(came, [true]);
    });
  }

  test('is left alone where it is gone', async () => {
    isMet(RAW, []);
    device.close();
    await clock.jump(60_000);
    assert.deepEqual(came, [true]);
  });
});
