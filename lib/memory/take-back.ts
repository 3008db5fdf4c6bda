import { clock, type Timer } from '../turn/clock.js';
import { holdsWords } from '../turn/erasing.js';
import { nodeFor } from './graph/remember.js';
import type { Memory } from './memory.js';
import { forget } from './privacy.js';
import type { Entry } from './tables/entry-kinds.js';
import type { Fact } from './tables/facts.js';
import { type Branch, type GraphLine, ROOTS } from './tables/graph-rows.js';

/** How long what was changed by voice can be taken back, in milliseconds. */
const TAKE_BACK_MS = 86_400_000;
const MAX_KEPT = 20;

/** What was erased, as it can be written anew. */
interface Copies {
  notes: Entry[];
  facts: Fact[];
  lines: (GraphLine & { branch: Branch; path: string })[];
}

interface Takable {
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  site: string;
  /** Erased, or a change that stands in the history. */
  what: { copies: Copies } | { change: number; row: string };
  timer: Timer;
}

/** By the store's file. In this process only: no file, prompt, search, trace or export ever holds it. */
const kept = new Map<string, Takable[]>();
let last = 0;

holdsWords({
  forget({ from, tells }) {
    const isMeant = ({ at, what }: Takable) => {
      const all = 'copies' in what ? [...what.copies.notes, ...what.copies.facts, ...what.copies.lines] : [];
      if (from !== undefined && [at, ...all.map((one) => one.at)].some((moment) => moment >= from)) return true;
      return all.some((one) => tells('text' in one ? one.text : one.value));
    };
    for (const [file, all] of kept) for (const one of all.filter(isMeant)) drop(file, one);
  },
});

function drop(file: string, one: Takable): void {
  one.timer.cancel();
  const left = (kept.get(file) ?? []).filter((other) => other !== one);
  if (left.length > 0) kept.set(file, left);
  else kept.delete(file);
}

function add({ file }: Memory, site: string, what: Takable['what']): void {
  const one: Takable = {
    id: ++last,
    at: clock.now(),
    site,
    what,
    timer: clock.after(TAKE_BACK_MS, () => drop(file, one)),
  };
  one.timer.unref();
  const all = [...(kept.get(file) ?? []), one];
  kept.set(file, all);
  for (const old of all.slice(0, -MAX_KEPT)) drop(file, old);
}

/**
 * Copies what is about to be forgotten.
 * @returns call it when that is erased: from then on it can be taken back for a day
 */
export async function copyForgotten(memory: Memory, site: string, entries: readonly Entry[]): Promise<() => void> {
  const keysOf = (kind: Entry['kind']) => entries.flatMap((one) => (one.kind === kind ? (one.key ?? []) : []));
  const factKeys = keysOf('fact');
  const [facts, lines] = await Promise.all([
    factKeys.length > 0 ? memory.facts.list() : [],
    memory.graph.lines(keysOf('graph').map(Number)),
  ]);
  const placed = await Promise.all(
    lines.map(async (line) => ({ ...line, branch: (await memory.graph.node(line.node))?.branch ?? 'USER' })),
  );
  const copies: Copies = {
    notes: entries.filter(({ kind }) => kind === 'note'),
    facts: facts.filter(({ category, key }) => factKeys.includes(`${category}/${key}`)),
    lines: placed,
  };
  const rows = lines.map(({ id }) => `line:${id}`);
  return () => {
    // How they came to be went with them.
    const isOf = ({ what }: Takable) => 'row' in what && rows.includes(what.row);
    for (const one of (kept.get(memory.file) ?? []).filter(isOf)) drop(memory.file, one);
    add(memory, site, { copies });
  };
}

/** Notes that a line was written because somebody asked for it aloud: for a day that can be taken back. */
export async function noteAsked(memory: Memory, site: string, line: number): Promise<void> {
  const row = `line:${line}`;
  const [change] = await memory.history.list({ table: 'graph', row, limit: 1 });
  if (change) add(memory, site, { change: change.id, row });
}

/** Something that can be taken back; nothing of what it was. */
export interface TakableRow {
  id: number;
  /** When it was changed, milliseconds since the epoch. */
  at: number;
  site: string;
  /** It was forgotten; else it was written, and stands in the history too. */
  forgotten: boolean;
}

/** What was changed by voice and can be taken back, the newest first. */
export function takable({ file }: Memory): TakableRow[] {
  return (kept.get(file) ?? [])
    .map(({ id, at, site, what }) => ({ id, at, site, forgotten: 'copies' in what }))
    .reverse();
}

/** The newest of a room, or the one of that id. */
function meant({ file }: Memory, which: { site: string } | { id: number }): Takable | undefined {
  return kept.get(file)?.findLast((one) => ('id' in which ? one.id === which.id : one.site === which.site));
}

/**
 * Takes back what was last changed by voice in a room, or the change of that id.
 * @returns false when there is nothing of the last day, or it was changed again since
 * @throws JarvisError store-failed
 */
export async function takeBack(memory: Memory, which: { site: string } | { id: number }): Promise<boolean> {
  const one = meant(memory, which);
  if (!one) return false;
  drop(memory.file, one);
  if ('change' in one.what) return await undo(memory, one.what);
  const { notes, facts, lines } = one.what.copies;
  // The turns that it came from are gone.
  for (const { kind, at, source, site, text, topics } of notes) {
    await memory.entries.put({ kind, at, source, site, text, topics, turns: [] });
  }
  for (const fact of facts) await memory.facts.put({ ...fact, turns: [] }, 'taken back');
  for (const { branch, node, path, text, at, origin, times } of lines) {
    // What a person wants back was not learned: a forgotten wording isn't learned again.
    const back = { text, at, times, origin: origin === 'learned' ? ('said' as const) : origin };
    // A node that was left empty went, and another may have its id.
    const isThere = (await memory.graph.node(node))?.path === path;
    const into = isThere ? node : branch === 'DIRECTIVES' ? ROOTS.DIRECTIVES : (await nodeFor(memory, text)).node;
    await memory.graph.addLines({ node: into, lines: [back], why: 'taken back' });
  }
  return true;
}

/** Undoes a change; a node that was there for its line alone goes with it. */
async function undo(memory: Memory, { change, row }: { change: number; row: string }): Promise<boolean> {
  const [line] = await memory.graph.lines([Number(row.slice('line:'.length))]);
  const { undone } = await memory.history.undo(change);
  const node = line && (await memory.graph.node(line.node));
  if (undone && node?.parent && node.lines.length + node.children.length === 0) await memory.graph.removeNode(node.id);
  return undone;
}

/**
 * Erases what could be taken back in a room, or what that id names, at once: what was forgotten, or what was replaced.
 * @returns false when there is none
 * @throws as `forget`
 */
export async function eraseForGood(memory: Memory, which: { site: string } | { id: number }): Promise<boolean> {
  const one = meant(memory, which);
  if (!one) return false;
  drop(memory.file, one);
  if ('copies' in one.what) return true;
  const { change, row } = one.what;
  const changes = await memory.history.list({ table: 'graph', row, limit: 200 });
  const before = changes.find(({ id }) => id === change)?.before;
  if (before) await forget({ ids: [], words: [before] }, { memory });
  return true;
}
