import { prepared, type Store } from '../statements.js';
import {
  type Branch,
  childrenOf,
  type GraphLine,
  type GraphNode,
  isRetired,
  LINE_COLUMNS,
  type LineRow,
  lineFrom,
  lineOf,
  lineSaying,
  linesOf,
  nodeOf,
  pathOf,
  ROOTS,
  stampOf,
} from './graph-rows.js';

/** A node as the picture shows it. */
export interface TreeNode extends GraphNode {
  /** How many lines it holds itself. */
  lines: number;
  /** How many children it has. */
  children: number;
}

/** A node with what it holds. */
export interface NodeView extends GraphNode {
  /** Names from the root down to it. */
  path: string;
  /** Newest first. */
  lines: GraphLine[];
  children: TreeNode[];
  /** What a rewrite must quote, to be sure that it knew all the lines. */
  stamp: string;
}

/** A fact to look up. */
export interface Candidate {
  branch: Branch;
  text: string;
}

const MAX_NODES = 500;

const TREE = `SELECT id, parent, branch, name, at,
  (SELECT count(*) FROM graph_lines l WHERE l.node = n.id) AS lines,
  (SELECT count(*) FROM graph_nodes c WHERE c.parent = n.id) AS children FROM graph_nodes n`;

/** Nodes from the roots, or from one node, down: nearer ones first, at most `limit` (500). `more` tells of others. */
function tree(
  store: Store,
  { under, limit = MAX_NODES }: { under?: number; limit?: number } = {},
): {
  nodes: TreeNode[];
  more: boolean;
} {
  const most = Math.min(Math.max(1, limit), MAX_NODES);
  const select = prepared(store, `${TREE} WHERE parent = ? ORDER BY name, id`);
  const one = prepared(store, `${TREE} WHERE id = ?`);
  const nodes = (under === undefined ? Object.values(ROOTS) : [under]).flatMap((id) => (one.get(id) ?? []) as TreeNode);
  for (let next = 0; next < nodes.length && nodes.length <= most; next++) {
    const node = nodes[next];
    if (node && node.children > 0) nodes.push(...(select.all(node.id) as TreeNode[]));
  }
  return { nodes: nodes.slice(0, most), more: nodes.length > most };
}

/** A node with its lines and children; null when there is none of that id. */
function node(store: Store, id: number): NodeView | null {
  const found = nodeOf(store, id);
  if (!found) return null;
  const lines = linesOf(store, id);
  const children = prepared(store, `${TREE} WHERE parent = ? ORDER BY name, id`).all(id) as TreeNode[];
  return { ...found, path: pathOf(store, id), lines: lines.toReversed(), children, stamp: stampOf(lines) };
}

/** The lines of these ids that are there: what an entry of the search index with the kind "graph" has as its key. */
function lines(store: Store, ids: readonly number[]): (GraphLine & { path: string })[] {
  return [...new Set(ids)].flatMap((id) => {
    const line = lineOf(store, id);
    return line ? [{ ...line, path: pathOf(store, line.node) }] : [];
  });
}

/** Lines of a branch, the most important first: what a person said or put right, then what was said often, then newer. */
function branchLines(store: Store, branch: Branch, limit = 100): GraphLine[] {
  return (
    prepared(
      store,
      `SELECT ${LINE_COLUMNS} FROM graph_lines WHERE node IN (SELECT id FROM graph_nodes WHERE branch = ?)
       ORDER BY origin = 'learned', times > 2 DESC, at DESC, id DESC LIMIT ?`,
    ).all(branch, Math.min(Math.max(1, limit), 1000)) as LineRow[]
  ).map(lineFrom);
}

/** What is known of each: the line that says the same, or that a person has retired the wording; else null. */
function known(store: Store, candidates: readonly Candidate[]): (GraphLine | 'retired' | null)[] {
  return candidates.map(({ branch, text }) => {
    if (isRetired(store, text)) return 'retired';
    return lineSaying(store, branch, text) ?? null;
  });
}

/** Nodes that hold lines, in the order of their ids, after one: the way of a work over all of them. */
function populated(store: Store, after = 0, limit = 50): { nodes: number[]; total: number; left: number } {
  const select = prepared(store, 'SELECT DISTINCT node FROM graph_lines WHERE node > ? ORDER BY node');
  const left = select.pluck().all(after) as number[];
  const total = Number(prepared(store, 'SELECT count(DISTINCT node) FROM graph_lines').pluck().get());
  return { nodes: left.slice(0, limit), total, left: left.length };
}

/** A mark: what was learned from a text, how far a work got. null when there is none. */
function mark(store: Store, key: string): string | null {
  const value = prepared(store, 'SELECT value FROM graph_marks WHERE key = ?').pluck().get(key);
  return typeof value === 'string' ? value : null;
}

export const graphReading = { tree, node, children: childrenOf, lines, branchLines, known, populated, mark } as const;
