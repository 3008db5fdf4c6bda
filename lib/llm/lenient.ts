/** What was read, and the index after it. */
export interface Read<T = unknown> {
  value: T;
  end: number;
}

const MAX_DEPTH = 32;
/** Places in a text where an object may begin. */
const MAX_OBJECTS = 10;
/** By the mark that opens it; an apostrophe within a word ends nothing: 'what's on'. */
const STRINGS: Record<string, RegExp> = {
  '"': /"(?:[^"\\]|\\[\s\S])*"/y,
  "'": /'(?:[^'\\]|\\[\s\S]|(?<=[\p{L}\p{N}])'(?=\p{L}))*'/uy,
  '“': /“(?:[^“”‟\\]|\\[\s\S])*[“”‟]/y,
  '„': /„(?:[^“”‟\\]|\\[\s\S])*[“”‟]/y,
};

/**
 * Reads one JSON value the way small models write it: also with single and curly quotes, bare keys, comments, commas too
 * many or too few, decimal commas, and Python's True, False and None. Undefined when there is none at `at`.
 */
export function readValue(text: string, at: number, depth = 0): Read | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const start = skipSpace(text, at);
  const first = text.charAt(start);
  if (first === '{') return readObject(text, start, depth);
  if (first === '[') return readList(text, start, depth);
  if (first in STRINGS) return readString(text, start);
  const word = match(/[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?(?![\w.])|\b(?:true|false|null|none)\b/iy, text, start);
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

/** The value that all of a text is; undefined when it is none, or when something follows. */
export function readWhole(text: string): unknown {
  const read = readValue(text, 0);
  return read && skipSpace(text, read.end) === text.length ? read.value : undefined;
}

/** The objects among the words of a text, one after the other; only the first few braces are tried. */
export function* objectsIn(text: string, readAt: typeof readValue = readValue): Generator<unknown> {
  let at = text.indexOf('{');
  for (let tries = 0; at >= 0 && tries < MAX_OBJECTS; tries++) {
    const read = readAt(text, at);
    if (read) yield read.value;
    at = text.indexOf('{', read?.end ?? at + 1);
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
    const inner = (separator === ':' && readDecimal(text, at + 1)) || readValue(text, at + 1, depth + 1);
    if (!inner) return undefined;
    // Assigning it would change the object's prototype.
    if (key.value !== '__proto__') value[key.value] = inner.value;
    at = skipSpace(text, inner.end);
    if (text.charAt(at) === ',') at = skipSpace(text, at + 1);
    // a comma may be left out before the next key
    else if (text.charAt(at) !== close && !(text.charAt(at) === '"' && at > inner.end)) return undefined;
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

/** `0,95` or `21,5` as the value of a field; `1,500` may be a thousand, `10,20` two numbers. */
function readDecimal(text: string, at: number): Read | undefined {
  const said = match(/\s*-?(?:0,\d+|\d+,\d)(?=\s*[,}])/y, text, at);
  return said === undefined ? undefined : { value: Number(said.replace(',', '.')), end: at + said.length };
}

function readKey(text: string, at: number): Read<string> | undefined {
  if (text.charAt(at) in STRINGS) return readString(text, at);
  const word = match(/[A-Za-z_][\w.-]*/y, text, at);
  return word === undefined ? undefined : { value: word, end: at + word.length };
}

function readString(text: string, at: number): Read<string> | undefined {
  const pattern = STRINGS[text.charAt(at)];
  const body = pattern && match(pattern, text, at);
  if (body === undefined) return undefined;
  return { value: unescaped(body.slice(1, -1)), end: at + body.length };
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** What a string says, without its escapes. */
export function unescaped(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|([\s\S]))/gi, (_, code: string | undefined, sign: string | undefined) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[sign ?? ''] ?? sign ?? ''),
  );
}

function skipSpace(text: string, at: number): number {
  return at + (match(/(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y, text, at)?.length ?? 0);
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
