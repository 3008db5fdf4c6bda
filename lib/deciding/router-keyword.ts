import { LRUCache } from 'lru-cache';
import { words } from '../language/fold.js';
import { isStopWord } from '../language/stop-words.js';
import { wordsOfAll } from '../language/word-lists.js';
import { MAX_ROUTED_TOOLS } from '../llm/context-schemas.js';
import type { Tool } from '../llm/types.js';
import { isTopicWord, keyOf, languagesOf, topicsOf, topicsOfPhrases } from './topics.js';

export interface RoutableTool {
  name: string;
  description: string;
  /** As `Tool.ahead`. */
  ahead?: Tool['ahead'];
}

/** Of a word of a tool's name, where one of its description is worth 1. */
const NAME_WORTH = 2;
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
  return firstOf(scoredByKeywords(query, tools));
}

function firstOf(scored: readonly { name: string }[]): string[] {
  return [...new Set(scored.map(({ name }) => name))].slice(0, MAX_ROUTED_TOOLS);
}

/**
 * The same, but only where it is certain that these are the tools: a short request with one wish, half of whose words
 * the names of the tools answer to, by themselves or by their topic, and no sixth tool as good as the fifth. Undefined
 * everywhere else.
 */
export function certainByKeywords(query: string, tools: readonly RoutableTool[]): string[] | undefined {
  const said = words(query);
  if (said.length > MAX_CERTAIN_WORDS || said.some((word) => OPEN_ENDED.has(word))) return undefined;
  const scored = scoredByKeywords(query, tools);
  const [last, next] = scored.slice(MAX_ROUTED_TOOLS - 1);
  if (last && last.score === next?.score) return undefined;
  const picked = firstOf(scored);
  const own = new Set(picked.flatMap((name) => [...toolKeys(spoken(name)).keys()]));
  const timeless = said.filter((word) => !BESIDE.has(word) && !/^\d/.test(word));
  const telling = keysByWord(timeless.join(' '));
  const answered = telling.filter((keys) => keys.some((key) => own.has(key))).length;
  const share = telling.length <= FEW_WORDS ? CERTAIN_SHARE_OF_FEW : CERTAIN_SHARE;
  return answered > 0 && answered >= telling.length * share ? picked : undefined;
}

function scoredByKeywords(query: string, tools: readonly RoutableTool[]): { name: string; score: number }[] {
  const wanted = keysByWord(query);
  if (wanted.length === 0) return [];
  const read = tools.map(({ name, description }) => {
    const [own, said] = [toolKeys(spoken(name)), toolKeys(description)];
    const share = (key: string) => Math.max(NAME_WORTH * (own.get(key) ?? 0), said.get(key) ?? 0);
    return { name, share };
  });
  const worth = (key: string): number => {
    const holders = read.reduce((sum, { share }) => sum + Math.min(1, share(key)), 0);
    return holders === 0 ? 0 : Math.log(1 + tools.length / holders) / Math.log(1 + tools.length);
  };
  const worths = new Map(wanted.flat().map((key) => [key, worth(key)]));
  return read
    .map(({ name, share }) => {
      const match = (key: string) => (worths.get(key) ?? 0) * share(key);
      return { name, score: wanted.reduce((sum, keys) => sum + Math.max(...keys.map(match)), 0) };
    })
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score);
}

/** Names and descriptions are the same in every turn. */
const TOOL_KEYS = new LRUCache<string, ReadonlyMap<string, number>>({ max: 1000 });

/** What a text is about: its words, and their topics, of which a word of many tells less of each. */
function toolKeys(text: string): ReadonlyMap<string, number> {
  const known = TOOL_KEYS.get(text);
  if (known) return known;
  const telling = words(text.slice(0, MAX_READ)).filter((word) => !GENERIC.has(keyOf(word)));
  const keys = new Map<string, number>();
  for (const [word = '', ...topics] of keysByWord(telling.join(' '))) {
    keys.set(word, 1);
    for (const topic of topics) keys.set(topic, Math.max(keys.get(topic) ?? 0, topics.length ** -0.5));
  }
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
  const languages = languagesOf(said);
  const [only, ...others] = languages;
  const tellsNothing = (word: string) =>
    word.length < 3 || EMPTY.has(word) || isStopWord(word, others.length > 0 ? undefined : only);
  const content = [...new Set(said)].filter((word) => isTopicWord(word, languages) || !tellsNothing(word));
  return [
    ...content.map((word) => [keyOf(word), ...topicsOf(word, languages)]),
    ...topicsOfPhrases(said, languages).map((topic) => [topic]),
  ];
}
