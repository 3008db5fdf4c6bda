const segments = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a text in lower case, also where none are spaced. */
export function wordsOf(text: string): string[] {
  return [...segments.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment.toLowerCase()] : []));
}

/** How many words a text has. */
export function wordsIn(text: string): number {
  return wordsOf(text).length;
}
