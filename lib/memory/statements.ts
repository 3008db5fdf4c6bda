import type BetterSqlite3 from 'better-sqlite3';

/** An open SQLite file. */
export type Store = BetterSqlite3.Database;

type Statement = BetterSqlite3.Statement;

const kept = new WeakMap<Store, Map<string, Statement>>();

/** A statement, prepared once for a store: for those that run often and whose text is fixed. */
export function prepared(store: Store, sql: string): Statement {
  let statements = kept.get(store);
  if (!statements) {
    statements = new Map();
    kept.set(store, statements);
  }
  let statement = statements.get(sql);
  if (!statement) {
    statement = store.prepare(sql);
    statements.set(sql, statement);
  }
  return statement;
}

/** Does something all or not at all, and takes the file for itself before it reads. @returns what the work gives */
export function immediate<T>(store: Store, work: () => T): T {
  return store.transaction(work).immediate();
}
