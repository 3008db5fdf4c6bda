import { immediate, prepared, type Store } from '../statements.js';
import { type Entry, entryByKey, putEntry } from './entries.js';
import { recordChange } from './history.js';
import { ROLLING_SCHEMA, rollingSummaries } from './rolling-summaries.js';
import { SAID_SCHEMA, type Said, said } from './said.js';

/** The tables of this subject; see MIGRATIONS in ../store.ts. */
export const SCHEMA = `
  ${SAID_SCHEMA}
  ${ROLLING_SCHEMA}
  CREATE TABLE diary_work (name TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT;
`;

export interface DiarySave {
  /** Local day, "2026-11-21". */
  day: string;
  source: string;
  /** What the entry is about, milliseconds: noon of that day where the house is. */
  at: number;
  summary: string;
  topics: readonly string[];
  /** Ids of exactly the messages that the summary contains. */
  messages: readonly number[];
  /** The text that the summary goes on from; null when there was none. */
  previous: string | null;
}

/** A correction of an entry that is there. */
export interface DiaryRewrite {
  id: number;
  /** "2026-11-21/kitchen". */
  key: string;
  /** The text that was read; another one means that somebody was faster. */
  previous: string;
  text: string;
  topics: readonly string[];
  why: string;
}

/**
 * Writes the day's entry and marks exactly the messages it contains, all or nothing.
 * @returns the id of the entry; null, and nothing is changed, when the entry is not the one that the summary goes on
 * from, when it leaves out what a person wrote, or one of the messages was forgotten or summed up meanwhile.
 */
function save(store: Store, { day, source, at, summary, topics, messages, previous }: DiarySave): number | null {
  return immediate(store, () => {
    const key = `${day}/${source}`;
    const before = entryByKey(store, 'diary', key);
    if ((before?.text ?? null) !== previous) return null;
    const own = before && ownText(store, before.id);
    if (own && !summary.startsWith(own)) return null;
    const find = prepared(store, 'SELECT turn, site FROM said WHERE id = ? AND entry IS NULL');
    const contained = messages.flatMap((id) => (find.get(id) as Pick<Said, 'turn' | 'site'> | undefined) ?? []);
    if (contained.length !== messages.length || contained.length === 0) return null;
    const turns = [...new Set([...(before?.turns ?? []), ...contained.map(({ turn }) => turn)])];
    const sites = new Set([...contained.map(({ site }) => site), ...(before ? [before.site] : [])]);
    // An entry of several rooms belongs to none of them.
    const site = sites.size === 1 ? ([...sites][0] ?? null) : null;
    const id = putEntry(store, {
      kind: 'diary',
      key,
      at: before?.at ?? at,
      source,
      site,
      text: summary,
      topics,
      turns,
    });
    const mark = prepared(store, 'UPDATE said SET entry = ? WHERE id = ?');
    for (const message of messages) mark.run(id, message);
    if (before) {
      const change = { table: 'entries', row: String(id), before: before.text, after: summary } as const;
      recordChange(store, { ...change, state: before, why: 'diary', turns: contained.map(({ turn }) => turn) });
    }
    return id;
  });
}

/** The entry of a day and source, "2026-11-21/kitchen"; null when there is none. */
function entry(store: Store, key: string): Entry | null {
  return entryByKey(store, 'diary', key) ?? null;
}

/** What a person has written as an entry's text on the page: what is written later stands behind it. null when nobody has. */
function ownText(store: Store, id: number): string | null {
  const found = prepared(
    store,
    `SELECT after FROM history WHERE subject = 'entries' AND row = ? AND why = 'corrected' AND undone_by IS NULL
     ORDER BY id DESC LIMIT 1`,
  );
  const after = found.pluck().get(String(id));
  return typeof after === 'string' ? after : null;
}

/** How many entries the diary has. */
function size(store: Store): number {
  return Number(prepared(store, "SELECT count(*) FROM entries WHERE kind = 'diary'").pluck().get());
}

/** Corrects an entry and notes what it was. @returns false when it is no longer what was read, or a person wrote it. */
function rewrite(store: Store, { id, key, previous, text, topics, why }: DiaryRewrite): boolean {
  return immediate(store, () => {
    const before = entryByKey(store, 'diary', key);
    if (before?.id !== id || before.text !== previous || ownText(store, id) !== null) return false;
    putEntry(store, { ...before, text, topics });
    const change = { table: 'entries', row: String(id), before: before.text, after: text } as const;
    recordChange(store, { ...change, state: before, why, turns: before.turns });
    return true;
  });
}

/** Where a work over the whole diary has got to, as JSON; null when none is under way. */
function workOf(store: Store, name: string): string | null {
  const row = prepared(store, 'SELECT state FROM diary_work WHERE name = ?').pluck().get(name);
  return typeof row === 'string' ? row : null;
}

/** Keeps where a work has got to; null ends it. */
function keepWork(store: Store, name: string, state: string | null): void {
  if (state === null) prepared(store, 'DELETE FROM diary_work WHERE name = ?').run(name);
  else prepared(store, 'INSERT OR REPLACE INTO diary_work (name, state) VALUES (?, ?)').run(name, state);
}

/** What was said, and the summaries made of it. */
export const diary = { ...said, ...rollingSummaries, entry, ownText, size, save, rewrite, workOf, keepWork } as const;
