import { argumentsIn, callsIn, knownTool, type ParsedCall, type SoleParameters } from './call-shapes.js';

/** `name: get_weather`, then `arguments:` with JSON behind it or indented lines below it, or the arguments as lines. */
export const LABELLED =
  /^[ \t*-]*(?:name|tool|tool[_ ]name|function|tool[_ ]call)[ \t*]*:[ \t*]*["'`]?([\w.-]{1,100})["'`]?[ \t]*(?:\n[ \t*]*(?:arguments|parameters|args|input|tool[_ ]input)[ \t*]*:[ \t*]*([^\n]*(?:\n[ \t]+[^\n]*|\n[{}][^\n]*)*)|((?:\n[ \t]*[\w.-]+[ \t]*[:=][^\n]*)*))/gim;

/** The call of such lines; none when its arguments are not clear. Undefined when no known tool is named. */
export function callOfLabels(
  said: string,
  input: string,
  tools: readonly string[],
  sole: SoleParameters,
): ParsedCall[] | undefined {
  const name = knownTool(said, tools);
  if (name === undefined) return undefined;
  const value = argumentsIn(input, sole[name]);
  return value ? callsIn({ name, arguments: value }, tools) : [];
}
