import { redact, redactRecord } from './redaction.js';
import type { CallTexts, Decision, PromptMessage, TraceDetails } from './trace-types.js';
import type { Turn } from './turn.js';

/** Parts of a turn that its stages decide. */
export type DecidedParts = Partial<Omit<Turn, 'id' | 'site' | 'area' | 'source' | 'language' | 'at'>>;

const MAX_DECISIONS = 40;
const MAX_CALLS = 20;
/** Characters of a decision's JSON. */
const MAX_DECISION = 8_000;
/** Characters of one message of a prompt, and of all of a prompt. */
const MAX_MESSAGE = 8_000;
const MAX_PROMPT = 40_000;
/** Characters of a model's answer. */
export const MAX_ANSWER = 8_000;

/** Collects what is decided and asked in one turn; cheap while it runs, redacted when it is read. */
export class DetailsCollector {
  readonly #decisions: (Omit<Decision, 'value'> & { json: string; value?: unknown })[] = [];
  readonly #calls = new Map<number, CallTexts>();

  decided(parts: DecidedParts, at: number, node: string | undefined): void {
    for (const [part, value] of Object.entries(parts)) {
      const json = jsonOf(value);
      if (json === undefined || this.#decisions.length >= MAX_DECISIONS) continue;
      this.#decisions.push({ part, at, ...(node !== undefined && { node }), json });
    }
  }

  /** @param prompt messages without secrets */
  called(span: number, { prompt, tools, answer }: CallTexts): void {
    if (!this.#calls.has(span) && this.#calls.size >= MAX_CALLS) return;
    this.#calls.set(span, { prompt: cutPrompt(prompt), tools, answer: cut(answer, MAX_ANSWER) });
  }

  read(): TraceDetails {
    const decisions = this.#decisions.map((decision) => {
      decision.value ??= readable(decision.json);
      const { json: _, ...rest } = decision;
      return { ...rest, value: decision.value };
    });
    return { decisions, calls: Object.fromEntries(this.#calls) };
  }
}

/** Characters that a turn's details hold. */
export function sizeOf({ decisions, calls }: TraceDetails): number {
  const texts = Object.values(calls).flatMap(({ prompt, answer }) => [answer, ...prompt.map(({ content }) => content)]);
  return texts.reduce((sum, { length }) => sum + length, JSON.stringify(decisions).length);
}

/** As it is at this moment: what a flow does to the message later is another stage's doing. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // A flow put something in that can't be written: the stage itself isn't hurt by it.
    return undefined;
  }
}

function readable(json: string): unknown {
  if (json.length > MAX_DECISION) return redact(`${json.slice(0, MAX_DECISION)}…`);
  return redactRecord({ value: JSON.parse(json) })['value'];
}

/** The first message (the rules) and the last ones stay; what stands between is left out first. */
function cutPrompt(messages: readonly PromptMessage[]): PromptMessage[] {
  const short = messages.map(({ role, content }) => ({ role, content: cut(content, MAX_MESSAGE) }));
  const [first, ...rest] = short;
  let left = MAX_PROMPT - (first?.content.length ?? 0);
  let from = rest.length;
  while (from > 0 && left - (rest[from - 1]?.content.length ?? 0) >= 0) left -= rest[--from]?.content.length ?? 0;
  const omitted: PromptMessage[] = from > 0 ? [{ role: '…', content: `(${from})` }] : [];
  return first ? [first, ...omitted, ...rest.slice(from)] : [];
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}… (+${text.length - most})` : text;
}
