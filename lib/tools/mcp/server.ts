import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js' with { 'resolution-mode': 'import' };
import { isWebAddress } from '../../turn/address.js';
import { JarvisError } from '../../turn/errors.js';
import { redact } from '../../turn/redaction.js';
import { shorten } from '../../turn/shorten.js';
import { variablesIn, wordsOf } from './form.js';

/** An MCP server that is started here, and talks over its stdin and stdout. */
export interface CommandServer {
  command: string;
  args: readonly string[];
  /** Beside what every program needs. */
  env: Readonly<Record<string, string>>;
  /** Further variables, whose values are shown to nobody. */
  secrets: Readonly<Record<string, string>>;
}

/** An MCP server that is running somewhere, reached by streamable HTTP. */
export interface WebServer {
  url: string;
  /** Sent as a bearer token; none when empty. */
  token: string;
}

export type Server = CommandServer | WebServer;

/** A way to a server, which may know more of why it has ended than the one who uses it. */
export interface ServerTransport extends Transport {
  /** Why it has ended, in words for its owner; undefined where it knows of nothing. */
  ended(): JarvisError | undefined;
}

/** Largest message that a server may send, in bytes: what is larger ends the connection. */
export const MAX_MESSAGE = 4_000_000;
const MAX_SHOWN = 200;

/** How a server is called in messages to people: without the secrets that arguments may hold. */
export function nameOf(server: Server): string {
  if ('url' in server) return `The MCP server at ${server.url}`;
  return `The MCP server "${shorten(redact([server.command, ...server.args].join(' ')), MAX_SHOWN)}"`;
}

/** Texts of a form, as they are kept. */
export interface ServerForm {
  transport: string;
  command: string;
  args: string;
  /** `NAME=value` words, and those that are kept secret. */
  env: string;
  secrets: string;
  url: string;
  token: string;
}

/** @returns the server of a form; undefined where none was entered. @throws JarvisError not-configured for one that can't be. */
export function serverOf(form: ServerForm): Server | undefined {
  if (form.transport === 'url') {
    const { url, token } = form;
    if (url === '') return undefined;
    if (isWebAddress(url)) return { url, token };
    throw new JarvisError(
      'not-configured',
      `"${url}" is not the address of an MCP server. Give one like http://127.0.0.1:3000/mcp.`,
    );
  }
  const command = form.command.trim();
  if (command === '') return undefined;
  const [env, secrets] = [variablesIn(form.env), variablesIn(form.secrets)];
  if (!env || !secrets) {
    throw new JarvisError('not-configured', 'The environment has to be words such as NAME=value, with spaces between.');
  }
  return { command, args: wordsOf(form.args), env, secrets };
}
