import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseWav } from '../../audio/wav.js';
import { openSoundServer, type SoundServer } from './sound-server.js';

const RATE = 16_000;
const samples = (seconds: number) => Buffer.alloc(seconds * RATE * 2, 5);

describe('what a device fetches', () => {
  let server: SoundServer;
  before(async () => {
    server = await openSoundServer('127.0.0.1');
  });
  after(() => server.close());

  test('is a WAV of the right length, once', async () => {
    let fetches = 0;
    const offered = server.offer(() => fetches++);
    offered.write(samples(0.5), RATE);
    offered.end();
    const response = await fetch(offered.url);
    assert.equal(response.headers.get('content-type'), 'audio/wav');
    const wav = Buffer.from(await response.arrayBuffer());
    assert.equal(wav.readUInt32LE(40), samples(0.5).length);
    assert.deepEqual(parseWav(wav), { samples: samples(0.5), rate: RATE });
    assert.equal((await fetch(offered.url)).status, 404);
    assert.equal(fetches, 1);
  });

  test('may grow while it is fetched', async () => {
    const offered = server.offer(() => {});
    offered.write(samples(0.1), RATE);
    const response = await fetch(offered.url);
    offered.write(samples(0.2), RATE);
    offered.end();
    const wav = Buffer.from(await response.arrayBuffer());
    assert.equal(parseWav(wav).samples.length, samples(0.3).length);
  });

  test('breaks off where it is dropped, and is not to be had before or after', async () => {
    const offered = server.offer(() => {});
    offered.write(samples(0.1), RATE);
    const response = await fetch(offered.url);
    offered.drop();
    await assert.rejects(response.arrayBuffer());
    const other = server.offer(() => {});
    other.drop();
    assert.equal((await fetch(other.url)).status, 404);
  });

  test('is given to nobody who guesses, and changed by nobody', async () => {
    const offered = server.offer(() => {});
    offered.end();
    const { origin } = new URL(offered.url);
    for (const path of ['/', '/../', '/0.wav']) assert.equal((await fetch(origin + path)).status, 404);
    assert.equal((await fetch(offered.url, { method: 'POST' })).status, 404);
  });

  test('is forgotten where nobody fetches: the oldest of more than twenty', async () => {
    const first = server.offer(() => {});
    for (let count = 0; count < 20; count++) server.offer(() => {});
    assert.equal((await fetch(first.url)).status, 404);
  });
});
