import { setImmediate as afterTheWires } from 'node:timers/promises';
import type { Message } from '../llm/types.js';
import { within } from '../turn/wait.js';
import type { LiveTurn } from './turns.js';

/** What a reply that was cut off ends with where it is kept. */
export const INTERRUPTED = '[interrupted]';
/** Stands where the person's words would be: nobody asked for what follows. */
const NOBODY_ASKED = '[announcement]';

/** What of a reply's events belongs to the exchange. */
export type ExchangeEvent =
  | { type: 'asked'; message: Message }
  | { type: 'sentence'; text: string }
  | { type: 'kept'; messages: Message[] }
  | { type: 'end'; messages: Message[] };

/** Where an exchange is kept while it goes on; see `OpenExchange` of the dialogue memory. */
interface Keeper {
  soFar(messages: readonly Message[]): Promise<void>;
  keep(messages: readonly Message[]): Promise<void>;
}

/** An exchange that is over, as it was in the end. */
export interface Finished {
  turn: string;
  site: string;
  /** What the dialogue keeps of it; none where nothing may be kept. */
  messages: Message[];
  /** It is in the dialogue already. */
  isKept: boolean;
  /** The reply was not heard to its end: so much of it was. */
  cut?: string;
}

/** A question and what came of it so far. */
export interface Exchange {
  /**
   * Takes what the reply gives out, once it was sent on.
   * @returns resolves when the store has the exchange as far as it has come, and what was written of the message that was
   * sent on; after two seconds at the latest, once a reply. What is shown after that outlives the process.
   */
  note(event: ExchangeEvent | { type: 'tool' | 'shown' }): Promise<void>;
  /** The reply broke off with an error. */
  failed(): void;
}

/** The exchanges that are still being spoken. */
export interface Exchanges {
  /**
   * @param query Empty where nobody asked: an announcement.
   * @param kept Where it is kept: as far as it has come, and as it was once it is certain what was said of it. Missing
   * without a memory.
   * @param owner Who answers it, for `open`.
   */
  begin(live: LiveTurn, query: string, kept?: Keeper, owner?: string): Exchange;
  /** What is answered at once, as a whole. */
  answered(live: LiveTurn, query: string, text: string): void;
  /** The turn is over: its exchange is kept, with what was really said. */
  end(live: LiveTurn): void;
  /** Ids of the turns of an owner whose exchanges aren't over yet. */
  open(owner: string): string[];
}

interface Open {
  live: LiveTurn;
  asked: Message;
  dialogue: Keeper | undefined;
  owner: string | undefined;
  sentences: string[];
  kept: Message[];
  /** The store has not answered in time: nobody waits for it again. */
  isSlow?: true;
  whole?: Message[];
}

/** Longest wait of words for the store that keeps them, in milliseconds; their sound waits for nothing. */
const STORE_MS = 2_000;

export interface ExchangesOptions {
  /** How many sentences of a turn were played to their end; undefined where no node plays, so that nobody knows. */
  sentencesHeard(live: LiveTurn): number | undefined;
  onFinished(finished: Finished): void;
}

/** What is asked aloud is answered aloud. */
const isAloud = ({ source }: LiveTurn) => source !== 'text';

/**
 * Keeps the dialogue in order: an exchange is saved when its reply was heard or is cut off, not when the model has
 * finished it. Turns end within minutes, so nothing stays open.
 */
export function openExchanges({ sentencesHeard, onFinished }: ExchangesOptions): Exchanges {
  const open = new Map<string, Open>();
  /** How many sentences were heard: those that were played, all of those that are read. */
  const heardOf = ({ live, sentences }: Open) =>
    Math.min(isAloud(live) ? (sentencesHeard(live) ?? sentences.length) : sentences.length, sentences.length);

  function settle(exchange: Open): void {
    if (open.get(exchange.live.id) !== exchange) return;
    open.delete(exchange.live.id);
    // Something was erased while it ran: what it says may tell of that.
    const { live, dialogue, sentences, whole } = exchange;
    const { isWordless } = live.trace;
    const heard = heardOf(exchange);
    const messages = isWordless ? [] : messagesOf(exchange, heard);
    if (messages.length > 0 || isWordless) void dialogue?.keep(messages);
    const isCut = !isWordless && (heard < sentences.length || !whole);
    onFinished({
      turn: live.id,
      site: live.site,
      messages,
      isKept: dialogue !== undefined,
      ...(isCut && { cut: sentences.slice(0, heard).join(' ') }),
    });
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

  const exchanges: Exchanges = {
    begin(live, query, dialogue, owner) {
      const before = open.get(live.id);
      if (before) settle(before);
      const asked: Message = { role: 'user', content: query || NOBODY_ASKED };
      const exchange: Open = { live, asked, dialogue, owner, sentences: [], kept: [] };
      open.set(live.id, exchange);
      return {
        async note(event) {
          if (event.type === 'asked') exchange.asked = event.message;
          if (event.type === 'sentence') exchange.sentences.push(event.text);
          if (event.type === 'kept') exchange.kept.push(...event.messages);
          if (event.type === 'end') {
            exchange.whole = event.messages;
            // What is read is said as soon as it stands there; what is heard, when the turn ends.
            if (!isAloud(live) || sentencesHeard(live) === undefined) return settle(exchange);
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
    answered(live, query, text) {
      const exchange = exchanges.begin(live, query);
      void exchange.note({ type: 'sentence', text });
      void exchange.note({ type: 'end', messages: [{ role: 'assistant', content: text }] });
    },
    end(live) {
      const exchange = open.get(live.id);
      if (exchange) settle(exchange);
    },
    open: (owner) => [...open.values()].filter((one) => one.owner === owner).map(({ live }) => live.id),
  };
  return exchanges;
}

/** What the dialogue memory keeps; nothing of a reply that failed before it did or said anything. */
function messagesOf({ live, asked, sentences, kept, whole }: Open, heard: number): Message[] {
  if (whole && heard === sentences.length) return [asked, ...whole];
  if (kept.length === 0 && heard === 0 && (asked.content === NOBODY_ASKED || !(live.signal.aborted || whole)))
    return [];
  const said = [...sentences.slice(0, heard), INTERRUPTED].join(' ');
  // What was said between the calls is among the sentences that were heard.
  const done = kept.map((message) => (message.role === 'assistant' ? { ...message, content: '' } : message));
  return [asked, ...done, { role: 'assistant', content: said }];
}
