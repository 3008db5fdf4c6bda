import isEAN from 'validator/lib/isEAN';
import isTaxID from 'validator/lib/isTaxID';

/** Checksums of the numbers that states give to people; each takes the letters (in capitals) and digits alone. */

/** Spanish DNI ("12345678Z") and NIE ("X1234567L"). */
export const isDni = (number: string): boolean =>
  /^(?:[XYZ]\d|\d)\d{6,7}[A-Z]$/.test(number) && isTaxID(number, 'es-ES');

/** German Steuer-ID. */
export const isSteuerId = (number: string): boolean => isTaxID(number, 'de-DE');

/** Italian codice fiscale. */
export const isCodiceFiscale = (number: string): boolean => isTaxID(number, 'it-IT');

/** Dutch burgerservicenummer, also without its leading zero. */
export const isBsn = (number: string): boolean =>
  /^(?!0+$)\d{8,9}$/.test(number) && isTaxID(number.padStart(9, '0'), 'nl-NL');

/** Portuguese NIF. */
export const isNif = (number: string): boolean => /^[1-35689]/.test(number) && isTaxID(number, 'pt-PT');

/** Swiss AHV number: 756, and the check digit of an EAN. */
export const isAhv = (number: string): boolean => /^756\d{10}$/.test(number) && isEAN(number);

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
  const sum = [...number.slice(0, 9)].reduce((all, digit, at) => all + Number(digit) * (10 - at), 0);
  return /^\d{10}$/.test(number) && (11 - (sum % 11)) % 11 === Number(number[9]);
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
