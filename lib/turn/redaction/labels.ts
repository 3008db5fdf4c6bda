import { listOfAll, patternOfAll } from '../../language/word-lists.js';

/** What secrets are called, as patterns. */
const labels = (list: string) => listOfAll('secret-labels', list);
const of = (entry: string) => patternOfAll('secrets', entry);

/** Also the end of a longer word, "Routerpasswort"; what follows may be any word. */
export const PASSWORDS = labels('passwords');
/** Whole words; what follows may be any word. */
export const CODES = labels('codes');
/** What has a code: "gate", "front door", "Garage". */
export const PLACE_WORDS = of('places');

const OTHER_CODES = of('otherCodes');
/** "area code", "Fehlercode", "l'erreur a le code": stands at the end of what is before the code. */
export const OTHER_BEFORE = new RegExp(
  `(?<!\\p{L})(?:${OTHER_CODES})(?:[ns]|e[nrs])?(?:(?: \\p{L}{1,12})? (?:${of('has')}))?[ -]?$`,
  'iu',
);
/** "code postal", "Code des Fehlers", "code for the exam": stands at the beginning of what is behind it. */
export const OTHER_AFTER = new RegExp(
  `^(?:[ -](?:${of('ofOther')})(?:${OTHER_CODES})(?:[ns]|e[nrs])?(?!\\p{L}))`,
  'iu',
);
/** Any other code: what follows has to be four digits or more. Also the end of a longer word, "Anmeldecode". */
export const ANY_CODE = '(?:codes?|c[oó]digo|codice)(?![\\p{L}\\p{N}])';
const PINS = labels('pins');
const NOUNS = labels('nouns');
/** "the code for the gate" */
const CODE_OF_PLACE = `(?<!(?:${of('noCode')}) )(?:${NOUNS.join('|')}) (?:${of('of')})(?:(?:${of('article')}) ?)?(?:[\\p{L}-]{1,14} ){0,2}?(?:${PLACE_WORDS})(?: (?:${PLACE_WORDS}))?`;
/** As a field is called; "tan" is a colour there. */
export const PIN = PINS.filter((label) => label.startsWith('pin')).join('|');
/** Whole words that mean much else: what follows has to look like a code. */
export const WEAK = [...PINS, CODE_OF_PLACE];
/** "the password to success", "das Passwort zum Erfolg": behind the label. */
export const FIGURATIVE = ` (?:${of('figurative')})(?!\\p{L})`;
const WITH = labels('with');
/** "disarm the alarm with 4711": only digits, four of them at least. */
export const PLAIN = `(?:(?<=(?<!\\p{L})(?:${of('opening')})(?:e|a|r|s|z|t|en|er|ez|ar|ir|ing|iere?n?)? (?:[\\p{L}'-]{1,15} ){1,3})(?:${WITH.join('|')})(?= \\d{4,8}(?: (?:${of('afterCode')}))?[.!?]?\\s*$)|${of('verbLast')})`;
const PLACE = new RegExp(`^(?:${PLACE_WORDS})(?: (?:${PLACE_WORDS}))?$`, 'iu');

/** True for what has a code: "gate", "front door", "Garage". */
export function isPlace(word: string): boolean {
  return PLACE.test(word);
}

/** The same at the end of a longer word or behind it: "safe combination", "Kellercode". */
export const ENDS = `(?<=(?<![\\p{L}\\p{N}\\]])(?:${PLACE_WORDS})[ -]?)(?:code|combination|kombination|pin)`;
/** What WEAK, ENDS and PLAIN begin with. */
export const WEAK_HEADS = [...PINS, ...NOUNS, ...WITH.map((word) => `${word} `)];

/** Labels only before a colon or an equals sign. */
export const KEYS = labels('keys');
/** The same, but no names of fields: words of their language, and parameters of an address. */
export const TYPED = labels('typed');
