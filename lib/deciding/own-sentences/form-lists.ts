// No import but types: the form of the editor reads it too.
import { HOUSE_LISTS, type Problem } from './template-problem.js';

/** Lists of one node, values of all of them, and letters of one value. */
const MAX_LISTS = 50;
const MAX_VALUES = 1000;
const MAX_VALUE = 100;
const NAME = /^[\p{L}\p{N}_]+$/u;
/** "1-60" */
const RANGE = /^(-?\d{1,6})\s*[-–]\s*(-?\d{1,6})$/;

/** A list as it is entered: words, or the numbers of a range. */
export type FormList = { values: string[] } | { from: number; to: number };

/** The lists of a form, a line each: `genre: rock, jazz` or `minutes: 1-60`; those with a problem are left out. */
export function readLists(text: string): { lists: Map<string, FormList>; problems: Problem[] } {
  const lists = new Map<string, FormList>();
  const problems: Problem[] = [];
  let values = 0;
  for (const [index, written] of text.split('\n').entries()) {
    if (written.trim() === '') continue;
    const wrong = (why: Problem['why'], at = 1) => problems.push({ line: index + 1, at, why });
    const colon = written.indexOf(':');
    const name = written.slice(0, Math.max(colon, 0)).trim();
    const words = written
      .slice(colon + 1)
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
    values += words.length;
    if (lists.size >= MAX_LISTS || values > MAX_VALUES) {
      wrong('many');
      break;
    }
    if (!NAME.test(name) || HOUSE_LISTS.includes(name) || lists.has(name)) wrong('list');
    else if (words.length === 0 || words.some((word) => word.length > MAX_VALUE)) wrong('values', colon + 2);
    else lists.set(name, rangeOf(words) ?? { values: words });
  }
  return { lists, problems };
}

function rangeOf([only = '', ...more]: readonly string[]): FormList | undefined {
  const [, from, to] = RANGE.exec(only) ?? [];
  return more.length === 0 && from && to && Number(from) < Number(to)
    ? { from: Number(from), to: Number(to) }
    : undefined;
}
