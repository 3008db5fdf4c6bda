/**
 * What an MCP node's form holds. Read by the editor, too: it has no schema library.
 */

/** Shortest and longest time that a call may take, and the usual one, in seconds. */
export const MIN_SECONDS = 1;
export const MAX_SECONDS = 300;
export const USUAL_SECONDS = 30;
/** Before the names of a server's tools: a name is both with _ between, 64 characters at most. */
export const MAX_PREFIX = 24;
export const PREFIX = /^[a-z][a-z0-9_]{0,23}$/i;

/** A tool that its owner lets the model call. */
export interface Allowed {
  /** As the server calls it. */
  name: string;
  /** It changes something: a question never starts it. */
  acts: boolean;
  /** A person is asked before each call; where nothing is said, of what its server calls destructive. */
  asks?: boolean;
  /** What it was like when it was ticked, see `Offered`; not known of what was written by hand. */
  mark?: string;
}

/** The rule for a tool as it is now; none where it has changed since it was ticked, which was for what was shown. */
export function ruleFor(
  tool: { name: string; mark?: string },
  allowed: readonly Allowed[],
): Allowed | 'changed' | undefined {
  const rule = allowed.find(({ name }) => name === tool.name);
  return rule?.mark !== undefined && rule.mark !== tool.mark ? 'changed' : rule;
}

/** The allowed tools as the form keeps them, in JSON; none where it is none. */
export function allowedIn(json: string | undefined): Allowed[] {
  try {
    const rows: unknown = JSON.parse(json || '[]');
    return Array.isArray(rows) ? rows.map(allowedOf).filter(({ name }) => name !== '') : [];
  } catch {
    return [];
  }
}

function allowedOf(row: unknown): Allowed {
  const { name, acts, asks, mark } = Object(row) as Record<keyof Allowed, unknown>;
  return {
    name: typeof name === 'string' ? name : '',
    acts: acts !== false,
    ...(typeof asks === 'boolean' && { asks }),
    ...(typeof mark === 'string' && { mark }),
  };
}

/** What is before the names of a server's tools: what was entered, or else made of the node's name. */
export function prefixOf(entered: string | undefined, name: string | undefined): string {
  const made = (entered || name || '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/gi, '_')
    .replace(/^[^a-z]+|_+$/gi, '')
    .slice(0, MAX_PREFIX)
    .toLowerCase();
  return made || 'mcp';
}

const WORD = /(?:[^\s"']+|"[^"]*"|'[^']*')+/g;
const QUOTED = /"([^"]*)"|'([^']*)'/g;

/** The words of a line as a shell has them: with spaces between, those with spaces in quotes. No shell reads them. */
export function wordsOf(line: string | undefined): string[] {
  const words = line?.match(WORD) ?? [];
  return words.map((word) => word.replace(QUOTED, (_, double?: string, single?: string) => double ?? single ?? ''));
}

const VARIABLE = /^([a-z_][a-z0-9_]*)=(.*)$/is;

/** Variables of an environment, from `NAME=value` words; undefined where one of them is none. */
export function variablesIn(line: string | undefined): Record<string, string> | undefined {
  const pairs = wordsOf(line).map((word) => VARIABLE.exec(word));
  if (pairs.some((pair) => !pair)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

/** What the form is told of the deployed node's server. */
export interface Offers {
  state: 'undeployed' | 'connecting' | 'connected' | 'failed';
  /** Why it has failed; else empty. */
  message: string;
  tools: { name: string; description: string; reads: boolean; destroys: boolean; mark: string }[];
}
