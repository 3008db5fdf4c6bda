import { type IncomingMessage, request } from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { closed } from '../until.js';

/** What came back to a request. */
export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Knock {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A request with exactly these headers, Host and Origin too, which `fetch` keeps to itself; the path is sent as it stands. */
export async function knock(url: string, path: string, { method, headers, body }: Knock = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const outgoing = request({
    host: hostname,
    port,
    path,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }), ...headers },
    agent: false,
  });
  outgoing.end(body);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject);
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response);
    });
  });
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: answer.statusCode === 101 ? '' : await text(answer),
  };
}

export const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'eHh4eHh4eHh4eHh4eHh4eA==',
};

/** Sends bytes as they are, and gives the first line that comes back; empty when the connection was just closed. */
export async function shout(url: string, bytes: Buffer): Promise<string> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  let came = '';
  socket.on('error', () => {});
  socket.on('data', (data) => {
    came += data.toString('latin1');
  });
  socket.end(bytes);
  await closed(socket);
  return came.split('\r\n')[0] ?? '';
}

/** The cookie of a visitor's new session. */
export async function newSession(url: string): Promise<string> {
  const { headers } = await knock(url, '/jarvis/session');
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}
