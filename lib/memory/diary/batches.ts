import { contexts } from '../../llm/contexts.js';
import type { Said } from '../tables/said.js';

/** Tokens of the prompt that are always there, a hint and the server's own marks included. */
const STATIC_TOKENS = 900;
/** A small model loses the thread of more than this. */
const MAX_TOKENS = 4_000;
/** Time and name before each message. */
const LINE_TOKENS = 10;

/** About how many tokens a text is; rather too many: a letter of a script that isn't Latin is one. */
export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}

/**
 * The first of the messages that one call can read beside the earlier summary: whole turns where they fit, at least one
 * message. A single message is shorter than any window that can hold the answer.
 * @param numCtx The model's window in tokens.
 * @param most Turns that are taken at most.
 */
export function batchOf<Message extends Pick<Said, 'turn' | 'content'>>(
  messages: readonly Message[],
  numCtx: number,
  previous: string,
  most = Number.POSITIVE_INFINITY,
): Message[] {
  const room = Math.min(numCtx - contexts.diary.maxTokens - STATIC_TOKENS - tokensOf(previous), MAX_TOKENS);
  const taken: Message[] = [];
  let tokens = 0;
  let turns = 0;
  for (const message of messages) {
    if (message.turn !== taken.at(-1)?.turn) turns++;
    tokens += tokensOf(message.content) + LINE_TOKENS;
    if (taken.length > 0 && (tokens > room || turns > most)) break;
    taken.push(message);
  }
  const next = messages[taken.length];
  // An answer stays with its question, unless the turn is longer than a call reads.
  while (next && taken[0]?.turn !== next.turn && taken.at(-1)?.turn === next.turn) taken.pop();
  return taken;
}
