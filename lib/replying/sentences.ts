import { patternOfAll, textsOf, wordsOfAll } from '../language/word-lists.js';

/** Cuts a stream of text into sentences as soon as each is finished, as they were written: together they are the text. */
interface SentenceCutter {
  /** More text; returns the sentences that are finished now. */
  push(text: string): string[];
  /** No more text: the sentences that are finished by that, the last one without an end of its own. */
  flush(): string[];
  /** Takes what has no end yet, unlike `flush` in one piece. */
  rest(): string;
}

/** Longer stretches without an end are cut at a comma or a space, so that speech can begin. */
const MAX_SENTENCE = 400;
/** Without even a space. */
const MAX_WORD = 2000;

const words = (list: string) => wordsOfAll('abbreviations', list);
/** After these a full stop never ends a sentence, in any language; those of one language are its `never`. */
const TITLES = words('titles');
/** After these it does when a capital letter follows. */
const SOMETIMES = words('sometimes');
/** What stands before a number: "no. 5". */
const NUMBERS = words('number');
const MONTHS = new RegExp(`^(?:${patternOfAll('abbreviations', 'afterOrdinal')})`, 'i');
/** What an ordinal number stands behind: "der 1. FC Köln". */
const RANKED = new RegExp(`(?:^|\\s)(?:${patternOfAll('abbreviations', 'beforeOrdinal')}) \\d{1,2}$`, 'i');

/** @param language BCP 47 tag; decides about abbreviations and ordinals ("am 3. Mai"). */
export function sentenceCutter(language = 'en'): SentenceCutter {
  const { never: own = '', beforeOrdinal } = textsOf(language, 'abbreviations');
  const never = new Set([...TITLES, ...own.split(' ')]);
  const hasOrdinals = beforeOrdinal !== undefined;
  let rest = '';
  const cut = (final: boolean): string[] => {
    const pieces: string[] = [];
    for (let end = endOf(rest, final); end !== undefined; end = endOf(rest, final)) {
      pieces.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
    return pieces;
  };
  const taken = () => {
    const left = rest;
    rest = '';
    return left;
  };

  /** Index after the first finished sentence, or undefined when more text is needed to tell. */
  function endOf(text: string, final: boolean): number | undefined {
    const end = naturalEnd(text, final);
    if (text.length <= MAX_SENTENCE || (end !== undefined && end <= MAX_SENTENCE)) return end;
    const head = text.slice(0, MAX_SENTENCE);
    const pause = Math.max(...[', ', '; ', ': ', ' – ', ' — ', '、', '，'].map((mark) => head.lastIndexOf(mark)));
    if (pause > MAX_SENTENCE / 4) return pause + 1;
    const space = head.search(/\s\S*$/);
    if (space > 0) return space + 1;
    if (text.length <= MAX_WORD) return end;
    // Never between the halves of a surrogate pair.
    return /[\uD800-\uDBFF]/.test(text.charAt(MAX_WORD - 1)) ? MAX_WORD - 1 : MAX_WORD;
  }

  function naturalEnd(text: string, final: boolean): number | undefined {
    for (const match of text.matchAll(/[.!?…]+|[。！？]+|\n/g)) {
      const mark = match[0];
      const before = text.slice(0, match.index);
      if (mark === '\n') {
        if (before.trim() !== '') return match.index + 1;
        continue;
      }
      let at = match.index + mark.length;
      while (/["'”’»)\]*_]/.test(text.charAt(at))) at++;
      if (at >= text.length) return undefined;
      if (/[。！？]/.test(mark)) return at;
      if (!/\s/.test(text.charAt(at))) continue;
      const gap = /^\s+/.exec(text.slice(at))?.[0] ?? '';
      const next = text.slice(at + gap.length);
      if (gap.includes('\n')) {
        if (isListNumber(before)) continue;
        return at;
      }
      if (/[!?]/.test(mark)) return at;
      if (next === '') return final ? at : undefined;
      if (goesOn(before, mark, next)) continue;
      // "3. M" may become "3. Mai".
      if (!final && hasOrdinals && /\d$/.test(before) && !/^\S+[\s\p{P}]/u.test(next)) return undefined;
      return at;
    }
    return undefined;
  }

  /** Whether a full stop before `next` stands inside a sentence. */
  function goesOn(before: string, mark: string, next: string): boolean {
    if (/^\p{Ll}/u.test(next)) return true;
    if (mark !== '.') return false;
    if (isListNumber(before)) return true;
    const word = /[^\s("'„“«]*$/.exec(before)?.[0] ?? '';
    const lower = word.toLowerCase();
    if (NUMBERS.has(lower)) return /^\d/.test(next);
    if (SOMETIMES.has(lower) && !(lower === 'sr' && never.has('sr'))) return !/^["'„“«¿¡(]?\p{Lu}/u.test(next);
    if (never.has(lower)) return true;
    if (hasOrdinals && /^\d{1,2}$/.test(word)) return MONTHS.test(next) || RANKED.test(before);
    // Initials and "z. B."; but "So do I." ends.
    return /^(?:\p{L}\.)*\p{L}$/u.test(word) && word !== 'I';
  }

  return {
    push: (text) => {
      rest += text;
      return cut(false);
    },
    flush: () => [...cut(true), taken()].filter((piece) => piece !== ''),
    rest: taken,
  };
}

/** The number of a list, alone at the beginning of its line. */
function isListNumber(before: string): boolean {
  return /(?:^|\n)[ \t]*\d{1,3}$/.test(before);
}

/** A sentence on one line. */
export function tidy(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Whether what follows a number and a full stop makes it a date or a rank in German: "3. Mai", "2. Stock". */
export function isMonth(next: string): boolean {
  return MONTHS.test(next);
}

/** All sentences of a whole text, each on one line. */
export function sentencesOf(text: string, language?: string): string[] {
  const cutter = sentenceCutter(language);
  return [...cutter.push(text), ...cutter.flush()].map(tidy).filter((sentence) => sentence !== '');
}
