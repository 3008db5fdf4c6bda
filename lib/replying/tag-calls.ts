import { readValue } from '../llm/lenient.js';
import { callsOfContainer, knownTool, objectIn, type ParsedCall, plainValue } from './call-shapes.js';

/** Bodies of tags are read so far: nobody writes longer arguments. */
const MAX_BODY = 8_000;
const NESTED = /<(?:function|invoke|tool)\b([^>]{0,300})>([\s\S]*?)(?:<\/(?:function|invoke|tool)\s*>|$)/gi;
const NAME = /<(name|tool_name|function_name)>\s*([\w.-]+)\s*<\/\1>/i;
const ARGUMENTS = /<(arguments|parameters|args|params|input|tool_input)>([\s\S]*?)(?:<\/\1>|$)/i;
const PAIRS = [
  /<(?:parameter|param|arg(?:ument)?)(?:=|\s+name=)["']?([\w.-]+)["']?\s*>([\s\S]*?)<\/(?:parameter|param|arg(?:ument)?)>/gi,
  /<arg_key>\s*([\w.-]+)\s*<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/gi,
  /<([A-Za-z_][\w.-]*)>([^<]*)<\/\1>/g,
];

/** The calls of known tools in a tag of calls: its name in an attribute, in tags, or in JSON. */
export function callsOfTag(attributes: string, text: string, tools: readonly string[]): ParsedCall[] {
  const body = text.slice(0, MAX_BODY).trim();
  const given = /(?:^=|\bname\s*=)\s*["']?([\w.-]+)/.exec(attributes)?.[1];
  if (given !== undefined) {
    const name = knownTool(given, tools);
    return name === undefined ? [] : callsOfNamed(name, body, tools);
  }
  const nested = [...body.matchAll(NESTED)];
  if (nested.length > 0) return nested.flatMap((inner) => callsOfTag(inner[1] ?? '', inner[2] ?? '', tools));
  if (/^[{[]/.test(body)) return callsOfContainer(body, tools);
  const tagged = NAME.exec(body);
  const bare = /^([\w.-]+)\s*(?=<arg_key>|<parameter[= ]|$)/i.exec(body);
  const name = knownTool(tagged?.[2] ?? bare?.[1], tools);
  if (name === undefined) return callsOfContainer(body, tools);
  return callsOfNamed(name, body.replace(tagged?.[0] ?? bare?.[0] ?? '', ''), tools);
}

/** The call of a tool that its tag has named, with arguments in tags, as attributes or in JSON. */
export function callsOfNamed(name: string, text: string, tools: readonly string[], attributes = ''): ParsedCall[] {
  const body = text.slice(0, MAX_BODY).trim();
  const inner = (ARGUMENTS.exec(body)?.[2] ?? body).trim();
  if (inner === '')
    return [{ name, arguments: argumentsOf(attributes.matchAll(/([\w-]+)\s*=\s*["']([^"'<>]*)["']/g)) }];
  const value = /^[{"]/.test(inner) ? objectIn(readValue(inner, 0)?.value) : undefined;
  if (value) {
    const whole = callsOfContainer(inner, tools);
    return whole.length > 0 ? whole : [{ name, arguments: value }];
  }
  const pairs = PAIRS.map((pattern) => [...inner.matchAll(pattern)]).find((found) => found.length > 0);
  return pairs ? [{ name, arguments: argumentsOf(pairs) }] : callsOfContainer(inner, tools);
}

function argumentsOf(pairs: Iterable<RegExpMatchArray>): Record<string, unknown> {
  const entries = [...pairs].map(([, key = '', value = '']) => [key, plainValue(value.trim())] as const);
  return Object.fromEntries(entries.filter(([key]) => key !== '__proto__'));
}
