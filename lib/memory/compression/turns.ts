import { contexts } from '../../llm/contexts.js';
import type { Message } from '../../llm/types.js';
import { shorten } from '../../turn/shorten.js';

/** About how many bytes of UTF-8 one token is: of English as well as of Russian or Chinese. */
const BYTES_OF_TOKEN = 3.5;
/** What a chat template puts around a message, in tokens. */
const AROUND_MESSAGE = 6;
const { argumentCharacters, resultCharacters, messageCharacters } = contexts.compression.limits;

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
export function turnsOf(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = [];
  for (const message of messages) {
    const current = turns.at(-1);
    if (current && (message.role !== 'user' || message.tool_name !== undefined)) current.push(message);
    else turns.push([message]);
  }
  return turns;
}

/** A turn as text for the summary; arguments and results of calls in short. */
export function textOfTurn(turn: readonly Message[]): string {
  return turn.flatMap(linesOf).join('\n');
}

function linesOf({ role, content, tool_calls, tool_name, tool_failed }: Message): string[] {
  if (role === 'tool' || tool_name !== undefined) {
    const result = cut(content, resultCharacters);
    return [`${tool_name ?? 'The call'} ${tool_failed ? 'failed' : 'gave'}: ${result}`];
  }
  const who = role === 'user' ? 'Person' : 'Assistant';
  return [
    ...(content.trim() === '' ? [] : [`${who}: ${cut(content, messageCharacters)}`]),
    ...(tool_calls ?? []).map(
      (call) => `Assistant called ${call.name} with ${cut(JSON.stringify(call.arguments), argumentCharacters)}`,
    ),
  ];
}

/** The text with at most so many characters, its last one an ellipsis where something is missing. */
export function cut(text: string, most: number): string {
  return shorten(text.trim(), most);
}
