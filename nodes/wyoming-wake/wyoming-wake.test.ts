import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { wavOf } from '../../lib/audio/wav.js';
import { noise } from '../../lib/listening/samples.test.helper.js';
import { bench, caught, counts, must, unload, until } from '../node.test.helper.js';
import { server } from '../wyoming.test.helper.js';

const WAKE = { type: 'wyoming-wake', outputs: 1 };
const INFO = { wake: [{ name: 'openwakeword', models: [{ name: 'hey_jarvis_v0.1' }, { name: 'alexa_v0.1' }] }] };
const PIECE = noise(0.08, 1000);

/** A server that hears the word in the second piece of sound that isn't silence, each connection by itself. */
async function ears() {
  const asked: unknown[] = [];
  const pieces = new Map<unknown, number>();
  const opened = await server(({ type, data, payload }, send, socket) => {
    if (type === 'describe') send({ type: 'info', data: INFO });
    if (type === 'detect') asked.push(data['names']);
    if (type !== 'audio-chunk' || !payload?.some((byte) => byte !== 0)) return;
    pieces.set(socket, (pieces.get(socket) ?? 0) + 1);
    if (pieces.get(socket) !== 2) return;
    send({ type: 'detection', data: { name: 'hey_jarvis_v0.1', timestamp: data['timestamp'] } });
  });
  return { ...opened, asked, heard: () => [...pieces.values()] };
}

describe('the node for wake words by Wyoming', () => {
  afterEach(unload);

  test('tells each detection with its stream, whatever the sound is packed in', async () => {
    const { url, asked, connections } = await ears();
    const wake = await bench({ ...WAKE, server: url, words: 'hey_jarvis, alexa' });
    const sayAll = () => {
      wake.send({ topic: 'den', payload: PIECE });
      wake.send({ topic: 'hall', payload: wavOf({ samples: PIECE, rate: 8_000 }) });
    };
    sayAll();
    await until(() => connections() === 2 && asked.length === 2, 'a connection for each stream');
    await until(() => wake.statuses.some(({ text }) => text === 'status.listening'), 'the status');
    const heardIn = (topic: string) => must(wake.out[0]).some((msg) => msg.topic === topic);
    await until(() => {
      sayAll();
      return heardIn('den') && heardIn('hall');
    }, 'the word in both');
    const told = must(must(wake.out[0]).find(({ topic }) => topic === 'den'));
    assert.equal(told.payload, 'hey_jarvis');
    assert.ok(Number(told['timestamp']) >= 160 && Number(told['timestamp']) % 80 === 0, `${told['timestamp']}`);
    assert.deepEqual(asked, [
      ['hey_jarvis', 'alexa'],
      ['hey_jarvis', 'alexa'],
    ]);
    await until(() => wake.statuses.some(({ text }) => text === 'hey_jarvis'), 'the word in the status');
    await wake.stop();
    await until(() => connections() === 0, 'the connections to be closed');
    assert.deepEqual(wake.statuses.at(-1), {});
  });

  test('a rate that changes and what is no sound are errors, told once while they stream in', async () => {
    const { url } = await ears();
    const wake = await bench({ ...WAKE, server: url });
    wake.send({ topic: 'den', payload: PIECE });
    for (let count = 0; count < 3; count++) {
      wake.send({ topic: 'den', payload: wavOf({ samples: PIECE, rate: 8_000 }) });
      wake.send({ topic: 'den', payload: Buffer.from('RIFF nonsense') });
    }
    await until(() => wake.completed.length === 5, 'all of them');
    assert.deepEqual(
      wake.caught.map(({ error }) => error?.code),
      ['bad-audio', 'bad-audio'],
    );
  });

  test('names the word that the server doesn’t know, which only hangs up', async () => {
    const { url } = await server(({ type }, send, socket) => {
      if (type === 'describe') send({ type: 'info', data: INFO });
      if (type === 'detect') socket.end();
    });
    const wake = await bench({ ...WAKE, server: url, words: 'hey_house' });
    wake.send({ topic: 'den', payload: PIECE });
    const { code, message } = await caught(wake);
    assert.equal(code, 'not-configured');
    assert.match(message, /hey_house.*hey_jarvis, alexa/);
    assert.equal(must(wake.caught[0]).topic, 'den');
  });

  test('tells a server that speaks another protocol once, however much sound comes', async () => {
    const { url } = await server((_event, _send, socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const wake = await bench({ ...WAKE, server: url });
    for (let count = 0; count < 5; count++) wake.send({ topic: 'den', payload: PIECE });
    const { code, message } = await caught(wake);
    assert.deepEqual([code, /Is the other side a Wyoming server\?/.test(message)], ['wake-failed', true]);
    assert.deepEqual(counts(wake), { out: [0], caught: 1, completed: 5 });
  });

  test('a server that hangs ends with the flow, untold', async () => {
    const hanging = await server(() => {});
    const wake = await bench({ ...WAKE, server: hanging.url });
    wake.send({ topic: 'den', payload: PIECE });
    await until(() => hanging.connections() === 2, 'the stream, and the question what it knows');
    await wake.stop();
    await until(() => hanging.connections() === 0, 'the connection to be closed');
    assert.deepEqual(counts(wake), { out: [0], caught: 0, completed: 1 });
  });
});
