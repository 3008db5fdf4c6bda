import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { JarvisError } from '../turn/errors.js';
import { connectWyoming, encodeEvent, WYOMING_LIMITS, type WyomingEvent, wyomingDecoder } from './wyoming.js';

/** A server on a free port; `serve` gets each socket. */
async function serverWith(serve: (socket: net.Socket) => void): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

async function collect(events: AsyncIterable<WyomingEvent>): Promise<WyomingEvent[]> {
  const all: WyomingEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const eventArbitrary = fc.record({
  type: fc.string({ minLength: 1, maxLength: 20 }),
  data: fc.dictionary(
    fc.string({ maxLength: 8 }).filter((key) => key !== '__proto__'),
    fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null)),
    { maxKeys: 4 },
  ),
  payload: fc.uint8Array({ maxLength: 300 }),
});

test('events survive any cutting of their bytes', () => {
  fc.assert(
    fc.property(
      fc.array(eventArbitrary, { maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 97 })),
      (events, cuts) => {
        const bytes = Buffer.concat(
          events.map((event) => encodeEvent({ ...event, payload: Buffer.from(event.payload) })),
        );
        const decoder = wyomingDecoder();
        const decoded: WyomingEvent[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const length = cuts[turn % Math.max(1, cuts.length)] ?? bytes.length;
          decoded.push(...decoder.push(bytes.subarray(at, at + length)));
          at += length;
        }
        assert.equal(decoder.unfinished, false);
        assert.deepEqual(
          decoded.map((event) => ({ type: event.type, data: { ...event.data }, payload: [...(event.payload ?? [])] })),
          events.map((event) => ({ type: event.type, data: { ...event.data }, payload: [...event.payload] })),
        );
      },
    ),
  );
});

test('random bytes give events or a JarvisError, nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), (chunks) => {
      const decoder = wyomingDecoder();
      try {
        for (const chunk of chunks) decoder.push(Buffer.from(chunk));
      } catch (thrown) {
        assert.ok(thrown instanceof JarvisError && thrown.code === 'bad-input');
      }
    }),
  );
});

test('what the protocol does not allow is refused', () => {
  const refused = (bytes: Buffer | string, message: RegExp) =>
    assert.throws(
      () => wyomingDecoder().push(Buffer.from(bytes)),
      (thrown) => thrown instanceof JarvisError && message.test(thrown.message),
    );
  refused(Buffer.alloc(WYOMING_LIMITS.header + 1, 'x'), /longer than/);
  refused('{"type":"a","data_length":1048577}\n', /data_length/);
  refused('{"type":"a","payload_length":16777217}\n', /payload_length/);
  refused('{"type":"a","payload_length":-1}\n', /payload_length/);
  refused('{"type":3}\n', /"type"/);
  refused('[]\n', /header/);
  refused('HTTP/1.1 400 Bad Request\r\n', /not JSON/);
  refused('{"type":"a","data_length":2}\n[]', /not a JSON object/);
});

test('data in the header and after it is one object', () => {
  const line = '{"type":"info","data":{"a":1,"b":1},"data_length":7}\n{"b":2}';
  assert.deepEqual(wyomingDecoder().push(Buffer.from(line)), [{ type: 'info', data: { a: 1, b: 2 } }]);
});

test('a conversation over a real socket; the reader may stop and go on', async () => {
  const server = await serverWith((socket) => {
    const decoder = wyomingDecoder();
    socket.on('data', (bytes) => {
      for (const event of decoder.push(bytes)) {
        socket.write(
          encodeEvent({ type: 'echo', data: { of: event.type }, payload: event.payload ?? Buffer.alloc(0) }),
        );
      }
    });
  });
  const connection = await connectWyoming(server.url);
  for (const type of ['one', 'two', 'three']) connection.send({ type, payload: Buffer.from(type) });
  const heard: unknown[] = [];
  for (let times = 0; times < 3; times++) {
    for await (const event of connection.events()) {
      heard.push([event.data['of'], event.payload?.toString()]);
      break;
    }
  }
  assert.deepEqual(heard, [
    ['one', 'one'],
    ['two', 'two'],
    ['three', 'three'],
  ]);
  connection.close();
  assert.deepEqual(await collect(connection.events()), []);
  connection.send({ type: 'late' });
  await server.close();
});

test('a wrong address, a closed port, a server that breaks off and one that talks HTTP are told apart', async () => {
  const rejects = (work: Promise<unknown>, code: string, message: RegExp) =>
    assert.rejects(
      work,
      (thrown) => thrown instanceof JarvisError && thrown.code === code && message.test(thrown.message),
    );
  await rejects(connectWyoming('http://127.0.0.1:1'), 'not-configured', /tcp:\/\/host:port/);
  await rejects(connectWyoming('nonsense'), 'not-configured', /nonsense/);
  await rejects(connectWyoming('tcp://127.0.0.1:1', { code: 'stt-unreachable' }), 'stt-unreachable', /ECONNREFUSED/);

  const half = await serverWith((socket) => socket.end('{"type":"transcript","data_length":10}\n{'));
  const cut = await connectWyoming(half.url, { code: 'stt-unreachable' });
  await rejects(collect(cut.events()), 'stt-unreachable', /in the middle/);
  await half.close();

  const http = await serverWith((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const web = await connectWyoming(http.url, { code: 'stt-unreachable' });
  await rejects(collect(web.events()), 'stt-unreachable', /not JSON/);
  await http.close();

  const killer = await serverWith((socket) => socket.resetAndDestroy());
  const killed = await connectWyoming(killer.url, { code: 'tts-unreachable' })
    .then(
      (connection) => collect(connection.events()),
      (thrown: unknown) => Promise.reject(thrown),
    )
    .catch((thrown: unknown) => thrown);
  assert.ok(killed instanceof JarvisError && killed.code === 'tts-unreachable');
  await killer.close();
});

test('the signal ends the waiting with an AbortError', async () => {
  const silent = await serverWith(() => {});
  const abort = new AbortController();
  const connection = await connectWyoming(silent.url, { signal: abort.signal });
  const waiting = collect(connection.events());
  abort.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  await assert.rejects(connectWyoming(silent.url, { signal: abort.signal }), { name: 'AbortError' });
  await silent.close();
});
