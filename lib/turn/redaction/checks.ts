/** Checksums of the numbers that states give to people; each takes the letters (in capitals) and digits alone. */

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** Spanish DNI ("12345678Z") and NIE ("X1234567L"): the letter is the number modulo 23. */
export function isDni(number: string): boolean {
  const [, head = '', digits = '', letter] = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(number) ?? [];
  if (!letter || (head !== '' && digits.length !== 7)) return false;
  return LETTERS[Number(`${'XYZ'.indexOf(head || 'X')}${digits}`) % 23] === letter;
}

/** German Steuer-ID: eleven digits, of the first ten one comes twice or thrice; ISO 7064 mod 11,10. */
export function isSteuerId(number: string): boolean {
  if (!/^[1-9]\d{10}$/.test(number)) return false;
  const counts = new Map<string, number>();
  for (const digit of number.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  const repeated = [...counts.values()].filter((count) => count > 1);
  if (repeated.length !== 1 || (repeated[0] ?? 0) > 3) return false;
  let product = 10;
  for (const digit of number.slice(0, 10)) product = (((Number(digit) + product) % 10 || 10) * 2) % 11;
  return (11 - product) % 10 === Number(number[10]);
}

/** French NIR: sex, year, month, department (2A and 2B count as 19 and 18), and a key modulo 97. */
export function isNir(number: string): boolean {
  if (!/^[1-478]\d{2}(?:0[1-9]|1[0-2]|[2-9]\d)\d[\dAB]\d{8}$/.test(number)) return false;
  const digits = number.slice(0, 13).replace('2A', '19').replace('2B', '18');
  return /^\d{13}$/.test(digits) && 97 - (Number(digits) % 97) === Number(number.slice(13));
}

/** US social security number: ranges that are given out. */
export function isSsn(number: string): boolean {
  return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(number);
}

/** British National Insurance number; "QQ" is the one of the government's examples. */
export function isNino(number: string): boolean {
  return /^(?:QQ|(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z])\d{6}[A-D]$/.test(number);
}

/** British NHS number: mod 11 with weights from ten to two. */
export function isNhs(number: string): boolean {
  return /^\d{10}$/.test(number) && (11 - (weighed(number.slice(0, 9), 10, -1) % 11)) % 11 === Number(number[9]);
}

/** Italian codice fiscale: letters of even and odd places count differently, modulo 26. */
export function isCodiceFiscale(number: string): boolean {
  if (!/^[A-Z]{6}[\dL-NP-V]{2}[A-EHLMPRST][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z]$/.test(number)) return false;
  let sum = 0;
  for (let at = 0; at < 15; at++) {
    const letter = number.charAt(at);
    const value = /\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - 65;
    sum += at % 2 === 0 ? (ODD_PLACES[value] ?? 0) : value;
  }
  return number.charCodeAt(15) - 65 === sum % 26;
}
const ODD_PLACES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** Dutch burgerservicenummer: the test of eleven. */
export function isBsn(number: string): boolean {
  if (!/^\d{8,9}$/.test(number) || /^0+$/.test(number)) return false;
  const digits = number.padStart(9, '0');
  return (weighed(digits.slice(0, 8), 9, -1) - Number(digits[8])) % 11 === 0;
}

/** Portuguese NIF: mod 11. */
export function isNif(number: string): boolean {
  if (!/^[1-35689]\d{8}$/.test(number)) return false;
  const rest = weighed(number.slice(0, 8), 9, -1) % 11;
  return (rest < 2 ? 0 : 11 - rest) === Number(number[8]);
}

/** Swiss AHV number: 756, and the check digit of an EAN. */
export function isAhv(number: string): boolean {
  if (!/^756\d{10}$/.test(number)) return false;
  let sum = 0;
  for (let at = 0; at < 12; at++) sum += Number(number[at]) * (at % 2 === 0 ? 1 : 3);
  return (10 - (sum % 10)) % 10 === Number(number[12]);
}

/** German Personalausweis and Reisepass: nine places, and mostly their check digit as in a machine readable zone. */
export function isAusweis(number: string): boolean {
  if (!/^[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\d]{8}\d?(?:D|$)/.test(number) && !/^\d{10}D?$/.test(number))
    return false;
  if (!/\d{2}|\d.*\d/.test(number)) return false;
  return number.length < 10 || checkDigit(number.slice(0, 9)) === number[9];
}

/** The check digit of a field in a machine readable zone (weights 7, 3, 1; "<" counts nothing). */
function checkDigit(field: string): string {
  let sum = 0;
  for (let at = 0; at < field.length; at++) {
    const value = Number.parseInt(field.charAt(at), 36);
    sum += (Number.isNaN(value) ? 0 : value) * ([7, 3, 1][at % 3] ?? 0);
  }
  return String(sum % 10);
}

/** A line of a passport's or an identity card's machine readable zone. */
export function isMrz(line: string): boolean {
  if (![30, 36, 44].includes(line.length)) return false;
  if (/^[PIACV][A-Z<][A-Z]{1,3}<*[A-Z]+<<?[A-Z<]*$/.test(line)) return line.length > 30;
  const fits = (from: number, to: number) => checkDigit(line.slice(from, to)) === line[to];
  // ICAO 9303: first line of cards, second line of cards, second line of passports; the names' line has no check digit.
  if (line.length === 30) {
    if (/^[IAC][A-Z<][A-Z<]{3}/.test(line) && fits(5, 14)) return true;
    return (
      (/^\d{7}[MFX<]\d{7}[A-Z<]{3}/.test(line) && fits(0, 6) && fits(8, 14)) ||
      /^[A-Z]+(?:<[A-Z]+)*<<[A-Z<]*<<$/.test(line)
    );
  }
  return /^[A-Z0-9<]{9}\d[A-Z<]{3}\d{7}[MFX<]\d{7}/.test(line) && fits(0, 9) && fits(13, 19) && fits(21, 27);
}

/** The sum of digits times weights that begin with `first` and change by `step`. */
function weighed(digits: string, first: number, step: number): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) sum += Number(digits[at]) * (first + at * step);
  return sum;
}
