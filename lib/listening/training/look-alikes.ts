/** Beginnings, vowels and ends that are put in for a word's own, by the letters of the languages we have voices of. */
const BEGINNINGS = [
  'b',
  'ch',
  'd',
  'f',
  'g',
  'h',
  'j',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'sh',
  't',
  'v',
  'w',
  'st',
  'br',
  'gr',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ee', 'ow'];
const ENDS = ['n', 's', 't', 'l', 'm', 'k', 'r', 'd', 'ng', ''];
const VOWEL = /[aeiouyäöüàâéèêëîïôûùáíóúœ]+/giu;

/**
 * What sounds like a phrase and isn't it: parts of it, its words in another order, and words with another beginning,
 * vowel or end; the voices speak whatever is spelt. The same ones for the same `random`, none twice.
 * @param phrase one to five words
 * @param count most that are given
 */
export function lookAlikes(phrase: string, count: number, random: () => number): string[] {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  const longest = words.reduce((long, word) => (word.length > long.length ? word : long), '');
  const found = new Set<string>();
  const take = (text: string) => {
    if (text !== '' && text !== words.join(' ')) found.add(text);
  };
  for (let end = 1; end < words.length; end++) {
    take(words.slice(0, end).join(' '));
    take(words.slice(end).join(' '));
  }
  take([...words].reverse().join(' '));
  take([...words.slice(0, -1), (words.at(-1) ?? '').slice(0, Math.ceil(longest.length / 2))].join(' '));
  // Bounded: a short word has few neighbours.
  for (let tries = 0; found.size < count && tries < 20 * count; tries++) {
    // Mostly the word that tells the phrase from others: the longest.
    const index = random() < 0.75 ? words.indexOf(longest) : Math.floor(random() * words.length);
    take(words.map((word, at) => (at === index ? neighbour(word, random) : word)).join(' '));
  }
  return [...found].slice(0, count);
}

function neighbour(word: string, random: () => number): string {
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item;
  const vowels = [...word.matchAll(VOWEL)].map((match) => ({ index: match.index, length: match[0].length }));
  const first = vowels[0]?.index ?? 0;
  const last = vowels.at(-1);
  const change = Math.floor(random() * 4);
  if (change === 0) return pick(BEGINNINGS) + word.slice(first);
  if (change === 1 && last) return word.slice(0, last.index + last.length) + pick(ENDS);
  if (change === 2 && vowels.length > 0) {
    const { index, length } = pick(vowels);
    return word.slice(0, index) + pick(VOWELS) + word.slice(index + length);
  }
  return pick(BEGINNINGS) + pick(VOWELS) + word.slice(Math.max(first + 1, word.length - 3));
}
