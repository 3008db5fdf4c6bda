import { primaryLanguage } from '../turn/language.js';

/** Cuts a stream of text into sentences as soon as each is finished. */
export interface SentenceStream {
  /** More text; returns the sentences that are finished now. */
  push(text: string): string[];
  /** No more text: what is left. */
  flush(): string[];
}

/** Longer stretches without an end are cut at a comma or a space, so that speech can begin. */
const LONGEST = 400;
/** Without even a space. */
const LONGEST_WORD = 2000;

/** Columns by which a line may be indented. */
const MAX_INDENT = 12;

/** After these a full stop never ends a sentence. */
const TITLES = 'mr mrs ms dr prof st rev hon capt col gen lt sgt vs approx';
const NEVER: Record<string, string> = {
  en: 'e.g i.e cf dept est fig',
  de: 'hr fr z z.b d.h u.a o.ä s.o s.u i.d.r bzw ca nr str inkl exkl evtl ggf max min mio mrd tel vgl bspw sog bes allg geb',
  fr: 'm mm mme mmes mlle mlles me p.ex env cf av bd',
  es: 'sr sra sres srta d dña ud uds p.ej aprox núm pág av dra tel',
};
/** After these it does when a capital letter follows. */
const SOMETIMES = new Set('etc usw a.m p.m u.s u.k ee.uu jr sr inc ltd co no núm nº'.split(' '));
const MONTHS =
  /^(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|jahrhundert|klasse|stock|etage|obergeschoss)/i;

/**
 * @param language BCP 47 tag; decides about abbreviations and ordinals ("am 3. Mai").
 * @param lines keeps the line breaks and the indentation before a sentence, which are the shape of a list
 */
export function sentenceStream(language = 'en', { lines = false } = {}): SentenceStream {
  const primary = primaryLanguage(language);
  const never = new Set(`${TITLES} ${NEVER[primary] ?? ''}`.split(' '));
  let rest = '';
  /** White space since the last sentence. */
  let space = '';
  const shaped = (text: string): string => {
    const sentence = tidy(text);
    if (sentence === '') {
      space += text;
      return '';
    }
    const before = lines ? lineBreak(space + (/^\s*/.exec(text)?.[0] ?? '')) : '';
    space = /\s*$/.exec(text)?.[0] ?? '';
    return before + sentence;
  };
  const cut = (final: boolean): string[] => {
    const sentences: string[] = [];
    for (let end = endOf(rest, final); end !== undefined; end = endOf(rest, final)) {
      const sentence = shaped(rest.slice(0, end));
      rest = rest.slice(end);
      if (sentence !== '') sentences.push(sentence);
    }
    return sentences;
  };

  /** Index after the first finished sentence, or undefined when more text is needed to tell. */
  function endOf(text: string, final: boolean): number | undefined {
    const end = naturalEnd(text, final);
    if (text.length <= LONGEST || (end !== undefined && end <= LONGEST)) return end;
    const head = text.slice(0, LONGEST);
    const pause = Math.max(...[', ', '; ', ': ', ' – ', ' — ', '、', '，'].map((mark) => head.lastIndexOf(mark)));
    if (pause > LONGEST / 4) return pause + 1;
    const space = head.search(/\s\S*$/);
    if (space > 0) return space + 1;
    if (text.length <= LONGEST_WORD) return end;
    // Never between the halves of a surrogate pair.
    return /[\uD800-\uDBFF]/.test(text.charAt(LONGEST_WORD - 1)) ? LONGEST_WORD - 1 : LONGEST_WORD;
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
      if (!final && primary === 'de' && /\d$/.test(before) && !/^\S+[\s\p{P}]/u.test(next)) return undefined;
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
    if (/^no$|^n[uú]m$|^nr$/.test(lower)) return /^\d/.test(next);
    if (SOMETIMES.has(lower) && !(lower === 'sr' && never.has('sr'))) return !/^["'„“«¿¡(]?\p{Lu}/u.test(next);
    if (never.has(lower)) return true;
    if (primary === 'de' && /^\d{1,2}$/.test(word)) return MONTHS.test(next);
    // Initials and "z. B."; but "So do I." ends.
    return /^(?:\p{L}\.)*\p{L}$/u.test(word) && word !== 'I';
  }

  return {
    push: (text) => {
      rest += text;
      return cut(false);
    },
    flush: () => {
      const sentences = cut(true);
      const last = shaped(rest);
      rest = '';
      return last === '' ? sentences : [...sentences, last];
    },
  };
}

/** The number of a list, alone at the beginning of its line. */
function isListNumber(before: string): boolean {
  return /(?:^|\n)[ \t]*\d{1,3}$/.test(before);
}

function tidy(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** The line breaks in white space, two at most, with the indentation after them; nothing where there are none. */
function lineBreak(space: string): string {
  const [, breaks = '', indent = ''] = /((?:\n[ \t]*)*\n)?([ \t]*)$/.exec(space) ?? [];
  return breaks && '\n'.repeat(Math.min(2, breaks.split('\n').length - 1)) + indent.slice(0, MAX_INDENT);
}

/** All sentences of a whole text. */
export function sentencesOf(text: string, language?: string): string[] {
  const stream = sentenceStream(language);
  return [...stream.push(text), ...stream.flush()];
}
