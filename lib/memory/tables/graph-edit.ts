import { clock } from '../../turn/clock.js';
import { immediate, type Store } from '../statements.js';
import { hang, recordGraph, removeTree, treeAt } from './graph-restore.js';
import {
  type Branch,
  childNamed,
  dropLine,
  insertNode,
  isRetired,
  LINE_LIMITS,
  lineOf,
  lineSaying,
  type NewLine,
  nodeOf,
  pathOf,
  putLine,
  retire,
  subtreeOf,
  tidy,
  unretire,
} from './graph-rows.js';

/** What an edit has done; `changed` names the branches that no longer are what they were. */
export interface Edited {
  changed: Branch[];
  /** Why nothing happened. */
  refused?: 'unknown' | 'empty' | 'root' | 'circle' | 'duplicate';
  /** The node or line that was made or changed. */
  id?: number;
}

const refused = (why: NonNullable<Edited['refused']>): Edited => ({ changed: [], refused: why });

/** Makes a node under another one; the one of that name when it is there already. */
function addNode(store: Store, { parent, name }: { parent: number; name: string }): Edited {
  return immediate(store, (): Edited => {
    const above = nodeOf(store, parent);
    const clean = tidy(name, LINE_LIMITS.name);
    if (!above) return refused('unknown');
    if (clean === '') return refused('empty');
    const same = childNamed(store, parent, clean);
    if (same !== undefined) return { ...refused('duplicate'), id: same };
    const id = insertNode(store, { parent, branch: above.branch, name: clean, at: clock.now() });
    recordGraph(store, 'node', id, { before: null, after: clean, why: 'added' });
    return { changed: [above.branch], id };
  });
}

function renameNode(store: Store, id: number, name: string): Edited {
  return immediate(store, (): Edited => {
    const node = nodeOf(store, id);
    const clean = tidy(name, LINE_LIMITS.name);
    if (!node) return refused('unknown');
    if (node.parent === null) return refused('root');
    if (clean === '') return refused('empty');
    store.prepare('UPDATE graph_nodes SET name = ? WHERE id = ?').run(clean, id);
    recordGraph(store, 'node', id, { before: node.name, after: clean, why: 'renamed' });
    return { changed: [node.branch], id };
  });
}

/** Hangs a node under another one, which may be of another branch; not under itself. */
function moveNode(store: Store, id: number, parent: number): Edited {
  return immediate(store, (): Edited => {
    const node = nodeOf(store, id);
    const above = nodeOf(store, parent);
    if (!node || !above) return refused('unknown');
    if (node.parent === null) return refused('root');
    if (subtreeOf(store, id).includes(parent)) return refused('circle');
    const before = pathOf(store, node.parent);
    hang(store, id, above);
    const after = pathOf(store, parent);
    const state = { node: node.parent };
    recordGraph(store, 'parent', id, { before, after, state, why: 'moved' });
    return { changed: branches(node.branch, above.branch), id };
  });
}

/** Removes a node with its subtree; what its lines said isn't learned again. */
function removeNode(store: Store, id: number): Edited {
  return immediate(store, (): Edited => {
    const node = nodeOf(store, id);
    if (!node) return refused('unknown');
    if (node.parent === null) return refused('root');
    const state = treeAt(store, id);
    removeTree(store, id);
    recordGraph(store, 'node', id, {
      before: node.name,
      after: null,
      state,
      why: 'removed',
      turns: state.lines.flatMap(({ turns }) => turns).slice(0, 200),
    });
    return { changed: [node.branch] };
  });
}

/** Adds lines to a node, but none that its branch has word for word. What a person said may be a retired wording. */
export function addLines(
  store: Store,
  { node: id, lines, why }: { node: number; lines: readonly NewLine[]; why: string },
): Edited & { ids: number[] } {
  return immediate(store, (): Edited & { ids: number[] } => {
    const node = nodeOf(store, id);
    if (!node) return { ...refused('unknown'), ids: [] };
    const ids: number[] = [];
    for (const line of lines) {
      const text = tidy(line.text);
      const learned = (line.origin ?? 'learned') === 'learned';
      if (text === '' || lineSaying(store, node.branch, text) || (learned && isRetired(store, text))) continue;
      if (!learned) unretire(store, text);
      const added = putLine(store, id, line);
      recordGraph(store, 'line', added, { before: null, after: text, why, turns: line.turns });
      ids.push(added);
    }
    return { changed: ids.length > 0 ? [node.branch] : [], ids };
  });
}

/** A person puts a line right: its old wording is retired, and no merge touches the new one. */
function editLine(store: Store, id: number, text: string): Edited {
  return immediate(store, (): Edited => {
    const line = lineOf(store, id);
    const node = line && nodeOf(store, line.node);
    const clean = tidy(text);
    if (!line || !node) return refused('unknown');
    if (clean === '') return refused('empty');
    const same = lineSaying(store, node.branch, clean);
    if (same && same.id !== id) return { ...refused('duplicate'), id: same.id };
    if (clean === line.text) return { changed: [], id };
    retire(store, line.text);
    putLine(store, line.node, { ...line, text: clean, origin: 'corrected' });
    recordGraph(store, 'line', id, {
      before: line.text,
      after: clean,
      state: line,
      why: 'corrected',
      turns: line.turns,
    });
    return { changed: [node.branch], id };
  });
}

function moveLine(store: Store, id: number, to: number): Edited {
  return immediate(store, (): Edited => {
    const line = lineOf(store, id);
    const from = line && nodeOf(store, line.node);
    const node = nodeOf(store, to);
    if (!line || !from || !node) return refused('unknown');
    if (line.node === to) return { changed: [], id };
    moveLineTo(store, id, to, 'moved');
    return { changed: branches(from.branch, node.branch), id };
  });
}

/** Moves a line that is there to a node that is there; to be called in a transaction. */
export function moveLineTo(store: Store, id: number, to: number, why: string): void {
  const line = lineOf(store, id);
  if (!line) return;
  store.prepare('UPDATE graph_lines SET node = ? WHERE id = ?').run(to, id);
  recordGraph(store, 'place', id, {
    before: pathOf(store, line.node),
    after: pathOf(store, to),
    state: line,
    why,
    turns: line.turns,
  });
}

/** Removes a line; what it said isn't learned again. The history keeps it: to erase, see `erase`. */
function removeLine(store: Store, id: number, why = 'removed'): Edited {
  return immediate(store, (): Edited => {
    const line = lineOf(store, id);
    const node = line && nodeOf(store, line.node);
    if (!line || !node) return refused('unknown');
    dropLine(store, id);
    retire(store, line.text);
    recordGraph(store, 'line', id, { before: line.text, after: null, state: line, why, turns: line.turns });
    return { changed: [node.branch], id };
  });
}

function branches(...of: Branch[]): Branch[] {
  return [...new Set(of)];
}

/** What a person does to the graph on its page. Everything is in the history and can be undone. */
export const graphEditing = {
  addNode,
  renameNode,
  moveNode,
  removeNode,
  addLines,
  editLine,
  moveLine,
  removeLine,
} as const;
