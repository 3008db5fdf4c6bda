import type { EntityIndex } from '../../home/entity-index.js';
import { type Kind, kindsNamed, nameWords } from '../../home/names.js';
import type { Area, Domain } from '../../home/types.js';
import { LINKERS } from '../../language/fold.js';
import { isKinds, type Scope } from './scope.js';

const MAX_AREA_WORDS = 4;
/** "the one in the office": what was named before, and no name. */
export const ONES: ReadonlySet<string> = new Set(['one', 'ones', 'celle', 'celles', 'celui', 'ceux']);

export interface Phrase {
  /** The place that is named. */
  area?: Area;
  /** Two places are named. */
  ambiguous: boolean;
  all: boolean;
  everywhere: boolean;
  here: boolean;
  everything: boolean;
  /** The telling words without the place. */
  rest: string[];
}

const readIn = new WeakMap<Scope, Map<string, Phrase>>();

/** What a phrase says; read once in a scope, as many patterns have the same phrase of a sentence. */
export function readPhrase(phrase: string, scope: Scope): Phrase {
  const read = readIn.get(scope) ?? new Map<string, Phrase>();
  const made = read.get(phrase) ?? readAnew(phrase, scope);
  readIn.set(scope, read.set(phrase, made));
  return made;
}

function readAnew(phrase: string, scope: Scope): Phrase {
  let text = ` ${phrase} `;
  const strip = (pattern: RegExp): boolean => {
    const before = text;
    text = text.replace(pattern, ' ');
    return text !== before;
  };
  const everywhere = strip(scope.words.everywhere);
  const here = strip(scope.words.here);
  const everything = strip(scope.words.everything);
  strip(scope.words.anything);
  const all = strip(scope.words.all);
  const telling = text.trim() === '' ? [] : nameWords(text).flatMap((word) => unjoin(word, scope));
  const known = telling.filter((word) => !scope.words.silent.has(word));
  const { area, rest: left, ambiguous } = takeArea(known, scope.index);
  // "the one in the office" names no more than the place
  const rest = left.every((word) => ONES.has(word)) ? [] : left;
  // "alles Licht", "tout l'éclairage" are all of a kind
  const ofKind = everything && rest.length > 0 && isKinds(rest, scope.language);
  return {
    ...(area ? { area } : {}),
    ambiguous,
    all: all || ofKind,
    everywhere,
    here,
    everything: everything && !ofKind,
    rest,
  };
}

/** "kuchenlicht" as "kuche" and "licht", when the first is an area. */
function unjoin(word: string, { index, language }: Scope): string[] {
  if (language !== 'de' || word.length < 7) return [word];
  for (let at = 3; at <= word.length - 3; at++) {
    if (kindsNamed(word.slice(at), language).length === 0) continue;
    const before = word.slice(0, at);
    const area = LINKERS.map((linker) => before.slice(0, before.length - linker.length)).find(
      (part, i) => before.endsWith(LINKERS[i] ?? '') && part.length >= 3 && index.area(part),
    );
    if (area) return [area, word.slice(at)];
  }
  return [word];
}

function takeArea(telling: string[], index: EntityIndex): { area?: Area; rest: string[]; ambiguous: boolean } {
  for (let length = Math.min(MAX_AREA_WORDS, telling.length); length > 0; length--) {
    for (let from = 0; from + length <= telling.length; from++) {
      const area = index.area(telling.slice(from, from + length).join(' '));
      if (!area) continue;
      const rest = telling.toSpliced(from, length);
      const second = takeArea(rest, index);
      return { area, rest, ambiguous: second.area !== undefined && second.area.id !== area.id };
    }
  }
  return { rest: telling, ambiguous: false };
}

/** The place and kind of a question about what is on; null when the phrase says more than these. */
export function placeAndKind(phrase: string, scope: Scope): { area?: string; domain?: Domain } | null {
  const { area, rest, here, ambiguous } = readPhrase(phrase, scope);
  const place = area ?? (here ? scope.here : undefined);
  if (ambiguous || (here && !place)) return null;
  if (rest.length > 1 || !isKinds(rest, scope.language)) return null;
  const domain = rest[0] === undefined ? undefined : domainOf(kindsNamed(rest[0], scope.language)[0]);
  if (rest.length === 1 && domain === undefined) return null;
  return { ...(place ? { area: place.id } : {}), ...(domain ? { domain } : {}) };
}

/** The domain of a kind that list_on can show; sensors can't be on. */
function domainOf(kind: Kind | undefined): Domain | undefined {
  switch (kind) {
    case 'light':
    case 'switch':
    case 'fan':
    case 'media_player':
    case 'climate':
      return kind;
    case 'outlet':
      return 'switch';
    default:
      return undefined;
  }
}
