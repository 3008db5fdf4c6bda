import { shorten } from '../../turn/shorten.js';

/** Text from outside in one line of at most so many characters. */
export function oneLine(text: string, most: number): string {
  return shorten(text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim(), most);
}
