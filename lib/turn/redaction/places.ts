/**
 * The text, as long as before, for patterns that ignore case without the u flag: they are several times faster, but know
 * no odd letters for "s", "k" and "ß". "_" is a gap here, so that words begin and end at it.
 */
export function plain(text: string): string {
  return text
    .replace(/ſ/g, 's')
    .replace(/\u212A/g, 'k')
    .replace(/ẞ/g, 'ß')
    .replace(/_/g, ' ');
}

/**
 * What `exact` (sticky) matches in a text, in order and without overlaps, as `matchAll` would find it, but looked for only
 * where `hint` (global, cheap) matches the plain text. The hint has to match wherever an exact match begins.
 */
export function* matchesAt(text: string, hint: RegExp, exact: RegExp): Generator<RegExpExecArray> {
  const easy = plain(text);
  for (let from = 0; ; ) {
    hint.lastIndex = from;
    const place = hint.exec(easy);
    if (!place) return;
    exact.lastIndex = place.index;
    const match = exact.exec(text);
    from = match ? exact.lastIndex : place.index + 1;
    if (match) yield match;
  }
}

/** The letters tokens are made of, and what joins them. */
const PART = Uint8Array.from({ length: 128 }, (_, code) => (/[\w.+/=-]/.test(String.fromCharCode(code)) ? 1 : 0));

/** Replaces runs of at least `least` letters of tokens; only each `least`th letter of a text without them is looked at. */
export function replaceRuns(text: string, least: number, replace: (run: string) => string): string {
  let kept = '';
  let done = 0;
  for (let end = least; end <= text.length; ) {
    let from = end;
    while (from > end - least && PART[text.charCodeAt(from - 1)] === 1) from--;
    if (from > end - least) {
      end = from + least;
      continue;
    }
    while (PART[text.charCodeAt(end)] === 1) end++;
    kept += text.slice(done, from) + replace(text.slice(from, end));
    done = end;
    end += least;
  }
  return kept + text.slice(done);
}
