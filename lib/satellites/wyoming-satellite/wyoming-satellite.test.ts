import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { hurried, must, until } from '../../../test/until.js';
import { encodeEvent, type WyomingEvent, wyomingDecoder } from '../../audio/wyoming.js';
import { clock } from '../../turn/clock.js';
import { openHub, type SatelliteHub } from '../hub.js';

const FORMAT = { rate: 16_000, width: 2, channels: 1 };
const open: (() => unknown)[] = [];

/** A satellite at a free port, and a hub that connects to it. */
async function house() {
  const got: WyomingEvent[] = [];
  const sockets: net.Socket[] = [];
  const server = net.createServer((socket) => {
    sockets.push(socket);
    const decoder = wyomingDecoder();
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const event of decoder.push(bytes)) {
        got.push(event);
        if (event.type === 'describe') socket.write(encodeEvent({ type: 'info', data: { satellite: {} } }));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const hub: SatelliteHub = openHub({
    broker: { kind: 'external', url: '', protocol: 4, verify: true },
    linked: [{ site: 'hall', kind: 'wyoming', host: '127.0.0.1', port }],
  });
  open.push(
    () => hub.close(),
    () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  );
  const types = () => got.map(({ type }) => type);
  await until(() => types().includes('run-satellite'), 'the connection');
  const send = (event: Parameters<typeof encodeEvent>[0]) => must(sockets.at(-1)).write(encodeEvent(event));
  return { hub, got, types, send, sockets };
}

describe('a Wyoming satellite', () => {
  afterEach(async () => {
    for (const end of open.splice(0)) await end();
  });

  test('is heard, woken here, and told what comes of it', async () => {
    const { hub, types, send } = await house();
    const sound: Buffer[] = [];
    hub.on('audio', (site, samples) => site === 'hall' && sound.push(samples));
    send({ type: 'run-pipeline', data: { start_stage: 'wake', end_stage: 'tts' } });
    send({ type: 'audio-chunk', data: FORMAT, payload: Buffer.alloc(2048, 7) });
    await until(() => sound.length > 0, 'the sound');
    assert.deepEqual(Buffer.concat(sound), Buffer.alloc(2048, 7));
    hub.setStage('hall', 'listening');
    hub.setStage('hall', 'thinking');
    hub.show('hall', { kind: 'heard', text: 'light on', turn: 't' });
    hub.show('hall', { kind: 'reply', text: 'Done.', turn: 't' });
    const wanted = ['detection', 'voice-started', 'voice-stopped', 'transcript', 'synthesize'];
    await until(() => types().includes('synthesize'), 'the events');
    assert.deepEqual(
      types().filter((type) => wanted.includes(type)),
      wanted,
    );
  });

  test('tells its wake word, and is sent back to wait for it without a sound where another one answers', async () => {
    const { hub, types, send } = await house();
    const woken: unknown[] = [];
    hub.on('wake', (_site, wake) => woken.push(wake));
    send({ type: 'detection', data: { name: 'hey_jarvis_v0.1' } });
    send({ type: 'run-pipeline', data: { start_stage: 'asr', end_stage: 'tts' } });
    await until(() => woken.length > 0, 'the wake');
    assert.deepEqual(woken, [{ word: 'hey_jarvis', by: 'satellite' }]);
    const before = types().filter((type) => type === 'run-satellite').length;
    hub.dismiss('hall');
    await until(() => types().filter((type) => type === 'run-satellite').length > before, 'its end');
    hub.setStage('hall', 'idle');
    hub.dismiss('hall');
    await hub.close();
    assert.deepEqual([types().includes('transcript'), types().includes('detection')], [false, false]);
  });

  test('that woke by itself streams until its turn is over', async () => {
    const { hub, got, types, send } = await house();
    const woken = new Promise((resolve) => hub.on('wake', (site) => resolve(site)));
    send({ type: 'run-pipeline', data: { start_stage: 'asr', end_stage: 'tts' } });
    assert.equal(await woken, 'hall');
    hub.setStage('hall', 'listening');
    hub.show('hall', { kind: 'heard', text: 'light on', turn: 't' });
    hub.show('hall', { kind: 'reply', text: 'Done.', turn: 't' });
    await until(() => types().includes('synthesize'), 'the reply');
    assert.ok(!types().includes('transcript') && !types().includes('detection'));
    hub.setStage('hall', 'idle');
    await clock.jump(1_500);
    await until(() => types().includes('transcript'), 'the transcript');
    assert.deepEqual(got.find(({ type }) => type === 'transcript')?.data, { text: 'light on' });
  });

  test('that woke by itself where nobody listens may stop streaming', async () => {
    const { hub, types, send } = await house();
    const woken = new Promise((resolve) => hub.on('wake', resolve));
    send({ type: 'run-pipeline', data: { start_stage: 'asr', end_stage: 'tts' } });
    await woken;
    await clock.jump(3_000);
    await until(() => types().includes('transcript'), 'the transcript');
  });

  test('plays a sound whole, and gets no more of one that is cut off', async () => {
    const { hub, got, types } = await house();
    const samples = Buffer.from(Array.from({ length: 9600 }, (_, at) => at % 251));
    await hub.play('hall', { samples, rate: 22_050 }, 'a', new AbortController().signal);
    await until(() => types().includes('audio-stop'), 'the end');
    assert.deepEqual(Buffer.concat(got.flatMap(({ payload }) => payload ?? [])), samples);
    got.length = 0;
    const cut = new AbortController();
    const playing = hub.play('hall', { samples: Buffer.alloc(22_050 * 2 * 60), rate: 22_050 }, 'b', cut.signal);
    await until(() => types().includes('audio-chunk'), 'the beginning');
    cut.abort();
    await assert.rejects(playing, { name: 'AbortError' });
    await until(() => types().includes('audio-stop'), 'the stop');
    assert.equal(types().lastIndexOf('audio-chunk') < types().indexOf('audio-stop'), true);
  });

  test('is connected to again after it sent what is no Wyoming', async () => {
    const { hub, types, sockets } = await house();
    const problem = new Promise((resolve) => hub.on('problem', resolve));
    must(sockets.at(-1)).write(Buffer.alloc(100_000, 'x'));
    assert.equal(await problem, 'hall');
    await hurried(
      until(() => types().filter((type) => type === 'run-satellite').length === 2, 'the second connection'),
    );
  });
});
