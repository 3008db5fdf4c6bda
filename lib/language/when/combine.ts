import { type Day, dateOf } from './calendar.js';
import type { Grammar } from './patterns.js';
import { backFrom, beside, partOf, yearOf } from './rules.js';
import type { Meaning, Span } from './types.js';

/** What a run of words means, by the indexes of its first word and of the one after its last. */
export interface Clause extends Meaning {
  first: number;
  next: number;
}

/** After "before Easter" and the like nobody means more than these days, unless a month or a year was named. */
const NEAR_DAYS = 28;

/**
 * Makes one span of what was said: "Tuesday" and "last week", "the evening" of "the third of May", "between" two of them.
 * Where several remain: what they have in common, or from the first to the last.
 * @param words All words of the text, folded.
 */
export function combined(
  clauses: readonly Clause[],
  words: readonly string[],
  { glue }: Grammar,
  today: Day,
): { span: Span; said: Set<number> } | undefined {
  const between = (a: Clause, b: Clause) => words.slice(a.next, b.first).join(' ');
  const fits = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`).test(text);
  /** Index of the first word of `pattern` right before a clause. */
  const leading = (pattern: string, clause: Clause): number | undefined => {
    for (let first = Math.max(0, clause.first - 4); first < clause.first; first++) {
      if (fits(pattern, words.slice(first, clause.first).join(' '))) return first;
    }
    return undefined;
  };

  const join = (a: Clause, b: Clause): Clause | undefined => {
    const glued = between(a, b);
    const whole = { first: a.first, next: b.next };
    for (const [pattern, side] of [
      [glue.before, -1],
      [glue.after, 1],
    ] as const) {
      const span = fits(pattern, glued) && !b.part && !b.amount ? beside(a, b.span, side) : undefined;
      if (span) return { ...whole, span };
    }
    if (!fits(glue.of, glued)) return undefined;
    const span = within(a, b) ?? within(b, a);
    // What was found in a year may still get its part of the day.
    return span && { ...whole, span };
  };
  const range = (a: Clause, b: Clause): Clause | undefined => {
    const glued = between(a, b);
    for (const [opener, joiner] of glue.between) {
      if (!fits(joiner, glued)) continue;
      const first = opener === '' ? a.first : leading(opener, a);
      if (first !== undefined) return { first, next: b.next, span: fromTo(a, b) };
    }
    return undefined;
  };
  const open = (clause: Clause): Clause => {
    const near = clause.span.to - clause.span.from < NEAR_DAYS;
    const { from, to } = clause.span;
    const begun = (pattern: string, span: Span): Clause | undefined => {
      const first = clause.amount || clause.part ? undefined : leading(pattern, clause);
      return first === undefined ? undefined : { first, next: clause.next, span };
    };
    return (
      begun(glue.since, { from, to: today + 1 }) ??
      begun(glue.until, { from: 0, to }) ??
      begun(glue.before, { from: near ? from - NEAR_DAYS : 0, to: from }) ??
      begun(glue.after, { from: to, to: near ? Math.min(to + NEAR_DAYS, today + 1) : today + 1 }) ??
      clause
    );
  };

  const joined = pairwise(pairwise(pairwise(clauses, join), join), range).map(open);
  const sure = joined.filter(({ weak }) => !weak);
  if (sure.length === 0) return undefined;
  const said = new Set(sure.flatMap(({ first, next }) => Array.from({ length: next - first }, (_, at) => first + at)));
  const [only, ...others] = sure;
  if (only && others.length === 0) return { span: only.span, said };
  const begins = sure.map((one) => one.span.from);
  const ends = sure.map((one) => one.span.to);
  const common = { from: Math.max(...begins), to: Math.min(...ends) };
  const span = common.from < common.to ? common : { from: Math.min(...begins), to: Math.max(...ends) };
  return { span, said };
}

/** Neighbours that make one, from left to right. */
function pairwise(clauses: readonly Clause[], join: (a: Clause, b: Clause) => Clause | undefined): Clause[] {
  const made: Clause[] = [];
  for (const clause of clauses) {
    const last = made.at(-1);
    const both = last && join(last, clause);
    if (both) made[made.length - 1] = both;
    else made.push(clause);
  }
  return made;
}

/** What the first says of the second: a weekday of its week, a part of its day, Easter of its year. */
function within(one: Clause, other: Clause): Span | undefined {
  const { from, to } = other.span;
  const year = yearOf(other.span);
  if (one.back && other.isDay) return backFrom(one.back, other.span);
  if (one.inYear && year !== undefined) return one.inYear(year);
  if (one.weekday !== undefined && !other.amount && to - from === 7) {
    return Array.from({ length: 7 }, (_, at) => ({ from: from + at, to: from + at + 1 })).find(
      (day) => dateOf(day.from).weekday === one.weekday,
    );
  }
  // "Tuesday, the third of May": the date is surer.
  if (one.weekday !== undefined && other.inYear && to - from === 1) return other.span;
  if (one.dayOfMonth !== undefined && to - from >= 28 && to - from <= 31) {
    const day = from + one.dayOfMonth - 1;
    return day < to ? { from: day, to: day + 1 } : undefined;
  }
  if (one.part && to - from === 1 && !other.span.hours && !other.part) return partOf(other.span, one.part);
  return undefined;
}

/** From the beginning of one to the end of the other, the last time they came in this order. */
function fromTo(a: Clause, b: Clause): Span {
  const { to } = b.span;
  const year = dateOf(b.span.from).year;
  const from = a.inYear
    ? [year, year - 1].map(a.inYear).find((span) => span.from <= b.span.from)?.from
    : a.weekday !== undefined && a.span.from > b.span.from
      ? a.span.from - 7
      : undefined;
  const begin = from ?? a.span.from;
  return { from: Math.min(begin, to - 1), to: Math.max(begin + 1, to) };
}
