import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { WebSocket, WebSocketServer } from 'ws';
import { openLink, retryDelay, socketUrl } from './socket.js';

test('the socket lies beside the page, under whatever path that is', () => {
  assert.equal(socketUrl('http://127.0.0.1:1880/jarvis/'), 'ws://127.0.0.1:1880/jarvis/ws');
  assert.equal(socketUrl('https://house.example/red/jarvis/index.html?x=1#y'), 'wss://house.example/red/jarvis/ws');
});

test('waits grow, never past twenty seconds', () => {
  assert.ok(retryDelay(0, 0) < retryDelay(1, 0) && retryDelay(1, 0) < retryDelay(2, 0));
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (n, random) => {
      const wait = retryDelay(n, random);
      assert.ok(wait >= 375 && wait <= 20_000);
    }),
  );
});

test('every attempt asks for a session first, and without one leaves the socket alone', async () => {
  /** What a browser has and Node.js lacks. */
  const browser = new EventTarget();
  Object.assign(globalThis, { WebSocket, document: browser, addEventListener: browser.addEventListener.bind(browser) });

  const happened: string[] = [];
  const statuses = [503, 204, 500, 409, 403, 204, 204];
  const server = createServer((request, response) => {
    const status = statuses.shift() ?? 404;
    happened.push(`${request.method} ${request.url} ${status}`);
    response.writeHead(status, { connection: 'close' }).end();
  });
  let connections = 0;
  new WebSocketServer({ server, path: '/jarvis/ws' }).on('connection', (socket) => {
    connections += 1;
    // Cut first as by a restart, then another browser has the site; then another tab takes over, which ends the attempts.
    if (connections === 1) socket.terminate();
    else socket.close(connections === 2 ? 4001 : 4000);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  await new Promise<void>((resolve) => {
    openLink(socketUrl(`http://127.0.0.1:${port}/jarvis/`), {
      onConnection: (connection) => {
        happened.push(connection);
        if (connection === 'taken') resolve();
        // The person comes back from the editor, where the flow was imported: the waits begin anew.
        if (connection === 'unheard') setImmediate(() => browser.dispatchEvent(new Event('focus')));
      },
      onText: () => undefined,
      onSound: () => undefined,
    });
  });
  server.close();
  assert.deepEqual(happened, [
    ...['POST /jarvis/session 503', 'lost'],
    ...['POST /jarvis/session 204', 'open', 'lost'],
    ...['POST /jarvis/session 500', 'lost'],
    ...['POST /jarvis/session 409', 'unheard'],
    ...['POST /jarvis/session 403', 'refused'],
    ...['POST /jarvis/session 204', 'open', 'occupied'],
    ...['POST /jarvis/session 204', 'open', 'taken'],
  ]);
});
