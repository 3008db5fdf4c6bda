import { LRUCache } from 'lru-cache';
import { words } from '../language/fold.js';
import { isStopWord } from '../language/stop-words.js';
import { wordsOfAll } from '../language/word-lists.js';
import { MAX_ROUTED_TOOLS } from '../llm/context-schemas.js';
import type { Tool } from '../llm/types.js';
import { isTopicWord, keyOf, topicsOf, topicsOfPhrases } from './topics.js';

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
/** From this share of a request's words on the match is no chance; of two words, one: "weather in Paris". */
const CERTAIN_SHARE = 0.6;
const CERTAIN_SHARE_OF_FEW = 0.5;
const FEW_WORDS = 2;
const MAX_CERTAIN_WORDS = 14;
/** Words that join a second wish to the first, or ask for what no tool's name can promise: the model decides. */
const OPEN_ENDED = wordsOfAll('wishes', 'openEnded');
/** Words of tools that say what is done, not with what. */
const GENERIC = new Set(
  'get set add log read list tell fetch find run make show open control command data info item give look start send report'
    .split(' ')
    .map(keyOf),
);
/** When, not what. */
const BESIDE = wordsOfAll('wishes', 'when');

/** Words beside the stop words that say nothing about what is wanted, in requests and descriptions. */
const EMPTY = wordsOfAll('wishes', 'empty');

/** Letters of a request or a description that are read. */
const MAX_READ = 2000;

const LOOK_UP = /\blook(?:ing|ed)? up\b/gi;

/**
 * The tools, at most five and best first, whose name or description shares words or a topic with the query; none when
 * nothing does. Rare words count more: what stands in every description tells nothing.
 */
export function routeByKeywords(query: string, tools: readonly RoutableTool[]): string[] {
  const names = scoredByKeywords(query, tools).map(({ name }) => name);
  return [...new Set(names)].slice(0, MAX_ROUTED_TOOLS);
}

/**
 * The same, but only where it is certain that these are the tools: a short request with one wish, half of whose words
 * the names of the tools answer to, by themselves or by their topic. Undefined everywhere else.
 */
export function certainByKeywords(query: string, tools: readonly RoutableTool[]): string[] | undefined {
  const said = words(query);
  if (said.length > MAX_CERTAIN_WORDS || said.some((word) => OPEN_ENDED.has(word))) return undefined;
  const picked = routeByKeywords(query, tools);
  const own = new Set(picked.flatMap((name) => [...toolKeys(spoken(name))]));
  const timeless = said.filter((word) => !BESIDE.has(word) && !/^\d/.test(word));
  const telling = keysByWord(timeless.join(' '));
  const answered = telling.filter((keys) => keys.some((key) => own.has(key))).length;
  const share = telling.length <= FEW_WORDS ? CERTAIN_SHARE_OF_FEW : CERTAIN_SHARE;
  return answered > 0 && answered >= telling.length * share ? picked : undefined;
}

function scoredByKeywords(query: string, tools: readonly RoutableTool[]): { name: string; score: number }[] {
  const wanted = keysByWord(query);
  if (wanted.length === 0) return [];
  const read = tools.map(({ name, description }) => ({
    name,
    own: toolKeys(spoken(name)),
    said: toolKeys(description),
  }));
  const worth = (key: string): number => {
    const holders = read.filter(({ own, said }) => own.has(key) || said.has(key)).length;
    return holders === 0 ? 0 : Math.log(1 + tools.length / holders) / Math.log(1 + tools.length);
  };
  const worths = new Map(wanted.flat().map((key) => [key, worth(key)]));
  return read
    .map(({ name, own, said }) => {
      const match = (key: string) =>
        (worths.get(key) ?? 0) * (own.has(key) ? NAME_WORTH : said.has(key) ? DESCRIPTION_WORTH : 0);
      return { name, score: wanted.reduce((sum, keys) => sum + Math.max(...keys.map(match)), 0) };
    })
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score);
}

/** Names and descriptions are the same in every turn. */
const TOOL_KEYS = new LRUCache<string, ReadonlySet<string>>({ max: 1000 });

function toolKeys(text: string): ReadonlySet<string> {
  const known = TOOL_KEYS.get(text);
  if (known) return known;
  const telling = words(text.slice(0, MAX_READ)).filter((word) => !GENERIC.has(keyOf(word)));
  const keys = new Set(keysByWord(telling.join(' ')).flat());
  TOOL_KEYS.set(text, keys);
  return keys;
}

/** The words a tool's name is made of: "getWeather" and "get_weather" are "get weather". */
export function spoken(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_.:-]/g, ' ');
}

/** A text's content words with the topics they belong to, then those of its phrases: a word of many topics counts once. */
function keysByWord(text: string): string[][] {
  const said = words(text.slice(0, MAX_READ).replace(LOOK_UP, 'lookup'));
  const content = [...new Set(said)].filter(
    (word) => (isTopicWord(word) || (word.length >= 3 && !isStopWord(word))) && !EMPTY.has(word),
  );
  return [...content.map((word) => [keyOf(word), ...topicsOf(word)]), ...topicsOfPhrases(said).map((topic) => [topic])];
}
