import { LRUCache } from 'lru-cache';
import type { Block, SlotValue } from './data.js';
import type { Edge, Grammar, Sentence } from './grammar.js';
import { type HouseNames, matcherOf, type Named, type Outcome, type Slot } from './match.js';
import { joinSigns, normalise, without } from './normalise.js';

/** What a sentence means, in Home Assistant's terms. */
export interface IntentMatch {
  intent: string;
  slots: Record<string, SlotValue | readonly SlotValue[]>;
  /** Slots as they were said. */
  said: Record<string, string>;
  /** The devices or places that are called as a slot says: `name`, `area`, `floor`. */
  named: Record<string, readonly Named[]>;
  /** What a device is called in the sentence, though none is called exactly so. */
  free?: string;
  /** Those it was said by. */
  block: Block;
  /** Letters of the template's own words: none where only names were said. */
  literal: number;
  /** Some of it may be any words. */
  wild: boolean;
  /** Words like "could you" or "please" were said. */
  polite: boolean;
  /** Key of the answer's template. */
  response?: string;
}

interface Candidate {
  sentence: Sentence;
  outcome: Outcome;
  slots: readonly Slot[];
  /** Letters of the device's name. */
  name: number;
  wildcards: number;
  wild: number;
  polite: boolean;
}

/**
 * What a sentence may mean by a language's templates, best first; the first as hassil's `recognize_best` finds it for Home
 * Assistant: the longest name of a device is preferred, then fewer wildcards, then more words of the template.
 * @param grammars in their order; one that needs no wildcard comes before those that do
 * @param here name of the area the speaker is in
 */
export function intentsOf(text: string, grammars: readonly Grammar[], names: HouseNames, here?: string): IntentMatch[] {
  return grammars
    .flatMap((grammar, order) => candidatesOf(text, grammar, names, here).map((one) => ({ ...one, order })))
    .sort((a, b) => Number(a.wildcards > 0) - Number(b.wildcards > 0) || a.order - b.order || compare(a, b))
    .map((candidate) => resultOf(candidate, text, here));
}

function candidatesOf(text: string, grammar: Grammar, names: HouseNames, here?: string): Candidate[] {
  const spoken = normalise(text);
  const { skipWords, ignoreWhitespace } = grammar;
  const bare = skipWords ? without(spoken, skipWords.anywhere) : spoken;
  const matchers = new Map<string, (sentence: Sentence) => Outcome[]>();
  const matcher = (said: string) => {
    const ready = ignoreWhitespace ? joinSigns(said) : `${said} `;
    const known = matchers.get(ready);
    if (known) return known;
    const match = matcherOf(ready, grammar, names);
    const made = ({ node }: Sentence) => match(node);
    matchers.set(ready, made);
    return made;
  };
  // words without meaning may belong to the sentence, or to what a wildcard takes
  const texts: Record<Edge, readonly string[]> = {
    whole: [spoken],
    start: [skipWords ? without(spoken, skipWords.atEnd) : spoken],
    end: [skipWords ? without(spoken, skipWords.atStart) : spoken],
    none: bare === spoken ? [spoken] : [spoken, bare],
  };
  const haystack = ignoreWhitespace ? `${spoken}\n${bare}\n${joinSigns(spoken)}` : `${spoken}\n${bare}`;
  const candidates: Candidate[] = [];
  for (const sentence of possible(grammar, haystack)) {
    if (sentence.block.here !== undefined && here === undefined) continue;
    for (const said of texts[sentence.edge]) {
      for (const outcome of matcher(said)(sentence)) {
        const candidate = candidateOf(sentence, outcome, bare !== spoken);
        if (candidate) candidates.push(candidate);
      }
    }
  }
  return candidates;
}

const byFragment = new WeakMap<Grammar, readonly (readonly Sentence[])[]>();

/** The sentences that need each of the fragments, by the group of them that is the rarest to be said; last those that need none. */
function sentencesBy(grammar: Grammar): readonly (readonly Sentence[])[] {
  const known = byFragment.get(grammar);
  if (known) return known;
  const { fragments, sentences } = grammar;
  const made: Sentence[][] = Array.from({ length: fragments.length + 1 }, () => []);
  const shortest = (group: readonly number[]) => Math.min(...group.map((at) => fragments[at]?.length ?? 0));
  for (const sentence of sentences) {
    let rarest: readonly number[] = [fragments.length];
    let letters = -1;
    for (const group of sentence.needs) {
      const length = shortest(group);
      if (length > letters) [rarest, letters] = [group, length];
    }
    for (const at of rarest) made[at]?.push(sentence);
  }
  byFragment.set(grammar, made);
  return made;
}

/** Ways to write what a person just said, which several look for in the same fragments. */
const MAX_HAYSTACKS = 16;
const saidFragments = new WeakMap<Grammar['fragments'], LRUCache<string, readonly boolean[]>>();

/** Which fragments stand in a text: there are hundreds, and a sentence is read a dozen times until it is understood. */
function fragmentsIn(haystack: string, { fragments }: Grammar): readonly boolean[] {
  const lately = saidFragments.get(fragments) ?? new LRUCache<string, readonly boolean[]>({ max: MAX_HAYSTACKS });
  saidFragments.set(fragments, lately);
  const said = lately.get(haystack) ?? fragments.map((fragment) => haystack.includes(fragment));
  lately.set(haystack, said);
  return said;
}

/** The sentences that may be meant, in the grammar's order: what they need is said. */
function possible(grammar: Grammar, haystack: string): Sentence[] {
  const said = fragmentsIn(haystack, grammar);
  const found = new Set<Sentence>();
  sentencesBy(grammar).forEach((some, at) => {
    if (said[at] === false) return;
    for (const sentence of some)
      if (sentence.needs.every((group) => group.some((fragment) => said[fragment]))) found.add(sentence);
  });
  return [...found].sort((a, b) => a.at - b.at);
}

function candidateOf(sentence: Sentence, outcome: Outcome, polite: boolean): Candidate | undefined {
  const { domains, classes } = sentence.block;
  let slots = outcome.slots;
  // the last that was named says what is meant
  const last = slots.findLast(({ named }) => named?.some(({ domain }) => domain !== undefined));
  const fitting = last?.named?.filter((one) => fits(sentence.block, one));
  const [first] = fitting ?? [];
  if (last && fitting) {
    if (!first) return undefined;
    slots = slots.map((slot) => (slot === last ? { ...slot, value: first.name, named: fitting } : slot));
  } else if ((domains || classes) && !slots.some(({ free }) => free)) return undefined;
  const wild = slots.filter(({ wildcard }) => wildcard);
  const name = slots.findLast(({ slot, wildcard }) => slot === 'name' && !wildcard);
  return {
    sentence,
    outcome,
    slots,
    name: name?.text.length ?? 0,
    wildcards: wild.length,
    wild: wild.reduce((sum, { text }) => sum + text.length, 0),
    polite,
  };
}

function fits(block: Block, { domain = '', deviceClass = '' }: Named): boolean {
  const { domains, notDomains, classes, notClasses, slots } = block;
  const meant = slots?.['domain'];
  return (
    (meant === undefined || (Array.isArray(meant) ? meant.includes(domain) : meant === domain)) &&
    domains?.includes(domain) !== false &&
    classes?.includes(deviceClass) !== false &&
    notDomains?.includes(domain) !== true &&
    notClasses?.includes(deviceClass) !== true
  );
}

/** Below zero where the first is better: of equals the one with more slots, then the language's first. */
function compare(a: Candidate, b: Candidate): number {
  return (
    b.name - a.name ||
    a.wildcards - b.wildcards ||
    b.outcome.literal - a.outcome.literal ||
    a.wild - b.wild ||
    Number(a.sentence.intent > b.sentence.intent) - Number(a.sentence.intent < b.sentence.intent) ||
    meaningsOf(b) - meaningsOf(a)
  );
}

function meaningsOf({ slots, sentence }: Candidate): number {
  return new Set([...slots.map(({ slot }) => slot), ...Object.keys(sentence.block.slots ?? {})]).size;
}

function resultOf(
  { sentence, outcome, slots: found, polite, wildcards }: Candidate,
  text: string,
  here: string | undefined,
): IntentMatch {
  const { intent, block } = sentence;
  const slots: IntentMatch['slots'] = {};
  const said: IntentMatch['said'] = {};
  const named: IntentMatch['named'] = {};
  for (const one of found) {
    slots[one.slot] = one.wildcard ? asSaid(one.text, text) : one.value;
    said[one.slot] = one.text;
    if (one.named) named[one.slot] = one.named;
  }
  for (const [slot, value] of Object.entries(block.slots ?? {})) slots[slot] ??= value;
  if (block.here && here !== undefined) slots['area'] ??= here;
  const free = found.findLast((one) => one.free)?.value;
  return {
    intent,
    slots,
    said,
    named,
    block,
    ...(free === undefined ? {} : { free: String(free) }),
    literal: outcome.literal,
    wild: wildcards > 0,
    polite,
    ...(block.response === undefined ? {} : { response: block.response }),
  };
}

/** Folded words as they stand in a text: "bieres" in "ajoute des bières". */
export function asSaid(folded: string, text: string): string {
  const said = text.trim().split(/\s+/);
  for (let from = 0; from < said.length; from++) {
    if (!folded.startsWith(normalise(said[from] ?? ''))) continue;
    for (let to = said.length; to > from; to--) {
      const part = said.slice(from, to).join(' ');
      if (normalise(part) === folded) return part.replace(/^[\s:;,]+|[\s?!.,]+$/g, '');
    }
  }
  return folded;
}
