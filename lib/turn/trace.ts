import { redact } from './redaction.js';
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
  /** What was heard, answered and apologised for, without secrets and cut. */
  texts: Partial<Record<TraceText, string>>;
}

export type TraceText = 'heard' | 'reply' | 'error';

const MOST_SPANS = 200;
const LONGEST_TEXT = 2_000;
/** Attributes that name what worked; other strings may hold words of the turn. */
const NAMES = ['context', 'model', 'tool', 'engine'];

/** Where the time of one turn went. Texts in it are redacted: traces are shown, logged and stored. */
export class Trace {
  readonly #started = performance.now();
  readonly #at = Date.now();
  readonly #spans: Span[] = [];
  readonly #texts: TraceRecord['texts'] = {};
  #wordless = false;

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
        Object.assign(span, more, more.error !== undefined && { error: redact(more.error.slice(0, LONGEST_TEXT)) });
      },
    };
  }

  /** A moment without length, e.g. the end of speech or the first sound. */
  mark(stage: string, attributes: Attributes = {}): void {
    this.#add({ stage, start: round(this.now()), ms: 0, ...attributes });
  }

  /** Adds to what was heard or said. */
  tell(kind: TraceText, text: string): void {
    const known = this.#texts[kind] ?? '';
    if (text === '' || known.length >= LONGEST_TEXT) return;
    const all = known === '' ? redact(text) : `${known} ${redact(text)}`;
    this.#texts[kind] = all.length > LONGEST_TEXT ? `${all.slice(0, LONGEST_TEXT)}…` : all;
  }

  /** Keeps no words from now on, and none of those it has: times and numbers stay. */
  forgetWords(): void {
    this.#wordless = true;
  }

  /** Nothing that was said in it may be kept. */
  get isWordless(): boolean {
    return this.#wordless;
  }

  record(): TraceRecord {
    const record = {
      id: this.id,
      site: this.site,
      source: this.source,
      at: this.#at,
      spans: this.#spans.map((span) => ({ ...span })),
      texts: { ...this.#texts },
    };
    return this.#wordless ? withoutWords(record) : record;
  }

  #add(span: Span): void {
    if (this.#spans.length < MOST_SPANS) this.#spans.push(span);
  }
}

/** Times and numbers of a turn, and names of what worked; nothing that was said, looked for or answered. */
export function withoutWords(record: TraceRecord): TraceRecord {
  const spans = record.spans.map(({ stage, start, ...more }) => {
    const kept = Object.entries(more).filter(([name, value]) => typeof value !== 'string' || NAMES.includes(name));
    return { stage, start, ...Object.fromEntries(kept) };
  });
  return { ...record, spans, texts: {} };
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
