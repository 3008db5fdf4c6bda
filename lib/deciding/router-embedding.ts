import { MAX_ROUTED_TOOLS } from '../llm/context-schemas.js';
import { type RoutableTool, spoken } from './router-keyword.js';

/** How alike two texts have to be, as a cosine: a model calls everything a little alike. */
const LEAST_ALIKE = 0.35;
/** Tools that are this much less alike than the nearest are left out. */
const BESIDE_BEST = 0.85;

/** The tools nearest to the query by a model's vectors, best first, at most five; none when none is near. */
export function nearestTools(
  query: readonly number[],
  tools: readonly { name: string; vector: readonly number[] }[],
): string[] {
  const scored = tools
    .map(({ name, vector }) => ({ name, score: cosine(query, vector) }))
    .filter(({ score }) => score >= LEAST_ALIKE)
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  const near = scored.filter(({ score }) => score >= best * BESIDE_BEST);
  return [...new Set(near.map(({ name }) => name))].slice(0, MAX_ROUTED_TOOLS);
}

/** The best of both by turns, at most five: words know names and topics, a model's vectors what is only alike. */
export function byTurns(byWords: readonly string[], byVectors: readonly string[]): string[] {
  const length = Math.max(byWords.length, byVectors.length);
  const pairs = Array.from({ length }, (_, index) => [byWords[index], byVectors[index]]);
  return [...new Set(pairs.flat())].filter((name) => name !== undefined).slice(0, MAX_ROUTED_TOOLS);
}

/** What of a tool is compared with a query. */
export function textOf({ name, description }: RoutableTool): string {
  return `${spoken(name)}: ${description}`;
}

/** The cosine of the angle between two vectors; 0 when one has no length or they don't fit together. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return 0;
  let [product, ofA, ofB] = [0, 0, 0];
  for (const [index, x] of a.entries()) {
    const y = b[index] ?? 0;
    product += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  const length = Math.sqrt(ofA * ofB);
  return length > 0 && Number.isFinite(length) ? product / length : 0;
}
