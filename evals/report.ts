import type { CaseResult } from './cases.js';

/** One context in the report. */
export interface ContextReport {
  context: string;
  cases: number;
  passed: number;
  /** 0 to 1. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  /** Only of model contexts: calls of the model, tokens of all of them, and the cases that needed no call. */
  calls?: number;
  promptTokens?: number;
  answerTokens?: number;
  fast?: number;
  /** Share of the cases without a call that were right; missing where there was none. */
  fastRate?: number;
}

/** @param asksModel Whether a context is one that may ask a model. */
export function reportsOf(results: readonly CaseResult[], asksModel: (context: string) => boolean): ContextReport[] {
  return [...new Set(results.map(({ context }) => context))].map((context) => {
    const own = results.filter((result) => result.context === context);
    const passed = own.filter(({ pass }) => pass).length;
    const times = own.map(({ ms }) => ms);
    const report = { context, cases: own.length, passed, rate: passed / own.length, ...percentiles(times) };
    if (!asksModel(context)) return report;
    const fast = own.filter(({ calls }) => calls === 0);
    const sum = (of: (result: CaseResult) => number) => own.reduce((all, result) => all + of(result), 0);
    return {
      ...report,
      calls: sum(({ calls }) => calls),
      promptTokens: sum(({ promptTokens = 0 }) => promptTokens),
      answerTokens: sum(({ answerTokens = 0 }) => answerTokens),
      fast: fast.length,
      ...(fast.length > 0 && { fastRate: fast.filter(({ pass }) => pass).length / fast.length }),
    };
  });
}

export function percentiles(values: readonly number[]): { p50: number; p95: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100;
  return { p50: at(0.5), p95: at(0.95) };
}

/** Prints what failed, and a table. */
export function print(results: readonly CaseResult[], reports: readonly ContextReport[]): void {
  for (const { id, context, pass, wrong } of results) {
    if (!pass) console.log(`✗ ${context} ${id}\n    ${wrong.join('\n    ')}`);
  }
  console.table(
    Object.fromEntries(
      reports.map(({ context, cases, passed, rate, p50, p95, calls, promptTokens, answerTokens, fast, fastRate }) => [
        context,
        {
          cases,
          passed,
          'pass %': percent(rate),
          'p50 ms': p50,
          'p95 ms': p95,
          ...(calls !== undefined && { calls, 'prompt tokens': promptTokens, 'answer tokens': answerTokens, fast }),
          ...(fastRate !== undefined && { 'fast pass %': percent(fastRate) }),
        },
      ]),
    ),
  );
}

function percent(share: number): number {
  return Math.round(share * 1000) / 10;
}
