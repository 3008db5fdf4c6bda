const MARKS = '.。,，?¿？؟!¡！;；:：’…—–―';
const WORD = String.raw`[\p{L}\p{N}\p{M}_]`;
const GAP = String.raw`[^\p{L}\p{N}\p{M}_]`;
const INITIALS_AT_END = new RegExp(String.raw`(?<!${WORD})(?:${WORD}\.){2,}$`, 'u');
const AT_START = new RegExp(`^[${MARKS}]+`, 'u');
const AT_END = new RegExp(`[${MARKS}]+$`, 'u');
const BETWEEN_WORDS = new RegExp(
  String.raw`(?<=${GAP})[${MARKS}]+(?=${WORD})|(?<=${WORD})[${MARKS.slice(1)}]+(?=${GAP})|(?<!${WORD}\.${WORD})\.(?=${GAP})|(?<=${GAP})[${MARKS}]+(?=${GAP})`,
  'gu',
);
const CJK = '一-鿿㐀-䶿぀-ヿ가-힯';
const CJK_SPACES = new RegExp(`(?<=[${CJK}])\\s+(?=[${CJK}])`, 'gu');

/** Text as hassil compares it: lower case, composed letters, single spaces, no punctuation at the ends of words. */
export function normalise(text: string): string {
  const plain = foldCase(text).trim().replace(AT_START, '');
  return (INITIALS_AT_END.test(plain) ? plain : plain.replace(AT_END, ''))
    .replace(BETWEEN_WORDS, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Lower case and composed letters, one kind of apostrophe and space: what templates need. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ');
}

/** Lower case as Python's `casefold` has it, which wrote the fragments. */
export function caseFold(text: string): string {
  return text.replaceAll('ß', 'ss').replaceAll('ς', 'σ').replaceAll('և', 'եւ');
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

/** Patterns for words without meaning ("please"); undefined when the language lists none. */
export function skipWordsOf(words: readonly string[], ignoreWhitespace: boolean): SkipWords | undefined {
  const known = words.map((word) => foldCase(word).trim()).filter((word) => word !== '');
  if (known.length === 0) return undefined;
  const one = known
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
  const [before, after] = ignoreWhitespace ? ['', ''] : [`(?<!${WORD})`, `(?!${WORD})`];
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
