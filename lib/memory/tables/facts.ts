import { clock } from '../../turn/clock.js';
import { isSecretField, isSecretName, redact } from '../../turn/redaction.js';
import { shorten } from '../../turn/shorten.js';
import { immediate, type Store } from '../statements.js';
import type { Entry } from './entry-kinds.js';
import { dropEntries, entryByKey, listEntries, putEntry } from './entry-rows.js';
import { recordChange } from './history.js';
import { factState, type RowState } from './row-schemas.js';

/** See MIGRATIONS in ../store.ts. A fact is an entry of the index, and nothing besides; the first two went. */
export const SCHEMA = `
  CREATE TABLE facts (
    id INTEGER PRIMARY KEY,
    category TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    at INTEGER NOT NULL,
    source TEXT NOT NULL,
    turns TEXT NOT NULL,
    UNIQUE (category, key)
  ) STRICT;
  CREATE INDEX facts_at ON facts (at);
  CREATE TABLE facts_summary (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    text TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE facts_sessions (session TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
`;

/** One thing known for long: what, under which heading, and where it comes from. */
export interface Fact {
  /** A heading in one word, e.g. "food". */
  category: string;
  /** What it says something about, unique in the category, e.g. "favourite_dish". */
  key: string;
  value: string;
  /** Milliseconds since the epoch when it was said. */
  at: number;
  /** Who said so, e.g. "asked" (a person wants it kept), "session", "page". */
  source: string;
  /** Ids of the turns it came from. */
  turns: string[];
}
export type NewFact = Omit<Fact, 'turns'> & { turns?: readonly string[] };

/** "kept": there is the same or a newer one; "invalid": nothing is left of it to keep, or it is a secret. */
export type PutFact = 'added' | 'changed' | 'kept' | 'invalid';

/** Longest parts of a fact, in characters. */
export const FACT_LIMITS = { category: 40, key: 60, value: 500 } as const;
const MAX_LISTED = 500;

/** A fact out of its entry, as `write` has put it there. */
function factOf({ key: row, text, at, source, turns }: Entry): Fact {
  const [category = '', key = ''] = row?.split('/') ?? [];
  return { category, key, value: factValue(text), at, source, turns };
}

/** The value in the words of a fact: no heading has a colon. */
export function factValue(text: string): string {
  return text.slice(text.indexOf(': ') + 2);
}

/** A heading as it is stored: small letters, digits and "_", in any script. */
export function factName(text: string, most: number): string {
  const plain = redact(text).normalize('NFKC').toLowerCase();
  const joined = plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '');
  return [...joined].slice(0, most).join('').replace(/_+$/, '');
}

function namesOf({ category, key }: Pick<Fact, 'category' | 'key'>): Pick<Fact, 'category' | 'key'> {
  return { category: factName(category, FACT_LIMITS.category), key: factName(key, FACT_LIMITS.key) };
}

/** The key of a fact's entry and of its rows in the history. */
const factRow = ({ category, key }: Pick<Fact, 'category' | 'key'>): string => `${category}/${key}`;

/** What is known by that row of the history; undefined where there is none. */
function findFact(store: Store, row: string): Fact | undefined {
  const entry = entryByKey(store, 'fact', row);
  return entry && factOf(entry);
}

/**
 * Keeps a fact, without secrets. The newest wins: one that was said before the stored one changes nothing, unless that is
 * of a time that hasn't come yet, which a wrong clock gave it.
 * To be called inside a transaction.
 */
export function putFact(store: Store, given: NewFact, why: string): PutFact {
  const { category, key } = namesOf(given);
  const value = shorten(redact(given.value).replace(/\s+/g, ' ').trim(), FACT_LIMITS.value);
  if (category === '' || key === '' || value === '') return 'invalid';
  if (isSecretField(given.key, given.value) || isSecretName(given.category)) return 'invalid';
  const known = findFact(store, factRow({ category, key }));
  const at = Math.round(given.at);
  const isNewer = known !== undefined && known.at > at && known.at <= clock.now();
  // What a person wrote on the page is not changed by what is read out of a conversation.
  const isOwn = known?.source === 'page' && given.source === 'session';
  if (known && (isNewer || isOwn || known.value === value)) return 'kept';
  const turns = [...new Set(given.turns ?? [])].slice(0, 50);
  const fact = { category, key, value, at, source: given.source, turns };
  write(store, fact);
  recordChange(store, {
    table: 'facts',
    row: factRow(fact),
    before: known?.value ?? null,
    after: value,
    ...(known && { state: stateOf(known) }),
    why,
    turns,
  });
  return known ? 'changed' : 'added';
}

function write(store: Store, { category, key, value, ...fact }: Fact): void {
  const [heading, name] = [category, key].map((one) => one.replaceAll('_', ' '));
  const text = `${heading}, ${name}: ${value}`;
  putEntry(store, { ...fact, kind: 'fact', key: factRow({ category, key }), text, topics: [heading ?? ''] });
}

/** Takes a fact away, without a word in the history. To be called inside a transaction. */
export function dropFact(store: Store, row: string): boolean {
  const entry = entryByKey(store, 'fact', row);
  return entry !== undefined && dropEntries(store, [entry.id]) > 0;
}

/** What a fact's row in the history holds besides its value. */
const stateOf = ({ source, turns, at }: Fact) => ({ source, turns, at });

/** What a fact's row says now; undefined when it is gone. */
export function readFact(store: Store, row: string): RowState | undefined {
  const fact = findFact(store, row);
  return fact && { text: fact.value, state: stateOf(fact) };
}

/**
 * Puts back what a row of the history says the fact was; said anew, so that nothing older takes its place again.
 * To be called inside a transaction, by the undo, which records it.
 * @param before null where there was no such fact
 * @param state of that row of the history
 */
export function restoreFact(store: Store, row: string, before: string | null, state: unknown): void {
  if (before === null) {
    dropFact(store, row);
    return;
  }
  const [category = '', key = ''] = row.split('/');
  const { source, turns } = factState.safeParse(state).data ?? { source: 'undo', turns: [] };
  write(store, { category, key, value: before, at: clock.now(), source, turns });
}

/**
 * Makes a fact that was said since `from` (ms since the epoch) what it was before, or takes it away. Records nothing: what
 * came since is to be forgotten. To be called inside a transaction.
 */
export function rewindFact(store: Store, row: string, from: number): void {
  dropFact(store, row);
  const [category = '', key = ''] = row.split('/');
  const states = store
    .prepare<unknown[], { before: string; state: string }>(
      `SELECT before, state FROM history WHERE subject = 'facts' AND row = ? AND before IS NOT NULL AND state IS NOT NULL
       ORDER BY id DESC`,
    )
    .all(row);
  for (const { before, state } of states) {
    const was = factState.safeParse(JSON.parse(state)).data;
    if (!was || was.at >= from) continue;
    write(store, { category, key, value: before, ...was });
    return;
  }
}

/** Facts, and the sessions they were taken out of. Searching them is `entries.search`. */
export const facts = {
  /** Keeps a fact. @param why for the history, e.g. "a person asked for it" */
  put(store: Store, fact: NewFact, why: string): PutFact {
    return immediate(store, () => putFact(store, fact, why));
  },

  /** Keeps what was found in a session, and that it was looked at: both or neither. */
  putSession(store: Store, session: string, found: readonly NewFact[], at: number): Record<PutFact, number> {
    return immediate(store, () => {
      const counts: Record<PutFact, number> = { added: 0, changed: 0, kept: 0, invalid: 0 };
      for (const fact of found) counts[putFact(store, fact, 'taken from a conversation')]++;
      store
        .prepare(
          'INSERT INTO facts_sessions VALUES (?, ?) ON CONFLICT (session) DO UPDATE SET at = max(at, excluded.at)',
        )
        .run(session, Math.round(at));
      return counts;
    });
  },

  /** The newest, at most 500; of all of them there are pages in `entries.list`. */
  list(store: Store, { limit = MAX_LISTED }: { limit?: number } = {}): Fact[] {
    return listEntries(store, { kinds: ['fact'], limit: Math.min(MAX_LISTED, limit) }).map(factOf);
  },

  /** The entry of a fact, by its name in any spelling; null where there is none. */
  entry(store: Store, category: string, key: string): Entry | null {
    return entryByKey(store, 'fact', factRow(namesOf({ category, key }))) ?? null;
  },

  /** Takes a fact away; the history can bring it back. `privacy` erases for good. */
  forget(store: Store, category: string, key: string): boolean {
    return immediate(store, () => {
      const known = findFact(store, factRow({ category, key }));
      if (!known) return false;
      recordChange(store, {
        table: 'facts',
        row: factRow(known),
        before: known.value,
        after: null,
        state: stateOf(known),
        why: 'taken away',
        turns: known.turns,
      });
      return dropFact(store, factRow(known));
    });
  },

  /** When each of these sessions was looked at (ms, the time of its last message then); those never are missing. */
  sessions(store: Store, names: readonly string[]): Record<string, number> {
    const find = store.prepare<unknown[], number>('SELECT at FROM facts_sessions WHERE session = ?').pluck();
    return Object.fromEntries(
      names.flatMap((name) => {
        const at = find.get(name);
        return at === undefined ? [] : [[name, at]];
      }),
    );
  },
};
