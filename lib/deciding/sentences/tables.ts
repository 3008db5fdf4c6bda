import { TELEVISIONS } from '../../home/names.js';
import type { Aggregate, Entity } from '../../home/types.js';
import { fold, words } from '../../language/fold.js';
import { languageTable, listed, oneOf } from '../../language/folders.js';
import { numberJointSource, numberWordSource } from '../../language/numbers.js';
import { MEANINGS } from './meanings.js';
import { compile, wordsNeeded } from './template.js';
import { type Asked, type Aspect, type LanguageTable, type Measure, type Pattern, SENTENCES } from './types.js';

export interface CompiledPattern extends Omit<Pattern, 'value'> {
  templates: readonly { needs: readonly (readonly string[])[]; sentence: RegExp }[];
  asks: boolean;
  /** Direction of a change, with {by} as its size where the sentence gives one. */
  sign?: 1 | -1;
  /** A fixed value: percent, what is asked, or a CSS colour. */
  value?: number | string;
  /** The devices its sentences are about, where they are fewer than the action's. */
  fits?(entity: Entity): boolean;
}

/** The words of a language that targets are made of, ready to look for. */
export interface Words {
  and: RegExp;
  all: RegExp;
  everywhere: RegExp;
  here: RegExp;
  everything: RegExp;
  anything: RegExp;
  except: RegExp;
  groups: ReadonlySet<string>;
  /** Prepositions that are left when the words of a name are gathered. */
  silent: ReadonlySet<string>;
  /** Words for the states on and off. */
  switched: ReadonlySet<string>;
  /** Words for one make of a kind, which must stand in the name or be the device's class. */
  specific: ReadonlySet<string>;
  head: 'last' | 'first';
}

export interface CompiledTable {
  lead: RegExp;
  /** Between two orders of a sentence as it was written. */
  joint: RegExp;
  and: string;
  /** "everywhere" */
  house: string;
  request: RegExp;
  tail: RegExp;
  anywhere: RegExp;
  slightly: RegExp;
  percent: RegExp;
  levels: ReadonlyMap<string, number>;
  colors: ReadonlyMap<string, string>;
  patterns: readonly CompiledPattern[];
  /** A question without its verb: "the TV still on". */
  elliptic?: RegExp | undefined;
  /** Between a device and its state: "is"; and what tells it as an ending: "the lamp*'s* off". */
  verb: string;
  contracted?: RegExp | undefined;
  /** Verbs that are nouns, too: "switch". */
  verbs: ReadonlySet<string>;
  /** Between a device and its value: "to". */
  to: ReadonlySet<string>;
  /** Words for what a device is asked to be. */
  asked: ReadonlyMap<string, Asked>;
  /** Words of each slot for a change, with their directions. */
  signs: ReadonlyMap<string, ReadonlyMap<string, 1 | -1>>;
  /** Home Assistant's modes that words may mean. */
  modes: ReadonlyMap<string, readonly string[]>;
  /** Words for what sensors measure. */
  measures: ReadonlyMap<string, Measure>;
  /** Words for what a device has beside its state. */
  aspects: ReadonlyMap<string, Aspect>;
  /** Words for the most and the least, with what is measured where they say it. */
  extremes: ReadonlyMap<string, { aggregate: Aggregate; value?: Measure }>;
  words: Words;
}

const SPECIFIC =
  'radio speaker speakers lautsprecher enceinte enceintes altavoz altavoces plug plugs socket sockets outlet outlets steckdose steckdosen prise prises enchufe enchufes';
const compiled = new Map<string, CompiledTable>();

/** The words that a language's sentences are written with, slots and macros' names left out. */
export function wordsOfTable(language: string): string[] {
  const {
    colors,
    levels,
    macros,
    says,
    states,
    done,
    steps,
    measures,
    aspects,
    extremes,
    modes,
    head: _,
    ...lists
  } = sentencesOf(language);
  const written = [
    ...Object.values(lists).flat(),
    ...[colors, macros, states, done, measures, aspects, modes].flatMap((some) => Object.values(some)).flatMap(listed),
    ...[steps, extremes]
      .flatMap((some) => Object.values(some))
      .flat()
      .flatMap(listed),
    ...Object.keys(levels),
    ...Object.values(says).flat(),
  ];
  return written.flatMap((text) => words(text.replace(/<\w+>|\{\w+\}/g, ' ')));
}

/** Questions for the state of a device. */
const OF_STATES = ['listOn', 'whichAre', 'isLocked', 'isIt', 'anyOpen', 'allAre', 'status'] as const;

/** The words of a language with which the state of a device is asked, and no more: nothing of what is measured or set. */
export function wordsOfStates(language: string): ReadonlySet<string> {
  const { says, states, done, macros, head: _, ...others } = sentencesOf(language);
  const lists = Object.values(others).filter((list): list is string[] => Array.isArray(list));
  const written = [
    ...lists.flat(),
    ...[states, done, macros].flatMap((some) => Object.values(some)),
    ...OF_STATES.flatMap((meaning) => says[meaning] ?? []),
  ];
  return new Set(written.flatMap((text) => words(text.replace(/<\w+>|\{\w+\}/g, ' '))));
}

function sentencesOf(language: string): LanguageTable {
  return languageTable(language, 'sentences', SENTENCES) ?? SENTENCES.parse({});
}

/** A language's table, compiled at first use; one without any words where its folder has no sentences. */
export function tableOf(language: string): CompiledTable {
  const known = compiled.get(language);
  if (known) return known;
  const table = compileTable(sentencesOf(language), language);
  compiled.set(language, table);
  return table;
}

function compileTable(table: LanguageTable, language: string): CompiledTable {
  const some = (slot: string, most: number) => `(?<${slot}>(?: \\S+){1,${most}}?)`;
  const all = (lists: Readonly<Record<string, string>>) => Object.values(lists).flatMap(listed);
  const joints = oneOf(table.and, (word) => word);
  const number = `(?:(?: (?:${numberWordSource(language)})(?= |$)){1,6}?)`;
  const slots = {
    target: some('target', 16),
    percent: `(?<percent>(?:${number}| ${oneOf(Object.keys(table.levels))})(?: ${oneOf(table.percent)}){0,2})`,
    degrees: `(?<degrees>${number})`,
    high: `(?<high>${number})`,
    kelvin: '(?<kelvin> \\d{4,5} ?(?:kelvin|k))',
    leader: some('leader', 8),
    option: some('option', 4),
    by: `(?<by>${number})`,
    state: `(?<state> ${oneOf(all(table.states))})`,
    done: `(?<done> ${oneOf(all(table.done))})`,
    ...Object.fromEntries(
      Object.entries(table.steps).map(([slot, said]) => [slot, `(?<${slot}> ${oneOf(said.flatMap(listed))})`]),
    ),
    measure: `(?<measure> ${oneOf(all(table.measures))})`,
    aspect: `(?<aspect> ${oneOf(all(table.aspects))})`,
    extreme: `(?<extreme> ${oneOf(Object.values(table.extremes).flat().flatMap(listed))})`,
    color: `(?<color> ${oneOf(all(table.colors))})`,
    where: `(?<where> ${oneOf(table.prepositions)}(?: \\S+){1,8}?| ${oneOf([...table.adverbs, ...table.everywhere, ...table.here])})`,
  };
  const macros = { ...table.macros, lit: table.states.on ?? '', updown: table.steps['up']?.join('|') ?? '' };
  const asked = [table.done, table.states].flatMap((some) => Object.entries(some) as [Asked, string][]);
  return {
    joint: new RegExp(
      `\\s*[,;.]\\s+(?:${joints}\\s+)?|(?!${numberJointSource(language) ?? '$^'})\\s+${joints}\\s+`,
      'giu',
    ),
    and: table.and[0] ?? '',
    house: table.everywhere[0] ?? '',
    lead: new RegExp(`^ ${oneOf(table.lead)}(?= )`, 'u'),
    request: new RegExp(`^ ${oneOf(table.request)}(?= )`, 'u'),
    tail: new RegExp(` ${oneOf(table.tail)}$`, 'u'),
    anywhere: new RegExp(` ${oneOf(table.anywhere)}(?= |$)`, 'gu'),
    slightly: new RegExp(` ${oneOf(table.slightly)}(?= |$)`, 'gu'),
    percent: new RegExp(` ${oneOf(table.percent)}$`, 'u'),
    levels: new Map(Object.entries(table.levels).map(([name, value]) => [fold(name), value])),
    colors: new Map(
      Object.entries(table.colors).flatMap(([css, said]) => listed(said).map((name) => [fold(name), css])),
    ),
    patterns: MEANINGS.map(({ says, ...pattern }) => ({
      ...pattern,
      asks: pattern.does === 'get_state' || pattern.does === 'list_on',
      templates: (table.says[says] ?? []).map((template) => ({
        needs: wordsNeeded(template, macros),
        sentence: compile(template, macros, slots),
      })),
    })),
    verb: table.verb,
    contracted:
      table.contracted === undefined
        ? undefined
        : new RegExp(
            `(?<=\\p{L})['’]${table.contracted} (?=${oneOf([...Object.values(table.states), ...Object.values(table.colors)].flatMap(listed).filter((word) => !word.includes(' ')))}(?: \\p{L}+)?[.!]?$)`,
            'giu',
          ),
    verbs: new Set(listed(table.macros['turn'] ?? '').map(fold)),
    to: new Set(listed(table.macros['to'] ?? '').map(fold)),
    elliptic:
      table.stillAsks.length === 0
        ? undefined
        : new RegExp(
            `^(?! ${oneOf(listed(`${table.macros['turn'] ?? ''}|${table.macros['set'] ?? ''}`))} )(?<about>(?: \\S+){1,6}) ${oneOf(table.stillAsks)}(?<state> ${oneOf(all(table.states))})$`,
            'u',
          ),
    asked: new Map(asked.flatMap(([value, said]) => listed(said).map((word) => [fold(word), value]))),
    signs: new Map(
      Object.entries(table.steps).map(([slot, [more, less]]) => [
        slot,
        new Map([...signed(more, 1), ...signed(less, -1)]),
      ]),
    ),
    modes: modesOf(table.modes),
    measures: new Map(
      (Object.entries(table.measures) as [Measure, string][]).flatMap(([measure, said]) =>
        listed(said).map((word) => [fold(word), measure]),
      ),
    ),
    aspects: new Map(
      (Object.entries(table.aspects) as [Aspect, string][]).flatMap(([aspect, said]) =>
        listed(said).map((word) => [fold(word), aspect]),
      ),
    ),
    extremes: new Map(
      (Object.entries(table.extremes) as [Measure | 'any', [string, string]][]).flatMap(([of, said]) =>
        (['max', 'min'] as const).flatMap((aggregate, at) =>
          listed(said[at] ?? '').map((word) => [fold(word), { aggregate, ...(of !== 'any' && { value: of }) }]),
        ),
      ),
    ),
    words: {
      and: new RegExp(` ${oneOf(table.and)} `, 'u'),
      all: new RegExp(` ${oneOf(table.all)}(?= )`, 'u'),
      everywhere: new RegExp(` ${oneOf(table.everywhere)}(?= )`, 'u'),
      here: new RegExp(` ${oneOf(table.here)}(?= )`, 'u'),
      everything: new RegExp(` ${oneOf(table.everything)}(?= )`, 'u'),
      anything: new RegExp(` ${oneOf(table.anything)}(?= )`, 'u'),
      except: new RegExp(` ${oneOf(table.except)} `, 'u'),
      groups: new Set(table.groups.map(fold)),
      silent: new Set(table.prepositions.map(fold)),
      switched: new Set([table.states.on, table.states.off].flatMap((said) => listed(said ?? '').map(fold))),
      specific: new Set([...SPECIFIC.split(' '), ...TELEVISIONS]),
      head: table.head,
    },
  };
}

function modesOf(modes: Readonly<Record<string, string>>): Map<string, string[]> {
  const meant = new Map<string, string[]>();
  for (const [mode, said] of Object.entries(modes))
    for (const word of listed(said)) meant.set(fold(word), [...(meant.get(fold(word)) ?? []), mode]);
  return meant;
}

function signed(said: string, sign: 1 | -1): [string, 1 | -1][] {
  return listed(said).map((word) => [fold(word), sign]);
}
