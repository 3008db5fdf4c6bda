import type { TreeNode } from './api.js';

/** A node in the picture; `x` and `y` are its middle. */
export interface Placed {
  node: TreeNode;
  label: string;
  x: number;
  y: number;
  width: number;
  /** 1: it grows to the right, -1: to the left. */
  side: 1 | -1;
  open: boolean;
}

/** Left, top, right and bottom. */
export interface Bounds {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** A branch's line from one node's edge to the next one's. */
export interface Link {
  id: number;
  branch: TreeNode['branch'];
  path: string;
}

export interface Picture {
  placed: Placed[];
  links: Link[];
  /** Of everything. */
  bounds: Bounds;
  /** Nodes that were left out because there would be too many. */
  left: number;
}

/** The circle in the middle has the radius `hub`. */
export const SIZES = { hub: 40, height: 38, row: 50, gap: 64, letter: 8.2, padding: 30, badge: 30, least: 64 } as const;
const MAX_LABEL_LENGTH = 24;
export const MAX_DRAWN = 200;

interface Branch {
  node: TreeNode;
  label: string;
  width: number;
  below: Branch[];
}

/**
 * Places the open part of the tree as a mind map: the same tree always looks the same, and no two nodes touch.
 * @param names Words for the roots, which have none of their own
 * @param sides 1: all to the right (narrow screens); 2: the first root to the right, the others to the left
 */
export function layOut(
  nodes: readonly TreeNode[],
  open: ReadonlySet<number>,
  { sides = 2, names = {} }: { sides?: 1 | 2; names?: Partial<Record<TreeNode['branch'], string>> } = {},
): Picture {
  const { roots, left } = openPart(nodes, open, names);
  const picture: Picture = { placed: [], links: [], bounds: { x1: 0, y1: 0, x2: 0, y2: 0 }, left };
  const right = sides === 1 ? roots : roots.slice(0, 1);
  placeSide(right, 1, open, picture);
  placeSide(sides === 1 ? [] : roots.slice(1), -1, open, picture);
  const { hub } = SIZES;
  const { x1, y1, x2, y2 } = boundsOf(picture.placed);
  picture.bounds = { x1: Math.min(-hub, x1), y1: Math.min(-hub, y1), x2: Math.max(hub, x2), y2: Math.max(hub, y2) };
  return picture;
}

/** What some nodes take up together; nothing at the origin when there are none. */
export function boundsOf(placed: readonly Placed[]): Bounds {
  if (placed.length === 0) return { x1: 0, y1: 0, x2: 0, y2: 0 };
  const half = SIZES.height / 2;
  return {
    x1: Math.min(...placed.map(({ x, width }) => x - width / 2)),
    y1: Math.min(...placed.map(({ y }) => y - half)),
    x2: Math.max(...placed.map(({ x, width }) => x + width / 2)),
    y2: Math.max(...placed.map(({ y }) => y + half)),
  };
}

/** The nodes to be drawn, nearest to the roots first. */
function openPart(
  nodes: readonly TreeNode[],
  open: ReadonlySet<number>,
  names: Partial<Record<TreeNode['branch'], string>>,
): { roots: Branch[]; left: number } {
  const under = new Map<number | null, TreeNode[]>();
  for (const node of nodes) under.set(node.parent, [...(under.get(node.parent) ?? []), node]);
  const roots = (under.get(null) ?? []).map((node) => branchOf(node, names[node.branch] ?? node.name));
  let left = 0;
  const next = [...roots];
  for (let drawn = next.length, n = 0; n < next.length; n++) {
    const above = next[n];
    if (!above || !open.has(above.node.id)) continue;
    for (const node of under.get(above.node.id) ?? []) {
      if (drawn >= MAX_DRAWN) {
        left++;
        continue;
      }
      drawn++;
      const branch = branchOf(node, node.name);
      above.below.push(branch);
      next.push(branch);
    }
  }
  return { roots, left };
}

function branchOf(node: TreeNode, name: string): Branch {
  const letters = [...name];
  const label = letters.length > MAX_LABEL_LENGTH ? `${letters.slice(0, MAX_LABEL_LENGTH - 1).join('')}…` : name;
  // Letters of some scripts are twice as wide.
  const wide = [...label].filter((letter) =>
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(letter),
  );
  const letterWidth = ([...label].length + wide.length * 0.9) * SIZES.letter;
  const badge = node.lines > 0 ? SIZES.badge : 0;
  return { node, label, width: Math.max(SIZES.least, letterWidth + SIZES.padding + badge), below: [] };
}

function placeSide(roots: readonly Branch[], side: 1 | -1, open: ReadonlySet<number>, picture: Picture): void {
  const columns: number[] = [];
  const measure = (branch: Branch, depth: number) => {
    columns[depth] = Math.max(columns[depth] ?? 0, branch.width);
    for (const below of branch.below) measure(below, depth + 1);
  };
  for (const root of roots) measure(root, 0);
  const edges = [SIZES.hub + SIZES.gap];
  for (const width of columns) edges.push((edges.at(-1) ?? 0) + width + SIZES.gap);
  let rows = 0;
  const first = picture.placed.length;
  const place = (branch: Branch, depth: number): Placed => {
    const below = branch.below.map((one) => place(one, depth + 1));
    const y = below.length > 0 ? ((below[0]?.y ?? 0) + (below.at(-1)?.y ?? 0)) / 2 : rows++ * SIZES.row;
    const x = side * ((edges[depth] ?? 0) + branch.width / 2);
    const { node, label, width } = branch;
    const placed: Placed = { node, label, x, y, width, side, open: open.has(node.id) && node.children > 0 };
    picture.placed.push(placed);
    return placed;
  };
  for (const [n, root] of roots.entries()) {
    // A little room between the branches.
    if (n > 0) rows += 0.4;
    place(root, 0);
  }
  const middle = (Math.max(0, rows - 1) * SIZES.row) / 2;
  const mine = picture.placed.slice(first);
  for (const placed of mine) placed.y -= middle;
  const byId = new Map(mine.map((placed) => [placed.node.id, placed]));
  for (const placed of mine) {
    const above = placed.node.parent === null ? undefined : byId.get(placed.node.parent);
    const from = above ? { x: above.x + (side * above.width) / 2, y: above.y } : { x: side * SIZES.hub * 0.9, y: 0 };
    const to = { x: placed.x - (side * placed.width) / 2, y: placed.y };
    const bend = (from.x + to.x) / 2;
    const path = `M${round(from.x)} ${round(from.y)}C${round(bend)} ${round(from.y)} ${round(bend)} ${round(to.y)} ${round(to.x)} ${round(to.y)}`;
    picture.links.push({ id: placed.node.id, branch: placed.node.branch, path });
  }
}

const round = (number: number) => Math.round(number * 10) / 10;

/** The part that is open at first: as many levels as fit on a screen. */
export function openAtFirst(nodes: readonly TreeNode[], most = 30): Set<number> {
  const open = new Set<number>();
  let drawn = nodes.filter(({ parent }) => parent === null).length;
  // The nodes come level by level.
  for (const { id, parent, children } of nodes) {
    const shown = parent === null || open.has(parent);
    if (!shown || children === 0 || drawn + children > most) continue;
    open.add(id);
    drawn += children;
  }
  return open;
}

/** The node that an arrow key leads to: the nearest one in that direction. */
export function neighbour(
  placed: readonly Placed[],
  from: Placed,
  key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown',
): Placed | undefined {
  const across = key === 'ArrowLeft' || key === 'ArrowRight';
  const way = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1;
  let best: Placed | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const other of placed) {
    const ahead = way * (across ? other.x - from.x : other.y - from.y);
    const aside = Math.abs(across ? other.y - from.y : other.x - from.x);
    if (other === from || ahead < SIZES.row / 2) continue;
    const distance = ahead + aside * (across ? 1 : 3);
    if (distance >= nearest) continue;
    nearest = distance;
    best = other;
  }
  return best;
}
