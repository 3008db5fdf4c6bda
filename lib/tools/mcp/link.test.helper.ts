import path from 'node:path';
import { must, until } from '../../../test/until.js';
import type { ToolContext } from '../../llm/types.js';
import { type Link, type LinkState, openLink } from './link.js';
import type { CommandServer, Server } from './server.js';

const folder = path.join(__dirname, '../../../test/mcp-servers');

/** One of the servers in test/mcp-servers, as a command. */
export const command = (file: string, args: string[] = [], more: Partial<CommandServer> = {}): CommandServer => ({
  ...{ command: process.execPath, args: [path.join(folder, file), ...args], env: {}, secrets: {} },
  ...more,
});
export const DESK = command('desk-command.js');

export const context = (more: Partial<ToolContext> = {}): ToolContext => ({
  ...{ site: 'den', language: 'en', signal: new AbortController().signal, said: 'do it' },
  ...more,
});

/** A link with what it told, and ways to wait for it. */
export function opened(server: Server) {
  const states: LinkState[] = [];
  const link: Link = openLink(server, (state) => states.push(state));
  const limit = (ms = 20_000, signal = new AbortController().signal) => ({ ms, signal });
  return {
    ...{ link, states },
    connected: (count = 1) =>
      until(
        () => states.filter(({ kind }) => kind === 'connected').length >= count,
        () => `a connection; told ${JSON.stringify(states)}`,
      ),
    async failed(count = 1) {
      await until(() => states.filter(({ kind }) => kind === 'failed').length >= count, 'a failure');
      return must(states.flatMap((state) => (state.kind === 'failed' ? [state.error] : []))[count - 1]);
    },
    call: (tool: string, args: Record<string, unknown> = {}, ms?: number) => link.call(tool, args, limit(ms)),
  };
}

/** Whether a process is there, a dead one that nobody has asked about left out. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
