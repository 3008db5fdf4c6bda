import { fold } from './fold.js';

/**
 * How alike two names sound to speech to text: 0 is the same, 0.5 a vowel or one weak sound apart, 1 and more other sounds.
 * Spellings are reduced to sounds of English, German, French and Spanish ("Dscharwis", "Jervis", "Chavez", "Travis").
 */
export function soundDistance(a: string, b: string): number {
  const [x, y] = [sounds(a), sounds(b)];
  const rows: number[][] = Array.from({ length: x.length + 1 }, () => []);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= x.length; i++) {
    for (let j = 0; j <= y.length; j++) {
      const [p, q] = [x[i - 1] ?? '', y[j - 1] ?? ''];
      let cost = i === 0 && j === 0 ? 0 : Number.POSITIVE_INFINITY;
      if (i > 0) cost = Math.min(cost, at(i - 1, j) + lost(p));
      if (j > 0) cost = Math.min(cost, at(i, j - 1) + lost(q));
      if (i > 0 && j > 0) cost = Math.min(cost, at(i - 1, j - 1) + changed(p, q));
      if (i > 1 && j > 1 && p === y[j - 2] && q === x[i - 2]) cost = Math.min(cost, at(i - 2, j - 2) + 1);
      rows[i]?.push(cost);
    }
  }
  return at(x.length, y.length);
}

/** Spellings of one sound, longest first. "č" and "y" are near "j"; "tr" is heard as "chr". */
const SPELLINGS: [RegExp, string][] = [
  [/^(?:dsch|dj|dg|gh?(?=[eiy]))/, 'j'],
  [/^tr/, 'jr'],
  [/^(?:tsch|tch|ch|sch|sh)/, 'č'],
  [/(?:tsch|tch|dsch|dg|dj)/g, 'j'],
  [/(?:sch|sh|ch(?=[ei]))/g, 's'],
  [/(?:ck|ch|qu?|c(?![eiy]))/g, 'k'],
  [/(?:ph|f)/g, 'f'],
  [/w/g, 'v'],
  [/eaux?/g, 'o'],
  // umlauts lose their dots elsewhere; here they lose the letter that stands for the dots
  [/(?<=[aou])e/g, ''],
  [/(?:c|z|ß|ss)/g, 's'],
  [/x/g, 'ks'],
  [/(?<=[^aeiou])e$/, ''],
  [/(?<=.)h/g, ''],
  [/(?:ei|ey|ie|ee|ea|e|(?<!^)y|i)+/g, 'i'],
  [/(?:ou|oo|au|u|o)+/g, 'o'],
  [/a+/g, 'a'],
  [/(.)\1+/g, '$1'],
];

/** A name as it sounds, a letter a sound, so that spellings of one sound are the same. */
export function sounds(name: string): string {
  const word = fold(name).replaceAll(' ', '').slice(0, 30);
  return SPELLINGS.reduce((spelled, [pattern, sound]) => spelled.replace(pattern, sound), word);
}

const VOWELS = 'aio';
const WEAK = 'rh';
const NEAR = ['jčyh', 'čs', 'vf', 'bp', 'dt', 'gk', 'mn'];

function lost(sound: string): number {
  if (VOWELS.includes(sound)) return 0.75;
  return WEAK.includes(sound) ? 0.5 : 1;
}

function changed(a: string, b: string): number {
  if (a === b) return 0;
  if (VOWELS.includes(a) && VOWELS.includes(b)) return 0.5;
  if (NEAR.some((group) => group.includes(a) && group.includes(b))) return 0.5;
  return 1.5;
}

/** Cyrillic letters as they sound in Latin ones; "дж" and "ж" are both near "j". */
const CYRILLIC: Record<string, string> = {
  ...Object.fromEntries(
    [...'абвгдезийклмнопрстуфхыэіґї'].map((letter, i) => [letter, 'abvgdeziiklmnoprstufhieigi'[i] ?? '']),
  ),
  ...{ ж: 'j', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sh', ю: 'yu', я: 'ya', є: 'ye', ё: 'e', й: 'i', ь: '', ъ: '' },
};

/** A folded word in Latin letters when it is written in Cyrillic ones ("джарвис" is "jarvis"); others stay. */
export function romanised(word: string): string {
  if (!/[\u0400-\u04ff]/.test(word)) return word;
  return word.replaceAll('дж', 'ж').replace(/[\u0400-\u04ff]/g, (letter) => CYRILLIC[letter] ?? letter);
}
