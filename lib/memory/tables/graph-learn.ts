import { clock } from '../../turn/clock.js';
import { immediate, type Store } from '../statements.js';
import { addLines, type Edited, moveLineTo } from './graph-edit.js';
import { recordGraph, textOfLines } from './graph-restore.js';
import {
  type Branch,
  childNamed,
  dropLine,
  type GraphLine,
  insertNode,
  isRetired,
  LINE_LIMITS,
  lineOf,
  linesOf,
  type NewLine,
  nodeOf,
  putLine,
  retire,
  stampOf,
  tidy,
  unretire,
} from './graph-rows.js';

/** A node's lines as they are to be; `id` where one stays what it was. */
export interface Rewrite {
  node: number;
  /** Of the lines that the rewrite was made from. */
  stamp: string;
  lines: (NewLine & { id?: number | undefined })[];
  /** The facts that were merged in: added instead, when the node has changed meanwhile. */
  added: readonly NewLine[];
}

/** What was learned from one text: written as a whole, or not at all. */
export interface Learning {
  rewrites: readonly Rewrite[];
  additions: readonly { node: number; lines: readonly NewLine[] }[];
  /** Lines that were said again. */
  confirmed: readonly { id: number; at: number; turns: readonly string[] }[];
  /** Notes that it was learned; when it says so already, nothing is written. */
  mark?: { key: string; value: string } | undefined;
  /** For the history. */
  why: string;
}

export interface Learned {
  changed: Branch[];
  /** Lines that weren't there before. */
  added: number;
  /** Nodes that were rewritten. */
  rewritten: number;
}

function apply(store: Store, { rewrites, additions, confirmed, mark, why }: Learning): Learned {
  return immediate(store, (): Learned => {
    const done: Learned = { changed: [], added: 0, rewritten: 0 };
    if (mark && !newMark(store, mark)) return done;
    const changed = new Set<Branch>();
    const add = (node: number, lines: readonly NewLine[]) => {
      const { ids, changed: touched } = addLines(store, { node, lines, why });
      done.added += ids.length;
      for (const branch of touched) changed.add(branch);
    };
    for (const one of rewrites) {
      const written = rewrite(store, one, why);
      if (!written) add(one.node, one.added);
      else if (written.differs) {
        done.rewritten++;
        done.added += written.added;
        changed.add(written.branch);
      }
    }
    for (const { node, lines } of additions) add(node, lines);
    for (const { id, at, turns } of confirmed) confirm(store, id, at, turns);
    return { ...done, changed: [...changed] };
  });
}

/** Writes a node's lines anew; undefined when the node isn't what the rewrite was made from, or it brings back what was retired. */
function rewrite(
  store: Store,
  { node: id, stamp, lines }: Rewrite,
  why: string,
): { branch: Branch; differs: boolean; added: number } | undefined {
  const node = nodeOf(store, id);
  const before = linesOf(store, id);
  const known = new Map(before.map((line) => [line.id, line]));
  if (!node || stampOf(before) !== stamp) return undefined;
  const fresh = lines.filter((line) => line.id === undefined);
  if (fresh.some(({ text }) => tidy(text) === '' || isRetired(store, text))) return undefined;
  const staying = new Set(lines.flatMap((line) => line.id ?? []));
  const gone = before.filter((line) => !staying.has(line.id));
  // What a person put right is nobody else's to change.
  if (gone.some(({ origin }) => origin === 'corrected')) return undefined;
  if (fresh.length + gone.length === 0) return { branch: node.branch, differs: false, added: 0 };
  for (const line of gone) dropLine(store, line.id);
  for (const { id: same, ...line } of lines) {
    const old = same === undefined ? undefined : known.get(same);
    // The words of a line that stays are its own; when it was said last may be newer.
    if (old) putLine(store, id, { ...line, id: old.id, text: old.text, origin: old.origin, times: old.times });
    else putLine(store, id, line);
  }
  const after = linesOf(store, id);
  recordGraph(store, 'lines', id, {
    before: textOfLines(before),
    after: textOfLines(after),
    state: { nodes: [], lines: before },
    why,
    turns: fresh.flatMap(({ turns = [] }) => turns).slice(-LINE_LIMITS.turns),
  });
  return { branch: node.branch, differs: true, added: Math.max(0, fresh.length - gone.length) };
}

/** A line was said again: it is newer, and counts for more. */
function confirm(store: Store, id: number, at: number, turns: readonly string[]): void {
  const line = lineOf(store, id);
  if (!line) return;
  const all = [...new Set([...line.turns, ...turns])];
  const again = at > line.at;
  if (!again && all.length === line.turns.length) return;
  putLine(store, line.node, { ...line, at: Math.max(line.at, at), turns: all, times: line.times + (again ? 1 : 0) });
}

function newMark(store: Store, { key, value }: { key: string; value: string }): boolean {
  const known = store.prepare('SELECT value FROM graph_marks WHERE key = ?').pluck().get(key);
  if (known === value) return false;
  store.prepare('INSERT OR REPLACE INTO graph_marks (key, value) VALUES (?, ?)').run(key, value);
  return true;
}

/** Keeps a mark; null removes it. */
function setMark(store: Store, key: string, value: string | null): void {
  if (value === null) store.prepare('DELETE FROM graph_marks WHERE key = ?').run(key);
  else newMark(store, { key, value });
}

/** Lines that go into a child of their own. */
export interface Group {
  name: string;
  lines: readonly number[];
}

/** Moves lines of a node that has grown too big into children of it; false when it isn't what the groups were made from. */
function split(store: Store, { node: id, stamp, groups }: { node: number; stamp: string; groups: readonly Group[] }) {
  return immediate(store, (): boolean => {
    const node = nodeOf(store, id);
    const lines = new Map(linesOf(store, id).map((line): [number, GraphLine] => [line.id, line]));
    if (!node || stampOf([...lines.values()]) !== stamp) return false;
    for (const { name, lines: moved } of groups) {
      const same = childNamed(store, id, name);
      const child = same ?? insertNode(store, { parent: id, branch: node.branch, name, at: clock.now() });
      if (child !== same) {
        recordGraph(store, 'node', child, { before: null, after: name, why: 'split' });
      }
      for (const line of moved) if (lines.has(line)) moveLineTo(store, line, child, 'split');
    }
    return true;
  });
}

/** Replaces a line by one that a person has just said, see `rememberFact`; its old wording isn't learned again. */
function supersede(store: Store, { line, by, why }: { line: number; by: NewLine; why: string }): Edited {
  return immediate(store, (): Edited => {
    const old = lineOf(store, line);
    const node = old && nodeOf(store, old.node);
    if (!old || !node) return { changed: [] };
    retire(store, old.text);
    unretire(store, by.text);
    putLine(store, old.node, { ...by, id: old.id, times: 1 });
    const after = lineOf(store, line)?.text ?? '';
    recordGraph(store, 'line', line, { before: old.text, after, state: old, why, turns: by.turns });
    return { changed: [node.branch] };
  });
}

/** What the assistant learns by itself, and what a person asks it to remember. */
export const graphLearning = { apply, setMark, split, supersede } as const;
