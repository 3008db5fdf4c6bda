import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import type { NodeAPI } from 'node-red';
import { logging } from './adapter.js';
import { guard, guardName, refusal, refuseUpgrade } from './guard.js';
import { pageLinks } from './links.js';
import { visitors } from './login.js';
import { first, running } from './running.js';

const WEB = path.join(__dirname, '../web');
/** Where an upgrade is sent that no listener behind ours may take. */
const NOWHERE = '/jarvis/refused';

/** Status of the session while no deployed flow listens to the page. */
const NO_FLOW = 409;

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

/** True while the flows run: before they start, and while they are deployed anew, nothing is known to be missing. */
let started = false;

/** Serves the page at /jarvis and its socket at /jarvis/ws. Routes are registered once, not for each config node. */
export function servePage(RED: NodeAPI): void {
  // The first to be asked: Node-RED's own listener doesn't look who comes, and a malformed address makes it throw.
  RED.server?.prependListener(
    'upgrade',
    logging(RED, (request: IncomingMessage, socket: Duplex, head: Buffer) => upgrade(RED, request, socket, head)),
  );
  if (!RED.httpNode || below(RED.settings.httpNodeRoot, '') === undefined) return;
  // The page's files are no secret, and so it can say what is wrong with its address; what it asks for is.
  RED.httpNode.use('/jarvis', guardName as never);
  RED.httpNode.use('/jarvis/session', guard as never);
  for (const [event, now] of [
    ['flows:stopping', false],
    ['flows:started', true],
  ] as const) {
    RED.events.on(event, () => {
      started = now;
    });
  }
  const links = JSON.stringify(pageLinks(RED.settings));
  const send = (req: unknown, res: unknown) => sendPage(req as Request, res as Response, links);
  RED.httpNode.get(/^\/jarvis(?:\/(.*))?$/, send);
  // What the page asks for: a POST says where it comes from.
  RED.httpNode.post(/^\/jarvis\/(session)$/, send);
}

function upgrade(RED: NodeAPI, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  // Node has taken its own listener off, and an error without one ends the process.
  socket.on('error', () => {});
  const refused = takeOrRefuse(RED, request, socket, head);
  if (!refused) return;
  request.url = NOWHERE;
  refuseUpgrade(socket, ...refused);
}

/** Takes an upgrade to the page's socket, and leaves others to their listeners. Gives status and reason where neither may be. */
function takeOrRefuse(
  RED: NodeAPI,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): [status: string, why?: string] | undefined {
  if (!request.url?.startsWith('/')) return ['400 Bad Request'];
  const path = request.url.split(/[?#]/)[0];
  const isPage = path === below(RED.settings.httpNodeRoot, '/jarvis/ws');
  const isEditor = guardsEditor(RED) && path === below(RED.settings.httpAdminRoot, '/comms');
  if (!isPage && !isEditor) return undefined;
  const why = refusal(request);
  if (why !== undefined) return ['403 Forbidden', why];
  if (!isPage) return undefined;
  const session = visitors.sessionOf(request.headers.cookie);
  if (session === undefined) return ['401 Unauthorized'];
  if (request.headers.origin === undefined) return ['403 Forbidden', 'A page says where it comes from.'];
  const satellites = first('satellites');
  if (!satellites) return ['503 Service Unavailable'];
  satellites.handleUpgrade(request, socket, head, session);
  return undefined;
}

/** Whether the editor's routes are guarded; then its socket is, too. */
function guardsEditor({ settings }: NodeAPI): boolean {
  return [(settings as { httpAdminMiddleware?: unknown }).httpAdminMiddleware].flat().includes(guard);
}

/** The path that something below a root of Node-RED's has; undefined when that root is off. */
function below(root: string | false | undefined, path: string): string | undefined {
  return root === false ? undefined : `${(root || '/').replace(/\/$/, '')}${path}`;
}

function sendPage(req: Request, res: Response, links: string): void {
  const file = req.params['0'];
  if (file === undefined) {
    // Relative addresses in the page need the slash.
    res.redirect(`${req.originalUrl.split('?')[0]}/`);
    return;
  }
  for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value);
  if (file === '') res.setHeader('Cache-Control', 'no-store');
  if (file === 'session') {
    // Not with the page itself: who follows another site's link to it doesn't show the cookie they have.
    res.setHeader('Set-Cookie', visitors.cookieFor(req.headers.cookie));
    res.setHeader('Cache-Control', 'no-store');
    // Said here, because a page can't read why its socket was refused.
    res.status(started && running.listener.size === 0 ? NO_FLOW : 204).end();
    return;
  }
  if (file === 'links.json') {
    res.setHeader('Content-Type', 'application/json');
    res.setHeader('Cache-Control', 'no-store');
    res.status(200).end(links);
    return;
  }
  res.sendFile(file || 'index.html', { root: WEB, dotfiles: 'deny' }, (error) => {
    if (error) res.status(404).end('Not found. Was the page built? Run "npm run build".');
  });
}
