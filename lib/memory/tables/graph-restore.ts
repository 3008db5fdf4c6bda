import type { Store } from '../statements.js';
import {
  type Branch,
  dropLine,
  type GraphLine,
  type GraphNode,
  insertNode,
  lineOf,
  linesOf,
  nodeOf,
  pathOf,
  putLine,
  retire,
  subtreeOf,
  unretire,
} from './graph-rows.js';
import { type Change, recordChange } from './history.js';
import { lineState, placeState, type RowState, treeState } from './row-states.js';

/**
 * What a change of the graph is about, as the history names it: "line:7" its text, "place:7" the node it stands in,
 * "lines:3" all of a node's lines, "node:3" a node's name, or its subtree when it was removed, "parent:3" where it hangs.
 */
export type GraphAspect = 'line' | 'place' | 'lines' | 'node' | 'parent';

/** Notes a change of the graph. To be called in its transaction. */
export function recordGraph(
  store: Store,
  aspect: GraphAspect,
  id: number,
  change: Omit<Change, 'table' | 'row'>,
): void {
  recordChange(store, { table: 'graph', row: `${aspect}:${id}`, ...change });
}

function aspectOf(row: string): [string, number] {
  const [aspect = '', id = ''] = row.split(':');
  return [aspect, Number(id)];
}

/** What a row of the graph says now; undefined when it is gone. */
export function readGraph(store: Store, row: string): RowState | undefined {
  const [aspect, id] = aspectOf(row);
  if (aspect === 'line' || aspect === 'place') {
    const line = lineOf(store, id);
    if (!line) return undefined;
    return aspect === 'line' ? { text: line.text, state: line } : { text: pathOf(store, line.node), state: line };
  }
  const node = nodeOf(store, id);
  if (!node) return undefined;
  if (aspect === 'parent') return { text: pathOf(store, node.parent ?? id), state: { node: node.parent } };
  if (aspect === 'node') return { text: node.name, state: treeAt(store, id) };
  const lines = linesOf(store, id);
  return { text: textOfLines(lines), state: { nodes: [], lines } };
}

/** The branch that a row of the graph is in now. */
export function branchOf(store: Store, row: string): Branch | undefined {
  const [aspect, id] = aspectOf(row);
  const node = aspect === 'line' || aspect === 'place' ? lineOf(store, id)?.node : id;
  return node === undefined ? undefined : nodeOf(store, node)?.branch;
}

/** A node's lines as the history shows them. */
export function textOfLines(lines: readonly Pick<GraphLine, 'text'>[]): string {
  return lines.map(({ text }) => text).join('\n');
}

/** A node with its subtree. */
export function treeAt(store: Store, id: number): { nodes: GraphNode[]; lines: GraphLine[] } {
  const ids = subtreeOf(store, id);
  return { nodes: ids.flatMap((one) => nodeOf(store, one) ?? []), lines: ids.flatMap((one) => linesOf(store, one)) };
}

function dropTree(store: Store, id: number): void {
  for (const one of subtreeOf(store, id).reverse()) {
    for (const line of linesOf(store, one)) dropLine(store, line.id);
    store.prepare('DELETE FROM graph_nodes WHERE id = ?').run(one);
  }
}

/** Moves a node with its subtree, into the other branch too. */
export function hang(store: Store, id: number, parent: GraphNode): void {
  store.prepare('UPDATE graph_nodes SET parent = ? WHERE id = ?').run(parent.id, id);
  const rebranch = store.prepare('UPDATE graph_nodes SET branch = ? WHERE id = ?');
  for (const one of subtreeOf(store, id)) rebranch.run(parent.branch, one);
}

/** Makes a row of the graph what it was; false when what it stood in is gone. @param removes see `undo` */
export function writeGraph(store: Store, row: string, was: RowState | undefined, removes: boolean): boolean {
  const [aspect, id] = aspectOf(row);
  switch (aspect) {
    case 'line':
      return writeLine(store, id, was);
    case 'place':
      return writePlace(store, id, was);
    case 'lines':
      return writeLines(store, id, was);
    case 'node':
      return was || !removes ? writeNode(store, id, was) : removeTree(store, id);
    default:
      return writeParent(store, id, was);
  }
}

function writeLine(store: Store, id: number, was: RowState | undefined): boolean {
  const now = lineOf(store, id);
  if (!was) {
    // Whoever takes back what was learned doesn't want to hear it again.
    if (now) retire(store, now.text);
    dropLine(store, id);
    return true;
  }
  const state = lineState.safeParse(was.state).data;
  const line = state ?? now;
  if (!line) return false;
  // It may have been moved since: it stays where it is.
  const node = now?.node ?? line.node;
  if (!nodeOf(store, node)) return false;
  if (now && line.origin === 'corrected') retire(store, now.text);
  unretire(store, was.text);
  putLine(store, node, { ...line, id, text: was.text });
  return true;
}

function writePlace(store: Store, id: number, was: RowState | undefined): boolean {
  const line = lineOf(store, id);
  // Of a line that was moved all of it is held.
  const before = lineState.safeParse(was?.state).data;
  if (!line || !before || !nodeOf(store, before.node)) return false;
  store.prepare('UPDATE graph_lines SET node = ? WHERE id = ?').run(before.node, line.id);
  return true;
}

function writeLines(store: Store, id: number, was: RowState | undefined): boolean {
  const lines = treeState.safeParse(was?.state).data?.lines;
  if (!lines || !nodeOf(store, id)) return false;
  const back = new Set(lines.map((line) => line.id));
  for (const line of linesOf(store, id)) if (!back.has(line.id)) dropLine(store, line.id);
  for (const line of lines) {
    unretire(store, line.text);
    putLine(store, id, line);
  }
  return true;
}

function writeNode(store: Store, id: number, was: RowState | undefined): boolean {
  const now = nodeOf(store, id);
  if (!was) return dissolve(store, now);
  if (now) {
    store.prepare('UPDATE graph_nodes SET name = ? WHERE id = ?').run(was.text, id);
    return true;
  }
  const tree = treeState.safeParse(was.state).data;
  const parent = tree?.nodes[0]?.parent;
  const above = parent ? nodeOf(store, parent) : undefined;
  if (!tree || !above) return false;
  // What it is to hang on may hang by now on one of its own.
  if (tree.nodes.some(({ id: own }) => subtreeOf(store, own).includes(above.id))) return false;
  for (const node of tree.nodes) {
    if (!nodeOf(store, node.id)) insertNode(store, { ...node, branch: above.branch });
    else store.prepare('UPDATE graph_nodes SET parent = ? WHERE id = ?').run(node.parent, node.id);
  }
  hang(store, id, above);
  for (const line of tree.lines) {
    unretire(store, line.text);
    putLine(store, line.node, line);
  }
  return true;
}

/** Removes a node with its subtree; what its lines said isn't learned again. */
export function removeTree(store: Store, id: number): boolean {
  for (const { text } of treeAt(store, id).lines) retire(store, text);
  dropTree(store, id);
  return true;
}

/** A node that is no longer to be leaves what it holds to the one above. */
export function dissolve(store: Store, node: GraphNode | undefined): boolean {
  if (!node || node.parent === null) return false;
  store.prepare('UPDATE graph_lines SET node = ? WHERE node = ?').run(node.parent, node.id);
  store.prepare('UPDATE graph_nodes SET parent = ? WHERE parent = ?').run(node.parent, node.id);
  store.prepare('DELETE FROM graph_nodes WHERE id = ?').run(node.id);
  return true;
}

function writeParent(store: Store, id: number, was: RowState | undefined): boolean {
  const place = placeState.safeParse(was?.state).data;
  const parent = place?.node == null ? undefined : nodeOf(store, place.node);
  if (!parent || !nodeOf(store, id) || subtreeOf(store, id).includes(parent.id)) return false;
  hang(store, id, parent);
  return true;
}
