import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { type TokenBucket, tokenBucket } from '../../turn/token-bucket.js';

/** Fewest characters of a token: what somebody thought up is guessed sooner than it seems. */
export const MIN_TOKEN = 24;
/** Wrong tokens of one address: ten at once, then one in ten seconds. */
const WRONG = { rate: 0.1, burst: 10 };
/** Addresses remembered; then the one not heard from for longest is forgotten. */
const MAX_ADDRESSES = 1_000;

/** Why a request is not let in, as a status of HTTP; 429 with the seconds after which it is listened to again. */
interface Refusal {
  status: 401 | 429;
  seconds?: number;
}

/** Lets in who has the token. An address that has guessed too often isn't listened to for some seconds, whatever it says. */
export function accessBy(token: string): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Refusal | undefined {
  const wanted = digest(token);
  const guesses = new LRUCache<string, TokenBucket>({ max: MAX_ADDRESSES });
  return ({ headers, socket }) => {
    const address = socket.remoteAddress ?? '';
    const guessed = guesses.get(address);
    const wait = guessed?.wait() ?? 0;
    if (wait > 0) return { status: 429, seconds: Math.ceil(wait / 1000) };
    const given = tokenIn(headers);
    // Digests are of one length, so that not even that of the token shows.
    if (given !== undefined && timingSafeEqual(digest(given), wanted)) return undefined;
    const bucket = guessed ?? tokenBucket(WRONG.rate, WRONG.burst);
    bucket.take();
    guesses.set(address, bucket);
    return { status: 401 };
  };
}

/** X-Jarvis-Token is for a Node-RED whose own login (`httpNodeAuth`) wants the Authorization header for itself. */
function tokenIn(headers: IncomingMessage['headers']): string | undefined {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  const own = headers['x-jarvis-token'];
  return bearer ?? (typeof own === 'string' ? own : undefined);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
