/** A piece of an answer's content: words, or reasoning that is never spoken. */
export interface Piece {
  type: 'text' | 'thinking';
  text: string;
}

const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Takes the `<think>` block out of a stream of content, for servers that leave it there. Only a block at the very
 * start counts: models write it first or not at all.
 */
export function thinkingSplitter(): { push(text: string): Piece[]; flush(): Piece[] } {
  let state: 'start' | 'thinking' | 'text' = 'start';
  let held = '';
  const push = (text: string): Piece[] => {
    if (state === 'text') return text === '' ? [] : [{ type: 'text', text }];
    held += text;
    const pieces: Piece[] = [];
    if (state === 'start') {
      const begin = held.trimStart();
      if (begin.length < OPEN.length && OPEN.startsWith(begin)) return [];
      if (begin.startsWith(OPEN)) {
        state = 'thinking';
        held = begin.slice(OPEN.length);
      } else {
        state = 'text';
        pieces.push({ type: 'text', text: held });
        held = '';
        return pieces;
      }
    }
    const end = held.indexOf(CLOSE);
    if (end >= 0) {
      if (end > 0) pieces.push({ type: 'thinking', text: held.slice(0, end) });
      const rest = held.slice(end + CLOSE.length).trimStart();
      state = 'text';
      held = '';
      if (rest !== '') pieces.push({ type: 'text', text: rest });
      return pieces;
    }
    const safe = Math.max(0, held.length - CLOSE.length + 1);
    if (safe > 0) pieces.push({ type: 'thinking', text: held.slice(0, safe) });
    held = held.slice(safe);
    return pieces;
  };
  return {
    push,
    flush: () => {
      const rest = held;
      held = '';
      if (rest === '') return [];
      return [{ type: state === 'thinking' ? 'thinking' : 'text', text: rest }];
    },
  };
}

/** What a model thinks before it answers; some templates write the opening mark themselves. */
export const THOUGHTS =
  /<(?:think(?:ing)?|reasoning)>[\s\S]*?(?:<\/(?:think(?:ing)?|reasoning)>|$)|^(?:(?!<think)[\s\S])*<\/think(?:ing)?>/gi;

/** An answer without what the model thinks in it. */
export function withoutThoughts(answer: string): string {
  return answer.replace(THOUGHTS, '');
}
