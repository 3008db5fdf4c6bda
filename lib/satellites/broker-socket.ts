import type { Socket } from 'node:net';
import { clock, type Timer } from '../turn/clock.js';
import { tokenBucket } from '../turn/token-bucket.js';

/** What a connection to the built-in broker is held to. */
export interface SocketLimits {
  /** Bytes that are about to be written to it: sound has its own length to arrive. */
  expect(bytes: number): void;
  /** It has unsent bytes: from now on it must take them. */
  unsent(): void;
  /** True when one more message that isn't sound may pass: many rooms may be behind one connection, but people talk slowly. */
  mayTell(): boolean;
  /** Our own end: it is neither slowed nor dropped for being slow. */
  lift(): void;
}

/** Larger packets end their connection: more than a minute of the best sound we send. */
const MAX_PACKET_BYTES = 16 * 1024 * 1024;
/** What one connection may send: the sound of sixty rooms. What is over it waits at the sender. */
const PACKETS_PER_SECOND = 2_000;
const BYTES_PER_SECOND = 2 * 1024 * 1024;
const MAX_BURST_PACKETS = 2_000;
const MAX_BURST_BYTES = 4 * 1024 * 1024;
const MESSAGES_PER_SECOND = 25;
const MAX_BURST_MESSAGES = 400;
/** Packets that are read at once, so that a chunk of thousands of tiny ones doesn't hold up the other connections. */
const MAX_BATCH = 64;
/** A client that hasn't taken what it was sent by then is dropped, in milliseconds. */
const DRAIN_MS = 400;
/** From this size on a packet is sound, for which a client has as long as it plays, here at 16 kHz: it may play it as it reads it. */
const SOUND_BYTES = 64 * 1024;
const SOUND_BYTES_PER_MS = 32;
/** By then what is expected is being written, in milliseconds. */
const WRITTEN_MS = 1_000;
/** Unsent bytes beside sound at which a client is dropped at once. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;
const MAX_UNSENT_SOUND_BYTES = 4 * MAX_PACKET_BYTES;

/**
 * Holds a connection to its limits, where aedes would collect packets of up to 256 MB, read without end, and let every
 * client wait until the slowest has taken its copy. aedes takes bytes with `read()`, so that is where they are looked at.
 * @param onProblem what it does wrong, for people; once for each fault
 */
export function limitSocket(socket: Socket, onProblem: (kind: 'too fast' | 'too slow') => void): SocketLimits {
  const packets = tokenBucket(PACKETS_PER_SECOND, MAX_BURST_PACKETS);
  const bytes = tokenBucket(BYTES_PER_SECOND, MAX_BURST_BYTES);
  const messages = tokenBucket(MESSAGES_PER_SECOND, MAX_BURST_MESSAGES);
  const scan = packetScanner();
  let own = false;
  let resume: Timer | undefined;
  let drain: Timer | undefined;
  /** Since when it has unsent bytes, and how many of them are sound. */
  let since = 0;
  let sound = 0;
  let expectedAt = 0;
  let toldFast = false;
  const tellFast = () => {
    if (!toldFast) onProblem('too fast');
    toldFast = true;
  };

  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    if (resume) return null;
    const wait = own ? 0 : Math.max(packets.wait(), bytes.wait());
    if (wait > 0) {
      tellFast();
      resume = clock.after(wait, () => {
        resume = undefined;
        socket.emit('readable');
      });
      return null;
    }
    const chunk: unknown = read(size);
    if (!Buffer.isBuffer(chunk)) return chunk;
    const { end, count } = scan(chunk);
    if (end < 0) {
      socket.destroy();
      return null;
    }
    packets.take(count);
    bytes.take(end);
    if (end < chunk.length) socket.unshift(chunk.subarray(end));
    return chunk.subarray(0, end);
  };

  const drop = () => {
    if (socket.destroyed) return;
    onProblem('too slow');
    socket.destroy();
  };
  const check = () => {
    drain = undefined;
    const left = since + DRAIN_MS + sound / SOUND_BYTES_PER_MS - clock.steady();
    if (left > 0) drain = clock.limit(left, check);
    // What the client took while this process was busy is only seen after the next look at the sockets.
    else setImmediate(() => since > 0 && drop());
  };
  socket.on('drain', () => {
    since = 0;
    sound = 0;
  });
  socket.once('close', () => {
    resume?.cancel();
    drain?.cancel();
  });

  return {
    expect(size) {
      if (size < SOUND_BYTES) return;
      // What was expected long ago has gone out.
      if (socket.writableLength === 0 && clock.steady() - expectedAt > WRITTEN_MS) sound = 0;
      expectedAt = clock.steady();
      sound += size;
    },
    unsent() {
      if (own || !socket.writableNeedDrain) return;
      if (socket.writableLength > MAX_UNSENT_BYTES + Math.min(sound, MAX_UNSENT_SOUND_BYTES)) return drop();
      if (since === 0) since = clock.steady();
      drain ??= clock.limit(DRAIN_MS, check);
    },
    mayTell() {
      if (own || messages.take()) return true;
      tellFast();
      return false;
    },
    lift() {
      own = true;
    },
  };
}

/**
 * Follows the lengths of MQTT packets through a stream.
 * @returns for each chunk: how many packets end in its first `end` bytes; -1 when one announces too large a length
 */
function packetScanner(): (chunk: Buffer) => { end: number; count: number } {
  let toSkip = 0;
  /** The length of the packet as far as it was read, and the factor of its next seven bits; 0 before the type byte. */
  let length = 0;
  let factor = 0;
  return (chunk) => {
    let count = 0;
    let at = 0;
    while (at < chunk.length && count < MAX_BATCH) {
      if (toSkip > 0) {
        const skipped = Math.min(toSkip, chunk.length - at);
        toSkip -= skipped;
        at += skipped;
        if (toSkip === 0) count++;
        continue;
      }
      const byte = chunk[at++] ?? 0;
      if (factor === 0) {
        factor = 1;
        length = 0;
        continue;
      }
      length += (byte & 0x7f) * factor;
      factor *= 128;
      if (length > MAX_PACKET_BYTES || factor > 128 ** 4) return { end: -1, count };
      if (byte < 0x80) {
        toSkip = length;
        factor = 0;
        if (length === 0) count++;
      }
    }
    return { end: at, count };
  };
}
