import { callsNamed, callsOfContainer, type ParsedCall, type SoleParameters } from './call-shapes.js';

/** Bodies of tags are read so far: nobody writes longer arguments. */
const MAX_BODY = 8_000;
const NESTED = /<(?:function|invoke|tool)\b([^>]{0,300})>([\s\S]*?)(?:<\/(?:function|invoke|tool)\s*>|$)/gi;
const NAME = /<(name|tool_name|function_name)>\s*([\w.-]+)\s*<\/\1>|^([\w.-]+)\s*(?=<arg_key>|<parameter[= ]|$)/i;

/** The calls of known tools in a tag of calls: its name in an attribute, in tags, or in JSON. */
export function callsOfTag(
  attributes: string,
  text: string,
  tools: readonly string[],
  sole?: SoleParameters,
): ParsedCall[] {
  const body = text.slice(0, MAX_BODY).trim();
  const given = /(?:^=|\bname\s*=)\s*["']?([\w.-]+)/.exec(attributes)?.[1];
  if (given !== undefined) return callsNamed(given, body, tools, sole) ?? [];
  const nested = [...body.matchAll(NESTED)];
  if (nested.length > 0) return nested.flatMap((inner) => callsOfTag(inner[1] ?? '', inner[2] ?? '', tools, sole));
  const [said = '', , tagged, bare] = NAME.exec(body) ?? [];
  return callsNamed(tagged ?? bare, body.replace(said, ''), tools, sole) ?? callsOfContainer(body, tools, sole);
}
