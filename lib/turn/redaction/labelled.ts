import { patternOfAll } from '../../language/word-lists.js';
import { ABOUT, ALONE, ASKING, BESIDE } from './about.js';
import { codeAfter, codeLength } from './code.js';
import {
  ANY_CODE,
  CODES,
  ENDS,
  FIGURATIVE,
  isPlace,
  KEYS,
  OTHER_AFTER,
  OTHER_BEFORE,
  PASSWORDS,
  PIN,
  PLACE_WORDS,
  PLAIN,
  TYPED as TYPED_LABELS,
  WEAK,
  WEAK_HEADS,
} from './labels.js';
import { type Found, isMarked } from './mark.js';
import { headsOf, lower, matchesAt } from './places.js';

/** What a language's sentences that tell a secret are made of. */
const of = (entry: string) => patternOfAll('telling-secrets', entry);
const any = (labels: readonly string[]) => labels.join('|');
const BEGIN = '(?<![\\p{L}\\p{N}[\\]])';
const END_OF_LABEL = '(?![\\p{L}\\p{N}])';
/**
 * `strong`: any word may follow; `weak`: only what looks like a code; the others only before a colon. "[password]" is none.
 * One after the other: as one pattern they would take three times as long to compile at once.
 */
const CODE = new RegExp(`(?<code>${ANY_CODE})`, 'uy');
const LABELS = [
  `(?<strong>(?<!\\[)(?:${any(PASSWORDS)})s?|${BEGIN}(?:${any(CODES)})${END_OF_LABEL})`,
  `(?<weak>${BEGIN}(?:${any(WEAK)})s?${END_OF_LABEL})`,
  `(?<weak>${ENDS}s?${END_OF_LABEL})`,
  `(?<plain>${BEGIN}${PLAIN})`,
  CODE.source,
  `${BEGIN}(?:(?<pass>pass)|${any([...KEYS, ...TYPED_LABELS])})`,
].map((label) => new RegExp(label, 'uy'));

const isAscii = (label: string) => /^[a-z]/.test(label);
const OTHERS = [...CODES, ...WEAK_HEADS, 'pass', ...KEYS, ...TYPED_LABELS];
const HINT = new RegExp(
  `(?:${headsOf([...PASSWORDS, 'code', 'komb', ...OTHERS.filter((label) => !isAscii(label))])}|\\b(?:${headsOf([...OTHERS.filter(isAscii), 'phra', 'fras', 'clé', 'code', 'mots', 'key', 'sig', 'auth', 'sid', 'sess'])}))`,
  'g',
);

const SECRET_NAME = new RegExp(
  `^(?:[\\p{L}\\p{N} ]{0,60}(?:${any(PASSWORDS)})s?|(?:[\\p{L}\\p{N} ]{0,60} )?(?:${any(CODES)}|${PIN}|pass|${any(KEYS)})|(?:contraseñas?|contrasenas?|mots? de passe|mdp|password|passwort|kennwort|clave)(?: (?:de|del|du|des|d|for|für|vom|of))?(?: (?:la|le|the|das))? (?:${PLACE_WORDS}|wlan|router|box|red|réseau|netflix|e ?mail|pc|nas|server|login))$`,
  'u',
);
/** What is put before a colon in a language that has the place behind: "code_alarme" is a "code d'alarme". */
const CODE_FIRST = /^(code|c[oó]digo|clave|codice|combinaison|combinaci[oó]n) (?!de |du |d |del )/;

/** "wifi_password", "apiKey" and "code-alarme" in words. */
const inWords = (name: string) =>
  name
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .replace(/[\s_.-]+/g, ' ')
    .trim()
    .toLowerCase();

/** True for the name of a field that holds a secret: "password", "wifi_password", "apiKey", "mot_de_passe_wifi". */
export function isSecretName(name: string): boolean {
  return name.length <= MAX_NAME && SECRET_NAME.test(inWords(name));
}
const MAX_NAME = 100;

/** A field as one would say it, in which a secret is found: "code_portail" and "4711" are "code de portail: 4711". */
export function fieldInWords(name: string, value: string): string {
  return `${inWords(name).replace(CODE_FIRST, '$1 de ')}: ${value}`;
}

/** Passwords, codes and keys that their label gives away, typed or spoken, before it or behind it. */
export function* findLabelled(written: string): Generator<Found> {
  let last = NOWHERE;
  // The patterns have no flag i: it takes them three times as long to compile.
  const text = lower(written);
  for (const label of matchesAt(text, HINT, ...LABELS)) {
    if (label.index >= last.from && label.index < last.to) continue;
    const done = last.to <= label.index ? last.to : 0;
    let places = placesAt(text, label, done, written);
    // "the code for the box room is 4711": nothing behind "code for the box", but behind "code".
    const code = places.length === 0 && label.groups?.['weak'] ? match(CODE, text, label.index) : null;
    if (code) places = placesAt(text, code, done, written);
    for (const place of withOthers(text, places)) {
      yield { mark: '[password]', ...place };
      last = place;
    }
  }
}

const placesAt = (text: string, label: RegExpExecArray, done: number, written: string): Place[] =>
  [secretBefore(text, label, done), ...secretsAfter(text, label, written)].filter(({ from, to }) => to > from);

/** The places, and those of the codes that are told in the same breath. */
function* withOthers(text: string, places: readonly Place[]): Generator<Place> {
  for (const place of places) {
    yield place;
    let { from, to } = place;
    while (to > from && /^\p{N}+$/u.test(text.slice(from, to))) {
      const also = match(ALSO, text, to);
      if (!also || !isPlace(also.groups?.['place'] ?? '')) break;
      from = to + also[0].length;
      to = from + (/^\d+/.exec(text.slice(from, from + MAX_LENGTH))?.[0].length ?? 0);
      yield { from, to };
    }
  }
}

interface Place {
  from: number;
  to: number;
}
const NOWHERE: Place = { from: 0, to: 0 };

/** `password: x`, `"token": "x y"`, `?api_key=x&`. */
const TYPED =
  /(?:(?: (?:du|de la|del|vom|fürs|for the|of the))? (?:wi-?fi|wlan))?\\{0,3}["'`]?[ \t]{0,3}(?:=>|:=|[:=])(?:[ \t]{0,3}\n[ \t]{0,3}(?![^\n]{0,80}[:=])|[ \t]{0,3})/y;
const ADVERB = `(?: (?:${of('adverb')}))?`;
/** "mot de passe wifi", "contraseña nueva". */
const WHICH =
  '(?: (?:wi-?fi|wlan|internet|box|router|nuev[oa]|actual|secret[oa]|maestr[oa]|temporal|nova|atual|nuova|attuale|nouveau|actuel|here|upstairs|downstairs|outside|hier|unten|oben|hinten|vorne|draußen|ici|en bas|en haut|dehors|aquí|abajo|arriba|fuera))?';
/** No marks of what is taken after the labels: they are shorter than what they stand for, and would bring the value within reach. */
const ABOUT_IT =
  "(?:,? (?:(?:for|of|to|on|in|at|from|behind|we|i|you|they|he|she|that|which|um|den|die|das|au|aux|für|fürs|vom|von|zum|zur|im|am|an|beim|der|des|dem|den|unsere[sr]?|meine[sr]?|du|de|des|pour|à|sur|chez|au|aux|que|qui|del|para|en|do|da|della|dello|delle|di|per|van|voor) |(?:d|dell|nell|l)')(?:(?!\\[(?:token|mail|ip|card|iban|phone|password)\\])[^.,;:!?\\n•]|[.:](?=\\S)){1,50}?)?";
/** "my password is correct horse", "das Passwort lautet x", "set the password to x". */
const SPOKEN = new RegExp(
  `(?!${FIGURATIVE})${WHICH}${ABOUT_IT}(?:'s(?! [\\p{L}-]+(?: [\\p{L}-]+)? (?:is|was) )|s'? (?:are|sind|sont|son)|,? (?:is|was|are|were|will be|becomes|remains|reads|equals|ist|war|wäre|lautet|lautete|heißt|heisst|wird|bleibt|est|sera|était|devient|reste|c'est|es|era|será|sigue siendo|é|è|sarà|era|diventa|rimane|fica|is now|luidt|wordt|blijft|to be|to|auf|à|(?:is|was|has been|have been) (?:set|changed) to|soll(?:te)?|(?:should|must|doit|debe|deve|moet) (?:be|être|ser|essere|zijn))|(?:,| -)? (?:it's|it is|es ist)|(?:,| -) (?:that's|that is|this is|das ist|das lautet|ça c'est|ese es|esa es|es|è|é|dat is))${ADVERB}[:,]?(?: -)? `,
  'uy',
);
/** "password - hunter2", "PIN, 4711", "PIN 4711": only what looks like a secret. */
const BARE = new RegExp(`(?:(?!${FIGURATIVE})${ABOUT_IT}:|${WHICH}(?:,|(?:'s)? -| ?[:=]|)) (?=\\S)`, 'uy');
/** "write down my password moonbeam": only one word may follow, and the sentence ends with it. */
const NOTE =
  /(?<!\p{L})(?:remember|note(?: down)?|write down|jot down|notier\p{L}*|merke?(?: dir)?|speicher\p{L}*|retiens|noter?z?|enregistre|apunta|anota|recuerda|guarda|ricorda|segna|salva|onthoud|noteer)(?: that| bitte)?(?: (?:the|my|our|mein|das|unser|mon|le|notre|mi|la|nuestra|il|mijn|het|ons))?(?: [\p{L}-]{1,12})? [\p{L}-]{0,12}$/u;
/** "change the password from x to y", "ändere das Passwort in x", "cambia la contraseña por x". */
const CHANGED = new RegExp(
  `(?: (?:(?:from|von|da|van) (?<old>[^\\s.,;!?]{3,40})|(?:de|do) (?<alt>(?=\\S*\\d)[^\\s.,;!?]{3,40}))|${ABOUT_IT}) (?:to|auf|in|zu|en|par|pour|à|a|por|para|con|naar) `,
  'uy',
);
const CHANGE = new RegExp(`(?<!\\p{L})(?:${of('change')})\\p{L}{0,6}(?: [^.!?\\n]{0,60})?$`, 'u');
const NOT = new RegExp(` (?:${of('not')}) |n't `);
/** "the password isn't x, it's y", "das Passwort ist nicht x, sondern y". */
const NEGATED = new RegExp(
  `${WHICH}${ABOUT_IT} (?:isn't|is not|wasn't|ist nicht|war nicht|lautet nicht|n'est pas|c'est pas|no es|non è|não é|is niet) (?<old>[^.;,:!?\\n]{1,40})(?:[,;.:]? (?:but|sondern|mais|sino|ma|maar)(?: it's| es ist| c'est| es)?|[,;.:] (?:it's|it is|it was|that's|es ist|das ist|c'est|es|è|é|het is)) `,
  'uy',
);
/** "the gate code is 4711 and the garage is 0815": another place behind a code. */
const ALSO =
  /,? (?:and|und|et|y|e|en) (?:(?:for|of|für|pour|para|per) )?(?:(?:the|my|our|die|der|das|den|la|le|el|il|lo|de|het) |l')?(?<place>[\p{L}-]{3,15}(?: [\p{L}-]{3,15})??)(?:'s| code)?(?: is| ist| est| c'est| es| è| é|:)? (?=\d{4,8}(?![\p{L}\p{N}]|[.,:]\p{N}))/uy;
/** "What's the PIN? It's 4711", "Wie ist das Passwort? Es lautet x". */
const ANSWER =
  /[^.!?\n:\]•]{0,60}\?["'»”]?\s{1,3}(?:[-–] ?)?(?<it>(?:(?:a|answer|antwort|réponse|respuesta): ?)?(?:(?:it's|it is|that's|that is|it was|es ist|das ist|sie ist|er ist|(?:es|sie|er|das) (?:lautet|heißt)|c'est|il est|es|é|è|het is|dat is|son|sono)(?: (?=\S))|(?:answer|antwort|réponse|respuesta|a): ?))?/uy;
/** "the word", "as follows": they belong to no secret. */
const INTRO =
  /(?:(?:simply|just|einfach|ganz einfach|tout simplement|simplement|simplemente|semplicemente|like this|so),? (?=\S+ ))?(?:(?:(?:the|a|one|das|der|die|ein|eine|le|la|les|l'|un|une|el|los|las|una|il|lo|o|a|as|os|um|uma|het|de|een)? ?(?:single )?(?:word|words|phrase|sentence|number|numbers|name|code|letters|digits|following|wort|wörter|wörtern|satz|zahl|zahlen|ziffern|ziffernfolge|name|folgende|wort für wort|mot|mots|nombre|chiffres|numéro|nom|suivante?|palabra|palabras|frase|número|números|cifras|nombre|siguiente|parola|parole|numero|numeri|nome|seguente|palavra|palavras|seguinte|woord|woorden|getal|cijfers|naam|volgende)|as follows|wie folgt|folgendes|comme suit|como sigue|come segue|als volgt)(?:,|:| -)? |(?:(?:in |en )?(?:all |alles |tout |tutto |todo )?(?:in |en )?(?:lower ?case|upper ?case|caps|klein|groß|kleingeschrieben|großgeschrieben|minuscules?|majuscules?|minúsculas?|mayúsculas?|minuscolo|maiuscolo),? (?=\S{4}|•)(?!(?:and|with|letters?|characters?|no|without|und|mit|ohne|buchstaben|et|avec|sans|lettres|y|con|sin|letras|e|lettere|geschrieben)(?!\p{L})))|(?:the|die|der|das|le|la|el|il|o|a|de|het) (?=\S*\d))/uy;
const MAX_LENGTH = 250;
const MAX_SPOKEN_LENGTH = 200;

/** The secrets after a label; none, one, or the old one and the new. */
function secretsAfter(text: string, label: RegExpExecArray, written: string): Place[] {
  const end = label.index + label[0].length;
  const isStrong = label.groups?.['strong'] !== undefined;
  const isWeak = label.groups?.['weak'] !== undefined;
  const isCode = label.groups?.['code'] !== undefined;
  if (isCode && isOther(text, label)) return [];
  const typed = isCode ? null : match(TYPED, text, end);
  if (typed) {
    const isVariable =
      (typed[0] === '=' && /^[A-Z_-]+$/.test(written.slice(label.index, end))) ||
      (typed[0].trim() === '=' && /\w_$/.test(text.slice(Math.max(0, label.index - 2), label.index)));
    const isPassword = isVariable || isStrong || isWeak || label.groups?.['pass'] !== undefined;
    const inUrl = /^[?&;#]$/.test(text.charAt(label.index - 1));
    const place = valueAt(text, end + typed[0].length, (rest, quoted) =>
      typedLength(
        rest,
        quoted,
        isPassword || (inUrl && /^[^&\s]{6}/.test(rest)),
        isStrong && /:[ \t\n]+$/.test(typed[0]),
      ),
    );
    if (place.to > 0) return [place];
  }
  const spoken = match(SPOKEN, text, end);
  if (isCode || label.groups?.['plain'] !== undefined) {
    const gap = spoken ?? match(BARE, text, end);
    const from = end + (gap?.[0].length ?? 0);
    if (!gap || OF_YEAR.test(text.slice(from, from + 6))) return [];
    return [valueAt(text, from, (rest) => (NO_DIGITS.test(rest) ? 0 : codeLength(rest, 4)))];
  }
  if (!isStrong && !isWeak) {
    const gap = label[0].length > 6 ? (spoken ?? match(BARE, text, end)) : null;
    return gap
      ? [valueAt(text, end + gap[0].length, (rest) => KEY_WORD.exec(rest)?.[0].replace(/[.!?:]+$/, '').length ?? 0)]
      : [];
  }
  const before = text.slice(Math.max(0, label.index - 60), label.index);
  const negated = NOT.test(text.slice(end, end + 80)) ? match(NEGATED, text, end) : null;
  if (negated) {
    const now = valueAt(text, end + negated[0].length, (rest, quoted) => spokenLength(rest, quoted, isStrong));
    const old = negated.groups?.['old'] ?? '';
    const from = end + negated[0].indexOf(` ${old}`) + 1;
    const isSecret = spokenLength(old, false, isStrong) > 0;
    if (now.to > 0) return isSecret ? [{ from, to: from + old.length }, now] : [now];
  }
  const lengthOf = (rest: string, quoted: boolean) => spokenLength(rest, quoted, isStrong);
  const changed = CHANGE.test(before) ? match(CHANGED, text, end) : null;
  if (changed) {
    const old = changed.groups?.['old'] ?? changed.groups?.['alt'];
    const from = end + changed[0].indexOf(` ${old ?? ''} `) + 1;
    const now = valueAt(text, end + changed[0].length, lengthOf);
    if (now.to > 0) return old ? [{ from, to: from + old.length }, now] : [now];
  }
  const place = spoken ? valueAt(text, end + spoken[0].length, lengthOf) : NOWHERE;
  if (place.to > 0) return [place];
  const last = isStrong && CLAUSE.test(before) ? match(VERB_LAST, text, end) : null;
  const value = last?.groups?.['value'] ?? '';
  if (last && spokenLength(value, false, true) === value.length) {
    const from = end + last[0].lastIndexOf(value);
    return [{ from, to: from + value.length }];
  }
  const use = AS_THE.test(before) ? match(USE, text, end) : LOGIN.test(before) ? match(ONE_WORD, text, end) : null;
  const used = use ? valueAt(text, end + use[0].length, lengthOf) : NOWHERE;
  if (used.to > 0) return [used];
  const noted = isStrong && !spoken && NOTE.test(before) ? match(ONE_WORD, text, end) : null;
  const note = noted ? valueAt(text, end + noted[0].length, (rest) => besideLength(rest)) : NOWHERE;
  if (note.to > 0) return [note];
  const bare = match(BARE, text, end);
  const code = bare
    ? valueAt(text, end + bare[0].length, (rest, quoted) => bareLength(rest, quoted, label[0]))
    : NOWHERE;
  if (code.to > 0) return [code];
  const answer = match(ANSWER, text, end);
  return answer
    ? [
        valueAt(text, end + answer[0].length, (rest, quoted) =>
          spokenLength(rest, quoted, isStrong && !!answer.groups?.['it']),
        ),
      ]
    : [];
}

/** "le code est de 2024". */
const OF_YEAR = /^(?:de|from|von|aus) /u;
/** An amount, or the number of a country: "4.50", "0049". */
const NO_DIGITS = /^(?:\p{N}*[.,]\p{N}|00[1-9]\d?(?!\p{N}))/u;

/** True for the codes of errors, towns, articles: they are no secrets. */
function isOther(text: string, { index, 0: { length } }: RegExpExecArray): boolean {
  const end = index + length;
  return OTHER_BEFORE.test(text.slice(Math.max(0, index - 48), index)) || OTHER_AFTER.test(text.slice(end, end + 40));
}

/** "dass das WLAN-Passwort Sonnenblume ist": the verb comes last. */
const CLAUSE = /(?<!\p{L})(?:dass|daß|weil|wenn|falls)(?!\p{L})[^.!?\n]{0,60}$/u;
const VERB_LAST =
  /(?: (?:fürs?|vom|von|zum|zur|im|am|des|der)(?: (?:das|den|die|dem|der|unser\p{L}{0,2}|mein\p{L}{0,2}))? [\p{L}-]{2,20})? (?<value>[^\s.,;!?]{3,40}(?: [^\s.,;!?]{1,40}){0,2}) (?:ist|lautet|heißt|heisst)(?![\p{L}\p{N}])/uy;

/** "as the password", "comme mot de passe": before the label, and what follows it then. */
const AS_THE = new RegExp(`(?<!\\p{L})(?:${of('as')})(?: \\p{L}{1,12}){0,2} [\\p{L}-]{0,12}$`, 'u');
const USE = new RegExp(`,? (?:${of('use')})(?: bitte)? `, 'uy');
/** "user anna, password moonbeam". */
const LOGIN = new RegExp(`(?<!\\p{L})(?:${of('login')})(?!\\p{L})[^.!?\\n]{1,40}$`, 'u');
const ONE_WORD = new RegExp(` (?=[^\\s.,;!?]{5,40}(?:,? (?:${of('please')}))?[.!?]?\\s*$)`, 'y');

/** The one word behind a label; none that says what about the password is meant ("manager", "again"). */
function besideLength(rest: string): number {
  const length = spokenLength(rest, false, true);
  return BESIDE.has(rest.slice(0, length)) ? 0 : length;
}
/** A key as it is said: "my API key is abc123def456". */
const KEY_WORD = /^(?=\S*\d)(?=\S*\p{L})[^\s"'`,;<>(){}[\]]{8,}/u;

function match(tail: RegExp, text: string, at: number): RegExpExecArray | null {
  tail.lastIndex = at;
  return tail.exec(text);
}

/** An article and a quote: what is behind them may be taken already. */
const ARTICLE = /^\p{L}{1,3} ["'`“„«]?\s?/u;

function valueAt(text: string, begin: number, lengthOf: (rest: string, quoted: boolean) => number): Place {
  const intro = match(INTRO, text, begin)?.[0].length ?? 0;
  for (const start of intro > 0 ? [begin + intro, begin] : [begin]) {
    const open = /^\\{0,3}["'`“„«]\s?/u.exec(text.slice(start, start + 6))?.[0].length ?? 0;
    const from = start + open;
    const rest = text.slice(from, from + MAX_LENGTH);
    if (isMarked(rest.replace(ARTICLE, ''))) return NOWHERE;
    const length = lengthOf(rest, open > 0);
    if (length > 0) return { from, to: from + length };
  }
  return NOWHERE;
}

function typedLength(rest: string, quoted: boolean, password: boolean, sentence: boolean): number {
  if (quoted) return quotedLength(rest);
  const word = /^[^\s"'`,;&<>(){}[\]]{1,250}/.exec(rest)?.[0].replace(/[.!?:]+$/, '') ?? '';
  // "secret: a surprise" and "token: one" are words.
  if (!password) return /\d/.test(word) || word.length >= 16 ? word.length : 0;
  // "Password: correct horse battery staple", but not "password: x port: 1883".
  if (word === '' || !sentence || word.length > 20) return Math.max(word.length, codeLength(rest));
  const line = rest.slice(0, /\s\S{1,40}[:=]|[<>(){}[\]"'`;|]/.exec(rest)?.index);
  return Math.max(word.length, sentenceLength(line));
}

function spokenLength(rest: string, quoted: boolean, isStrong: boolean): number {
  if (quoted) return quotedLength(rest);
  if (!isStrong) return codeLength(rest) || bareLength(rest, false, '');
  const length = sentenceLength(rest);
  if (codeLength(rest) > 0) return Math.max(length, codeLength(rest));
  const [first = '', second = '', ...others] = rest.slice(0, length).split(/\s+/);
  if (second !== '' && codeLength(rest, 1) === 0 && /^\d+$|^\p{L}+$/u.test(first) && COUNTED_FIRST.test(rest)) return 0;
  const isAbout =
    ABOUT.has(first.replace(/^(l|d|qu)'.*/, '$1e')) || (second === '' && others.length === 0 && ALONE.has(first));
  return isAbout ? 0 : length;
}
/** "eight characters long", "zwölf Zeichen lang". */
const COUNTED_FIRST = new RegExp(
  `^(?:(?:${patternOfAll('counted', 'least')}) |\\p{L}+ |\\d+ ?){1,2}(?:${patternOfAll('counted', 'long')})(?!\\p{L})`,
  'u',
);

/** Where a spoken secret ends. */
const END =
  /[.,;!?](?=["'”»)]*(?:\s|$))|\n|\s(?:-|and|but|so|please|thanks|und|aber|bitte|danke|et|mais|merci|y|pero|por favor|gracias|ma|maar|e|en|mas)(?=\s|$)|["”»](?=\s|$)/u;
const AND = /^ (?:and|und|et|y|e|en) ([\p{L}\p{N}]{2,20})(?=[.!?]?\s*$)/u;

const THANKS = new Set(of('thanks').split('|'));

/** The words up to where the sentence goes on with something else. */
function sentenceLength(rest: string): number {
  const head = rest.slice(0, MAX_SPOKEN_LENGTH);
  const said = head.slice(0, END.exec(head)?.index).trimEnd();
  let end = said.replace(/ (?:sein|lauten|heißen|werden)$/, '').length;
  // "salt and pepper" is one, with nothing behind it.
  const pair = AND.exec(rest.slice(end));
  if (pair?.[1] && !ABOUT.has(pair[1]) && !THANKS.has(pair[1])) {
    end += pair[0].length;
  }
  return end + codeAfter(rest, end);
}

function bareLength(rest: string, quoted: boolean, label: string): number {
  if (quoted) return label !== '' && /\d/.test(rest.slice(0, quotedLength(rest))) ? quotedLength(rest) : 0;
  const word = /^[^\s"'`,;<>(){}[\]]{3,60}/.exec(rest)?.[0].replace(/[.!?:]+$/, '') ?? '';
  const secret =
    /^\d{4,12}$|\d.*[^\d.:%]|[^\d.:%].*\d/.test(word) && !/^\d+(?:st|nd|rd|th|er|e|º|x|[^\d\s]*%)$/.test(word);
  if (secret || (/^cv[cv]2?$/.test(label) && /^\d{3}$/.test(word))) return Math.max(word.length, codeLength(rest));
  return codeLength(rest);
}

function quotedLength(rest: string): number {
  return /^(?:\\[^"'`]|[^"'`“”«»\\\n])+/u.exec(rest)?.[0].trimEnd().length ?? 0;
}

const MY =
  '(?:(?:my|our|the|your|mein|meine|dein|deine|ihr|ihre|unser|unsere|das|die|der|mon|ton|votre|notre|le|la|mi|tu|su|nuestra|el|il|o|a|minha|mijn|het|de|ons) )?';
/** "swordfish is my password": what stands between the secret and the label. */
const IS = new RegExp(
  `,? (?:is|was|ist|war|est|es|é|è|lautet|heißt|(?:that's|that is|das ist|c'est|esa es|ese es)) ${MY.replace(/\?$/, '')}(?:[\\p{L}-]{1,20} ){0,2}[\\p{L}\\p{N}-]{0,20}$`,
  'u',
);
/** "dass 4711 unser Türcode ist". */
const OWN = /(?<=(?:dass|daß) \S.*) (?:unser|mein|dein|ihr|der|die|das)e? [\p{L}-]{0,20}$/u;
/** "use blue elephant as the wifi password". */
const AS = new RegExp(
  `,? (?:as|als|comme|como|come|for|für|pour|para|per|voor) ${MY}(?:[\\p{L}-]{1,20} ){0,2}[\\p{L}\\p{N}-]{0,20}$`,
  'u',
);
/** "make thunderbird the password". */
const MAKE = / (?:the|my|our|your)(?: [\p{L}-]{1,20}){0,2} [\p{L}\p{N}-]{0,20}$/u;
const VERB =
  /(?<!\p{L})(?:us(?:e|es|ed|ing)|tak(?:e|es|ing)|took|set|put|cho(?:o|)se|picked|pick|enter|make|have|keep|save|store|remember|want|like|try|type|nimm|nehmt?|nehmen|nehme|verwende[nt]?|benutze?[nt]?|nutze?[nt]?|setze?|setzen|wähle?n?|merke?(?: dir)?|speichere?|gib|habe?n?|hab|mit|probier|utilise[rsz]?|utilisons|prends|prenez|prendre|mets|mettez|mettre|choisi[srt]*|enregistre[rz]?|retiens|note|garde|tape|usa[rs]?|uso|usemos|use|utiliza[r]?|pon(?:er|ga|go)?|elige|guarda|recuerda|apunta|quiero|metti|imposta|scegli|salva|ricorda|prendi|usiamo|usare|põe|lembra|escolhe|gebruik|neem|kies|onthoud|zet|bewaar)(?: (?:dir|dir mal|bitte|mal|please|the|das|le|la|el|il|o|het))?(?: (?:word|words|phrase|number|wort|zahl|mot|phrase|palabra|parola|palavra|woord))?:? ["'“„«]?(?=\S)/gu;
/** A label may begin with it: "my code". */
const POSSESSIVE = new RegExp(`^(?:${of('my')}) `, 'u');
/** "Remember that 482913 is my code": the words before the secret. */
const TO_KEEP = new RegExp(`(?<!\\p{L})(?:${of('keep')})(?: [\\p{L}']+){0,3}?,? (?:${of('that')}) `, 'u');
const BACK = 160;

/** The secret before a label. */
function secretBefore(text: string, label: RegExpExecArray, done: number): Place {
  const isStrong = label.groups?.['strong'] !== undefined;
  const isCode = label.groups?.['code'] !== undefined && !isOther(text, label);
  if (!isStrong && !isCode && label.groups?.['weak'] === undefined) return NOWHERE;
  const start = Math.max(done, label.index - BACK);
  const before = text.slice(start, label.index + (POSSESSIVE.exec(label[0])?.[0].length ?? 0));
  const as = AS.exec(before);
  const made = /(?<!\p{L})make /u.test(before) ? MAKE.exec(before) : null;
  const isLast = CLAUSE.test(before) && /^ (?:ist|lautet)(?!\p{L})/u.test(text.slice(label.index + label[0].length));
  const is = IS.exec(before) ?? (isLast ? OWN.exec(before) : null);
  const tail = as && (!is || as.index > is.index) ? as : (is ?? made);
  if (!tail) return NOWHERE;
  const clause = before.slice(0, tail.index).replace(TO_KEEP, (said) => `${' '.repeat(said.length - 2)}. `);
  const opened = /^[\s\S]*[.!?;:\n]\s/.exec(clause)?.[0].length ?? 0;
  const begin = opened + (/^["'”»)\s]*/u.exec(clause.slice(opened))?.[0].length ?? 0);
  const verb = tail !== is ? [...clause.slice(begin).matchAll(VERB)].at(0) : undefined;
  if (tail !== is && !verb) return NOWHERE;
  const value = clause.slice(begin + (verb ? verb.index + verb[0].length : 0)).replace(/["'”»,]+$/u, '');
  const from = start + clause.lastIndexOf(value);
  const parts = value.split(/\s+/);
  const asks = parts.some((word) => ASKING.has(word.replace(/[^\p{L}']/gu, '')));
  const looks = isCode
    ? codeLength(value, 4) === value.length
    : codeLength(value) === value.length || (parts.length === 1 && bareLength(value, false, '') > 0);
  const isQuoted = /["'“„«]/u.test(text.charAt(from - 1));
  const isAbout = ABOUT.has(parts[0] ?? '') || (parts.length === 1 && ALONE.has(parts[0] ?? ''));
  const isAny = isStrong && (isQuoted || (!asks && !isAbout && parts.length <= 6));
  return value.length > 1 && !/[\]•]/.test(value) && (looks || isAny) ? { from, to: from + value.length } : NOWHERE;
}
