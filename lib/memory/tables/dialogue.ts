import { z } from 'zod';
import { redactMessage } from '../../llm/redact-message.js';
import type { Message } from '../../llm/types.js';
import { clock } from '../../turn/clock.js';
import { immediate, type Store } from '../statements.js';
import { remembers } from './remembers.js';
import { endRolling } from './rolling-summaries.js';

/** An exchange as it is kept; ids grow with time. */
export interface DialogueRow {
  id: number;
  site: string;
  /** Milliseconds since the epoch. */
  at: number;
  messages: Message[];
}

/** What has changed since the store was last written. */
export interface DialogueChanges {
  /** Sites whose earlier exchanges are forgotten. */
  clear: string[];
  /** New exchanges, and known ones that have changed. */
  put: DialogueRow[];
  /** Exchanges before and after these times, in ms since the epoch, are forgotten: a clock may have been ahead. */
  forgetBefore: number;
  forgetAfter: number;
}

const storedSchema = z.array(
  z.object({
    role: z.enum(['system', 'user', 'assistant', 'tool']),
    content: z.string(),
    tool_calls: z
      .array(z.object({ id: z.string(), name: z.string(), arguments: z.record(z.string(), z.unknown()) }))
      .exactOptional(),
    tool_call_id: z.string().exactOptional(),
    tool_name: z.string().exactOptional(),
    tool_failed: z.boolean().exactOptional(),
    context: z.string().exactOptional(),
  }),
);

/** The dialogue of the last minutes; see `../dialogue.ts`. Its table is as old as the store: MIGRATIONS in `../store.ts`. */
export const dialogue = {
  /** The exchanges since `from` (ms since the epoch), in the order they were said; rows that make no sense are left out. */
  since(store: Store, from: number): DialogueRow[] {
    const rows = store
      .prepare<[number], { id: number; site: string; at: number; messages: string }>(
        'SELECT id, site, at, messages FROM dialogue WHERE at >= ? ORDER BY id',
      )
      .all(from);
    return rows
      .map(({ messages, ...row }) => ({ ...row, messages: parsed(messages) }))
      .filter(({ messages }) => messages.length > 0);
  },

  /**
   * Writes changes, all or none: first what is forgotten, with the summary of what went before it, then what is put. The
   * same changes may be written again. Nothing is written of a room that is not remembered.
   */
  save(store: Store, { clear, put, forgetBefore, forgetAfter }: DialogueChanges): void {
    immediate(store, () => {
      const remove = store.prepare('DELETE FROM dialogue WHERE site = ?');
      for (const site of clear) {
        remove.run(site);
        endRolling(store, site);
      }
      store.prepare('DELETE FROM dialogue WHERE at < ? OR at > ?').run(forgetBefore, forgetAfter);
      const insert = store.prepare('INSERT OR REPLACE INTO dialogue (id, site, at, messages) VALUES (?, ?, ?, ?)');
      for (const { id, site, at, messages } of put) {
        if (!remembers(store, site, clock.now())) continue;
        insert.run(id, site, at, JSON.stringify(messages.map(redactMessage)));
      }
    });
  },
};

/** Messages as they were written; none when the row makes no sense. */
function parsed(text: string): Message[] {
  try {
    return storedSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}
