import { parseArguments } from '../llm/ollama-wire.js';
import { readKeywords, readValue } from './lenient.js';

/** A tool call found in an answer's text. */
export interface ParsedCall {
  name: string;
  arguments: Record<string, unknown>;
}

const NAME_KEYS = ['name', 'tool', 'tool_name', 'function', 'function_name', 'action', 'recipient_name'];
const ARGUMENT_KEYS = ['arguments', 'parameters', 'args', 'input', 'action_input', 'tool_input', 'params', 'kwargs'];
const MOST_DEPTH = 6;

/** The known tool that a model means by a name, or undefined. */
export function knownTool(name: unknown, tools: readonly string[]): string | undefined {
  if (typeof name !== 'string') return undefined;
  const plain = name.trim().replace(/^functions?\./, '');
  if (tools.includes(plain)) return plain;
  const alike = tools.filter((tool) => tool.toLowerCase() === plain.toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}

/** The calls of known tools in a JSON value, in any of the shapes that models write. */
export function callsIn(value: unknown, tools: readonly string[], depth = 0): ParsedCall[] {
  if (depth > MOST_DEPTH || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => callsIn(item, tools, depth + 1));
  const entries = Object.entries(value);
  const get = (keys: readonly string[]) => keys.map((key) => entries.find(([name]) => name === key)).find((e) => e);
  const list = get(['tool_calls', 'tool_call', 'function_call', 'calls']);
  if (list) return callsIn(list[1], tools, depth + 1);
  const inner = entries.find(([key]) => key === 'function')?.[1];
  if (typeof inner === 'object' && inner !== null) return callsIn(inner, tools, depth + 1);
  const name = knownTool(get(NAME_KEYS)?.[1], tools);
  if (name !== undefined) {
    const given = get(ARGUMENT_KEYS);
    if (!given) return entries.length === 1 ? [{ name, arguments: {} }] : [];
    const args = argumentsOf(given[1]);
    return args ? [{ name, arguments: args }] : [];
  }
  // {"get_weather": {"city": "Paris"}}
  const [only] = entries;
  const named = entries.length === 1 && only ? knownTool(only[0], tools) : undefined;
  const args = named === undefined ? undefined : argumentsOf(only?.[1]);
  return named !== undefined && args ? [{ name: named, arguments: args }] : [];
}

/** Whether a JSON value is meant as a call, of whatever tool: then it is never spoken. */
export function looksLikeCall(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(looksLikeCall);
  if (typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(value);
  if (keys.some((key) => /^(tool_calls?|function_call)$/.test(key))) return true;
  return keys.some((key) => NAME_KEYS.includes(key)) && keys.some((key) => ARGUMENT_KEYS.includes(key));
}

/**
 * The calls in a text that holds nothing else: JSON values, `name(key="value")`, `name {"key": "value"}`, XML-like
 * parameters. What isn't understood is skipped.
 * @param named The tool that the surrounding mark has named already.
 */
export function callsOfContainer(body: string, tools: readonly string[], named?: string): ParsedCall[] {
  const parameters = [...body.matchAll(/<parameter(?:=|\s+name=)["']?([\w.-]+)["']?\s*>([\s\S]*?)<\/parameter>/gi)];
  if (named !== undefined && parameters.length > 0) {
    const args = parameters.map(([, key = '', value = '']) => [key, plainValue(value.trim())] as const);
    return [{ name: named, arguments: Object.fromEntries(args.filter(([key]) => key !== '__proto__')) }];
  }
  const calls: ParsedCall[] = [];
  for (let at = 0; at < body.length; ) {
    const start = body.slice(at).search(/[{[A-Za-z_]/);
    if (start < 0) break;
    at += start;
    const read = /[{[]/.test(body.charAt(at)) ? readValue(body, at) : readNamed(body, at, tools);
    if (!read) {
      at += Math.max(1, /^[\w.]+/.exec(body.slice(at, at + 200))?.[0].length ?? 1);
      continue;
    }
    const found = callsIn(read.value, tools);
    const args = named !== undefined && found.length === 0 ? argumentsOf(read.value) : undefined;
    if (args && named !== undefined) calls.push({ name: named, arguments: args });
    calls.push(...found);
    at = read.end;
  }
  if (calls.length === 0 && named !== undefined && body.trim() === '') return [{ name: named, arguments: {} }];
  return calls;
}

/** `name(key="value")`, `name {"key": "value"}` or `name: {…}` of a known tool, as the JSON of a call. */
export function readNamed(text: string, at: number, tools: readonly string[]) {
  const pattern = /([A-Za-z_][\w.-]*)[ \t]*(?:(\()|[:=]?\s*(?=\{))/y;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const name = match ? knownTool(match[1], tools) : undefined;
  if (!match || name === undefined) return undefined;
  const from = at + match[0].length;
  const read = match[2] ? readKeywords(text, from) : readValue(text, from);
  if (!read) return undefined;
  const whole = callsIn(read.value, tools)[0];
  return { value: whole ?? { name, arguments: read.value }, end: read.end };
}

function argumentsOf(given: unknown): Record<string, unknown> | undefined {
  if (given === null) return {};
  if (typeof given === 'string') {
    const text = given.trim();
    if (text === '') return {};
    const read = text.startsWith('{') ? readValue(text, 0) : undefined;
    return read ? argumentsOf(read.value) : undefined;
  }
  return typeof given === 'object' && !Array.isArray(given) ? parseArguments(given) : undefined;
}

function plainValue(text: string): unknown {
  const read = readValue(text, 0);
  return read && read.end === text.length ? read.value : text;
}
