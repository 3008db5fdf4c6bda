import type { GRAPH_BRANCHES } from '../../llm/context-schemas.js';
import { redact } from '../../turn/redaction.js';
import { shorten } from '../../turn/shorten.js';
import { foldLine, keyOf, meaningKey, wordingKey } from '../graph/line-words.js';
import type { Store } from '../statements.js';
import { dropEntries, entryByKey, putEntry } from './entries.js';

export type Branch = (typeof GRAPH_BRANCHES)[number];

/** Where each branch begins: three nodes that are always there. */
export const ROOTS: Readonly<Record<Branch, number>> = { USER: 1, DIRECTIVES: 2, WORLD: 3 };

/** How a line came to be: taken from a conversation, told to be remembered, or put right by a person on the page. */
export type Origin = 'learned' | 'said' | 'corrected';

export interface GraphNode {
  id: number;
  /** null for the three roots. */
  parent: number | null;
  branch: Branch;
  name: string;
  /** When it was made; milliseconds since the epoch. */
  at: number;
}

export interface GraphLine {
  id: number;
  node: number;
  text: string;
  /** When it was said, in milliseconds since the epoch. */
  at: number;
  /** The turns it came from. */
  turns: string[];
  origin: Origin;
  /** How often it has been said. */
  times: number;
}

/** A line to be written. */
export interface NewLine {
  text: string;
  at: number;
  turns?: readonly string[] | undefined;
  origin?: Origin | undefined;
  times?: number | undefined;
}

export const LINE_LIMITS = { characters: 1_000, name: 60, turns: 20 } as const;

/** A line as the table holds it. */
export interface LineRow extends Omit<GraphLine, 'turns'> {
  turns: string;
}

export const LINE_COLUMNS = 'id, node, text, at, turns, origin, times';

export function nodeOf(store: Store, id: number): GraphNode | undefined {
  return store
    .prepare<[number], GraphNode>('SELECT id, parent, branch, name, at FROM graph_nodes WHERE id = ?')
    .get(id);
}

/** The nodes that hang on this one, by name. */
export function childrenOf(store: Store, id: number): GraphNode[] {
  return store
    .prepare<[number], GraphNode>('SELECT id, parent, branch, name, at FROM graph_nodes WHERE parent = ? ORDER BY name')
    .all(id);
}

/** The node of that name, whatever its case, that hangs on another one. */
export function childNamed(store: Store, parent: number, name: string): number | undefined {
  return store
    .prepare<unknown[], number>('SELECT id FROM graph_nodes WHERE parent = ? AND name = ? COLLATE NOCASE')
    .pluck()
    .get(parent, name);
}

/** Node ids from the given one down, parents before their children. */
export function subtreeOf(store: Store, id: number): number[] {
  return store
    .prepare<[number], number>(
      `WITH RECURSIVE under (id, depth) AS (
         VALUES (?, 0) UNION SELECT n.id, depth + 1 FROM graph_nodes n JOIN under ON n.parent = under.id
       ) SELECT id FROM under ORDER BY depth`,
    )
    .pluck()
    .all(id);
}

/** Names from the root down to the node: "USER › Home › Garden". */
export function pathOf(store: Store, id: number): string {
  const names: string[] = [];
  for (let node = nodeOf(store, id); node; node = node.parent === null ? undefined : nodeOf(store, node.parent)) {
    names.unshift(node.name);
  }
  return names.join(' › ');
}

export function insertNode(store: Store, { id, parent, branch, name, at }: Omit<GraphNode, 'id'> & { id?: number }) {
  const { lastInsertRowid } = store
    .prepare('INSERT INTO graph_nodes (id, parent, branch, name, at) VALUES (?, ?, ?, ?, ?)')
    .run(id ?? null, parent, branch, tidy(name, LINE_LIMITS.name), at);
  return Number(lastInsertRowid);
}

export function lineOf(store: Store, id: number): GraphLine | undefined {
  const row = store.prepare<[number], LineRow>(`SELECT ${LINE_COLUMNS} FROM graph_lines WHERE id = ?`).get(id);
  return row && lineFrom(row);
}

/** A node's lines, oldest first. */
export function linesOf(store: Store, node: number): GraphLine[] {
  return store
    .prepare<[number], LineRow>(`SELECT ${LINE_COLUMNS} FROM graph_lines WHERE node = ? ORDER BY at, id`)
    .all(node)
    .map(lineFrom);
}

/** The line of a branch that says the same word for word. */
export function lineSaying(store: Store, branch: Branch, text: string): GraphLine | undefined {
  const row = store
    .prepare<[string, string], LineRow>(
      `SELECT ${LINE_COLUMNS} FROM graph_lines
       WHERE folded = ? AND node IN (SELECT id FROM graph_nodes WHERE branch = ?) ORDER BY id LIMIT 1`,
    )
    .get(foldLine(tidy(text)), branch);
  return row && lineFrom(row);
}

/** Writes a line and its row in the search index; of a given id, it takes the place of what was there. */
export function putLine(store: Store, node: number, line: NewLine & { id?: number | undefined }): number {
  const { id, at, turns = [], origin = 'learned', times = 1 } = line;
  const text = tidy(line.text);
  const kept = [...new Set(turns)].slice(-LINE_LIMITS.turns);
  const { lastInsertRowid } = store
    .prepare(
      `INSERT INTO graph_lines (id, node, text, folded, at, turns, origin, times) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET node = excluded.node, text = excluded.text, folded = excluded.folded,
         at = excluded.at, turns = excluded.turns, origin = excluded.origin, times = excluded.times`,
    )
    .run(id ?? null, node, text, foldLine(text), Math.round(at), JSON.stringify(kept), origin, times);
  const written = id ?? Number(lastInsertRowid);
  putEntry(store, { kind: 'graph', key: String(written), at: Math.round(at), source: 'graph', text, turns: kept });
  return written;
}

/** Removes a line, and its row in the search index. */
export function dropLine(store: Store, id: number): void {
  store.prepare('DELETE FROM graph_lines WHERE id = ?').run(id);
  const entry = entryByKey(store, 'graph', String(id));
  if (entry) dropEntries(store, [entry.id]);
}

/** From now on nothing that is read out of a conversation puts this wording back. */
export function retire(store: Store, text: string): void {
  const put = store.prepare('INSERT OR IGNORE INTO graph_retired (key) VALUES (?)');
  for (const key of [wordingKey(text), meaningKey(text)]) put.run(key);
}

/** The person says it again after all. */
export function unretire(store: Store, text: string): void {
  store.prepare('DELETE FROM graph_retired WHERE key IN (?, ?)').run(wordingKey(text), meaningKey(text));
}

export function isRetired(store: Store, text: string): boolean {
  const found = store.prepare('SELECT 1 FROM graph_retired WHERE key IN (?, ?)');
  return found.get(wordingKey(text), meaningKey(text)) !== undefined;
}

/** What a node held when it was read: a rewrite of it is only written while it still holds that. */
export function stampOf(lines: readonly GraphLine[]): string {
  return keyOf(JSON.stringify(lines.map(({ id, text }) => [id, text])));
}

/** Text as it is written: without secrets, on one line, cut. */
export function tidy(text: string, most: number = LINE_LIMITS.characters): string {
  const line = redact(text.slice(0, 4 * most))
    .replace(/\s+/g, ' ')
    .trim();
  return shorten(line, most);
}

export function lineFrom({ turns, ...row }: LineRow): GraphLine {
  return { ...row, turns: JSON.parse(turns) };
}
