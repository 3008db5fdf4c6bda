import { JarvisError } from '../../turn/errors.js';
import { type Ciphers, noiseInitiator, TAG_BYTES } from '../esphome-device/noise.js';
import { varint } from '../esphome-device/protobuf.js';

/** How messages lie in the bytes of a connection to a device. */
export interface Framing {
  /** Takes what came, and gives the messages that are whole. @throws JarvisError when it can't be understood */
  push(bytes: Buffer): { type: number; data: Buffer }[];
  frame(type: number, data: Buffer): Buffer;
}

const [PLAIN, SEALED] = [0, 1];
/** Bytes of the longest message that a device may send. */
const MAX_MESSAGE = 0xffff;
const KEY_BYTES = 32;

/** Frames without encryption: a zero, the length, the type, the message. */
export function plainFraming(): Framing {
  let buffer: Buffer = Buffer.alloc(0);
  const next = () => {
    if (buffer.length === 0) return undefined;
    if (buffer[0] === SEALED) {
      throw new JarvisError(
        'not-configured',
        'it wants encryption: give its key, the one in its ESPHome configuration',
      );
    }
    if (buffer[0] !== PLAIN) throw unknown();
    const length = readVarint(buffer, 1);
    const type = length && readVarint(buffer, length.end);
    if (!length || !type) return undefined;
    if (length.value > MAX_MESSAGE) throw unknown();
    const end = type.end + length.value;
    if (buffer.length < end) return undefined;
    const message = { type: type.value, data: buffer.subarray(type.end, end) };
    buffer = buffer.subarray(end);
    return message;
  };
  return {
    push(bytes) {
      buffer = joined(buffer, bytes);
      return all(next);
    },
    frame: (type, data) => Buffer.concat([Buffer.of(PLAIN), varint(data.length), varint(type), data]),
  };
}

/**
 * Frames that are sealed with the device's key; whoever hasn't the key, or doesn't seal, isn't listened to.
 * @param write sends the handshake
 * @param opened the device has shown that it has the key: messages may be framed
 * @throws JarvisError not-configured for what is no key
 */
export function sealedFraming(key: string, write: (bytes: Buffer) => void, opened: () => void): Framing {
  const secret = Buffer.from(key, 'base64');
  if (secret.length !== KEY_BYTES) {
    throw new JarvisError('not-configured', 'its key is none: 32 bytes, written in base64, are one');
  }
  const initiator = noiseInitiator(secret, Buffer.concat([Buffer.from('NoiseAPIInit'), Buffer.of(0, 0)]));
  let buffer: Buffer = Buffer.alloc(0);
  let isGreeted = false;
  let ciphers: Ciphers | undefined;
  const framed = (bytes: Buffer) => Buffer.concat([Buffer.of(SEALED, bytes.length >> 8, bytes.length & 0xff), bytes]);

  write(Buffer.concat([framed(Buffer.alloc(0)), framed(Buffer.concat([Buffer.of(0), initiator.message]))]));

  const shake = (frame: Buffer) => {
    if (frame[0] === 1 && !isGreeted) {
      isGreeted = true;
      return;
    }
    try {
      if (!isGreeted || frame[0] !== 0) throw new Error('refused');
      ciphers = initiator.finish(frame.subarray(1));
    } catch {
      throw new JarvisError('not-configured', 'its key is another: give the one in its ESPHome configuration');
    }
    opened();
  };
  const next = () => {
    for (;;) {
      if (buffer.length === 0) return undefined;
      if (buffer[0] !== SEALED) {
        throw new JarvisError(
          'not-configured',
          'a key is given, and it answers without encryption: nothing is sent to it. Give it that key, or take the key away here',
        );
      }
      if (buffer.length < 3) return undefined;
      const end = 3 + buffer.readUInt16BE(1);
      if (buffer.length < end) return undefined;
      const frame = buffer.subarray(3, end);
      buffer = buffer.subarray(end);
      if (!ciphers) {
        shake(frame);
        continue;
      }
      const plain = ciphers.open(frame);
      if (plain.length < 4) throw unknown();
      return { type: plain.readUInt16BE(0), data: plain.subarray(4, 4 + plain.readUInt16BE(2)) };
    }
  };
  return {
    push(bytes) {
      buffer = joined(buffer, bytes);
      return all(next);
    },
    frame(type, data) {
      if (!ciphers || data.length + TAG_BYTES + 4 > MAX_MESSAGE) throw unknown();
      const header = Buffer.of(type >> 8, type & 0xff, data.length >> 8, data.length & 0xff);
      return framed(ciphers.seal(Buffer.concat([header, data])));
    },
  };
}

function all<T>(next: () => T | undefined): T[] {
  const found: T[] = [];
  for (let one = next(); one !== undefined; one = next()) found.push(one);
  return found;
}

function joined(before: Buffer, bytes: Buffer): Buffer {
  return before.length === 0 ? bytes : Buffer.concat([before, bytes]);
}

/** Undefined while it isn't whole. */
function readVarint(bytes: Buffer, from: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let at = from; at < from + 4; at++) {
    const byte = bytes[at];
    if (byte === undefined) return undefined;
    value += (byte % 128) * 128 ** (at - from);
    if (byte < 128) return { value, end: at + 1 };
  }
  throw unknown();
}

function unknown(): JarvisError {
  return new JarvisError('satellite-unreachable', "what answers there doesn't speak ESPHome's native API");
}
