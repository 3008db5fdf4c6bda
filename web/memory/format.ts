import type { Language } from '../strings.js';

/** "21 November 2026, 14:05" in the person's language and time zone. */
export function momentText(language: Language, at: number): string {
  return new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
}

/** "Saturday, 21 November" of a local day, "2026-11-21". */
export function dayText(language: Language, day: string): string {
  const date = dateOf(day);
  return date ? date.toLocaleDateString(language, { weekday: 'long', day: 'numeric', month: 'long' }) : day;
}

/** "November 2026" of a local day or month, "2026-11". */
export function monthText(language: Language, day: string): string {
  const date = dateOf(`${day.slice(0, 7)}-01`);
  return date ? date.toLocaleDateString(language, { month: 'long', year: 'numeric' }) : day;
}

/** Midnight of a local day, "2026-11-21", in milliseconds since the epoch; undefined for anything else. */
export function midnightOf(day: string, later = 0): number | undefined {
  const date = dateOf(day);
  if (!date) return undefined;
  date.setDate(date.getDate() + later);
  return date.getTime();
}

/** The first moment after a month, "2026-11". */
export function endOfMonth(month: string): number | undefined {
  const date = dateOf(`${month}-01`);
  if (!date) return undefined;
  date.setMonth(date.getMonth() + 1);
  return date.getTime();
}

/** The local day of a moment, "2026-11-21". */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function dateOf(day: string): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const made = new Date(Number(year), Number(month) - 1, Number(date));
  return year === undefined || Number.isNaN(made.getTime()) ? undefined : made;
}

/** What a task has changed, and what it has left for the next time; what it only looked at is neither. */
export function countsOf(result: Readonly<Record<string, number>>): { changed: number; left: number } {
  const { entries: _, nodes: __, left = 0, failed = 0, ...changes } = result;
  return { changed: Object.values(changes).reduce((sum, count) => sum + count, 0), left: left + failed };
}

/** "1.2 MB". */
export function bytesText(language: Language, bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return (bytes / 1000 ** step).toLocaleString(language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Letters that a word and the word asked for share from their beginning, so that another form counts too. */
const STEM = 5;

/** A text in pieces: those that were searched for, and the others. */
export function marked(text: string, words: readonly string[]): { text: string; hit: boolean }[] {
  const sought = words.map(fold).filter((word) => word !== '');
  if (sought.length === 0) return [{ text, hit: false }];
  const pieces: { text: string; hit: boolean }[] = [];
  for (const piece of text.split(/([\p{L}\p{M}\p{N}]+)/u)) {
    const folded = fold(piece);
    const hit = sought.some(
      (word) => folded.includes(word) || (word.length >= STEM && folded.startsWith(word.slice(0, STEM))),
    );
    const last = pieces.at(-1);
    if (last?.hit === hit) last.text += piece;
    else if (piece !== '') pieces.push({ text: piece, hit });
  }
  return pieces;
}
