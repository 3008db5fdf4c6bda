import { z } from 'zod';
import { GRAPH_BRANCHES } from '../lib/llm/context-schemas.js';
import { extractFacts } from '../lib/memory/graph/extract.js';
import { mergeLines } from '../lib/memory/graph/merge.js';
import { pickTopic } from '../lib/memory/graph/place.js';
import { lines } from './graph-contexts.js';
import { type ModelEvalContext, modelContext } from './model-context.js';

const node = z.union([
  z.string(),
  z.object({ id: z.union([z.string(), z.number()]).optional(), name: z.string(), description: z.string().optional() }),
]);

/** What a model does to the knowledge graph, with its guards. */
export const GRAPH_MODEL_EVALS: readonly ModelEvalContext[] = [
  modelContext(
    'graph-extract',
    z.object({ summary: z.string(), date: z.string().default('2026-11-21') }),
    z.object({ facts: z.array(z.object({ branch: z.enum(GRAPH_BRANCHES), fact: z.string() })) }),
    async (input, run) => ({
      facts: ((await extractFacts(input, run)) ?? []).map(({ branch, text }) => ({ branch, fact: text })),
    }),
  ),
  modelContext(
    'graph-place',
    // the node is told as it was given: a name, or the id where it has one; null when none fits
    z.object({ fact: z.string(), nodes: z.array(node) }),
    z.object({ node: z.union([z.string(), z.number()]).nullable() }),
    async ({ fact, nodes }, run) => {
      const names = nodes.map((one) =>
        typeof one === 'string' ? one : [one.name, one.description].filter(Boolean).join(': '),
      );
      const picked = await pickTopic(fact, names, run);
      const found = picked === null ? undefined : nodes[picked];
      return { node: typeof found === 'object' ? (found.id ?? found.name) : (found ?? null) };
    },
  ),
  modelContext(
    'graph-merge',
    z.object({ existing: lines, added: lines }),
    z.object({ lines: z.array(z.string()), accepted: z.boolean(), reason: z.string().optional() }),
    async ({ existing, added }, run) => {
      const { lines: merged, accepted, reason } = await mergeLines(existing, added, run);
      return { lines: merged, accepted, ...(reason && { reason }) };
    },
  ),
];
