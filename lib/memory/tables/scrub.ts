import { wordsIn } from '../../turn/erasing.js';
import { wordsOf } from '../graph/line-words.js';
import { immediate, type Store } from '../statements.js';
import type { Entry } from './entry-kinds.js';
import { dissolve } from './graph-restore.js';
import { nodeOf } from './graph-rows.js';

interface Place {
  table: string;
  key: string;
  columns: string;
  /**
   * What is only kept for a while, or made of other things, goes where it tells of it in other words too: letters that a
   * single word needs for that.
   */
  tells?: number;
  /** What happens to a row that holds them: a statement, or what has to be done. */
  change: string | ((store: Store, id: number) => void);
}

/** Where words may still stand that an erased entry held, besides the entries. */
const PLACES: readonly Place[] = [
  {
    table: 'said',
    key: 'id',
    columns: 'content',
    // "Tea" stands in too much that is still to be written into the diary.
    tells: 5,
    change: 'DELETE FROM said WHERE turn = (SELECT turn FROM said WHERE id = ?)',
  },
  { table: 'turns', key: 'rowid', columns: 'record', tells: 3, change: 'DELETE FROM turns WHERE rowid = ?' },
  { table: 'dialogue', key: 'id', columns: 'messages', tells: 3, change: 'DELETE FROM dialogue WHERE id = ?' },
  {
    table: 'history',
    key: 'id',
    columns: "coalesce(before, '') || char(10) || coalesce(after, '') || char(10) || coalesce(state, '')",
    change: 'DELETE FROM history WHERE id = ?',
  },
  {
    table: 'rolling',
    key: 'rowid',
    columns: 'text',
    tells: 3,
    change: "UPDATE rolling SET text = '' WHERE rowid = ?",
  },
  {
    table: 'facts_summary',
    key: 'id',
    columns: 'text',
    tells: 3,
    change: 'DELETE FROM facts_summary WHERE id = ?',
  },
  {
    table: 'graph_nodes',
    key: 'id',
    columns: "CASE WHEN parent IS NULL THEN '' ELSE name END",
    // Its children don't hold the words, and go to the node above.
    change: (store, id) => void dissolve(store, nodeOf(store, id)),
  },
];

/** Where a scrub goes on. */
export interface ScrubPlace {
  place: number;
  after: number;
}

/** Case, compatible characters and accents don't matter. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ß/g, 'ss');

/** Whether a text holds one of the phrases as whole words; where a script writes no spaces, anywhere. */
export function holds(phrases: readonly string[]): (text: string) => boolean {
  const folded = phrases.map((phrase) => fold(phrase).trim()).filter((phrase) => phrase !== '');
  const patterns = folded.flatMap((phrase) => [phrase, JSON.stringify(phrase).slice(1, -1)]);
  const isLetter = (letter: string) =>
    /[\p{L}\p{M}\p{N}]/u.test(letter) &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(letter);
  return (text) => {
    const within = fold(text);
    return patterns.some((phrase) => {
      for (let at = within.indexOf(phrase); at >= 0; at = within.indexOf(phrase, at + 1)) {
        const before = within.slice(0, at).slice(-2).at(-1) ?? '';
        const after = within.slice(at + phrase.length, at + phrase.length + 1);
        const whole = (outside: string, inside: string) => !isLetter(outside) || !isLetter(inside);
        if (whole(before, phrase[0] ?? '') && whole(after, phrase.at(-1) ?? '')) return true;
      }
      return false;
    });
  };
}

/** Words that say something by themselves: three letters and more. */
const TELLING = /\p{L}{3}/u;

/**
 * Whether a text tells of one of these: holds it as it is, or has all of its words that carry meaning ("you like lasagne"
 * tells of "The user loves lasagne"). JSON is looked at without its names.
 * @param letters That a single word of that kind needs.
 */
export function telling(texts: readonly string[], letters = 3): (text: string) => boolean {
  const isOne = holds(texts);
  const meanings = texts
    .map((text) => [...wordsOf(text).content].map(fold).filter((word) => TELLING.test(word)))
    .filter(([first = '', ...more]) => more.length > 0 || first.length >= letters);
  return (text) => {
    const words = unwrapped(text);
    if (isOne(words)) return true;
    const there = new Set(fold(words).match(/[\p{L}\p{M}\p{N}]+/gu));
    return meanings.some((meaning) => meaning.every((word) => there.has(word)));
  };
}

function unwrapped(text: string): string {
  try {
    return /^[[{]/.test(text) ? wordsIn(JSON.parse(text)) : text;
  } catch {
    return text;
  }
}

/**
 * Erases rows of what isn't searched (words of turns, traces, dialogue, history, summaries) that hold one of the phrases,
 * some hundreds of rows at a time.
 * @param exactly Not those that tell of them in other words.
 * @returns how many went, and where to go on; null at the end.
 */
export function scrub(
  store: Store,
  phrases: readonly string[],
  { place, after }: ScrubPlace,
  most: number,
  exactly = false,
): { removed: number; next: ScrubPlace | null } {
  const at = PLACES[place];
  if (!at) return { removed: 0, next: null };
  const isOne = exactly || at.tells === undefined ? holds(phrases) : telling(phrases, at.tells);
  const limit = Math.min(2_000, Math.max(1, Math.round(most)));
  return immediate(store, () => {
    const rows = store
      .prepare<unknown[], { id: number; text: string }>(
        `SELECT ${at.key} AS id, ${at.columns} AS text FROM ${at.table} WHERE ${at.key} > ? ORDER BY ${at.key} LIMIT ?`,
      )
      .all(after, limit);
    const { change } = at;
    const statement = typeof change === 'string' ? store.prepare(change) : undefined;
    let removed = 0;
    for (const { id, text } of rows) {
      if (!isOne(text)) continue;
      if (typeof change === 'string') removed += statement?.run(id).changes ?? 0;
      else {
        change(store, id);
        removed++;
      }
    }
    const last = rows.at(-1)?.id;
    const next = last !== undefined && rows.length === limit ? { place, after: last } : { place: place + 1, after: -1 };
    return { removed, next: next.place < PLACES.length ? next : null };
  });
}

/**
 * Entries that hold a phrase as whole words, newest first, out of some hundreds.
 * @param before Only entries with a smaller id: where the last call ended.
 * @returns their ids, and where to go on; null at the end.
 */
export function matching(
  store: Store,
  phrase: string,
  before: number | null,
  most: number,
): { ids: number[]; next: number | null } {
  const isOne = holds([phrase]);
  const limit = Math.min(5_000, Math.max(1, Math.round(most)));
  const rows = store
    .prepare<unknown[], Pick<Entry, 'id' | 'text'> & { topics: string }>(
      'SELECT id, text, topics FROM entries WHERE id < ? ORDER BY id DESC LIMIT ?',
    )
    .all(before ?? Number.MAX_SAFE_INTEGER, limit);
  return {
    ids: rows.filter(({ text, topics }) => isOne(text) || isOne(topics)).map(({ id }) => id),
    next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  };
}
