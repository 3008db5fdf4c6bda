import { markFor } from './mark.js';
import { replaceRuns } from './places.js';

const PEM_LINE = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** PEM and PGP private keys; one that was cut off ends where its letters end. */
export function redactPrivateKeys(text: string): string {
  if (!text.includes('PRIVATE KEY-----') && !text.includes('PRIVATE KEY BLOCK-----')) return text;
  let kept = '';
  let done = 0;
  let open: RegExpExecArray | undefined;
  const close = (end: number) => {
    if (!open) return;
    kept += `${text.slice(done, open.index)}[private key]`;
    done = end;
    open = undefined;
  };
  const cutOff = () => {
    if (!open) return;
    const body = open.index + open[0].length;
    LETTERS.lastIndex = body;
    close(body + (LETTERS.exec(text)?.[0].length ?? 0));
  };
  for (const line of text.matchAll(PEM_LINE)) {
    if (line[1] === 'END') close(line.index + line[0].length);
    else {
      cutOff();
      open = line;
    }
  }
  cutOff();
  return kept + text.slice(done);
}
const LETTERS = /[\w+/=\s]*/y;

/** User name and password of an address: `https://anna:secret@nas.local`. */
export function redactLogins(text: string): string {
  if (!text.includes('://')) return text;
  return text.replace(/:\/\/([^\s/?#"'<>]{1,400})/g, (all, authority: string) => {
    const at = authority.lastIndexOf('@');
    const login = authority.slice(0, Math.max(at, 0));
    const secret = login.includes(':') || login.length >= LONGEST_USER;
    return secret ? `://${markFor('[login]', login)}${authority.slice(at)}` : all;
  });
}
/** A user name alone is no secret; longer ones are tokens. */
const LONGEST_USER = 16;

/** Prefixes by which services mark their keys. */
const PREFIXED =
  /(?<![A-Za-z0-9])(?:(?:sk|pk|rk)[-_]|gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|hf_|npm_|dop_v1_|SG\.|ya29\.|AIza|shpat_|pypi-|whsec_|hv[sbr]\.|AGE-SECRET-KEY-)[\w.-]{12,}/g;
/** Prefix and key together, in letters. */
const SHORTEST_PREFIXED = 15;
const ACCESS_KEY = /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g;
const JWT = /(?<![\w-])eyJ[\w-]{4,}\.[\w-]{4,}(?:\.[\w-]*)?/g;
const BEARER = /(?<![A-Za-z])(bearer|basic)(\s{1,3})([\w.~+/-]{12,}={0,2})/gi;
/** Whole words of the letters that tokens are made of. */
const LONG_WORD = /(?<![\w+/=-])[\w+/=-]{24,}/g;
const SHORTEST_TOKEN = 24;

/** API keys, JSON web tokens, and other words that only a machine writes. */
export function redactTokens(text: string): string {
  let kept = text;
  if (kept.includes('eyJ')) kept = kept.replace(JWT, '[token]');
  kept = replaceRuns(kept, SHORTEST_PREFIXED, (run) =>
    run.replace(PREFIXED, (key) => (/\d/.test(key) ? '[token]' : key)).replace(ACCESS_KEY, '[token]'),
  );
  kept = kept.replace(BEARER, (all, scheme: string, space: string, key: string) =>
    /\d/.test(key) ? `${scheme}${space}[token]` : all,
  );
  return replaceRuns(kept, SHORTEST_TOKEN, (run) =>
    run.replace(LONG_WORD, (word) => (isToken(word) ? '[token]' : word)),
  );
}

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
