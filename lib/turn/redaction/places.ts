/** The text in small letters, as long as before: patterns without the flag i take a third of the time to compile. */
export function lower(text: string): string {
  return /[İſ]/.test(text) ? text.replace(/İ/g, 'i').toLowerCase().replace(/ſ/g, 's') : text.toLowerCase();
}

/**
 * The text in small letters, as long as before, for patterns without the flags i and u: they are several times faster to
 * compile and to run, but know no odd letter for "s". "_" is a gap here, so that words begin and end at it.
 */
export function plain(text: string): string {
  return lower(text).replace(/_/g, ' ');
}

/**
 * What `exact` (sticky) matches in a text, in order and without overlaps, as `matchAll` would find it, but looked for only
 * where `hint` (global, cheap) matches the plain text. The hint has to match wherever an exact match begins. Of several
 * exact patterns the first that matches counts, as if they were the alternatives of one.
 */
export function* matchesAt(text: string, hint: RegExp, ...exact: RegExp[]): Generator<RegExpExecArray> {
  const easy = plain(text);
  for (let from = 0; ; ) {
    hint.lastIndex = from;
    const place = hint.exec(easy);
    if (!place) return;
    const match = firstAt(text, place.index, exact);
    from = match ? match.index + match[0].length : place.index + 1;
    if (match) yield match;
  }
}

function firstAt(text: string, at: number, patterns: readonly RegExp[]): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return match;
  }
}

/** The letters tokens are made of, and what joins them. */
const PART = Uint8Array.from({ length: 128 }, (_, code) => (/[\w.+/=-]/.test(String.fromCharCode(code)) ? 1 : 0));

/** Runs of at least `least` letters of tokens; only each `least`th letter of a text without them is looked at. */
export function* runsOf(text: string, least: number): Generator<{ run: string; index: number }> {
  for (let end = least; end <= text.length; ) {
    let from = end;
    while (from > end - least && PART[text.charCodeAt(from - 1)] === 1) from--;
    if (from > end - least) {
      end = from + least;
      continue;
    }
    while (PART[text.charCodeAt(end)] === 1) end++;
    yield { run: text.slice(from, end), index: from };
    end += least;
  }
}

/** 1 for a letter or digit, 2 for what may stand between those of a number that is written in groups. */
const KIND = Uint8Array.from({ length: 256 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return /[A-Za-z0-9]/.test(sign) ? 1 : /[\s.,:;/_|*·-]/.test(sign) ? 2 : 0;
});
const MAX_GAP = 3;

/**
 * Where the number that begins at `from` ends: `least` to `most` letters and digits, whatever stands between them, which
 * `check` takes (in capitals) and no other letter follows. Undefined when there is none.
 */
export function endOf(
  text: string,
  from: number,
  most: number,
  check: (letters: string) => boolean,
  least = most,
): number | undefined {
  let letters = '';
  let gap = 0;
  for (let at = from; at < text.length; at++) {
    const kind = KIND[text.charCodeAt(at)];
    if (kind === 2 && letters !== '' && gap < MAX_GAP) {
      gap++;
      continue;
    }
    if (kind !== 1) return undefined;
    gap = 0;
    letters += text.charAt(at);
    if (letters.length < least) continue;
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at + 1)) && check(letters.toUpperCase())) return at + 1;
    if (letters.length === most) return undefined;
  }
  return undefined;
}

/** The letters that one of the labels (patterns that begin with letters) begins with, for a hint. */
export function headsOf(labels: readonly string[]): string {
  const heads = labels.map((label) => /^[^()[\]?.]{1,4}(?!\?)/u.exec(label.replace('_', ' '))?.[0]);
  return [...new Set(heads.filter((head) => head !== undefined))].join('|');
}
