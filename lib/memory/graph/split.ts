import type { Group } from '../tables/graph-learn.js';
import type { GraphLine } from '../tables/graph-rows.js';
import { wordsOf } from './line-words.js';

/** A node that holds more is split: what a merge gives to the model has to stay readable for it. */
export const NODE_LIMITS = { lines: 40, characters: 6_000 } as const;
/** Fewer lines are no topic. */
const MIN_LINES = 3;
/** A word in more of the lines than this says nothing about a topic. */
const MAX_SHARE = 0.5;
/** Letters of a name; shorter words are seldom one. */
const MIN_LETTERS = 4;
const MAX_GROUPS = 12;

export function isTooBig(lines: readonly Pick<GraphLine, 'text'>[]): boolean {
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  return lines.length > NODE_LIMITS.lines || characters > NODE_LIMITS.characters;
}

/**
 * Topics in a node's lines: the word that the most lines share gives its name and takes those lines, then the next, until
 * what is left is small enough. No model: a rule does it the same way each time, and every line stays where it can be found.
 */
export function topicsIn(lines: readonly Pick<GraphLine, 'id' | 'text'>[]): Group[] {
  let left = lines.map(({ id, text }) => ({ id, text, words: wordsOf(text).content }));
  const groups: Group[] = [];
  const all = countsIn(left);
  const most = Math.max(MIN_LINES, Math.floor(lines.length * MAX_SHARE));
  while (groups.length < MAX_GROUPS && left.length > NODE_LIMITS.lines / 2) {
    const [name] = [...countsIn(left)]
      .filter(([word, count]) => count >= MIN_LINES && (all.get(word) ?? 0) <= most && isName(word))
      .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))[0] ?? [undefined];
    if (name === undefined) break;
    const taken = left.filter(({ words }) => words.has(name));
    groups.push({ name: nameFor(name, taken[0]?.text ?? ''), lines: taken.map(({ id }) => id) });
    left = left.filter(({ words }) => !words.has(name));
  }
  return groups;
}

/** In how many of the lines each word is. */
function countsIn(lines: readonly { words: ReadonlySet<string> }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of lines) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function isName(word: string): boolean {
  return word.length >= MIN_LETTERS && !/^\d+$/.test(word);
}

/** The word as a line writes it, with a capital. */
function nameFor(word: string, text: string): string {
  const written = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).find((one) => one.toLowerCase() === word) ?? word;
  return `${written.charAt(0).toUpperCase()}${written.slice(1)}`;
}
