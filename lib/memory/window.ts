import { redactMessage } from '../llm/redact-message.js';
import type { Message, ToolCall } from '../llm/types.js';
import { cut, cutArguments } from './cut.js';

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
export type DialogueLimits = { readonly [K in keyof typeof DIALOGUE_LIMITS]: number };

/** What was added at one time: a question, the calls it took, the answer. Never split. */
export interface Exchange {
  site: string;
  /** Milliseconds since the epoch. */
  at: number;
  messages: Message[];
}

/** The messages of the exchanges since `from`, oldest first; the oldest go when they are too many for a prompt. */
export function windowOf(
  exchanges: readonly Exchange[],
  from: number,
  { promptCharacters }: Pick<DialogueLimits, 'promptCharacters'> = DIALOGUE_LIMITS,
): Message[] {
  let room = promptCharacters;
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
    (sum, { content, context = '', tool_calls }) =>
      sum + content.length + context.length + (tool_calls ? JSON.stringify(tool_calls).length : 0),
    0,
  );
}

/** Without calls and results. */
function wordsOf(messages: readonly Message[]): Message[] {
  return messages.filter(
    ({ role, tool_calls, tool_name }) => role !== 'tool' && tool_name === undefined && !tool_calls,
  );
}

/** Without results that answer no call and calls that have no result: a model server refuses what holds such. */
function paired(messages: readonly Message[]): Message[] {
  const open: ToolCall[] = [];
  const answered = new Set<ToolCall>();
  const kept = messages.filter(({ role, tool_calls, tool_call_id: id, tool_name: name }) => {
    open.push(...(tool_calls ?? []));
    if (role !== 'tool') return true;
    // Some servers give calls no ids, and results the tool's name only.
    const call = open.find(
      (one) => !answered.has(one) && (id ? one.id === id : name === undefined || one.name === name),
    );
    if (call) answered.add(call);
    return call !== undefined;
  });
  return kept.flatMap((message) => {
    const calls = message.tool_calls?.filter((call) => answered.has(call));
    if (!calls || calls.length === message.tool_calls?.length) return [message];
    const { tool_calls: _, ...words } = message;
    if (calls.length > 0) return [{ ...words, tool_calls: calls }];
    return words.content === '' ? [] : [words];
  });
}

/** Messages without secrets, short enough to be kept; system messages are not part of a dialogue. */
export function capped(
  messages: readonly Message[],
  { characters }: Pick<DialogueLimits, 'characters'> = DIALOGUE_LIMITS,
): Message[] {
  return paired(messages)
    .filter(({ role }) => role !== 'system')
    .map((message) => {
      // Before it is cut: half a secret can't be recognised.
      const { tool_calls, ...kept } = redactMessage(message);
      return {
        ...kept,
        content: cut(kept.content, characters),
        ...(kept.context !== undefined && { context: cut(kept.context, characters) }),
        ...(tool_calls && {
          tool_calls: tool_calls.map((call) => ({ ...call, arguments: cutArguments(call.arguments, characters) })),
        }),
      };
    });
}

/**
 * Takes calls and results out of all but the latest 16 replies that have any.
 * @returns the exchanges that were changed
 */
export function dropOldCalls<One extends Exchange>(
  exchanges: readonly One[],
  { toolTurns }: Pick<DialogueLimits, 'toolTurns'> = DIALOGUE_LIMITS,
): One[] {
  let left = toolTurns;
  const changed: One[] = [];
  for (const exchange of [...exchanges].reverse()) {
    if (wordsOf(exchange.messages).length === exchange.messages.length) continue;
    if (left-- > 0) continue;
    exchange.messages = wordsOf(exchange.messages);
    changed.push(exchange);
  }
  return changed;
}
