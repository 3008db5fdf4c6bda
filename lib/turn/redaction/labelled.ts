import { isMarked, markFor } from './mark.js';
import { matchesAt, plain } from './places.js';

/** What a password is called, in the languages of the house and their neighbours; also as the end of a longer word. */
const PASSWORDS = [
  ...['password', 'passcode', 'passphrase', 'passwort', 'passwörter', 'kennwort', 'contraseña', 'contrasena'],
  ...['wachtwoord', 'mot de passe'],
];
const each = (ends: string, ...begins: string[]) => begins.map((begin) => begin + ends);
/** The same, for words that are part of others. */
const CODES = [
  ...['passwd', 'pwd', 'pin(?:[ -]?(?:code|number|nummer))?', 'geheimzahl', 'mdp'],
  ...['code (?:secret|pin|de l.alarme|d.accès|de la porte)', 'clave', 'senha', 'palavra-passe', 'parola(?: d.ordine)?'],
  'şifrem?',
  ...each('[ -]?code', 'alarm', 'door', 'entry', 'gate', 'access', 'security', 'safe', 'lock', 'unlock'),
  ...each('code', 'alarm', 'tür', 'sicherheits', 'zugangs'),
  ...each('code(?: secret)?', 'my ', 'mein ', 'mon ', 'my secret ', 'mein secret ', 'mon secret '),
  ...['mi código(?: secreto)?', 'cvc', 'cvv', 'otp'],
  ...each('[ -]code', 'verification', 'confirmation', 'one time', 'one-time'),
  ...each('code', 'bestätigungs', 'einmal', 'verifizierungs'),
  ...each('[ -]?tan', 'sms', 'push', 'mobil'),
  ...['code de (?:vérification|confirmation)', 'código de (?:verificación|confirmación)'],
  ...['codice (?:di (?:verifica|conferma|sicurezza|accesso)|segreto)'],
  ...['código de (?:acceso|seguridad|la alarma|la puerta)'],
];
const KEYS = [
  'api[ _-]?key',
  ...each('[ _-]?key', 'access', 'secret', 'private', 'client', 'encryption'),
  'client[ _-]?secret',
  ...each('[ _-]?token', 'access', 'auth', 'refresh', 'bearer', 'bot', 'session', 'id'),
  ...[' token', '_token', '-token', 'token', 'secret'],
];
const [PASSWORD, CODE, KEY] = [PASSWORDS.join('|'), CODES.join('|'), KEYS.join('|')];
/** "[password]" is no label. */
const LABEL = `(?:(?<!\\[)(?:${PASSWORD})|(?<![\\p{L}\\p{N}[])(?:${CODE}))`;
/** In the first group what is a label however it is said, else what is one only before a colon. */
const LABELS = new RegExp(`(${LABEL})|(?<![\\p{L}\\p{N}[])(?:(pass)|${KEY})`, 'iuy');

/** The letters that one of the labels begins with, as they stand in a plain text. */
const heads = (labels: readonly string[]) =>
  [...new Set(labels.map((label) => /^[^()[\]?.]{1,4}(?!\?)/u.exec(label.replace('_', ' '))?.[0] ?? ''))].join('|');
const isAscii = (label: string) => /^[a-z]/.test(label);
const OTHERS = [...CODES, 'pass', ...KEYS];
const HEADS = `(?:${heads([...PASSWORDS, ...OTHERS.filter((label) => !isAscii(label))])}|\\b(?:${heads(OTHERS.filter(isAscii))}))`;
const HINT = new RegExp(HEADS, 'gi');

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
  'not no never too on in under at by with the same still always being been about from for what where when wrong incorrect invalid expired required needed missing lost forgotten changed saved stored safe secret weak strong short long empty written only just very already a an my your our his her their this that it be get log unlock open protect access use to of as nicht kein keine zu falsch richtig abgelaufen vergessen nötig erforderlich geheim sicher gespeichert geändert leer schwach im am auf bei unter ein eine einem einen mein dein meinem meinen das der die dem den pas trop faux fausse incorrecte expiré oublié requis enregistré sur dans sous le la un une incorrecta incorrecto caducada olvidada necesaria guardada segura débil muy demasiado en el una su errata sbagliata errada fout troppo sempre stata te',
);
const ALONE = words(
  'correct right ok okay fine good bad old new unknown public korrekt gut alt neu juste bon correcta correcto buena ready unique random visible hidden stolen hacked compromised gone reset abgeschrieben verloren gestohlen gehackt notwendig unbekannt perdu volé obligatoire nécessaire changé différent perdida robada cambiada necesario obligatoria diferente scaduta scaduto cambiata dimenticata salvata lunga corta debole sbagliato vuota nascosta visibile obbligatoria necessaria verlopen vergeten onjuist kwijt nodig',
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
  return reversed(labelled(text));
}

const SECRET_NAME = new RegExp(`^(?:[\\w-]{0,40}[_-])?(?:${PASSWORD}|${CODE}|pass|${KEY})$`, 'iu');

/** True for the name of a field that holds a secret: "password", "wifi_password", "apiKey". */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) || SECRET_NAME.test(name.replace(/(?<=[a-z])(?=[A-Z])/g, '_'));
}

/** Puts a mark in the place of what follows each label. */
function labelled(text: string): string {
  let kept = '';
  let done = 0;
  for (const match of matchesAt(text, HINT, LABELS)) {
    if (match.index < done) continue;
    const found = secretAfter(text, match);
    if (!found) continue;
    kept += text.slice(done, found.from) + markFor('[password]', text.slice(found.from, found.to));
    done = found.to;
  }
  return kept + text.slice(done);
}

/** What may stand between a label and its secret, and how long the secret is. */
type Way = [tail: RegExp, length: (rest: string, quoted: boolean) => number];

/** The secret after a label. */
function secretAfter(text: string, label: RegExpExecArray): { from: number; to: number } | undefined {
  const end = label.index + label[0].length;
  const isStrong = label[1] !== undefined;
  const typed: Way = [TYPED, (rest, quoted) => typedLength(rest, quoted, isStrong || label[2] !== undefined)];
  const bare: Way = [BARE, (rest) => bareLength(rest, /^cv[cv]$/i.test(label[0]))];
  const ways: Way[] = isStrong ? [typed, [SPOKEN, spokenLength], bare] : [typed];
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

function bareLength(rest: string, isCardCheck: boolean): number {
  const word = /^[^\s"'`,;<>(){}[\]]{3,60}/.exec(rest)?.[0].replace(/[.!?:]+$/, '') ?? '';
  const secret = /^\d{4,12}$|\d.*[^\d.:%]|[^\d.:%].*\d/.test(word) && !/^\d+(?:st|nd|rd|th|er|e|º|x)$/i.test(word);
  return secret || (isCardCheck && /^\d{3}$/.test(word)) ? word.length : 0;
}

function quotedLength(rest: string): number {
  return /^(?:\\[^"'`]|[^"'`“”«»\\\n])+/u.exec(rest)?.[0].length ?? 0;
}

const MAYBE_REVERSED = new RegExp(
  ` (?:is|ist|est|es|é|è) (?:my|our|the|mein|meine|unser|das|die|mon|notre|le|mi|nuestra|la|il|o|a|minha|mijn|het)(?: \\S{1,40}){0,2}? ${HEADS}`,
  'i',
);

function reversed(text: string): string {
  if (!MAYBE_REVERSED.test(plain(text))) return text;
  return text.replace(REVERSED, (all, before: string) => {
    const value = before.trim();
    const asks = value.split(' ').some((word) => ASKING.has(word.replace(/,$/, '').toLowerCase()));
    return asks || isMarked(value) ? all : markFor('[password]', value) + all.slice(value.length);
  });
}
