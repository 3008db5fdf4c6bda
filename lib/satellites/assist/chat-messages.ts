import { createHash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

const MAX_MESSAGES = 2_000;

const message = z.object({ role: z.string().max(20), content: z.string().nullish().catch('') });

/** A request as Ollama takes it; what only a model would need is passed over, tools too: the flow has its own. */
export const chatRequest = z.object({
  model: z.string().max(200),
  messages: z.array(message).max(MAX_MESSAGES).default([]),
  stream: z.boolean().nullish(),
});
export type ChatMessage = z.infer<typeof message>;

/** Home Assistant's own words, in every language. */
const ROOM = { before: 'You are in area ', after: ' and all generic commands' } as const;
/** Characters of a room's and a floor's name. */
const MAX_ROOM = 400;

/**
 * The room that Home Assistant says the person is in: its name, and its name with the floor taken off, as a name may have
 * brackets of its own.
 */
export function roomsIn(messages: readonly ChatMessage[]): string[] {
  for (const { role, content } of messages) {
    if (role !== 'system' || !content) continue;
    const from = content.indexOf(ROOM.before) + ROOM.before.length;
    if (from < ROOM.before.length) continue;
    const [line, ...rest] = content.slice(from, from + MAX_ROOM).split(ROOM.after);
    if (line === undefined || rest.length === 0 || line.includes('\n')) continue;
    const floor = line.lastIndexOf(' (floor ');
    return floor > 0 ? [line, line.slice(0, floor)] : [line];
  }
  return [];
}

/** Conversations that are known by what was said in them, as Ollama's requests have no name for theirs. */
export interface Conversations {
  /** Name of the conversation that these messages go on with, and what notes the reply to them. */
  of(messages: readonly ChatMessage[]): { name: string; answered(reply: string): void };
}

/** Conversations known by their last words; then the oldest is forgotten. */
const MAX_KNOWN = 500;
/** What is said before that doesn't count: Home Assistant leaves the oldest messages out. */
const LAST = 4;
/** So many of its own answers, which we have never seen, may have come since ours. */
const MAX_STRANGE = 10;

export function openConversations(): Conversations {
  const known = new LRUCache<string, string>({ max: MAX_KNOWN });
  return {
    of(messages) {
      const replies = messages
        .flatMap(({ role }, index) => (role === 'assistant' ? index + 1 : []))
        .slice(-MAX_STRANGE);
      const ours = replies.findLast((end) => known.has(fingerprint(messages.slice(0, end))));
      const name = (ours && known.get(fingerprint(messages.slice(0, ours)))) || randomUUID();
      return {
        name,
        answered: (content) => void known.set(fingerprint([...messages, { role: 'assistant', content }]), name),
      };
    },
  };
}

/** Of the last words of both sides; no words are kept. */
function fingerprint(messages: readonly ChatMessage[]): string {
  const said = messages.filter(({ role }) => role === 'user' || role === 'assistant').slice(-LAST);
  const words = said.map(({ role, content }) => [role, (content ?? '').trim()]);
  return createHash('sha256').update(JSON.stringify(words)).digest('base64');
}
