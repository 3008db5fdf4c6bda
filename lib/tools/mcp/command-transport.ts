import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js' with { 'resolution-mode': 'import' };
import { clock } from '../../turn/clock.js';
import { JarvisError, reasonOf } from '../../turn/errors.js';
import { redact } from '../../turn/redaction.js';
import { neededEnvironment } from '../needed-environment.js';
import { endGroup, HAS_GROUPS, watchGroup } from '../process-group.js';
import { type CommandServer, MAX_MESSAGE, nameOf, type ServerTransport } from './server.js';

/** Characters that are kept of what a server writes to stderr. */
const MAX_WRITTEN = 2_000;
/** How long what a server has written may still come after its end, in milliseconds. */
const PIPES_MS = 500;
/** Shorter values would blot out ordinary words. */
const MIN_SECRET = 6;

/**
 * The way to a server that is a command. The SDK's own would leave behind what the command has started, as `npx` does,
 * and forgets why it has ended.
 */
export async function commandTransport(server: CommandServer): Promise<ServerTransport> {
  const { ReadBuffer, serializeMessage } = await import('@modelcontextprotocol/sdk/shared/stdio.js');
  const buffer = new ReadBuffer({ maxBufferSize: MAX_MESSAGE });
  let child: ChildProcessWithoutNullStreams | undefined;
  let written = '';
  let why: JarvisError | undefined;
  const said = () => (written.trim() === '' ? 'It wrote no reason.' : `It wrote last: ${shown(written, server)}`);

  const transport: ServerTransport = {
    ended: () => why,
    start: () =>
      new Promise<void>((resolve, reject) => {
        const { command, args } = server;
        child = spawn(command, args, { env: environment(server), detached: HAS_GROUPS, windowsHide: true });
        watchGroup(child);
        child.once('spawn', resolve);
        child.once('error', (thrown) => {
          why ??= notStarted(server, thrown);
          reject(why);
        });
        // What has left its group may hold its pipes open.
        child.once('exit', () => clock.limit(PIPES_MS, closePipes).unref());
        // Comes after everything that it has written.
        child.once('close', (code, signal) => {
          why ??= new JarvisError(
            'failed',
            `${nameOf(server)} has ended (${signal ?? `code ${code}`}). ${said()} Try the command in a terminal.`,
          );
          buffer.clear();
          transport.onclose?.();
        });
        child.stdin.on('error', (thrown) => transport.onerror?.(thrown));
        child.stderr.on('data', (chunk) => {
          written = (written + chunk).slice(-MAX_WRITTEN);
        });
        child.stdout.on('data', (chunk: Buffer) => {
          try {
            buffer.append(chunk);
          } catch {
            why ??= new JarvisError('failed', `${nameOf(server)} sent more than ${MAX_MESSAGE} bytes at once.`);
            child?.stdout.removeAllListeners('data').resume();
            void transport.close();
          }
          readAll();
        });
      }),
    send: (message) =>
      new Promise<void>((resolve, reject) => {
        if (!child?.stdin.writable) return reject(why ?? new Error(`${nameOf(server)} has ended.`));
        child.stdin.write(serializeMessage(message), (thrown) => (thrown ? reject(thrown) : resolve()));
      }),
    close: async () => {
      if (child) await endGroup(child);
    },
  };

  function closePipes(): void {
    child?.stdout.destroy();
    child?.stderr.destroy();
  }

  function readAll(): void {
    for (;;) {
      let message: JSONRPCMessage | null;
      try {
        message = buffer.readMessage();
      } catch (thrown) {
        // Many servers print a greeting: a line that is no message is passed over.
        transport.onerror?.(thrown as Error);
        continue;
      }
      if (message === null) return;
      transport.onmessage?.(message);
    }
  }
  return transport;
}

function environment({ env, secrets }: CommandServer): Record<string, string> {
  return { ...neededEnvironment(), ...env, ...secrets };
}

/** What a server has written, without secrets, even where it tells its own. */
function shown(written: string, { secrets }: CommandServer): string {
  const values = Object.values(secrets).filter((value) => value.length >= MIN_SECRET);
  return redact(values.reduce((text, value) => text.replaceAll(value, '•••'), written.trim()));
}

function notStarted(server: CommandServer, thrown: NodeJS.ErrnoException): JarvisError {
  const { command } = server;
  const missing = `${nameOf(server)}: the command "${command}" was not found. Install it on the machine of Node-RED, or give its whole path.`;
  const refused = `${nameOf(server)}: Node-RED may not run "${command}". Make it executable for Node-RED's user.`;
  const others = `${nameOf(server)} could not be started: ${reasonOf(thrown)}`;
  const message = { ENOENT: missing, EACCES: refused }[thrown.code ?? ''] ?? others;
  return new JarvisError('not-configured', message, { cause: thrown });
}
