import { numbersOf } from '../numbers.js';
import { RULES } from './rules.js';
import type { RuleName, Slots, TimeWords } from './types.js';

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

export interface Grammar {
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

const grammars = new Map<TimeWords, Grammar>();

/** The patterns of a language, ready to be looked for. */
export function grammarOf(words: TimeWords): Grammar {
  const known = grammars.get(words);
  if (known) return known;
  const counts = [...numbersOf(words.language)].filter(([, count]) => count >= 1 && Number.isInteger(count));
  const dates = listed(words.ordinals, (index) => index + 1);
  const tables: Tables = {
    numbers: new Map([...counts, ...(words.couple ? listed(words.couple, () => 2) : [])]),
    ordinals: new Map([...(dates.size < DAYS ? counts.filter(([, count]) => count <= DAYS) : []), ...dates]),
    weekdays: listed(words.weekdays, (index) => index),
    months: listed(words.months, (index) => index + 1),
    units: keyed(words.units),
    seasons: keyed(words.seasons),
    parts: keyed(words.parts),
    holidays: keyed(words.holidays),
  };
  const slots = slotPatterns(tables);
  const patterns = Object.entries(words.patterns).flatMap(([name, texts]) =>
    texts.map((text) => ({ rule: ruleOf(name), regex: compiled(text, slots) })),
  );
  const grammar = { patterns, tables };
  grammars.set(words, grammar);
  return grammar;
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

function listed(words: string, valueAt: (index: number) => number): Map<string, number> {
  return new Map(
    words.split(' ').flatMap((same, index) => same.split('|').map((word) => [spaced(word), valueAt(index)])),
  );
}

function keyed<Value extends string>(words: Readonly<Partial<Record<Value, string>>>): Map<string, Value> {
  const values = Object.keys(words) as Value[];
  return new Map(values.flatMap((value) => (words[value] ?? '').split(' ').map((word) => [spaced(word), value])));
}

function spaced(word: string): string {
  return word.replaceAll('_', ' ');
}

function ruleOf(name: string): RuleName {
  return name in RULES ? (name as RuleName) : 'none';
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
function compiled(text: string, slots: Record<string, string>): RegExp {
  // A name may stand once in a pattern, or in several branches of it.
  const branches = new Map<string, number>();
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
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
