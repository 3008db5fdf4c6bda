import { z } from 'zod';
import type { EntityIndex } from '../../home/entity-index.js';
import { kindsNamed, nameWords } from '../../home/names.js';
import { clausesOf } from '../../language/compound.js';
import { fold } from '../../language/fold.js';
import { LANGUAGES, languageTable } from '../../language/folders.js';
import { numberIn } from '../../language/numbers.js';
import { PATTERN, wordsAnywhere } from '../../language/patterns.js';
import { primaryLanguage } from '../../language/tags.js';
import { everyday } from '../everyday/everyday.js';
import { communityGrammars, namesOfHouse } from '../sentences/community.js';
import { intentLanguage } from '../sentences/hassil/data.js';
import { compileGrammar, type Grammar } from '../sentences/hassil/grammar.js';
import { normalise } from '../sentences/hassil/normalise.js';
import { asSaid, type IntentMatch, intentsOf } from '../sentences/hassil/recognise-intent.js';
import { MAX_LETTERS, withoutFillers } from '../sentences/recognise.js';
import { tableOf } from '../sentences/tables.js';
import { spokenWords } from '../sentences/values.js';

/** What is meant by our own sentences, in the community's manner of naming. */
const OWN = [
  'ListRead',
  'ListHas',
  'ListClear',
  'ListTick',
  'ListTake',
  'ListMore',
  'CalendarRead',
  'CalendarNext',
  'CalendarWhen',
  'CalendarAdd',
  'Weather',
  'WeatherRain',
] as const;
const COMMUNITY = [
  'HassListAddItem',
  'HassListCompleteItem',
  'HassListRemoveItem',
  'HassShoppingListAddItem',
  'HassShoppingListCompleteItem',
  'HassGetWeather',
  'HassMediaSearchAndPlay',
] as const;
export type ContentsIntent = (typeof OWN)[number] | (typeof COMMUNITY)[number];

/** Changes something, so that a question is never it. */
const CHANGES = /^Hass(?:Shopping)?List|^List(?:Clear|Tick|Take|More)$|^CalendarAdd$|^HassMedia/;

/** How a language speaks of what lists, calendars and the weather hold; templates as the community's. */
const SENTENCES = z.object({
  /** Parts of templates. `list` and `calendar` are said in two ways: `…Named` with the {name} of one, and `…Plain`. */
  rules: z.record(z.string(), z.string()),
  meridiem: z.record(z.string(), z.enum(['am', 'pm'])).default({}),
  /** First words of questions and orders, which are no items of a list. */
  notItems: PATTERN.transform(wordsAnywhere),
  /** First words, and words alone, of what goes on with something else than a list: "and remind me", "and outside". */
  notMore: PATTERN.transform((source) => new RegExp(`^(?:${source})(?: |$)`, 'u')),
  /** Articles of a device that is spoken of: "and the light". */
  definite: PATTERN.transform((source) => new RegExp(`^(?:${source})$`, 'u')),
  /** Words that deny, wherever they stand. */
  denied: PATTERN.transform(wordsAnywhere),
  /** Forms of the verbs that put something on a list, which a recogniser may have taken for others of theirs. */
  verbs: PATTERN.transform((source) => new RegExp(`^(?:${source})(?: |$)`, 'u')),
  /** Words before an item that aren't written down. */
  articles: PATTERN.transform((source) => new RegExp(`^(?:${source})(?=\\S)`, 'iu')),
  /** What is said while one thinks: "uh". */
  hesitations: PATTERN.transform(
    (source) => new RegExp(`[\\s,]*(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])[,.…]*`, 'giu'),
  ),
  /** What a shopping list may be called. */
  shopping: PATTERN.transform(wordsAnywhere),
  says: z.partialRecord(z.enum(OWN), z.array(z.string())),
});

/** Of an item that nothing comes before: "Milch auf die Liste". */
const MAX_BARE_WORDS = 4;

/** Placeholders of templates, and the domain of what their {name} is. */
const NAMED = { list: 'todo', calendar: 'calendar' } as const;

export interface ContentsSaid {
  intent: ContentsIntent;
  /** Of {item}, {event} and {search_query}, as it was said. */
  what: string;
  match: IntentMatch;
}

const compiled = new Map<string, readonly Grammar[]>();

/** What is known of a language; undefined in one without sentences of ours. */
export const sentencesOf = (language: string) =>
  LANGUAGES.includes(primaryLanguage(language)) ? languageTable(language, 'contents', SENTENCES) : undefined;

function grammarsOf(language: string): readonly Grammar[] {
  const tag = intentLanguage(language);
  if (tag === undefined) return [];
  const known = compiled.get(tag);
  if (known) return known;
  const community = communityGrammars(tag).map((grammar) => ({
    ...grammar,
    sentences: grammar.sentences.filter(({ intent }) => COMMUNITY.some((one) => one === intent)),
  }));
  const base = community.at(-1);
  const own = base && ownGrammar(tag, base);
  const made = own ? [own, ...community] : community;
  compiled.set(tag, made);
  return made;
}

function ownGrammar(language: string, { numbers, skipWords }: Grammar): Grammar | undefined {
  const table = sentencesOf(language);
  if (!table) return undefined;
  const { rules, says, meridiem } = table;
  const intents = Object.fromEntries(
    Object.entries(says).map(([intent, sentences]) => [intent, sentences.flatMap(blocksOf)] as const),
  );
  const grammar = compileGrammar({
    ...{ language, skipWords: [], rules, numbers: {}, fragments: [], intents },
    lists: {
      item: { wildcard: true },
      event: { wildcard: true },
      hour: { range: { from: 0, to: 23 } },
      minute: { range: { from: 0, to: 59 } },
      meridiem: { values: Object.entries(meridiem).map(([said, out]) => ({ in: said, out })) },
    },
    responses: { intents: {}, errors: {} },
  });
  return { ...grammar, numbers, skipWords };
}

/** A template with the name of a list or calendar, and without. */
function blocksOf(template: string) {
  const [place, domain] = Object.entries(NAMED).find(([name]) => template.includes(`<${name}>`)) ?? [];
  const block = (kind: string) => ({
    sentences: [place ? template.replace(`<${place}>`, `<${place}${kind}>`) : template],
    needs: [],
  });
  return place && domain ? [{ ...block('Named'), domains: [domain] }, block('Plain')] : [block('')];
}

interface SaidOptions {
  language: string;
  index: EntityIndex;
  /** Name of the speaker's area. */
  here?: string | undefined;
  /** Whether it is said after something was put on a list, and may be more of it: "and bread". */
  more?: boolean;
}

/**
 * What a sentence is about lists, calendars, weather or media, if it is; false where it only asks or denies what would
 * change a list or calendar, so that nobody else takes it for an order. Never throws.
 */
export function contentsSaid(
  text: string,
  { language, index, here, more = false }: SaidOptions,
): ContentsSaid | false | undefined {
  if (text.length > MAX_LETTERS) return undefined;
  const table = sentencesOf(language);
  const { words, requested } = table
    ? withoutFillers(spokenWords(text), tableOf(primaryLanguage(language)))
    : { words: text, requested: false };
  const asks = /[?？؟]\s*$/.test(text);
  if (more && (words.trim() === '' || everyday(words, language) !== undefined)) return undefined;
  let isDropped = false;
  for (const said of more ? [text] : new Set([words.trim(), text])) {
    for (const match of intentsOf(said, grammarsOf(language), namesOfHouse(index), here)) {
      const intent = match.intent as ContentsIntent;
      if ((intent === 'ListMore') !== more) continue;
      const taken = match.said['item'] ?? match.said['event'] ?? match.said['search_query'] ?? '';
      // "setzt Brot auf die Liste" begins as "Brot auf die Liste" does
      const folded = intent.endsWith('AddItem') && table ? taken.replace(table.verbs, '') : taken;
      const isChange = CHANGES.test(intent);

      // "steht Milch auf der Liste" begins as "Milch auf die Liste" does
      const onlyAsked = isChange && asks && !requested && !match.polite;
      const isOwn =
        intent === 'HassMediaSearchAndPlay' ||
        folded === '' ||
        (isThing(folded, more || normalise(said).startsWith(taken), table) &&
          (!more || isMoreOf(fold(folded), { language, index })));
      if (onlyAsked || !isOwn) {
        isDropped ||= isChange && intent !== 'HassMediaSearchAndPlay';
        continue;
      }
      // the house's own thermometers know better
      if (match.response === 'outside_temp') continue;
      return { intent, what: folded && asSaid(folded, text), match };
    }
  }
  return isDropped ? false : undefined;
}

/** Words that go on with a list: no order, no answer, no number alone, and nothing that the house has. */
function isMoreOf(folded: string, { language, index }: Pick<SaidOptions, 'language' | 'index'>): boolean {
  const tag = primaryLanguage(language);
  const said = folded.split(' ');
  const [first = ''] = said;
  const last = said.at(-1) ?? '';
  if (sentencesOf(language)?.notMore.test(folded) || clausesOf(tag)?.starters.has(first)) return false;
  if (said.every((word) => numberIn(word, tag) !== undefined)) return false;
  const telling = nameWords(folded).join(' ');
  const isOfHouse = index.named(telling).length > 0 || index.area(telling) !== undefined;
  // "the light" is no item, "light bulbs" are
  const isDevice = sentencesOf(language)?.definite.test(first) === true && kindsNamed(last, tag).length > 0;
  return !isOfHouse && !isDevice && !tableOf(tag).words.switched.has(last);
}

/** Whether words may be an item or an event; where a sentence begins with them, an order or a question does so too. */
function isThing(folded: string, isFirst: boolean, table: ReturnType<typeof sentencesOf>): boolean {
  if (!table) return !isFirst;
  const { notItems, denied } = table;
  const said = folded.split(' ');
  if (denied.test(folded) || notItems.test(said[0] ?? '')) return false;
  return !isFirst || (said.length <= MAX_BARE_WORDS && !notItems.test(folded));
}
