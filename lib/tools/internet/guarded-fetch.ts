import http from 'node:http';
import https from 'node:https';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { z } from 'zod';
import { JarvisError, toJarvisError } from '../../turn/errors.js';
import { readJson } from '../../turn/foreign.js';
import { abortError, within } from '../../turn/wait.js';
import { isAddress, isPublic, NotPublic, publicLookup, type Resolve } from './public-address.js';

const MAX_REDIRECTS = 5;
const LIMIT_MS = 10_000;
/** Most bytes of an answer, packed and unpacked. */
const MAX_BYTES = 1024 * 1024;
/** Some servers refuse whoever doesn't say who asks. */
const USER_AGENT = 'node-red-jarvis (+https://github.com/jarvis-flow/node-red-jarvis)';
const DECODERS: Record<string, () => Transform> = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
  br: () => zlib.createBrotliDecompress(),
};

export interface GuardedRequest {
  signal: AbortSignal;
  /** Sent to the origin of the first address only: it may hold a key. */
  headers?: Record<string, string>;
  /** Origins that may be in the house and on any port: the owner has entered them, or they are ours. */
  trusted?: readonly string[];
  /** Whether an address may be opened, also one that a redirect leads to; any that is public or trusted when not given. */
  allows?(url: URL): boolean;
  /** Sent by POST, and a redirect is not followed; a GET when not given. */
  post?: { type: string; body: string };
  /** Most bytes of the answer; a megabyte when not given. */
  most?: number;
  resolve?: Resolve | undefined;
}

export interface Fetched {
  /** Where the redirects have led. */
  url: string;
  /** The content type as the server gave it. */
  type: string;
  body: Buffer;
}

/**
 * The answer to a request to an address that a model or a stranger has named. Only http and https on their usual ports, and
 * only public hosts, which every redirect and every answer of the DNS is checked for; ten seconds and five redirects at most.
 * @throws JarvisError failed that says why; timeout; AbortError.
 */
export async function guardedFetch(address: string, request: GuardedRequest): Promise<Fetched> {
  const first = urlOf(address);
  return await within({ ms: LIMIT_MS, what: first.host, signal: request.signal }, async (signal) => {
    let at = first;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const headers = at.origin === first.origin ? request.headers : undefined;
      const answer = await ask(at, { ...request, headers: headers ?? {}, signal });
      if (!(answer instanceof URL)) return answer;
      at = answer;
    }
    throw new JarvisError('failed', `${first.host} leads from one address to the next without end.`);
  });
}

/** The JSON at an address, see `guardedFetch`. @throws JarvisError failed also where it isn't what the schema asks for. */
export async function fetchJson<Schema extends z.ZodType>(
  address: string,
  schema: Schema,
  request: GuardedRequest,
): Promise<z.output<Schema>> {
  const { url, body } = await guardedFetch(address, request);
  try {
    return schema.parse(readJson(body.toString('utf8')));
  } catch (thrown) {
    const why = thrown instanceof z.ZodError ? z.prettifyError(thrown) : 'it is no JSON';
    throw new JarvisError('failed', `${new URL(url).host} has sent something unexpected: ${why}.`);
  }
}

/** One request: what came, or where it leads to. */
async function ask(at: URL, request: GuardedRequest): Promise<Fetched | URL> {
  const { headers, trusted = [], allows, post, most = MAX_BYTES, resolve, signal } = request;
  if (allows && !allows(at))
    throw new JarvisError('failed', `${at.origin}${at.pathname} is not an address that the owner allows.`);
  const isTrusted = trusted.includes(at.origin);
  if (!isTrusted) refusePrivate(at);
  const options: https.RequestOptions = {
    signal,
    agent: false,
    method: post ? 'POST' : 'GET',
    headers: {
      'user-agent': USER_AGENT,
      'accept-encoding': 'gzip, deflate, br',
      ...headers,
      ...(post && { 'content-type': post.type }),
    },
    ...(!isTrusted && { lookup: publicLookup(resolve) }),
  };
  try {
    const response = await responseOf(at, options, post?.body);
    const status = response.statusCode ?? 0;
    const { location, 'content-type': type = '' } = response.headers;
    if (status >= 200 && status < 300) return { url: at.href, type, body: await bodyOf(response, at.host, most) };
    response.destroy();
    if (status >= 300 && status < 400 && location && !post) return urlOf(location, at);
    throw new JarvisError('failed', `${at.host} answered ${status} ${http.STATUS_CODES[status] ?? ''}.`);
  } catch (thrown) {
    if (signal.aborted) throw abortError(signal);
    if (thrown instanceof NotPublic) throw new JarvisError('failed', thrown.message);
    throw toJarvisError(thrown, 'failed', `${at.host} could not be reached`);
  }
}

function responseOf(at: URL, options: https.RequestOptions, body?: string): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const client = at.protocol === 'https:' ? https : http;
    const outgoing = client.request(at, options, (response) => {
      // Without a listener an error of a response that nobody reads would end the process.
      response.on('error', () => {});
      resolve(response);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The unpacked body. @throws when it is too long, or not packed as it says */
async function bodyOf(response: http.IncomingMessage, host: string, most: number): Promise<Buffer> {
  const decoder = DECODERS[response.headers['content-encoding']?.trim().toLowerCase() ?? '']?.();
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) chunks.push(chunk);
  };
  const limit = limited(host, most);
  await (decoder ? pipeline(response, limit, decoder, limit, collect) : pipeline(response, limit, collect));
  return Buffer.concat(chunks);
}

/** Passes on what comes. @throws JarvisError failed when that is more than `most` bytes */
function limited(host: string, most: number) {
  return async function* (source: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > most) throw new JarvisError('failed', `The answer of ${host} is longer than ${most} bytes.`);
      yield chunk;
    }
  };
}

/** @throws JarvisError failed for what is no address of a web server. */
function urlOf(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new JarvisError('failed', `"${address.slice(0, 200)}" is not an address that begins with http:// or https://.`);
}

/** @throws JarvisError failed where a host, port or login can't be a stranger's. */
function refusePrivate({ hostname, host, port, username, password }: URL): void {
  if (isAddress(hostname) && !isPublic(hostname)) throw new JarvisError('failed', new NotPublic(hostname).message);
  if (port !== '') throw new JarvisError('failed', `${host} has another port than 80 and 443: refused.`);
  if (username || password) throw new JarvisError('failed', `The address of ${host} has a login in it: refused.`);
}
