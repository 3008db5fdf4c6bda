import { redactMessage } from '../llm/redact-message.js';
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
export type DialogueLimits = { readonly [K in keyof typeof DIALOGUE_LIMITS]: number };

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

/** Messages without secrets, short enough to be kept; system messages are not part of a dialogue. */
export function capped(
  messages: readonly Message[],
  { characters }: Pick<DialogueLimits, 'characters'> = DIALOGUE_LIMITS,
): Message[] {
  return messages
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

const FENCE_END = '\n</data>';

/** Cut to the limit. The end of a fence around text from outside is put back: what follows isn't part of it. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const shortened = text.slice(0, Math.max(0, most - 1 - FENCE_END.length)).replace(/[\ud800-\udbff]$/, '');
  const open = shortened.lastIndexOf('<data ') > shortened.lastIndexOf('</data>');
  return `${shortened}…${open ? FENCE_END : ''}`;
}

function cutArguments(given: Record<string, unknown>, most: number): Record<string, unknown> {
  if (JSON.stringify(given).length <= most) return given;
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
export function dropOldCalls(
  exchanges: readonly Exchange[],
  { toolTurns }: Pick<DialogueLimits, 'toolTurns'> = DIALOGUE_LIMITS,
): Exchange[] {
  let left = toolTurns;
  const changed: Exchange[] = [];
  for (const exchange of [...exchanges].reverse()) {
    if (wordsOf(exchange.messages).length === exchange.messages.length) continue;
    if (left-- > 0) continue;
    exchange.messages = wordsOf(exchange.messages);
    changed.push(exchange);
  }
  return changed;
}

/**
 * The window of a conversation given as single messages with times: what is kept of each exchange (it begins with the
 * person's words), and what goes into a prompt.
 * @param now Milliseconds since the epoch.
 * @param minutes That count as the same conversation.
 */
export function dialogueWindow(
  messages: readonly (Message & { at: number })[],
  now: number,
  minutes: number,
  limits: Partial<DialogueLimits> = {},
): Message[] {
  const all = { ...DIALOGUE_LIMITS, ...limits };
  const exchanges: Exchange[] = [];
  for (const { at, ...message } of messages) {
    const current = exchanges.at(-1);
    // Without native tools, results are the user's words too.
    if (current && (message.role !== 'user' || message.tool_name !== undefined)) {
      current.messages.push(message);
      current.at = at;
    } else exchanges.push({ site: '', at, messages: [message] });
  }
  const kept = exchanges
    .map((exchange) => ({ ...exchange, messages: capped(exchange.messages, all) }))
    .filter(({ messages: some }) => some.length > 0)
    .slice(-all.exchanges);
  dropOldCalls(kept, all);
  return windowOf(kept, now - minutes * 60_000, all);
}
