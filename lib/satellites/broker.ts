import { timingSafeEqual } from 'node:crypto';
import { type EventEmitter, once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { Aedes, AuthErrorCode, AuthenticateError } from 'aedes' with { 'resolution-mode': 'import' };
import { JarvisError, reasonOf } from '../turn/errors.js';

/** An MQTT broker in this process. */
export interface Broker {
  /** The port it listens on. */
  readonly port: number;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/** Larger packets end their connection: more than a minute of the best sound we send. */
const MOST_PACKET_BYTES = 16 * 1024 * 1024;
const MOST_CLIENTS = 500;
const BAD_USER_OR_PASSWORD = 4;

/** True for the addresses that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Starts a broker (MQTT 3.1 and 3.1.1; it keeps no sessions). Without user and password only on a loopback address.
 * @param options.port 0 takes a free one
 * @throws JarvisError not-configured when it may or can not listen there.
 */
export async function openBroker(options: {
  host: string;
  port: number;
  user?: string | undefined;
  password?: string | undefined;
}): Promise<Broker> {
  const { host, port, user, password } = options;
  if (!isLoopback(host) && !(user && password)) {
    throw new JarvisError(
      'not-configured',
      `The embedded MQTT broker would be open to everyone at ${host}: give it a user and a password, or let it listen on 127.0.0.1.`,
    );
  }
  const aedes = await startAedes(user ? { user, password: password ?? '' } : undefined);
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // aedes takes its own listener off when a connection fails; ours stays.
    socket.on('error', () => {});
    refuseLargePackets(socket);
    aedes.handle(socket);
  });
  server.maxConnections = MOST_CLIENTS;
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (thrown) {
    await new Promise<void>((resolve) => aedes.close(resolve));
    throw new JarvisError('not-configured', whyNotListening(thrown, host, port), { cause: thrown });
  }
  server.on('error', () => {});

  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await new Promise<void>((resolve) => aedes.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function startAedes(account: { user: string; password: string } | undefined): Promise<Aedes> {
  // Loaded at first use: most people have a broker already.
  const { Aedes } = await import('aedes');
  const aedes = await Aedes.createBroker({
    connectTimeout: 10_000,
    drainTimeout: 10_000,
    preConnect(_client, packet, done) {
      // A kept session would queue sound for a satellite that may never come back.
      packet.clean = true;
      done(null, true);
    },
    authenticate(_client, user, password, done) {
      if (!account || (same(user, account.user) && same(password, account.password))) return done(null, true);
      const refused: AuthenticateError = Object.assign(new Error('Bad user name or password'), {
        returnCode: BAD_USER_OR_PASSWORD as AuthErrorCode,
      });
      done(refused, false);
    },
  });
  for (const event of ['clientError', 'connectionError'] as const) aedes.on(event, () => {});
  // Its types leave out that it may emit this.
  (aedes as EventEmitter).on('error', () => {});
  numberInOrder(aedes);
  return aedes;
}

/**
 * aedes numbers a message when it arrives and drops one whose number is lower than that of the last delivered, but
 * retained messages and those of QoS 1 and 2 are overtaken on the way (moscajs/aedes#994) and were lost beside a
 * stream of sound. Numbered when they leave, none is.
 */
function numberInOrder(aedes: Aedes): void {
  const { mq } = aedes as unknown as { mq: { emit(packet: { brokerCounter?: number }, done?: () => void): unknown } };
  const emit = mq.emit.bind(mq);
  let counter = 0;
  mq.emit = (packet, done) => {
    packet.brokerCounter = ++counter;
    return emit(packet, done);
  };
}

/** Compares in a time that doesn't tell how much of it was right. */
function same(given: string | Buffer | undefined, wanted: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Ends a connection as soon as it announces a packet that is too large; aedes itself would collect up to 256 MB.
 * aedes takes bytes with `read()`, so that is where they are looked at.
 */
function refuseLargePackets(socket: net.Socket): void {
  let toSkip = 0;
  /** The length of the packet as far as it was read, and the factor of its next seven bits; 0 before the type byte. */
  let length = 0;
  let factor = 0;
  const isTooLarge = (bytes: Buffer): boolean => {
    for (let at = 0; at < bytes.length; ) {
      if (toSkip > 0) {
        const skipped = Math.min(toSkip, bytes.length - at);
        toSkip -= skipped;
        at += skipped;
        continue;
      }
      const byte = bytes[at++] ?? 0;
      if (factor === 0) {
        factor = 1;
        length = 0;
        continue;
      }
      length += (byte & 0x7f) * factor;
      factor *= 128;
      if (length > MOST_PACKET_BYTES || factor > 128 ** 4) return true;
      if (byte < 0x80) {
        toSkip = length;
        factor = 0;
      }
    }
    return false;
  };
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const bytes: unknown = read(size);
    if (!Buffer.isBuffer(bytes) || !isTooLarge(bytes)) return bytes;
    socket.destroy();
    return null;
  };
}

function whyNotListening(thrown: unknown, host: string, port: number): string {
  const code = (thrown as NodeJS.ErrnoException).code;
  const what = `The embedded MQTT broker can't listen on ${host}:${port}`;
  if (code === 'EADDRINUSE') {
    return `${what}: another program, perhaps another MQTT broker, is there already. Choose "external" with mqtt://${host}:${port}, or another port.`;
  }
  if (code === 'EACCES') return `${what}: this port needs more rights. Choose one from 1024 on.`;
  if (code === 'EADDRNOTAVAIL') return `${what}: this machine has no such address. Choose 127.0.0.1 or one it has.`;
  return `${what}: ${reasonOf(thrown)}.`;
}
