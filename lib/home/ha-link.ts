import { setMaxListeners } from 'node:events';
import type { MessageBase } from 'home-assistant-js-websocket' with { 'resolution-mode': 'import' };
import { clock } from '../turn/clock.js';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { shorten } from '../turn/shorten.js';
import { abortError, backoff, sleep, within } from '../turn/wait.js';
import { type Address, addressOf } from './ha-address.js';
import { type FilteredSocket, openSocket } from './ha-socket.js';
import { listeners } from './listeners.js';
import type { HomeStatus, Place } from './types.js';

/** One logged-in connection, from its first message until it drops. */
export interface Session {
  readonly url: string;
  /** Fires when the connection has dropped or the home was closed. */
  readonly signal: AbortSignal;
  /** Sends a command and waits for its result. @throws JarvisError home-unreachable, home-refused, timeout; AbortError. */
  ask<Result>(message: MessageBase, signal?: AbortSignal): Promise<Result>;
  /** Subscribes for as long as the connection lasts. @throws as `ask`. */
  subscribe<Event>(message: MessageBase, onEvent: (event: Event) => void): Promise<void>;
}

export interface Link {
  status(): HomeStatus;
  /** IANA name of the house's time zone, once it is known. */
  timeZone(): string | undefined;
  /** Where the house stands, once it is known. */
  place(): Place | undefined;
  onStatus(listener: (status: HomeStatus) => void): () => void;
  /** The session; while the first one is being made it is waited for up to 3 s, one that was lost isn't. @throws JarvisError home-unreachable, home-unauthorised, not-configured; AbortError. */
  session(signal: AbortSignal): Promise<Session>;
  close(): Promise<void>;
}

export interface Pace {
  /** Milliseconds between pings, and for the answer to each. */
  pingEvery: number;
  pingLimit: number;
}

const PACE: Pace = { pingEvery: 10_000, pingLimit: 5_000 };
const READY_MS = 3_000;
const ANSWER_MS = 10_000;
const UNAUTHORISED_MS = 60_000;
const STARTING_MS = 1_000;
const SET_UP_MS = 60_000;
/** Most characters of Home Assistant's own words in an error. */
const MAX_REASON = 300;
const SETTLED_MS = 30_000;

/**
 * Keeps one connection to Home Assistant open until `close`: connects again after every loss, first after half a second,
 * later every 15 s; every minute while the token is refused. `setUp` runs on each new connection once Home Assistant
 * has finished starting; only then is the link connected. We reconnect ourselves: the library's own way gives up for
 * good when the token is refused and leaves rejections unhandled that would end the process.
 */
export function openLink(
  where: { url?: string | undefined; token?: string | undefined },
  setUp: (session: Session) => Promise<void>,
  pace: Pace = PACE,
): Link {
  const closing = new AbortController();
  const statuses = listeners<HomeStatus>();
  let status: HomeStatus = { state: 'connecting', detail: 'Connecting to Home Assistant.' };
  let trouble: JarvisError | undefined;
  let current: Session | undefined;
  let config: Config = {};

  const tell = (state: HomeStatus['state'], detail = '') => {
    if (closing.signal.aborted || (status.state === state && status.detail === detail)) return;
    status = { state, detail };
    statuses.tell(status);
  };

  /** One connection's life. Returns whether it held long enough to connect again at once. */
  async function live(address: Address): Promise<boolean> {
    const { Connection } = await import('home-assistant-js-websocket');
    const session = sessionOver(Connection, await openSocket(address, closing.signal), address, closing.signal);
    const since = clock.steady();
    try {
      config = await started(session, () => tell('connecting', 'Home Assistant is still starting.'));
      const limit = { ms: SET_UP_MS, what: `Home Assistant at ${address.url}`, code: 'home-unreachable' } as const;
      await within({ ...limit, signal: session.signal }, () => setUp(session));
      current = session;
      trouble = undefined;
      tell('connected');
      return await keepAlive(session, pace);
    } catch (thrown) {
      if (current !== session) throw thrown;
      trouble = asTrouble(thrown, address.url);
      return clock.steady() - since > SETTLED_MS;
    } finally {
      current = undefined;
      session.drop();
    }
  }

  async function keep(): Promise<void> {
    for (let attempt = 0; !closing.signal.aborted; attempt++) {
      try {
        if (await live(addressOf(where.url, where.token))) attempt = 0;
      } catch (thrown) {
        trouble = asTrouble(thrown, where.url ?? '');
      }
      const refused = trouble?.code === 'home-unauthorised';
      tell(refused ? 'unauthorised' : 'disconnected', trouble?.message);
      if (trouble?.code === 'not-configured') return;
      await sleep(refused ? UNAUTHORISED_MS : backoff(attempt), closing.signal);
    }
  }
  const kept = keep().catch(() => undefined);

  return {
    status: () => status,
    onStatus: (listener) => statuses.add(listener),
    async session(signal) {
      if (signal.aborted) throw abortError(signal);
      let isLate = false;
      clock
        .limit(READY_MS, () => {
          isLate = true;
        })
        .unref();
      while (!current) {
        if (closing.signal.aborted)
          throw new JarvisError('home-unreachable', 'The connection to Home Assistant is closed.');
        if (trouble) throw trouble;
        if (isLate) {
          throw new JarvisError('home-unreachable', `Home Assistant can't be used yet: ${status.detail}`);
        }
        await sleep(50, signal);
      }
      return current;
    },
    timeZone: () => knownZone(config.time_zone),
    place: () => placeOf(config),
    async close() {
      status = { state: 'disconnected', detail: 'Closed.' };
      closing.abort(abortError(AbortSignal.abort('closed')));
      statuses.clear();
      await kept;
    },
  };
}

/** What Home Assistant says of itself, as far as it is used. */
interface Config {
  state?: unknown;
  time_zone?: unknown;
  location_name?: unknown;
  country?: unknown;
  latitude?: unknown;
  longitude?: unknown;
}

/** Waits until Home Assistant has finished starting: before that, entities come and go with wrong states. */
async function started(session: Session, onWaiting: () => void): Promise<Config> {
  for (;;) {
    const config = await session.ask<Config>({ type: 'get_config' });
    if (config.state === undefined || config.state === 'RUNNING') return config;
    onWaiting();
    await sleep(STARTING_MS, session.signal);
  }
}

function placeOf({ location_name: name, country, latitude, longitude }: Config): Place {
  return {
    ...(typeof name === 'string' && name !== '' && { name }),
    ...(typeof country === 'string' && country !== '' && { country }),
    ...(typeof latitude === 'number' && typeof longitude === 'number' && { latitude, longitude }),
  };
}

/** The name where this machine knows that time zone. */
function knownZone(name: unknown): string | undefined {
  try {
    return typeof name === 'string'
      ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
      : undefined;
  } catch {
    return undefined;
  }
}

/** Pings until an answer fails to come or the connection drops: a server that hangs keeps its sockets open. @throws always. */
async function keepAlive(session: Session, pace: Pace): Promise<never> {
  for (;;) {
    await sleep(pace.pingEvery, session.signal);
    await within(
      {
        ms: pace.pingLimit,
        what: `Home Assistant at ${session.url}`,
        code: 'home-unreachable',
        signal: session.signal,
      },
      (signal) => session.ask({ type: 'ping' }, signal),
    );
  }
}

function sessionOver(
  Connection: typeof import('home-assistant-js-websocket', { with: { 'resolution-mode': 'import' }}).Connection,
  socket: FilteredSocket,
  address: Address,
  closing: AbortSignal,
): Session & { drop(): void } {
  const connection = new Connection(socket, {
    setupRetry: 0,
    createSocket: () => Promise.reject(new Error('Home Assistant is reconnected by ha-link.')),
  });
  // The library writes a line to the log for each event that nobody subscribed to.
  socket.isExpected = (id) => connection.commands.has(id);
  const lost = new JarvisError(
    'home-unreachable',
    `The connection to Home Assistant at ${address.url} was lost. It comes back by itself when Home Assistant does.`,
  );
  const dropped = new AbortController();
  setMaxListeners(0, dropped.signal);
  const drop = () => {
    closing.removeEventListener('abort', drop);
    dropped.abort(lost);
    connection.close();
  };
  connection.addEventListener('disconnected', drop);
  closing.addEventListener('abort', drop, { once: true });
  if (closing.aborted || !connection.connected) drop();

  /** Waits for an answer no longer than 10 s, the signal, or the connection's end. */
  async function answered<Result>(
    what: string,
    signal: AbortSignal | undefined,
    send: () => Promise<Result>,
  ): Promise<Result> {
    // not AbortSignal.any: on Node 20 it keeps something for every call as long as the connection lives
    const either = new AbortController();
    const stop = () => either.abort();
    signal?.addEventListener('abort', stop, { once: true });
    dropped.signal.addEventListener('abort', stop, { once: true });
    if (signal?.aborted || dropped.signal.aborted) stop();
    try {
      return await within({ ms: ANSWER_MS, what: `Home Assistant (${what})`, signal: either.signal }, send);
    } catch (thrown) {
      if (signal?.aborted) throw abortError(signal);
      if (dropped.signal.aborted) throw lost;
      throw fromWire(thrown, what);
    } finally {
      signal?.removeEventListener('abort', stop);
      dropped.signal.removeEventListener('abort', stop);
    }
  }

  return {
    url: address.url,
    signal: dropped.signal,
    ask: (message, signal) => answered(message.type, signal, () => connection.sendMessagePromise(message)),
    async subscribe<Event>(message: MessageBase, onEvent: (event: Event) => void) {
      await answered(message.type, undefined, () =>
        connection.subscribeMessage(onEvent, message, { resubscribe: false }),
      );
    },
    drop,
  };
}

/** A rejection of the library or of Home Assistant as an error for people: numbers, or objects with code and message. */
function fromWire(thrown: unknown, what: string): JarvisError {
  if (thrown instanceof JarvisError) return thrown;
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
    const code = 'code' in thrown ? ` [${shorten(String(thrown.code), 50)}]` : '';
    return new JarvisError(
      'home-refused',
      `Home Assistant refused ${what}: ${shorten(String(thrown.message), MAX_REASON)}${code}`,
      {
        cause: thrown,
      },
    );
  }
  return new JarvisError('home-unreachable', `Home Assistant did not answer ${what} (${reasonOf(thrown)}).`, {
    cause: thrown,
  });
}

function asTrouble(thrown: unknown, url: string): JarvisError {
  if (thrown instanceof JarvisError) return thrown;
  return new JarvisError('home-unreachable', `Home Assistant at ${url} can't be used (${reasonOf(thrown)}).`, {
    cause: thrown,
  });
}
