import type { Store } from '../statements.js';
import { dissolve } from './graph-restore.js';
import { dropLine, type GraphLine, lineOf, nodeOf, putLine } from './graph-rows.js';
import { lineState, treeState } from './row-schemas.js';

/**
 * Makes a line that was written since `from` (ms since the epoch) what it was then, together with the lines that were
 * rewritten into it; a line that wasn't there goes. Records nothing: what came since is to be forgotten.
 * @returns whether it is still there as it was: it had only been said again
 */
export function rewindGraph(store: Store, id: number, from: number): boolean {
  const line = lineOf(store, id);
  if (!line) return false;
  const states = store
    .prepare<unknown[], string>(
      `SELECT state FROM history WHERE subject = 'graph' AND row IN (?, ?) AND at >= ? AND state IS NOT NULL ORDER BY id`,
    )
    .pluck()
    .all(`line:${id}`, `lines:${line.node}`, from);
  dropLine(store, id);
  const back = new Map<number, GraphLine>();
  for (const state of states) {
    for (const was of linesIn(JSON.parse(state))) if (was.at < from && !back.has(was.id)) back.set(was.id, was);
  }
  const knownAt = back.has(id) ? undefined : writtenBefore(store, line, from);
  if (knownAt !== undefined) back.set(id, { ...line, at: knownAt, times: Math.max(1, line.times - 1) });
  for (const was of back.values()) if (!lineOf(store, was.id) && nodeOf(store, was.node)) putLine(store, was.node, was);
  return lineOf(store, id)?.text === line.text;
}

/** What the history holds of a line, or of all lines of a node. */
function linesIn(state: unknown): GraphLine[] {
  const line = lineState.safeParse(state).data;
  return line ? [line] : (treeState.safeParse(state).data?.lines ?? []);
}

/** When a line was written as it is, where that was before `from`. */
function writtenBefore(store: Store, { id, node, text }: GraphLine, from: number): number | undefined {
  return store
    .prepare<unknown[], { at: number; after: string }>(
      `SELECT at, after FROM history WHERE subject = 'graph' AND row IN (?, ?) AND at < ? AND after IS NOT NULL
       ORDER BY id DESC`,
    )
    .all(`line:${id}`, `lines:${node}`, from)
    .find(({ after }) => after.split('\n').includes(text))?.at;
}

/** Takes away the nodes that were made since `from` (ms since the epoch), and gives renamed ones their names back. */
export function rewindNodes(store: Store, from: number): void {
  const renamed = store
    .prepare<[number], { row: string; before: string }>(
      `SELECT row, before FROM history WHERE subject = 'graph' AND row GLOB 'node:*' AND at >= ?
       AND before IS NOT NULL AND after IS NOT NULL ORDER BY id DESC`,
    )
    .all(from);
  const rename = store.prepare('UPDATE graph_nodes SET name = ? WHERE id = ?');
  for (const { row, before } of renamed) rename.run(before, Number(row.slice('node:'.length)));
  const made = store.prepare<[number], number>('SELECT id FROM graph_nodes WHERE at >= ? ORDER BY id DESC').pluck();
  for (const id of made.all(from)) dissolve(store, nodeOf(store, id));
}
