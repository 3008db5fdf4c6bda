import type { Turn } from './turn.js';

type Attributes = Record<string, string | number | boolean | undefined>;

/** One stage of a turn; times in milliseconds since the turn began. */
export interface Span {
  stage: string;
  start: number;
  /** Missing while the stage runs. */
  ms?: number;
  error?: string;
  [attribute: string]: string | number | boolean | undefined;
}

export interface TraceRecord {
  id: string;
  site: string;
  source: Turn['source'];
  /** Milliseconds since the epoch. */
  at: number;
  spans: Span[];
}

const MOST_SPANS = 200;

/** Where the time of one turn went. Holds no transcript: traces are shown and logged. */
export class Trace {
  readonly #started = performance.now();
  readonly #at = Date.now();
  readonly #spans: Span[] = [];

  constructor(
    readonly id: string,
    readonly site: string,
    readonly source: Turn['source'],
  ) {}

  /** Milliseconds since the turn began, from a monotonic clock. */
  now(): number {
    return performance.now() - this.#started;
  }

  /** Opens a span; call `end` once, with the error when the stage failed. */
  open(stage: string, attributes: Attributes = {}): { end(more?: Attributes & { error?: string }): void } {
    const span: Span = { stage, start: round(this.now()), ...attributes };
    this.#add(span);
    return {
      end: (more = {}) => {
        if (span.ms !== undefined) return;
        span.ms = round(this.now() - span.start);
        Object.assign(span, more);
      },
    };
  }

  /** A moment without length, e.g. the end of speech or the first sound. */
  mark(stage: string, attributes: Attributes = {}): void {
    this.#add({ stage, start: round(this.now()), ms: 0, ...attributes });
  }

  record(): TraceRecord {
    return {
      id: this.id,
      site: this.site,
      source: this.source,
      at: this.#at,
      spans: this.#spans.map((span) => ({ ...span })),
    };
  }

  #add(span: Span): void {
    if (this.#spans.length < MOST_SPANS) this.#spans.push(span);
  }
}

/** Runs `work` as a span of the trace, which may be missing (a node used without a live turn). */
export async function traced<T>(
  trace: Trace | undefined,
  stage: string,
  work: () => Promise<T>,
  attributes: Attributes = {},
): Promise<T> {
  const span = trace?.open(stage, attributes);
  try {
    const value = await work();
    span?.end();
    return value;
  } catch (thrown) {
    span?.end({ error: thrown instanceof Error ? thrown.message : String(thrown) });
    throw thrown;
  }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
