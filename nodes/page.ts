import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import type { NodeAPI } from 'node-red';
import { first } from './running.js';

const WEB = path.join(__dirname, '../web');
/** Handed out with the page, wanted back by the socket: the socket is as protected as the page (httpNodeAuth, other sites). */
const SESSION = randomBytes(24).toString('base64url');
const COOKIE = 'jarvis-session';

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; media-src 'self' blob:; frame-ancestors 'self'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

type Request = IncomingMessage & { params: Record<string, string>; originalUrl: string };
interface Response {
  redirect(to: string): void;
  setHeader(name: string, value: string): void;
  sendFile(name: string, options: object, done: (error?: Error) => void): void;
  status(code: number): Response;
  end(text?: string): void;
}

/** Serves the page at /jarvis and its socket at /jarvis/ws. Routes are registered once, not for each config node. */
export function servePage(RED: NodeAPI): void {
  if (!RED.httpNode || RED.settings.httpNodeRoot === (false as unknown as string)) return;
  RED.httpNode.get(/^\/jarvis(?:\/(.*))?$/, (req: unknown, res: unknown) => sendPage(req as Request, res as Response));
  const socketPath = `${(RED.settings.httpNodeRoot || '/').replace(/\/$/, '')}/jarvis/ws`;
  RED.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Other listeners (the editor's own socket) take the other paths.
    if ((request.url ?? '').split('?')[0] !== socketPath) return;
    const satellites = first('satellites');
    if (!hasSession(request)) return refuse(socket, '401 Unauthorized');
    if (!satellites) return refuse(socket, '503 Service Unavailable');
    satellites.handleUpgrade(request, socket, head);
  });
}

function sendPage(req: Request, res: Response): void {
  const file = req.params['0'];
  if (file === undefined) {
    // Relative addresses in the page need the slash.
    res.redirect(`${req.originalUrl.split('?')[0]}/`);
    return;
  }
  for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value);
  if (file === '' || file === 'session') {
    res.setHeader('Set-Cookie', `${COOKIE}=${SESSION}; HttpOnly; SameSite=Strict; Path=/`);
    res.setHeader('Cache-Control', 'no-store');
  }
  if (file === 'session') {
    res.status(204).end();
    return;
  }
  res.sendFile(file || 'index.html', { root: WEB, dotfiles: 'deny' }, (error) => {
    if (error) res.status(404).end('Not found. Was the page built? Run "npm run build".');
  });
}

function hasSession(request: IncomingMessage): boolean {
  const given = /(?:^|;\s*)jarvis-session=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  return given.length === SESSION.length && timingSafeEqual(Buffer.from(given), Buffer.from(SESSION));
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
}
