import { fold } from '../fold.js';
import { languageTable } from '../folders.js';
import { monthNames, weekdayNames } from '../names.js';
import { numbersOf } from '../numbers.js';
import { primaryLanguage } from '../tags.js';
import type { RuleName } from './rules.js';
import { type Slots, TIME_WORDS, type TimeWords } from './types.js';

/** A pattern of a language that was found in a text. */
export interface Said {
  rule: RuleName;
  slots: Slots;
  /** Where it ends in the text. */
  end: number;
}

/** Words of a language, each with what it means. */
interface Tables {
  numbers: Map<string, number>;
  ordinals: Map<string, number>;
  weekdays: Map<string, number>;
  months: Map<string, number>;
  units: Map<string, Slots['unit']>;
  seasons: Map<string, Slots['season']>;
  parts: Map<string, Slots['part']>;
  holidays: Map<string, Slots['holiday']>;
}

export interface Grammar extends Pick<TimeWords, 'glue'> {
  patterns: readonly { rule: RuleName; regex: RegExp }[];
  tables: Tables;
}

/** Of a month. */
const DAYS = 31;
const YEAR = '(?:19|20)\\d\\d';
/** As dates of numbers end. */
const SHORT_YEAR = '\\d\\d';
const DATE = '(?:0?[1-9]|[12]\\d|3[01])';
const MONTH = '(?:0?[1-9]|1[0-2])';

const grammars = new Map<string, Grammar>();

/** The patterns of a language, ready to be looked for; undefined where none are known. */
export function grammarOf(tag: string): Grammar | undefined {
  // only there the month comes first: 3/5 is the fifth of March
  const isAmerican = /^en[-_]us\b/i.test(tag);
  const language = primaryLanguage(tag);
  const words = languageTable(language, 'when', TIME_WORDS);
  if (!words) return undefined;
  const key = isAmerican ? 'en-US' : language;
  const grammar = grammars.get(key) ?? compiled(words, language, isAmerican);
  grammars.set(key, grammar);
  return grammar;
}

function compiled(words: TimeWords, language: string, isAmerican: boolean): Grammar {
  const counts = [...numbersOf(language)].filter(([, count]) => count >= 1 && Number.isInteger(count));
  const dates = ordinalsOf(words);
  const tables: Tables = {
    numbers: new Map([...counts, ...(words.couple ? [[spaced(words.couple), 2] as const] : [])]),
    ordinals: new Map([...(dates.size < DAYS ? counts.filter(([, count]) => count <= DAYS) : []), ...dates]),
    weekdays: named(weekdayNames(language), 0, words.weekdays),
    months: named(monthNames(language), 1, words.months),
    units: keyed(words.units),
    seasons: keyed(words.seasons),
    parts: keyed(words.parts),
    holidays: keyed(words.holidays),
  };
  const slots = slotPatterns(tables);
  const texts = { ...words.patterns, ...(isAmerican ? words.american : {}) };
  const patterns = Object.entries(texts).flatMap(([name, some = []]) =>
    some.map((text) => ({ rule: name as RuleName, regex: regexOf(text, words.words, slots) })),
  );
  return { patterns, tables, glue: words.glue };
}

/** The longest pattern that begins at a word; of equally long ones the first of the table. */
export function saidAt(text: string, at: number, { patterns, tables }: Grammar): Said | undefined {
  let best: { rule: RuleName; found: RegExpExecArray } | undefined;
  for (const { rule, regex } of patterns) {
    regex.lastIndex = at;
    const found = regex.exec(text);
    if (found && found[0].length > (best?.found[0].length ?? 0)) best = { rule, found };
  }
  if (!best) return undefined;
  return { rule: best.rule, slots: slotsIn(best.found.groups ?? {}, tables), end: at + best.found[0].length };
}

/** 1 to 31. */
function ordinalsOf({ ordinals, ordinalEndings }: TimeWords): Map<string, number> {
  const endings = ordinalEndings.split(' ');
  return new Map(
    ordinals
      .split(' ')
      .flatMap((same, index) =>
        same.split('|').flatMap((word) => endings.map((ending) => [spaced(word) + ending, index + 1] as const)),
      ),
  );
}

/** Names of Unicode's, as they are compared, and others. */
function named(names: readonly string[], first: number, others: Readonly<Record<string, number>>): Map<string, number> {
  return new Map([...names.map((name, index) => [fold(name), index + first] as const), ...Object.entries(others)]);
}

function keyed<Value extends string>(words: Readonly<Partial<Record<Value, string>>>): Map<string, Value> {
  const values = Object.keys(words) as Value[];
  return new Map(values.flatMap((value) => (words[value] ?? '').split(' ').map((word) => [spaced(word), value])));
}

function spaced(word: string): string {
  return word.replaceAll('_', ' ');
}

function slotPatterns(tables: Tables): Record<string, string> {
  const oneOf = (table: Map<string, unknown>) => [...table.keys()].sort((a, b) => b.length - a.length).join('|');
  const date = `${DATE}(?:st|nd|rd|th|er|\\.)?|${oneOf(tables.ordinals)}`;
  return {
    n: `\\d{1,3}|${oneOf(tables.numbers)}`,
    day: date,
    day2: date,
    dd: DATE,
    mm: MONTH,
    month: oneOf(tables.months),
    year: YEAR,
    yy: SHORT_YEAR,
    weekday: oneOf(tables.weekdays),
    unit: oneOf(tables.units),
    season: oneOf(tables.seasons),
    part: oneOf(tables.parts),
    holiday: oneOf(tables.holidays),
  };
}

/** Sticky, and only whole words: a letter or digit after it would make it another word. */
function regexOf(text: string, words: Readonly<Record<string, string>>, slots: Record<string, string>): RegExp {
  // A name may stand once in a pattern, or in several branches of it.
  const branches = new Map<string, number>();
  const filled = text
    .replace(/(?<!\(\?)<(\w+)>/g, (_, name: string) => words[name] ?? name)
    .replace(/\{(\w+)\}/g, (_, name: string) => {
      const times = branches.get(name) ?? 0;
      branches.set(name, times + 1);
      return `(?<${name}${times === 0 ? '' : `_${times}`}>${slots[name] ?? name})`;
    });
  return new RegExp(`(?:${filled})(?![^ ])`, 'y');
}

function slotsIn(groups: Record<string, string | undefined>, tables: Tables): Slots {
  const said = (name: string) => groups[name] ?? groups[`${name}_1`];
  const from = <Value>(table: Map<string, Value>, name: string): Value | undefined => table.get(said(name) ?? '');
  const read: { [S in keyof Slots]: Slots[S] | undefined } = {
    n: from(tables.numbers, 'n') ?? numberIn(said('n')),
    day: from(tables.ordinals, 'day') ?? numberIn(said('day') ?? said('dd')),
    day2: from(tables.ordinals, 'day2') ?? numberIn(said('day2')),
    month: from(tables.months, 'month') ?? numberIn(said('mm')),
    year: numberIn(said('year')) ?? thisCentury(numberIn(said('yy'))),
    weekday: from(tables.weekdays, 'weekday'),
    unit: from(tables.units, 'unit'),
    season: from(tables.seasons, 'season'),
    part: from(tables.parts, 'part'),
    holiday: from(tables.holidays, 'holiday'),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

function thisCentury(short: number | undefined): number | undefined {
  return short === undefined ? undefined : 2_000 + short;
}

function numberIn(said: string | undefined): number | undefined {
  return said === undefined ? undefined : Number.parseInt(said, 10);
}
