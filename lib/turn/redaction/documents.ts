import { listOfAll, patternOfAll } from '../../language/word-lists.js';
import {
  isAhv,
  isAusweis,
  isBsn,
  isCodiceFiscale,
  isDni,
  isMrz,
  isNhs,
  isNif,
  isNino,
  isNir,
  isSsn,
  isSteuerId,
} from './checks.js';
import { codeLength } from './code.js';
import type { Found } from './mark.js';
import { endOf, headsOf, matchesAt } from './places.js';

/** A number of a person: what it is called, its lengths, and what it has to pass. */
interface Document {
  names: string[];
  lengths: number[];
  check: (number: string) => boolean;
  /** How it looks without its name, where that is enough. */
  shape?: RegExp;
}

/** Where no checksum is known: written in groups it has letters only before its digits. */
const isGrouped = (number: string) => /^[A-Z]{0,3}\d{6,}$/.test(number);
/** As one word it has three digits at least. */
const WORD = /(?=(?:[A-Za-z]*\d){3})(?!\d{1,3}[a-z]|(?:19|20)\d\d)[A-Za-z0-9]{6,16}(?![\p{L}\p{N}])/uy;
const HEAD = '(?<![A-Za-z0-9.,-])';

const names = (kind: string) => listOfAll('documents', kind);

const DOCUMENTS: Document[] = [
  {
    names: names('dni'),
    lengths: [9, 8],
    check: (number) => isDni(number) || isNif(number),
    shape: new RegExp(
      `${HEAD}(?:\\d{1,2}[. ]?\\d{3}[. ]?\\d{3}|[XYZ][ .-]?\\d[ .]?\\d{3}[. ]?\\d{3})(?:[ .-]{0,3}[A-Z]|[a-z])`,
      'g',
    ),
  },
  {
    names: names('taxId'),
    lengths: [11],
    check: isSteuerId,
    shape: new RegExp(`${HEAD}[1-9]\\d(?:([ .])\\d{3}\\1\\d{3}\\1\\d{3}|\\d{9})`, 'g'),
  },
  {
    names: names('nir'),
    lengths: [15],
    check: isNir,
    shape: new RegExp(`${HEAD}[1-478][ .]?\\d{2}[ .]?\\d{2}[ .]?\\d[\\dAB][ .]?\\d{3}[ .]?\\d{3}[ .-]{0,3}\\d{2}`, 'g'),
  },
  {
    names: names('ssn'),
    lengths: [9],
    check: isSsn,
    shape:
      /(?<![A-Za-z0-9.-]|(?:order|part|article|item|model|case|ticket|invoice|serial)(?: number| no\.?| #)? #?)\d{3}-\d{2}-\d{4}(?!-)/gi,
  },
  {
    names: names('nino'),
    lengths: [9],
    check: isNino,
    shape: new RegExp(`${HEAD}[A-Z]{2} ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]`, 'g'),
  },
  { names: names('nhs'), lengths: [10], check: isNhs },
  {
    names: names('codiceFiscale'),
    lengths: [16],
    check: isCodiceFiscale,
    shape: new RegExp(`${HEAD}[A-Z]{3} ?[A-Z]{3} ?\\d[\\dL-V][A-EHLMPRST]\\d[\\dL-V] ?[A-Z][\\dL-V]{3}[A-Z]`, 'gi'),
  },
  {
    names: names('bsn'),
    lengths: [9, 8],
    check: isBsn,
  },
  { names: names('nif'), lengths: [9], check: isNif },
  {
    names: names('ahv'),
    lengths: [13],
    check: isAhv,
    shape: new RegExp(`${HEAD}756\\.?\\d{4}\\.?\\d{4}\\.?\\d{2}`, 'g'),
  },
  {
    names: names('pension'),
    lengths: [12, 10],
    check: (number) => /^\d{8}[A-Z]\d{3}$|^\d{10}$/.test(number),
  },
  {
    names: names('health'),
    lengths: [10],
    check: (number) => /^[A-Z]\d{9}$/.test(number),
  },
  {
    names: names('seguridad'),
    lengths: [12, 11],
    check: (number) => /^\d{11,12}$/.test(number),
  },
  {
    names: names('ausweis'),
    lengths: [11, 10, 9],
    check: (number) => isAusweis(number) || /^[A-Z]{1,2}\d{7,8}$/.test(number),
  },
  {
    names: names('others'),
    lengths: [16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6],
    check: isGrouped,
  },
];

/** "number", "Nr.", "n°", a copula and a colon: what may stand between the name of a document and its number. */
const gap = (entry: string) => patternOfAll('document-gaps', entry);
const BETWEEN = new RegExp(
  `(?:[ -](?:card|id))?(?:[ -]{0,2}(?:${gap('number')}|#)\\.?)?(?:(?: (?:${gap('of')})) [^.,;:!?\\n]{1,30}?)?(?:,? ?(?:${gap('is')})(?!\\p{L})(?: (?:${gap('the')})(?: (?:${gap('word')}))?)?)?\\.?[ \\t]{0,2}[:=#-]?[\\s"'(«„“]{0,3}`,
  'iuy',
);

const NAMES = DOCUMENTS.flatMap(({ names }) => names).sort((a, b) => b.length - a.length);
const NAME = new RegExp(`(?<![\\p{L}\\p{N}[\\]])(?:(?:${NAMES.join('|')}))(?![\\p{L}\\p{N}])`, 'iuy');
const HINT = new RegExp(`\\b(?:${headsOf(NAMES)})`, 'g');
const EACH = DOCUMENTS.map((document) => ({
  ...document,
  name: new RegExp(`^(?:${document.names.join('|')})$`, 'iu'),
}));

/** Numbers of documents behind their names. */
export function* findNamedDocuments(text: string): Generator<Found> {
  for (const { 0: name, index } of matchesAt(text, HINT, NAME)) {
    BETWEEN.lastIndex = index + name.length;
    const gap = BETWEEN.exec(text)?.[0] ?? '';
    const from = index + name.length + gap.length;
    if (gap === '' || !/[A-Za-z0-9]/.test(text.charAt(from))) continue;
    const document = EACH.find((one) => one.name.test(name));
    const ends = document?.lengths.map((length) => endOf(text, from, length, document.check)) ?? [];
    WORD.lastIndex = from;
    const word = document?.check === isGrouped ? WORD.exec(text)?.[0].length : undefined;
    const rest = text.slice(from, from + MAX_SPOKEN_LENGTH);
    const spoken = /^\d/.test(rest) ? 0 : codeLength(rest, MIN_SPOKEN);
    const to = ends.find((end) => end !== undefined) ?? from + (word ?? spoken);
    if (to > from) yield { mark: '[id]', from, to };
  }
}
/** Letters and digits of a number that is read out. */
const MIN_SPOKEN = 6;
const MAX_SPOKEN_LENGTH = 250;

/** Numbers of documents that give themselves away: by their shape and checksum. */
export function* findDocuments(text: string): Generator<Found> {
  for (const { shape, check } of DOCUMENTS) {
    if (!shape) continue;
    for (const { 0: number, index } of text.matchAll(shape)) {
      const to = index + number.length;
      const letters = number.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
      if (!/[\p{L}\p{N}]/u.test(text.charAt(to)) && check(letters)) yield { mark: '[id]', from: index, to };
    }
  }
}

/** Lines of machine readable zones. */
export function* findZones(text: string): Generator<Found> {
  if (!text.includes('<')) return;
  for (const { 0: line, index } of text.matchAll(/(?<![A-Z0-9<])[A-Z0-9<]{30,44}(?![A-Z0-9<])/g)) {
    if (isMrz(line)) yield { mark: '[id]', from: index, to: index + line.length };
  }
}
