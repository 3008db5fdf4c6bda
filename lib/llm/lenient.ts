/** What was read, and the index after it. */
export interface Read<T = unknown> {
  value: T;
  end: number;
}

const DEEPEST = 32;

/**
 * Reads one JSON value the way small models write it: also with single quotes, bare keys, trailing commas and Python's
 * True, False and None. Undefined when there is none at `at`.
 */
export function readValue(text: string, at: number, depth = 0): Read | undefined {
  if (depth > DEEPEST) return undefined;
  const start = skipSpace(text, at);
  const first = text.charAt(start);
  if (first === '{') return readObject(text, start, depth);
  if (first === '[') return readList(text, start, depth);
  if (first === '"' || first === "'") return readString(text, start);
  const word = match(/[-+]?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?)(?![\w.])|\b(?:true|false|null|none)\b/iy, text, start);
  if (word === undefined) return undefined;
  const end = start + word.length;
  switch (word.toLowerCase()) {
    case 'true':
      return { value: true, end };
    case 'false':
      return { value: false, end };
    case 'null':
    case 'none':
      return { value: null, end };
    default:
      return { value: Number(word), end };
  }
}

/** Reads `key=value, key="value")` up to and with the closing bracket; positional arguments are not understood. */
export function readKeywords(text: string, at: number): Read<Record<string, unknown>> | undefined {
  return readPairs(text, at, ')', '=', 0);
}

function readObject(text: string, start: number, depth: number): Read | undefined {
  return readPairs(text, start + 1, '}', ':', depth);
}

function readPairs(
  text: string,
  from: number,
  close: string,
  separator: string,
  depth: number,
): Read<Record<string, unknown>> | undefined {
  const value: Record<string, unknown> = {};
  let at = skipSpace(text, from);
  while (text.charAt(at) !== close) {
    const key = readKey(text, at);
    if (!key) return undefined;
    at = skipSpace(text, key.end);
    if (text.charAt(at) !== separator) return undefined;
    const inner = readValue(text, at + 1, depth + 1);
    if (!inner) return undefined;
    // Assigning it would change the object's prototype.
    if (key.value !== '__proto__') value[key.value] = inner.value;
    at = skipSpace(text, inner.end);
    if (text.charAt(at) === ',') at = skipSpace(text, at + 1);
    else if (text.charAt(at) !== close) return undefined;
  }
  return { value, end: at + 1 };
}

function readList(text: string, start: number, depth: number): Read | undefined {
  const value: unknown[] = [];
  let at = skipSpace(text, start + 1);
  while (text.charAt(at) !== ']') {
    const inner = readValue(text, at, depth + 1);
    if (!inner) return undefined;
    value.push(inner.value);
    at = skipSpace(text, inner.end);
    if (text.charAt(at) === ',') at = skipSpace(text, at + 1);
    else if (text.charAt(at) !== ']') return undefined;
  }
  return { value, end: at + 1 };
}

function readKey(text: string, at: number): Read<string> | undefined {
  if (/["']/.test(text.charAt(at))) return readString(text, at);
  const word = match(/[A-Za-z_][\w.-]*/y, text, at);
  return word === undefined ? undefined : { value: word, end: at + word.length };
}

function readString(text: string, at: number): Read<string> | undefined {
  const body = match(text.charAt(at) === '"' ? /"(?:[^"\\]|\\[\s\S])*"/y : /'(?:[^'\\]|\\[\s\S])*'/y, text, at);
  if (body === undefined) return undefined;
  return { value: unescaped(body.slice(1, -1)), end: at + body.length };
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function unescaped(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|([\s\S]))/gi, (_, code: string | undefined, sign: string | undefined) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[sign ?? ''] ?? sign ?? ''),
  );
}

function skipSpace(text: string, at: number): number {
  return at + (match(/\s*/y, text, at)?.length ?? 0);
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
