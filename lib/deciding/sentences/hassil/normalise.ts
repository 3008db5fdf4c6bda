import { fold } from '../../../language/fold.js';
import { spokenWords } from '../values.js';

const CJK = '一-鿿㐀-䶿぀-ヿ가-힯';
const CJK_SPACES = new RegExp(`(?<=[${CJK}])\\s+(?=[${CJK}])`, 'gu');

/** Text as templates are compared with it: folded words with single spaces. */
export function normalise(text: string): string {
  return spokenWords(text).trim();
}

/** A piece of a template, folded, with a space where a word ends or begins. */
export function normalisePiece(text: string): string {
  const words = normalise(text);
  if (words === '') return text === '' ? '' : ' ';
  const starts = /^(?:[\p{L}\p{M}\p{N}]|['’]s(?!\p{L}))/u.test(text) ? '' : ' ';
  return starts + words + (/[\p{L}\p{M}\p{N}]$/u.test(text) ? '' : ' ');
}

/** Without the spaces between the signs of scripts that don't separate words. */
export function joinSigns(text: string): string {
  return text.replace(CJK_SPACES, '');
}

export interface SkipWords {
  anywhere: RegExp;
  atStart: RegExp;
  atEnd: RegExp;
}

/** Patterns, over normalised text, for words without meaning ("please"); undefined when the language lists none. */
export function skipWordsOf(words: readonly string[], ignoreWhitespace: boolean): SkipWords | undefined {
  const known = words.map(fold).filter((word) => word !== '');
  if (known.length === 0) return undefined;
  const one = known.sort((a, b) => b.length - a.length).join('|');
  const [before, after] = ignoreWhitespace ? ['', ''] : ['(?<![^ ])', '(?![^ ])'];
  return {
    anywhere: new RegExp(`${before}(?:${one})${after}`, 'gu'),
    atStart: new RegExp(`^(?:\\s*(?:${one})${after})+`, 'u'),
    atEnd: new RegExp(`(?:${before}(?:${one})\\s*)+$`, 'u'),
  };
}

/** The text without what a pattern of skip words finds. */
export function without(text: string, pattern: RegExp): string {
  return text.replace(pattern, ' ').replace(/\s+/g, ' ').trim();
}
