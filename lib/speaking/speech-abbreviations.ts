/** Abbreviations and what is said for them; a space inside a key may be missing in the text. */
export interface Abbreviations {
  anywhere: Readonly<Record<string, string>>;
  /** Only before a capital letter: "Dr. Smith". */
  beforeName: Readonly<Record<string, string>>;
  /** Only before a digit: "No. 5". */
  beforeNumber: Readonly<Record<string, string>>;
  /** Only after a digit: "15 Min."; what is said may be a sign that is a unit. */
  afterNumber: Readonly<Record<string, string>>;
  /** Those that end a sentence too, whose full stop then stays. */
  closing: Readonly<Record<string, string>>;
}

/** What a language says for them. */
interface Words {
  abbreviations: Abbreviations;
  language: string;
}

interface Rule {
  pattern: RegExp;
  spoken: ReadonlyMap<string, string>;
}

interface Compiled {
  /** Finds whether there is any abbreviation at all: most texts have none, and one pattern costs less than seven. */
  any: RegExp;
  rules: Rule[];
}

const compiled = new WeakMap<Abbreviations, Compiled>();

/** Words that begin a sentence: in German a capital alone doesn't tell, for every noun has one. */
const SENTENCE_START = `
  Der Die Das Den Dem Ein Eine Einen Ich Du Er Sie Es Wir Ihr Man Mein Meine Dein Deine Sein Seine Unser Unsere Dies
  Diese Dieser Dieses Dann Danach Davor Dabei Dafür Damit Da Dort Hier Jetzt Nun Heute Morgen Gestern Bald Später
  Zuerst Zuletzt Anschließend Außerdem Allerdings Aber Und Oder Doch Also Deshalb Daher Trotzdem Sonst Wenn Weil
  Während Nachdem Bevor Falls Sobald Ob Wer Was Wann Wo Wie Warum Bitte Ja Nein Möchtest Möchten Soll Willst Wollen
  Kann Kannst Können Ist Sind Hast Haben Im In Am An Auf Bei Bis Mit Nach Vor Zu Zum Zur Für Ohne Alle Alles Nicht
  Kein Keine Noch Nur Auch Schon Vielleicht Insgesamt Stell Stelle Nimm Gib Lass`
  .trim()
  .split(/\s+/)
  .join('|');

/** The text with its abbreviations as words. Linear: each pattern is a list of literals. */
export function speakAbbreviations(text: string, words: Words): string {
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

function compiledOf({ abbreviations, language }: Words): Compiled {
  const known = compiled.get(abbreviations);
  if (known) return known;
  const start = String.raw`(?<![\p{L}\p{N}.])`;
  const sentence = language === 'de' ? String.raw`(?:${SENTENCE_START})(?!\p{L})` : String.raw`\p{Lu}`;
  const ends = String.raw`\s+${sentence}|\s*$`;
  const number = String.raw`(?<=\d ?)`;
  const { closing, anywhere, beforeName, afterNumber, beforeNumber } = abbreviations;
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
  compiled.set(abbreviations, made);
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
