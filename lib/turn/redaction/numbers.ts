import { isIPv4, isIPv6 } from 'node:net';
import type { Found } from './mark.js';

const IPV6 = /(?<![\w:.\]])(?:[0-9a-f]{0,4}:){2,7}(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{1,4})?(?![\w:[])/gi;
const IPV6_HINT = /:[0-9a-f]{0,4}:/i;
const IPV4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)/g;
export const VERSION =
  /(?:\bv|versi[oó]n|versione|firmware|release|build|section|chapter|clause|kapitel|abschnitt|chapitre|cap[ií]tulo|sección|sezione|capitolo|§)[ .:]*$/i;

/** Addresses of computers; "version 1.2.3.4", "section 3.1.4.1" and times aren't. */
export function* findIps(text: string): Generator<Found> {
  if (IPV6_HINT.test(text)) {
    for (const { 0: ip, index } of text.matchAll(IPV6)) {
      if (isIPv6(ip) && /\d/.test(ip)) yield { mark: '[ip]', from: index, to: index + ip.length };
    }
  }
  for (const { 0: ip, index } of text.matchAll(IPV4)) {
    const isVersion = VERSION.test(text.slice(Math.max(0, index - 14), index));
    if (isIPv4(ip) && !isVersion) yield { mark: '[ip]', from: index, to: index + ip.length };
  }
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

/** Phone numbers; dates, amounts and measurements aren't. */
export function* findPhones(text: string): Generator<Found> {
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    if (cluster.length >= MIN_DIGITS) yield* phonesIn(text, groupsOf(cluster, index, text));
  }
}
const MIN_DIGITS = 7;

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

function* phonesIn(text: string, groups: readonly Group[]): Generator<Found> {
  let run: Group[] = [];
  let length = 0;
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at];
    if (!group) break;
    const next = group.gap.includes('+') || (length >= 9 && /^0\d/.test(group.digits));
    const date = isDate(groups, at);
    if (next || date) {
      if (isPhone(text, run)) yield phone(run);
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
  if (isPhone(text, run)) yield phone(run);
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
  if (length < MIN_DIGITS || length > 17) return false;
  if (text.charAt(first.from - 1) === '+' || /\+\(?$/.test(first.gap)) return length >= 8 && length <= 15;
  if (/^00[1-9]/.test(digits)) return length >= 10;
  // "0.000000123" is a number.
  if (digits.startsWith('0')) return length >= 9 && length <= 13 && first.digits !== '0';
  if (/^(?:1,)?3,3,4$/.test(groups.map((group) => group.digits.length).join(','))) return true;
  return length <= 15 && PHONE_WORD.test(text.slice(Math.max(0, first.from - 60), first.from));
}

/** The groups with the brackets and the plus before them. */
function phone(groups: readonly Group[]): Found {
  const [first] = groups;
  const from = (first?.from ?? 0) - (/[+(]+$/.exec(first?.gap ?? '')?.[0].length ?? 0);
  return { mark: '[phone]', from, to: groups.at(-1)?.to ?? from };
}
