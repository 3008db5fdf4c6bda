import { MAX_ROUTED_TOOLS } from '../llm/context-schemas.js';
import { keysOf, type RoutableTool, spoken } from './router-keyword.js';

/** How alike two texts have to be, and how far behind the best a tool may be, as cosines. */
export interface Likeness {
  least: number;
  besideBest: number;
}

/** For the built-in vectors: what shares no word, no part of one and no topic is near 0. */
export const BUILT_IN_LIKENESS: Likeness = { least: 0.16, besideBest: 0.6 };
/** For a model's vectors, which call everything a little alike. */
export const MODEL_LIKENESS: Likeness = { least: 0.35, besideBest: 0.85 };

const TOPIC_WORTH = 2;
const WORD_WORTH = 1;
const PART_WORTH = 0.35;

/** The tools nearest to the query, best first, at most five; none when none is near. */
export function nearestTools(
  query: readonly number[],
  tools: readonly { name: string; vector: readonly number[] }[],
  likeness: Likeness,
): string[] {
  return nearest(
    tools.map(({ name, vector }) => ({ name, score: cosine(query, vector) })),
    likeness,
  );
}

function nearest(all: readonly { name: string; score: number }[], likeness: Likeness): string[] {
  const scored = all.filter(({ score }) => score >= likeness.least).sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  const near = scored.filter(({ score }) => score >= best * likeness.besideBest);
  return [...new Set(near.map(({ name }) => name))].slice(0, MAX_ROUTED_TOOLS);
}

/** The same with the built-in vectors: no server, no model. */
export function routeByVectors(query: string, tools: readonly RoutableTool[]): string[] {
  const wanted = builtInVector(query);
  return nearest(
    tools.map((tool) => ({ name: tool.name, score: sparseCosine(wanted, builtInVector(textOf(tool))) })),
    BUILT_IN_LIKENESS,
  );
}

/** What of a tool is compared with a query. */
export function textOf({ name, description }: RoutableTool): string {
  return `${spoken(name)}: ${description}`;
}

/**
 * A vector of a text that needs no model, by feature: its content words, their topics (in the languages of the local
 * commands) and their three-letter parts. Texts that share none of them are at right angles.
 */
function builtInVector(text: string): Map<string, number> {
  const vector = new Map<string, number>();
  const put = (feature: string, worth: number) => vector.set(feature, (vector.get(feature) ?? 0) + worth);
  for (const key of new Set(keysOf(text))) {
    put(key, key.startsWith('#') ? TOPIC_WORTH : WORD_WORTH);
    if (key.startsWith('#')) continue;
    const parts = partsOf(key);
    for (const part of parts) put(`~${part}`, PART_WORTH / Math.sqrt(parts.length));
  }
  return vector;
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

function sparseCosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const square = (vector: ReadonlyMap<string, number>) => [...vector.values()].reduce((sum, x) => sum + x * x, 0);
  let product = 0;
  for (const [feature, worth] of a) product += worth * (b.get(feature) ?? 0);
  const length = Math.sqrt(square(a) * square(b));
  return length > 0 ? product / length : 0;
}

function partsOf(word: string): string[] {
  const framed = `^${word}$`;
  return Array.from({ length: Math.max(0, framed.length - 2) }, (_, index) => framed.slice(index, index + 3));
}
