import type { Message } from '../llm/types.js';
import type { Outcome } from './facts.js';

/** For the second try after an answer that was empty or no language. */
export const NUDGE = 'Answer now in one or two plain spoken sentences. No JSON, no code, no data.';

/** For the second try after a call that was only written about, or can't be run. */
export function notRun(tools: readonly { name: string }[]): string {
  const names = tools.map(({ name }) => name).join(', ');
  return [
    'Answer now: call a tool, or say one or two plain spoken sentences without a word about tools.',
    'No tool was run: you only wrote about it, or its name or its arguments were not clear.',
    ...(names ? [`These can be called, by their exact names and with all their arguments: ${names}.`] : []),
  ].join('\n');
}

/** For the second try after a sentence that contradicts the results. */
export function correction({ sentence, why }: { sentence: string; why: string }, said: readonly string[]): string {
  return [
    ...(said.length > 0 ? [`You have already said aloud: "${said.join(' ')}" Go on after it.`] : []),
    `You were about to say: "${sentence}" That is wrong. ${why}`,
    'Either call the tool that does it, or tell the person in one or two plain sentences what really happened.',
  ].join('\n');
}

export interface Progress {
  /** The tool steps of the plan. */
  steps: readonly string[];
  /** The parts of the question, and those that no call made ahead has answered. */
  parts: readonly string[];
  open: readonly string[];
  /** How many calls were made ahead. */
  ahead: number;
}

/**
 * What small models are reminded of behind the result of a tool: the next step of the plan, or the part of the question
 * that is still open.
 */
export function progress(
  own: readonly Message[],
  outcomes: readonly Outcome[],
  { steps, parts, open, ahead }: Progress,
): string | undefined {
  if (own.at(-1)?.role !== 'tool') return undefined;
  if (steps.length > 1) {
    const next = steps[outcomes.length];
    if (next === undefined) return 'All steps of the plan are done. Answer the person now.';
    return `Done: ${outcomes.length} of ${steps.length} steps of the plan. Next: ${next}. Fill gaps like <name> with what the results say.`;
  }
  // The calls that were made ahead have answered none of the open parts.
  const later = outcomes.slice(ahead).filter(({ result }) => result.ok).length;
  if (later >= open.length) return undefined;
  const answered = parts.length - open.length + later;
  return `You have answered ${answered} of ${parts.length} parts. Still open: "${open[later]}". If no result above answers it, call a tool for it now.`;
}
