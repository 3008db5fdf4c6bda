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

const DOCUMENTS: Document[] = [
  {
    names: [
      'dni',
      'nie',
      'nif',
      'documento nacional de identidad',
      'documento de identidad',
      'número de extranjero',
      'tarjeta de identidad',
    ],
    lengths: [9, 8],
    check: (number) => isDni(number) || isNif(number),
    shape: new RegExp(
      `${HEAD}(?:\\d{1,2}[. ]?\\d{3}[. ]?\\d{3}|[XYZ][ .-]?\\d[ .]?\\d{3}[. ]?\\d{3})(?:[ .-]{0,3}[A-Z]|[a-z])`,
      'g',
    ),
  },
  {
    names: [
      'steuer-?id(?:entifikationsnummer|entnummer|nr|-nr)?',
      'steuerliche identifikationsnummer',
      'steuernummer',
      'idnr',
      'tax id',
    ],
    lengths: [11],
    check: isSteuerId,
    shape: new RegExp(`${HEAD}[1-9]\\d(?:([ .])\\d{3}\\1\\d{3}\\1\\d{3}|\\d{9})`, 'g'),
  },
  {
    names: [
      ...[
        'numéro de sécu(?:rité sociale)?',
        'sécurité sociale',
        'nir',
        'numéro insee',
        'numero insee',
        'numero de secu(?:rite sociale)?',
        'carte vitale',
      ],
    ],
    lengths: [15],
    check: isNir,
    shape: new RegExp(`${HEAD}[1-478][ .]?\\d{2}[ .]?\\d{2}[ .]?\\d[\\dAB][ .]?\\d{3}[ .]?\\d{3}[ .-]{0,3}\\d{2}`, 'g'),
  },
  {
    names: ['social security number', 'social security', 'ssn', 'social'],
    lengths: [9],
    check: isSsn,
    shape:
      /(?<![A-Za-z0-9.-]|(?:order|part|article|item|model|case|ticket|invoice|serial)(?: number| no\.?| #)? #?)\d{3}-\d{2}-\d{4}(?!-)/gi,
  },
  {
    names: ['national insurance number', 'national insurance', 'ni number', 'nino'],
    lengths: [9],
    check: isNino,
    shape: new RegExp(`${HEAD}[A-Z]{2} ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]`, 'g'),
  },
  { names: ['nhs number', 'nhs no'], lengths: [10], check: isNhs },
  {
    names: ['codice fiscale', 'partita fiscale'],
    lengths: [16],
    check: isCodiceFiscale,
    shape: new RegExp(`${HEAD}[A-Z]{3} ?[A-Z]{3} ?\\d[\\dL-V][A-EHLMPRST]\\d[\\dL-V] ?[A-Z][\\dL-V]{3}[A-Z]`, 'gi'),
  },
  {
    names: ['bsn(?:-?nummer)?', 'burger ?service ?nummer', 'sofinummer'],
    lengths: [9, 8],
    check: isBsn,
  },
  { names: ['contribuinte', 'número de identificação fiscal', 'número fiscal'], lengths: [9], check: isNif },
  {
    names: ['ahv(?:-?nummer|-?nr)?', 'numéro avs', 'avs'],
    lengths: [13],
    check: isAhv,
    shape: new RegExp(`${HEAD}756\\.?\\d{4}\\.?\\d{4}\\.?\\d{2}`, 'g'),
  },
  {
    names: ['rentenversicherungsnummer', 'sozialversicherungsnummer', 'sv-nummer', 'rv-nummer'],
    lengths: [12, 10],
    check: (number) => /^\d{8}[A-Z]\d{3}$|^\d{10}$/.test(number),
  },
  {
    names: ['krankenversicherungsnummer', 'versichertennummer', 'krankenversichertennummer', 'kvnr'],
    lengths: [10],
    check: (number) => /^[A-Z]\d{9}$/.test(number),
  },
  {
    names: [...['número de (?:la )?seguridad social', 'número de afiliación']],
    lengths: [12, 11],
    check: (number) => /^\d{11,12}$/.test(number),
  },
  {
    names: [
      ...['personalausweis', 'ausweis', 'perso', 'reisepass', 'identitätskarte', 'aufenthaltstitel'].flatMap((name) => [
        name,
        `${name}s?-?(?:nummer|nr)`,
      ]),
      'passnummer',
      'mein pass',
      'pass-?nr',
    ],
    lengths: [11, 10, 9],
    check: (number) => isAusweis(number) || /^[A-Z]{1,2}\d{7,8}$/.test(number),
  },
  {
    names: [
      ...['passport', 'passeport', 'pasaporte', 'passaporto', 'passaporte', 'paspoort(?:nummer)?'],
      ...[
        'id card',
        'identity card',
        'identification',
        'carte (?:nationale )?d.identité',
        'pièce d.identité',
        'carta d.identità',
        'cartão de cidadão',
        'identiteitskaart',
        'id-?kaart',
      ],
      ...[
        "driver'?s? licen[cs]e",
        'driving licen[cs]e',
        'führerschein(?:nummer|-?nr)?',
        'permis de conduire',
        'carnet de conducir',
        'permiso de conducir',
        'patente',
        'carta de condução',
        'rijbewijs(?:nummer)?',
      ],
      ...['residence permit', 'titre de séjour', 'green card', 'medicare', 'health insurance'],
    ],
    lengths: [16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6],
    check: isGrouped,
  },
];

/** "number", "Nr.", "n°", a copula and a colon: what may stand between the name of a document and its number. */
const BETWEEN =
  /(?:[ -](?:card|id))?(?:[ -]{0,2}(?:numbers?|nummer|nr|num|number is|numéro|número|numero|n[°ºo]|no|#)\.?)?(?:(?: (?:for|of|from|von|vom|für|de|du|del|di|van)) [^.,;:!?\n]{1,30}?)?(?:,? ?(?:is|was|ist|lautet|war|heißt|est|c'est|es|era|è|é|luidt|number|hat die nummer|has the number|a le numéro|tiene el número)(?!\p{L})(?: (?:the|le|el|la|die|der|das|il|o)(?: (?:number|nummer|numéro|número|numero))?)?)?\.?[ \t]{0,2}[:=#-]?[\s"'(«„“]{0,3}/iuy;

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
