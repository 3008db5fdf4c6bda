import type { Message, ToolSpec } from '../llm/types.js';

/** What of the model's window a prompt may take: the rest is the answer's. */
const WINDOW_PERCENT = 80;
/** About how many bytes of UTF-8 one token is: of English as well as of Russian or Chinese. */
const BYTES_OF_TOKEN = 3.5;
/** What a chat template puts around a message, in tokens. */
const AROUND_MESSAGE = 6;

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
  let room = (numCtx * WINDOW_PERCENT) / 100 - tokensOf([{ ...system, context: given }, ...notes]);
  let first = turns.length;
  while (first > 0) {
    room -= tokensOf(turns[first - 1] ?? []);
    if (room < 0 && first < turns.length) break;
    first--;
  }
  return [...notes, ...turns.slice(first).flat()];
}

/** About how many tokens the messages take in a prompt. */
export function tokensOf(messages: readonly Message[]): number {
  let tokens = 0;
  for (const { content, context = '', tool_calls } of messages) {
    const text = content + context + (tool_calls ? JSON.stringify(tool_calls) : '');
    tokens += AROUND_MESSAGE + Buffer.byteLength(text) / BYTES_OF_TOKEN;
  }
  return Math.ceil(tokens);
}

/**
 * Messages as turns: what a person said, and everything until they speak again. So a call always stays with its result,
 * also where results are given in the person's role.
 */
function turnsOf(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = [];
  for (const message of messages) {
    const current = turns.at(-1);
    if (current && (message.role !== 'user' || message.tool_name !== undefined)) current.push(message);
    else turns.push([message]);
  }
  return turns;
}
