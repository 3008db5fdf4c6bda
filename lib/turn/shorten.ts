/** The first `length` characters (UTF-16 code units; none below 1) of a text, without half a surrogate pair. */
export function headOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, Math.max(0, length)).replace(/[\ud800-\udbff]$/, '');
}

/** A text with at most `most` characters, the last one an ellipsis where something is missing. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${headOf(text, most - 1)}…`;
}

/** A text from outside as one line of at most `most` characters: it can't end its line, nor hide anything in it. */
export function oneLine(text: string, most: number): string {
  // Only the head is looked at: it may be megabytes.
  const head = text.slice(0, most * 4);
  const visible = head.replace(/\p{Cf}+/gu, '').replace(/[\p{C}\p{Z}]+/gu, ' ');
  return shorten(visible.trim(), most);
}
