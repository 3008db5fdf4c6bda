/** Letters that Unicode doesn't decompose, as people type them without their keyboard, and the sigma that ends a word. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', ς: 'σ' };

/**
 * Text as it is compared: lower case, without accents and punctuation, single spaces.
 * "Küchenlicht!" becomes "kuchenlicht", "Kid's_Room" becomes "kids room", "l'entrée" becomes "l entree".
 */
export function fold(text: string): string {
  // most names are plain ASCII: no need to take letters apart
  if (/^[ -~]*$/.test(text)) return joined(text.toLowerCase().replace(/['`]s(?![a-z0-9])/g, 's'));
  const plain = withoutAccents(text.normalize('NFKD')).replace(/['’´`]s(?![\p{L}\p{N}])/gu, 's');
  return joined(plain.normalize('NFC'));
}

/** Lower case without accents, everything else as it is. */
export function withoutAccents(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøđłıς]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Letters and digits, with single spaces for everything between them. */
function joined(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();
}

/** The folded words of a text. */
export function words(text: string): string[] {
  const folded = fold(text);
  return folded === '' ? [] : folded.split(' ');
}

/** A word without the plural endings of English, German, French and Spanish; words under five letters stay. */
export function stem(word: string): string {
  if (word.length < 5) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.replace(/(?:es|en|er|s|n|e|x)$/, '');
}

/** Letters that German puts between the parts of a compound: Küche-n-licht, Wohnung-s-tür. */
export const LINKERS = ['', 'n', 'en', 's', 'es', 'e'] as const;
