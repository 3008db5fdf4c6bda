import { patternOfAll } from '../language/word-lists.js';
import { MAX_ROUTED_TOOLS } from '../llm/context-schemas.js';
import { ownWords } from '../llm/own-words.js';

const MAX_LETTERS = 20_000;
const of = (entry: string) => patternOfAll('plans', entry);
/** "None", as models say it in the user's language although they were asked in English. */
const NONE = new RegExp(`^(?:${of('none')}|-+)(?![\\p{L}\\p{N}_])`, 'iu');
const NONE_IN_PROSE = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${of('noneInProse')})(?![\\p{L}\\p{N}_])`, 'iu');
const DENIED = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${of('denied')})\\s+(?:(?:${of('article')})\\s+){0,2}["'\`*]*$`,
  'iu',
);
/** A remark behind a name that takes it back: "webSearch - not needed". */
const DECLINED = new RegExp(`[\\s(:–—-](?:${of('declined')})(?![\\p{L}\\p{N}_])`, 'iu');
const AND = new RegExp(`^(?:${of('and')})\\s+`, 'i');

/**
 * The tools a router's answer names, in its order, at most five. Takes lists, JSON, quotes, numbers, call brackets and
 * prose; a name is one only when the catalogue has it.
 * @returns none when the answer says that none is needed; undefined when it can't be used
 */
export function parseRouting(response: string, tools: readonly string[]): string[] | undefined {
  const text = ownWords(response.slice(0, MAX_LETTERS))
    .replace(/```[a-z]*/gi, '\n')
    .trim();
  const byKey = new Map(tools.map((name) => [keyOf(name), name]));
  const items = text.split(/[,;|\n\r\u3001\uff0c]+/).filter((item) => !DECLINED.test(item));
  const listed = items.flatMap((item) => byKey.get(keyOf(bare(item))) ?? []);
  const named = listed.length > 0 ? listed : inProse(text, tools);
  if (named.length > 0) return [...new Set(named)].slice(0, MAX_ROUTED_TOOLS);
  const said = text
    .replace(/^[\s"'`*[({]+/, '')
    .replace(/^(?:tools?|answer|selected(?: tools?)?)["'`*]*\s*[:=]\s*/i, '')
    .replace(/^[\s"'`*[({]+/, '');
  if (text !== '' && (/^[\])}"'`*.\s]*$/.test(said) || NONE.test(said) || NONE_IN_PROSE.test(text))) return [];
  return undefined;
}

/** An item of a list without what models put around a name. */
function bare(item: string): string {
  return item
    .trim()
    .replace(/^(?:[-*•+]|\d{1,2}[.):])\s+/, '')
    .replace(/^[\s"'`*[({<]+/, '')
    .replace(/^(?:(?:selected )?tools?(?: needed| names?)?|answer|names?|functions?)["'`*]*\s*[:=.]\s*/i, '')
    .replace(/^[\s"'`*[({<]+/, '')
    .replace(AND, '')
    .replace(/\s*(?:\(.*|\s[-–—:]\s.*|:\s.*)$/, '')
    .replace(/[\s"'`*\])}>.!:]+$/, '');
}

/** Names within sentences: those that are no ordinary word, or that are quoted. "not webSearch" names none. */
function inProse(text: string, tools: readonly string[]): string[] {
  const found: { name: string; at: number }[] = [];
  for (const name of tools) {
    if (name === '') continue;
    const ordinary = /^[a-z]+$/.test(name);
    const pattern = new RegExp(
      ordinary ? `(?<=["'\`*])${escaped(name)}(?=["'\`*])` : `(?<![\\p{L}\\p{N}_])${escaped(name)}(?![\\p{L}\\p{N}_])`,
      'giu',
    );
    for (const { index } of text.matchAll(pattern)) {
      if (DENIED.test(text.slice(Math.max(0, index - 60), index))) continue;
      found.push({ name, at: index });
      break;
    }
  }
  return found.sort((a, b) => a.at - b.at).map(({ name }) => name);
}

/** "get_weather", "getWeather" and "GetWeather()" are one name. */
function keyOf(name: string): string {
  return name.replace(/[\s_.()-]/g, '').toLowerCase();
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
