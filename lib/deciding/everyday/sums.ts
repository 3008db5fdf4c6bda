import { z } from 'zod';
import { supportedLanguage } from '../../language/folders.js';
import { filled, spoken } from '../../language/spoken.js';
import { evaluate, MAX_SUM, SumError } from './arithmetic.js';
import { converted, unitCalled } from './units.js';

const CONVERSION = /^(.+?)\s*([\p{L}°][\p{L}°'/ -]{0,30}?)\s+(?:to|in|into|as)\s+([\p{L}°][\p{L}°'/ -]{0,30})$/u;
/** Digits after the point that are said, and of what is below one those that tell something. */
const SAID_DECIMALS = 2;
const SAID_DIGITS = 3;

const ANSWERS = z.object({
  /** What comes out, {value}; where it is rounded, `about`. */
  exact: z.string(),
  about: z.string(),
});

/** What a sum comes to: for a model, and as it is told in the language. */
interface Worked {
  text: string;
  told: string;
}

/**
 * Works out a sum ("15 % of 80") or a value in another unit ("200 g to oz").
 * @param tag BCP 47 tag: units may be in this language, and the answer is
 * @throws SumError for the model, in English
 */
export function workedOut(sum: string, tag: string): Worked {
  if (sum.length > MAX_SUM) throw new SumError(`The expression is longer than ${MAX_SUM} characters.`);
  const language = supportedLanguage(tag);
  const [, amount = '', from = '', to = ''] = CONVERSION.exec(sum.trim()) ?? [];
  if (amount === '') return said(evaluate(sum), language);
  const [one, other] = [unitIn(from, language), unitIn(to, language)];
  const value = converted(evaluate(amount), one, other);
  if (value === undefined) throw new SumError(`${one} and ${other} measure different things.`);
  return said(value, language, other);
}

function unitIn(name: string, language: string): string {
  const unit = unitCalled(name, language);
  if (unit === undefined) {
    throw new SumError(`"${name}" is no unit that is known here. Currencies are none: no exchange rates are known.`);
  }
  return unit;
}

function said(value: number, language: string, unit?: string): Worked {
  const digits: Intl.NumberFormatOptions =
    Math.abs(value) < 1 ? { maximumSignificantDigits: SAID_DIGITS } : { maximumFractionDigits: SAID_DECIMALS };
  const style: Intl.NumberFormatOptions = unit ? { style: 'unit', unit, unitDisplay: 'long' } : {};
  const short = Number(new Intl.NumberFormat('en', { ...digits, useGrouping: false }).format(value));
  const answers = spoken(language, 'sums', ANSWERS);
  const shown = new Intl.NumberFormat(language, { ...style, ...digits }).format(value);
  return {
    text: `${value}${unit ? ` ${unit}` : ''}`,
    told: filled(short === value ? answers.exact : answers.about, { value: shown, count: short }, language),
  };
}
