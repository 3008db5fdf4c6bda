import { isMarked, markFor } from './mark.js';

/** What a password is called, in the languages of the house and their neighbours; also as the end of a longer word. */
const PASSWORD = 'pass(?:word|code|phrase|wort|wörter)|kennwort|contraseña|contrasena|wachtwoord|mot de passe';
/** The same, for words that are part of others. */
const CODE =
  'passwd|pwd|pin(?:[ -]?(?:code|number|nummer))?|geheimzahl|mdp|code (?:secret|pin|de l.alarme|d.accès|de la porte)|clave|senha|palavra-passe|parola(?: d.ordine)?|şifrem?|(?:alarm|door|entry|gate|access|security|safe|lock|unlock)[ -]?code|(?:alarm|tür|sicherheits|zugangs)code|(?:my|mein|mon) code|mi código|cvc|cvv|código de (?:acceso|seguridad|la alarma|la puerta)';
const KEY =
  'api[ _-]?key|(?:access|secret|private|client|encryption)[ _-]?key|client[ _-]?secret|(?:access|auth|refresh|bearer|bot|session|id)?[ _-]?token|secret';
/** "[password]" is no label. */
const LABEL = `(?:(?<!\\[)(?:${PASSWORD})|(?<![\\p{L}\\p{N}[])(?:${CODE}))`;
/** In the first group what is a label however it is said, else what is one only before a colon. */
const LABELS = new RegExp(`(${LABEL})|(?<![\\p{L}\\p{N}[])(?:(pass)|${KEY})`, 'giu');

/** `password: x`, `"token": "x y"`, `?api_key=x&`. */
const TYPED = /\\{0,3}["'`]?[ \t]{0,3}(?:=>|:=|[:=])[ \t]{0,3}/y;
/** "my password is correct horse", "das Passwort lautet x", "set the password to x". */
const SPOKEN =
  /(?: (?:for|of|to|on|für|vom|von|zum|du|de|pour|del|para|da) [^.,;:!?\n]{1,40}?)?(?:'s| (?:is|was|will be|ist|war|lautet|heißt|wird|est|es|era|será|é|è|to|auf|à))(?: (?:now|jetzt|maintenant|ahora))?:? /iuy;
/** "use password hunter2", "PIN 1234": only what looks like a secret. */
const BARE = / (?=\S{0,60}\d)/y;
/** "swordfish is my password". */
const REVERSED = new RegExp(
  `(?<=^|[.!?;:\\n] ?)((?:[^\\s.!?;:]{1,40} ){1,6})(?:is|ist|est|es|é|è) (?:my|our|the|mein|meine|unser|das|die|mon|notre|le|mi|nuestra|la|il|o|a|minha|mijn|het)(?: [\\p{L}-]{1,20}){0,2}? ${LABEL}(?![\\p{L}\\p{N}])`,
  'giu',
);

const words = (list: string) => new Set(list.split(' '));
/** Words with which a sentence about a password goes on without telling it. */
const ABOUT = words(
  'not no never too on in under at by with the same still always being been about from for what where when wrong incorrect invalid expired required needed missing lost forgotten changed saved stored safe secret weak strong short long empty written only just very already a an my your our his her their this that it be get log unlock open protect access use to of as nicht kein keine zu falsch richtig abgelaufen vergessen nötig erforderlich geheim sicher gespeichert geändert leer schwach im am auf bei unter ein eine einem einen mein dein meinem meinen das der die dem den pas trop faux fausse incorrecte expiré oublié requis enregistré sur dans sous le la un une incorrecta incorrecto caducada olvidada necesaria guardada segura débil muy demasiado en el una su errata sbagliata errada fout',
);
const ALONE = words(
  'correct right ok okay fine good bad old new unknown public korrekt gut alt neu juste bon correcta correcto buena',
);
const ASKING = words(
  "what what's whats which where where's who how why when this that it here there so and wie was wo welches dies es hier und quel quelle où ce c'est voici ceci qué cuál dónde esta esa ese este esto eso aquí y qual onde dove wat waar dit dat",
);
/** Where a spoken secret ends. */
const END =
  /[.,;!?](?=\s|$)|\n|\s(?:and|but|so|please|und|aber|bitte|et|mais|y|pero|por favor|ma|maar)(?=\s)|["”»](?=\s|$)/iu;
const LONGEST_SPOKEN = 80;
const LONGEST_TYPED = 250;

/** Passwords, codes and keys that their label gives away, typed or spoken. */
export function redactLabelled(text: string): string {
  return HINT.test(text) ? reversed(labelled(text)) : text;
}
const HINT =
  /pass|pwd|pin|kennw|geheim|mdp|cod|código|contras|clave|senha|parola|wacht|şifre|cvc|cvv|key|token|secret/i;

const SECRET_NAME = new RegExp(`^(?:[\\w-]{0,40}[_-])?(?:${PASSWORD}|${CODE}|pass|${KEY})$`, 'iu');

/** True for the name of a field that holds a secret: "password", "wifi_password", "apiKey". */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) || SECRET_NAME.test(name.replace(/(?<=[a-z])(?=[A-Z])/g, '_'));
}

/** Puts a mark in the place of what follows each label. */
function labelled(text: string): string {
  let kept = '';
  let done = 0;
  for (const match of text.matchAll(LABELS)) {
    if (match.index < done) continue;
    const found = secretAfter(text, match.index + match[0].length, match[1] !== undefined, match[2] !== undefined);
    if (!found) continue;
    kept += text.slice(done, found.from) + markFor('[password]', text.slice(found.from, found.to));
    done = found.to;
  }
  return kept + text.slice(done);
}

/** What may stand between a label and its secret, and how long the secret is. */
type Way = [tail: RegExp, length: (rest: string, quoted: boolean) => number];

/** The secret whose label ends at `end`. */
function secretAfter(
  text: string,
  end: number,
  isStrong: boolean,
  isPass: boolean,
): { from: number; to: number } | undefined {
  const typed: Way = [TYPED, (rest, quoted) => typedLength(rest, quoted, isStrong || isPass)];
  const ways: Way[] = isStrong ? [typed, [SPOKEN, spokenLength], [BARE, bareLength]] : [typed];
  for (const [tail, lengthOf] of ways) {
    tail.lastIndex = end;
    const match = tail.exec(text);
    if (!match) continue;
    const begin = end + match[0].length;
    const open = /^\\{0,3}["'`“„«]/u.exec(text.slice(begin, begin + 5))?.[0].length ?? 0;
    const from = begin + open;
    const rest = text.slice(from, from + LONGEST_TYPED);
    const length = isMarked(rest) ? 0 : lengthOf(rest, open > 0);
    if (length > 0) return { from, to: from + length };
  }
  return undefined;
}

function typedLength(rest: string, quoted: boolean, password: boolean): number {
  if (quoted) return quotedLength(rest);
  const word = /^[^\s"'`,;&<>(){}[\]]{1,250}/.exec(rest)?.[0].replace(/[.!?:]+$/, '') ?? '';
  // "secret: a surprise" and "token: one" are words.
  return password || /\d/.test(word) || word.length >= 16 ? word.length : 0;
}

function spokenLength(rest: string, quoted: boolean): number {
  if (quoted) return quotedLength(rest);
  const head = rest.slice(0, LONGEST_SPOKEN);
  const value = head.slice(0, END.exec(head)?.index).trimEnd();
  const [first = '', ...others] = value.toLowerCase().split(/\s+/);
  return ABOUT.has(first) || (others.length === 0 && ALONE.has(first)) ? 0 : value.length;
}

function bareLength(rest: string): number {
  const word = /^[^\s"'`,;<>(){}[\]]{3,60}/.exec(rest)?.[0].replace(/[.!?:]+$/, '') ?? '';
  const secret = /^\d{4,12}$|\d.*[^\d.:%]|[^\d.:%].*\d/.test(word) && !/^\d+(?:st|nd|rd|th|er|e|º|x)$/i.test(word);
  return secret ? word.length : 0;
}

function quotedLength(rest: string): number {
  return /^(?:\\[^"'`]|[^"'`“”«»\\\n])+/u.exec(rest)?.[0].length ?? 0;
}

const MAYBE_REVERSED =
  / (?:is|ist|est|es|é|è) (?:my|our|the|mein|unser|das|die|mon|notre|le|mi|nuestra|la|il|o|a|minha|mijn|het)/i;

function reversed(text: string): string {
  if (!MAYBE_REVERSED.test(text)) return text;
  return text.replace(REVERSED, (all, before: string) => {
    const value = before.trim();
    const asks = value.split(' ').some((word) => ASKING.has(word.replace(/,$/, '').toLowerCase()));
    return asks || isMarked(value) ? all : markFor('[password]', value) + all.slice(value.length);
  });
}
