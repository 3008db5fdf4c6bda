import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type TokenBucket, tokenBucket } from '../lib/turn/token-bucket.js';
import { passAt, timeAt } from './runtime.js';
import { must, until } from './until.js';

/** A message to the page. */
export interface PageMessage {
  type: string;
  [field: string]: unknown;
}

/** The page's side of the socket, without a browser: it says that it has played what it was sent. */
export interface Page {
  site: string;
  /** Its session, for another page of the same browser. */
  cookie: string;
  /** What came, oldest first. */
  messages: PageMessage[];
  /** Bytes of sound that came. */
  sound(): number;
  send(message: PageMessage): void;
  /** Sends a message no sooner than a page may send the next one of its type: on a fast machine it would be dropped. */
  paced(message: PageMessage): Promise<void>;
  /** Types a sentence, paced. */
  type(text: string): Promise<void>;
  /** Sends a frame as it is. */
  raw(frame: string | Buffer): void;
  /** The code the socket was closed with. */
  closed: Promise<number>;
  /** Waits for the `count`th message of a type with these fields. */
  gets(type: string, fields?: object, count?: number): Promise<PageMessage>;
  /** Waits until a device of the house is in a state. */
  sees(entity: string, state: string): Promise<void>;
  close(): Promise<void>;
}

/** By site and type of message: somewhat less than may be sent, which is five a second after twenty at once. */
const buckets = new Map<string, TokenBucket>();

/** Opens the page's socket as the page does: first its cookie, unless it has one already (`known`), then hello. */
export async function openPage(
  url: string,
  site = 'browser-0000000a',
  area: string | null = null,
  { language = 'en', known }: { language?: string; known?: string } = {},
): Promise<Page> {
  const cookie = known ?? (await sessionOf(url));
  const socket = new WebSocket(`${url.replace('http', 'ws')}/jarvis/ws`, { origin: url, headers: { cookie } });
  const messages: PageMessage[] = [];
  const states = new Map<string, string>();
  let sound = 0;
  const send = (message: PageMessage) => socket.send(JSON.stringify(message));
  const paced = async (message: PageMessage) => {
    const { type } = message;
    const key = `${url} ${site} ${type}`;
    const bucket = buckets.get(key) ?? tokenBucket(4, 15, () => timeAt(url));
    buckets.set(key, bucket);
    while (!bucket.take()) await passAt(url, bucket.wait());
    send(message);
  };
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('message', (data, isBinary) => {
    if (isBinary) {
      sound += (data as Buffer).length;
      return;
    }
    const message = JSON.parse(String(data)) as PageMessage;
    messages.push(message);
    const { entities } = message;
    if (Array.isArray(entities)) for (const { id, state } of entities) states.set(id, state);
    if (message.type === 'play-end') void paced({ type: 'played', id: message['id'] });
  });
  await once(socket, 'open');
  send({ type: 'hello', site, language, area });
  const page: Page = {
    site,
    cookie,
    messages,
    sound: () => sound,
    send,
    paced,
    type: (text) => paced({ type: 'text', text }),
    raw: (frame) => socket.send(frame, () => {}),
    closed,
    async gets(type, fields = {}, count = 1) {
      const found = () =>
        messages.filter(
          (message) =>
            message.type === type && Object.entries(fields).every(([name, value]) => message[name] === value),
        );
      await until(
        () => found().length >= count,
        () => `${type} ${JSON.stringify(fields)} (${count}); got ${JSON.stringify(messages).slice(-2000)}`,
      );
      return must(found()[count - 1]);
    },
    async sees(entity, state) {
      await until(
        () => states.get(entity) === state,
        () => `${entity} to be ${state}; it is ${states.get(entity)}`,
      );
    },
    async close() {
      socket.close();
      await closed;
    },
  };
  await page.gets('house');
  return page;
}

async function sessionOf(url: string): Promise<string> {
  const { headers } = await fetch(`${url}/jarvis/session`);
  return must(must(headers.get('set-cookie')).split(';')[0]);
}

/** Types a sentence, and gives the first of what answers it, a reply or an error, when the whole answer is there. */
export async function answerTo(page: Page, text: string): Promise<{ kind: unknown; text: unknown }> {
  const from = page.messages.length;
  const shown = () => page.messages.slice(from).filter(({ type, kind }) => type === 'show' && kind !== 'heard');
  await page.type(text);
  await until(
    () => shown().some(({ last }) => last),
    () => `an answer to "${text}"; got ${JSON.stringify(page.messages.slice(from))}`,
  );
  const answer = shown().find((message) => message['text']);
  page.send({ type: 'hush' });
  return { kind: answer?.['kind'], text: answer?.['text'] };
}
