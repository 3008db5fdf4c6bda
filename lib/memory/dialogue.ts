import { z } from 'zod';
import type { Message } from '../llm/types.js';
import type { JarvisError } from '../turn/errors.js';
import type { Store } from './store.js';
import { storeAccess } from './store-access.js';
import { capped, DIALOGUE_LIMITS, dropOldCalls, type Exchange, windowOf } from './window.js';

/** What was said in each room in the last minutes, with the tool calls it took. */
export interface Dialogue {
  /** The site's messages of the last minutes before `now` (ms since the epoch), oldest first, ready for a prompt. */
  messages(site: string, now?: number): Promise<Message[]>;
  /** Keeps an exchange: the question, calls and results, the answer. System messages are left out, long ones cut. */
  add(site: string, messages: readonly Message[], now?: number): Promise<void>;
  /** Forgets the site's dialogue: "stop", a new conversation. */
  clear(site: string): Promise<void>;
  close(): Promise<void>;
}

export interface DialogueOptions {
  /** SQLite file; survives restarts. */
  file: string;
  /** Minutes that count as the same conversation; 5 when not given. */
  minutes?: number;
  /** Told once when the store can't be used; the dialogue goes on in memory. */
  onProblem?: (error: JarvisError) => void;
}

const storedSchema = z.array(
  z.object({
    role: z.enum(['system', 'user', 'assistant', 'tool']),
    content: z.string(),
    tool_calls: z
      .array(z.object({ id: z.string(), name: z.string(), arguments: z.record(z.string(), z.unknown()) }))
      .optional(),
    tool_call_id: z.string().optional(),
    tool_name: z.string().optional(),
    tool_failed: z.boolean().optional(),
    context: z.string().optional(),
  }),
);

/**
 * The dialogue memory. What is asked for is answered from memory; the store is there for the next start, so nothing
 * that happens to it stops the assistant. No method rejects.
 */
export function openDialogue(options: DialogueOptions): Dialogue {
  const { file, minutes = 5, onProblem } = options;
  const span = minutes * 60_000;
  const sites = new Map<string, Exchange[]>();
  /** Cleared while the store could not be used. */
  const toClear = new Set<string>();
  const access = storeAccess({
    file,
    onProblem,
    onOpen: (store) => load(store),
    onLost: () => {
      for (const exchange of [...sites.values()].flat()) exchange.id = undefined;
    },
  });

  /** Takes in what an earlier run left, and writes what this one couldn't. */
  const load = (opened: Store) => {
    for (const site of toClear) opened.prepare('DELETE FROM dialogue WHERE site = ?').run(site);
    toClear.clear();
    const rows = opened
      .prepare('SELECT id, site, at, messages FROM dialogue WHERE at >= ? ORDER BY at, id')
      .all(Date.now() - span) as { id: number; site: string; at: number; messages: string }[];
    const here = [...sites.values()].flat();
    sites.clear();
    for (const { id, site, at, messages } of rows) {
      const mine = here.find((exchange) => exchange.id === undefined && exchange.site === site && exchange.at === at);
      if (mine) mine.id = id;
      else put({ id, site, at, messages: parsed(messages) });
    }
    for (const exchange of here) {
      put(exchange);
      if (exchange.id === undefined) insert(opened, exchange);
    }
  };
  const put = (exchange: Exchange) => {
    const exchanges = [...(sites.get(exchange.site) ?? []), exchange].sort((a, b) => a.at - b.at);
    sites.set(exchange.site, exchanges.slice(-DIALOGUE_LIMITS.exchanges));
  };
  const insert = (into: Store, exchange: Exchange) => {
    const { lastInsertRowid } = into
      .prepare('INSERT INTO dialogue (site, at, messages) VALUES (?, ?, ?)')
      .run(exchange.site, exchange.at, JSON.stringify(exchange.messages));
    exchange.id = Number(lastInsertRowid);
  };
  const forgetOld = (from: number) => {
    for (const [site, exchanges] of sites) {
      const kept = exchanges.filter(({ at }) => at >= from);
      if (kept.length === 0) sites.delete(site);
      else if (kept.length < exchanges.length) sites.set(site, kept);
    }
  };

  return {
    async messages(site, now = Date.now()) {
      if (!access.isOpen()) access.use(() => {});
      return windowOf(sites.get(site) ?? [], now - span);
    },
    async add(site, messages, now = Date.now()) {
      const exchange: Exchange = { site, at: Math.round(now), messages: capped(messages) };
      if (exchange.messages.length === 0) return;
      forgetOld(now - span);
      put(exchange);
      const changed = dropOldCalls(sites.get(site) ?? []);
      access.use((opened) => {
        opened.transaction(() => {
          opened.prepare('DELETE FROM dialogue WHERE at < ?').run(now - span);
          if (exchange.id === undefined) insert(opened, exchange);
          for (const { id, messages: left } of changed) {
            opened.prepare('UPDATE dialogue SET messages = ? WHERE id = ?').run(JSON.stringify(left), id ?? null);
          }
        })();
      });
    },
    async clear(site) {
      sites.delete(site);
      toClear.add(site);
      access.use((opened) => {
        opened.prepare('DELETE FROM dialogue WHERE site = ?').run(site);
        toClear.delete(site);
      });
    },
    async close() {
      access.close();
    },
  };
}

/** Messages as they were written; nothing when the row makes no sense. */
function parsed(text: string): Message[] {
  try {
    return storedSchema
      .parse(JSON.parse(text))
      .map(({ tool_calls, tool_call_id, tool_name, tool_failed, context, ...message }) => ({
        ...message,
        ...(tool_calls && { tool_calls }),
        ...(tool_call_id !== undefined && { tool_call_id }),
        ...(tool_name !== undefined && { tool_name }),
        ...(tool_failed !== undefined && { tool_failed }),
        ...(context !== undefined && { context }),
      }));
  } catch {
    return [];
  }
}
