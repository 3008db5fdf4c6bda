import { colourName, colourOf } from '../../home/colours.js';
import { fold } from '../../language/fold.js';
import { LANGUAGES } from '../../language/folders.js';
import { DOT, numberIn } from '../../language/numbers.js';
import { type CompiledTable, tableOf } from './tables.js';

/** The folded words of a text, a space before each, with "%" and "°" as words and decimals as one word. */
export function spokenWords(text: string): string {
  const readable = text
    .replace(/(\d)[.,](\d)/g, `$1${DOT}$2`)
    .replace(/%/g, ' percent ')
    .replace(/°\s*[CF]?\b/gi, ' degrees ')
    .replace(/[’´`]/g, "'");
  const folded = fold(readable);
  return folded === '' ? '' : ` ${folded}`;
}

/** The percent (0 to 100) that words say in a language: "fifty percent", "half"; undefined when they say none. */
export function percentIn(words: string | undefined, language: string, table: CompiledTable): number | undefined {
  let said = words ?? '';
  for (let i = 0; i < 2; i++) said = said.replace(table.percent, '');
  said = said.trim();
  const percent = table.levels.get(said) ?? numberIn(said, language);
  return percent === undefined || percent > 100 ? undefined : percent;
}

/** The percent, degrees or CSS colour name that a text says in any of our languages. */
export function percentSaid(text: string): number | undefined {
  return inAny((language) => percentIn(spokenWords(text), language, tableOf(language)));
}

export function degreesSaid(text: string): number | undefined {
  const words = spokenWords(text).replace(/(?: (?:degrees?|grad|degres?|grados?|celsius|fahrenheit|[cf]))+$/, '');
  return inAny((language) => numberIn(words.trim(), language));
}

export function colourSaid(text: string): string | undefined {
  return inAny((language) => tableOf(language).colors.get(fold(text))) ?? (colourOf(text) && colourName(text));
}

function inAny<Value>(said: (language: string) => Value | undefined): Value | undefined {
  for (const language of LANGUAGES) {
    const value = said(language);
    if (value !== undefined) return value;
  }
  return undefined;
}
