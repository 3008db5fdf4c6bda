import assert from 'node:assert/strict';
import dgram from 'node:dgram';
import { describe, type TestContext, test } from 'node:test';
import type { Answer } from 'dns-packet';
import openMulticast, { type MulticastDNS } from 'multicast-dns';
import { freePort } from '../../../test/free-port.js';
import { must, until } from '../../../test/until.js';
import { openHub } from '../hub.js';
import { announce } from './announce.js';
import { findSatellites } from './find.js';

/** A network of its own on the loopback interface. */
async function network() {
  const probe = dgram.createSocket('udp4');
  await new Promise<void>((resolve) => probe.bind(0, '127.0.0.1', resolve));
  const { port } = probe.address();
  await new Promise<void>((resolve) => probe.close(resolve));
  return { port, interface: '127.0.0.1', bind: '0.0.0.0' };
}

/** A responder that answers as it likes. */
function responder(options: Awaited<ReturnType<typeof network>>, context: TestContext): MulticastDNS {
  const mdns = openMulticast(options);
  context.after(() => new Promise<void>((resolve) => mdns.destroy(resolve)));
  return mdns;
}

const records = (name: string, type: string, port: number, ...txt: string[]): Answer[] => [
  { name: `${type}.local`, type: 'PTR', ttl: 120, data: `${name}.${type}.local` },
  { name: `${name}.${type}.local`, type: 'SRV', ttl: 120, data: { target: `${name}.local`, port } },
  { name: `${name}.${type}.local`, type: 'TXT', ttl: 120, data: txt },
];

describe('satellites on the network', { concurrency: true }, () => {
  test('are found with name and address, of whoever answers at once or only when asked again', async (context) => {
    const options = await network();
    const there = responder(options, context);
    const [pointer, ...rest] = records('wyoming-den', '_wyoming._tcp', 10_700);
    there.on('query', ({ questions }) => {
      const isAsked = questions.some(({ type }) => type === 'SRV');
      there.respond({
        answers: [
          ...records('voice-pe', '_esphomelib._tcp', 6053, 'friendly_name=Voice PE\u0007 kitchen'),
          { name: 'voice-pe.local', type: 'A', ttl: 120, data: '192.168.1.20' },
          must(pointer),
          ...(isAsked ? rest : []),
        ],
      });
    });
    assert.deepEqual(await findSatellites(options), [
      { kind: 'esphome', name: 'Voice PE kitchen', address: 'esphome://192.168.1.20:6053' },
      { kind: 'wyoming', name: 'wyoming-den', address: 'wyoming://127.0.0.1:10700' },
    ]);
  });

  test('are at most fifty, with short names, whatever is sent', async (context) => {
    const options = await network();
    const there = responder(options, context);
    const noise = dgram.createSocket('udp4');
    context.after(() => noise.close());
    there.on('query', () => {
      for (let from = 0; from < 100; from += 10) {
        const answers = Array.from({ length: 10 }, (_, at) =>
          records(`${'n'.repeat(50)}-${from + at}`, '_wyoming._tcp', 1),
        );
        there.respond({ answers: answers.flat() });
      }
      there.respond({ answers: records('__proto__', '_wyoming._tcp', 0, '__proto__=x', '=', '') });
      for (let size = 0; size < 40; size++) noise.send(Buffer.alloc(size, 0xc0), options.port, '224.0.0.251');
    });
    const found = await findSatellites(options);
    assert.equal(found.length, 50);
    assert.ok(found.every(({ name }) => name.length <= 64));
  });

  test('what is announced here is found by others until it goes, but no room of ours by us', async (context) => {
    const options = await network();
    const service = { name: 'jarvis', host: '192.168.1.9', port: 10_700, type: '_wyoming._tcp', txt: {} } as const;
    const room = {
      ...service,
      name: 'jarvis-kitchen',
      type: '_esphomelib._tcp',
      txt: { project_name: 'jarvis.room' },
    } as const;
    const there = responder(options, context);
    const gone: string[] = [];
    there.on('response', ({ answers }) => {
      for (const { name, type, ...record } of answers)
        if (type === 'SRV' && 'ttl' in record && record.ttl === 0) gone.push(name);
    });
    const close = announce([service, room], assert.fail, options);
    assert.deepEqual(await findSatellites(options), [
      { kind: 'wyoming', name: 'jarvis', address: 'wyoming://192.168.1.9:10700' },
    ]);
    await close();
    await until(
      () => gone.length === 2,
      () => `the goodbye: ${gone}`,
    );
    assert.match(must(gone[1]), /^jarvis-kitchen\._esphomelib\._tcp\.local$/);
  });
});

test('the rooms and the agent of a flow are found where they are open to others', async (context) => {
  const options = await network();
  const there = responder(options, context);
  const told = new Map<string, Answer>();
  there.on('response', ({ answers }) => {
    for (const answer of answers)
      if (answer.type === 'SRV' || answer.type === 'TXT') told.set(`${answer.type} ${answer.name}`, answer);
  });
  const [wyoming, room] = [await freePort(), await freePort()];
  const hub = openHub({
    broker: { kind: 'external', url: '', protocol: 4, verify: true },
    areas: { kitchen: 'Kitchen' },
    assist: { wyoming: `0.0.0.0:${wyoming}`, ollama: `127.0.0.1:${await freePort()}`, names: () => '' },
    rooms: { address: `0.0.0.0:${room}`, key: Buffer.alloc(32, 1).toString('base64'), house: 'test', language: 'en' },
    mdns: options,
  });
  context.after(() => hub.close());
  await until(() => told.size >= 4, 'both');
  const ports = [...told.values()].flatMap((answer) => (answer.type === 'SRV' ? answer.data.port : []));
  assert.deepEqual(ports.sort(), [wyoming, room].sort());
  const text = told.get('TXT jarvis-kitchen._esphomelib._tcp.local');
  assert.match(text?.type === 'TXT' ? String(text.data) : '', /mac=[\da-f]{12},.*api_encryption=Noise/);
});

test('a port that is another’s alone finds nothing and is told once it is announced', async (context) => {
  const other = dgram.createSocket('udp4');
  await new Promise<void>((resolve) => other.bind(0, '0.0.0.0', resolve));
  context.after(() => other.close());
  const options = { port: other.address().port, interface: '127.0.0.1', bind: '0.0.0.0' };
  const told: Error[] = [];
  const close = announce([], (error) => told.push(error), options);
  await until(() => told.length > 0, 'the reason');
  await close();
});
