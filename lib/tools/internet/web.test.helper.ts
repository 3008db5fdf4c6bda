import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

type Handler = (incoming: http.IncomingMessage, outgoing: http.ServerResponse) => void;

/** A web server on loopback until the tests are over, and what it was asked. */
export async function serve(handler: Handler) {
  const requests: { url: URL; headers: http.IncomingHttpHeaders }[] = [];
  const server = http.createServer((incoming, outgoing) => {
    requests.push({ url: new URL(incoming.url ?? '/', 'http://127.0.0.1'), headers: incoming.headers });
    handler(incoming, outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Answers every path with its JSON, or with 404. */
export const json =
  (answers: Record<string, unknown>): Handler =>
  ({ url = '/' }, outgoing) => {
    const found = answers[new URL(url, 'http://127.0.0.1').pathname];
    outgoing.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(found ?? {}));
  };

export const toolContext = (more: { language?: string; said?: string; signal?: AbortSignal } = {}) => ({
  site: 'kitchen',
  language: 'en',
  signal: new AbortController().signal,
  ...more,
});
