import { z } from 'zod';
import { graphMergeSchema } from '../lib/llm/context-schemas.js';
import { isDuplicate } from '../lib/memory/graph/dedupe.js';
import { guardMerge } from '../lib/memory/graph/merge-guard.js';
import { subjectOf } from '../lib/memory/graph/subject.js';
import { profileLines } from '../lib/memory/graph/warm-profile.js';
import { context, type EvalContext } from './context.js';

/** Lines of the graph, as a list or one under the other. */
export const lines = z.union([
  z.array(z.string()),
  z.string().transform((text) => text.split('\n').filter((line) => line.trim() !== '')),
]);
const factsSchema = z.union([graphMergeSchema, z.array(z.string()).transform((facts) => ({ facts }))]);

/** The facts of a model's answer, as the gateway reads it; undefined when there are none. */
function factsIn(response: string): string[] | undefined {
  for (const [open, close] of ['{}', '[]'].map((pair): [string, string] => [pair.charAt(0), pair.charAt(1)])) {
    try {
      const json: unknown = JSON.parse(response.slice(response.indexOf(open), response.lastIndexOf(close) + 1));
      const parsed = factsSchema.safeParse(json);
      if (parsed.success) return parsed.data.facts;
    } catch {
      // The other shape.
    }
  }
  return undefined;
}

/** What keeps the knowledge graph from harm, and what every prompt holds of it. */
export const GRAPH_CONTEXTS: readonly EvalContext[] = [
  context(
    'graph-dedupe',
    z.object({ stored: lines, candidate: z.string() }),
    z.object({ duplicate: z.boolean() }),
    ({ stored, candidate }) => ({ duplicate: isDuplicate(stored, candidate) }),
  ),
  context(
    'fact-subject',
    // what a person told is about, null where it stays with the person
    z.object({ text: z.string() }),
    z.object({ branch: z.enum(['USER', 'WORLD']).nullable(), name: z.string().nullable() }),
    ({ text }) => subjectOf(text) ?? { branch: null, name: null },
  ),
  context(
    'graph-merge-guard',
    // `response` is what the model answers: its text, or the list in it; `incorporated` are indices of `added`
    z.object({
      existing: lines,
      added: lines,
      response: z.union([z.string(), z.array(z.string()), graphMergeSchema]),
    }),
    z.object({
      accepted: z.boolean(),
      reason: z.string().optional(),
      lines: z.array(z.string()),
      incorporated: z.array(z.number()),
    }),
    ({ existing, added, response }) => {
      const facts = Array.isArray(response)
        ? response
        : typeof response === 'string'
          ? factsIn(response)
          : response.facts;
      return guardMerge(existing, added, facts);
    },
  ),
  context(
    'warm-profile',
    // the most important line first
    z.object({ user: lines.default([]), directives: lines.default([]), world: lines.default([]) }),
    z.object({ text: z.string() }),
    (input) => ({ text: profileLines(input).join('\n') }),
  ),
];
