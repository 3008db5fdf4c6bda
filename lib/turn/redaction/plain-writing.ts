/** A text as patterns read it, and where its letters stand in the text as written. */
export interface Folded {
  text: string;
  /** The place in the text as written of a place in the folded one. */
  at(place: number): number;
}

/** Letters that may stand in the way of a pattern; quick, and true too often. */
const MAY_BE_ODD = /[\u0300-\u036F\u00A0\u00AD\u0600-\u20A0\u20AD-\u2121\u2212\u2500-\uFFFF]/;
/** Composed letters, invisible signs, other spaces, other digits, other dashes, apostrophes, wide and mathematical letters. */
const ODD =
  /[A-Za-z]\p{Mn}+|(?:\p{Default_Ignorable_Code_Point}|\u20E3)+|(?![\n\r\t -~])(?:\p{Z}|\p{Nd}|\p{Pd}|[‘’‚′\u2212]|[\uFF01-\uFF5E]|[\u{1D400}-\u{1D7FF}])/gu;

/** "４１１１" as 4111, NBSP as a space, "‑" as "-", nothing for what can't be seen: one writing for all the patterns. */
export function fold(text: string): Folded {
  if (!MAY_BE_ODD.test(text)) return { text, at: (place) => place };
  let folded = '';
  let done = 0;
  /** Where the two texts drift apart: places in the folded text, and in the text as written. */
  const drifts: [number, number][] = [];
  for (const { 0: odd, index } of text.matchAll(ODD)) {
    const plain = PLAIN.get(odd) ?? remembered(odd);
    folded += text.slice(done, index) + plain;
    done = index + odd.length;
    if (plain.length !== odd.length) drifts.push([folded.length, done]);
  }
  folded += text.slice(done);
  return { text: folded, at: (place) => placeIn(drifts, place) };
}

function placeIn(drifts: readonly [number, number][], place: number): number {
  let [low, high] = [0, drifts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((drifts[middle]?.[0] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  const [folded, written] = drifts[low - 1] ?? [0, 0];
  return written + place - folded;
}

const PLAIN = new Map<string, string>();
const MAX_REMEMBERED = 500;

/** The plain writing, looked up once for each odd one. */
function remembered(odd: string): string {
  const plain = plainOf(odd);
  if (PLAIN.size < MAX_REMEMBERED && odd.length < 8) PLAIN.set(odd, plain);
  return plain;
}

function plainOf(odd: string): string {
  if (/^\p{Nd}$/u.test(odd)) return String(digitOf(odd.codePointAt(0) ?? 0));
  if (/^[\u2028\u2029]$/.test(odd)) return '\n';
  if (/^\p{Z}$/u.test(odd)) return ' ';
  if (/^[\p{Pd}\u2212]$/u.test(odd)) return '-';
  if (/^[‘’‚′]$/.test(odd)) return "'";
  return /^(?:\p{Default_Ignorable_Code_Point}|\u20E3)/u.test(odd) ? '' : odd.normalize('NFKC');
}

/** Unicode lays out the digits of every script as ten in a row. */
function digitOf(code: number): number {
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
  return before % 10;
}
