import type { Message, Tool } from '../llm/types.js';
import type { Turn } from '../turn/turn.js';

/**
 * The tools of the previous turn that failed there and are still loaded: the person is about to say what was missing
 * ("in London"), and a router that only sees those words would pick something else. Reads nothing but the stamp on the
 * results, and goes back no further than the person's last message.
 * @param recent The dialogue before the present query, in the native protocol or the one in words; oldest first.
 * @param tools Names of the tools that are loaded now.
 */
export function carryOver(recent: readonly Message[], tools: readonly string[]): string[] {
  const failed = new Set<string>();
  const failedIds = new Set<string>();
  for (const message of [...recent].reverse()) {
    if (message.role === 'user' && message.tool_name === undefined) break;
    if (message.role === 'user' || message.role === 'tool') {
      if (message.tool_failed !== true) continue;
      if (message.role === 'tool' && message.tool_call_id !== undefined) failedIds.add(message.tool_call_id);
      else if (message.tool_name !== undefined) failed.add(message.tool_name);
    }
    for (const { id, name } of message.tool_calls ?? []) if (failedIds.has(id)) failed.add(name);
  }
  return tools.filter((name) => failed.has(name));
}

/**
 * The tools that a turn can be planned with: those that the router left, and what failed in the turn before. None that
 * the profile forbids.
 */
export function toolsLeft(all: readonly Tool[], { profile, tools }: Turn, recent: readonly Message[]): Tool[] {
  const permitted = all.filter(({ name }) => !profile || profile.tools.includes(name));
  const failed = carryOver(
    recent,
    permitted.map(({ name }) => name),
  );
  return permitted.filter(({ name }) => !tools || tools.includes(name) || failed.includes(name));
}
