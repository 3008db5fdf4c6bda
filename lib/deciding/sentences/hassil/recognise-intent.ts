import type { Block, SlotValue } from './data.js';
import { edgeOf, type Grammar, type Sentence } from './grammar.js';
import { type HouseNames, matcherOf, type Named, type Outcome, type Slot } from './match.js';
import { caseFold, joinSigns, normalise, without } from './normalise.js';

/** What a sentence means, in Home Assistant's terms. */
export interface IntentMatch {
  intent: string;
  slots: Record<string, SlotValue | readonly SlotValue[]>;
  /** Slots as they were said. */
  said: Record<string, string>;
  /** The devices or places that are called as a slot says: `name`, `area`, `floor`. */
  named: Record<string, readonly Named[]>;
  /** Letters of the template's own words: none where only names were said. */
  literal: number;
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
 * What a sentence means by a language's templates, or null: as hassil's `recognize_best` finds it for Home Assistant. The
 * longest name of a device is preferred, then fewer wildcards, then more words of the template.
 * @param grammars in their order; one that needs no wildcard comes before those that do
 * @param here name of the area the speaker is in
 */
export function recogniseIntent(
  text: string,
  grammars: readonly Grammar[],
  names: HouseNames,
  here?: string,
): IntentMatch | null {
  let open: Candidate | undefined;
  for (const grammar of grammars) {
    const found = bestOf(text, grammar, names, here);
    if (found?.wildcards === 0) return resultOf(found, here);
    open ??= found;
  }
  return open ? resultOf(open, here) : null;
}

function bestOf(text: string, grammar: Grammar, names: HouseNames, here?: string): Candidate | undefined {
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
  /** The texts to try: words without meaning may belong to the sentence, or to what a wildcard takes. */
  const textsFor = (edge: ReturnType<typeof edgeOf>): string[] => {
    if (edge === 'whole' || !skipWords) return [spoken];
    if (edge === 'start') return [without(spoken, skipWords.atEnd)];
    if (edge === 'end') return [without(spoken, skipWords.atStart)];
    return bare === spoken ? [spoken] : [spoken, bare];
  };
  const isPossible = possible(
    grammar,
    ignoreWhitespace ? `${spoken}\n${bare}\n${joinSigns(spoken)}` : `${spoken}\n${bare}`,
  );
  let best: Candidate | undefined;
  for (const sentence of grammar.sentences) {
    if ((sentence.block.here !== undefined && here === undefined) || !isPossible(sentence)) continue;
    for (const said of textsFor(edgeOf(sentence.node))) {
      for (const outcome of matcher(said)(sentence)) {
        const candidate = candidateOf(sentence, outcome, bare !== spoken);
        if (candidate && (!best || isBetter(candidate, best))) best = candidate;
      }
    }
  }
  return best;
}

/** Tells quickly that a sentence can't be meant: a word that it needs isn't there. */
function possible({ fragments }: Grammar, haystack: string): (sentence: Sentence) => boolean {
  const known = new Int8Array(fragments.length);
  const folded = caseFold(haystack);
  const has = (fragment: number): boolean => {
    if (known[fragment] === 0) known[fragment] = folded.includes(fragments[fragment] ?? '') ? 1 : -1;
    return known[fragment] === 1;
  };
  return ({ needs }) => needs.every((group) => group.some(has));
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
  } else if (domains || classes) return undefined;
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

function isBetter(a: Candidate, b: Candidate): boolean {
  if (a.name !== b.name) return a.name > b.name;
  if (a.wildcards !== b.wildcards) return a.wildcards < b.wildcards;
  if (a.outcome.literal !== b.outcome.literal) return a.outcome.literal > b.outcome.literal;
  if (a.wild !== b.wild) return a.wild < b.wild;
  return a.sentence.intent < b.sentence.intent;
}

function resultOf({ sentence, outcome, slots: found, polite }: Candidate, here: string | undefined): IntentMatch {
  const { intent, block } = sentence;
  const slots: IntentMatch['slots'] = {};
  const said: IntentMatch['said'] = {};
  const named: IntentMatch['named'] = {};
  for (const one of found) {
    slots[one.slot] = one.value;
    said[one.slot] = one.text;
    if (one.named) named[one.slot] = one.named;
  }
  for (const [slot, value] of Object.entries(block.slots ?? {})) slots[slot] ??= value;
  if (block.here && here !== undefined) slots['area'] ??= here;
  return {
    intent,
    slots,
    said,
    named,
    literal: outcome.literal,
    polite,
    ...(block.response === undefined ? {} : { response: block.response }),
  };
}
