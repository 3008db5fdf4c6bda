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
