import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TreeNode } from './api.js';
import { layOut, MAX_DRAWN, neighbour, openAtFirst, type Placed, SIZES } from './layout.js';

const ROOTS = (['USER', 'DIRECTIVES', 'WORLD'] as const).map((branch, n) => ({ id: n + 1, parent: null, branch }));

/** A tree out of the parents of its nodes, in the order in which the server gives them. */
function treeOf(parents: readonly number[], names: readonly string[] = []): TreeNode[] {
  const nodes: TreeNode[] = ROOTS.map((root) => ({ ...root, name: root.branch, at: 0, lines: 0, children: 0 }));
  for (const [n, parent] of parents.entries()) {
    const above = nodes[parent % nodes.length];
    if (!above) continue;
    above.children++;
    const name = names[n] ?? `node ${n}`;
    nodes.push({
      id: nodes.length + 1,
      parent: above.id,
      branch: above.branch,
      name,
      at: 0,
      lines: n % 3,
      children: 0,
    });
  }
  return nodes;
}

const all = (nodes: readonly TreeNode[]) => new Set(nodes.map(({ id }) => id));
const boxOf = ({ x, y, width }: Placed) => ({
  x1: x - width / 2,
  x2: x + width / 2,
  y1: y - SIZES.height / 2,
  y2: y + SIZES.height / 2,
});

const trees = fc
  .tuple(
    fc.array(fc.nat(), { maxLength: 80 }),
    fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 80 }),
  )
  .map(([parents, names]) => treeOf(parents, names));

test('no two nodes touch, none lies on the middle, and all are within the bounds, whatever the tree', () => {
  fc.assert(
    fc.property(trees, fc.constantFrom(1 as const, 2 as const), (nodes, sides) => {
      const { placed, links, bounds, left } = layOut(nodes, all(nodes), { sides });
      assert.equal(placed.length + left, nodes.length);
      assert.equal(links.length, placed.length);
      for (const [n, one] of placed.entries()) {
        const a = boxOf(one);
        assert.ok(a.x1 >= bounds.x1 && a.x2 <= bounds.x2 && a.y1 >= bounds.y1 && a.y2 <= bounds.y2);
        assert.ok(a.x1 > SIZES.hub || a.x2 < -SIZES.hub);
        for (const other of placed.slice(n + 1)) {
          const b = boxOf(other);
          assert.ok(a.x2 < b.x1 || b.x2 < a.x1 || a.y2 < b.y1 || b.y2 < a.y1, `${one.label} on ${other.label}`);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('the same tree looks the same, and a branch stays on its side', () => {
  const nodes = treeOf([0, 0, 1, 2, 3, 3, 6]);
  assert.deepEqual(layOut(nodes, all(nodes)), layOut(structuredClone(nodes), all(nodes)));
  const sideOf = (sides: 1 | 2) =>
    Object.fromEntries(layOut(nodes, all(nodes), { sides }).placed.map(({ node, side }) => [node.branch, side]));
  assert.deepEqual(sideOf(2), { USER: 1, DIRECTIVES: -1, WORLD: -1 });
  assert.deepEqual(sideOf(1), { USER: 1, DIRECTIVES: 1, WORLD: 1 });
});

test('only what is open is drawn, and never more than fits', () => {
  const many = treeOf(Array.from({ length: 400 }, () => 0));
  assert.equal(layOut(many, new Set()).placed.length, 3);
  const { placed, left } = layOut(many, all(many));
  assert.equal(placed.length, MAX_DRAWN);
  assert.equal(left, many.length - MAX_DRAWN);
});

test('at first as many levels are open as fit on a screen', () => {
  const deep = treeOf([0, 3, 4, 5]);
  assert.deepEqual([...openAtFirst(deep)], [1, 4, 5, 6]);
  assert.deepEqual([...openAtFirst(treeOf(Array.from({ length: 60 }, () => 0)))], []);
  const closed = treeOf([...Array.from({ length: 28 }, () => 0), 3]);
  assert.deepEqual([...openAtFirst(closed)], [], 'nothing is open under a node that is closed');
});

test('long names are cut, whole letters only, and wide scripts get more room', () => {
  const names = ['a'.repeat(60), '👩‍🚀'.repeat(40), '東京の家の庭', 'Tokyo a'];
  const { placed } = layOut(treeOf([0, 0, 0, 0], names), new Set([1]));
  const [long, faces, wide, narrow] = [4, 5, 6, 7].map((id) => placed.find(({ node }) => node.id === id));
  assert.equal(long?.label, `${'a'.repeat(23)}…`);
  assert.doesNotMatch(faces?.label ?? '', /[\ud800-\udbff](?![\udc00-\udfff])/);
  assert.ok((wide?.width ?? 0) > (narrow?.width ?? 0));
});

test('arrow keys lead to the nearest node in their direction', () => {
  const nodes = treeOf([0, 0, 3]);
  const { placed } = layOut(nodes, all(nodes), { sides: 2 });
  const at = (id: number) => placed.find(({ node }) => node.id === id);
  const from = (id: number, key: Parameters<typeof neighbour>[2]) => {
    const one = at(id);
    return one && neighbour(placed, one, key)?.node.id;
  };
  assert.equal(from(4, 'ArrowDown'), 5);
  assert.equal(from(5, 'ArrowUp'), 4);
  assert.equal(from(4, 'ArrowLeft'), 1);
  assert.equal(from(4, 'ArrowRight'), 6);
  assert.equal(from(6, 'ArrowRight'), undefined);
});
