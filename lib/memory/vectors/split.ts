import { product } from './numbers.js';

export interface Member {
  id: number;
  vector: Float32Array;
}

export interface Half {
  centre: Float32Array;
  members: Member[];
}

/** Vectors that the two centres are found with. */
const SAMPLE = 256;
const ROUNDS = 5;
/** The least share of the smaller half. */
const LEAST = 0.15;

/** Vectors in two groups of near ones (2-means on a sample), the larger first; by the middle where one would be tiny. */
export function halved(members: readonly Member[], dimensions: number): [Half, Half] {
  const step = Math.max(1, members.length / SAMPLE);
  const sample = Array.from(
    { length: Math.min(SAMPLE, members.length) },
    (_, index) => members[Math.floor(index * step)],
  ).flatMap((member) => member ?? []);
  const first = farthest(sample, sample[0]);
  let centres = [first, farthest(sample, first)].map((member) => member?.vector ?? new Float32Array(dimensions)) as [
    Float32Array,
    Float32Array,
  ];
  for (let round = 0; round < ROUNDS; round++) {
    const sides = sideOf(centres);
    const [left, right] = parted(sample, ({ vector }) => sides(vector) >= 0);
    if (left.length === 0 || right.length === 0) break;
    centres = [centreOf(left, dimensions), centreOf(right, dimensions)];
  }
  const sides = sideOf(centres);
  let halves = parted(members, ({ vector }) => sides(vector) >= 0);
  if (Math.min(halves[0].length, halves[1].length) < members.length * LEAST) {
    const sorted = members
      .map((member) => ({ member, side: sides(member.vector) }))
      .sort((a, b) => a.side - b.side)
      .map(({ member }) => member);
    const middle = Math.floor(sorted.length / 2);
    halves = [sorted.slice(0, middle), sorted.slice(middle)];
  }
  const [a, b] = halves.map((half) => ({ centre: centreOf(half, dimensions), members: half })) as [Half, Half];
  return a.members.length >= b.members.length ? [a, b] : [b, a];
}

/** More than 0 for a vector that is nearer to the first centre. */
function sideOf([a, b]: [Float32Array, Float32Array]): (vector: Float32Array) => number {
  const direction = a.map((value, index) => value - (b[index] ?? 0));
  const middle = (product(a, a) - product(b, b)) / 2;
  return (vector) => product(vector, direction) - middle;
}

function farthest(members: readonly Member[], from: Member | undefined): Member | undefined {
  let found: Member | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const member of members) {
    const near = from ? product(member.vector, from.vector) : 0;
    if (near < least) {
      least = near;
      found = member;
    }
  }
  return found;
}

function parted(members: readonly Member[], isLeft: (member: Member) => boolean): [Member[], Member[]] {
  const left: Member[] = [];
  const right: Member[] = [];
  for (const member of members) (isLeft(member) ? left : right).push(member);
  return [left, right];
}

function centreOf(members: readonly Member[], dimensions: number): Float32Array {
  const centre = new Float32Array(dimensions);
  for (const { vector } of members) {
    for (let index = 0; index < dimensions; index++) centre[index] = (centre[index] ?? 0) + (vector[index] ?? 0);
  }
  return members.length === 0 ? centre : centre.map((value) => value / members.length);
}
