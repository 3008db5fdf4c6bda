/** Letters that Unicode doesn't decompose, as people type them without their keyboard. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' };

/**
 * Text as it is compared: lower case, without accents and punctuation, single spaces.
 * "Küchenlicht!" becomes "kuchenlicht", "Kid's_Room" becomes "kids room", "l'entrée" becomes "l entree".
 */
export function fold(text: string): string {
  // most names are plain ASCII: no need to take letters apart
  if (/^[ -~]*$/.test(text)) return joined(text.toLowerCase().replace(/['`]s(?![a-z0-9])/g, 's'));
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøđłı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’´`]s(?![\p{L}\p{N}])/gu, 's');
  return joined(plain.normalize('NFC'));
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

/** Whether two words differ by at most `most` typing errors (a letter too many, missing, wrong, or two swapped). */
export function withinTypos(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let older: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(at(before, j) + 1, at(row, j - 1) + 1, at(before, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, at(older, j - 2) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return false;
    older = before;
    before = row;
  }
  return at(before, b.length) <= most;
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
