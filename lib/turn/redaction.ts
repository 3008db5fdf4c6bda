import { ABOUT } from './redaction/about.js';
import { findInAnyLanguage } from './redaction/any-language.js';
import { findCards } from './redaction/cards.js';
import { findDocuments, findNamedDocuments, findZones } from './redaction/documents.js';
import { findIbans } from './redaction/iban.js';
import { findLogins, findPrivateKeys, findTokens } from './redaction/keys.js';
import { fieldInWords, findLabelled, isSecretName } from './redaction/labelled.js';
import { findMail, findSpokenMail } from './redaction/mail.js';
import { type Found, hasMark, markFor, withoutMarks } from './redaction/mark.js';
import { findIps, findPhones } from './redaction/numbers.js';
import { findOneTime } from './redaction/one-time.js';
import { type Folded, fold } from './redaction/plain-writing.js';
import { findSpokenIps, findSpokenNumbers } from './redaction/spoken-numbers.js';

export { isSecretName };

type Find = (text: string) => Iterable<Found>;

/** In this order: what one has taken, the next ones don't see. */
const WITH_WORDS: readonly Find[] = [
  ...[findPrivateKeys, findLogins, findZones, findNamedDocuments, findLabelled, findTokens, findInAnyLanguage],
  ...[findMail, findSpokenMail, findSpokenIps, findSpokenNumbers],
];
const OF_DIGITS: readonly Find[] = [findOneTime, findIbans, findIps, findCards, findDocuments, findPhones];

/**
 * The text without secrets and personal identifiers: mail addresses, phone, card, account and document numbers,
 * passwords, keys, tokens and addresses of computers, typed or spoken, each replaced by a mark in brackets that is never
 * longer than it. Takes time linear in the text; doing it twice changes nothing.
 */
export function redact(text: string): string {
  let kept = text;
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const read = kept;
    kept = redactOnce(read);
    if (kept === read) break;
  }
  return kept;
}

/** A mark is shorter than what it stands for and may bring a label within reach of a value: then it is read again. */
const MAX_READINGS = 5;

function redactOnce(text: string): string {
  if (text.length < 3) return text;
  const kept = WITH_WORDS.reduce(without, readingOf(text));
  return (/\p{Nd}/u.test(kept.text) ? OF_DIGITS.reduce(without, kept) : kept).text;
}

/** A text as it is written, and as the patterns read it. */
interface Reading {
  text: string;
  folded: Folded;
}

const readingOf = (text: string): Reading => ({ text, folded: fold(text) });

/** The text with marks in the places of what is found; what overlaps something before it stays. */
function without(reading: Reading, find: Find): Reading {
  const { text, folded } = reading;
  const found = [...find(folded.text)].sort((a, b) => a.from - b.from || b.to - a.to);
  if (found.length === 0) return reading;
  let kept = '';
  let done = 0;
  for (const { mark, ...place } of found) {
    const [from, to] = [folded.at(place.from), folded.at(place.to)];
    if (from < done || to <= from) continue;
    kept += text.slice(done, from) + markFor(mark, text.slice(from, to));
    done = to;
  }
  return readingOf(kept + text.slice(done));
}

/** True when a field holds a secret, by its name or by its value under that name; nothing but a secret is one too. */
export function isSecretField(name: string, value: string): boolean {
  const kept = redact(value);
  if (isSecretName(name) || isSecret(kept)) return true;
  // "locker_code: in the blue tin" says where it is.
  const [first = ''] = kept.toLowerCase().split(/\s+/);
  return !ABOUT.has(first) && redact(fieldInWords(name, kept)) !== fieldInWords(name, kept);
}

/** Marks of what belongs to somebody, and is no secret by itself. */
const PERSONAL = /\[(?:phone|mail|ip|id)\]/g;

/**
 * True for words that tell a secret (a password, a code, a card), or whose every clause is a number or an address of
 * somebody's: without it nothing is left that could be kept.
 * @param redacted What `redact` has made of them.
 */
export function tellsSecret(redacted: string): boolean {
  if (!hasMark(redacted)) return false;
  if (hasMark(redacted.replace(PERSONAL, ' '))) return true;
  const clauses = redacted.split(/[;.,:!?]\s+|\s(?:and|und|et|y|e)\s/).filter((clause) => /[\p{L}\p{N}]/u.test(clause));
  return clauses.every(hasMark);
}

/** True for what holds nothing but marks. */
const isSecret = (redacted: string) => hasMark(redacted) && !/[\p{L}\p{N}]/u.test(withoutMarks(redacted));

/** Deeper values are dropped: nobody needs them, and a cycle would never end. */
const DEEPEST = 8;

/** A JSON object with every text in it redacted; what a name like "password" holds is a secret whatever it is. */
export function redactRecord(record: Readonly<Record<string, unknown>>, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const secret = (typeof value === 'string' || typeof value === 'number') && isSecretName(name);
      return [name, secret ? markFor('[password]', String(value)) : redactValue(value, depth)];
    }),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return null;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return redactRecord({ ...value }, depth + 1);
}
