import type { SpeechWords } from './speech-words.js';

interface Rule {
  pattern: RegExp;
  spoken: ReadonlyMap<string, string>;
}

interface Compiled {
  /** Finds whether there is any abbreviation at all: most texts have none, and one pattern costs less than seven. */
  any: RegExp;
  rules: Rule[];
}

const compiled = new WeakMap<SpeechWords, Compiled>();

/** The text with its abbreviations as words. Linear: each pattern is a list of literals. */
export function speakAbbreviations(text: string, words: SpeechWords): string {
  const { any, rules } = compiledOf(words);
  if (!any.test(text)) return text;
  let said = text;
  for (const { pattern, spoken } of rules) {
    said = said.replace(pattern, (all: string) => {
      const key = withoutSpaces(all);
      const exact = spoken.get(key);
      if (exact !== undefined) return exact;
      const found = spoken.get(key.charAt(0).toLowerCase() + key.slice(1)) ?? all;
      return found.charAt(0).toUpperCase() + found.slice(1);
    });
  }
  return said;
}

function compiledOf(words: SpeechWords): Compiled {
  const known = compiled.get(words);
  if (known) return known;
  const start = String.raw`(?<![\p{L}\p{N}.])`;
  const starts = words.sentenceStarts?.replaceAll(' ', '|');
  const sentence = starts === undefined ? String.raw`\p{Lu}` : String.raw`(?:${starts})(?!\p{L})`;
  const ends = String.raw`\s+${sentence}|\s*$`;
  const number = String.raw`(?<=\d ?)`;
  const { closing, anywhere, beforeName, afterNumber, beforeNumber } = words.abbreviations;
  const rules = [
    rule(closing, start, String.raw`(?=\s+\p{Lu}|\s*$)`, '.'),
    rule(closing, start),
    rule(anywhere, start),
    rule(beforeName, start, String.raw`(?= ?\p{Lu})`),
    // At the end of a sentence the full stop stays.
    rule(afterNumber, number, `(?=${ends})`, '.'),
    rule(afterNumber, number, `(?!${ends})`),
    rule(beforeNumber, start, String.raw`(?= ?\d)`),
  ];
  const keys = [closing, anywhere, beforeName, afterNumber, beforeNumber].flatMap((words) => Object.keys(words));
  const made = { any: new RegExp(keys.map(written).join('|'), 'u'), rules };
  compiled.set(words, made);
  return made;
}

function rule(words: Readonly<Record<string, string>>, before: string, after = '', ending = ''): Rule {
  const keys = Object.keys(words).sort((a, b) => b.length - a.length);
  return {
    pattern: new RegExp(`${before}(?:${keys.map(written).join('|')})${after}`, 'gu'),
    spoken: new Map(
      Object.entries(words).map(([key, said]) => [withoutSpaces(key), key.endsWith('.') ? said + ending : said]),
    ),
  };
}

/** One key as a pattern: its first letter in either case, its spaces optional, and no letter after its last one. */
function written(key: string): string {
  const [first = ''] = key;
  const rest = key
    .slice(1)
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace(/ /g, ' ?');
  const upper = first.toUpperCase();
  return `[${first}${upper}]${rest}${/[\p{L}\p{N}]$/u.test(key) ? String.raw`(?![\p{L}\p{N}])` : ''}`;
}

function withoutSpaces(text: string): string {
  return text.replace(/ /g, '');
}
