import type { Store } from '../statements.js';
import { dropLine, lineOf, nodeOf } from './graph-rows.js';

/**
 * Erases lines of the graph, some tens at a time: with their rows in the search index, and with every change of the
 * history that may still quote them, also those of the whole node. Nodes that are left empty go: their names come from
 * what was in them. To be called in a transaction.
 */
export function eraseLines(store: Store, ids: readonly number[]): void {
  const nodes = new Set(ids.flatMap((id) => lineOf(store, id)?.node ?? []));
  for (const id of ids) {
    dropLine(store, id);
    forget(store, ['line', 'place'], id);
  }
  for (const node of nodes) forget(store, ['lines'], node);
  dropQuotes(store, ids, [...nodes]);
  for (const node of nodes) dropIfEmpty(store, node);
}

function forget(store: Store, aspects: readonly string[], id: number): void {
  const drop = store.prepare("DELETE FROM history WHERE subject = 'graph' AND row = ?");
  for (const aspect of aspects) drop.run(`${aspect}:${id}`);
}

/** Erases a node that holds nothing any more, and the one above it when it was the last one there. */
function dropIfEmpty(store: Store, id: number): void {
  const node = nodeOf(store, id);
  if (!node || node.parent === null) return;
  const held = 'SELECT 1 FROM graph_lines WHERE node = ? UNION ALL SELECT 1 FROM graph_nodes WHERE parent = ? LIMIT 1';
  if (store.prepare(held).get(id, id) !== undefined) return;
  store.prepare('DELETE FROM graph_nodes WHERE id = ?').run(id);
  forget(store, ['node', 'parent', 'lines'], id);
  dropIfEmpty(store, node.parent);
}

/**
 * Changes that quote the lines: nodes that were removed with them, and lines of the same nodes that are gone: a merge may
 * have made these lines of those, or the other way round.
 */
function dropQuotes(store: Store, lines: readonly number[], nodes: readonly number[]): void {
  store
    .prepare(
      `DELETE FROM history WHERE id IN (
         SELECT id FROM history h INDEXED BY history_state WHERE subject = 'graph' AND state IS NOT NULL AND (
           row GLOB 'line:*' AND state ->> '$.node' IN (SELECT value FROM json_each(@nodes))
             AND NOT EXISTS (SELECT 1 FROM graph_lines l WHERE l.id = CAST(substr(h.row, length('line:') + 1) AS INTEGER))
           OR EXISTS (
             SELECT 1 FROM json_each(state, '$.lines') l WHERE l.value ->> '$.id' IN (SELECT value FROM json_each(@lines))
           )
         )
       )`,
    )
    .run({ nodes: JSON.stringify(nodes), lines: JSON.stringify(lines) });
}
