import type { Decision, Span, TraceDetails, TraceRecord } from '../../lib/turn/trace-types.js';

/** What a bar belongs to; gives it its colour. */
export type Kind = 'hear' | 'decide' | 'reply' | 'model' | 'tool' | 'speak' | 'moment';

const KINDS: Record<string, Kind> = {
  listen: 'hear',
  stt: 'hear',
  judge: 'decide',
  command: 'decide',
  router: 'decide',
  planner: 'decide',
  agent: 'reply',
  model: 'model',
  tool: 'tool',
  tts: 'speak',
  play: 'speak',
};

/** One line of a waterfall. */
export interface Row {
  /** Its place among the trace's spans. */
  place: number;
  span: Span;
  kind: Kind;
  /** How many stages of the same node it runs in. */
  depth: number;
  decisions: Decision[];
}

/** The spans in the order they began, each with what its node decided there. */
export function rowsOf({ spans }: TraceRecord, details?: TraceDetails | null): Row[] {
  const rows = spans
    .map((span, place): Row => ({ place, span, kind: kindOf(span), depth: 0, decisions: [] }))
    .sort((a, b) => a.span.start - b.span.start || a.place - b.place);
  for (const [index, row] of rows.entries()) {
    const around = rows.slice(0, index).filter((other) => holds(other.span, row.span));
    row.depth = Math.min(3, around.length);
  }
  for (const decision of details?.decisions ?? []) {
    const own = rows.filter(({ span }) => span.node === decision.node && span.start <= decision.at);
    // What a stage decides is its own, not that of the calls in it.
    const row = own.filter(({ depth }) => depth === 0).at(-1) ?? own.at(-1) ?? rows[0];
    row?.decisions.push(decision);
  }
  return rows;
}

function kindOf({ stage, ms, start }: Span): Kind {
  if (ms === 0 && start >= 0 && !(stage in KINDS) && !stage.startsWith('recall')) return 'moment';
  return KINDS[stage] ?? 'decide';
}

function holds(outer: Span, inner: Span): boolean {
  if (outer.node === undefined || outer.node !== inner.node || outer.ms === 0) return false;
  // Steps of a stage run side by side.
  if (outer.stage === inner.stage || (isStep(outer) && isStep(inner))) return false;
  const end = outer.start + (outer.ms ?? Number.POSITIVE_INFINITY);
  return (
    inner.start >= outer.start && inner.start <= end && (inner.ms === undefined || inner.start + inner.ms <= end + 1)
  );
}

function isStep({ stage }: Span): boolean {
  return stage.startsWith('recall-');
}

/** Part of a turn that is drawn, in milliseconds since it began. */
export interface Range {
  from: number;
  to: number;
}

/** Where a turn's time ends: at its last stage's end. */
export function endOf({ spans }: TraceRecord): number {
  return Math.max(1, ...spans.map(({ start, ms = 0 }) => start + ms));
}

/** When the person could first hear something; missing where nothing was heard. */
export function firstSoundOf({ spans }: TraceRecord): number | undefined {
  return spans.find(({ stage }) => stage === 'first-sound')?.start;
}

/** From when the person waits: the end of their speech, or when they sent their words. */
export function askedAt({ spans }: TraceRecord): number {
  return spans.find(({ stage }) => stage === 'speech-end')?.start ?? 0;
}

/** The wait for the first sound, or all of the turn. @param nowMs milliseconds since it began, or those it took */
export function rangeOf(record: TraceRecord, wait: boolean, nowMs: number): Range {
  const first = firstSoundOf(record);
  if (!wait || first === undefined) return { from: 0, to: nowMs };
  const from = askedAt(record);
  // A little air behind the first sound, so that it can be seen.
  return { from, to: from + Math.max(1, first - from) * 1.06 };
}

/** Where a bar stands in the range, in percent of it; undefined where it lies outside. */
export function barOf(
  { start, ms }: Span,
  { from, to }: Range,
  nowMs: number,
): { left: number; width: number } | undefined {
  const end = start + (ms ?? Math.max(0, nowMs - start));
  if (end < from || start > to) return undefined;
  const share = (at: number) => (Math.min(Math.max(at, from), to) - from) / (to - from);
  const left = share(start) * 100;
  return { left, width: share(end) * 100 - left };
}

/** Marks on the axis: at most five round numbers of milliseconds inside the range, counted from its beginning. */
export function ticksOf({ from, to }: Range): number[] {
  const length = to - from;
  const rough = length / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((candidate) => candidate >= rough) ?? rough;
  const count = Math.floor(length / step);
  return Array.from({ length: count }, (_, n) => (n + 1) * step);
}

/** Totals of a turn. */
export interface Totals {
  /** Milliseconds. */
  firstSound?: number;
  whole: number;
  calls: number;
  promptTokens: number;
  reusedTokens?: number;
  answerTokens: number;
  tools: number;
}

/** Sums up a turn; calls that only warm the model up are none of its own. */
export function totalsOf(record: TraceRecord, nowMs: number): Totals {
  const calls = record.spans.filter(({ stage, context }) => stage === 'model' && context !== 'warm-up');
  const sum = (key: string) =>
    calls.reduce((total, span) => total + (typeof span[key] === 'number' ? span[key] : 0), 0);
  const first = firstSoundOf(record);
  const tellsReused = calls.some((span) => typeof span['reusedTokens'] === 'number');
  return {
    ...(first !== undefined && { firstSound: Math.max(0, first - askedAt(record)) }),
    whole: nowMs,
    calls: calls.length,
    promptTokens: sum('promptTokens'),
    ...(tellsReused && { reusedTokens: sum('reusedTokens') }),
    answerTokens: sum('answerTokens'),
    tools: record.spans.filter(({ stage }) => stage === 'tool').length,
  };
}
