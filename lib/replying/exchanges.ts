import type { Message } from '../llm/types.js';
import { sentencesHeard } from '../turn/heard.js';
import type { LiveTurn } from '../turn/live.js';
import type { ReplyEvent } from './loop.js';
import { INTERRUPTED } from './model-turn.js';

/** A question and what came of it so far. */
export interface Exchange {
  /** Takes what the reply gives out. */
  note(event: ReplyEvent): void;
  /** The reply broke off with an error. */
  failed(): void;
}

/** The exchanges that are still being spoken. */
export interface Exchanges {
  /**
   * @param aloud The reply is heard, not read: only what was played counts as said.
   * @param save Keeps the messages of the exchange, once, when it is certain what was said of it.
   */
  begin(live: LiveTurn, query: string, aloud: boolean, save: (messages: Message[]) => void): Exchange;
  /** The turn is over: its exchange is kept, with what was really said. */
  end(live: LiveTurn): void;
  /** Ids of the turns whose exchanges aren't kept yet. */
  open(): string[];
}

interface Open {
  live: LiveTurn;
  asked: Message;
  aloud: boolean;
  save: (messages: Message[]) => void;
  sentences: string[];
  kept: Message[];
  whole?: Message[];
}

/**
 * Keeps the dialogue in order: an exchange is saved when its reply was heard or is cut off, not when the model has
 * finished it. Turns end within minutes, so nothing stays open.
 */
export function openExchanges(): Exchanges {
  const open = new Map<string, Open>();

  function settle(exchange: Open): void {
    if (open.get(exchange.live.id) !== exchange) return;
    open.delete(exchange.live.id);
    // Something was erased while it ran: what it says may tell of that.
    if (exchange.live.trace.isWordless) return;
    const messages = messagesOf(exchange);
    if (messages.length > 0) exchange.save(messages);
  }

  return {
    begin(live, query, aloud, save) {
      const before = open.get(live.id);
      if (before) settle(before);
      const asked: Message = { role: 'user', content: query };
      const exchange: Open = { live, asked, aloud, save, sentences: [], kept: [] };
      open.set(live.id, exchange);
      return {
        note(event) {
          if (event.type === 'asked') exchange.asked = event.message;
          if (event.type === 'sentence') exchange.sentences.push(event.text);
          if (event.type === 'kept') exchange.kept.push(...event.messages);
          if (event.type !== 'end') return;
          exchange.whole = event.messages;
          // What is read is said as soon as it stands there; what is heard, when the turn ends.
          if (heardOf(exchange) === undefined) settle(exchange);
        },
        failed: () => settle(exchange),
      };
    },
    end(live) {
      const exchange = open.get(live.id);
      if (exchange) settle(exchange);
    },
    open: () => [...open.keys()],
  };
}

/** How many sentences were heard; undefined when all that were given out count. */
function heardOf({ live, aloud }: Open): number | undefined {
  return aloud ? sentencesHeard(live) : undefined;
}

/** What the dialogue memory keeps; nothing of a reply that failed before it did or said anything. */
function messagesOf(exchange: Open): Message[] {
  const { live, asked, sentences, kept, whole } = exchange;
  const heard = Math.min(heardOf(exchange) ?? sentences.length, sentences.length);
  if (whole && (!live.signal.aborted || heard === sentences.length)) return [asked, ...whole];
  if (!live.signal.aborted && kept.length === 0 && sentences.length === 0) return [];
  const said = [...sentences.slice(0, heard), INTERRUPTED].join(' ');
  // What was said between the calls is among the sentences that were heard.
  const done = kept.map((message) => (message.role === 'assistant' ? { ...message, content: '' } : message));
  return [asked, ...done, { role: 'assistant', content: said }];
}
