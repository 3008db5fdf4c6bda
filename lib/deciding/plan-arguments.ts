import { type Read, readValue, readWhole } from '../llm/lenient.js';

/** What stands for something that only an earlier step can tell: <city>, {city}, [city], … */
const PLACEHOLDER = /<\p{L}[^<>]{0,79}>|\{\{?[\p{L}][^{}]{0,79}\}|^\[[\p{L}][^\]"']*\]$|^\$\p{L}|^(?:\.{3}|…)$/u;
/** A link as markdown writes it, around the address in it. */
const LINK =
  /!?\[[^[\]]{0,200}\]\(<?(https?:\/\/[^\s()<>]+|(?:[\w-]+\.)+[a-z]{2,}[^\s()<>]*)>?\)|<(https?:\/\/[^\s<>]+)>/giu;
/** An address with or without its scheme. */
const HOST = /^(?:https?:\/\/[^\s<>]+|(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#][^\s<>]*)?)$/iu;
const KEY = /^[\s,;&(]*(?:(?:with|and|mit|und|avec|et|con|y)\s+)?([\p{L}_][\p{L}\p{N}_.-]{0,63})\s*[=:]\s*/u;
const QUOTES: Record<string, string> = { "'": "'", '"': '"', '`': '`', '“': '”', '‘': '’', '«': '»', '„': '“' };

/**
 * The arguments written after a tool's name, in any of the ways a planner writes them: `key='value'`, `(key="value")`,
 * JSON, or one quoted value where the tool has one parameter.
 * @returns undefined when a model is needed: a placeholder, a parameter the tool doesn't have, words that are no argument
 */
export function concreteArguments(rest: string, parameters: readonly string[]): Record<string, unknown> | undefined {
  const text = unwrapped(rest).replace(LINK, '$1$2');
  if (text === '') return parameters.length === 0 ? {} : undefined;
  const given = text.startsWith('{')
    ? (readWhole(text) as Record<string, unknown> | undefined)
    : (ofAddress(text, parameters) ?? ofPairs(text) ?? ofValue(text, parameters));
  if (!given || Object.values(given).some(isOpen)) return undefined;
  const named: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const parameter = parameters.find((name) => name === key) ?? parameters.find((name) => same(name) === same(key));
    if (parameter === undefined) return undefined;
    named[parameter] = isAddress(parameter) ? withScheme(value) : value;
  }
  return Object.keys(named).length === 0 && parameters.length > 0 ? undefined : named;
}

/** Whether a parameter is for the address of a page. */
function isAddress(parameter: string): boolean {
  return /(?:^|_)(?:url|uri|link|href|address|page|site|website)$|(?:Url|URL|Link)$/.test(parameter);
}

/** A host by its name only is reached by https. */
function withScheme(value: unknown): unknown {
  return typeof value === 'string' && HOST.test(value) && !/^https?:/i.test(value) ? `https://${value}` : value;
}

/** Without colon, brackets and full stop around the arguments. */
function unwrapped(rest: string): string {
  const text = rest
    .replace(/^\s*(?:(?:tool|function)(?![\p{L}\p{N}_]))?\s*(?::|->|→|,)?\s*/iu, '')
    .replace(/[\s.;]+$/, '')
    .replace(/^(?:with|using)(?: the)?(?: arguments?| parameters?)?:?\s+(?=[{\p{L}])/iu, '');
  const inner = /^\(([\s\S]*)\)$/.exec(text)?.[1];
  return (inner ?? text).trim();
}

function ofPairs(text: string): Record<string, unknown> | undefined {
  const given: Record<string, unknown> = {};
  let rest = text;
  while (rest.replace(/^[\s,;)]+/, '') !== '') {
    const key = KEY.exec(rest);
    if (!key?.[1]) return undefined;
    rest = rest.slice(key[0].length);
    const value = valueAt(rest);
    if (!value) return undefined;
    given[key[1]] ??= value.value;
    rest = rest.slice(value.end);
  }
  return Object.keys(given).length > 0 ? given : undefined;
}

/** A bare address for a tool with one parameter. */
function ofAddress(text: string, [only, ...others]: readonly string[]): Record<string, unknown> | undefined {
  return only !== undefined && others.length === 0 && isAddress(only) && HOST.test(text) ? { [only]: text } : undefined;
}

/** One quoted value for a tool with one parameter. */
function ofValue(text: string, parameters: readonly string[]): Record<string, unknown> | undefined {
  const [only, ...others] = parameters;
  const value = text[0] !== undefined && text[0] in QUOTES ? valueAt(text) : undefined;
  if (only === undefined || others.length > 0 || value?.end !== text.length) return undefined;
  return { [only]: value.value };
}

/** The value a text begins with. */
function valueAt(text: string): Read | undefined {
  const close = QUOTES[text[0] ?? ''];
  if (close !== undefined) return quoted(text, close);
  if (text.startsWith('[')) return readValue(text, 0);
  const end =
    /^[\s\S]*?(?=\s*[,;]\s*[\p{L}_][\p{L}\p{N}_.-]*\s*=|\s+[\p{L}_][\p{L}\p{N}_.-]*\s*=|\s*\)?$)/u.exec(text)?.[0]
      .length ?? 0;
  const bare = text.slice(0, end).trim();
  return bare === '' ? undefined : { value: scalar(bare), end };
}

/** A quote ends where its mark is followed by the end, a comma, a bracket or the next key: "what's on" stays whole. */
function quoted(text: string, close: string): Read<string> | undefined {
  for (let at = text.indexOf(close, 1); at > 0; at = text.indexOf(close, at + 1)) {
    if (text[at - 1] === '\\') continue;
    if (!/^(?:\s*$|\s*[,;)\]]|\s+(?:(?:and|with|und|et|y)\s+)?[\p{L}_][\p{L}\p{N}_.-]*\s*=)/u.test(text.slice(at + 1)))
      continue;
    return { value: text.slice(1, at).replace(/\\(["'`])/g, '$1'), end: at + 1 };
  }
  return undefined;
}

function scalar(bare: string): unknown {
  if (/^-?\d{1,15}(?:\.\d{1,10})?$/.test(bare)) return Number(bare);
  if (/^(?:true|false)$/i.test(bare)) return bare.toLowerCase() === 'true';
  return bare;
}

/** Whether a value waits for an earlier result. */
function isOpen(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isOpen);
  if (typeof value === 'string') return value.trim() === '' || PLACEHOLDER.test(value.trim());
  return value === null;
}

function same(name: string): string {
  return name.replace(/[_.-]/g, '').toLowerCase();
}
