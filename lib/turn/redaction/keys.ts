import type { Found, Mark } from './mark.js';
import { runsOf } from './places.js';

const PEM_LINE = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const PUTTY = /PuTTY-User-Key-File-\d:[\s\S]{0,6000}?Private-MAC: ?[0-9a-f]+/g;

/** PEM, PGP and PuTTY private keys; one that was cut off ends where its letters end. */
export function* findPrivateKeys(text: string): Generator<Found> {
  if (text.includes('PuTTY-User-Key-File')) yield* allOf(text, PUTTY, '[private key]');
  if (!text.includes('PRIVATE KEY-----') && !text.includes('PRIVATE KEY BLOCK-----')) return;
  let open: RegExpExecArray | undefined;
  const cutOff = function* (): Generator<Found> {
    if (!open) return;
    LETTERS.lastIndex = open.index + open[0].length;
    yield { mark: '[private key]', from: open.index, to: LETTERS.lastIndex + (LETTERS.exec(text)?.[0].length ?? 0) };
    open = undefined;
  };
  for (const line of text.matchAll(PEM_LINE)) {
    if (line[1] === 'BEGIN') {
      yield* cutOff();
      open = line;
    } else if (open) {
      yield { mark: '[private key]', from: open.index, to: line.index + line[0].length };
      open = undefined;
    }
  }
  yield* cutOff();
}
const LETTERS = /[\w+/=\s]*/y;

/** What a pattern (global) matches, or its group "key" where it has one. */
function* allOf(text: string, pattern: RegExp, mark: Mark, isSecret = (_: string) => true): Generator<Found> {
  for (const { 0: all, index, groups } of text.matchAll(pattern)) {
    const key = groups?.['key'] ?? all;
    const from = index + all.length - key.length;
    if (isSecret(key)) yield { mark, from, to: from + key.length };
  }
}

/** User name and password of an address: `https://anna:secret@nas.local`. */
export function* findLogins(text: string): Generator<Found> {
  if (!text.includes('://')) return;
  for (const { 1: authority = '', index } of text.matchAll(/:\/\/([^\s/?#"'<>]{1,400})/g)) {
    const login = authority.slice(0, Math.max(authority.lastIndexOf('@'), 0));
    const secret = login.includes(':') || login.length >= MAX_USER_LENGTH;
    if (secret) yield { mark: '[login]', from: index + 3, to: index + 3 + login.length };
  }
}
/** A user name alone is no secret; longer ones are tokens. */
const MAX_USER_LENGTH = 16;

/** Prefixes by which services mark their keys. */
const PREFIXES = [
  ...[
    '(?:sk|pk|rk|ak)[-_]',
    'gh[pousr]_',
    'github_pat_',
    'gl(?:pat|ptt|dt|rt|soat|cbt|ft|agent|imt|oas)-',
    'GR1348941',
  ],
  ...['xox[abceoprs]-', 'xapp-', 'hf_', 'npm_', 'pypi-', 'rubygems_', 'dckr_pat_', 'do[opr]_v1_', 'SG\\.', 'ya29\\.'],
  ...[
    'GOCSPX-',
    '1//0',
    'AIza',
    'shp(?:at|ss|ca|pa)_',
    'whsec_',
    'hv[sbr]\\.',
    'AGE-SECRET-KEY-',
    'gsk_',
    'xai-',
    'pplx-',
  ],
  ...['r8_', 'tskey-', 'glsa_', 'glc_', 'sntry[su]_', 'sbp_', 'figd_', 'lin_api_', 'ntn_', 'secret_', 'PMAK-', 'dapi'],
  ...[
    'dp\\.(?:pt|st|ct|sa)\\.',
    'ATATT3',
    'ATBB',
    'CCIPAT_',
    'key-',
    'sq0(?:atp|csp)-',
    'EAA[A-Z]',
    'tvly-',
    'nvapi-',
    'nfp_',
  ],
  ...[
    'cf(?:ut|at|k)_',
    'oy2',
    'vc[pikra]_',
    'ion_',
    'ops_eyJ',
    'ABSK',
    'pscale_(?:tkn|pw|oauth)_',
    'rnd_',
    'phx_',
    'apify_api_',
  ],
];
const PREFIXED = new RegExp(`(?<![A-Za-z])(?:${PREFIXES.join('|')})[\\w.-]{11,}[\\w-]`, 'g');
/** Prefix and key together, in letters. */
const MIN_PREFIXED_LENGTH = 15;
const ACCESS_KEY =
  /(?<![A-Za-z0-9])(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AROA|ANPA|ANVA|AIPA)[A-Z0-9]{16}(?![A-Za-z0-9])/g;
/** Discord's three parts, and Twilio's and Mailchimp's keys. */
const SHAPED =
  /(?<![\w.-])(?:[MNO][\w-]{23,27}\.[\w-]{6,7}\.[\w-]{27,40}|(?:AC|SK)[0-9a-f]{32}|[0-9a-f]{32}-us\d{1,2})(?![\w-])/g;
const TELEGRAM = /(?<![A-Za-z0-9])(?:bot)?\d{8,10}:[\w-]{32,40}(?![\w-])/g;
const JWT = /(?<![\w-])eyJ[\w-]{4,}\.[\w-]{4,}(?:\.[\w-]+){0,3}/g;
const SCHEMES =
  /(?<![A-Za-z])(?:bearer|basic|authorization: ?(?:token|apikey|api-key))\s{1,3}(?<key>[\w.~+/-]{5,}[\w~+/-]={0,2})/gi;
/** "session id: 9f8a7b6c", "PHPSESSID=…", "l'identifiant de session est 9f8a7b6c". */
const SESSION =
  /(?:(?:session|sitzungs|sesión)[ _-]?(?:id|key|cookie|token|kennung|schlüssel)|(?:id|identifiant|identificador|jeton|token|cookie|clé|clave) de (?:la )?(?:session|sesión|sesion)|sess_?id|connect\.sid|(?<![a-z\d_])sid(?=["'`]?[ \t]?[:=]))["'`]?(?: (?:is|ist|lautet|est|es|è) |[ \t]?[:=][ \t]?| )["'`]?(?<key>(?=[\w.~%+/-]*\d)(?:(?=[\w.~%+/-]*[A-Za-z])[\w.~%+/-]{7,}[\w-]|\d{6,}))/gi;
/** Paths of web hooks are their keys. */
const HOOK =
  /(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/|\/api\/webhook\/|api\.telegram\.org\/bot)(?<key>[\w/:.-]{8,300})/gi;
/** Whole words of the letters that tokens are made of. */
const LONG_WORD = /(?<![\w+/=-])[\w+/=-]{24,}/g;
const MIN_TOKEN_LENGTH = 24;

/** API keys, JSON web tokens, web hooks, and other words that only a machine writes. */
export function* findTokens(text: string): Generator<Found> {
  if (text.includes('eyJ')) yield* allOf(text, JWT, '[token]');
  if (text.includes('/')) yield* allOf(text, HOOK, '[token]', isKey);
  yield* allOf(text, SCHEMES, '[token]', (key) => /\d|=$|[a-z][A-Z].{10}/.test(key));
  if (/sess|sitzungs|sesi|sid["'`]?[ \t]?[:=]/i.test(text)) yield* allOf(text, SESSION, '[token]');
  for (const { run, index } of runsOf(text, MIN_PREFIXED_LENGTH)) {
    yield* moved(index, allOf(run, PREFIXED, '[token]', isKey));
    yield* moved(index, allOf(run, ACCESS_KEY, '[token]'));
    if (text.charAt(index - 1) === ':') yield* moved(Math.max(0, index - TELEGRAM_LENGTH), telegram(text, index));
    if (run.length < MIN_TOKEN_LENGTH) continue;
    yield* moved(index, allOf(run, SHAPED, '[token]'));
    if (isChecksum(text, run, index)) continue;
    yield* moved(index, allOf(run, LONG_WORD, '[token]', isToken));
  }
}
const isKey = (key: string) => /\d|[A-Za-z]{16}/.test(key);
/** Its first part, with the colon. */
const TELEGRAM_LENGTH = 14;

function telegram(text: string, secondPart: number): Iterable<Found> {
  return allOf(text.slice(Math.max(0, secondPart - TELEGRAM_LENGTH), secondPart + 50), TELEGRAM, '[token]');
}

function* moved(by: number, found: Iterable<Found>): Generator<Found> {
  for (const { mark, from, to } of found) yield { mark, from: from + by, to: to + by };
}

/** "commit 3f2a…", "sha256: …": a hash that names what everybody may see, and nothing of a password. */
function isChecksum(text: string, run: string, index: number): boolean {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})\.?$/i.test(run)) return false;
  const before = text.slice(Math.max(0, index - 40), index);
  return CHECKSUM.test(before) && !/pass|kennwort|token|secret|key|pin|contrase/i.test(before);
}
const CHECKSUM =
  /(?<!\p{L})(?:commit|hash|sha(?:-?(?:1|256))?|md5|checksum|digest|revision|prüfsumme|somme de contrôle|suma de verificación)[\p{L}]{0,4}(?: (?:hash|id|is|of|ist|est|es|vom|von|du|de|del))?[ :="'`(]{1,4}$/iu;

/** Names of devices, paths and titles are long too, but their parts are words. */
function isToken(word: string): boolean {
  return word.split(/[-_+/=]/).some((part) => {
    if (part.length < 20) return false;
    const digits = part.match(/\d/g)?.length ?? 0;
    if (/[0-9a-f]{32}$/i.test(part)) return digits > 0 && digits < part.length;
    if (part.length >= 32 && /^[0-9A-Z]+$/.test(part)) return digits >= 3 && digits < part.length;
    return digits >= 3 && /[a-z]/.test(part) && /[A-Z]/.test(part);
  });
}
