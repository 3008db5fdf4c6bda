import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { nameRefusalOf, refusalOf } from '../lib/satellites/origin.js';
import { setting } from './settings.js';

/** Express middleware. */
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** A file of the page, where the editor is at the root and asked first: no secret, and no other route. */
const PAGE_FILE = /^\/jarvis\/assets\/[\w.-]+$/;

/** The owner's own names for this machine. */
const names = () => setting('JARVIS_HOSTS', undefined);

/** Why a request is refused, see `refusalOf`. */
export const refusal = (request: IncomingMessage): string | undefined => refusalOf(request, names());

/**
 * Lets nobody in who comes by another host's name or from another site's page. As Node-RED's `httpAdminMiddleware` it
 * guards the whole editor, and its socket with it (see `guardsEditor` in page.ts).
 */
export const guard = refusing((request) =>
  PAGE_FILE.test(request.url ?? '') ? nameRefusal(request) : refusal(request),
);

/** Lets nobody in who comes by another host's name. */
export const guardName = refusing(nameRefusal);

function nameRefusal(request: IncomingMessage): string | undefined {
  return nameRefusalOf(request, names());
}

function refusing(whyNot: (request: IncomingMessage) => string | undefined): Middleware {
  return (request, response, next) => {
    // Node-RED gives its admin routes to the pages of every site.
    response.removeHeader('Access-Control-Allow-Origin');
    const why = whyNot(request);
    if (why === undefined) {
      next();
      return;
    }
    response.statusCode = 403;
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.end(why);
  };
}

/** Answers an upgrade that isn't taken. */
export function refuseUpgrade(socket: Duplex, status: string, why = ''): void {
  const length = Buffer.byteLength(why);
  const headers = `Connection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}`;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${why}`);
}
