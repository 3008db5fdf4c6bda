import { stem, words } from '../language/fold.js';
import { isStopWord } from '../language/stop-words.js';
import { listsOf, wordsOfAll } from '../language/word-lists.js';
import { MAX_ROUTED_TOOLS } from '../llm/context-schemas.js';
import type { Tool } from '../llm/types.js';

export interface RoutableTool {
  name: string;
  description: string;
  /** As `Tool.ahead`. */
  ahead?: Tool['ahead'];
}

const NAME_WORTH = 2;
const DESCRIPTION_WORTH = 1;
/** Below this the words agree by chance only. */
const MIN_SCORE = 0.4;
/** Tools that are this much worse than the best are left out. */
const BESIDE_BEST = 0.1;
/** From this share of a request's words on the match is no chance; of two words, one: "weather in Paris". */
const CERTAIN_SHARE = 0.6;
const CERTAIN_SHARE_OF_FEW = 0.5;
const FEW_WORDS = 2;
const MAX_CERTAIN_WORDS = 14;
/** Words that join a second wish to the first, or ask for what no tool's name can promise: the model decides. */
const OPEN_ENDED = wordsOfAll('wishes', 'openEnded');
/** Words of tools' names that say what is done, not with what. */
const GENERIC = new Set(
  'get set add log read list tell fetch find run make show open control state command data info item'.split(' '),
);
/** When, not what. */
const BESIDE = wordsOfAll('wishes', 'when');

/** Words beside the stop words that say nothing about what is wanted, in requests and descriptions. */
const EMPTY = wordsOfAll('wishes', 'empty');

/** Topics by the words people use for them, so that descriptions in English are found in other languages. */
const TOPIC_OF_WORD = new Map<string, string[]>();
const TOPIC_OF_STEM = new Map<string, string[]>();
/** Words that begin with so many same letters are forms of one: "télévision", "téléviseur". */
const BEGINNING = 6;
const TOPIC_OF_BEGINNING = new Map<string, string[]>();
for (const topic of listsOf('topics')) {
  for (const word of wordsOfAll('topics', topic)) {
    TOPIC_OF_WORD.set(word, [...(TOPIC_OF_WORD.get(word) ?? []), `#${topic}`]);
    const key = keyOf(word);
    TOPIC_OF_STEM.set(key, [...(TOPIC_OF_STEM.get(key) ?? []), `#${topic}`]);
    if (word.length < BEGINNING) continue;
    const beginning = word.slice(0, BEGINNING);
    TOPIC_OF_BEGINNING.set(beginning, [...(TOPIC_OF_BEGINNING.get(beginning) ?? []), `#${topic}`]);
  }
}

/** Letters of a compound, of the part that is known, and of the other. */
const MIN_COMPOUND = 9;
const MIN_PART = 5;
const MIN_REST = 3;

const LOOK_UP = /\blook(?:ing|ed)? up\b/gi;

/** A stem; the word itself where hardly anything is left of it: "timer" and "times" aren't the same. */
function keyOf(word: string): string {
  const stemmed = stem(word);
  return stemmed.length > 3 ? stemmed : word;
}

function topicsOf(word: string): string[] {
  const key = keyOf(word);
  return TOPIC_OF_WORD.get(word) ?? TOPIC_OF_WORD.get(key) ?? TOPIC_OF_STEM.get(key) ?? topicsOfForms(word);
}

/** Those of words that begin alike, and of the first and the last part of a compound: "Fußballspiel", "Wetterbericht". */
function topicsOfForms(word: string): string[] {
  const found = new Set(TOPIC_OF_BEGINNING.get(word.slice(0, BEGINNING)));
  if (word.length < MIN_COMPOUND) return [...found];
  for (let length = MIN_PART; length <= word.length - MIN_REST; length++) {
    for (const part of [word.slice(0, length), word.slice(-length)])
      for (const topic of TOPIC_OF_WORD.get(part) ?? []) found.add(topic);
  }
  return [...found];
}

/**
 * The tools, at most five and best first, whose name or description shares words or a topic with the query; none when
 * nothing does. Rare words count more: what stands in every description tells nothing.
 */
export function routeByKeywords(query: string, tools: readonly RoutableTool[]): string[] {
  const scored = scoredByKeywords(query, tools);
  const best = scored[0]?.score ?? 0;
  return [...new Set(scored.filter(({ score }) => score >= best * BESIDE_BEST).map(({ name }) => name))].slice(
    0,
    MAX_ROUTED_TOOLS,
  );
}

/**
 * The same, but only where it is certain that these are the tools: a short request with one wish, half of whose words
 * the names of the tools answer to, by themselves or by their topic. Undefined everywhere else.
 */
export function certainByKeywords(query: string, tools: readonly RoutableTool[]): string[] | undefined {
  const said = words(query);
  if (said.length > MAX_CERTAIN_WORDS || said.some((word) => OPEN_ENDED.has(word))) return undefined;
  const picked = routeByKeywords(query, tools);
  const own = new Set(
    picked
      .flatMap((name) => words(spoken(name)))
      .filter((word) => !GENERIC.has(word))
      .flatMap(keysOf),
  );
  const telling = said
    .filter((word) => !BESIDE.has(word) && !/^\d/.test(word))
    .map(keysOf)
    .filter((keys) => keys.length > 0);
  const answered = telling.filter((keys) => keys.some((key) => own.has(key))).length;
  const share = telling.length <= FEW_WORDS ? CERTAIN_SHARE_OF_FEW : CERTAIN_SHARE;
  return answered > 0 && answered >= telling.length * share ? picked : undefined;
}

function scoredByKeywords(query: string, tools: readonly RoutableTool[]): { name: string; score: number }[] {
  const wanted = new Set(keysOf(query));
  if (wanted.size === 0) return [];
  const read = tools.map(({ name, description }) => ({
    name,
    own: new Set(keysOf(spoken(name))),
    said: new Set(keysOf(description)),
  }));
  const worth = (key: string): number => {
    const holders = read.filter(({ own, said }) => own.has(key) || said.has(key)).length;
    return holders === 0 ? 0 : Math.log(1 + tools.length / holders) / Math.log(1 + tools.length);
  };
  const worths = new Map([...wanted].map((key) => [key, worth(key)]));
  return read
    .map(({ name, own, said }) => {
      let score = 0;
      for (const [key, value] of worths)
        score += value * (own.has(key) ? NAME_WORTH : said.has(key) ? DESCRIPTION_WORTH : 0);
      return { name, score };
    })
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score);
}

/** The words a tool's name is made of: "getWeather" and "get_weather" are "get weather". */
export function spoken(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_.:-]/g, ' ');
}

/** Content words and the topics they belong to. */
export function keysOf(text: string): string[] {
  return words(text.slice(0, 2000).replace(LOOK_UP, 'lookup'))
    .filter(
      (word) =>
        (word.length >= 3 || TOPIC_OF_WORD.has(word)) &&
        !EMPTY.has(word) &&
        (!isStopWord(word) || TOPIC_OF_WORD.has(word)),
    )
    .flatMap((word) => [keyOf(word), ...topicsOf(word)]);
}
