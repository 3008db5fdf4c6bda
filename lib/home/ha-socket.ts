import type { HaWebSocket } from 'home-assistant-js-websocket' with { 'resolution-mode': 'import' };
import { type RawData, WebSocket } from 'ws';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { LONG, readJson } from '../turn/foreign.js';
import type { Address } from './ha-address.js';

const CONNECT_MS = 10_000;
/** Most bytes of one message: the states of ten thousand devices are ten million. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/** A socket that passes on only the events whose subscription is known. */
export type FilteredSocket = HaWebSocket & { isExpected: (id: number) => boolean };

type Listener = (event: { data: string }) => void;

/**
 * Opens the socket and logs in.
 * @throws JarvisError home-unreachable, home-unauthorised; the signal's AbortError.
 */
export function openSocket(address: Address, signal: AbortSignal): Promise<FilteredSocket> {
  const unreachable = (why: string) =>
    new JarvisError(
      'home-unreachable',
      `Home Assistant at ${address.url} can't be reached (${why}). Check that it runs and that the address is right.`,
    );
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address.socket, {
      perMessageDeflate: false,
      handshakeTimeout: CONNECT_MS,
      maxPayload: MAX_MESSAGE_BYTES,
    });
    const fail = (error: unknown) => {
      settle();
      socket.terminate();
      reject(error);
    };
    const onAbort = () => fail(signal.reason);
    const timer = clock.limit(CONNECT_MS, () => fail(unreachable(`no answer within ${CONNECT_MS / 1000} s`)));
    const onError = (error: Error) => fail(unreachable(reasonOfSocket(error)));
    const onClose = () => fail(unreachable('it closed the connection'));
    let isAsked = false;
    const onMessage = (data: RawData) => {
      const message = parsed(data);
      switch (message?.type) {
        case 'auth_required':
          isAsked = true;
          return socket.send(JSON.stringify({ type: 'auth', access_token: address.token }));
        case 'auth_invalid':
          return fail(
            new JarvisError(
              'home-unauthorised',
              `Home Assistant at ${address.url} refuses the token. Create a new long-lived access token on your profile page there (Security) and paste it.`,
            ),
          );
        case 'auth_ok':
          if (!isAsked) return fail(unreachable('what answers there is not Home Assistant'));
          settle();
          // the first message after the login: several events may come in one frame
          socket.send(JSON.stringify({ type: 'supported_features', id: 1, features: { coalesce_messages: 1 } }));
          return resolve(asHaSocket(socket, String(message.ha_version ?? '')));
        default:
          return fail(unreachable('what answers there is not Home Assistant'));
      }
    };
    const settle = () => {
      timer.cancel();
      signal.removeEventListener('abort', onAbort);
      socket.off('message', onMessage).off('close', onClose).off('error', onError);
      // a socket may still fail after we are done with it, and an error without a listener ends the process
      socket.on('error', () => undefined);
    };
    socket.on('message', onMessage).on('close', onClose).on('error', onError);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** The socket as the library wants it. What it throws while it reads a message ends the connection, not the process. */
function asHaSocket(socket: WebSocket, haVersion: string): FilteredSocket {
  const wrapped = new Map<Listener, (data: RawData) => void>();
  const adapter = {
    haVersion,
    isExpected: (_id: number): boolean => true,
    OPEN: WebSocket.OPEN,
    get readyState() {
      return socket.readyState;
    },
    send: (text: string) => socket.send(text, () => undefined),
    close: () => socket.terminate(),
    addEventListener(type: string, listener: Listener) {
      if (type !== 'message') return void socket.on(type, listener);
      const guarded = (data: RawData) => {
        try {
          const text = expected(String(data), adapter.isExpected);
          if (text !== undefined) listener({ data: text });
        } catch {
          socket.terminate();
        }
      };
      wrapped.set(listener, guarded);
      socket.on('message', guarded);
    },
    removeEventListener(type: string, listener: Listener) {
      socket.off(type, type === 'message' ? (wrapped.get(listener) ?? listener) : listener);
    },
  };
  return adapter as unknown as FilteredSocket;
}

/** The messages of a frame without what nobody waits for; undefined when none is left. @throws when it is no JSON. */
function expected(text: string, isExpected: (id: number) => boolean): string | undefined {
  const all: unknown = readJson(text, LONG);
  const messages: unknown[] = Array.isArray(all) ? all : [all];
  const kept = messages.filter((message) => {
    const { type, id } = message as { type?: unknown; id?: unknown };
    return (type !== 'event' && type !== 'pong') || (typeof id === 'number' && isExpected(id));
  });
  if (kept.length === 0) return undefined;
  return kept.length === messages.length ? text : JSON.stringify(kept);
}

function parsed(data: RawData): { type?: unknown; ha_version?: unknown } | undefined {
  try {
    const message: unknown = readJson(String(data), LONG);
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}

/** ws reports several failed addresses ("localhost" is two) as an error without a message. */
function reasonOfSocket(error: Error): string {
  if (error instanceof AggregateError)
    return error.errors.map((each) => (each instanceof Error ? each.message : each)).join(', ');
  return error.message || ('code' in error ? String(error.code) : error.name);
}
