import type { Found } from './mark.js';

const LOCAL = /[\p{L}\p{N}._%+-]{1,64}$/u;
const DOMAIN = /^(?:[\p{L}\p{N}-]{1,63}\.){1,5}\p{L}[\p{L}\p{N}-]{1,23}/u;

/** Addresses as they are written. */
export function* findMail(text: string): Generator<Found> {
  let done = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at < done) continue;
    const local = LOCAL.exec(text.slice(Math.max(done, at - 64), at))?.[0];
    const domain = DOMAIN.exec(text.slice(at + 1, at + 260))?.[0];
    if (!local || !domain) continue;
    const end = at + 1 + domain.length;
    yield { mark: '[mail]', from: at - local.length, to: end };
    done = end;
  }
}

/** How "@" and "." are said, with those of Portuguese, Italian and Dutch. */
const AT = /(?<![\p{L}\p{N}])(at|ät|klammeraffe|arobase|arrobase|arroba|chiocciola|apenstaartje)(?![\p{L}\p{N}])/giu;
const DOT = 'dot|punkt|point|punto|ponto|punt';
const JOIN = `${DOT}|underscore|unterstrich|tiret|guion|guión|dash|minus|hyphen|bindestrich|plus|soulignement`;
const TLDS =
  'com|net|org|info|biz|eu|de|at|ch|fr|be|lu|es|it|pt|br|nl|uk|ie|us|ca|mx|ar|tr|pl|cz|se|no|dk|fi|io|ai|me|co|dev|app|online';
const SPOKEN_DOMAIN = new RegExp(
  `^[\\s)\\]}]{1,3}[\\p{L}\\p{N}-]{1,40}(?:\\s(?:dash|minus|hyphen|bindestrich|tiret|guion|guión)\\s[\\p{L}\\p{N}]{1,40})?(?:(?:[\\s([{]{1,3}(?:${DOT})[\\s)\\]}]{1,3}|\\.)[\\p{L}\\p{N}-]{2,40}){0,2}(?:[\\s([{]{1,3}(?:${DOT})[\\s)\\]}]{1,3}|\\.)(?:${TLDS})(?![\\p{L}\\p{N}])`,
  'iu',
);
const SPOKEN_LOCAL = new RegExp(
  `(?:[\\p{L}\\p{N}._%+-]{1,40}\\s(?:${JOIN})\\s){0,4}(?:(?:(?<![\\p{L}\\p{N}])\\p{L}\\s){2,20})?([\\p{L}\\p{N}._%+-]{1,40}(?:\\s\\d{1,6})?)[\\s([{]{1,3}$`,
  'iu',
);
/** "Look at amazon dot com" is no address. */
const BEFORE_A_PLACE = new Set(
  'look looks looking looked is are was were be been it its me us him her them you that this these those one ones stuff things store shop shopping find found buy bought available order ordered check checked see saw seen read reading website site page online article up out here there now and or work works working sold hosted live back directly price book visit search'.split(
    ' ',
  ),
);

/** Addresses as they are said: "anna dot schmidt at gmail dot com". */
export function* findSpokenMail(text: string): Generator<Found> {
  let done = 0;
  for (const match of text.matchAll(AT)) {
    const end = match.index + match[0].length;
    const domain = SPOKEN_DOMAIN.exec(text.slice(end, end + 160))?.[0];
    if (!domain || match.index < done) continue;
    const local = SPOKEN_LOCAL.exec(text.slice(Math.max(done, match.index - 200), match.index));
    if (!local || BEFORE_A_PLACE.has((local[1] ?? '').toLowerCase())) continue;
    done = end + domain.length;
    yield { mark: '[mail]', from: match.index - local[0].length, to: done };
  }
}
