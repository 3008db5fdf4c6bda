import type { OpenModels } from '../deciding/open-models.js';
import { dayAt, isoOf } from '../language/when/calendar.js';
import type { Clock } from '../language/when/when.js';
import type { Message } from '../llm/types.js';
import type { HotCache } from '../memory/hot-cache.js';
import { redact } from '../turn/redaction.js';
import type { Trace } from '../turn/trace.js';
import type { Lookup } from '../turn/turn.js';
import { enrich } from './enrichment.js';
import { givenTerms, needsModel, ownTerms, type SearchTerms } from './search-terms.js';

export interface TermsRequest extends Clock {
  /** Redacted. */
  query: string;
  /** The dialogue of the last minutes, oldest first. */
  recent: readonly Message[];
  lookup?: Lookup | undefined;
  models?: OpenModels | undefined;
  cache?: Pick<HotCache, 'through'> | undefined;
  signal: AbortSignal;
  trace?: Trace | undefined;
}

/**
 * What to search the memory for: what the planner gave, or the question's own words and time; a model is asked only
 * where the question refers to something else, and its words have to do when that fails.
 * @throws AbortError only.
 */
export async function findTerms(request: TermsRequest): Promise<{ terms: SearchTerms; questions: string[] }> {
  const span = request.trace?.open('recall-terms');
  const found = await foundBy(request);
  const { terms } = found;
  const to = terms.to === undefined ? undefined : terms.to - 1;
  const day = (ms: number | undefined) => (ms === undefined ? undefined : isoOf(dayAt(ms, request.timeZone)));
  span?.end({ by: terms.by, words: redact(terms.words.join(' ')), from: day(terms.from), to: day(to) });
  return found;
}

async function foundBy(request: TermsRequest): Promise<{ terms: SearchTerms; questions: string[] }> {
  const { query, lookup, recent, models, cache, signal, trace } = request;
  if (lookup && (lookup.keywords?.length || lookup.topic.trim() !== '')) {
    return { terms: givenTerms(query, lookup, 'planner', request), questions: [] };
  }
  const given =
    models && needsModel(query, recent, request)
      ? await enrich({ query, recent, clock: request, models, cache, signal, trace })
      : undefined;
  if (!given) return { terms: ownTerms(query, request), questions: [] };
  const questions = given.questions ?? [];
  return { terms: givenTerms(query, { ...given, questions }, 'model', request), questions };
}
