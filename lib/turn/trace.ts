import { clock } from './clock.js';
import { redact } from './redaction.js';
import { type DecidedParts, DetailsCollector } from './trace-details.js';
import type { CallTexts, Span, TraceDetails, TraceRecord, TraceText } from './trace-types.js';
import type { Turn } from './turn.js';

type Attributes = Record<string, string | number | boolean | undefined>;

export type { Span, TraceRecord, TraceText };

const MAX_SPANS = 200;
const MAX_TEXT = 2_000;
/** Attributes that name what worked; other strings may hold words of the turn. */
const NAMES = ['context', 'model', 'tool', 'engine', 'node', 'language'];

/** A span that is open. */
export interface OpenSpan {
  /** Closes it, with the error when the stage failed; only the first time counts. */
  end(more?: Attributes & { error?: string }): void;
  /** What a model is asked in it, and, as soon as that is known, what it answered. Both without secrets. */
  asks(texts: CallTexts): void;
}

/** What all views of a trace share. */
interface Shared {
  readonly started: number;
  readonly at: number;
  readonly spans: Span[];
  readonly texts: TraceRecord['texts'];
  readonly details: DetailsCollector;
  readonly onChange: () => void;
  wordless: boolean;
}

/** Where the time of one turn went. Texts in it are redacted: traces are shown, logged and stored. */
export class Trace {
  #own: Shared;
  #node: string | undefined;

  /** @param onChange called after everything that is added; must not throw */
  constructor(
    readonly id: string,
    readonly site: string,
    readonly source: Turn['source'],
    readonly area?: string,
    onChange = () => {},
  ) {
    const details = new DetailsCollector();
    this.#own = {
      started: performance.now(),
      at: clock.now(),
      spans: [],
      texts: {},
      details,
      onChange,
      wordless: false,
    };
  }

  /** The same trace for one node of the flow: what is opened and decided through it names the node. */
  of(node: string): Trace {
    const view = new Trace(this.id, this.site, this.source, this.area);
    view.#own = this.#own;
    view.#node = node;
    return view;
  }

  /** Milliseconds since the turn began, from a monotonic clock. */
  now(): number {
    return performance.now() - this.#own.started;
  }

  /** Opens a span; call `end` once. */
  open(stage: string, attributes: Attributes = {}): OpenSpan {
    const { onChange, details } = this.#own;
    const span: Span = { stage, start: round(this.now()), ...this.#by(), ...attributes };
    const place = this.#add(span);
    return {
      end: (more = {}) => {
        if (span.ms !== undefined) return;
        span.ms = round(this.now() - span.start);
        Object.assign(span, more, more.error !== undefined && { error: redact(more.error.slice(0, MAX_TEXT)) });
        onChange();
      },
      asks: (texts) => {
        if (place === undefined) return;
        details.called(place, texts);
        onChange();
      },
    };
  }

  /** A moment without length, e.g. the end of speech or the first sound. */
  mark(stage: string, attributes: Attributes = {}): void {
    this.#add({ stage, start: round(this.now()), ms: 0, ...this.#by(), ...attributes });
  }

  /** What a stage decided: the parts it adds to `msg.turn`. */
  decided(parts: DecidedParts): void {
    this.#own.details.decided(parts, round(this.now()), this.#node);
    this.#own.onChange();
  }

  /** Adds to what was heard or said. */
  tell(kind: TraceText, text: string): void {
    const { texts, onChange } = this.#own;
    const known = texts[kind] ?? '';
    if (text === '' || known.length >= MAX_TEXT) return;
    const all = known === '' ? redact(text) : `${known} ${redact(text)}`;
    texts[kind] = all.length > MAX_TEXT ? `${all.slice(0, MAX_TEXT)}…` : all;
    onChange();
  }

  /** Whether something was heard, or said, in it. */
  has(kind: TraceText): boolean {
    return this.#own.texts[kind] !== undefined;
  }

  /** Keeps no words from now on, and none of those it has: times and numbers stay. */
  forgetWords(): void {
    this.#own.wordless = true;
    this.#own.onChange();
  }

  /** Nothing that was said in it may be kept. */
  get isWordless(): boolean {
    return this.#own.wordless;
  }

  record(): TraceRecord {
    const { at, spans, texts, wordless } = this.#own;
    const record = {
      id: this.id,
      site: this.site,
      source: this.source,
      ...(this.area !== undefined && { area: this.area }),
      at,
      spans: spans.map((span) => ({ ...span })),
      texts: { ...texts },
    };
    return wordless ? withoutWords(record) : record;
  }

  /** What was decided and asked so far; nothing where no words are kept. */
  details(): TraceDetails {
    return this.#own.wordless ? { decisions: [], calls: {} } : this.#own.details.read();
  }

  #by(): { node?: string } {
    return this.#node === undefined ? {} : { node: this.#node };
  }

  /** @returns its place among the spans; undefined where there are enough */
  #add(span: Span): number | undefined {
    const { spans, onChange } = this.#own;
    if (spans.length >= MAX_SPANS) return undefined;
    spans.push(span);
    onChange();
    return spans.length - 1;
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

/** What `parts` gives, as a span of the trace that lasts until the last of them. */
export async function* tracedParts<T>(
  trace: Trace | undefined,
  stage: string,
  parts: AsyncIterable<T>,
  isLast: (part: T) => boolean,
): AsyncGenerator<T> {
  const span = trace?.open(stage);
  try {
    for await (const part of parts) {
      // Whoever takes the last may end the turn before asking for more.
      if (isLast(part)) span?.end();
      yield part;
    }
  } catch (thrown) {
    span?.end({ error: thrown instanceof Error ? thrown.message : String(thrown) });
    throw thrown;
  } finally {
    span?.end();
  }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
