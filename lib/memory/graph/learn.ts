import { abortError } from '../../turn/wait.js';
import type { Memory } from '../memory.js';
import type { Entry } from '../tables/entry-kinds.js';
import type { Learned, Learning, Rewrite } from '../tables/graph-learn.js';
import type { Candidate } from '../tables/graph-read.js';
import type { NewLine } from '../tables/graph-rows.js';
import type { Said } from '../tables/said.js';
import { type Asking, extractFacts } from './extract.js';
import { foldLine, keyOf, shared, wordsOf } from './line-words.js';
import { mergeLines, settled } from './merge.js';
import { placeFact } from './place.js';
import { isTold, wishFor } from './said-by.js';
import { isTooBig, topicsIn } from './split.js';

/** Calls that the placing of one text's facts may take. */
const MAX_PLACINGS = 40;
/** Turns that a fact may come from. */
const MAX_TURNS = 20;

export interface LearnRequest extends Asking {
  memory: Memory;
  /** What to learn from: a summary of the diary, as the search index holds it. */
  entry: Pick<Entry, 'kind' | 'key' | 'text' | 'at' | 'turns'>;
  onProgress?: ((step: 'extract' | 'place' | 'merge' | 'done', done: number, total: number) => void) | undefined;
}

export interface LearnResult extends Learned {
  /** `known`: it was learned from this text before; `failed`: the model failed, the text is to be tried again later. */
  outcome: 'learned' | 'known' | 'failed';
  /** Facts that were read out of it. */
  facts: number;
}

/**
 * Learns from a text: reads facts out of it, leaves out what is known and what nobody has said, finds the node of each,
 * merges it in. All that is
 * learned and the mark that it was is written in one step at the end: whatever ends it before has changed nothing, and a
 * repeat never doubles anything. A model that fails on a later step costs the tidiness of that node, not the fact.
 * @throws AbortError; JarvisError store-failed.
 */
export async function learn(request: LearnRequest): Promise<LearnResult> {
  const { memory, entry, onProgress = () => {}, ...asking } = request;
  const mark = { key: `learned:${entry.kind}:${entry.key ?? entry.at}`, value: keyOf(entry.text) };
  const nothing = { facts: 0, changed: [], added: 0, rewritten: 0 };
  if ((await memory.graph.mark(mark.key)) === mark.value) return { outcome: 'known', ...nothing };
  onProgress('extract', 0, 1);
  const read = await extractFacts({ summary: entry.text, date: dayOf(entry) }, asking);
  if (!read) return { outcome: 'failed', ...nothing };
  const said = (await memory.diary.ofTurns(entry.turns)).filter(({ role }) => role === 'user');
  const facts = saidFacts(read, said);
  const known = await memory.graph.known(facts);
  const confirmed: Learning['confirmed'][number][] = [];
  const fresh: Candidate[] = [];
  for (const [index, fact] of facts.entries()) {
    const is = known[index];
    const turns = turnsOf(fact.text, entry.turns, said);
    if (is === null || is === undefined) fresh.push(fact);
    else if (is !== 'retired') confirmed.push({ id: is.id, at: entry.at, turns });
  }
  const wishes = new Set(fresh.flatMap(({ branch, text }) => (branch === 'DIRECTIVES' ? text : [])));
  const byNode = new Map<number, NewLine[]>();
  const budget = { calls: MAX_PLACINGS };
  for (const [index, fact] of fresh.entries()) {
    if (asking.signal.aborted) throw abortError(asking.signal);
    onProgress('place', index, fresh.length);
    const node = await placeFact(memory, fact, asking, budget);
    const line: NewLine = { text: fact.text, at: entry.at, turns: turnsOf(fact.text, entry.turns, said) };
    byNode.set(node, [...(byNode.get(node) ?? []), line]);
  }
  if (asking.signal.aborted) throw abortError(asking.signal);
  const rewrites: Rewrite[] = [];
  const additions: Learning['additions'][number][] = [];
  for (const [node, lines] of byNode) {
    onProgress('merge', rewrites.length + additions.length, byNode.size);
    // Wishes stand in the person's own words: no model writes them anew.
    const isWish = lines.some(({ text }) => wishes.has(text));
    const rewrite = isWish ? undefined : await merged(memory, node, lines, asking);
    if (rewrite) rewrites.push(rewrite);
    else additions.push({ node, lines });
  }
  // What it was read out of may have been erased meanwhile.
  if (asking.signal.aborted) throw abortError(asking.signal);
  const learned = await memory.graph.apply({ rewrites, additions, confirmed, mark, why: 'learned' });
  for (const node of byNode.keys()) await splitIfTooBig(memory, node);
  onProgress('done', 1, 1);
  return { outcome: 'learned', facts: facts.length, ...learned };
}

/**
 * One merge for all new lines of a node; undefined where they are only to be added. Lines that a person put right are
 * nobody's to merge.
 */
async function merged(
  memory: Memory,
  node: number,
  lines: readonly NewLine[],
  asking: Asking,
): Promise<Rewrite | undefined> {
  const view = await memory.graph.node(node);
  const all = view?.lines.toReversed() ?? [];
  const existing = all.filter(({ origin }) => origin !== 'corrected');
  const kept = all.filter(({ origin }) => origin === 'corrected');
  if (!view || existing.length === 0) return undefined;
  const texts = (of: readonly NewLine[]) => of.map(({ text }) => text);
  const { accepted, lines: written } = await mergeLines(texts(existing), texts(lines), asking);
  if (!accepted) return undefined;
  return { node, stamp: view.stamp, lines: settled(existing, lines, written, kept), added: lines };
}

/** Moves the lines of a node that has grown too big into topics of its own. */
export async function splitIfTooBig(memory: Memory, node: number): Promise<void> {
  const view = await memory.graph.node(node);
  if (!view || !isTooBig(view.lines)) return;
  // Where a person wrote it, it stays.
  const groups = topicsIn(view.lines.filter(({ origin }) => origin !== 'corrected'));
  if (groups.length > 0) await memory.graph.split({ node, stamp: view.stamp, groups });
}

/**
 * What a model has read out of a day, as far as a person said it: every prompt holds what is known of people, and how the
 * assistant is to behave. The wishes are in the person's words.
 */
function saidFacts(facts: readonly Candidate[], said: readonly Said[]): Candidate[] {
  const words = said.map(({ content }) => content);
  const kept = facts.flatMap(({ branch, text }): Candidate[] => {
    if (branch === 'WORLD') return [{ branch, text }];
    if (branch === 'USER') return isTold(text, words) ? [{ branch, text }] : [];
    const wish = wishFor(text, words);
    return wish === undefined ? [] : [{ branch, text: wish }];
  });
  return kept.filter(({ text }, index) => kept.findIndex((other) => foldLine(other.text) === foldLine(text)) === index);
}

/** The turns whose words a fact is made of; all of them where none is nearer than the others. */
function turnsOf(fact: string, turns: readonly string[], said: readonly Said[]): string[] {
  const { content } = wordsOf(fact);
  const near = new Map<string, number>();
  for (const { turn, content: words } of said) {
    if (!turns.includes(turn)) continue;
    near.set(turn, Math.max(near.get(turn) ?? 0, shared(content, wordsOf(words).content)));
  }
  const best = Math.max(0, ...near.values());
  const nearest = best > 0 ? turns.filter((turn) => near.get(turn) === best) : turns;
  return nearest.slice(-MAX_TURNS);
}

function dayOf({ key, at }: Pick<Entry, 'key' | 'at'>): string {
  return key?.match(/^\d{4}-\d\d-\d\d/)?.[0] ?? new Date(at).toISOString().slice(0, 10);
}
