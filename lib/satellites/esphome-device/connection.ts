import type { Socket } from 'node:net';
import { clock, whenIdle } from '../../turn/clock.js';
import { tokenBucket } from '../../turn/token-bucket.js';
import { plainAddress } from '../addresses.js';
import { stands } from '../seats.js';
import type { MessageType } from './messages.js';
import { type Ciphers, noiseResponder, TAG_BYTES } from './noise.js';
import { encode, type Fields, type Written } from './protobuf.js';

/** One client of a device, after it has shown that it has the key. */
export interface Connection {
  /** Where it comes from, as an address of the network. */
  readonly from: string;
  /** False when it couldn't be sent: the connection is over, or doesn't keep up. */
  send<F extends Fields>(type: MessageType<F>, message: Written<F>): boolean;
  close(): void;
}

export interface ConnectionEvents {
  /** The handshake has succeeded. What it returns takes the messages; what that throws ends the connection. */
  opened(connection: Connection): (type: number, data: Buffer) => void;
  closed(connection: Connection): void;
  /** It was sent away. */
  refused(why: Error): void;
}

const MARKER = 1;
/** Bytes of a frame before the key was shown: 48 and a mark. */
const MAX_HANDSHAKE = 128;
const HANDSHAKE_MS = 10_000;
/** Home Assistant pings a silent device every twenty seconds. */
const IDLE_MS = 150_000;
/** Frames of a connection a second. */
const FRAMES = { rate: 50, burst: 500 } as const;
/** Bytes that wait for a client that doesn't read. */
const MAX_WAITING = 512 * 1024;

/**
 * Serves ESPHome's native API on a socket, encrypted only.
 * @param device what it calls itself before the key is shown: name, and address of the network card as 12 hex digits
 */
export function serveConnection(
  socket: Socket,
  key: Buffer,
  device: { name: string; mac: string },
  events: ConnectionEvents,
): void {
  const flow = tokenBucket(FRAMES.rate, FRAMES.burst);
  let buffer: Buffer = Buffer.alloc(0);
  let hello: Buffer | undefined;
  let ciphers: Ciphers | undefined;
  let take: ((type: number, data: Buffer) => void) | undefined;

  const write = (frame: Buffer): boolean => {
    if (socket.destroyed || !socket.writable) return false;
    if (socket.writableLength > MAX_WAITING) {
      socket.destroy();
      return false;
    }
    const header = Buffer.of(MARKER, frame.length >> 8, frame.length & 0xff);
    socket.write(Buffer.concat([header, frame]));
    return true;
  };
  const refuse = (thrown: unknown) => {
    events.refused(thrown instanceof Error ? thrown : new Error(String(thrown)));
    socket.destroy();
  };
  const connection: Connection = {
    from: plainAddress(socket.remoteAddress ?? ''),
    send(type, message) {
      const data = encode(type.fields, message);
      if (!ciphers || data.length + TAG_BYTES + 4 > 0xffff || socket.destroyed) return false;
      const header = Buffer.of(type.id >> 8, type.id & 0xff, data.length >> 8, data.length & 0xff);
      return write(ciphers.seal(Buffer.concat([header, data])));
    },
    close: () => socket.end(),
  };
  const shake = (frame: Buffer) => {
    if (!hello) {
      hello = frame;
      write(Buffer.from(`\x01${device.name}\0${device.mac}\0`));
      return;
    }
    const length = Buffer.of(hello.length >> 8, hello.length & 0xff);
    const prologue = Buffer.concat([Buffer.from('NoiseAPIInit'), length, hello]);
    try {
      if (frame[0] !== 0) throw new Error('its handshake begins wrongly');
      const shaken = noiseResponder(key, prologue).answer(frame.subarray(1));
      write(Buffer.concat([Buffer.of(0), shaken.reply]));
      ciphers = shaken.ciphers;
    } catch {
      write(Buffer.from('\x01Handshake MAC failure'));
      socket.end();
      events.refused(new Error('its key is another'));
      return;
    }
    whenIdle(socket, IDLE_MS);
    deadline.cancel();
    stands(socket, 'served');
    take = events.opened(connection);
  };
  const receive = (frame: Buffer) => {
    if (!ciphers) return shake(frame);
    if (!flow.take()) throw new Error('it sends without end');
    const plain = ciphers.open(frame);
    if (plain.length < 4) throw new Error('a message is too short');
    take?.(plain.readUInt16BE(0), plain.subarray(4));
  };

  const deadline = clock.limit(HANDSHAKE_MS, () => socket.destroy()).unref();
  whenIdle(socket, HANDSHAKE_MS, () => socket.destroy());
  socket.on('error', () => {});
  socket.once('close', () => {
    deadline.cancel();
    if (ciphers) events.closed(connection);
  });
  socket.on('data', (bytes: Buffer) => {
    buffer = buffer.length === 0 ? bytes : Buffer.concat([buffer, bytes]);
    try {
      while (buffer.length >= 3 && !socket.destroyed && socket.writable) {
        if (buffer[0] !== MARKER) {
          // Tells a client without a key that it needs one.
          write(Buffer.from('\x01Bad indicator byte'));
          socket.end();
          return;
        }
        const length = buffer.readUInt16BE(1);
        if (!ciphers && length > MAX_HANDSHAKE) throw new Error('its handshake is too long');
        if (buffer.length < 3 + length) return;
        const frame = buffer.subarray(3, 3 + length);
        buffer = buffer.subarray(3 + length);
        receive(frame);
      }
    } catch (thrown) {
      refuse(thrown);
    }
  });
}
