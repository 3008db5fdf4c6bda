import type { z } from 'zod';
import { JarvisError } from '../../turn/errors.js';
import { oneLine } from '../../turn/shorten.js';
import { sleep } from '../../turn/wait.js';
import { commandTransport } from './command-transport.js';
import { failureOf, isForgotten, isOfServer, SessionLost } from './failures.js';
import { listOf } from './list.js';
import type { Offered } from './offered.js';
import { callResultSchema } from './result.js';
import { nameOf, type Server } from './server.js';
import { webTransport } from './web-transport.js';

/** Longest time until a server has introduced itself, in milliseconds: `npx` fetches a command that isn't there yet. */
const CONNECT_MS = { command: 120_000, web: 15_000 };
/** A list that changes all the time is read no more often, in milliseconds. */
const LIST_EVERY_MS = 1_000;
const MAX_NAME = 24;

export interface SessionOptions {
  /** Ends what is under way. */
  signal: AbortSignal;
  /** The server offers other tools than before. */
  onTools(): void;
  /** It has ended by itself. */
  onEnd(why: JarvisError): void;
}

export interface CallOptions {
  /** Longest time, in milliseconds, whatever progress there is. */
  ms: number;
  signal: AbortSignal;
  /** How far it is, in a few characters: "3/10". */
  onProgress(how: string): void;
}

/** One conversation with a server, from its introduction to its end. */
export interface Session {
  /** The server's own name, short. */
  readonly name: string;
  offered(): readonly Offered[];
  /** @throws anything; `SessionLost` where the server doesn't know the session any more: nothing was done */
  call(tool: string, args: Record<string, unknown>, options: CallOptions): Promise<z.infer<typeof callResultSchema>>;
  close(): Promise<void>;
}

/** Connects to a server and asks what it offers. @throws JarvisError that says why there is none, for its owner */
export async function openSession(server: Server, { signal, onTools, onEnd }: SessionOptions): Promise<Session> {
  // Loaded when the first server is wanted: it takes 0.3 s and 25 MB.
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { ToolListChangedNotificationSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const isCommand = 'command' in server;
  const transport = await (isCommand ? commandTransport(server) : webTransport(server));
  const client = new Client({ name: 'node-red-jarvis', version: '1' });
  let offered: readonly Offered[] = [];
  let isOpen = false;

  const end = (why: JarvisError) => {
    if (!isOpen) return;
    isOpen = false;
    onEnd(why);
  };
  const listAgain = onceAtATime(async () => {
    offered = await listOf(client);
    onTools();
    await sleep(LIST_EVERY_MS, signal);
  });
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    if (isOpen) listAgain();
  });
  client.onclose = () => end(transport.ended() ?? new JarvisError('failed', `${nameOf(server)} has gone.`));
  client.onerror = (thrown) => {
    // Of other errors whoever waits is told, or nobody needs to know.
    if (transport.ended()) void transport.close();
    else if (/reconnection attempts/.test(thrown.message)) end(failureOf(server, thrown));
  };
  // Not by the requests' own signals: the SDK never lets go of a signal that it was given.
  const cut = () => void transport.close();
  signal.addEventListener('abort', cut, { once: true });
  try {
    signal.throwIfAborted();
    await client.connect(transport as never, { timeout: isCommand ? CONNECT_MS.command : CONNECT_MS.web });
    offered = await listOf(client);
  } catch (thrown) {
    await transport.close();
    throw transport.ended() ?? failureOf(server, thrown);
  } finally {
    signal.removeEventListener('abort', cut);
  }
  isOpen = true;
  return {
    name: oneLine(client.getServerVersion()?.name ?? '', MAX_NAME),
    offered: () => offered,
    async call(tool, args, { ms, signal: turn, onProgress }) {
      try {
        return await client.request(
          { method: 'tools/call', params: { name: tool, arguments: args } },
          callResultSchema,
          {
            ...{ timeout: ms, maxTotalTimeout: ms, signal: turn },
            onprogress: ({ progress, total }) => onProgress([progress, total].filter(isNumber).map(rounded).join('/')),
          },
        );
      } catch (thrown) {
        const known = transport.ended();
        // What the server says itself is no fault of the way to it.
        if (turn.aborted || (!known && (isCommand || isOfServer(thrown)))) throw thrown;
        const why = known ?? failureOf(server, thrown);
        end(why);
        throw isForgotten(thrown) ? new SessionLost(why.message) : why;
      }
    },
    async close() {
      isOpen = false;
      await transport.close();
    },
  };
}

const isNumber = (value: unknown) => typeof value === 'number';
const rounded = (value = 0) => Math.round(value * 100) / 100;

/** Runs `work` when called, and once more where it was called meanwhile. What fails is left as it was. */
function onceAtATime(work: () => Promise<void>): () => void {
  let [isRunning, isAsked] = [false, false];
  return function ask() {
    isAsked = true;
    if (isRunning) return;
    isRunning = true;
    isAsked = false;
    void work()
      .catch(() => undefined)
      .finally(() => {
        isRunning = false;
        if (isAsked) ask();
      });
  };
}
