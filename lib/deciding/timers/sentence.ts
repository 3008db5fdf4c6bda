/** A sentence as it is compared, from which words can be taken while the rest stays as it was written. */
export interface Sentence {
  /** Lower case, without accents, single spaces for punctuation. */
  readonly folded: string;
  /** As written: one for each letter of `folded`. */
  readonly letters: readonly string[];
}

export function sentenceOf(text: string): Sentence {
  const letters: string[] = [];
  let folded = '';
  const raw = [...text.normalize('NFC')];
  raw.forEach((letter, at) => {
    const between = /\d/.test(raw[at - 1] ?? '') && /\d/.test(raw[at + 1] ?? '');
    const isWord = /[\p{L}\p{N}]/u.test(letter) || (between && /[.,:]/.test(letter));
    if (!isWord) {
      if (folded === '') return;
      if (folded.endsWith(' ')) {
        letters.push(`${letters.pop()}${letter}`);
        return;
      }
      folded += ' ';
      letters.push(letter);
      return;
    }
    // "7pm" is "7 pm"
    if (/\d$/.test(folded) && /\p{L}/u.test(letter)) {
      folded += ' ';
      letters.push('');
    }
    const plain = letter.toLowerCase().replace('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');
    letters.push(...plain.split('').map((_, place) => (place === 0 ? letter : '')));
    folded += plain;
  });
  return slice({ folded, letters }, 0, folded.trimEnd().length);
}

/** What was written from one place of a sentence to another. */
export function written({ letters }: Sentence, from = 0, to = letters.length): string {
  return letters.slice(from, to).join('').trim();
}

/** A sentence without what a match of its folded words is. */
export function without(sentence: Sentence, { index, 0: said }: { index: number; 0: string }): Sentence {
  const before = slice(sentence, 0, sentence.folded.slice(0, index).trimEnd().length);
  const after = slice(sentence, index + said.length, sentence.folded.length);
  const rest = after.folded.startsWith(' ') ? slice(after, 1, after.folded.length) : after;
  if (before.folded === '') return rest;
  if (rest.folded === '') return before;
  return { folded: `${before.folded} ${rest.folded}`, letters: [...before.letters, ' ', ...rest.letters] };
}

function slice({ folded, letters }: Sentence, from: number, to: number): Sentence {
  return { folded: folded.slice(from, to), letters: letters.slice(from, to) };
}

/** A part of the folded sentence, as it was written. */
export function partOf(said: Sentence, part: string): string {
  const from = said.folded.lastIndexOf(part);
  return written(said, from, from + part.length).replace(/[\s,;]+$/, '');
}
