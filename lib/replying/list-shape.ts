import { isMonth, tidy } from './sentences.js';

/** A sentence that may be spoken. */
export interface Said {
  text: string;
  /** Line breaks, indentation and list number before it, where it is a line of its own: the shape of a list. */
  before?: string;
  /** Code, a table or other data, for screens; nothing is spoken then. */
  data?: string;
}

/** Columns by which a line may be indented. */
const MAX_INDENT = 12;
const NUMBER = /^\s*(?:\*\*)?(\d{1,2})[.)](?:\*\*)?[ \t]+(?=\S)/;

/**
 * Takes breaks and list numbers, which are for screens, away from the sentences they stand before. "1. Milk" waits for the
 * next line to tell whether it begins a list, unless a line with a colon has introduced one: "1. FC Köln" is a name.
 */
export function listShape(): { push(pieces: readonly string[]): Said[]; flush(): Said[] } {
  let waiting: string[] = [];
  /** White space since the last piece; a text begins with a line. */
  let space = '\n';
  let before = '';
  let isIntroduced = false;
  let last = 0;

  function shaped(piece: string, isItem = false): Said[] {
    const number = isItem ? (NUMBER.exec(piece)?.[0] ?? '') : '';
    const text = tidy(piece.slice(number.length));
    before += /^\s*/.exec(piece)?.[0] ?? '';
    if (text === '') return [];
    const shape = lineBreak(before) + number.trimStart();
    before = /\s*$/.exec(piece)?.[0] ?? '';
    return [{ text, ...(shape && { before: shape }) }];
  }

  function settled(isList: boolean): Said[] {
    const pieces = waiting;
    waiting = [];
    if (isList) last = 1;
    return pieces.flatMap((piece, index) => shaped(piece, isList && index === 0));
  }

  function one(piece: string): Said[] {
    const startsLine = (space + (/^\s*/.exec(piece)?.[0] ?? '')).includes('\n');
    if (piece.trim() === '') space += piece;
    else space = /\s*$/.exec(piece)?.[0] ?? '';
    const number = startsLine ? NUMBER.exec(piece) : null;
    const count = number && !isMonth(piece.slice(number[0].length)) ? Number(number[1]) : 0;
    const said = waiting.length > 0 && startsLine && piece.trim() !== '' ? settled(count === 2) : [];
    const begins = count === 1 && !isIntroduced;
    if (piece.trim() !== '') isIntroduced = /:\s*$/.test(piece);
    if (begins || waiting.length > 0) {
      waiting.push(piece);
      return said;
    }
    const isItem = count > 0 && (count === 1 || count === last + 1) && (count === 1 || last > 0);
    if (isItem) last = count;
    return [...said, ...shaped(piece, isItem)];
  }

  return { push: (pieces) => pieces.flatMap(one), flush: () => settled(false) };
}

/** The line breaks in white space, two at most, with the indentation after them; nothing where there are none. */
function lineBreak(space: string): string {
  const [, breaks = '', indent = ''] = /((?:\n[ \t]*)*\n)?([ \t]*)$/.exec(space) ?? [];
  return breaks && '\n'.repeat(Math.min(2, breaks.split('\n').length - 1)) + indent.slice(0, MAX_INDENT);
}
