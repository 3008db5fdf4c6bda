import isLuhnNumber from 'validator/lib/isLuhnNumber';
import type { Found } from './mark.js';

/** Thirteen digits and more, with any signs between them. */
const RUN = /(?<![\p{L}\p{N}_]|\d[.,]|[A-Z]{2}\d\d )\d(?:[\s.,;:()/_|*·'"-]{0,3}\d){12,}/gu;
/** What stands between the groups of a number that is written as one. */
const PLAIN_GAP = /^[ .()/-]*$/;
/** How the digits of cards are grouped. */
const USUAL = /^(?:(?:4|8|12|16)(?:,(?:4|8|12)){0,3}|4,6,[45]|4,4,4,4,[1-3]|1[3-9])$/;
const CARD_WORD =
  /(?<!\[)(?:card|karte|kreditkarte|carte|cb|tarjeta|carta|cartão|visa|master ?card|amex|american express|maestro)[^.!?\n\]•]{0,40}$/i;
/** Numbers of devices and wares have the same checksum. */
const DEVICE_WORD = /(?:imei|iccid|ean|gtin|isbn)[ :#]{0,3}$/i;
const MAX_CARD_LENGTH = 19;

/** Card numbers whose checksum is right, however they are grouped. */
export function* findCards(text: string): Generator<Found> {
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (DEVICE_WORD.test(text.slice(Math.max(0, index - 20), index))) continue;
    const groups = [...run.matchAll(/\d+/g)];
    const isNamed = CARD_WORD.test(text.slice(Math.max(0, index - 60), index));
    for (let first = 0, begin = 0; first < groups.length; ) {
      const last = cardAt(run, groups, first, { begins: first === begin, isNamed: isNamed && first === 0 });
      if (last !== undefined) {
        const end = groups[last];
        yield {
          mark: '[card]',
          from: index + (groups[first]?.index ?? 0),
          to: index + (end?.index ?? 0) + (end?.[0].length ?? 0),
        };
        begin = last + 1;
      }
      first = (last ?? first) + 1;
    }
  }
}

/** The last group of the card number that begins with a group. */
function cardAt(
  run: string,
  groups: readonly RegExpExecArray[],
  first: number,
  { begins, isNamed }: { begins: boolean; isNamed: boolean },
): number | undefined {
  if ((groups[first]?.[0].length ?? 0) < 3 && !begins && !isNamed) return undefined;
  let digits = '';
  const lengths: number[] = [];
  for (let last = first; last < groups.length; last++) {
    const group = groups[last];
    if (!group) return undefined;
    digits += group[0];
    lengths.push(group[0].length);
    if (digits.length > MAX_CARD_LENGTH) return undefined;
    if (!isCard(digits)) continue;
    const gaps = run.slice(groups[first]?.index, group.index).replace(/\d/g, '');
    if (USUAL.test(lengths.join(',')) || isNamed) return last;
    // A list of small numbers passes the checksum one time in ten: digits and pairs have to stand alone.
    const alone = begins && last === groups.length - 1;
    const same = lengths.every((length) => length === lengths[0]);
    if (PLAIN_GAP.test(gaps) && lengths.every((length) => length > 2)) return last;
    if (alone && same && (lengths[0] === 1 || PLAIN_GAP.test(gaps))) return last;
  }
  return undefined;
}

/** What card numbers begin with. */
const ISSUED = /^(?=\d{13,19}$)(?:[3456]|22[2-9]|2[3-6]|27[01]|2720)/;

/** True for the digits of a card: its issuer, and Luhn's checksum. */
export function isCard(digits: string): boolean {
  return ISSUED.test(digits) && isLuhnNumber(digits);
}
