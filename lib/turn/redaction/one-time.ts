import { patternOfAll } from '../../language/word-lists.js';
import type { Found } from './mark.js';
import { lower } from './places.js';

const of = (entry: string) => patternOfAll('telling-secrets', entry);
const CODE = '(?:\\d{4,8}|\\d{3}[ -]\\d{3})(?![\\p{L}\\p{N}]|[.,:]\\p{N}| ?[%€$°])';
/** A clause ends, or goes on without counting anything: "4711 letters" is none. */
const ENDS = `(?=["'»”)]*(?:\\s*$|[.!?,;:\\n])| (?:${patternOfAll('spelling', 'and')})(?!\\p{L})| (?:${of('medium')}))`;

/** Codes by what they are for, "use 482913 to log in", and by how they came: "they texted me 4711", "… sent me 4711 by SMS". */
const ONE_TIME = [
  `(?<=(?<!\\p{L})(?:${of('oneTime')}) )(?:\\d{4,8}|\\d{3}[ -]\\d{3})(?! ?[\\d.,:%€$°])(?=[^.!?\\n]{1,40}(?:${of('oneTimeFor')}))`,
  `(?<=(?<!\\p{L})(?:${of('texted')}):? )${CODE}${ENDS}`,
  `(?<=(?<!\\p{L})(?:${of('sent')}) )${CODE}(?= (?:${of('medium')}))`,
].map((pattern) => new RegExp(`(?=\\d)${pattern}`, 'gu'));

/** Codes that somebody was sent, which only their use or their way gives away. */
export function* findOneTime(text: string): Generator<Found> {
  const easy = lower(text);
  for (const pattern of ONE_TIME) {
    for (const { 0: code, index } of easy.matchAll(pattern)) {
      yield { mark: '[password]', from: index, to: index + code.length };
    }
  }
}
