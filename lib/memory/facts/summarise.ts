import { contexts } from '../../llm/contexts.js';
import { askWords, type Models } from '../../llm/gateway.js';
import { sizeOf } from '../../llm/server-size.js';
import type { Trace } from '../../turn/trace.js';
import { abortError } from '../../turn/wait.js';
import { wordsOf } from '../diary/words.js';
import type { Memory } from '../memory.js';
import { type Fact, factText } from '../tables/facts.js';
import { summaryMessages } from './prompts.js';

const { mostWords, mostFacts } = contexts.factsSummary.limits;

export interface SummaryRun {
  memory: Memory;
  models: Models;
  signal: AbortSignal;
  trace?: Trace | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Writes anew what is known of the people in the house, when facts have changed since. A small model would invent: for
 * one the newest facts are listed by rule. When the model fails the old summary stays; when it writes of something else,
 * the facts are listed too.
 * @returns the summary that now holds
 * @throws AbortError; JarvisError store-failed.
 */
export async function summariseFacts({ memory, models, signal, trace, now }: SummaryRun): Promise<string> {
  const before = await memory.facts.summary();
  if (!before.stale) return before.text;
  const facts = await memory.facts.list({ limit: mostFacts });
  // Facts that are put while the model writes make the summary stale again.
  const at = Math.max(now, ...facts.map((fact) => fact.at));
  let text = listed(facts);
  if (facts.length > 0 && (await sizeOf(models.provider, models.chat, signal)) === 'large') {
    try {
      const written = await askWords(models, contexts.factsSummary, {
        messages: summaryMessages(facts),
        signal,
        trace,
      });
      if (tellsOf(facts, written)) text = shortened(written);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      return before.text;
    }
  }
  // What it was written of may have been erased meanwhile.
  if (signal.aborted) throw abortError(signal);
  await memory.facts.setSummary(text, at);
  return text;
}

/** Whether a summary is one of these facts: at least half of them leave a word in it. */
export function tellsOf(facts: readonly Fact[], summary: string): boolean {
  const said = new Set(wordsOf(summary));
  const told = facts.filter((fact) => wordsOf(factText(fact)).some((word) => word.length > 2 && said.has(word)));
  return told.length * 2 >= facts.length;
}

/** The newest facts, one a line, as many as fit. */
export function listed(facts: readonly Fact[], words: number = mostWords): string {
  let room = words;
  const lines: string[] = [];
  for (const fact of facts) {
    const line = factText(fact);
    room -= line.split(/\s+/).length;
    if (room < 0) break;
    lines.push(line);
  }
  return lines.join('\n');
}

/** No more words than are wanted; whole sentences where there are any. */
export function shortened(text: string, words: number = mostWords): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const all = plain.split(' ');
  if (all.length <= words) return plain;
  const kept = `${all.slice(0, words).join(' ')} `;
  const end = Math.max(kept.lastIndexOf('. '), kept.lastIndexOf('! '), kept.lastIndexOf('? '));
  return end > kept.length / 2 ? kept.slice(0, end + 1) : `${kept.trimEnd()}…`;
}
