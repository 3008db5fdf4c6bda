import type { Box, Detection } from './detections.js';
import type { Kind } from './kinds.js';

/** What other things stand or lie on. */
const BEARING: readonly Kind[] = ['dining table', 'bench', 'couch', 'bed', 'chair', 'oven', 'refrigerator'];
/** What bears is told only of things so much smaller, and something is inside only where it is. */
const SMALLER = 0.6;
/** Share of the smaller one that lies in the box of the other. */
const WITHIN = 0.8;
/** Share of the lower of two that they have in common, where they are on one level. */
const ON_ONE_LEVEL = 0.5;
/** Widths of the narrower one that two may be apart and still be beside each other. */
const BESIDE = 0.5;
const MAX_RELATIONS = 10;

const width = ({ left, right }: Box) => right - left;
const height = ({ top, bottom }: Box) => bottom - top;
const area = (box: Box) => width(box) * height(box);
const middle = ({ left, right }: Box) => (left + right) / 2;
/** The share of the narrower of two that both have in common, from left to right. */
const sharedAcross = (a: Box, b: Box) =>
  (Math.min(a.right, b.right) - Math.max(a.left, b.left)) / Math.min(width(a), width(b));

/** How many of each kind there are, most first. */
export function counted(seen: readonly Detection[]): [Kind, number][] {
  const counts = new Map<Kind, number>();
  for (const { kind } of seen) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** The same in words: "2 × person, 1 × car". */
export function countsOf(seen: readonly Detection[]): string {
  return counted(seen)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ');
}

/**
 * How things lie to each other, as far as a flat picture tells: "cup is on dining table", "person is beside car". Beside and
 * left of is told of neighbours only, at most ten relations in all.
 */
export function relationsIn(seen: readonly Detection[]): { text: string; of: [Detection, Detection] }[] {
  const sorted = seen.toSorted((a, b) => middle(a.box) - middle(b.box));
  const held = sorted.flatMap((thing) => {
    const holder = sorted.find((other) => other !== thing && holdingOf(thing, other) !== undefined);
    return holder ? [{ of: [thing, holder] as [Detection, Detection], how: holdingOf(thing, holder) ?? '' }] : [];
  });
  const free = sorted.filter((thing) => !held.some(({ of: [inner] }) => inner === thing));
  const across = free.slice(1).flatMap((right, at) => {
    const left = free[at];
    const how = left && besideOf(left.box, right.box);
    return left && how ? [{ of: [left, right] as [Detection, Detection], how }] : [];
  });
  return [...held, ...across]
    .slice(0, MAX_RELATIONS)
    .map(({ of, how }) => ({ text: `${of[0].kind} is ${how} ${of[1].kind}`, of }));
}

/** "on" or "inside" where one thing holds the other. */
function holdingOf({ box }: Detection, { kind, box: other }: Detection): 'on' | 'inside' | undefined {
  if (area(box) > SMALLER * area(other)) return undefined;
  const across = sharedAcross(box, other);
  if (BEARING.includes(kind)) {
    const stands = box.bottom > other.top && box.bottom < other.bottom;
    return across >= WITHIN && stands ? 'on' : undefined;
  }
  const down = (Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)) / height(box);
  return across > 0 && across * down >= WITHIN ? 'inside' : undefined;
}

function besideOf(left: Box, right: Box): string | undefined {
  const level = Math.min(left.bottom, right.bottom) - Math.max(left.top, right.top);
  if (level < ON_ONE_LEVEL * Math.min(height(left), height(right))) return undefined;
  const gap = right.left - left.right;
  return gap <= BESIDE * Math.min(width(left), width(right)) ? 'beside' : 'left of';
}
