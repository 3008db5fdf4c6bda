import { type EventEmitter, once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { Aedes, AuthErrorCode, AuthenticateError, Client } from 'aedes' with { 'resolution-mode': 'import' };
import { JarvisError, reasonOf } from '../turn/errors.js';
import { isLoopback } from './addresses.js';
import { type Door, openDoor, type Role } from './broker-accounts.js';
import { isEvent, mayPublish, mayRead, maySubscribe } from './broker-rights.js';
import { limitSocket, type SocketLimits } from './broker-socket.js';
import { limitSeats, stands } from './seats.js';

/** An MQTT broker in this process. */
export interface Broker {
  /** The port it listens on. */
  readonly port: number;
  /** The account of this process's own connection, which may do everything. */
  readonly own: { user: string; password: string };
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

const MAX_CLIENTS = 500;
const MAX_SUBSCRIPTIONS = 100;
/** Of the house's account: Home Assistant has one for each topic of each device. */
const MAX_OF_HOUSE = 2_000;
const MAX_RETAINED = 1_000;
const MAX_RETAINED_BYTES = 64 * 1024;
/** Longest client id and user name, in characters. */
const MAX_NAME = 1_000;
const BUSY = 3;
const BAD_USER_OR_PASSWORD = 4;
/** Where nobody may listen. */
const DISCARDED = '$jarvis/discarded';

/**
 * Starts a broker (MQTT 3.1 and 3.1.1; it keeps no sessions). Without an account only on a loopback address. A client
 * that is slow or floods harms no other: see `limitSocket`.
 * @param options.port 0 takes a free one
 * @param options.user the house's account, which may do everything
 * @param options.accounts site id to hashed password: such a client may publish and read only what is its site's
 * @param options.prefix first level of our own topics
 * @throws JarvisError not-configured when it may or can not listen there.
 */
export async function openBroker(options: {
  host: string;
  port: number;
  user?: string | undefined;
  password?: string | undefined;
  accounts?: Readonly<Record<string, string>> | undefined;
  prefix?: string | undefined;
  onProblem?: OnProblem | undefined;
}): Promise<Broker> {
  const { host, port, user, password, accounts = {}, prefix = 'jarvis', onProblem = () => {} } = options;
  const isOpen = user ? !password : Object.keys(accounts).length === 0;
  if (!isLoopback(host) && isOpen) {
    throw new JarvisError(
      'not-configured',
      `The embedded MQTT broker would be open to everyone at ${host}: give it a user and a password, or let it listen on 127.0.0.1.`,
    );
  }
  const door = openDoor(user ? { user, password: password ?? '' } : undefined, accounts);
  const limits = new WeakMap<object, SocketLimits>();
  const aedes = await startAedes(door, prefix, limits, onProblem);
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ noDelay: true }, (socket) => {
    const from = socket.remoteAddress ?? 'an unknown address';
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // aedes takes its own listener off when a connection fails; ours stays.
    socket.on('error', () => {});
    limits.set(
      socket,
      limitSocket(socket, (kind) => {
        const what =
          kind === 'too fast'
            ? 'sends more than all rooms together: it is slowed down, and what is over it is dropped'
            : 'does not take what it is sent: it was dropped';
        onProblem(`mqtt ${from}`, kind, new JarvisError('bad-input', `An MQTT client at ${from} ${what}.`));
      }),
    );
    aedes.handle(socket);
  });
  limitSeats(server, MAX_CLIENTS);
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
    own: door.own,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await new Promise<void>((resolve) => aedes.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Says what a client does wrong; `source` is its account, or the address it comes from. */
type OnProblem = (source: string, kind: string, error: JarvisError) => void;

async function startAedes(
  door: Door,
  prefix: string,
  limits: WeakMap<object, SocketLimits>,
  onProblem: OnProblem,
): Promise<Aedes> {
  // Loaded at first use: most people have a broker already.
  const { Aedes } = await import('aedes');
  /** Who each client is, from its login on: who isn't here may do nothing, whatever it sends ahead of its login. */
  const roles = new WeakMap<object, Role>();
  const retained = new Set<string>();

  /** A message that goes to nobody: an error would end the connection of a satellite that only says more than it may. */
  const discard = (packet: { topic: string; payload: string | Buffer; retain: boolean }) => {
    Object.assign(packet, { topic: DISCARDED, payload: Buffer.alloc(0), retain: false });
  };
  /** Kept messages are for states; what happens once isn't kept, and neither is more than there can be rooms. */
  const mayRetain = ({ topic, payload }: { topic: string; payload: string | Buffer }) => {
    if (payload.length === 0) return retained.delete(topic);
    if (topic.startsWith('hermes/') || payload.length > MAX_RETAINED_BYTES) return false;
    if (!retained.has(topic) && retained.size >= MAX_RETAINED) return false;
    retained.add(topic);
    return true;
  };

  const aedes = await Aedes.createBroker({
    connectTimeout: 10_000,
    // Nobody waits for a client that is slow; see `SocketLimits`.
    drainTimeout: 0,
    maxClientsIdLength: MAX_NAME,
    preConnect(client, packet, done) {
      // A kept session would queue sound for a satellite that may never come back.
      packet.clean = true;
      // An id ends the older connection of the same id: only that of the same account.
      if (packet.clientId) packet.clientId = JSON.stringify([packet.username ?? '', packet.clientId]);
      const isNamed = packet.clientId.length <= MAX_NAME && (packet.username ?? '').length <= MAX_NAME;
      const socket = limits.get(client.conn);
      (client as Client & { waitForDrain(done: (error: null, client: Client) => void): void }).waitForDrain = (
        taken,
      ) => {
        socket?.unsent();
        setImmediate(taken, null, client);
      };
      done(null, isNamed);
    },
    authenticate(client, user, password, done) {
      door.enter(user, password as Buffer | undefined).then(
        (role) => {
          if (role === undefined || role === 'busy') return done(refusal(role === 'busy'), false);
          roles.set(client, role);
          stands(client.conn as net.Socket, 'served');
          if (role.kind === 'own') limits.get(client.conn)?.lift();
          done(null, true);
        },
        () => done(refusal(true), false),
      );
    },
    authorizePublish(client, packet, done) {
      const role = client && roles.get(client);
      if (!role || packet.topic.startsWith('$') || packet.topic.includes('\0')) {
        discard(packet);
      } else if (role.kind === 'site' && !mayPublish(role.site, prefix, packet)) {
        const what = `The satellite "${role.site}" sent a message on ${packet.topic.slice(0, 100)} that isn't about its own room: it was dropped.`;
        onProblem(role.site, 'rights', new JarvisError('bad-input', what));
        discard(packet);
      } else if (isEvent(prefix, packet.topic) && limits.get(client.conn)?.mayTell() === false) {
        discard(packet);
      } else if (packet.retain && role.kind !== 'own' && !mayRetain(packet)) {
        packet.retain = packet.payload.length === 0;
      }
      done(null);
    },
    authorizeSubscribe(client, subscription, done) {
      const role = roles.get(client);
      const isRefused =
        !role ||
        // It shares nothing out: who was granted such a subscription would be sent nothing, and not know why.
        subscription.topic.startsWith('$share/') ||
        Object.keys((client as Client & { subscriptions: object }).subscriptions).length >=
          (role.kind === 'site' ? MAX_SUBSCRIPTIONS : MAX_OF_HOUSE) ||
        (role.kind === 'site' && !maySubscribe(role.site, prefix, subscription.topic));
      done(null, isRefused ? null : subscription);
    },
    authorizeForward(client, packet) {
      const role = roles.get(client);
      if (!role || (role.kind === 'site' && !mayRead(role.site, prefix, packet))) return null;
      limits.get(client.conn)?.expect(packet.payload.length);
      return packet;
    },
  });
  for (const event of ['clientError', 'connectionError'] as const) aedes.on(event, () => {});
  // Its types leave out that it may emit this.
  (aedes as EventEmitter).on('error', () => {});
  numberInOrder(aedes);
  return aedes;
}

function refusal(isBusy: boolean): AuthenticateError {
  const error = new Error(isBusy ? 'Too many logins at once' : 'Bad user name or password');
  return Object.assign(error, { returnCode: (isBusy ? BUSY : BAD_USER_OR_PASSWORD) as AuthErrorCode });
}

/**
 * aedes numbers a message when it arrives and drops one whose number is lower than that of the last delivered, but
 * retained messages and those of QoS 1 and 2 are overtaken on the way (moscajs/aedes#994) and were lost beside a
 * stream of sound. Numbered when they leave, none is.
 */
export function numberInOrder(aedes: Aedes): void {
  const { mq } = aedes as unknown as { mq: { emit(packet: { brokerCounter?: number }, done?: () => void): unknown } };
  const emit = mq.emit.bind(mq);
  let counter = 0;
  mq.emit = (packet, done) => {
    packet.brokerCounter = ++counter;
    return emit(packet, done);
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
