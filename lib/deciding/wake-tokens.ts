import { fold, words } from '../language/fold.js';
import { romanised } from '../language/phonetics.js';
import { primaryLanguage } from '../language/tags.js';
import { GREETINGS } from './wake-vocabulary.js';

export interface WakeOptions {
  /** The wake phrase, e.g. "hey jarvis" or "hey_jarvis". */
  wake: string;
  /** Other phrases that count as the wake phrase itself. */
  aliases?: readonly string[] | undefined;
  /** BCP 47 tag of what is spoken; names are looked for in the same way in every language. */
  language?: string | undefined;
}

const PAUSE = /[,.;:!?…—–、。，；：！？،؛؟।]/u;
/** Scripts that put no spaces between words, so that a name and what is asked may be one run of letters. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** A word of a text, with what the rules ask about it. */
export interface Token {
  word: string;
  from: number;
  to: number;
  /** A comma, full stop or the like stands between this and the next word. */
  pause: boolean;
  capital: boolean;
  /** "Jarvis's", "Jarvis'": something of his. */
  possessive: boolean;
}

/** What the assistant is called. */
export interface Names {
  /** The words of the name, joined: "jarvis", "computer". */
  names: string[];
  /** Nouns are written with a capital, so that one tells nothing. */
  capitals: boolean;
  /** How many words have been compared by their sound so far. */
  compared: number;
}

/** The name in each wake phrase, without its greeting. */
export function namesOf({ wake, aliases = [], language }: WakeOptions): Names {
  const names = [wake, ...aliases].flatMap((phrase) => {
    const spoken = words(phrase.replace(/[_-]/g, ' '));
    const own = spoken.slice(spoken.findIndex((word) => !GREETINGS.has(word)));
    return own.length > 0 ? [romanised(own.join(''))] : [];
  });
  return { names: [...new Set(names)], capitals: primaryLanguage(language) === 'de', compared: 0 };
}

/** The words of a text; a run of letters without spaces is cut around a name. */
export function tokensOf(text: string, { names }: Names): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)*/gu)) {
    const before = tokens.at(-1);
    if (before) before.pause = PAUSE.test(text.slice(before.to, match.index));
    let from = match.index;
    for (const part of UNSPACED.test(match[0]) ? aroundName(match[0], names) : [match[0]]) {
      const to = from + part.length;
      const possessive = isPossessive(text, from, to, names);
      tokens.push({ word: joined(part), from, to, pause: false, capital: /^\p{Lu}/u.test(part), possessive });
      from = to;
    }
  }
  const last = tokens.at(-1);
  if (last) last.pause = true;
  return tokens;
}

function isPossessive(text: string, from: number, to: number, names: readonly string[]): boolean {
  if (!/['’]/.test(text.slice(from, to + 1))) return false;
  if (/['’]s$/.test(text.slice(from, to))) return names.includes(joined(text.slice(from, to - 2)));
  return /^s['’] [\p{L}]/u.test(text.slice(to - 1, to + 3)) && !/['‘]/.test(text[from - 1] ?? '');
}

/** A run of letters without spaces, cut after a name that it begins with, or before one that it ends with. */
function aroundName(run: string, names: readonly string[]): string[] {
  for (const name of names) {
    // folding may join letters, so that the name can be longer where it is written
    for (let length = name.length; length < run.length && length <= 2 * name.length; length++) {
      if (joined(run.slice(0, length)) === name) return [run.slice(0, length), run.slice(length)];
      if (joined(run.slice(-length)) === name) return [run.slice(0, -length), run.slice(-length)];
    }
  }
  return [run];
}

function joined(text: string): string {
  return romanised(fold(text).replaceAll(' ', ''));
}
