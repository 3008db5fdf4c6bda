import { durationsIn } from '../../language/durations.js';
import { withoutAccents } from '../../language/fold.js';

/** A sentence as it is compared, from which words can be taken while the rest stays as it was written. */
export interface Sentence {
  /** Lower case, without accents, single spaces for punctuation. */
  readonly folded: string;
  /** As written: one for each letter of `folded`. */
  readonly letters: readonly string[];
  /** The lengths that its words "§0", "§1" stand for, in milliseconds. */
  readonly lengths: readonly number[];
}

/** A word that stands for a length, as the source of a regular expression. */
export const LENGTH = '§\\d';

/** A text as a sentence. @param language where its lengths are to become words for them */
export function sentenceOf(text: string, language?: string): Sentence {
  const plain = lettersOf(text);
  const found = (language === undefined ? undefined : durationsIn(plain.folded, language))?.found ?? [];
  let said: Sentence = { folded: '', letters: [], lengths: found.map(({ ms }) => ms) };
  let from = 0;
  for (const [at, duration] of found.entries()) {
    const before = slice(plain, from, duration.from);
    const word = `§${at}`;
    const letters = [written(plain, duration.from, duration.to), ...Array<string>(word.length - 1).fill('')];
    said = {
      ...said,
      folded: said.folded + before.folded + word,
      letters: [...said.letters, ...before.letters, ...letters],
    };
    from = duration.to;
  }
  const rest = slice(plain, from, plain.folded.length);
  return { ...said, folded: said.folded + rest.folded, letters: [...said.letters, ...rest.letters] };
}

/** A text for the community's templates, and the lengths in milliseconds that its numbers stand for. */
export interface PlainLengths {
  text: string;
  lengths?: readonly number[];
}

/**
 * A text in which each length is a number of one unit, from 7 on, as every language's templates know it. Undefined where a unit is said that no length was read with; the text as it is in a language
 * without a table of durations.
 */
export function withPlainLengths(text: string, language: string): PlainLengths | undefined {
  const plain = lettersOf(text);
  const read = durationsIn(plain.folded, language);
  if (!read) return { text };
  if (read.unclear) return undefined;
  let made = '';
  let from = 0;
  for (const [at, { from: begin, to, unit }] of read.found.entries()) {
    const n = FIRST_LENGTH + at;
    const said = unit
      ? `${n} ${written(plain, unit.from, unit.to)}`
      : new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(n);
    made += `${plain.letters.slice(from, begin).join('')}${said} `;
    from = to;
  }
  return { text: made + plain.letters.slice(from).join(''), lengths: read.found.map(({ ms }) => ms) };
}

/** The number that stands for the first length. */
export const FIRST_LENGTH = 7;

function lettersOf(text: string): Sentence {
  const letters: string[] = [];
  let folded = '';
  const raw = [...text.normalize('NFC')];
  raw.forEach((letter, at) => {
    const between = /\d/.test(raw[at - 1] ?? '') && /\d/.test(raw[at + 1] ?? '');
    const isWord = /[\p{L}\p{N}]/u.test(letter) || (between && /[.,:/]/.test(letter));
    if (!isWord) {
      if (folded === '') return;
      if (folded.endsWith(' ')) {
        letters.push(`${letters.pop()}${letter}`);
        return;
      }
      folded += ' ';
      letters.push(letter);
      return;
    }
    // "7pm" is "7 pm"
    if (/\d$/.test(folded) && /\p{L}/u.test(letter)) {
      folded += ' ';
      letters.push('');
    }
    const plain = withoutAccents(letter).replace(/\p{M}/gu, '');
    letters.push(...plain.split('').map((_, place) => (place === 0 ? letter : '')));
    folded += plain;
  });
  return slice({ folded, letters, lengths: [] }, 0, folded.trimEnd().length);
}

/** What was written from one place of a sentence to another. */
export function written({ letters }: Sentence, from = 0, to = letters.length): string {
  return letters.slice(from, to).join('').trim();
}

/** A sentence without what a match of its folded words is. */
export function without(sentence: Sentence, { index, 0: said }: { index: number; 0: string }): Sentence {
  const before = slice(sentence, 0, sentence.folded.slice(0, index).trimEnd().length);
  const after = slice(sentence, index + said.length, sentence.folded.length);
  const rest = after.folded.startsWith(' ') ? slice(after, 1, after.folded.length) : after;
  if (before.folded === '') return rest;
  if (rest.folded === '') return before;
  const { lengths } = sentence;
  return { folded: `${before.folded} ${rest.folded}`, letters: [...before.letters, ' ', ...rest.letters], lengths };
}

/** A sentence with other words in the place of what a match of its folded words is. */
export function replaced(
  sentence: Sentence,
  { index, 0: said }: { index: number; 0: string },
  words: string,
): Sentence {
  const [before, after] = [slice(sentence, 0, index), slice(sentence, index + said.length, sentence.folded.length)];
  return {
    ...sentence,
    folded: before.folded + words + after.folded,
    letters: [...before.letters, ...words, ...after.letters],
  };
}

function slice({ folded, letters, lengths }: Sentence, from: number, to: number): Sentence {
  return { folded: folded.slice(from, to), letters: letters.slice(from, to), lengths };
}

/** A part of the folded sentence, as it was written. */
export function partOf(said: Sentence, part: string): string {
  const from = said.folded.lastIndexOf(part);
  return written(said, from, from + part.length).replace(/[\s,;]+$/, '');
}

/** Milliseconds that a word for a length stands for. */
export function lengthSaid({ lengths }: Sentence, word: string | undefined): number | undefined {
  return word === undefined ? undefined : lengths[Number(word.slice(1))];
}
