import { isIPv4, isIPv6 } from 'node:net';
import { markFor } from './mark.js';

const IPV6 = /(?<![\w:.\]])(?:[0-9a-f]{0,4}:){2,7}(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{1,4})?(?![\w:])/gi;
const IPV6_HINT = /:[0-9a-f]{0,4}:/i;
const IPV4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)/g;
export const VERSION =
  /(?:\bv|versi[oó]n|versione|firmware|release|build|section|chapter|clause|kapitel|abschnitt|chapitre|cap[ií]tulo|sección|sezione|capitolo|§)[ .:]*$/i;

/** Addresses of computers; "version 1.2.3.4", "section 3.1.4.1" and times aren't. */
export function redactIps(text: string): string {
  const kept = IPV6_HINT.test(text)
    ? text.replace(IPV6, (ip) => (isIPv6(ip) && /\d/.test(ip) ? markFor('[ip]', ip) : ip))
    : text;
  return kept.replace(IPV4, (ip, at: number) => {
    return isIPv4(ip) && !VERSION.test(text.slice(Math.max(0, at - 14), at)) ? '[ip]' : ip;
  });
}

/** Digits that stand together: "+49 (0) 30 123-456", "4111 1111 1111 1111", "21.11.2026". */
const CLUSTER = /(?<![\p{L}\p{N}_]|\d[.,])[+(]{0,2}\d(?:[ .()/–-]{0,3}\d)*/gu;
export const PHONE_WORD =
  /(?<!\[|\bi)(?:phone|mobile|\bcell|\bcall|\bdial|\btext(?:ed)?\b|\bsms\b|whatsapp|\bfax|\btel\b|handy|telefon|rufnummer|mobil|\bruf|anruf|appel|téléphone|portable|\btél|teléfono|móvil|movil|celular|ll[aá]ma|my number|our number|(?:his|her|their) number|meine nummer|mon numéro|mi número|mio numero|cellulare|\bchiam|\bmój numer|numer telefonu|o meu número|telemóvel|mijn nummer|\bbel me\b|\bwa\.me)[^.!?\n\]•]{0,40}$/i;

interface Group {
  digits: string;
  from: number;
  to: number;
  /** What stands before it in its cluster. */
  gap: string;
}

/** Card numbers whose checksum is right, and phone numbers; dates, amounts and measurements stay. */
export function redactNumbers(text: string): string {
  let kept = '';
  let done = 0;
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    if (cluster.length < FEWEST_DIGITS) continue;
    for (const { mark, from, to } of secretsIn(text, groupsOf(cluster, index, text))) {
      kept += text.slice(done, from) + markFor(mark, text.slice(from, to));
      done = to;
    }
  }
  return kept + text.slice(done);
}
const FEWEST_DIGITS = 7;

function groupsOf(cluster: string, start: number, text: string): Group[] {
  const groups: Group[] = [];
  let before = 0;
  for (const { 0: digits, index } of cluster.matchAll(/\d+/g)) {
    groups.push({ digits, from: start + index, to: start + index + digits.length, gap: cluster.slice(before, index) });
    before = index + digits.length;
  }
  // "21.11.2026 10:30", "… 25 °C", "… 5kg": the last group belongs to what follows.
  const next = text.slice(start + cluster.length, start + cluster.length + 2);
  if (/^(?::\d|\p{L}|[_%°€$]| [°%€$])/u.test(next)) groups.pop();
  return groups;
}

type Secret = { mark: '[card]' | '[phone]'; from: number; to: number };

function* secretsIn(text: string, groups: readonly Group[]): Generator<Secret> {
  let pending: Group[] = [];
  for (let at = 0; at < groups.length; ) {
    const card = cardAt(groups, at);
    if (card > at) {
      yield* phonesIn(text, pending);
      yield secret('[card]', groups.slice(at, card));
      pending = [];
      at = card;
    } else {
      const group = groups[at++];
      if (group) pending.push(group);
    }
  }
  yield* phonesIn(text, pending);
}

/** Where the card number that begins with a group ends; the same place when there is none. */
function cardAt(groups: readonly Group[], start: number): number {
  const inPairs = start === 0 && groups.length === 8 && groups.every((group) => group.digits.length === 2);
  let digits = '';
  for (let at = start; at < groups.length && digits.length < 19; at++) {
    const group = groups[at];
    if (!group) break;
    digits += group.digits;
    // A list of small numbers passes the checksum one time in ten; a card read out in pairs stands alone.
    if (group.digits.length < 3 && !inPairs) break;
    if (isCard(digits)) return at + 1;
  }
  return start;
}

/** What card numbers begin with. */
const ISSUED = /^(?=\d{13,19}$)(?:[3456]|22[2-9]|2[3-6]|27[01]|2720)/;

export function isCard(digits: string): boolean {
  if (!ISSUED.test(digits)) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    sum += at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0;
}

function* phonesIn(text: string, groups: readonly Group[]): Generator<Secret> {
  let run: Group[] = [];
  let length = 0;
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at];
    if (!group) break;
    const next = group.gap.includes('+') || (length >= 9 && /^0\d/.test(group.digits));
    const date = isDate(groups, at);
    if (next || date) {
      if (isPhone(text, run)) yield secret('[phone]', run);
      run = [];
      length = 0;
    }
    if (date) {
      at += 2;
      continue;
    }
    run.push(group);
    length += group.digits.length;
  }
  if (isPhone(text, run)) yield secret('[phone]', run);
}

function isDate(groups: readonly Group[], at: number): boolean {
  const [first, second, third, after] = groups.slice(at, at + 4);
  if (!first || !second || !third) return false;
  const separator = third.gap;
  if (second.gap !== separator || !/^[-/.] ?$/.test(separator)) return false;
  // "06.12.34.56.78" goes on before or after.
  if (first.gap === separator || after?.gap === separator) return false;
  const lengths = [first, second, third].map(({ digits }) => digits.length).join('');
  return /^(?:4[12][12]|[12][12][24])$/.test(lengths);
}

function isPhone(text: string, groups: readonly Group[]): boolean {
  const [first] = groups;
  if (!first) return false;
  const digits = groups.map((group) => group.digits).join('');
  const { length } = digits;
  if (length < FEWEST_DIGITS || length > 17) return false;
  if (text.charAt(first.from - 1) === '+' || /\+\(?$/.test(first.gap)) return length >= 8 && length <= 15;
  if (/^00[1-9]/.test(digits)) return length >= 10;
  // "0.000000123" is a number.
  if (digits.startsWith('0')) return length >= 9 && length <= 13 && first.digits !== '0';
  if (/^(?:1,)?3,3,4$/.test(groups.map((group) => group.digits.length).join(','))) return true;
  return length <= 15 && PHONE_WORD.test(text.slice(Math.max(0, first.from - 60), first.from));
}

/** The groups with the brackets and the plus before them. */
function secret(mark: Secret['mark'], groups: readonly Group[]): Secret {
  const [first] = groups;
  const from = (first?.from ?? 0) - (/[+(]+$/.exec(first?.gap ?? '')?.[0].length ?? 0);
  return { mark, from, to: groups.at(-1)?.to ?? from };
}
