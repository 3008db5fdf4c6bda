/** Endings that a word may lose, for those that are written with a word's letters alone, and what has to stay of it. */
const LATIN: readonly [ending: RegExp, left: string, least: number][] = [
  [/eaux$/, 'eau', 4],
  [/aux$/, 'al', 4],
  [/oes$/, 'ao', 4],
  [/ais$/, 'al', 5],
  [/ies$/, 'y', 3],
  // "keys", "lamps"; not "haus", "this", "glass"
  [/(?<![siu])s$/, '', 3],
  [/ing$/, '', 3],
  [/(?<!e)ed$/, '', 3],
  [/er$/, '', 4],
  [/[nx]$/, '', 4],
  [/[aeio]$/, '', 3],
  [/([b-df-hj-np-tv-z])\1$/, '$1', 3],
];
const CYRILLIC = /(?:ами|ями|ого|его|ому|ему|ов|ев|ом|ем|ои|еи|ам|ям|ах|ях|[аеиоуыьюя])$/;
const GREEK = /(?:ουσ|οσ|ου|ον|ων|εσ|ησ|ασ|οι|[αειηου])$/;
const VOWEL = /[aeiouy]/;
/** Taking endings off ends by itself; this many are enough for any word. */
const MAX_ENDINGS = 4;

/**
 * A folded word without the endings of plurals and cases, so that its forms meet: "Lampen", "Lampe" and "lamps" become
 * "lamp". Light, of many languages at once: what it merges too much is told apart when results are ranked.
 * The first two letters stay, but for the Arabic article.
 */
export function stem(word: string): string {
  if (word.length < 4) return word;
  if (/^[a-z]+$/.test(word)) return latin(word);
  if (/^\p{Script=Cyrillic}+$/u.test(word)) return shortened(word, CYRILLIC);
  if (/^\p{Script=Greek}+$/u.test(word)) return shortened(word, GREEK);
  // the Arabic article
  if (/^ال\p{Script=Arabic}{3,}$/u.test(word)) return word.slice(2);
  return word;
}

function latin(word: string): string {
  let stemmed = word;
  for (let count = 0; count < MAX_ENDINGS; count++) {
    const next = withoutEnding(stemmed);
    if (next === stemmed) break;
    stemmed = next;
  }
  return stemmed;
}

function withoutEnding(word: string): string {
  for (const [ending, left, least] of LATIN) {
    const shorter = word.replace(ending, left);
    if (shorter !== word && shorter.length >= least && VOWEL.test(shorter)) return shorter;
  }
  return word;
}

function shortened(word: string, ending: RegExp): string {
  const shorter = word.replace(ending, '');
  return shorter.length >= 3 ? shorter : word;
}
