import type { Message } from '../llm/types.js';
import type { Outcome } from './facts.js';

/** For the second try after an answer that was empty or no language. */
export const NUDGE = 'Answer now in one or two plain spoken sentences. No JSON, no code, no data.';

/** For the second try after a sentence that contradicts the results. */
export function correction({ sentence, why }: { sentence: string; why: string }, said: readonly string[]): string {
  return [
    ...(said.length > 0 ? [`You have already said aloud: "${said.join(' ')}" Go on after it.`] : []),
    `You were about to say: "${sentence}" That is wrong. ${why}`,
    'Either call the tool that does it, or tell the person in one or two plain sentences what really happened.',
  ].join('\n');
}

/**
 * What small models are reminded of behind the result of a tool: the next step of the plan, or the part of the question
 * that is still open.
 */
export function progress(
  own: readonly Message[],
  outcomes: readonly Outcome[],
  { steps, parts }: { steps: readonly string[]; parts: readonly string[] },
): string | undefined {
  if (own.at(-1)?.role !== 'tool') return undefined;
  if (steps.length > 1) {
    const next = steps[outcomes.length];
    if (next === undefined) return 'All steps of the plan are done. Answer the person now.';
    return `Done: ${outcomes.length} of ${steps.length} steps of the plan. Next: ${next}. Fill gaps like <name> with what the results say.`;
  }
  const answered = outcomes.filter(({ result }) => result.ok).length;
  const open = parts[answered];
  if (open === undefined) return undefined;
  return `You have answered ${answered} of ${parts.length} parts. Still open: "${open}". If no result above answers it, call a tool for it now.`;
}
