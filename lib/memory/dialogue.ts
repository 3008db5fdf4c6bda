import type { Message } from '../llm/types.js';
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
  /** Forgets the site's dialogue: "stop", a new conversation. */
  clear(site: string): Promise<void>;
  /** Writes what is still to be written; the memory stays open. */
  close(): Promise<void>;
}

export interface DialogueOptions {
  /** Where it is kept for the next start. */
  memory: Memory;
  /** Minutes that count as the same conversation; 5 when not given. */
  minutes?: number;
}

/** A store that couldn't be used is tried again after this long, in milliseconds. */
const TRY_AGAIN_MS = 60_000;
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
  let waited = false;
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
    if (performance.now() < tryAgainAt || (loaded && toClear.size + toPut.size === 0)) return;
    const [from, to] = [now - span, now + span];
    const changes = { clear: [...toClear], put: [...toPut], forgetBefore: from, forgetAfter: to };
    toClear = new Set();
    toPut = new Set();
    try {
      await memory.dialogue.save(changes);
      if (loaded) return;
      const rows = await memory.dialogue.since(from);
      const known = new Set([...sites.values()].flat().map(({ id }) => id));
      // Cleared while they were on their way: they are gone.
      for (const row of rows) {
        if (!known.has(row.id) && !toClear.has(row.site)) put(row);
        // Also after the clock was set back an id is new.
        lastId = Math.max(lastId, row.id);
      }
      loaded = true;
    } catch {
      tryAgainAt = performance.now() + TRY_AGAIN_MS;
      toClear = new Set([...changes.clear, ...toClear]);
      // The store that comes back may be another file.
      toPut = new Set([...sites.values()].flat());
    }
  };
  const written = (now: number): Promise<void> => {
    before = before.then(() => synchronise(now));
    return before;
  };
  void written(Date.now());

  /** Lets go of exchanges in any room. Those that an earlier run left are looked at too: they are read in first. */
  const forget = async ({ sites: meant, from, tells }: Erasure) => {
    if (!loaded) await written(Date.now());
    const isMeant = ({ at, messages }: DialogueRow) =>
      (from !== undefined && at >= from) ||
      tells(wordsIn(messages.map(({ content, context, tool_calls }) => [content, context, tool_calls])));
    for (const site of new Set([...sites.keys(), ...meant])) {
      const exchanges = sites.get(site) ?? [];
      const kept = meant.includes(site) ? [] : exchanges.filter((exchange) => !isMeant(exchange));
      if (kept.length === exchanges.length && !meant.includes(site)) continue;
      sites.set(site, kept);
      toClear.add(site);
      for (const exchange of exchanges) toPut.delete(exchange);
      for (const exchange of kept) toPut.add(exchange);
    }
    if (toClear.size === 0) return;
    await written(Date.now());
    // What is wrong with the store is told by the memory.
    await memory.privacy.settle().catch(() => {});
  };
  const letGo = holdsWords({ forget });

  return {
    async messages(site, now = Date.now()) {
      const loading = loaded ? undefined : written(now);
      if (loading && !waited) await within({ ms: LOADING_MS, what: 'The store' }, () => loading).catch(() => {});
      waited = true;
      return windowOf(
        (sites.get(site) ?? []).filter((exchange) => isRecent(exchange, now)),
        now - span,
      );
    },
    async add(site, messages, now = Date.now()) {
      const kept = capped(messages);
      if (kept.length === 0) return;
      // Another program may write to the same file in the same millisecond.
      lastId = Math.max(lastId + 1, Date.now() * 1000 + Math.floor(Math.random() * 1000));
      const exchange = { id: lastId, site, at: Math.round(now), messages: kept };
      forgetOld(now);
      put(exchange);
      const changed = dropOldCalls(sites.get(site) ?? []);
      for (const one of [exchange, ...changed]) toPut.add(one);
      await written(now);
    },
    async clear(site) {
      sites.delete(site);
      toClear.add(site);
      for (const exchange of toPut) if (exchange.site === site) toPut.delete(exchange);
      await written(Date.now());
    },
    close() {
      letGo();
      return written(Date.now());
    },
  };
}
