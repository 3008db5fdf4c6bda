import type { Words } from './words.js';

/** Most words of a command behind a condition without a comma: each place between two words is a try of some milliseconds. */
const MAX_BARE = 20;

/** A sentence as a command and its condition. */
export interface Split {
  command: string;
  condition: string;
  /** The condition was said first. */
  isFirst: boolean;
}

/** The ways in which a sentence may be a command with a condition, the likelier first. */
export function* splits(text: string, { if: before, between }: Pick<Words, 'if' | 'between'>): Generator<Split> {
  const plain = text
    .replace(/[’´`]/g, "'")
    .replace(/[\s.!?¿¡]+$/, '')
    .replace(/^[\s¿¡]+/, '');
  const mark = /\?\s*$/.test(text) ? '?' : '';
  for (const { 0: word, index } of plain.matchAll(new RegExp(`(?<=^|[\\s,])(?:${before})`, 'giu'))) {
    const command = plain.slice(0, index).replace(/[\s,]+$/, '');
    const rest = plain.slice(index + word.length);
    if (command !== '') {
      yield { command: command + mark, condition: rest, isFirst: false };
      continue;
    }
    // a comma parts them, and where none is written the last words that are a command
    const spaces = [...rest.matchAll(/,?\s+/g)].reverse();
    const commas = spaces.filter(([space]) => space.startsWith(','));
    const bare = spaces.slice(1, MAX_BARE).filter(([space]) => !space.startsWith(','));
    for (const { 0: space, index: at } of [...commas, ...bare])
      yield {
        command: rest.slice(at + space.length).replace(new RegExp(`^(?:${between})(?=[\\s,])[\\s,]*`, 'iu'), '') + mark,
        condition: rest.slice(0, at),
        isFirst: true,
      };
  }
}
