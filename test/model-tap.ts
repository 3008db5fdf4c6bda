import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

/** A chat request as it went by. */
export interface Tapped {
  messages: { role: string; content: string }[];
  /** The schema that the answer has to keep to. */
  format?: { properties?: Record<string, unknown> };
}

/** Stands between Node-RED and a real model server, hands everything on that it doesn't answer itself, and keeps what was asked. */
export interface ModelTap {
  url: string;
  /** The chats, oldest first. */
  chats: Tapped[];
  close(): Promise<void>;
}

/**
 * A tap before the server at `upstream`.
 * @param instead what a larger model would write than the one that runs here; undefined leaves the answer to that one
 */
export async function openModelTap(
  upstream: string,
  instead: (chat: Tapped) => string | undefined = () => undefined,
): Promise<ModelTap> {
  const chats: Tapped[] = [];
  const server = createServer((req, res) => {
    const pieces: Buffer[] = [];
    const leaving = new AbortController();
    res.on('close', () => leaving.abort());
    req.on('data', (piece: Buffer) => pieces.push(piece));
    req.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      if (req.url === '/api/chat') {
        const chat = JSON.parse(body) as Tapped;
        chats.push(chat);
        const content = instead(chat);
        if (content !== undefined) {
          const message = { role: 'assistant', content };
          res.writeHead(200, { 'content-type': 'application/x-ndjson' });
          res.end(`${JSON.stringify({ message, done: true, done_reason: 'stop' })}\n`);
          return;
        }
      }
      fetch(`${upstream}${req.url}`, {
        method: req.method ?? 'GET',
        headers: { 'content-type': 'application/json' },
        signal: leaving.signal,
        ...(body !== '' && { body }),
      })
        .then((answer) => {
          res.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
          const stream = answer.body ? Readable.fromWeb(answer.body as never) : Readable.from([]);
          stream.on('error', () => res.destroy());
          stream.pipe(res);
        })
        .catch(() => res.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    chats,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
