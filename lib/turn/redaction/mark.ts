/** What stands in a secret's place. */
export const MARKS = [
  '[private key]',
  '[password]',
  '[token]',
  '[login]',
  '[phone]',
  '[mail]',
  '[card]',
  '[iban]',
  '[id]',
  '[ip]',
] as const;
export type Mark = (typeof MARKS)[number];

/** A secret in a text, and what to put in its place. */
export interface Found {
  mark: Mark;
  from: number;
  to: number;
}

/** A secret shorter than its mark leaves dots, so that nothing grows. */
const DOTS = '•••';

/** The mark for a secret, never longer than the secret. */
export function markFor(mark: Mark, secret: string): string {
  return secret.length >= mark.length ? mark : DOTS.slice(0, secret.length);
}

/** True when a text begins with what stands in a secret's place. */
export function isMarked(text: string): boolean {
  return text.startsWith('•') || MARKS.some((mark) => text.startsWith(mark));
}

const MARK = new RegExp(`${MARKS.map((mark) => mark.replace(/[[\]]/g, '\\$&')).join('|')}|•{1,3}`, 'g');

/** A redacted text without what stands in the secrets' places. */
export function withoutMarks(text: string): string {
  return text.replace(MARK, ' ');
}

/** True when something was taken out of a text. */
export function hasMark(text: string): boolean {
  return withoutMarks(text) !== text;
}
