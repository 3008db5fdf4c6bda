import { isTopicWord, languagesOf, topicsOf, topicsOfPhrases } from '../deciding/topics.js';
import { entityIndex } from '../home/entity-index.js';
import { kindsNamed, nameWords } from '../home/names.js';
import type { Domain, Entity, House } from '../home/types.js';
import { stem, words } from '../language/fold.js';
import { LANGUAGES } from '../language/folders.js';
import { isQuestion } from '../language/question.js';
import { isStopWord } from '../language/stop-words.js';
import { primaryLanguage } from '../language/tags.js';
import { wordsOfAll } from '../language/word-lists.js';

/** Topics of what one does with a house and asks of it; and those that it may have devices for, which say nothing against it. */
const OF_HOUSE: ReadonlySet<string> = new Set(['#switch', '#state']);
const WITH_DEVICES: ReadonlySet<string> = new Set(
  'light home music radio podcast video play playing playlist door photo camera vacuum garden energy air weather car place'
    .split(' ')
    .map((topic) => `#${topic}`),
);
/** Devices that fit this much worse than the best are left out. */
const BESIDE_BEST = 0.4;
/** As much as the best, and so many, where it isn't certain that a device is meant. */
const SURE = 0.9;
const FEW = 3;
/** What makes a room as somebody wants it. */
const ACTING: readonly Domain[] = ['light', 'switch', 'scene', 'climate', 'cover', 'media_player', 'fan', 'humidifier'];
const MAX_WORDS = 40;
/** When, not what; and what says nothing of either. */
const EMPTY: ReadonlySet<string> = new Set(['when', 'empty'].flatMap((list) => [...wordsOfAll('wishes', list)]));

interface Asked {
  area?: string | undefined;
  limit: number;
  /** BCP 47 tag. */
  language?: string | undefined;
}

/**
 * The devices that words may be about, best first: what they name, in whatever wording. Of words that are about something
 * else ("a light dinner") only devices that they call by their whole name; of an order that names none ("make it cosy
 * here") those that act in the person's room.
 */
export function devicesMeant(house: House, query: string, { area, limit, language }: Asked): Entity[] {
  const index = entityIndex(house);
  const known = LANGUAGES.find((one) => one === primaryLanguage(language));
  const search = (text: string, share: number) => {
    const scored = index.find(text, { area, limit, language: known });
    const least = (scored[0]?.score ?? 0) * share;
    return scored.filter(({ score }) => score >= least).map(({ entity }) => entity);
  };
  const found = search(query, BESIDE_BEST);
  // Of other languages we know too little.
  if (known === undefined) return found;
  const { names, kinds, doing, others, unknown, rest } = evidenceIn(query, known, house, found);
  const isAsked = isQuestion(query, known);
  if (others > 0 && others >= names + kinds + doing) return found.filter((entity) => isCalled(entity, query));
  // "What is the speed of light?" may ask how a lamp is, or not.
  if (isAsked && kinds > 0 && names + doing === 0 && unknown > 0) return search(query, SURE).slice(0, FEW);
  if (isAsked || names + kinds > 0 || doing === 0 || area === undefined) return found;
  // "Cosy" is no device, however it sounds; "the cattle" may be the kettle.
  const heard = search(rest, BESIDE_BEST).length > 0 ? found.slice(0, limit / 2) : [];
  return [...new Set([...heard, ...index.inArea(area, ACTING)])].slice(0, limit);
}

/** How many of the telling words of a query say what. */
interface Evidence {
  /** Names of devices and rooms. */
  names: number;
  /** Kinds of devices. */
  kinds: number;
  /** What is done with a house, or asked of it, beside its kinds. */
  doing: number;
  /** Another topic. */
  others: number;
  /** Nothing that we know, or what only sounds like a name. */
  unknown: number;
}
type Kind = keyof Evidence;

function evidenceIn(
  query: string,
  language: string,
  house: House,
  found: readonly Entity[],
): Evidence & { rest: string } {
  const said = words(query).slice(0, MAX_WORDS);
  const languages = languagesOf(said).includes(language) ? [language] : languagesOf(said);
  const called = calledIn(said, house, found);
  const evidence: Evidence = { names: 0, kinds: 0, doing: 0, others: 0, unknown: 0 };
  const evidenceOf = (word: string): Kind => {
    if (kindsNamed(word, language).length > 0) return 'kinds';
    const topics = topicsOf(word, languages);
    // A word that only begins or ends like one of a topic may be a name that was misheard.
    const isExact = isTopicWord(word, languages);
    const isOther = isExact && !topics.some((topic) => OF_HOUSE.has(topic) || WITH_DEVICES.has(topic));
    // "Cuisiner" isn't the kitchen.
    if (called.has(word) || (!isOther && called.has(stem(word)))) return 'names';
    if (isExact && topics.some((topic) => OF_HOUSE.has(topic))) return 'doing';
    return isOther ? 'others' : 'unknown';
  };
  const rest: string[] = [];
  for (const word of new Set(said)) {
    const isTelling = word.length > 1 && !isStopWord(word, language) && !EMPTY.has(word);
    const kind = isTelling || isTopicWord(word, languages) ? evidenceOf(word) : undefined;
    if (kind) evidence[kind]++;
    if (kind === 'unknown') rest.push(word);
  }
  evidence.kinds = new Set(said.flatMap((word) => kindsNamed(word, language)[0] ?? [])).size;
  if (topicsOfPhrases(said, languages).some((topic) => OF_HOUSE.has(topic))) evidence.doing++;
  return { ...evidence, rest: rest.join(' ') };
}

/** The words of the names that are said, and their stems: of rooms, and of devices without their kind and their room. */
function calledIn(said: readonly string[], { areas }: House, found: readonly Entity[]): ReadonlySet<string> {
  const stems = new Set(said.map(stem));
  const placed = new Map(areas.map((area) => [area.id, [area.name, ...area.aliases].map(nameWords)]));
  const own = found.flatMap(({ name, aliases, area = '' }) => {
    const place = new Set(placed.get(area)?.flat());
    return [name, ...aliases].map((one) =>
      nameWords(one).filter((word) => !place.has(word) && kindsNamed(word).length === 0),
    );
  });
  const called = [...[...placed.values()].flat(), ...own].filter((name) => name.every((word) => stems.has(stem(word))));
  return new Set(called.flat().flatMap((word) => [word, stem(word)]));
}

/** Whether all telling words of one of its names are said, and they are more than a kind: not each "Light". */
function isCalled({ name, aliases }: Entity, query: string): boolean {
  const said = new Set(words(query).map(stem));
  return [name, ...aliases].map(nameWords).some((telling) => {
    const isKind = telling.every((word) => kindsNamed(word).length > 0);
    return !isKind && telling.length > 0 && telling.every((word) => said.has(stem(word)));
  });
}
