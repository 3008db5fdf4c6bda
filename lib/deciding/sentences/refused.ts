import { kindsNamed, nameWords } from '../../home/names.js';
import type { Area, Command, Entity } from '../../home/types.js';
import { LANGUAGES } from '../../language/folders.js';
import { meantByName } from './by-name.js';
import { commandFor, type Slots, wantedBy } from './command-for.js';
import { readPhrase } from './phrase.js';
import { languagesOf, ownMatches, phraseOf, type RecogniseOptions } from './recognise.js';
import { devicesOfKinds, isKinds, type Scope, scopeOf } from './scope.js';
import { type CompiledPattern, tableOf } from './tables.js';
import { endsOpen } from './targets.js';
import { MEASURES } from './types.js';

/** Why a sentence that is certainly about devices of the house is no command. */
export type Refused =
  /** Several are called so. */
  | { why: 'which'; options: readonly Entity[]; command(one: Entity): Command | null }
  /** A place was begun and not named. */
  | { why: 'where' }
  /** A place is named that the house hasn't. */
  | { why: 'unknown'; what: string }
  /** The place has no such device. */
  | { why: 'empty'; what: string; place: Area };

/** Of a place's name. */
const MAX_PLACE_WORDS = 3;
/** More aren't asked about: nobody keeps them in mind. */
const MAX_OPTIONS = 6;

/**
 * What isn't known of a sentence that `recognise` finds no command in, though it is one in its form and names a kind of
 * device; undefined for all other sentences. Never throws.
 * @param isRoom whether folded words are what rooms are called in the language
 */
export function refusedIn(
  text: string,
  { language, area, house }: RecogniseOptions,
  isRoom: (words: string) => boolean,
): Refused | undefined {
  const [spoken = ''] = languagesOf(language);
  if (!LANGUAGES.includes(spoken)) return undefined;
  const scope = scopeOf(house, area, spoken, tableOf(spoken).words);
  const { and, except } = scope.words;
  const readings = [...ownMatches(spoken, text)].flatMap(({ pattern, slots, table }) => {
    const phrase = phraseOf(slots);
    if (phrase === '' || and.test(` ${phrase} `) || except.test(` ${phrase} `)) return [];
    const wanted = wantedBy(pattern);
    const fits = (entity: Entity) => wanted.domains.includes(entity.domain) && wanted.accepts?.(entity) !== false;
    return [{ pattern, slots, table, phrase, wanted, fits }];
  });
  for (const { pattern, slots, table, phrase, wanted, fits } of readings) {
    const options = meantByName(phrase, scope, wanted, fits);
    if (options.length < 2 || options.length > MAX_OPTIONS) continue;
    // "pause the music" where none plays
    if (wanted.active && !options.some((one) => wanted.active?.(one))) continue;
    const command = (one: Entity) => commandFor(pattern, slots, { entities: [one] }, scope, table);
    if (options.every((one) => command(one))) return { why: 'which', options, command };
  }
  // what one reading has no device for, another may have
  const fitsAny = (entity: Entity) => readings.some(({ fits }) => fits(entity));
  for (const { pattern, phrase, slots } of readings) {
    if (isOfValue(phrase, slots, scope)) continue;
    const refused = placeRefused(phrase, scope, fitsAny, isRoom);
    const kind = refused || isOfMusic(pattern) ? undefined : kindRefused(phrase, scope, fitsAny);
    if (refused || kind) return refused ?? kind;
  }
  return undefined;
}

const PHRASE = ['target', 'where', 'except'];

/** "… in purple at | 30 percent": whether the preposition that a phrase ends with is the value's; not of "the lights in the". */
function isOfValue(phrase: string, slots: Slots, scope: Scope): boolean {
  const hasValue = Object.entries(slots).some(([name, said]) => said && !PHRASE.includes(name));
  const before = phrase.split(' ').at(-2) ?? '';
  return hasValue && endsOpen(phrase, scope) && !scope.words.silent.has(before);
}

/** "The music" is no device. */
const isOfMusic = ({ of, value }: CompiledPattern) => of === 'media_player' || MEASURES.some((one) => one === value);

/** A kind of device that the house has none of: "the garage light". */
function kindRefused(phrase: string, scope: Scope, fits: (entity: Entity) => boolean): Refused | undefined {
  const { area, here, rest } = readPhrase(phrase, scope);
  if (area || here || rest.length === 0 || !isKinds(rest, scope.language)) return undefined;
  const has = devicesOfKinds(rest, scope).some(fits);
  return has ? undefined : { why: 'unknown', what: rest.join(' ') };
}

function placeRefused(
  phrase: string,
  scope: Scope,
  fits: (entity: Entity) => boolean,
  isRoom: (words: string) => boolean,
): Refused | undefined {
  const { area, rest, ambiguous, everywhere } = readPhrase(phrase, scope);
  const kinds = rest.filter((word) => kindsNamed(word, scope.language).length > 0);
  if (kinds.length === 0 || ambiguous || everywhere) return undefined;
  // "the living room light at": the place is known, and the value is not
  const isNamed = !isKinds(rest, scope.language) && scope.index.named(rest.join(' ')).length > 0;
  if (endsOpen(phrase, scope)) return area !== undefined || isNamed ? undefined : { why: 'where' };
  const left = rest.filter((word) => !kinds.includes(word));
  if (area) {
    const isThere = ({ area: of, ...entity }: Entity) => of === area.id && fits({ ...entity, area: of });
    const named = kinds.flatMap((word) => kindsNamed(word, scope.language));
    const has = scope.index.ofKinds(named).some(isThere);
    return left.length === 0 && !has && isKinds(rest, scope.language)
      ? { why: 'empty', what: kinds.join(' '), place: area }
      : undefined;
  }
  if (left.length === 0 || left.length > MAX_PLACE_WORDS) return undefined;
  const place = left.join(' ');
  return isRoom(place) || isBehindPreposition(phrase, left, scope) ? { why: 'unknown', what: place } : undefined;
}

/** "the lights *in the* …": whether words are all that stands behind a preposition. */
function isBehindPreposition(phrase: string, left: readonly string[], { words: { silent } }: Scope): boolean {
  const words = phrase.split(' ');
  const at = words.findLastIndex((word) => silent.has(word));
  return at > 0 && nameWords(words.slice(at + 1).join(' ')).join(' ') === left.join(' ');
}
