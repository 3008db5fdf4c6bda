import type net from 'node:net';
import { clock, type Timer } from '../../turn/clock.js';
import { JarvisError, reasonOf } from '../../turn/errors.js';
import { backoff } from '../../turn/wait.js';
import type { Problems } from '../problems.js';
import { limitSeats } from '../seats.js';

/** Where a server listens. */
export interface DoorAddress {
  host: string;
  port: number;
}

/** Most connections at a time, see `limitSeats`. */
export const MAX_CONNECTIONS = 16;

/**
 * "10700", which lets in this machine only, or "0.0.0.0:10700" with an address to listen on; undefined for an empty one.
 * @throws JarvisError not-configured for anything else
 */
export function doorAddress(text: string): DoorAddress | undefined {
  if (text.trim() === '') return undefined;
  const [, host = '', digits = ''] = /^(?:(\[[\da-fA-F:.]+\]|[\w.-]+):)?(\d{1,5})$/.exec(text.trim()) ?? [];
  const port = Number(digits);
  if (port >= 1 && port <= 65_535) return { host: host.replace(/^\[|\]$/g, '') || '127.0.0.1', port };
  throw new JarvisError(
    'not-configured',
    `"${text.slice(0, 60)}" is no port for Home Assistant: write 10700, or 0.0.0.0:10700 to be reached from other machines.`,
  );
}

/**
 * Lets a server listen, again and again until it can; a port that is taken is told of once.
 * @returns ends every connection, and the listening
 */
export function openDoor(server: net.Server, { host, port }: DoorAddress, problems: Problems): () => Promise<void> {
  const sockets = new Set<net.Socket>();
  let isClosed = false;
  let attempt = 0;
  let retry: Timer | undefined;
  const listen = () => server.listen(port, host);
  limitSeats(server, MAX_CONNECTIONS);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('listening', () => {
    attempt = 0;
    problems.right('assist', `port ${port}`);
  });
  server.on('error', (error) => {
    if (isClosed || server.listening) return;
    const why = `Home Assistant can't find this flow at ${host}:${port}: ${reasonOf(error)}.`;
    problems.report('assist', `port ${port}`, new JarvisError('not-configured', why, { cause: error }));
    retry = clock.after(backoff(attempt++), listen);
    retry.unref();
  });
  listen();
  return async () => {
    isClosed = true;
    retry?.cancel();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
}
