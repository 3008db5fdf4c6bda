import { readValue } from '../llm/lenient.js';
import { callsIn, knownTool, objectIn, type ParsedCall, plainValue } from './call-shapes.js';

/** `name: get_weather`, then `arguments:` with JSON behind it or indented `key: value` lines below it. */
export const LABELLED =
  /^[ \t*-]*(?:name|tool|tool[_ ]name|function)[ \t*]*:[ \t*]*["'`]?([\w.-]{1,100})["'`]?[ \t]*\n[ \t*]*(?:arguments|parameters|args|input|tool[_ ]input)[ \t*]*:[ \t*]*([^\n]*(?:\n[ \t]+[^\n]*|\n[{}][^\n]*)*)/gim;

/** The call of such lines; none when its arguments are not clear. Undefined when no known tool is named. */
export function callOfLabels(said: string, input: string, tools: readonly string[]): ParsedCall[] | undefined {
  const name = knownTool(said, tools);
  if (name === undefined) return undefined;
  const plain = input.trim();
  const value = plain === '' ? {} : objectIn(readValue(plain, 0)?.value);
  if (value) return callsIn({ name, arguments: value }, tools);
  const entries = plain.split('\n').map((line) => /^\s*([\w.-]+)\s*:\s*(\S.*?)\s*$/.exec(line));
  if (!entries.every((entry) => entry !== null)) return [];
  const pairs = entries.map(([, key = '', text = '']) => [key, plainValue(text)] as const);
  return [{ name, arguments: Object.fromEntries(pairs.filter(([key]) => key !== '__proto__')) }];
}
