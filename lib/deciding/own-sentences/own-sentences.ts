import { entityIndex } from '../../home/entity-index.js';
import type { House } from '../../home/types.js';
import { primaryLanguage } from '../../language/tags.js';
import { communityGrammars, namesOfHouse } from '../sentences/community.js';
import { intentLanguage, type ListData, type SlotValue } from '../sentences/hassil/data.js';
import { compileGrammar, type Grammar } from '../sentences/hassil/grammar.js';
import { matcherOf, type Outcome, type Slot } from '../sentences/hassil/match.js';
import { joinSigns, normalise } from '../sentences/hassil/normalise.js';
import { asSaid } from '../sentences/hassil/recognise-intent.js';
import { MAX_LETTERS } from '../sentences/recognise.js';
import { type FormList, readLists } from './form-lists.js';
import { HOUSE_LISTS, listsIn, MAX_TEMPLATES, type Problem, problemsIn, templateLines } from './template-problem.js';

/** What a sentence of the owner's was: `msg.sentence`. */
export interface SaidSentence {
  template: string;
  slots: Record<string, SlotValue>;
  /** The devices and places that a slot of the house names. */
  ids?: Record<string, string[]>;
  /** BCP 47 tag. */
  language: string;
}

/** A sentence, and how surely it was meant. */
interface Match {
  sentence: SaidSentence;
  /** Letters that may be anything. */
  wild: number;
  /** Letters that are the template's own, or a list's. */
  certain: number;
}

/** The sentences of one node. */
export interface OwnSentences {
  /** What is wrong with those that can't be said, in words. */
  readonly problems: readonly string[];
  /** How many can be said. */
  readonly size: number;
  /** The sentence that a whole text is, the surest of them; some ten milliseconds at most, whatever they are. Never throws. */
  match(text: string, of: { language: string; house?: House | undefined }): Match | undefined;
}

/** Work for one text, in steps of 0.1 to 0.4 µs: of all sentences together, and of each. */
const MAX_STEPS = 100_000;
const MAX_STEPS_EACH = 20_000;

const NO_HOUSE: House = { areas: [], entities: [] };

const WHY: Record<Problem['why'], string> = {
  unclosed: 'this bracket is never closed',
  unopened: 'this bracket was never opened, or another one is still open',
  list: 'this is no name for a list',
  rule: '<rules> are Home Assistant’s own; write (one|other)',
  mixed: 'a group has either | or ;',
  permutation: 'more than six parts in any order',
  anything: 'this would be anything that is said; add a word of its own',
  long: 'longer than 500 letters',
  many: 'there are too many',
  values: 'a list needs values, of 100 letters each at most',
};

/** The sentences as a form has them: templates and lists, a line each; an empty language means all. Never throws. */
export function openSentences(form: { templates: string; lists: string; language: string }): OwnSentences {
  const { lists, problems: ofLists } = readLists(form.lists);
  const wrong = problemsIn(form.templates, [...lists.keys()]);
  const told = (what: string, { line, at, why }: Problem) => `${what}, line ${line}, character ${at}: ${WHY[why]}`;
  const templates = templateLines(form.templates)
    .slice(0, MAX_TEMPLATES)
    .filter(({ line }) => !wrong.some((problem) => problem.line === line))
    .map(({ template }) => template.trim());
  const grammars = new Map<string, Grammar>();
  const own = primaryLanguage(form.language);

  /** One for each language that numbers are known of; so hostile tags make no more. */
  function grammarOf(language: string): Grammar {
    const tag = intentLanguage(language) ?? 'en';
    const made = grammars.get(tag) ?? compiled(tag, templates, lists);
    grammars.set(tag, made);
    return made;
  }

  return {
    problems: [...wrong.map((one) => told('Sentences', one)), ...ofLists.map((one) => told('Lists', one))],
    size: templates.length,
    match(text, { language, house }) {
      if (text.length > MAX_LETTERS || (own !== '' && own !== primaryLanguage(language))) return undefined;
      const spoken = normalise(text);
      if (spoken === '' || templates.length === 0) return undefined;
      const grammar = grammarOf(language);
      const ready = grammar.ignoreWhitespace ? joinSigns(spoken) : `${spoken} `;
      const names = namesOfHouse(entityIndex(house ?? NO_HOUSE));
      const found: Match[] = [];
      let steps = MAX_STEPS;
      for (const [index, sentence] of grammar.sentences.entries()) {
        const budget = { steps: Math.min(steps, MAX_STEPS_EACH) };
        steps -= budget.steps;
        const outcomes = tried(() => matcherOf(ready, grammar, names, budget)(sentence.node));
        steps += Math.max(0, budget.steps);
        found.push(...outcomes.map((one) => matchOf(one, templates[index] ?? '', text, language)));
      }
      return surest(found.filter(({ wild, certain }) => wild === 0 || certain > 0));
    },
  };
}

/** The surest of sentences that all were said: the one with the fewest free words, then the most of its own. */
export function surest<Found extends Pick<Match, 'wild' | 'certain'>>(found: readonly Found[]): Found | undefined {
  return found.toSorted((a, b) => a.wild - b.wild || b.certain - a.certain)[0];
}

function compiled(language: string, templates: string[], form: ReadonlyMap<string, FormList>): Grammar {
  const names = new Set(templates.flatMap(listsIn));
  for (const name of HOUSE_LISTS) names.delete(name);
  const lists = Object.fromEntries(Array.from(names, (name) => [name, listOf(form.get(name))]));
  // Spoken numbers are the community's.
  const base = communityGrammars(language).at(-1);
  const grammar = compileGrammar({
    language,
    ...(base?.ignoreWhitespace && { ignoreWhitespace: true }),
    skipWords: [],
    rules: {},
    lists,
    numbers: {},
    fragments: [],
    intents: { own: [{ sentences: templates, needs: [] }] },
    responses: { intents: {}, errors: {} },
  });
  return { ...grammar, ...(base && { numbers: base.numbers }) };
}

/** A list that nobody has entered takes any words, as in Home Assistant's sentence triggers. */
function listOf(list: FormList | undefined): ListData {
  if (!list) return { wildcard: true };
  if (!('values' in list)) return { range: list };
  return { values: list.values.map((value) => ({ in: value.replace(/[\\()[\]{}<>|;]/g, '\\$&'), out: value })) };
}

/** Nothing where a template is too much work. */
function tried(match: () => Outcome[]): Outcome[] {
  try {
    return match();
  } catch {
    return [];
  }
}

function matchOf({ slots: said, literal }: Outcome, template: string, text: string, language: string): Match {
  const valueIn = ({ value, wildcard, text: folded }: Slot): SlotValue =>
    wildcard ? asSaid(folded, text) : typeof value === 'object' ? value.join(', ') : value;
  const slots = Object.fromEntries(said.map((one) => [one.slot, valueIn(one)]));
  const named = said.filter(({ named }) => named);
  const ids = Object.fromEntries(named.map((one) => [one.slot, (one.named ?? []).map(({ id }) => id)]));
  const letters = (of: readonly Slot[]) => of.reduce((sum, one) => sum + one.text.length, 0);
  return {
    sentence: { template, slots, ...(named.length > 0 && { ids }), language },
    wild: letters(said.filter(({ wildcard }) => wildcard)),
    certain: literal + letters(said.filter(({ wildcard }) => !wildcard)),
  };
}
