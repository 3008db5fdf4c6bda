import net from 'node:net';
import { clock, whenIdle } from '../../turn/clock.js';
import { JarvisError, toJarvisError } from '../../turn/errors.js';
import { tokenBucket } from '../../turn/token-bucket.js';
import * as messages from '../esphome-device/messages.js';
import { encode, type Fields, type Written } from '../esphome-device/protobuf.js';
import { type Framing, plainFraming, sealedFraming } from './framing.js';

/** A connection to a device that speaks ESPHome's native API, after the greeting. */
export interface Client {
  /** This machine's address as the device sees it. */
  readonly local: string;
  /** False when it couldn't be sent: the connection isn't open yet, or is over, or the device doesn't keep up. */
  send<F extends Fields>(type: messages.MessageType<F>, message: Written<F>): boolean;
}

export interface ClientEvents {
  /** The device has answered. What it returns takes its messages; what that throws ends the connection. */
  opened(client: Client): (type: number, data: Buffer) => void;
  /** It couldn't be reached, or is lost; told once, and not after `close`. */
  closed(why: Error): void;
}

const CONNECT_MS = 10_000;
/** A device that is silent is asked for a sign of life, and given up, in milliseconds. */
const PING_MS = 15_000;
const SILENT_MS = 50_000;
/** Messages a second. Sound comes in 31. */
const MESSAGES = { rate: 300, burst: 3_000 } as const;
/** Bytes that wait for a device that doesn't read. */
const MAX_WAITING = 512 * 1024;
/** ESPHome's API version of which messages we know. */
const VERSION = { major: 1, minor: 14 } as const;

/**
 * Connects once to a device.
 * @param key base64; with one nothing is sent or taken but what is sealed with it
 */
export function connectTo(
  { host, port, key }: { host: string; port: number; key?: string | undefined },
  events: ClientEvents,
): { close(): void } {
  const socket = net.connect({ host, port, noDelay: true });
  const flow = tokenBucket(MESSAGES.rate, MESSAGES.burst);
  let framing: Framing | undefined;
  let take: ((type: number, data: Buffer) => void) | undefined;
  /** It may be told something: with a key only once it has shown that it has that key. */
  let isOpen = false;
  let isOver = false;

  const end = (why: Error) => {
    if (isOver) return;
    isOver = true;
    pings.cancel();
    silence.cancel();
    socket.destroy();
    events.closed(why);
  };
  const client: Client = {
    get local() {
      return socket.localAddress ?? '127.0.0.1';
    },
    send(type, message) {
      if (isOver || !isOpen || !framing || !socket.writable) return false;
      if (socket.writableLength > MAX_WAITING) {
        end(new JarvisError('satellite-unreachable', "it doesn't take what it is sent"));
        return false;
      }
      socket.write(framing.frame(type.id, encode(type.fields, message)));
      return true;
    },
  };
  const greet = () => {
    isOpen = true;
    // In one write: a second one may fail on what the first has ended, and hide why the device has ended it.
    socket.cork();
    client.send(messages.helloRequest, { client: 'Jarvis for Node-RED', ...VERSION });
    // Before API 1.10 a device without a password wanted to be asked all the same.
    client.send(messages.authenticationRequest, {});
    socket.uncork();
  };
  const receive = (type: number, data: Buffer) => {
    if (!flow.take()) throw new JarvisError('satellite-unreachable', 'it sends without end');
    switch (type) {
      case messages.pingRequest.id:
        return void client.send(messages.pingResponse, {});
      case messages.disconnectRequest.id:
        client.send(messages.disconnectResponse, {});
        return end(new JarvisError('satellite-unreachable', 'it has ended the connection'));
      case messages.helloResponse.id:
        silence.cancel();
        silence = clock.limit(SILENT_MS, unanswered).unref();
        take ??= events.opened(client);
        return;
    }
    take?.(type, data);
  };

  const pings = clock.every(PING_MS, () => client.send(messages.pingRequest, {}));
  pings.unref();
  const unanswered = () => end(new JarvisError('satellite-unreachable', "it doesn't answer"));
  // The socket's own limit counts what we send as life, too.
  let silence = clock.limit(CONNECT_MS, unanswered).unref();
  socket.on('error', (error) => end(error));
  socket.on('close', () => end(new JarvisError('satellite-unreachable', 'the connection was lost')));
  socket.on('connect', () => {
    try {
      framing = key ? sealedFraming(key, (bytes) => socket.write(bytes), greet) : plainFraming();
      if (!key) greet();
    } catch (thrown) {
      end(toJarvisError(thrown, 'failed', 'its key'));
    }
  });
  socket.on('data', (bytes: Buffer) => {
    if (take && !isOver) silence.refresh();
    try {
      for (const { type, data } of framing?.push(bytes) ?? []) if (!isOver) receive(type, data);
    } catch (thrown) {
      end(toJarvisError(thrown, 'satellite-unreachable', "what it sends can't be read"));
    }
  });
  return {
    close() {
      if (isOver) return;
      client.send(messages.disconnectRequest, {});
      isOver = true;
      pings.cancel();
      silence.cancel();
      socket.end();
      // A device that is gone never closes its side.
      whenIdle(socket, 1_000, () => socket.destroy());
    },
  };
}
