/** Longest sum, in characters: it bounds the depth of brackets, and with it the work. */
export const MAX_SUM = 200;

const FUNCTIONS: Readonly<Record<string, (x: number) => number>> = {
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  abs: Math.abs,
  round: Math.round,
  floor: Math.floor,
  ceil: Math.ceil,
  ln: Math.log,
  log: Math.log10,
};
const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E };
const SIGNS: Readonly<Record<string, string>> = {
  '×': '*',
  '·': '*',
  '÷': '/',
  ':': '/',
  '−': '-',
  '**': '^',
  of: '*',
};
const TOKEN = /\s*(?:(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+)|(\*\*|[-+*/^%()×·÷:−])|([a-z]+))/y;
/** Digits behind which a floating-point result is noise: 0.1 + 0.2 is 0.3. */
const EXACT_DIGITS = 12;

/** Says for the model why there is no result. */
export class SumError extends Error {
  override name = 'SumError';
}

/** A value, and whether it was written as a percentage by itself: "80 + 15 %" adds 15 % of the 80. */
interface Term {
  value: number;
  percent?: true;
}

/**
 * The value of a sum: + - * / ^ mod % of, brackets, sqrt cbrt abs round floor ceil ln log, pi and e.
 * @throws SumError when it is none, is too long or has no finite value
 */
export function evaluate(sum: string): number {
  if (sum.length > MAX_SUM) throw new SumError(`The expression is longer than ${MAX_SUM} characters.`);
  const tokens = tokensOf(sum.toLowerCase());
  const { value } = added(tokens);
  const [left] = tokens;
  if (left !== undefined) throw new SumError(`"${left}" isn't understood there.`);
  if (!Number.isFinite(value)) throw new SumError('It has no finite value: it divides by zero or is too large.');
  return Number(value.toPrecision(EXACT_DIGITS));
}

function tokensOf(sum: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const text = sum.trimEnd();
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const [, number, sign, word] = TOKEN.exec(text) ?? [];
    const token = number ?? sign ?? word;
    if (token === undefined) throw new SumError(`"${text.slice(at, at + 20).trim()}" isn't arithmetic.`);
    tokens.push(own(SIGNS, token) ?? token);
  }
  return tokens;
}

function added(tokens: string[]): Term {
  let left = multiplied(tokens);
  while (tokens[0] === '+' || tokens[0] === '-') {
    const sign = tokens.shift() === '+' ? 1 : -1;
    const { value, percent } = multiplied(tokens);
    left = { value: left.value + sign * (percent && !left.percent ? left.value * value : value) };
  }
  return left;
}

function multiplied(tokens: string[]): Term {
  let left = signed(tokens);
  for (;;) {
    const operator = tokens[0];
    if (operator !== '*' && operator !== '/' && operator !== 'mod') return left;
    tokens.shift();
    const { value } = signed(tokens);
    left = {
      value: operator === '*' ? left.value * value : operator === '/' ? left.value / value : left.value % value,
    };
  }
}

function signed(tokens: string[]): Term {
  if (tokens[0] !== '-' && tokens[0] !== '+') return raised(tokens);
  const sign = tokens.shift() === '-' ? -1 : 1;
  const term = signed(tokens);
  return { ...term, value: sign * term.value };
}

function raised(tokens: string[]): Term {
  const base = primary(tokens);
  if (tokens[0] === '^') {
    tokens.shift();
    return { value: base ** signed(tokens).value };
  }
  if (tokens[0] !== '%') return { value: base };
  tokens.shift();
  return { value: base / 100, percent: true };
}

function primary(tokens: string[]): number {
  const token = tokens.shift();
  if (token === undefined) throw new SumError('The expression is not complete.');
  if (/^[.\d]/.test(token)) return Number(token);
  if (token === '(') {
    const { value } = added(tokens);
    if (tokens.shift() !== ')') throw new SumError('A bracket is not closed.');
    return value;
  }
  const named = own(FUNCTIONS, token);
  const constant = own(CONSTANTS, token);
  if (named) return named(primary(tokens));
  if (constant !== undefined) return constant;
  throw new SumError(`"${token}" isn't understood there.`);
}

function own<T>(of: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}
