import { shorten } from '../../turn/shorten.js';

/** Text from outside in one line of at most so many characters, none of them invisible. */
export function oneLine(text: string, most: number): string {
  return shorten(
    text
      .replace(/\p{Cf}+/gu, '')
      .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
      .trim(),
    most,
  );
}
