import { headOf } from '../turn/shorten.js';

/** Ends of fences around text from outside: our own, and those that tools bring along ("<<<END UNTRUSTED WEB EXTRACT>>>"). */
const FENCE_MARK = /<data [^>\n]{0,200}>|<\/data>|^[^\n]{0,40}UNTRUSTED[^\n]{0,80}$/gm;

/** A text cut to `most` characters. The end of a fence around text from outside is put back: what follows isn't part of it. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const marks = [...text.matchAll(FENCE_MARK)].map(({ index, 0: mark }) => ({ index, mark }));
  for (let at = 0; at < marks.length; at += 2) {
    const [begin, end] = [marks[at], marks[at + 1]];
    if (!begin || begin.index >= most - 1) break;
    const inside = begin.index + begin.mark.length;
    if (end && end.index + end.mark.length < most) continue;
    const closing = `\n${end?.mark ?? (begin.mark.startsWith('<data') ? '</data>' : '')}`;
    const room = most - 1 - closing.length;
    // No room for any of it: without its fence it isn't kept.
    return room <= inside
      ? `${headOf(text, begin.index)}…`
      : `${headOf(text, Math.min(room, end?.index ?? room))}…${closing}`;
  }
  return `${headOf(text, most - 1)}…`;
}

/** Arguments of a call, cut to 80 characters each when all of them are longer than `most`. */
export function cutArguments(given: Record<string, unknown>, most: number): Record<string, unknown> {
  if (JSON.stringify(given).length <= most) return given;
  const entries = Object.entries(given).slice(0, 20);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      `${(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 80)}…`,
    ]),
  );
}
