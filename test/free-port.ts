import { createServer } from 'node:net';

/** Below the ports that the system gives to outgoing connections: one of those may be taken before it is listened to. */
const FIRST = 20_000;
const COUNT = 12_000;
const MAX_TRIES = 100;
let next = Math.floor(Math.random() * COUNT);

/** A port nobody listens on just now. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = FIRST + (next++ % COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`${MAX_TRIES} ports from ${FIRST} on are taken`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const opened = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (opened) await new Promise((resolve) => server.close(resolve));
  return opened;
}
