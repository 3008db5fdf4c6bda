import type { Message } from '../llm/types.js';
import { clock } from '../turn/clock.js';
import { type Erasure, holdsWords, wordsIn } from '../turn/erasing.js';
import { within } from '../turn/wait.js';
import type { Memory } from './memory.js';
import type { DialogueRow } from './tables/dialogue.js';
import { capped, DIALOGUE_LIMITS, dropOldCalls, windowOf } from './window.js';

/** What was said in each room in the last minutes, with the tool calls it took. */
export interface Dialogue {
  /** The site's messages of the last minutes before `now` (ms since the epoch), oldest first, ready for a prompt. */
  messages(site: string, now?: number): Promise<Message[]>;
  /**
   * Keeps an exchange: the question, calls and results, the answer. System messages are left out, long ones cut.
   * @returns resolves when it is in the store, or couldn't be written
   */
  add(site: string, messages: readonly Message[], now?: number): Promise<void>;
  /** An exchange that is still being answered: written as far as it has come, so that nothing of it needs a clean end. */
  begin(site: string): OpenExchange;
  /** Forgets the site's dialogue: "stop", a new conversation. */
  clear(site: string): Promise<void>;
  /** Writes what is still to be written; the memory stays open. */
  close(): Promise<void>;
}

/** An exchange that is being answered. */
export interface OpenExchange {
  /**
   * Writes what there is of it so far, for the next start: the conversation itself knows it once it is kept.
   * @returns as `Dialogue.add`
   */
  soFar(messages: readonly Message[]): Promise<void>;
  /** Keeps it as it was in the end; without messages nothing of it stays. @returns as `Dialogue.add` */
  keep(messages: readonly Message[], now?: number): Promise<void>;
}

export interface DialogueOptions {
  /** Where it is kept for the next start. */
  memory: Memory;
  /** Minutes that count as the same conversation; 5 when not given. */
  minutes?: number;
}

/** A store that couldn't be used is tried again after this long, in milliseconds. */
const TRY_AGAIN_MS = 60_000;
/** As many as there are turns at a time. */
const MAX_OPEN = 500;
/** Longest wait of a reply for what an earlier run left. */
const LOADING_MS = 3_000;

/**
 * The dialogue memory. What is asked for is answered from here; the store is there for the next start, so nothing that
 * happens to it stops the assistant. No method rejects; what is wrong with the store is told by the memory.
 */
export function openDialogue({ memory, minutes = 5 }: DialogueOptions): Dialogue {
  const span = minutes * 60_000;
  const sites = new Map<string, DialogueRow[]>();
  /** What the store doesn't know yet. */
  let toClear = new Set<string>();
  let toPut = new Set<DialogueRow>();
  let loaded = false;
  /** Ids of this run's exchanges, until those of earlier runs are read in. */
  const own = new Set<number>();
  let waited = false;
  /** Those that are still being spoken, as far as the store has them. */
  const open = new Set<DialogueRow>();
  let tryAgainAt = 0;
  let lastId = 0;
  let before: Promise<void> = Promise.resolve();

  const put = (exchange: DialogueRow) => {
    const exchanges = [...(sites.get(exchange.site) ?? []), exchange].sort((a, b) => a.id - b.id);
    sites.set(exchange.site, exchanges.slice(-DIALOGUE_LIMITS.exchanges));
  };
  /** Of the span before now; what a clock that was ahead has dated later than the span after now is not of it either. */
  const isRecent = ({ at }: DialogueRow, now: number) => Math.abs(now - at) <= span;
  const forgetOld = (now: number) => {
    for (const [site, exchanges] of sites) {
      const kept = exchanges.filter((exchange) => isRecent(exchange, now));
      if (kept.length === 0) sites.delete(site);
      else if (kept.length < exchanges.length) sites.set(site, kept);
    }
  };

  /** Writes what the store doesn't know, and takes in what an earlier run left. */
  const synchronise = async (now: number) => {
    if (clock.steady() < tryAgainAt || (loaded && toClear.size + toPut.size === 0)) return;
    const [from, to] = [now - span, now + span];
    const changes = { clear: [...toClear], put: [...toPut], forgetBefore: from, forgetAfter: to };
    toClear = new Set();
    toPut = new Set();
    try {
      await memory.dialogue.save(changes);
      if (loaded) return;
      const rows = await memory.dialogue.since(from);
      // Cleared while they were on their way: they are gone.
      for (const row of rows) {
        if (!own.has(row.id) && !toClear.has(row.site)) put(row);
        // Also after the clock was set back an id is new.
        lastId = Math.max(lastId, row.id);
      }
      loaded = true;
      own.clear();
    } catch {
      tryAgainAt = clock.steady() + TRY_AGAIN_MS;
      toClear = new Set([...changes.clear, ...toClear]);
      // The store that comes back may be another file.
      toPut = new Set([...sites.values(), ...open].flat());
    }
  };
  const written = (now: number): Promise<void> => {
    before = before.then(() => synchronise(now));
    return before;
  };
  void written(clock.now());

  /**
   * Lets go of exchanges in any room, and of every one that isn't whole yet: turns that run during an erase keep no words. Those
   * that an earlier run left are looked at too: they are read in first.
   */
  const forget = async ({ sites: meant, from, tells }: Erasure) => {
    if (!loaded) await written(clock.now());
    const isMeant = ({ at, messages }: DialogueRow) =>
      (from !== undefined && at >= from) ||
      tells(wordsIn(messages.map(({ content, context, tool_calls }) => [content, context, tool_calls])));
    const sitesOfOpen = [...open].map((exchange) => exchange.site);
    for (const exchange of open) toPut.delete(exchange);
    open.clear();
    for (const site of new Set([...sites.keys(), ...meant, ...sitesOfOpen])) {
      const exchanges = sites.get(site) ?? [];
      const kept = meant.includes(site) ? [] : exchanges.filter((exchange) => !isMeant(exchange));
      if (kept.length === exchanges.length && ![...meant, ...sitesOfOpen].includes(site)) continue;
      sites.set(site, kept);
      toClear.add(site);
      for (const exchange of exchanges) toPut.delete(exchange);
      for (const exchange of kept) toPut.add(exchange);
    }
    if (toClear.size === 0) return;
    await written(clock.now());
    // What is wrong with the store is told by the memory.
    await memory.privacy.settle().catch(() => {});
  };
  const letGo = holdsWords({ forget });

  const begin = (site: string): OpenExchange => {
    let exchange: DialogueRow | undefined;
    const take = (messages: readonly Message[], now: number): DialogueRow | undefined => {
      const kept = capped(messages);
      if (exchange ? !open.has(exchange) : kept.length === 0) return undefined;
      // Another program may write to the same file in the same millisecond.
      if (!exchange) lastId = Math.max(lastId + 1, clock.now() * 1000 + Math.floor(Math.random() * 1000));
      if (!loaded) own.add(exchange?.id ?? lastId);
      const before = exchange;
      exchange = { id: before?.id ?? lastId, site, at: Math.round(now), messages: kept };
      if (before) {
        toPut.delete(before);
        open.delete(before);
      }
      toPut.add(exchange);
      open.add(exchange);
      const [oldest] = open;
      if (oldest && open.size > MAX_OPEN) open.delete(oldest);
      return exchange;
    };
    return {
      async soFar(messages) {
        const now = clock.now();
        if (take(messages, now)) await written(now);
      },
      async keep(messages, now = clock.now()) {
        const whole = take(messages, now);
        if (!whole) return;
        open.delete(whole);
        forgetOld(now);
        // An empty one takes the place of what the store has of it.
        if (whole.messages.length > 0) put(whole);
        for (const changed of dropOldCalls(sites.get(site) ?? [])) toPut.add(changed);
        await written(now);
      },
    };
  };

  return {
    async messages(site, now = clock.now()) {
      const loading = loaded ? undefined : written(now);
      if (loading && !waited) await within({ ms: LOADING_MS, what: 'The store' }, () => loading).catch(() => {});
      waited = true;
      return windowOf(
        (sites.get(site) ?? []).filter((exchange) => isRecent(exchange, now)),
        now - span,
      );
    },
    add: (site, messages, now = clock.now()) => begin(site).keep(messages, now),
    begin,
    async clear(site) {
      sites.delete(site);
      toClear.add(site);
      for (const exchange of toPut) if (exchange.site === site) toPut.delete(exchange);
      await written(clock.now());
    },
    close() {
      letGo();
      tryAgainAt = 0;
      return written(clock.now());
    },
  };
}
