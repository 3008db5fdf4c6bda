import { setImmediate as afterTheWires } from 'node:timers/promises';
import { sentencesHeard } from '../conversation/heard.js';
import type { LiveTurn } from '../conversation/turns.js';
import type { Message } from '../llm/types.js';
import type { OpenExchange } from '../memory/dialogue.js';
import { within } from '../turn/wait.js';
import type { ReplyEvent } from './loop.js';
import { INTERRUPTED } from './model-turn.js';

/** A question and what came of it so far. */
export interface Exchange {
  /**
   * Takes what the reply gives out, once it was sent on.
   * @returns resolves when the store has the exchange as far as it has come, and what was written of the message that was
   * sent on; after two seconds at the latest, once a reply. What is shown after that outlives the process.
   */
  note(event: ReplyEvent): Promise<void>;
  /** The reply broke off with an error. */
  failed(): void;
}

/** The exchanges that are still being spoken. */
export interface Exchanges {
  /**
   * @param aloud The reply is heard, not read: only what was played counts as said.
   * @param kept Where it is kept: as far as it has come, and as it was once it is certain what was said of it. Missing
   * without a memory.
   */
  begin(live: LiveTurn, query: string, aloud: boolean, kept: OpenExchange | undefined): Exchange;
  /** The turn is over: its exchange is kept, with what was really said. */
  end(live: LiveTurn): void;
  /** Ids of the turns whose exchanges aren't kept yet. */
  open(): string[];
}

interface Open {
  live: LiveTurn;
  asked: Message;
  aloud: boolean;
  dialogue: OpenExchange | undefined;
  sentences: string[];
  kept: Message[];
  /** The store has not answered in time: nobody waits for it again. */
  isSlow?: true;
  whole?: Message[];
}

/** Longest wait of words for the store that keeps them, in milliseconds; their sound waits for nothing. */
const STORE_MS = 2_000;

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
    const { isWordless } = exchange.live.trace;
    const messages = isWordless ? [] : messagesOf(exchange);
    if (messages.length > 0 || isWordless) void exchange.dialogue?.keep(messages);
  }

  /** What has been given out so far; what was erased in this turn is not written down again before it has ended. */
  async function write(exchange: Open): Promise<void> {
    const { live, dialogue, asked, kept, sentences, whole } = exchange;
    if (!dialogue || sentences.length === 0) return;
    // Those that the message went to write first: the store does one thing after the other.
    await afterTheWires();
    if (open.get(live.id) !== exchange || live.trace.isWordless) return;
    const said: Message = { role: 'assistant', content: sentences.join(' ') };
    const silent = kept.map((message) => (message.role === 'assistant' ? { ...message, content: '' } : message));
    await dialogue.soFar([asked, ...(whole ?? [...silent, said])]);
  }

  return {
    begin(live, query, aloud, dialogue) {
      const before = open.get(live.id);
      if (before) settle(before);
      const asked: Message = { role: 'user', content: query };
      const exchange: Open = { live, asked, aloud, dialogue, sentences: [], kept: [] };
      open.set(live.id, exchange);
      return {
        async note(event) {
          if (event.type === 'asked') exchange.asked = event.message;
          if (event.type === 'sentence') exchange.sentences.push(event.text);
          if (event.type === 'kept') exchange.kept.push(...event.messages);
          if (event.type === 'end') {
            exchange.whole = event.messages;
            // What is read is said as soon as it stands there; what is heard, when the turn ends.
            if (heardOf(exchange) === undefined) return settle(exchange);
          }
          if (event.type !== 'end' && event.type !== 'sentence') return;
          const written = write(exchange);
          if (exchange.isSlow) return;
          await within({ ms: STORE_MS, what: 'The store' }, () => written).catch(() => {
            exchange.isSlow = true;
          });
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
