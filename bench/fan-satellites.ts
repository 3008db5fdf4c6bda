import type { Socket } from 'node:net';
import { connectAsync, type MqttClient } from 'mqtt';
import { wavOf } from '../lib/audio/wav.js';

/** 64 ms of sound, as satellites send it. */
const FRAME = wavOf({ rate: 16_000, samples: Buffer.alloc(2048) });
const FRAME_MS = 64;

/** What a process of clients does: rooms that send real-time sound for some seconds, one that reads nothing, one that floods. */
const [kind = '', url = '', count = '0', seconds = '0'] = process.argv.slice(2);

async function rooms(): Promise<void> {
  const clients: MqttClient[] = [];
  for (let at = 0; at < Number(count); at++) clients.push(await connectAsync(url));
  process.send?.('ready');
  const total = Math.ceil((Number(seconds) * 1000) / FRAME_MS);
  const started = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    // Late timers are made up for: the pace is that of a clock.
    while (sent < total && performance.now() - started >= sent * FRAME_MS) {
      for (const [at, client] of clients.entries()) client.publish(`hermes/audioServer/room-${at}/audioFrame`, FRAME);
      sent++;
    }
    if (sent < total) return;
    clearInterval(timer);
    void Promise.all(clients.map((client) => client.endAsync())).then(() =>
      process.send?.({ sent, sound: (sent * FRAME_MS) / 1000 }),
    );
  }, 8);
}

async function stalled(): Promise<void> {
  const client = await connectAsync(url, { keepalive: 0 });
  await client.subscribeAsync('#');
  (client.stream as Socket).pause();
  process.send?.('ready');
}

async function flooding(): Promise<void> {
  const client = await connectAsync(url);
  client.on('error', () => {});
  const flood = () => {
    for (let at = 0; at < 100; at++) {
      client.publish(`hermes/audioServer/flood-${at}/audioFrame`, FRAME);
      client.publish('hermes/asr/textCaptured', JSON.stringify({ siteId: `flood-${at}`, text: 'What is the time?' }));
    }
    if ((client.stream as Socket).writableLength < 1_000_000) setImmediate(flood);
    else client.stream.once('drain', flood);
  };
  flood();
  process.send?.('ready');
}

const KINDS: Record<string, () => Promise<void>> = { rooms, stalled, flooding };
void KINDS[kind]?.();
