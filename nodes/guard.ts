import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusalOf } from '../lib/satellites/origin.js';
import { setting } from './settings.js';

/** Why a request is refused, see `refusalOf`; the owner's further names are in JARVIS_HOSTS. */
export function refusal(request: IncomingMessage): string | undefined {
  return refusalOf(request, setting('JARVIS_HOSTS', undefined));
}

/**
 * Express middleware: lets nobody in who comes by another host's name or from another site's page. As Node-RED's
 * `httpAdminMiddleware` it guards the whole editor, and its socket with it (see `guardsEditor` in page.ts).
 */
export function guard(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  // Node-RED gives its admin routes to the pages of every site.
  response.removeHeader('Access-Control-Allow-Origin');
  const why = refusal(request);
  if (why === undefined) {
    next();
    return;
  }
  response.statusCode = 403;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.end(why);
}

/** Answers an upgrade that isn't taken. */
export function refuseUpgrade(socket: Duplex, status: string, why = ''): void {
  const length = Buffer.byteLength(why);
  const headers = `Connection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}`;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${why}`);
}
