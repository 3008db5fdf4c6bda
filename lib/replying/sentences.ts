import { primaryLanguage } from '../language/tags.js';

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
/** What an ordinal number stands behind: "der 1. FC Köln". */
const RANKED =
  /(?:^|\s)(?:de[rmns]|die|das|[aiz]m|beim|vom|zum|zur|ein(?:e[mnrs]?)?|[mds]ein(?:e[mnrs]?)?|jede[mnrs]?) \d{1,2}$/i;

/** @param language BCP 47 tag; decides about abbreviations and ordinals ("am 3. Mai"). */
export function sentenceCutter(language = 'en'): SentenceCutter {
  const primary = primaryLanguage(language);
  const never = new Set(`${TITLES} ${NEVER[primary] ?? ''}`.split(' '));
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
    if (primary === 'de' && /^\d{1,2}$/.test(word)) return MONTHS.test(next) || RANKED.test(before);
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
