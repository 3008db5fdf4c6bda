import { contexts } from '../../llm/contexts.js';
import { fence } from '../../llm/fence.js';
import type { Message } from '../../llm/types.js';
import { redact } from '../../turn/redaction.js';
import type { Fact } from '../tables/facts.js';

/** Headings that keep one kind of fact in one place; a model may add others. */
const FACT_CATEGORIES = ['person', 'family', 'food', 'health', 'home', 'work', 'hobby', 'preference', 'plan'] as const;

const EXTRACT = `You keep the memory of a voice assistant at home. Read a conversation and pick out what will still be true and useful in some weeks.
Answer with one JSON object and nothing else: {"facts": [{"category": "", "key": "", "value": ""}]}

What to keep: what the user said about themselves, their family, pets, friends, home, work, habits, likes, dislikes, health and plans, and how they want to be served.
What to leave out:
- what the assistant said, unless the user agreed with it
- what a device, a web page or a tool said: weather, news, states of lamps
- orders, questions, greetings and anything that is over when the conversation is over
- guesses: only what was plainly said
- passwords, codes, card numbers, addresses of mail

category: one of ${FACT_CATEGORIES.join(', ')}, or another single English word.
key: what the fact is about, in one to four English words joined by "_", the same each time for the same thing: favourite_dish, name_of_sister.
value: a short phrase in the user's own language. When the user corrects something, only the last version.
Facts that are already known are listed with their category and key. Use that key again when the conversation changes the fact; leave the fact out when nothing has changed.
With nothing to keep: {"facts": []}

Example. User: "I've given up coffee, tea is all I drink now. What's the time?" Assistant: "It is ten."
{"facts": [{"category": "food", "key": "favourite_drink", "value": "only tea, no coffee any more"}]}`;

const MAX_MESSAGE_LENGTH = 600;

/** The messages that ask for the lasting facts of a conversation; unchanging rules first. */
export function extractMessages(said: readonly Pick<Message, 'role' | 'content'>[], known: readonly Fact[]): Message[] {
  const { mostKnownFacts, mostCharacters } = contexts.facts.limits;
  let room: number = mostCharacters;
  const lines: string[] = [];
  // The end of a conversation corrects its beginning: where it is too long, the end is read.
  for (const { role, content } of [...said].reverse()) {
    if (role !== 'user' && role !== 'assistant') continue;
    const words = redact(content).replace(/\s+/g, ' ').trim();
    const short = words.length > MAX_MESSAGE_LENGTH ? `${words.slice(0, MAX_MESSAGE_LENGTH)}…` : words;
    room -= short.length;
    if (room < 0) break;
    if (short !== '') lines.unshift(`${role === 'user' ? 'User' : 'Assistant'}: ${short}`);
  }
  const list = known
    .slice(0, mostKnownFacts)
    .map(({ category, key, value }) => `${category} / ${key}: ${redact(value)}`);
  const parts = [
    list.length > 0 ? `Already known:\n${fence('known facts', list.join('\n'))}` : '',
    `The conversation:\n${fence('conversation', lines.join('\n'))}`,
  ];
  return [
    { role: 'system', content: EXTRACT },
    { role: 'user', content: parts.filter((part) => part !== '').join('\n\n') },
  ];
}
