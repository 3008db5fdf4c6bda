import { redact, redactRecord } from '../../turn/redaction.js';
import { immediate, type Store } from '../statements.js';
import { firstId, timeOf } from './entry-kinds.js';
import { entryByKey, putEntry } from './entry-rows.js';
import { putFact } from './facts.js';
import { childNamed, insertNode, isRetired, lineOf, lineSaying, nodeOf, putLine } from './graph-rows.js';
import { INSERT_CHANGE } from './history.js';
import type { PortableLine, PortableType } from './portable-lines.js';
import { INSERT_SAID } from './said.js';

/** How rows of each type are read: a statement that gives the cursor as `after_id` and the columns of the line. */
const READ: Record<PortableType, string> = {
  retention: 'SELECT rowid AS after_id, kind, days FROM retention WHERE rowid > @after ORDER BY rowid LIMIT @most',
  unremembered:
    'SELECT rowid AS after_id, site, until FROM unremembered WHERE rowid > @after ORDER BY rowid LIMIT @most',
  entry: `SELECT id AS after_id, id, kind, key, source, site, text, topics, turns FROM entries
    WHERE id > @after AND kind IN ('diary', 'note') ORDER BY id LIMIT @most`,
  fact: 'SELECT id AS after_id, category, key, value, at, source, turns FROM facts WHERE id > @after ORDER BY id LIMIT @most',
  retired: 'SELECT rowid AS after_id, key FROM graph_retired WHERE rowid > @after ORDER BY rowid LIMIT @most',
  // Parents before their children.
  node: `WITH RECURSIVE under (id, depth) AS (
      SELECT id, 0 FROM graph_nodes WHERE parent IS NULL
      UNION SELECT n.id, depth + 1 FROM graph_nodes n JOIN under ON n.parent = under.id
    ), placed AS (SELECT id, row_number() OVER (ORDER BY depth, id) AS after_id FROM under)
    SELECT after_id, n.id, parent, branch, name, at FROM placed JOIN graph_nodes n ON n.id = placed.id
    WHERE after_id > @after ORDER BY after_id LIMIT @most`,
  line: `SELECT id AS after_id, id, node, text, at, turns, origin, times FROM graph_lines
    WHERE id > @after ORDER BY id LIMIT @most`,
  summary: 'SELECT id AS after_id, text, at FROM facts_summary WHERE id > @after LIMIT @most',
  session: 'SELECT rowid AS after_id, session, at FROM facts_sessions WHERE rowid > @after ORDER BY rowid LIMIT @most',
  said: `SELECT id AS after_id, turn, site, source, at, began, role, content FROM said
    WHERE id > @after AND entry IS NULL ORDER BY id LIMIT @most`,
  change: `SELECT id AS after_id, at, subject, row, before, after, state, why, turns FROM history
    WHERE id > @after ORDER BY id LIMIT @most`,
  trace: 'SELECT rowid AS after_id, id, at, record FROM turns WHERE rowid > @after ORDER BY rowid LIMIT @most',
};

const LISTS = ['topics', 'turns', 'record'];

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
    .prepare<unknown[], Record<string, unknown> & { after_id: number }>(READ[type])
    .all({ after: after ?? -Number.MAX_SAFE_INTEGER, most: limit });
  const lines = found.map(({ after_id: _, ...row }) => {
    const read = Object.entries(row).map(([name, value]) => [
      name,
      LISTS.includes(name) && typeof value === 'string' ? JSON.parse(value) : value,
    ]);
    const line: Record<string, unknown> = { type, ...Object.fromEntries(read) };
    if (type === 'entry') line['at'] = timeOf(Number(row['id']));
    for (const name of ['text', 'value', 'content', 'before', 'after']) {
      if (typeof line[name] === 'string') line[name] = redact(line[name]);
    }
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
    case 'retired':
      return insert(store, 'INSERT OR IGNORE INTO graph_retired (key) VALUES (?)', [line.key]);
    case 'summary':
      return insert(store, 'INSERT OR IGNORE INTO facts_summary (id, text, at) VALUES (1, ?, ?)', [
        redact(line.text),
        line.at,
      ]);
    case 'session':
      return insert(
        store,
        `INSERT INTO facts_sessions (session, at) VALUES (?, ?)
         ON CONFLICT (session) DO UPDATE SET at = excluded.at WHERE excluded.at > at`,
        [line.session, line.at],
      );
    case 'said':
      return putSaid(store, line);
    case 'change':
      return putChange(store, line);
    case 'trace': {
      if (line.record['id'] !== line.id) return HOMELESS;
      const record = JSON.stringify(redactRecord(line.record));
      return insert(store, 'INSERT OR IGNORE INTO turns (id, at, record) VALUES (?, ?, ?)', [line.id, line.at, record]);
    }
    case 'retention':
      return insert(store, 'INSERT OR IGNORE INTO retention VALUES (?, ?)', [line.kind, line.days]);
    case 'unremembered':
      return insert(store, 'INSERT OR IGNORE INTO unremembered VALUES (?, ?)', [line.site, line.until]);
  }
}

function insert(store: Store, sql: string, values: (string | number | null)[]): Imported {
  return store.prepare(sql).run(...values).changes > 0 ? added() : kept();
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

function putSaid(store: Store, line: Extract<PortableLine, { type: 'said' }>): Imported {
  const { turn, site, source, at, began, role } = line;
  const content = redact(line.content);
  const same = store
    .prepare('SELECT 1 FROM said WHERE turn = ? AND source = ? AND at = ? AND role = ? AND content = ?')
    .get(turn, source, at, role, content);
  if (same !== undefined) return kept();
  return insert(store, INSERT_SAID, [turn, site, source, at, began, role, content]);
}

function putChange(store: Store, line: Extract<PortableLine, { type: 'change' }>): Imported {
  const { at, subject, row, before, after, state, why, turns } = line;
  const same = store
    .prepare('SELECT 1 FROM history WHERE at = ? AND subject = ? AND row = ? AND before IS ? AND after IS ?')
    .get(at, subject, row, before, after);
  if (same !== undefined) return kept();
  return insert(store, INSERT_CHANGE, [
    at,
    subject,
    row,
    before && redact(before),
    after && redact(after),
    state,
    redact(why),
    JSON.stringify(turns),
  ]);
}

export const portable = { rows, put } as const;
