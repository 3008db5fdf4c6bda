import { patternOfAll } from '../../language/word-lists.js';
import type { Found } from './mark.js';
import { lower } from './places.js';

/**
 * What secrets are called where nobody has written down the sentences that tell one. At the beginning of a word, in
 * languages that have spaces between them; and what is called so everywhere.
 */
const NAME = new RegExp(
  `(?<![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}[\\p{N}])(?:(?<name>${patternOfAll('secret-names', 'names')})|(?<short>pin|otp|2fa)(?!\\p{L})|(?<sent>sms|смс)(?!\\p{L}))`,
  'gu',
);
/** The letters and signs of what is typed without a space; with a digit among them it looks like a secret. */
const TYPED = '[A-Za-z\\d!#$%&*+@_-]';
const SPELLED = '[\\p{L}\\p{M}\\d!#$%&*+@_-]';
const VALUE = `(?:(?<![\\p{L}\\p{N}])(?=${SPELLED}*\\d)${SPELLED}{4,64}(?=$|[\\s.,;:!?"'»”)])|(?=${TYPED}*\\d)${TYPED}{4,64})(?![.,:]?\\d| ?[%€$°])`;
/** Digits end the way to it: what is looked for is the first that has any. */
const AFTER = new RegExp(`(?<gap>[^.!?;\\n\\d•[\\]]{0,24}?)(?<value>${VALUE})`, 'uy');
const BEFORE = new RegExp(`(?<value>${VALUE})(?<gap>[^.!?;,:\\n\\d•[\\]]{1,16})$`, 'u');
/** "пароль: луна": any word, where nothing else can be meant. */
const ASSIGNED = /\s?[:=：]\s?["'«„“]?(?<value>[^\s"'«»„“”,;<>()[\]•]{3,64})/uy;
const BACK = 84;

/** Passwords and codes beside a word for them, by their shape, in any language. */
export function* findInAnyLanguage(written: string): Generator<Found> {
  const text = lower(written);
  for (const { 0: label, index, groups } of text.matchAll(NAME)) {
    const end = index + label.length;
    const isName = groups?.['name'] !== undefined;
    const least = groups?.['sent'] === undefined ? 4 : 6;
    const assigned = isName ? valueIn(ASSIGNED, text, end) : undefined;
    if (assigned) {
      yield { mark: '[password]', ...assigned };
      continue;
    }
    const after = valueIn(AFTER, text, end);
    const start = Math.max(0, index - BACK);
    const found = after ?? valueIn(BEFORE, text.slice(start, index), 0, start);
    if (!found) continue;
    const value = text.slice(found.from, found.to);
    const isNear = found === after && /^[\s:=#-]*$/.test(text.slice(end, found.from));
    if (looksSecret(value, least, isNear, isName)) yield { mark: '[password]', ...found };
  }
}

function valueIn(pattern: RegExp, text: string, at: number, moved = 0): { from: number; to: number } | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const value = match?.groups?.['value'];
  if (!match || value === undefined) return undefined;
  const from = moved + match.index + match[0].lastIndexOf(value);
  return { from, to: from + value.length };
}

/** Years and counts aren't: "since 2019", "8-digit". @param isNear nothing but a sign stands between it and its name */
function looksSecret(value: string, least: number, isNear: boolean, isName: boolean): boolean {
  if (/^\d{1,3}-?\p{L}/u.test(value) && !/\d\p{L}+\d/u.test(value)) return false;
  if (!/^\d+$/.test(value)) return isName && value.length >= least;
  if (value.length < least || value.length > 12) return false;
  return isNear || !/^(?:19|20)\d\d$/.test(value);
}
