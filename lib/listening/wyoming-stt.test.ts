import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../test/until.js';
import type { WyomingEvent } from '../audio/wyoming.js';
import { noise } from './samples.test.helper.js';
import { wyomingServer } from './wyoming.test.helper.js';
import { openWyomingStt } from './wyoming-stt.js';

const live = () => new AbortController().signal;

describe('speech to text over Wyoming', () => {
  test('sends the sound as it comes and takes the transcript', async () => {
    const got: WyomingEvent[] = [];
    const server = await wyomingServer((event, send) => {
      got.push(event);
      if (event.type === 'describe') send({ type: 'info', data: { asr: [] } });
      if (event.type === 'audio-stop') {
        send({ type: 'transcript-start' });
        // A server that streams tells the pieces before the whole, which comes all the same.
        for (const text of [' Turn on', ' the light. ']) send({ type: 'transcript-chunk', data: { text } });
        send({ type: 'transcript', data: { text: ' Turn on the light. ', language: 'en' } });
        send({ type: 'transcript-stop' });
      }
    });
    const stt = openWyomingStt({ url: server.url });
    await stt.warm();
    const sound = noise(1, 1000);
    const stream = stt.open({ language: 'en-GB', signal: live() });
    stream.write(sound.subarray(0, 10_000));
    await until(() => got.some(({ type }) => type === 'audio-chunk'), 'sound before the end');
    stream.write(sound.subarray(10_000));
    assert.deepEqual(await stream.finish(), { text: 'Turn on the light.', language: 'en', seconds: 1, by: 'wyoming' });
    const sent = got.filter(({ type }) => type !== 'describe');
    assert.deepEqual(sent[0], { type: 'transcribe', data: { language: 'en' } });
    assert.deepEqual(sent[1]?.data, { rate: 16_000, width: 2, channels: 1 });
    assert.deepEqual(Buffer.concat(sent.flatMap(({ payload }) => payload ?? [])), sound);
    await until(() => server.connections() === 0, 'the connection to be closed');
    await stt.close();
    await server.close();
  });

  test('says what went wrong', async () => {
    const server = await wyomingServer((event, send, socket) => {
      if (event.type !== 'audio-stop') return;
      send({ type: 'error', data: { text: 'out of memory' } });
      socket.end();
    });
    const stt = openWyomingStt({ url: server.url });
    await assert.rejects(stt.open({ signal: live() }).finish(), { code: 'stt-failed', message: /out of memory/ });
    await server.close();
    await assert.rejects(stt.open({ signal: live() }).finish(), { code: 'stt-unreachable' });
    await assert.rejects(stt.warm(), { code: 'stt-unreachable' });
    await assert.rejects(openWyomingStt({ url: 'http://x' }).warm(), { code: 'not-configured' });
  });

  test('a server that hangs up in the middle has failed', async () => {
    const server = await wyomingServer((event, _send, socket) => {
      if (event.type === 'audio-stop') socket.end();
    });
    const stt = openWyomingStt({ url: server.url });
    await assert.rejects(stt.open({ signal: live() }).finish(), {
      code: 'stt-failed',
      message: /closed the connection/,
    });
    await server.close();
  });

  test('a cancelled utterance closes its connection, one without end is refused', async () => {
    const server = await wyomingServer(() => {});
    const stt = openWyomingStt({ url: server.url });
    const cancel = new AbortController();
    const given = stt.open({ signal: cancel.signal });
    const waiting = given.finish();
    await until(() => server.connections() === 1, 'the connection');
    cancel.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    await until(() => server.connections() === 0, 'the connection to be closed');
    const endless = stt.open({ signal: live() });
    for (let second = 0; second < 61; second++) endless.write(noise(1, 10));
    await assert.rejects(endless.finish(), { code: 'bad-audio' });
    await until(() => server.connections() === 0, 'the connection to be closed');
    await server.close();
  });
});
