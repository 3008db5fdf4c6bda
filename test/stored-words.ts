import path from 'node:path';
import { loadSqlite } from '../lib/memory/sqlite.js';

/** The words that a store has: the dialogue's, those that wait for the diary, and the entries. */
export interface StoredWords {
  dialogue: string[];
  said: string[];
  entries: string[];
}

/** Reads the store of a Node-RED that runs. @param data its JARVIS_DATA @param site of one room; missing: all */
export function storedWords(data: string, site?: string): StoredWords {
  const Database = loadSqlite();
  const store = new Database(path.join(data, 'jarvis.db'), { readonly: true });
  const texts = (column: string, table: string) =>
    store
      .prepare<[{ site: string | null }], { text: string }>(
        `SELECT ${column} AS text FROM ${table} WHERE @site IS NULL OR site = @site ORDER BY id`,
      )
      .all({ site: site ?? null })
      .map(({ text }) => text);
  try {
    return {
      dialogue: texts('messages', 'dialogue'),
      said: texts('content', 'said'),
      entries: texts('text', 'entries'),
    };
  } finally {
    store.close();
  }
}
