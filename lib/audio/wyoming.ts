import net from 'node:net';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { type ErrorCode, JarvisError, reasonOf } from '../turn/errors.js';
import { readJson } from '../turn/foreign.js';
import { tokenBucket } from '../turn/token-bucket.js';
import { abortError, within } from '../turn/wait.js';

/** One message of the Wyoming protocol: a JSON header line, JSON data, raw bytes. */
export interface WyomingEvent {
  type: string;
  data: Record<string, unknown>;
  payload?: Buffer;
}

/** Most bytes of the header line, of the data and of the payload of one event. */
export const WYOMING_LIMITS = { header: 64 * 1024, data: 1024 * 1024, payload: 16 * 1024 * 1024 } as const;
/** Unsent bytes after which a connection is given up: four minutes of microphone sound. */
const MAX_UNSENT = 8 * 1024 * 1024;
const NEWLINE = 0x0a;
/**
 * What a server may send: so many events in a burst, and so many a second for ever. An event costs one, and one more for
 * each 4 KiB of its sound: 80 MB at once, more than any sentence.
 */
const FLOW = { burst: 20_000, perSecond: 2_000, bytes: 4_096 } as const;

const headerSchema = z.object({
  type: z.string().min(1),
  data: z.record(z.string(), z.unknown()).nullish(),
  data_length: z.number().int().min(0).max(WYOMING_LIMITS.data).nullish(),
  payload_length: z.number().int().min(0).max(WYOMING_LIMITS.payload).nullish(),
});
const dataSchema = z.record(z.string(), z.unknown());

/** The bytes of one event, ready for the socket. The payload is copied. */
export function encodeEvent(event: { type: string; data?: Record<string, unknown>; payload?: Buffer }): Buffer {
  const data = Buffer.from(event.data && Object.keys(event.data).length > 0 ? JSON.stringify(event.data) : '');
  const payload = event.payload ?? Buffer.alloc(0);
  const header = {
    type: event.type,
    ...(data.length > 0 && { data_length: data.length }),
    ...(payload.length > 0 && { payload_length: payload.length }),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), data, payload]);
}

/** Turns bytes, however they were cut, into events. Holds at most one unfinished event. */
export interface WyomingDecoder {
  /** Takes bytes and gives the events they complete. @throws JarvisError bad-input; the decoder is of no use after it. */
  push(bytes: Buffer): WyomingEvent[];
  /** True while an event has begun and not ended. */
  readonly unfinished: boolean;
}

/**
 * A decoder for one connection.
 * @param most bytes of data and payload of one event together; as `WYOMING_LIMITS` when not given
 */
export function wyomingDecoder(most = Number.POSITIVE_INFINITY): WyomingDecoder {
  let line: Buffer[] = [];
  let lineBytes = 0;
  let body: { header: z.infer<typeof headerSchema>; bytes: Buffer; filled: number } | undefined;

  /** Collects the header line and returns how many bytes it took. */
  const takeLine = (bytes: Buffer): number => {
    const end = bytes.indexOf(NEWLINE);
    const part = end < 0 ? bytes : bytes.subarray(0, end);
    lineBytes += part.length;
    if (lineBytes > WYOMING_LIMITS.header) throw malformed(`a header longer than ${WYOMING_LIMITS.header} bytes`);
    line.push(part);
    if (end < 0) return bytes.length;
    const header = headerOf(Buffer.concat(line));
    line = [];
    lineBytes = 0;
    const length = (header.data_length ?? 0) + (header.payload_length ?? 0);
    if (length > most) throw malformed(`an event longer than ${most} bytes`);
    body = { header, bytes: Buffer.allocUnsafe(length), filled: 0 };
    return end + 1;
  };

  return {
    push(bytes) {
      const events: WyomingEvent[] = [];
      let at = 0;
      for (;;) {
        if (body) {
          const taken = bytes.copy(body.bytes, body.filled, at);
          body.filled += taken;
          at += taken;
          if (body.filled < body.bytes.length) break;
          events.push(eventOf(body.header, body.bytes));
          body = undefined;
        }
        if (at >= bytes.length) break;
        at += takeLine(bytes.subarray(at));
      }
      return events;
    },
    get unfinished() {
      return body !== undefined || lineBytes > 0;
    },
  };
}

function headerOf(line: Buffer): z.infer<typeof headerSchema> {
  const header = headerSchema.safeParse(jsonOf(line, 'header'));
  if (header.success) return header.data;
  const issue = header.error.issues[0];
  throw malformed(`a header with a wrong "${issue?.path.join('.') ?? ''}" (${issue?.message ?? 'unknown'})`);
}

function eventOf(header: z.infer<typeof headerSchema>, body: Buffer): WyomingEvent {
  const dataBytes = header.data_length ?? 0;
  let data = header.data ?? {};
  if (dataBytes > 0) {
    const parsed = dataSchema.safeParse(jsonOf(body.subarray(0, dataBytes), 'data'));
    if (!parsed.success) throw malformed('data that is not a JSON object');
    data = { ...data, ...parsed.data };
  }
  const event: WyomingEvent = { type: header.type, data };
  if (header.payload_length) event.payload = body.subarray(dataBytes);
  return event;
}

function jsonOf(bytes: Buffer, what: string): unknown {
  try {
    return readJson(bytes.toString('utf8'));
  } catch {
    throw malformed(`a ${what} that is not JSON`);
  }
}

function malformed(what: string): JarvisError {
  return new JarvisError('bad-input', `Wyoming: received ${what}. Is the other side a Wyoming server?`);
}

/** One connection to a Wyoming server. */
export interface WyomingConnection {
  /** Queues an event. Never throws: what goes wrong ends `events()`. More than 8 MiB unsent gives the connection up. */
  send(event: { type: string; data?: Record<string, unknown>; payload?: Buffer }): void;
  /**
   * The events of the server, in order, with back-pressure; ends when the server closes or `close()` is called. May be
   * left and taken up again, by one reader at a time; it has no time limit of its own: use `within`. A server that sends
   * more than 20,000 events in a burst or 2,000 a second for long is given up.
   * @throws JarvisError with the connection's code when the connection breaks or is malformed; AbortError.
   */
  events(): AsyncGenerator<WyomingEvent, void, undefined>;
  /** Closes at once. Safe to call twice. */
  close(): void;
}

/**
 * Connects to a Wyoming server at `tcp://host:port`. The signal also ends the open connection.
 * @param options.timeoutMs limit of the connecting, in milliseconds (5,000 when not given)
 * @param options.code code of the errors, e.g. "stt-unreachable" ("failed" when not given)
 * @throws JarvisError not-configured for a bad address, `code` when nobody answers; AbortError.
 */
export async function connectWyoming(
  url: string,
  options: { signal?: AbortSignal; timeoutMs?: number; code?: ErrorCode } = {},
): Promise<WyomingConnection> {
  const { signal, timeoutMs = 5_000, code = 'failed' } = options;
  const address = addressOf(url);
  const what = `The Wyoming server at ${url}`;
  const failure = (thrown: unknown) =>
    new JarvisError(code, `${what} failed: ${reasonOf(thrown)}. Check that it runs and that the address is right.`, {
      cause: thrown,
    });

  const socket = net.connect({ ...address, noDelay: true, keepAlive: true });
  let broken: Error | undefined;
  socket.on('error', (error) => {
    broken ??= error;
  });
  const limit = { ms: timeoutMs, what, code, ...(signal && { signal }) };
  try {
    await within(
      limit,
      () =>
        new Promise<void>((resolve, reject) => {
          socket.once('connect', resolve);
          socket.once('error', (error) => reject(failure(error)));
        }),
    );
  } catch (thrown) {
    socket.destroy();
    throw thrown;
  }

  let closed = false;
  const onAbort = () => socket.destroy();
  signal?.addEventListener('abort', onAbort, { once: true });
  socket.once('close', () => signal?.removeEventListener('abort', onAbort));
  const decoder = wyomingDecoder();
  const waiting: WyomingEvent[] = [];
  // The reader may leave in the middle of a chunk and come back, so the stream must outlive one iteration.
  const chunks = (socket as Readable).iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();

  const flow = tokenBucket(FLOW.perSecond, FLOW.burst);
  /** Counts an event. @throws when the server sends more than can be meant. */
  const counted = (event: WyomingEvent) => {
    if (!flow.take(1 + (event.payload?.length ?? 0) / FLOW.bytes)) throw new Error('it sends without end');
    waiting.push(event);
  };

  const more = async (): Promise<boolean> => {
    try {
      const { value, done } = await chunks.next();
      if (signal?.aborted) throw abortError(signal);
      if (!done) for (const event of decoder.push(value as Buffer)) counted(event);
      if (done && decoder.unfinished && !closed) throw new Error('it closed the connection in the middle of an event');
      return !done;
    } catch (thrown) {
      socket.destroy();
      if (signal?.aborted) throw abortError(signal);
      if (closed) return false;
      throw failure(broken ?? thrown);
    }
  };

  return {
    send(event) {
      if (socket.destroyed || socket.writableEnded) return;
      socket.write(encodeEvent(event));
      if (socket.writableLength > MAX_UNSENT) socket.destroy(new Error('it takes sound more slowly than it is spoken'));
    },
    async *events() {
      do {
        for (let event = waiting.shift(); event; event = waiting.shift()) yield event;
      } while (await more());
    },
    close() {
      closed = true;
      socket.destroy();
    },
  };
}

function addressOf(url: string): { host: string; port: number } {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'tcp:' || parsed.hostname === '' || parsed.port === '') {
    throw new JarvisError(
      'not-configured',
      `"${url}" is not the address of a Wyoming server. Write it as tcp://host:port, e.g. tcp://127.0.0.1:10300.`,
    );
  }
  return { host: parsed.hostname.replace(/^\[|\]$/g, ''), port: Number(parsed.port) };
}
