import { redactIbans } from './redaction/iban.js';
import { redactLogins, redactPrivateKeys, redactTokens } from './redaction/keys.js';
import { isSecretName, redactLabelled } from './redaction/labelled.js';
import { redactMail, redactSpokenMail } from './redaction/mail.js';
import { markFor } from './redaction/mark.js';
import { redactIps, redactNumbers } from './redaction/numbers.js';
import { redactSpokenNumbers } from './redaction/spoken-numbers.js';

/**
 * The text without secrets and personal identifiers: mail addresses, phone, card and account numbers, passwords, keys,
 * tokens and addresses of computers, typed or spoken, each replaced by a mark in brackets that is never longer than it.
 * Takes time linear in the text; doing it twice changes nothing.
 */
export function redact(text: string): string {
  if (text.length < 3) return text;
  let kept = redactPrivateKeys(text);
  kept = redactLogins(kept);
  kept = redactLabelled(kept);
  kept = redactTokens(kept);
  kept = redactSpokenMail(redactMail(kept));
  kept = redactSpokenNumbers(kept);
  if (!/\d/.test(kept)) return kept;
  return redactNumbers(redactIps(redactIbans(kept)));
}

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
