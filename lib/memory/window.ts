import type { Message } from '../llm/types.js';

/** What is kept of a dialogue. */
export const DIALOGUE_LIMITS = {
  /** Replies whose tool calls and results are kept; older ones keep their words. */
  toolTurns: 16,
  /** Characters of one message. */
  characters: 2_000,
  /** Exchanges of one site. */
  exchanges: 60,
  /** Characters of everything that goes into a prompt. */
  promptCharacters: 12_000,
} as const;

/** What was added at one time: a question, the calls it took, the answer. Never split. */
export interface Exchange {
  /** Row in the store; missing while it isn't there. */
  id?: number | undefined;
  site: string;
  /** Milliseconds since the epoch. */
  at: number;
  messages: Message[];
}

/** The messages of the exchanges since `from`, oldest first; the oldest go when they are too many for a prompt. */
export function windowOf(exchanges: readonly Exchange[], from: number): Message[] {
  let room: number = DIALOGUE_LIMITS.promptCharacters;
  const kept: Message[][] = [];
  for (const { at, messages } of [...exchanges].reverse()) {
    if (at < from) break;
    // An exchange that is too long keeps its words before it goes.
    const fitting = [messages, wordsOf(messages)].find((some) => sizeOf(some) <= room);
    if (!fitting) break;
    room -= sizeOf(fitting);
    kept.unshift(fitting);
  }
  return structuredClone(kept.flat());
}

function sizeOf(messages: readonly Message[]): number {
  return messages.reduce(
    (sum, { content, tool_calls }) => sum + content.length + (tool_calls ? JSON.stringify(tool_calls).length : 0),
    0,
  );
}

/** Without calls and results. */
function wordsOf(messages: readonly Message[]): Message[] {
  return messages.filter(({ role, tool_calls }) => role !== 'tool' && !tool_calls);
}

/** A message short enough to be kept; system messages are not part of a dialogue. */
export function capped(messages: readonly Message[]): Message[] {
  return messages
    .filter(({ role }) => role !== 'system')
    .map((message) => ({
      ...message,
      content: cut(message.content),
      ...(message.tool_calls && {
        tool_calls: message.tool_calls.map((call) => ({ ...call, arguments: cutArguments(call.arguments) })),
      }),
    }));
}

/** Cut to the limit. The end of a fence around text from outside is put back: what follows isn't part of it. */
function cut(text: string): string {
  const most = DIALOGUE_LIMITS.characters;
  if (text.length <= most) return text;
  const shortened = `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
  return shortened.lastIndexOf('<data ') > shortened.lastIndexOf('</data>') ? `${shortened}\n</data>` : shortened;
}

function cutArguments(given: Record<string, unknown>): Record<string, unknown> {
  if (JSON.stringify(given).length <= DIALOGUE_LIMITS.characters) return given;
  const entries = Object.entries(given).slice(0, 20);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      `${(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 80)}…`,
    ]),
  );
}

/**
 * Takes calls and results out of all but the latest 16 replies that have any.
 * @returns the exchanges that were changed
 */
export function dropOldCalls(exchanges: readonly Exchange[]): Exchange[] {
  let left: number = DIALOGUE_LIMITS.toolTurns;
  const changed: Exchange[] = [];
  for (const exchange of [...exchanges].reverse()) {
    if (wordsOf(exchange.messages).length === exchange.messages.length) continue;
    if (left-- > 0) continue;
    exchange.messages = wordsOf(exchange.messages);
    changed.push(exchange);
  }
  return changed;
}
