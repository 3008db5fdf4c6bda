import { patternOfAll } from '../../language/word-lists.js';
import { lower } from './places.js';
import { WORD } from './spoken-numbers.js';

const of = (entry: string) => patternOfAll('spelling', entry);
/** What letters are spelled with, in the alphabets of aviation and of the German post. */
const SPELLED = of('alphabet');
const SIGNS = of('signs');
const LIKE = `(?:${of('like')})`;
const CAPITAL = `(?:(?:${of('size')}) )?`;
const TIMES = `(?:(?:${of('times')}) )?`;
/** "4", "47", "b12", "four", "double seven", "b", "b wie berta", "bravo", "dash". */
const PIECE = `${CAPITAL}${TIMES}(?:\\d[\\p{L}\\d]*|\\p{L}\\d[\\p{L}\\d]*|(?:${WORD}|${of('hundred')})(?:(?:und|${of('hundred')}) ?)?|\\p{L} ${LIKE} \\p{L}{2,14}|(?:${SPELLED}|${SIGNS})|\\p{L})(?![\\p{L}\\p{N}'])`;
const AND = `(?: (?:${of('and')}))?`;
const NEXT = new RegExp(`(?:[,;.-]?${AND}[ -]{1,3}|[.,/*#-]| ?-)(${PIECE})`, 'uy');
const FIRST = new RegExp(PIECE, 'uy');
const SMALL = new RegExp(
  `^(?:${CAPITAL}${TIMES}(?:\\d{1,2}|${WORD}|\\p{L} ${LIKE} .*|${SPELLED}|${SIGNS}|\\p{L}))$`,
  'u',
);
/** One-letter words with which a sentence goes on: "4711 a …", "… y …". */
const A_WORD = /^[aàeoóuyiá]$/iu;
/** "four digits long", "6 Stellen", "3 years old", "5 Minuten". */
const COUNTED = new RegExp(
  `^(?:[ -]?(?:${patternOfAll('counted', 'long')}|${patternOfAll('counted', 'also')}))(?![\\p{L}\\p{N}])`,
  'iu',
);

/**
 * How long the code is that a text begins with: digits, number words and spelled letters, three of them at least, however
 * they are joined. 0 when there is none ("four digits long", "on the table").
 */
export function codeLength(written: string, least = 3): number {
  const text = lower(written);
  FIRST.lastIndex = 0;
  const first = FIRST.exec(text);
  if (!first || A_WORD.test(first[0])) return 0;
  const { to, size } = goOn(text, first[0]);
  return size < least || COUNTED.test(text.slice(to).trimStart()) || COUNTED.test(text.slice(to)) ? 0 : to;
}

/** Where a code that begins with `first` ends, and how many signs it has. */
function goOn(text: string, first: string): { to: number; size: number } {
  let to = first.length;
  let piece = first;
  let size = sizeOf(first);
  for (;;) {
    NEXT.lastIndex = to;
    const match = NEXT.exec(text);
    if (!match?.[1]) return { to, size };
    const next = match[1];
    // "4711, 12 people": whole groups go on only where nothing but a dash or a space stands between them.
    const loose = /[,;]|\p{L}/u.test(match[0].slice(0, -next.length));
    if (loose && !(SMALL.test(piece) && SMALL.test(next))) return { to, size };
    const end = to + match[0].length;
    if (A_WORD.test(next) && !SMALL_LETTER.test(piece)) return { to, size };
    if (COUNTED.test(text.slice(end)) && /^\d|^\p{L}{2}/u.test(next)) return { to, size };
    size += sizeOf(next);
    piece = next;
    to = end;
  }
}
const SMALL_LETTER = /^\p{L}$/u;

function sizeOf(piece: string): number {
  if (/\d/.test(piece)) return piece.length;
  return /^\p{L} /u.test(piece) ? 2 : 1;
}

/** The last piece of a code that a text ends with. */
function lastPiece(text: string): string | undefined {
  for (const { index } of text.matchAll(/(?<=^|[ ,.;-])(?=[\p{L}\d])/gu)) {
    FIRST.lastIndex = index;
    if (FIRST.test(text) && FIRST.lastIndex === text.length) return text.slice(index);
  }
  return undefined;
}

/** How much further a spoken value goes that ended at a comma or a stop: its letters and digits are read out one by one. */
export function codeAfter(written: string, end: number): number {
  if (!/^[,;.] /.test(written.slice(end, end + 2))) return 0;
  const text = lower(written);
  const last = lastPiece(text.slice(Math.max(0, end - 40), end));
  if (!last || !SMALL.test(last)) return 0;
  const { to } = goOn(text.slice(end - last.length), last);
  return to - last.length;
}
