import { immediate, type Store } from '../statements.js';
import type { Entry } from './entry-kinds.js';
import { dropEntries, entriesById, listEntries } from './entry-rows.js';
import { dropFact, rewindFact } from './facts.js';
import { eraseLines } from './graph-erase.js';
import { rewindGraph, rewindNodes } from './graph-rewind.js';
import { lineOf, retire } from './graph-rows.js';
import { dropHistory, dropHistorySince } from './history.js';
import { said } from './said.js';

/** What an erase has done. */
export interface Erased {
  /** Entries that are gone. */
  entries: number;
  /** Their texts, to be looked for in what is left (`scrub`). */
  texts: string[];
  /** Turns that they came from: what is kept of these elsewhere has to go too. */
  turns: string[];
  /** Rooms whose conversation they came from: what is kept of it elsewhere has to be cleared. */
  sites: string[];
  /** Entries that came from the same turns and are still there. */
  related: number[];
}

/** Half a day before and after the noon that a diary entry is dated with. */
const HALF_DAY_MS = 12 * 3_600_000;

/**
 * Erases entries with all that they were made of and all that was noted of them: facts, lines of the graph, their
 * history, the words and traces of their turns. Up to some tens at a time.
 */
export function erase(store: Store, ids: readonly number[]): Erased {
  return immediate(store, () => {
    const found = entriesById(store, ids);
    const turns = [...new Set(found.flatMap((entry) => entry.turns))];
    const sites = new Set([...sitesOf(store, turns), ...found.flatMap(({ site }) => site ?? [])]);
    const related = entriesOfTurns(store, turns);
    eraseEntries(store, found);
    eraseTurns(store, turns);
    for (const site of sites) store.prepare('DELETE FROM dialogue WHERE site = ?').run(site);
    return {
      entries: found.length,
      texts: found.map(({ kind, text }) => (kind === 'fact' ? text.slice(text.indexOf(': ') + 2) : text)),
      turns,
      sites: [...sites],
      related: related.filter((id) => !ids.includes(id)),
    };
  });
}

/** Erases entries of any kind; called in a transaction. */
export function eraseEntries(store: Store, entries: readonly Entry[]): void {
  const lines = entries.flatMap(({ kind, key }) => (kind === 'graph' ? (lineOf(store, Number(key)) ?? []) : []));
  // What was forgotten isn't learnt anew from what is left.
  for (const { text } of lines) retire(store, text);
  const ids = lines.map(({ id }) => id);
  if (ids.length > 0) eraseLines(store, ids);
  for (const { id, kind, key } of entries) {
    if (kind === 'fact' && key !== null) {
      dropFact(store, key);
      dropHistory(store, 'facts', [key]);
    }
    store.prepare('DELETE FROM said WHERE entry = ?').run(id);
    dropEntries(store, [id]);
    dropHistory(store, 'entries', [String(id)]);
  }
}

/** Words and traces of turns. */
function eraseTurns(store: Store, turns: readonly string[]): void {
  if (turns.length === 0) return;
  said.forget(store, { turns });
  store.prepare('DELETE FROM turns WHERE id IN (SELECT value FROM json_each(?))').run(JSON.stringify(turns));
}

function sitesOf(store: Store, turns: readonly string[]): string[] {
  return store
    .prepare<unknown[], string>(
      `SELECT site FROM said WHERE turn IN (SELECT value FROM json_each(@turns)) UNION
       SELECT record ->> 'site' FROM turns WHERE id IN (SELECT value FROM json_each(@turns)) AND json_valid(record)`,
    )
    .pluck()
    .all({ turns: JSON.stringify(turns) })
    .filter((site) => typeof site === 'string');
}

/** The diary entries that the words of these turns went into. */
function entriesOfTurns(store: Store, turns: readonly string[]): number[] {
  const ids = store
    .prepare<unknown[], number>(
      'SELECT DISTINCT entry FROM said WHERE entry IS NOT NULL AND turn IN (SELECT value FROM json_each(?))',
    )
    .pluck()
    .all(JSON.stringify(turns));
  return entriesById(store, ids).map(({ id }) => id);
}

/**
 * Erases what was said since a moment (ms since the epoch) and what was learnt from it; what it had changed becomes again
 * what it was. A day's summary that goes on over the moment is dropped, and what was said before is summed up anew.
 * Call it until nothing is left.
 * @param most How many entries, facts and lines at most.
 */
export function eraseSince(
  store: Store,
  from: number,
  most: number,
): Omit<Erased, 'related' | 'turns'> & { left: boolean } {
  return immediate(store, () => {
    const limit = Math.min(200, Math.max(1, Math.round(most)));
    const days = listEntries(store, { kinds: ['diary'], from: from - HALF_DAY_MS, limit }).filter((entry) =>
      saysSince(store, entry, from),
    );
    const upTo = (left: number, kinds: Entry['kind'][]) =>
      left > 0 ? listEntries(store, { kinds, from, limit: left }) : [];
    const notes = upTo(limit - days.length, ['note']);
    const learnt = upTo(limit - days.length - notes.length, ['fact', 'graph']);
    const gone = [...days, ...notes, ...learnt];
    for (const { id } of days) {
      store.prepare('DELETE FROM said WHERE entry = ? AND at >= ?').run(id, from);
      store.prepare('UPDATE said SET entry = NULL WHERE entry = ?').run(id);
    }
    const told = [...days, ...notes].map(({ id }) => id);
    dropEntries(store, told);
    dropHistory(store, 'entries', told.map(String));
    const stays = learnt.filter(({ kind, key }) => {
      if (kind === 'graph') return rewindGraph(store, Number(key), from);
      rewindFact(store, key ?? '', from);
      return false;
    });
    const left = gone.length >= limit;
    return {
      entries: gone.length - stays.length,
      texts: gone.filter((entry) => !stays.includes(entry)).map(({ text }) => text),
      sites: left ? [] : eraseRaw(store, from),
      left,
    };
  });
}

/** The words, traces, dialogue and history since a moment. @returns the rooms they were said in */
function eraseRaw(store: Store, from: number): string[] {
  const sites = store
    .prepare<unknown[], string>('SELECT site FROM said WHERE at >= ? UNION SELECT site FROM dialogue WHERE at >= ?')
    .pluck()
    .all(from, from);
  said.forget(store, { from });
  store.prepare('DELETE FROM dialogue WHERE at >= ?').run(from);
  store.prepare('DELETE FROM turns WHERE at >= ?').run(from);
  rewindNodes(store, from);
  dropHistorySince(store, from);
  store.prepare('DELETE FROM facts_summary WHERE at >= ?').run(from);
  return sites;
}

/** Whether a day's summary holds something that was said since; where the words themselves are gone, it may. */
function saysSince(store: Store, { id, at }: Entry, from: number): boolean {
  if (at >= from + HALF_DAY_MS) return true;
  const last = store.prepare<unknown[], number | null>('SELECT max(at) FROM said WHERE entry = ?').pluck().get(id);
  return last == null ? at + HALF_DAY_MS > from : last >= from;
}
