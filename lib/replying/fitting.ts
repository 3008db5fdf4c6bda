import { contexts } from '../llm/contexts.js';
import type { Message, ToolSpec } from '../llm/types.js';
import { tokensOf, turnsOf } from '../memory/compression/turns.js';

const { windowPercent } = contexts.compression.limits;

/**
 * The messages that fit into 80 % of the model's window beside the system message and the tools: the oldest turns go
 * before a server cuts the prompt wherever it likes. Notes of what was before stay, and so does the turn that is being
 * answered; a call is never parted from its result.
 * @param numCtx The window in tokens.
 */
export function fitting(
  messages: readonly Message[],
  { system, tools, numCtx }: { system: Message; tools: readonly ToolSpec[]; numCtx: number },
): Message[] {
  const given = tools.length > 0 ? JSON.stringify(tools) : '';
  const notes = messages.filter(({ is_summary }) => is_summary);
  const turns = turnsOf(messages.filter(({ is_summary }) => !is_summary));
  let room = (numCtx * windowPercent) / 100 - tokensOf([{ ...system, context: given }, ...notes]);
  let first = turns.length;
  while (first > 0) {
    room -= tokensOf(turns[first - 1] ?? []);
    if (room < 0 && first < turns.length) break;
    first--;
  }
  return [...notes, ...turns.slice(first).flat()];
}
