import { redact, redactRecord } from '../../turn/redaction.js';
import { immediate, type Store } from '../statements.js';
import { firstId } from './entry-kinds.js';
import { entryByKey, putEntry } from './entry-rows.js';
import { putFact } from './facts.js';
import { childNamed, insertNode, isRetired, lineOf, lineSaying, nodeOf, putLine } from './graph-rows.js';
import { type PortableLine, type PortableType, portableNames } from './portable-lines.js';

const TABLES: Readonly<Record<PortableType, string>> = {
  retention: 'retention',
  unremembered: 'unremembered',
  entry: 'entries',
  fact: 'entries',
  retired: 'graph_retired',
  node: 'graph_nodes',
  line: 'graph_lines',
  session: 'facts_sessions',
  said: 'said',
  change: 'history',
  trace: 'turns',
};

/** Which rows of a table are exported: what isn't made of other rows. */
const ONLY: Partial<Record<PortableType, string>> = {
  entry: "kind IN ('diary', 'note')",
  fact: "kind = 'fact'",
  said: 'entry IS NULL',
};

/** What isn't a column, but within one. */
const WITHIN: Partial<Record<PortableType, Record<string, string>>> = {
  entry: { at: 'id / 1000' },
  fact: {
    category: "substr(key, 1, instr(key, '/') - 1)",
    key: "substr(key, instr(key, '/') + 1)",
    value: "substr(text, instr(text, ': ') + 2)",
    at: 'id / 1000',
  },
};

/** Parents before their children. */
const READ_NODES = `WITH RECURSIVE under (id, depth) AS (
    SELECT id, 0 FROM graph_nodes WHERE parent IS NULL
    UNION SELECT n.id, depth + 1 FROM graph_nodes n JOIN under ON n.parent = under.id
  ), placed AS (SELECT id, row_number() OVER (ORDER BY depth, id) AS after_id FROM under)
  SELECT after_id, n.id, parent, branch, name, at FROM placed JOIN graph_nodes n ON n.id = placed.id
  WHERE after_id > @after ORDER BY after_id LIMIT @most`;

/** The statement that reads rows of a type: with the cursor as `after_id`, and the columns of the line. */
function reading(type: PortableType): string {
  if (type === 'node') return READ_NODES;
  const columns = portableNames(type).map((name) => `${WITHIN[type]?.[name] ?? name} AS ${name}`);
  return `SELECT rowid AS after_id, ${columns.join(', ')} FROM ${TABLES[type]}
    WHERE rowid > @after AND ${ONLY[type] ?? 'true'} ORDER BY rowid LIMIT @most`;
}

/** Columns of JSON, and those that hold words. */
const LISTS = ['topics', 'turns', 'record'];
const WORDS = ['text', 'value', 'content', 'before', 'after', 'why'];

/**
 * Some rows of a type, as lines of an export, without secrets.
 * @param after Where the last call ended; null at the beginning.
 * @returns `next` is null at the end.
 */
function rows(
  store: Store,
  type: PortableType,
  after: number | null,
  most: number,
): { lines: object[]; next: number | null } {
  const limit = Math.min(1_000, Math.max(1, Math.round(most)));
  const found = store
    .prepare<unknown[], Record<string, unknown> & { after_id: number }>(reading(type))
    .all({ after: after ?? -Number.MAX_SAFE_INTEGER, most: limit });
  const lines = found.map(({ after_id: _, ...row }) => {
    const read = Object.entries(row).map(([name, value]) => [
      name,
      LISTS.includes(name) && typeof value === 'string' ? JSON.parse(value) : value,
    ]);
    const line: Record<string, unknown> = { type, ...Object.fromEntries(read) };
    for (const name of WORDS) if (typeof line[name] === 'string') line[name] = redact(line[name]);
    return line;
  });
  return { lines, next: found.length === limit ? (found.at(-1)?.after_id ?? null) : null };
}

/** What became of a line: written, or not because there is the same or a newer one, or because it has no place. */
export interface Imported {
  outcome: 'added' | 'kept' | 'homeless';
  /** The id that an entry, node or line has here. */
  id?: number;
}

/** Writes lines of an import, whose ids are those of this memory; all or none. What is here and as new stays as it is. */
function put(store: Store, lines: readonly PortableLine[]): Imported[] {
  return immediate(store, () => lines.map((line) => putOne(store, line)));
}

const kept = (id?: number): Imported => ({ outcome: 'kept', ...(id !== undefined && { id }) });
const added = (id?: number): Imported => ({ outcome: 'added', ...(id !== undefined && { id }) });
const HOMELESS: Imported = { outcome: 'homeless' };

function putOne(store: Store, line: PortableLine): Imported {
  switch (line.type) {
    case 'entry':
      return putOneEntry(store, line);
    case 'fact': {
      const outcome = putFact(store, line, 'imported');
      return outcome === 'invalid' ? HOMELESS : outcome === 'kept' ? kept() : added();
    }
    case 'node':
      return putNode(store, line);
    case 'line': {
      const node = nodeOf(store, line.node);
      if (!node) return HOMELESS;
      const same = lineSaying(store, node.branch, line.text);
      if (same) return kept(same.id);
      if (isRetired(store, line.text)) return HOMELESS;
      const { id, node: _, type: __, ...rest } = line;
      return added(putLine(store, line.node, lineOf(store, id) ? rest : { ...rest, id }));
    }
    case 'session': {
      const newer = `INSERT INTO facts_sessions (session, at) VALUES (?, ?)
        ON CONFLICT (session) DO UPDATE SET at = excluded.at WHERE excluded.at > at`;
      return store.prepare(newer).run(line.session, line.at).changes > 0 ? added() : kept();
    }
    case 'trace':
      return line.record['id'] === line.id ? putRow(store, line) : HOMELESS;
    default:
      return putRow(store, line);
  }
}

/** Writes a row without secrets, unless there is one of its key or of the same words; what it held besides may differ. */
function putRow(store: Store, line: PortableLine): Imported {
  const given: Record<string, unknown> = line;
  const names = portableNames(line.type);
  const row = names.map((name) => {
    const value = given[name];
    if (typeof value === 'string') return [name, WORDS.includes(name) ? redact(value) : value];
    if (typeof value !== 'object' || value === null) return [name, value];
    return [name, JSON.stringify(Array.isArray(value) ? value : redactRecord({ ...value }))];
  });
  const same = names.filter((name) => name !== 'state').map((name) => `${name} IS @${name}`);
  const { changes } = store
    .prepare(
      `INSERT OR IGNORE INTO ${TABLES[line.type]} (${names.join(', ')}) SELECT ${names.map((name) => `@${name}`).join(', ')}
       WHERE NOT EXISTS (SELECT 1 FROM ${TABLES[line.type]} WHERE ${same.join(' AND ')})`,
    )
    .run(Object.fromEntries(row));
  return changes > 0 ? added() : kept();
}

function putOneEntry(store: Store, line: Extract<PortableLine, { type: 'entry' }>): Imported {
  if (line.key !== null) {
    const known = entryByKey(store, line.kind, line.key);
    if (known && known.at >= line.at) return kept(known.id);
    return added(putEntry(store, line));
  }
  const first = firstId(line.at);
  const same = store
    .prepare<unknown[], number>('SELECT id FROM entries WHERE id >= ? AND id < ? AND kind = ? AND text = ?')
    .pluck()
    .get(first, first + 1_000, line.kind, redact(line.text));
  return same === undefined ? added(putEntry(store, line)) : kept(same);
}

/** A node under the one it had: the same where there is one of its name. */
function putNode(store: Store, { id, parent, name, at }: Extract<PortableLine, { type: 'node' }>): Imported {
  const above = parent === null ? undefined : nodeOf(store, parent);
  // The three roots are everywhere the same.
  if (parent === null) return nodeOf(store, id)?.parent === null ? kept(id) : HOMELESS;
  if (!above) return HOMELESS;
  const same = childNamed(store, parent, name);
  if (same !== undefined) return kept(same);
  const free = nodeOf(store, id) === undefined && id > 0;
  return added(insertNode(store, { parent, branch: above.branch, name, at, ...(free && { id }) }));
}

export const portable = { rows, put } as const;
