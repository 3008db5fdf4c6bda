import { DOT } from '../../../language/numbers.js';
import type { SlotValue } from './data.js';
import type { Grammar, GroupNode, List, NameList, Node, SlotNode, TextNode } from './grammar.js';

/** A device or place of the house. */
export interface Named {
  id: string;
  name: string;
  domain?: string;
  deviceClass?: string;
}

/** Names of devices or places, as normalised text. */
export interface Names {
  byName: ReadonlyMap<string, readonly Named[]>;
  /** First letters of all names, MIN_PREFIX of them or fewer. */
  prefixes: ReadonlySet<string>;
  longest: number;
}

export type HouseNames = Readonly<Record<NameList, Names>> & {
  /** Devices may be called anything that this has a name for: the caller finds out which they are. Words may be none at all. */
  readonly open?: (said: string) => string | undefined;
};

export interface Slot {
  slot: string;
  value: SlotValue | readonly SlotValue[];
  /** As it was said. */
  text: string;
  wildcard?: true;
  /** Names a device, though no device is called exactly so. */
  free?: true;
  /** Those that are called so. */
  named?: readonly Named[];
}

/** How much work a match may be, in steps; what is left is counted down. */
export interface Budget {
  steps: number;
}

/** One way in which a node matches. */
export interface Outcome {
  /** Twice the place behind it, and one more when a word begins there. */
  to: number;
  /** Letters of the template's own words. */
  literal: number;
  slots: readonly Slot[];
}

interface SpokenNumber {
  from: number;
  end: number;
  value: number;
}

const PREFIX = 3;
const NO_SLOTS: readonly Slot[] = [];
const NONE: readonly Outcome[] = [];

/** Collects names for matching; the first letters tell quickly that none begins here. */
export function namesOf(named: Iterable<[text: string, one: Named]>): Names {
  const byName = new Map<string, Named[]>();
  const prefixes = new Set<string>();
  let longest = 0;
  for (const [said, one] of named) {
    if (said === '') continue;
    const known = byName.get(said);
    if (known) {
      if (!known.includes(one)) known.push(one);
      continue;
    }
    byName.set(said, [one]);
    prefixes.add(said.slice(0, PREFIX));
    longest = Math.max(longest, said.length);
  }
  return { byName, prefixes, longest };
}

/**
 * Matches nodes of a grammar in one text; what was found for a node at a place is kept, so that rules and lists that many
 * sentences share cost once.
 * @param text normalised, in lower case
 * @param budget for templates of which nobody knows how much work they are; its matcher throws a RangeError when it is spent
 */
export function matcherOf(text: string, { numbers, ignoreWhitespace }: Grammar, names: HouseNames, budget?: Budget) {
  const size = text.length;
  const found = new Map<number, readonly Outcome[]>();
  const foundFree = new Map<number, readonly Outcome[]>();
  const foundInLists = new Map<List, Map<number, readonly Outcome[]>>();
  const reached = new Map<number, number>();
  const sayable = new Map<List, Extract<List, { kind: 'values' }>['values']>();
  let counted: readonly SpokenNumber[] | undefined;

  const spend = (steps: number): void => {
    if (!budget) return;
    budget.steps -= steps;
    if (budget.steps < 0) throw new RangeError('the template is too much work');
  };

  const afterSpaces = (from: number): number => {
    let at = from;
    while (at < size && text.charCodeAt(at) === 32) at += 1;
    return at;
  };

  /**
   * The last place at which a node may begin by the words it needs; below zero where they aren't said at all. Only where
   * devices may be called anything is so much tried in vain that this is worth its time.
   */
  function reach(node: Node): number {
    if (!names.open) return size;
    if (node.kind === 'text') return node.literal === 0 ? size : text.lastIndexOf(node.trimmed);
    const known = reached.get(node.id);
    if (known !== undefined) return known;
    const last = node.kind === 'slot' ? reachOfList(node.list) : reachOfGroup(node);
    reached.set(node.id, last);
    return last;
  }

  function reachOfGroup({ kind, items }: GroupNode): number {
    const isSequence = kind === 'sequence';
    let last = isSequence ? size : -1;
    // what is optional has nothing as its last alternative
    for (let at = items.length - 1; at >= 0 && last !== (isSequence ? -1 : size); at--) {
      const item = items[at];
      if (item) last = isSequence ? Math.min(last, reach(item)) : Math.max(last, reach(item));
    }
    return last;
  }

  function reachOfList(list: List): number {
    if (list.kind === 'values') return sayableOf(list).reduce((last, { node }) => Math.max(last, reach(node)), -1);
    if (list.kind === 'range')
      return Math.max(text.search(/[0-9][^0-9]*$/), ...spokenNumbers().map(({ from }) => from));
    return list.kind === 'names' && !(list.names === 'name' && names.open) && names[list.names].longest === 0
      ? -1
      : size;
  }

  /** The values of a list whose words are said. */
  function sayableOf(list: Extract<List, { kind: 'values' }>) {
    const known = sayable.get(list);
    if (known) return known;
    const some = list.values.filter(({ node }) => reach(node) >= 0);
    sayable.set(list, some);
    return some;
  }

  /** The numbers that are said in words, the shorter first. */
  function spokenNumbers(): readonly SpokenNumber[] {
    if (counted) return counted;
    const found: SpokenNumber[] = [];
    for (const [said, value] of numbers) {
      for (let from = text.indexOf(said); from >= 0; from = text.indexOf(said, from + 1)) {
        found.push({ from, end: from + said.length, value });
      }
    }
    counted = found.sort((a, b) => a.end - b.end);
    return counted;
  }

  /** Where a text ends that begins in a state; -1 when it doesn't. */
  function matchText(node: TextNode, state: number): number {
    if (node.text === '') return state;
    const startsWord = (state & 1) === 1 || ignoreWhitespace;
    const from = startsWord ? afterSpaces(state >> 1) : state >> 1;
    const said = startsWord ? node.trimmed : node.text;
    if (text.startsWith(said, from)) return (from + said.length) * 2 + (node.endsWord ? 1 : 0);
    if (node.literal === 0 && afterSpaces(from) === size) return state;
    return -1;
  }

  function match(node: Node, state: number): readonly Outcome[] {
    spend(1);
    if (node.kind === 'text') {
      const to = matchText(node, state);
      return to < 0 ? NONE : [{ to, literal: node.literal, slots: NO_SLOTS }];
    }
    if (state >> 1 > reach(node)) return NONE;
    const key = node.id * (size + 1) * 2 + state;
    const known = found.get(key);
    if (known) return known;
    const outcomes = matchGroup(node, state);
    found.set(key, outcomes);
    return outcomes;
  }

  function matchGroup(node: GroupNode | SlotNode, state: number): readonly Outcome[] {
    if (node.kind === 'slot') {
      return matchList(node.list, state, node.endsWord).map((outcome) => ({
        ...outcome,
        slots: outcome.slots.map((slot) => ({ ...slot, slot: node.slot })),
      }));
    }
    if (node.kind === 'alternative') {
      const found: Outcome[] = [];
      for (const item of node.items) for (const one of match(item, state)) found.push(one);
      return distinct(found, spend);
    }
    let outcomes: readonly Outcome[] = [{ to: state, literal: 0, slots: NO_SLOTS }];
    for (const item of node.items) {
      const [only] = outcomes;
      if (only && outcomes.length === 1 && only.slots.length === 0 && only.literal === 0) {
        outcomes = match(item, only.to);
      } else {
        const next: Outcome[] = [];
        for (const before of outcomes) {
          const behind = match(item, before.to);
          spend(behind.length);
          for (const after of behind) next.push(joined(before, after));
        }
        outcomes = distinct(next, spend);
      }
      if (outcomes.length === 0) return NONE;
    }
    return outcomes;
  }

  function matchList(list: List, state: number, endsWord: boolean): readonly Outcome[] {
    if (list.kind === 'wildcard') return matchWildcard(state >> 1, endsWord);
    if (list.kind === 'names' && list.names === 'name' && names.open) return free(state >> 1, endsWord, names.open);
    const byState = foundInLists.get(list) ?? new Map<number, readonly Outcome[]>();
    foundInLists.set(list, byState);
    const known = byState.get(state);
    if (known) return known;
    const outcomes = findInList(list, state);
    byState.set(state, outcomes);
    return outcomes;
  }

  function findInList(list: Exclude<List, { kind: 'wildcard' }>, state: number): Outcome[] {
    const from = afterSpaces(state >> 1);
    if (from === size) return [];
    const flag = state & 1;
    if (list.kind === 'values') {
      return sayableOf(list).flatMap(({ node, out }) =>
        match(node, state)
          .filter(({ to }) => to >> 1 > from)
          .map(({ to }) => outcome((to >> 1) * 2 + flag, from, { value: out })),
      );
    }
    if (list.kind === 'names') return matchNames(names[list.names], flag || ignoreWhitespace ? from : state >> 1, flag);
    return matchRange(list.range, from, flag);
  }

  function outcome(to: number, from: number, slot: Omit<Slot, 'slot' | 'text'>, literal = 0): Outcome {
    return { to, literal, slots: [{ slot: '', text: text.slice(from, to >> 1).trim(), ...slot }] };
  }

  function matchNames({ byName, prefixes, longest }: Names, from: number, flag: number): Outcome[] {
    const outcomes: Outcome[] = [];
    const last = Math.min(size, from + longest);
    for (let length = 1; length < PREFIX; length++) {
      if (prefixes.has(text.slice(from, from + length))) add(from + length);
    }
    if (prefixes.has(text.slice(from, from + PREFIX))) for (let end = from + PREFIX; end <= last; end++) add(end);
    return outcomes;

    function add(end: number): void {
      const named = end <= size ? byName.get(text.slice(from, end)) : undefined;
      if (named) outcomes.push(outcome(end * 2 + flag, from, { value: named[0]?.name ?? '', named }));
    }
  }

  function matchRange(range: Extract<List, { kind: 'range' }>['range'], from: number, flag: number): Outcome[] {
    const { from: least, to: most, step = 1, multiplier = 1, fractions } = range;
    const inRange = (value: number) =>
      value >= least &&
      value < most + 1 &&
      (fractions ? Number.isInteger(value * 2) : value <= most && (value - least) % step === 0);
    const digits = fractions ? /[0-9]+(?:dot[0-9]+)?/y : /[0-9]+/y;
    digits.lastIndex = from;
    const written = digits.exec(text)?.[0];
    if (written !== undefined) {
      const value = Number(written.replace(DOT, '.'));
      return inRange(value) ? [outcome((from + written.length) * 2 + flag, from, { value: value * multiplier })] : [];
    }
    return spokenNumbers()
      .filter((one) => one.from === from && inRange(one.value))
      .map(({ end, value }) => outcome(end * 2, from, { value: value * multiplier }, end - from));
  }

  /** Any words from here on, at least one. */
  function matchWildcard(from: number, endsWord: boolean): Outcome[] {
    return endsFrom(from, endsWord).flatMap(({ to, said }) =>
      said === '' ? [] : [outcome(to, from, { value: said, wildcard: true })],
    );
  }

  function free(from: number, endsWord: boolean, open: (said: string) => string | undefined): readonly Outcome[] {
    const key = from * 2 + (endsWord ? 1 : 0);
    const outcomes = foundFree.get(key) ?? matchFree(from, endsWord, open);
    foundFree.set(key, outcomes);
    return outcomes;
  }

  function matchFree(from: number, endsWord: boolean, open: (said: string) => string | undefined): Outcome[] {
    return endsFrom(from, endsWord).flatMap(({ to, said }) => {
      const value = open(said);
      return value === undefined ? [] : [outcome(to, from, { value, free: true })];
    });
  }

  /** Words from here on, none to all; they end before a space, or anywhere in a script or template that doesn't separate words. */
  function endsFrom(from: number, endsWord: boolean): { to: number; said: string }[] {
    const ends: { to: number; said: string }[] = [];
    const first = afterSpaces(from);
    for (let end = first; end <= size; end++) {
      if (end > first && endsWord && !ignoreWhitespace && end < size && text.charCodeAt(end) !== 32) continue;
      ends.push({ to: end * 2 + 1, said: text.slice(first, end).trim() });
    }
    return ends;
  }

  return (node: Node): Outcome[] => match(node, 1).filter(({ to }) => afterSpaces(to >> 1) === size);
}

function joined(before: Outcome, after: Outcome): Outcome {
  if (before.slots.length === 0 && before.literal === 0) return after;
  const slots =
    before.slots.length === 0
      ? after.slots
      : after.slots.length === 0
        ? before.slots
        : [...before.slots, ...after.slots];
  return { to: after.to, literal: before.literal + after.literal, slots };
}

/** Of outcomes that say the same, the one that took most of the template's words. */
function distinct(outcomes: readonly Outcome[], spend: (steps: number) => void): readonly Outcome[] {
  if (outcomes.length < 2) return outcomes;
  const kept: Outcome[] = [];
  for (const one of outcomes) {
    spend(kept.length);
    const at = kept.findIndex((other) => other.to === one.to && sameSlots(other.slots, one.slots));
    const other = kept[at];
    if (!other) kept.push(one);
    else if (one.literal > other.literal) kept[at] = one;
  }
  return kept;
}

function sameSlots(a: readonly Slot[], b: readonly Slot[]): boolean {
  return (
    a === b ||
    (a.length === b.length &&
      a.every(({ slot, value, text }, i) => {
        const other = b[i];
        return other !== undefined && other.slot === slot && other.value === value && other.text === text;
      }))
  );
}
