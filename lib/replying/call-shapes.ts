import { type Read, readKeywords, readValue, readWhole } from '../llm/lenient.js';

/** A tool call found in an answer's text. */
export interface ParsedCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** By tool, the parameter that a value without a name is for; empty where the tool takes nothing. */
export type SoleParameters = Readonly<Record<string, string>>;

const NAME_KEYS = ['name', 'tool', 'tool_name', 'function', 'function_name', 'action', 'recipient_name'];
const ARGUMENT_KEYS = ['arguments', 'parameters', 'args', 'input', 'action_input', 'tool_input', 'params', 'kwargs'];
const MAX_DEPTH = 6;
/** Beginnings of values and words that are looked at in one text. */
export const MAX_TRIES = 1_000;
/** What a beginning that turns out to be no value costs of these: it has been read in vain. */
export const VAIN_TRY = 10;
/** So long is an object without quotation marks at most. */
const MAX_BARE = 1_000;

/** The known tool that a model means by a name, or undefined. */
export function knownTool(name: unknown, tools: readonly string[]): string | undefined {
  if (typeof name !== 'string') return undefined;
  const plain = name.trim().replace(/^(?:functions?|tools?|default_api)\./, '');
  if (tools.includes(plain)) return plain;
  const alike = tools.filter((tool) => tool.toLowerCase() === plain.toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}

/** The calls of known tools in a JSON value, in any of the shapes that models write. */
export function callsIn(value: unknown, tools: readonly string[], depth = 0): ParsedCall[] {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => callsIn(item, tools, depth + 1));
  const entries = Object.entries(value);
  const get = (keys: readonly string[]) => keys.map((key) => entries.find(([name]) => name === key)).find((e) => e);
  const list = get(['tool_calls', 'tool_call', 'function_call', 'calls', 'tool_uses', 'choices', 'message']);
  if (list) return callsIn(list[1], tools, depth + 1);
  const inner = entries.find(([key]) => key === 'function')?.[1];
  if (typeof inner === 'object' && inner !== null) return callsIn(inner, tools, depth + 1);
  const naming = get(NAME_KEYS);
  const name = knownTool(naming?.[1], tools);
  if (name !== undefined) {
    // {"tool": "get_weather", "city": "Paris"}; what has a name may be anything.
    const rest = Object.fromEntries(entries.filter((entry) => entry !== naming));
    const args = objectIn(get(ARGUMENT_KEYS)?.[1] ?? rest);
    const isCall = entries.length === 1 || naming?.[0] !== 'name' || get(ARGUMENT_KEYS) !== undefined;
    return isCall && args ? [{ name, arguments: args }] : [];
  }
  // {"get_weather": {"city": "Paris"}}
  const [only] = entries;
  const named = entries.length === 1 && only ? knownTool(only[0], tools) : undefined;
  const args = named === undefined ? undefined : objectIn(only?.[1]);
  return named !== undefined && args ? [{ name: named, arguments: args }] : [];
}

/** Whether a JSON value is meant as a call, of whatever tool: then it is never spoken. */
export function looksLikeCall(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(looksLikeCall);
  if (typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(value);
  if (keys.some((key) => /^(tool_calls?|tool_uses|function_call)$/.test(key))) return true;
  return keys.some((key) => NAME_KEYS.includes(key)) && keys.some((key) => ARGUMENT_KEYS.includes(key));
}

/**
 * The calls in a text that holds nothing else: JSON values, `name(key="value")`, `name {"key": "value"}`. What isn't
 * understood is skipped.
 */
export function callsOfContainer(body: string, tools: readonly string[], sole?: SoleParameters): ParsedCall[] {
  const calls: ParsedCall[] = [];
  let tries = 0;
  for (let at = 0; at < body.length && tries < MAX_TRIES; tries++) {
    const start = body.slice(at).search(/[{[A-Za-z_]/);
    if (start < 0) break;
    at += start;
    const bracket = /[{[]/.test(body.charAt(at));
    const read = bracket ? readValue(body, at) : readNamed(body, at, tools, sole);
    if (!read) {
      if (bracket) tries += VAIN_TRY;
      at += Math.max(1, /^[\w.]+/.exec(body.slice(at, at + 200))?.[0].length ?? 1);
      continue;
    }
    calls.push(...callsIn(read.value, tools));
    at = read.end;
  }
  return calls;
}

/** `name(key="value")`, `name {"key": "value"}` or `name: {…}` of a known tool, as the JSON of a call. */
export function readNamed(text: string, at: number, tools: readonly string[], sole: SoleParameters = {}) {
  const pattern =
    /([A-Za-z_][\w.-]*?)(?:\.call(?=\())?[ \t]*(?:(\()|(?:[:=]|(?:\[CALL_ID\][\w-]{1,40})?\[ARGS\])?\s*(?=\{))/y;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const name = match ? knownTool(match[1], tools) : undefined;
  if (!match || name === undefined) return undefined;
  const from = at + match[0].length;
  const read = match[2]
    ? (readKeywords(text, from) ?? readOnly(text, from, sole[name]) ?? readLoose(text, from, sole[name]))
    : readValue(text, from);
  if (!read) return undefined;
  const whole = callsIn(read.value, tools)[0];
  return { value: whole ?? { name, arguments: read.value }, end: read.end };
}

/** `{"key": "value"})` and `"value")`: the arguments, or the value of one, as the only one. */
function readOnly(text: string, from: number, parameter?: string): Read<Record<string, unknown>> | undefined {
  const read = readValue(text, from);
  const close = read && /^\s{0,20}\)/.exec(text.slice(read.end, read.end + 21));
  const isObject = typeof read?.value === 'object';
  const args = isObject ? objectIn(read.value) : read && given(read.value, parameter);
  return args && close ? { value: args, end: read.end + close[0].length } : undefined;
}

/** `Rome)` and `query=tallest tower)`: words without quotation marks. */
function readLoose(text: string, from: number, parameter?: string): Read<Record<string, unknown>> | undefined {
  const [all, words = ''] = /^([^()"'{}[\]\n]{1,200})\)/.exec(text.slice(from, from + 202)) ?? [];
  const value = words.trim() !== '' ? (pairsIn(words) ?? argumentsIn(words, parameter)) : undefined;
  return all && value ? { value, end: from + all.length } : undefined;
}

/** A value without a name as the arguments of a call; undefined where it isn't clear what it is for. */
function given(value: unknown, parameter: string | undefined): Record<string, unknown> | undefined {
  if (parameter === '') return {};
  return parameter === undefined ? undefined : { [parameter]: value };
}

/** The calls of a tool that is named, with its arguments in a text; none when they aren't clear. Undefined when no tool is named. */
export function callsNamed(
  said: string | undefined,
  text: string,
  tools: readonly string[],
  sole: SoleParameters = {},
): ParsedCall[] | undefined {
  const name = knownTool(said, tools);
  if (name === undefined) return undefined;
  const args = argumentsIn(text, sole[name]);
  const whole = callsIn(args, tools);
  return whole.length > 0 || !args ? whole : callsIn({ name, arguments: args }, tools);
}

/** Arguments between tags, and what else templates put around them. */
const AROUND = /<(arguments|parameters|args|params|input|tool_input)>([\s\S]*?)(?:<\/\1>|$)/i;
const TAGS = [
  /<(?:parameter|param|arg(?:ument)?)(?:=|\s+name=)["']?([\w.-]+)["']?(?:\s[^<>]*)?>([\s\S]*?)<\/(?:parameter|param|arg(?:ument)?)>/gi,
  /<arg_key>\s*([\w.-]+)\s*<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/gi,
  /<([A-Za-z_][\w.-]*)>([^<]*)<\/\1>/g,
];

/**
 * The arguments of a call that is named elsewhere, in any of the ways they are written: JSON with or without quotation
 * marks, tags, `key=value`, lines of `key: value`, or one value where it is clear what it is for. Undefined when none is clear.
 */
function argumentsIn(text: string, parameter?: string): Record<string, unknown> | undefined {
  const plain = (AROUND.exec(text)?.[2] ?? text).trim().replace(/^(?:\**\s*)?(?:`{1,3}(?:json)?)?\s*|[\s*`]*$/g, '');
  if (/^(?:none|null|n\/a|\{\s*\})?$/i.test(plain)) return {};
  if (/^[{"]/.test(plain)) {
    const value = objectIn(readValue(plain, 0)?.value ?? readValue(quotedValues(plain), 0)?.value);
    if (value) return value;
    if (plain.startsWith('{')) return undefined;
  }
  const tagged = TAGS.map((tag) => [...plain.matchAll(tag)]).find((found) => found.length > 0);
  const args = tagged ? fromPairs(tagged) : (readKeywords(`${plain})`, 0)?.value ?? pairsIn(plain));
  if (args) return args;
  const isProse = /[.!?]\s|[\n{}()<>]/.test(plain) || /^[\w.-]+\s*=/.test(plain);
  return isProse ? undefined : given(unquoted(plain), parameter);
}

/** `city: Rome` and `city=Rome`, one a line or between commas; `city="Rome" days="2"`. */
function pairsIn(text: string): Record<string, unknown> | undefined {
  for (const parts of [text.split('\n'), text.split(/[,;]\s*(?=[\w.-]+\s*[:=])|(?<=["'])\s+(?=[\w.-]+=)/)]) {
    const pairs = parts.map((part) => /^\s*(?:- )?["']?([A-Za-z_][\w.-]*)["']?\s*[:=]\s*(\S.*?)\s*,?\s*$/.exec(part));
    if (pairs.length > 0 && pairs.every((pair) => pair !== null)) return fromPairs(pairs);
  }
  return undefined;
}

function fromPairs(pairs: readonly RegExpExecArray[]): Record<string, unknown> {
  const entries = pairs.map(([, key = '', value = '']) => [key, unquoted(value.trim())] as const);
  return Object.fromEntries(entries.filter(([key]) => key !== '__proto__'));
}

/** An argument outside of JSON: a value where all of it is one, else its words. */
function unquoted(text: string): unknown {
  const value = readWhole(text);
  return value === undefined ? text.replace(/^["'`“„](.*)["'`”“]$/, '$1') : value;
}

/** An object whose bare words are quoted: `{tool: get_weather}`. */
export function quotedValues(text: string): string {
  return text
    .slice(0, MAX_BARE)
    .replace(/(:\s*)(?!(?:true|false|null|none)\b)([^\s"'{[\d-][^,:{}"'[\]\n]*?)(?=\s*[,}])/gi, '$1"$2"');
}

/** The calls in a text that has its end: what lacks no more than the last brackets is whole. */
export function callsOfWhole(body: string, tools: readonly string[]): ParsedCall[] {
  const isBroken = /^\s*[{[]/.test(body) && tools.some((tool) => body.includes(tool));
  for (const missing of isBroken ? ['', '}', ']', '}]', '}}'] : ['']) {
    const calls = callsOfContainer(body.trim() + missing, tools);
    if (calls.length > 0) return calls;
  }
  return [];
}

/** The arguments of a call as an object, also when they are JSON in a string; undefined when they are no arguments. */
function objectIn(given: unknown): Record<string, unknown> | undefined {
  if (given === null) return {};
  if (typeof given === 'string') {
    const text = given.trim();
    if (text === '') return {};
    const read = text.startsWith('{') ? readValue(text, 0) : undefined;
    return read ? objectIn(read.value) : undefined;
  }
  if (typeof given !== 'object' || Array.isArray(given) || isSchema(given)) return undefined;
  return { ...given };
}

/** Small models repeat the description of a tool: what its parameters look like is no call. */
function isSchema(given: object): boolean {
  return 'type' in given && given.type === 'object' && 'properties' in given && typeof given.properties === 'object';
}

/** The words of a call that only gives the answer. */
export function finalAnswerIn(value: unknown): string | undefined {
  const { action, action_input: words } = Object(value) as { action?: unknown; action_input?: unknown };
  const isFinal = typeof action === 'string' && /^final[ _]answer$/i.test(action.trim());
  return isFinal && typeof words === 'string' && words.trim() !== '' ? words : undefined;
}
