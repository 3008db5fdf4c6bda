import { z } from 'zod';

/*
 * What the contexts of `contexts.ts` answer in JSON. Every string and list is bounded: the server makes a grammar of the
 * schema, and a grammar without a bound may never end.
 */

export const judgeAnswerSchema = z.object({
  directed: z.boolean(),
  stop: z.boolean(),
  query: z.string().max(300),
  confidence: z.number().min(0).max(1),
  reasoning: z.string().max(160),
});

export const MAX_ROUTED_TOOLS = 5;
export const MAX_PLAN_STEPS = 5;

/** A day or a moment as ISO 8601 writes it, or an empty string. */
const when = z.string().max(25);
const keywords = z.array(z.string().max(40)).max(8);

/** Router, planner and extractor in one answer; empty strings and lists stand for "none". */
export const combinedPlanSchema = z.object({
  tools: z.array(z.string().max(64)).max(MAX_ROUTED_TOOLS),
  plan: z.array(z.string().max(200)).max(MAX_PLAN_STEPS),
  /** What earlier conversations are to be searched for. */
  memory: z.string().max(120),
  keywords,
  from: when,
  to: when,
});
export type CombinedPlan = z.infer<typeof combinedPlanSchema>;

/** The call a planned step stands for; null when the step needs none. */
export const resolvedStepSchema = z.object({
  name: z.string().max(64).nullable(),
  arguments: z.record(z.string().max(64), z.union([z.string().max(300), z.number(), z.boolean()])),
});

export const enrichmentSchema = z.object({
  keywords,
  from: when.optional(),
  to: when.optional(),
  questions: z.array(z.string().max(160)).max(3).optional(),
});
export type Enrichment = z.infer<typeof enrichmentSchema>;

export const diarySchema = z.object({
  /** 200 words, also of a language whose words are long. */
  summary: z.string().max(1900),
  topics: z.array(z.string().max(40)).max(5),
});

/** Topics that are the same, in lists. */
export const topicMergeSchema = z.object({ same: z.array(z.array(z.string().max(40)).max(10)).max(30) });

export const GRAPH_BRANCHES = ['USER', 'DIRECTIVES', 'WORLD'] as const;

export const graphFactsSchema = z.object({
  facts: z.array(z.object({ branch: z.enum(GRAPH_BRANCHES), fact: z.string().max(240) })).max(20),
});

/** The number of the node in the list that was given; null when none fits. */
export const graphPlaceSchema = z.object({ node: z.number().int().min(0).max(999).nullable() });

export const graphMergeSchema = z.object({ facts: z.array(z.string().max(240)).max(100) });

export const factsSchema = z.object({
  facts: z
    .array(z.object({ category: z.string().max(40), key: z.string().max(60), value: z.string().max(240) }))
    .max(12),
});
export type ExtractedFacts = z.infer<typeof factsSchema>;
