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

/** `password: x`, `"token": "x y"`, `?api_key=x&`. */
const TYPED = new RegExp(
  `(?:(${LABEL}|(?<![\\p{L}\\p{N}[])pass)|(?<![\\p{L}\\p{N}[])(?:${KEY}))\\\\{0,3}["'\`]?[ \\t]{0,3}(?:=>|:=|[:=])[ \\t]{0,3}`,
  'giu',
);
/** "my password is correct horse", "das Passwort lautet x", "set the password to x". */
const SPOKEN = new RegExp(
  `${LABEL}(?: (?:for|of|to|on|für|vom|von|zum|du|de|pour|del|para|da) [^.,;:!?\\n]{1,40}?)?(?:'s| (?:is|was|will be|ist|war|lautet|heißt|wird|est|es|era|será|é|è|to|auf|à))(?: (?:now|jetzt|maintenant|ahora))?:? `,
  'giu',
);
/** "use password hunter2", "PIN 1234": only what looks like a secret. */
const BARE = new RegExp(`${LABEL} (?=\\S{0,60}\\d)`, 'giu');
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
  const labels =
    /pass|pwd|pin|kennw|geheim|mdp|cod|código|contras|clave|senha|parola|wacht|şifre|cvc|cvv|key|token|secret/i;
  if (!labels.test(text)) return text;
  return reversed(after(BARE, after(SPOKEN, after(TYPED, text, typedLength), spokenLength), bareLength));
}

const SECRET_NAME = new RegExp(`^(?:[\\w-]{0,40}[_-])?(?:${PASSWORD}|${CODE}|pass|${KEY})$`, 'iu');

/** True for the name of a field that holds a secret: "password", "wifi_password", "apiKey". */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) || SECRET_NAME.test(name.replace(/(?<=[a-z])(?=[A-Z])/g, '_'));
}

/**
 * Puts a mark in the place of what follows each label.
 * @param length How many characters of `rest` are the secret; `rest` begins after an opening quotation mark.
 */
function after(
  label: RegExp,
  text: string,
  length: (rest: string, quoted: boolean, password: boolean) => number,
): string {
  let kept = '';
  let done = 0;
  for (const match of text.matchAll(label)) {
    if (match.index < done) continue;
    const end = match.index + match[0].length;
    const open = /^\\{0,3}["'`“„«]/u.exec(text.slice(end, end + 5))?.[0].length ?? 0;
    const rest = text.slice(end + open, end + open + LONGEST_TYPED);
    const most = isMarked(rest) ? 0 : length(rest, open > 0, match[1] !== undefined);
    if (most === 0) continue;
    kept += text.slice(done, end + open) + markFor('[password]', rest.slice(0, most));
    done = end + open + most;
  }
  return kept + text.slice(done);
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

function reversed(text: string): string {
  return text.replace(REVERSED, (all, before: string) => {
    const value = before.trim();
    const asks = value.split(' ').some((word) => ASKING.has(word.replace(/,$/, '').toLowerCase()));
    return asks || isMarked(value) ? all : markFor('[password]', value) + all.slice(value.length);
  });
}
