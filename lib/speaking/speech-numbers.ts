import { monthNames } from '../language/names.js';
import { inchesMarked, speakFeet, speakOrdinals, speakPowers, withoutLowered } from './speech-signs.js';
import { dateInWords, type SpeechWords, timeInWords, unitsOf } from './speech-words.js';

// Every pattern begins with a look-behind that keeps it from starting again inside the same number, and every repetition
// is bounded: the work stays linear in the text, whatever the text is.
const NUMBER = String.raw`(?<![\p{L}\d])(?<!\d[.,])(\d{1,15}(?:[.,]\d{1,15})?)`;

const CURRENCY_CODES: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£', JPY: '¥' };
const VULGAR: Readonly<Record<string, string>> = { '½': '1/2', '⅓': '1/3', '⅔': '2/3', '¼': '1/4', '¾': '3/4' };

/** What nothing about money can be without, and what `sameSigns` changes: most texts are spared their patterns. */
const MONEY = /[€$£¥]|EUR|USD|GBP|JPY/;
const OTHER_SIGNS = /[\u00a0\u202f\u2009−μº½⅓⅔¼¾]|° [CF]|m[23]|[-=]>|[<>!]=| {2}/;

/** From one number to another: both ends, the unit of the first, and the dash. */
const RANGE_END = String.raw`\d{1,4}(?:[.,:]\d{1,4})?`;
const RANGE = new RegExp(
  String.raw`(?<![\d\p{L}/])(?<!\d[.,:-])(${RANGE_END})( ?(?:°[CF]?|%|€))?( ?)([-–—])( ?)(?=(${RANGE_END})(?!\d|-\d|[.,:/]\d))`,
  'gu',
);

/** French writes 1 200, often with an ordinary space. */
const SPACED_THOUSANDS = /(?<![\d.,])(\d{1,3}) (?=\d{3}(?!\d))/g;

interface Patterns {
  units: ReturnType<typeof unitsOf>;
  months: readonly string[];
  time: RegExp;
  moneyRange: RegExp;
  moneyBefore: RegExp;
  moneyAfter: RegExp;
  unit: RegExp;
  signs: RegExp;
}

const compiled = new WeakMap<SpeechWords, Patterns>();

/**
 * Numbers with their units, money, dates, times, ranges and arithmetic signs in words of the language.
 * The digits stay digits: every speech engine can read them.
 */
export function speakNumbers(text: string, words: SpeechWords): string {
  if (!/[\d&@=≠≈~<>≤≥±×÷→§½⅓⅔¼¾+^⁰²³⁴-⁹]/.test(text)) return text;
  const patterns = patternsOf(words);
  let said = withoutLowered(speakOrdinals(inchesMarked(speakFeet(text, words.language)), words.language));
  said = sameSigns(words.language === 'fr' ? said.replace(SPACED_THOUSANDS, '$1\u00a0') : said);
  said = dates(said, words, patterns);
  if (MONEY.test(said)) said = said.replace(patterns.moneyRange, '$2–$3 $1');
  if (/[-–—]/.test(said)) said = ranges(said, words);
  if (said.includes(':') || words.language === 'fr') said = times(said, words, patterns.time);
  if (said.includes('/')) said = fractions(said, words);
  said = decimals(said, words);
  said = said.replace(/(^|[\s(:,;=])-(?=\d|[€$£¥]\d)/g, `$1${words.minus} `);
  if (said.includes('+')) said = additions(said, words);
  said = speakPowers(said, words, 'number');
  if (MONEY.test(said)) said = money(said, words, patterns);
  said = said.replace(patterns.unit, (all, amount: string, fraction: string | undefined, sign: string) => {
    if (/0s$/.test(all)) return all; // the 1990s
    const unit = patterns.units[sign];
    if (!unit) return all;
    return fraction ? `${amount}${fraction} ${unit[0]}` : `${amount} ${isOne(amount) ? unit[0] : unit[1]}`;
  });
  said = speakPowers(said, words, 'letter');
  said = said.replace(/(?<![\p{L}\d])#(?=\d)/gu, `${words.number} `);
  // "<" and ">" count as signs only beside a number: elsewhere they are leftover markup.
  said = said.replace(/([<>≤≥]) ?(?=\d|minus )/g, (_all, sign: string) => ` ${words.signs[sign] ?? ''} `);
  said = said.replace(/~ ?(?=\d)/g, `${words.signs['~'] ?? ''} `);
  return said.replace(patterns.signs, (sign) => ` ${words.signs[sign] ?? ''} `);
}

function additions(text: string, { plus }: SpeechWords): string {
  return text
    .replace(/(^|[\s(])\+ ?(?=\d)/g, `$1${plus} `)
    .replace(/(\d) ?\+ ?(?=\d)/g, `$1 ${plus} `)
    .replace(/(?<=[\p{L}\d)²³⁰-⁹]) \+ (?=[\p{L}\d(])/gu, ` ${plus} `);
}

function patternsOf(words: SpeechWords): Patterns {
  const known = compiled.get(words);
  if (known) return known;
  const named = unitsOf(words);
  const units = Object.keys(named)
    .sort((a, b) => b.length - a.length)
    .map(literal)
    .join('|');
  const magnitudes = words.magnitudes.join('|');
  const magnitude = `(?: (${magnitudes}))?`;
  const amount = String.raw`\d{1,15}(?:[.,]\d{1,15})?`;
  const fractions = [...new Set(Object.values(words.fractions).flat())].join('|');
  const made: Patterns = {
    units: named,
    months: monthNames(words.language),
    time: new RegExp(
      String.raw`(?<![\d:.,/-])([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?(?![\d:])(?: ?(?:${words.afterTime})(?!\p{L}))?(?: ?([ap])\.?m(?!\p{L})\.?)?`,
      'gu',
    ),
    moneyBefore: new RegExp(String.raw`([€$£¥]) ?(?<!\d)(\d{1,15}(?:[.,]\d{1,15})?)${magnitude}(?![\d])`, 'gu'),
    moneyAfter: new RegExp(String.raw`${NUMBER}${magnitude} ?([€$£¥]|EUR\b|USD\b|GBP\b|JPY\b)`, 'gu'),
    moneyRange: new RegExp(
      String.raw`([€$£¥]) ?(?<!\d)(${amount}) ?[-–—] ?[€$£¥]?(${amount}(?: (?:${magnitudes}))?)(?![\d.,]*[\d-])`,
      'gu',
    ),
    unit: new RegExp(String.raw`${NUMBER}( (?:${fractions})(?!\p{L}))? ?(${units})(?![\p{L}\d])`, 'gu'),
    signs: /[&@=≠≈±×÷→§]/g,
  };
  compiled.set(words, made);
  return made;
}

/** One way of writing each sign. */
function sameSigns(text: string): string {
  if (!OTHER_SIGNS.test(text)) return text;
  return text
    .replace(/(?<!\d)\d{1,3}(?:[\u00a0\u202f\u2009]\d{3}){1,5}(?!\d)/g, (grouped) => grouped.replace(/\D/g, ''))
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/−/g, '-')
    .replace(/μ/g, 'µ')
    .replace(/º ?(?=[CF]\b)|° (?=[CF]\b)/g, '°')
    .replace(
      /(\d ?k?m)([23])(?![\p{L}\d])/gu,
      (_all, unit: string, power: string) => unit + (power === '2' ? '²' : '³'),
    )
    .replace(/[½⅓⅔¼¾]/g, (sign) => ` ${VULGAR[sign] ?? ''}`)
    .replace(/[-=]>/g, '→')
    .replace(/<=/g, '≤')
    .replace(/>=/g, '≥')
    .replace(/!=/g, '≠')
    .replace(/ {2,}/g, ' ');
}

function dates(text: string, words: SpeechWords, { months }: Patterns): string {
  const say = (all: string, day: string, month: string, year: string): string => {
    const name = months[Number(month) - 1];
    const number = Number(day);
    return name && number >= 1 && number <= 31 ? dateInWords(words, number, name, year).trim() : all;
  };
  if (!/\d[-./]/.test(text)) return text;
  let said = text.replace(
    /(?<!\d)(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?/g,
    '$1, $2',
  );
  said = said.replace(/(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/g, (all, year: string, month: string, day: string) =>
    say(all, day, month, year),
  );
  if (words.language === 'de') {
    said = said.replace(
      /(?<![\d.,])(\d{1,2}\.(?:\d{1,2}\.(?:\d{4})?)?) ?[-–] ?(?=\d{1,2}\.(?: |\d{1,2}\.))/g,
      `$1 ${words.to} `,
    );
    said = said.replace(/(?<![\d.])(\d{1,2})\.(\d{2}) ?Uhr/g, '$1:$2 Uhr');
    said = said.replace(
      /(?<![\d.])(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}))?(?!\d)(?= ?(\p{Ll}|[,;)–-]|$)?)/gu,
      (all, day: string, month: string, year: string | undefined, after: string | undefined) => {
        // "1. 2. 3." is a count, not a date: without a year something that goes on with the sentence must follow.
        if (year === undefined && after === undefined && /\d\. ?\d/.test(all) && all.includes('. ')) return all;
        return say(all, day, month, year ?? '');
      },
    );
  }
  return said.replace(
    /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/g,
    (all, a: string, b: string, year: string) => {
      if (words.language !== 'en') return say(all, a, b, year);
      if (Number(a) > 12) return say(all, a, b, year);
      return Number(b) > 12 ? say(all, b, a, year) : all;
    },
  );
}

function ranges(text: string, words: SpeechWords): string {
  return text.replace(
    RANGE,
    (all, from: string, unit = '', before: string, dash: string, after: string, to: string) => {
      const start = Number(from.replace(/[,:]/, '.'));
      const end = Number(to.replace(/[,:]/, '.'));
      const alike = (from.length <= 3 && to.length <= 3) || from.length === to.length || from.includes(':');
      if (dash !== '-' || unit !== '' || (start < end && alike)) return `${from}${unit} ${words.to} `;
      return before === ' ' && after === ' ' ? `${from} ${words.minus} ` : all;
    },
  );
}

function times(text: string, words: SpeechWords, pattern: RegExp): string {
  const written =
    words.language === 'fr' ? text.replace(/(?<![\d:])([01]?\d|2[0-3]) ?h ?([0-5]\d)(?!\d)/g, '$1:$2') : text;
  return written.replace(
    pattern,
    (_all, hour: string, minute: string, second: string | undefined, half: string | undefined) => {
      if (half) return `${Number(hour)}${minute === '00' ? '' : ` ${minute}`} ${half.toUpperCase()}M`;
      return timeInWords(words, Number(hour), Number(minute), second === undefined ? undefined : Number(second));
    },
  );
}

function fractions(text: string, words: SpeechWords): string {
  return text.replace(
    /(?<![\d/.,])(?:(\d{1,3}) )?(\d{1,4}(?:[.,]\d{1,2})?)\/(\d{1,4})(?![\d/]|[.,]\d)/g,
    (_all, whole: string | undefined, over: string, under: string) => {
      const fraction = words.fractions[`${over}/${under}`];
      const before = whole === undefined ? '' : `${whole} ${fraction ? `${words.and} ` : ''}`;
      if (fraction) return `${before}${over} ${over === '1' ? fraction[0] : fraction[1]}`;
      if (over === '24' && under === '7') return `${before}24 7`;
      const rated = Number(over.replace(',', '.')) <= Number(under);
      return `${before}${over} ${rated ? words.outOf : words.signs['÷']} ${under}`;
    },
  );
}

/** Thousands without their separators, decimals with the language's. */
function decimals(text: string, words: SpeechWords): string {
  return text.replace(/(?<!\d)(?<!\d[.,])\d{1,15}(?:[.,]\d{1,15}){1,8}(?!\d|[.,]\d)/g, (number) => {
    const separators = number.replace(/\d/g, '');
    const groups = number.split(/[.,]/);
    const last = separators.at(-1) ?? '';
    const inner = separators.slice(0, -1);
    const threes = (parts: string[]) => parts.length > 0 && parts.every((part) => part.length === 3);
    const leads = /^[1-9]\d{0,2}$/.test(groups[0] ?? '');
    if (inner === '') {
      if (last === words.decimal) return number;
      if (leads && threes(groups.slice(1))) return groups.join('');
      return words.decimal === '.' ? number : groups.join(words.decimal);
    }
    if (leads && !inner.includes(last) && new Set(inner).size === 1 && threes(groups.slice(1, -1))) {
      return `${groups.slice(0, -1).join('')}${words.decimal}${groups.at(-1)}`;
    }
    return leads && new Set(separators).size === 1 && threes(groups.slice(1)) ? groups.join('') : number;
  });
}

function money(text: string, words: SpeechWords, patterns: Patterns): string {
  const say = (amount: string, magnitude: string | undefined, sign: string): string => {
    const names = words.money[CURRENCY_CODES[sign] ?? sign];
    if (!names) return `${amount} ${sign}`;
    const [whole, cents] = names;
    if (magnitude) return `${amount} ${magnitude}${words.magnitudeJoin}${whole[1]}`.replace(/ de (?=e)/, " d'");
    const [units = '', hundredths = ''] = amount.split(/[.,]/);
    const small = Number(hundredths);
    const centsSaid = `${small} ${small === 1 ? cents[0] : cents[1]}`;
    if (hundredths.length !== 2) return `${amount} ${isOne(amount) ? whole[0] : whole[1]}`;
    if (Number(units) === 0 && small > 0) return centsSaid;
    const unitsSaid = `${units} ${isOne(units) ? whole[0] : whole[1]}`;
    return small === 0 ? unitsSaid : `${unitsSaid}${words.moneyJoin}${centsSaid}`;
  };
  return text
    .replace(patterns.moneyBefore, (_all, sign: string, amount: string, magnitude: string | undefined) =>
      say(amount, magnitude, sign),
    )
    .replace(patterns.moneyAfter, (_all, amount: string, magnitude: string | undefined, sign: string) =>
      say(amount, magnitude, sign),
    );
}

function isOne(amount: string): boolean {
  return amount === '1';
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
