import type { ToolResult } from '../../llm/types.js';
import { clock, type Timer } from '../../turn/clock.js';
import { closeAll } from '../../turn/closing.js';
import { isAbort, JarvisError, reasonOf, toJarvisError } from '../../turn/errors.js';
import { redact } from '../../turn/redaction.js';
import { oneLine } from '../../turn/shorten.js';
import { abortError, backoff } from '../../turn/wait.js';
import { SessionLost } from './failures.js';
import type { Offered } from './offered.js';
import { resultOf } from './result.js';
import type { Server } from './server.js';
import { type CallOptions, openSession, type Session } from './session.js';

/** Between attempts to connect, in milliseconds; after so many in vain only a call or a deploy tries again, an hour later. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 300_000;
const MAX_ATTEMPTS = 20;
/** A server that stayed for so long has not failed at its start, in milliseconds. */
const STEADY_MS = 60_000;
const MAX_FAILURE = 1_000;

export type LinkState =
  | { kind: 'connecting' }
  | { kind: 'connected'; name: string; offered: readonly Offered[] }
  | { kind: 'busy'; tool: string; progress: string }
  | { kind: 'failed'; error: JarvisError };

/** A server that is kept connected: it is started again, and its sessions are renewed. */
export interface Link {
  /** What the server has offered last; it may be away for a while. */
  offered(): readonly Offered[];
  isConnected(): boolean;
  /** Why there was no connection when it was last tried; undefined where there is one. */
  failure(): JarvisError | undefined;
  /** Calls a tool, and connects first where there is no connection. @throws anything: the call has failed then */
  call(tool: string, args: Record<string, unknown>, limit: Pick<CallOptions, 'ms' | 'signal'>): Promise<ToolResult>;
  /** Resolves when nothing of it is left. */
  close(): Promise<void>;
}

/** Connects to a server, and again whenever the connection is lost. @param onState is told each change */
export function openLink(server: Server, onState: (state: LinkState) => void): Link {
  const closing = new AbortController();
  /** The attempt to connect, or what came of it; and what is connected. */
  let session: Promise<Session> | undefined;
  let current: Session | undefined;
  let leaving: Promise<void> = Promise.resolve();
  let offered: readonly Offered[] = [];
  let failure: JarvisError | undefined;
  let timer: Timer | undefined;
  let [attempts, since] = [0, 0];
  const tell = (state: LinkState) => {
    if (!closing.signal.aborted) onState(state);
  };

  function connect(): Promise<Session> {
    timer?.cancel();
    session ??= open();
    return session;
  }

  async function open(): Promise<Session> {
    tell({ kind: 'connecting' });
    try {
      const opened: Session = await openSession(server, {
        signal: closing.signal,
        onTools: () => connected(opened),
        onEnd: (why) => {
          leaving = opened.close();
          lost(why);
        },
      });
      since = clock.steady();
      connected(opened);
      return opened;
    } catch (thrown) {
      lost(toJarvisError(thrown, 'failed', 'The MCP server can not be used'));
      throw thrown;
    }
  }

  function connected(opened: Session): void {
    failure = undefined;
    current = opened;
    offered = opened.offered();
    tell({ kind: 'connected', name: opened.name, offered });
  }

  function lost(why: JarvisError): void {
    session = undefined;
    current = undefined;
    failure = why;
    if (closing.signal.aborted) return;
    if (since > 0 && clock.steady() - since > STEADY_MS) attempts = 0;
    since = 0;
    tell({ kind: 'failed', error: why });
    if (attempts++ >= MAX_ATTEMPTS) return;
    const again = () => void connect().catch(() => undefined);
    timer = clock.after(backoff(attempts - 1, FIRST_WAIT_MS, MAX_WAIT_MS), again);
    timer.unref();
  }

  async function call(tool: string, args: Record<string, unknown>, { ms, signal }: Pick<CallOptions, 'ms' | 'signal'>) {
    const opened = await connect();
    if (signal.aborted) throw abortError(signal);
    tell({ kind: 'busy', tool, progress: '' });
    try {
      const onProgress = (progress: string) => tell({ kind: 'busy', tool, progress });
      return resultOf(await opened.call(tool, args, { ms, signal, onProgress }));
    } catch (thrown) {
      if (isAbort(thrown) || thrown instanceof SessionLost) throw thrown;
      if (thrown instanceof JarvisError) return { ok: false, text: redact(thrown.message) };
      // In words of the server, which may be anybody's.
      return { ok: false, text: redact(oneLine(reasonOf(thrown), MAX_FAILURE)) };
    } finally {
      if (current === opened) connected(opened);
    }
  }

  void connect().catch(() => undefined);
  return {
    offered: () => offered,
    isConnected: () => current !== undefined,
    failure: () => failure,
    async call(tool, args, limit) {
      try {
        return await call(tool, args, limit);
      } catch (thrown) {
        // The server knew nothing of the session, so that nothing was done: a new one does it.
        if (thrown instanceof SessionLost) return await call(tool, args, limit);
        throw thrown;
      }
    },
    async close() {
      closing.abort();
      timer?.cancel();
      const opened = await session?.catch(() => undefined);
      await closeAll([() => opened?.close(), () => leaving]);
    },
  };
}
