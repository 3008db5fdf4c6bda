import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOf } from '../lib/satellites/addresses.js';
import { openLogin } from '../lib/satellites/login.js';
import { openVisitors } from '../lib/satellites/visitors.js';
import { guard } from './guard.js';

/** Sessions of the page, which only those who were let in are given; the socket wants one. */
export const visitors = openVisitors();

/** A request that Express has taken, with its form where that was read. */
type Asked = IncomingMessage & { path: string; body?: Record<string, unknown>; _body?: boolean };
type Middleware = (request: Asked, response: ServerResponse, next: (error?: unknown) => void) => void;

/** Where the editor gets its token, as Express finds it. */
const TOKEN = /^\/auth\/token\/?$/i;
/** Longest form of a login, in bytes. */
const MAX_FORM = 8_192;

/**
 * Settings of Node-RED by which one name and password are wanted before the editor and before the page. Node-RED's own
 * login works passwords out where everything waits for it, tells by its time which names there are, and shuts a name out
 * for everyone after five wrong passwords of anyone.
 * @param password as it is, or as `hashPassword` gave it
 */
export function login(name: string, password: string) {
  const door = openLogin(name, password);
  const user = { username: name, permissions: '*' };

  /** True when the request is let in; else it is answered. */
  async function enters(request: Asked, response: ServerResponse, given: string, words: string, wrong: () => void) {
    const { headers, socket } = request;
    const address = addressOf(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString());
    // Who was let in before is counted alone, whoever else guesses at the same address.
    const entered = await door.enter(visitors.sessionOf(headers.cookie) ?? address, given, words);
    if (entered === 'in') return true;
    if (entered.wait === 0) wrong();
    else {
      response.setHeader('Retry-After', String(entered.wait));
      const why = `Too many wrong passwords came from here. Try again in ${entered.wait} s.`;
      refuse(response, 429, why);
    }
    return false;
  }

  const page: Middleware = (request, response, next) => {
    if (request.method === 'OPTIONS') return next();
    const [, basic] = /^Basic +([\w+/=]+) *$/i.exec(request.headers.authorization ?? '') ?? [];
    const wrong = () => {
      response.setHeader('WWW-Authenticate', 'Basic realm="Jarvis", charset="UTF-8"');
      refuse(response, 401, 'Unauthorized');
    };
    if (basic === undefined) return wrong();
    const [, given = '', words = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? [];
    enters(request, response, given, words, wrong).then((isIn) => isIn && next(), next);
  };

  /** Asks before Node-RED does, whose own count of wrong passwords is by name alone. */
  async function tokenFor(request: Asked, response: ServerResponse): Promise<boolean> {
    const form = await formOf(request);
    const wrong = () => refuse(response, 403, 'Name or password is wrong.');
    if (!form) {
      refuse(response, 400, 'This is no form of a login.');
      return false;
    }
    request.body = form;
    // So that it isn't read a second time.
    request._body = true;
    const { grant_type: kind, username, password: words } = form;
    return kind !== 'password' || (await enters(request, response, String(username), String(words), wrong));
  }

  const editor: Middleware = (request, response, next) => {
    if (request.method !== 'POST' || !TOKEN.test(request.path)) return next();
    tokenFor(request, response).then((isIn) => isIn && next(), next);
  };

  return {
    adminAuth: {
      type: 'credentials',
      users: async (given: string) => (given === name ? user : null),
      authenticate: async (given: string, words: string) => ((await door.areRight(given, words)) ? user : null),
    },
    httpAdminMiddleware: [guard, editor],
    httpNodeAuth: page,
  };
}

/** The fields of a form that is posted, as a form or as JSON; undefined when it is none, or too long. */
async function formOf(request: Asked): Promise<Record<string, unknown> | undefined> {
  try {
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of request as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > MAX_FORM) return undefined;
      pieces.push(piece);
    }
    const text = Buffer.concat(pieces).toString();
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      return Object.fromEntries(new URLSearchParams(text));
    }
    const given: unknown = JSON.parse(text);
    return typeof given === 'object' && given !== null ? { ...given } : undefined;
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number, why: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.end(why);
}
