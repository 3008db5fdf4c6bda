import { markFor } from './mark.js';
import { isCard, PHONE_WORD } from './numbers.js';

const DIGITS: Record<string, string> = Object.fromEntries(
  [
    'zero one two three four five six seven eight nine',
    'oh eins zwo drei vier fünf sechs sieben acht neun',
    'null un zwei trois quatre cinq _ sept huit neuf',
    'zéro uno deux tres cuatro cinco seis siete ocho nueve',
    'cero une dos',
  ].flatMap((row) => row.split(' ').map((word, digit) => [word, String(digit)])),
);
const WORD = Object.keys(DIGITS)
  .filter((word) => word !== '_')
  .join('|');
const RUN = new RegExp(`(?<!\\p{L})(?:${WORD})(?:[ ,-]{1,2}(?:${WORD})){6,24}(?!\\p{L})`, 'giu');

/** Card numbers, and phone numbers after a word that says so, read out digit by digit. */
export function redactSpokenNumbers(text: string): string {
  return text.replace(RUN, (run, at: number) => {
    const digits = run
      .toLowerCase()
      .split(/[ ,-]+/)
      .map((word) => DIGITS[word] ?? '')
      .join('');
    if (isCard(digits)) return markFor('[card]', run);
    return PHONE_WORD.test(text.slice(Math.max(0, at - 60), at)) ? markFor('[phone]', run) : run;
  });
}
