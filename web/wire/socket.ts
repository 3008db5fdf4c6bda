import type { ClientMessage } from './messages.js';

/** Longest and shortest wait before the next attempt, in milliseconds. */
const FIRST_WAIT = 500;
const MAX_WAIT = 15_000;
/** Milliseconds after which an attempt that hasn't connected is given up. */
const CONNECT_LIMIT = 10_000;
/** Bytes waiting to be sent from which on microphone sound is dropped: late sound is worth nothing. */
const MAX_BUFFERED = 1_000_000;
/** Milliseconds after which a connection counts as one that works. */
const STEADY = 10_000;
/** WebSocket close code for a page whose origin the server doesn't accept. */
const POLICY = 1008;
/** Its close code when another tab of this browser has connected: one site is one page. */
const TAKEN = 4000;
/** Its close code when another browser is open under this page's name. */
const OCCUPIED = 4001;

/** Statuses of the session: the server doesn't take this page for one of its own; it runs no flow that listens to the page. */
const FORBIDDEN = 403;
const NO_FLOW = 409;

/** `unheard`: Node-RED is there, and no flow in it listens to the page. */
export type Connection = 'connecting' | 'open' | 'lost' | 'refused' | 'taken' | 'occupied' | 'unheard';

const LOST_BY: ReadonlyMap<number, Connection> = new Map([
  [POLICY, 'refused'],
  [TAKEN, 'taken'],
  [OCCUPIED, 'occupied'],
  [FORBIDDEN, 'refused'],
  [NO_FLOW, 'unheard'],
]);

export interface Link {
  /** @returns false when not connected: nothing was sent. */
  send(message: ClientMessage): boolean;
  /** A microphone frame. @returns false when it was dropped because the connection is too slow. */
  sendSound(pcm: ArrayBuffer): boolean;
}

export interface LinkEvents {
  onConnection(connection: Connection): void;
  onText(text: string): void;
  onSound(pcm: ArrayBuffer): void;
}

/** The socket of the page at `location`: `/jarvis/` and `/jarvis/index.html` both have theirs at `/jarvis/ws`. */
export function socketUrl(location: string): string {
  const url = new URL('ws', location);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** Milliseconds to wait before attempt `n` (from 0): doubling, capped, and spread so that pages don't come back at once. */
export function retryDelay(n: number, random = Math.random()): number {
  return Math.min(MAX_WAIT, FIRST_WAIT * 2 ** Math.min(n, 10)) * (0.75 + random / 2);
}

/**
 * Keeps a connection to the server for as long as the page lives.
 * @param url of the socket, see {@link socketUrl}.
 */
export function openLink(url: string, events: LinkEvents): Link {
  let socket: WebSocket | undefined;
  let attempt = 0;
  let openSince = Number.POSITIVE_INFINITY;
  /** Another tab is being used: this one waits until the person comes to it. */
  let resting = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    clearTimeout(retry);
    retry = undefined;
    resting = false;
    renewSession(url).then(
      (status) => (LOST_BY.has(status) ? closed(status) : open()),
      () => closed(),
    );
  }

  function open(): void {
    const opening = new WebSocket(url);
    socket = opening;
    opening.binaryType = 'arraybuffer';
    const limit = setTimeout(() => opening.close(), CONNECT_LIMIT);
    opening.onopen = () => {
      clearTimeout(limit);
      openSince = Date.now();
      events.onConnection('open');
    };
    opening.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') events.onText(data);
      else if (data instanceof ArrayBuffer) events.onSound(data);
    };
    opening.onclose = ({ code }) => {
      clearTimeout(limit);
      closed(code);
    };
  }

  function closed(code = 0): void {
    socket = undefined;
    if (Date.now() - openSince > STEADY) attempt = 0;
    openSince = Number.POSITIVE_INFINITY;
    resting = code === TAKEN;
    events.onConnection(LOST_BY.get(code) ?? 'lost');
    // Coming back by itself would only push the other tab out.
    if (resting) return;
    retry = setTimeout(connect, retryDelay(attempt));
    attempt += 1;
  }

  /** Waiting makes no sense once the network or the person is back. */
  function hurry(): void {
    if (!retry && !resting) return;
    attempt = 0;
    connect();
  }

  addEventListener('online', () => !resting && hurry());
  addEventListener('focus', hurry);
  addEventListener('pointerdown', () => resting && hurry());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hurry());
  // The browser may take minutes to notice by itself.
  addEventListener('offline', () => socket?.close());
  connect();

  const isOpen = (): boolean => socket?.readyState === WebSocket.OPEN;
  return {
    send(message) {
      if (!isOpen()) return false;
      socket?.send(JSON.stringify(message));
      return true;
    },
    sendSound(pcm) {
      if (!isOpen()) return true;
      if ((socket?.bufferedAmount ?? 0) > MAX_BUFFERED) return false;
      socket?.send(pcm);
      return true;
    },
  };
}

/**
 * Gets the cookie that the socket wants to see: a server that was started anew doesn't know the one of its old page. A
 * POST, which says where the page comes from as the socket will: that one couldn't tell why it is refused.
 * @returns the status: 2xx, or one that `LOST_BY` knows
 */
async function renewSession(url: string): Promise<number> {
  const session = new URL('session', url.replace(/^ws/, 'http'));
  const response = await fetch(session, {
    method: 'POST',
    cache: 'no-store',
    credentials: 'same-origin',
    signal: AbortSignal.timeout(CONNECT_LIMIT),
  });
  const { status } = response;
  if (!response.ok && !LOST_BY.has(status)) throw new Error(`No session: the server answered ${status}`);
  return status;
}
