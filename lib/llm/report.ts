import type { Span, TraceRecord } from '../turn/trace.js';
import { MODEL_CONTEXTS } from './contexts.js';

/** How a context did in the turns of the house. */
export interface ContextReport {
  context: string;
  /** Calls of the model. */
  calls: number;
  /** Times its stage answered without the model. */
  fast: number;
  /** Calls that failed, were too slow or dropped. */
  failed: number;
  /** Milliseconds of a call; missing where there was none. */
  p50?: number;
  p95?: number;
  budgetMs: number;
  /** Means over the calls whose server tells. */
  promptTokens?: number;
  reusedTokens?: number;
  promptMs?: number;
  answerTokens?: number;
}

/** One row for each context that was used, in the order of the table. */
export function contextReport(records: readonly TraceRecord[]): ContextReport[] {
  const spans = records.flatMap((record) => withFastPaths(record).spans);
  return MODEL_CONTEXTS.flatMap(({ name, budgetMs }) => {
    const calls = spans.filter(({ stage, context, ms }) => stage === 'model' && context === name && ms !== undefined);
    const fast = spans.filter(({ stage, fast: without }) => stage === name && without === true).length;
    if (calls.length === 0 && fast === 0) return [];
    const times = calls.map(({ ms = 0 }) => ms).sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
    const failed = calls.filter(({ error, dropped }) => error !== undefined || dropped === true).length;
    const report: ContextReport = { context: name, calls: calls.length, fast, failed, budgetMs };
    const [p50, p95] = [at(0.5), at(0.95)];
    if (p50 !== undefined) report.p50 = p50;
    if (p95 !== undefined) report.p95 = p95;
    for (const key of ['promptTokens', 'reusedTokens', 'promptMs', 'answerTokens'] as const) {
      const mean = meanOf(calls, key);
      if (mean !== undefined) report[key] = mean;
    }
    return [report];
  });
}

/** The trace with `fast` on each stage that has a context of its name: whether it answered without the model. */
export function withFastPaths<T extends TraceRecord>(record: T): T {
  const calls = record.spans.filter(({ stage }) => stage === 'model');
  const asked = ({ stage, start, ms = Number.POSITIVE_INFINITY }: Span) =>
    calls.some((call) => String(call['context']).startsWith(stage) && call.start >= start && call.start <= start + ms);
  return {
    ...record,
    spans: record.spans.map((span) => (NAMES.has(span.stage) ? { ...span, fast: !asked(span) } : span)),
  };
}
const NAMES = new Set(MODEL_CONTEXTS.map(({ name }) => name));

function meanOf(spans: readonly Span[], key: string): number | undefined {
  const values = spans.map((span) => span[key]).filter((value) => typeof value === 'number');
  if (values.length === 0) return undefined;
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
}
