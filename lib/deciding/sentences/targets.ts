import { canTurnOff } from '../../home/actions.js';
import { isFiller, kindsNamed, nameWords } from '../../home/names.js';
import { staysOn } from '../../home/opening.js';
import type { Domain, Entity } from '../../home/types.js';
import { words } from '../../language/fold.js';
import { byDefault, called, ofKind } from './by-kind.js';
import { byName, isCalled, onlyOne } from './by-name.js';
import { narrowed } from './narrowed.js';
import { ONES, type Phrase, readPhrase } from './phrase.js';
import { devicesOfKinds, group, isKinds, type Scope, type Target, type Wanted } from './scope.js';

const EVERYTHING: readonly Domain[] = ['light', 'switch', 'fan', 'media_player'];

const MAX_PARTS = 6;

/**
 * The entities that a folded phrase means ("the lamp and the fan in the kitchen"), or null when it isn't certain:
 * an unknown name, several that could be meant, a word that is left over.
 */
export function resolve(phrase: string, scope: Scope, wanted: Wanted): Target | null {
  const found = resolveHere(phrase, scope, wanted);
  const within = found ? undefined : narrowed(phrase, scope);
  if (!within) return found;
  const accepts = (entity: Entity) => within.accepts(entity) && wanted.accepts?.(entity) !== false;
  const there = resolveHere(within.rest, { ...scope, here: undefined }, { ...wanted, accepts, anywhere: true });
  // "the lamp upstairs" may be any of them: what acts there acts on all of a kind
  const isAll = there !== null && (there.domain !== undefined || there.entities.length > 1);
  return isAll || wanted.anywhere !== undefined ? there : null;
}

function resolveHere(phrase: string, scope: Scope, wanted: Wanted): Target | null {
  const [main = '', but, ...more] = phrase.split(scope.words.except);
  if (but !== undefined) return more.length > 0 ? null : without(main, but, scope, wanted);
  if (isSwitched(phrase, scope)) return null;
  const whole = resolvePart(phrase, scope, wanted);
  if (whole) return whole;
  const parts = phrase.split(scope.words.and).filter((part) => part !== '');
  if (parts.length < 2 || parts.length > MAX_PARTS) return null;
  if (parts.some((part) => endsOpen(part, scope))) return null;
  const read = parts.map((part) => readPhrase(part, scope));
  const kindWords = read.find(({ rest }) => rest.length === 1 && isKinds(rest, scope.language))?.rest ?? [];
  const areas = [...new Set(read.flatMap(({ area }) => area ?? []))];
  const found = parts.map((part, i): Target | null => {
    const own = read[i];
    // "the kitchen and bedroom lights": the first part borrows the noun
    if (own?.area && own.rest.length === 0) {
      const place = part.split(' ').filter((word) => !ONES.has(word));
      return resolvePart([...kindWords, ...place].join(' '), scope, wanted);
    }
    const plain = resolvePart(part, scope, wanted);
    if (own?.area || areas.length !== 1 || !areas[0]) return plain;
    // "the lamp and the fan in the kitchen": the first part borrows the place
    const borrowed = resolvePart(`${part} ${words(areas[0].name).join(' ')}`, scope, wanted);
    // "the light" alone is the one there, and no other
    const last = parts.at(-1) ?? '';
    if (own && i < parts.length - 1 && isKindOfPlace(own, last, scope))
      return borrowed ?? (plain?.entities.length === 1 ? plain : null);
    return borrowed && plain && !sameEntities(borrowed, plain) ? null : (borrowed ?? plain);
  });
  const entities = new Map<string, Entity>();
  for (const target of found) {
    if (!target) return null;
    for (const entity of target.entities) entities.set(entity.id, entity);
  }
  return { entities: [...entities.values()], each: true };
}

/** "The light and the fan in the bathroom": whether a part says only a kind, and the last one another with a place; music plays here. */
function isKindOfPlace(own: Phrase, last: string, scope: Scope): boolean {
  const { language, words, index } = scope;
  const there = readPhrase(last, scope);
  if (own.here || own.all || own.everywhere || own.rest.length === 0 || !isKinds(own.rest, language)) return false;
  const isName = index.named(last).some((entity) => isCalled(entity, nameWords(last)));
  if (!there.area || there.rest.length === 0 || isName) return false;
  const kinds = own.rest.flatMap((word) => kindsNamed(word, language));
  const isMusic = kinds.includes('media_player') && !own.rest.some((word) => words.specific.has(word));
  return !isMusic && !there.rest.flatMap((word) => kindsNamed(word, language)).some((kind) => kinds.includes(kind));
}

/** "all the lights except the desk lamp", "… except in the kitchen and the hall". */
function without(main: string, but: string, scope: Scope, wanted: Wanted): Target | null {
  const all = resolve(main, scope, wanted);
  if (!all || all.entities.length < 2) return null;
  const spared = new Set<Entity>();
  for (const part of but.split(scope.words.and)) {
    const { area, rest, here, everywhere } = readPhrase(part, scope);
    const place = area ?? (here ? scope.here : undefined);
    if (place && rest.length === 0 && !everywhere) {
      for (const entity of all.entities) if (entity.area === place.id) spared.add(entity);
      continue;
    }
    const named =
      place === undefined && rest.length > 0 && isKinds(rest, scope.language)
        ? ofKindAmong(all.entities, rest, scope)
        : (resolve(part, scope, wanted)?.entities ??
          scope.index.named(part).filter((entity) => isCalled(entity, nameWords(part))));
    // "except the heating", which isn't switched with everything; "and lock the door" is another order
    if (!named || (named.length === 0 && !(rest.length === 1 && isKinds(rest, scope.language)))) return null;
    for (const entity of named) spared.add(entity);
  }
  const entities = all.entities.filter((entity) => !spared.has(entity));
  return entities.length > 0 ? { ...all, entities } : null;
}

/**
 * Those of some devices that are of a kind; where all are ("all lights except the lamps"), those that are called so. Undefined where
 * one is meant and several may be.
 */
function ofKindAmong(some: readonly Entity[], kindWords: string[], scope: Scope): Entity[] | undefined {
  const { groups, specific } = scope.words;
  const ofKind = new Set(devicesOfKinds(kindWords, scope));
  const there = some.filter((entity) => ofKind.has(entity));
  const isGroup = kindWords.some((word) => groups.has(word));
  // "the music" is whatever plays
  const isOne = kindWords.some((word) => specific.has(word));
  if (!isOne && kindWords.every((word) => kindsNamed(word, scope.language).includes('media_player'))) return there;
  const meant = isOne || !isGroup || there.length === some.length ? called(there, kindWords, scope) : there;
  return isGroup || meant.length < 2 ? meant : undefined;
}

function resolvePart(phrase: string, scope: Scope, wanted: Wanted): Target | null {
  const { index, here, language } = scope;
  if (/(?:^| )(?:at|um|las) \d/.test(phrase)) return null;
  if (endsOpen(phrase, scope)) return null;
  const fits = (entity: Entity) => wanted.domains.includes(entity.domain) && (wanted.accepts?.(entity) ?? true);
  const telling = phrase === '' ? [] : nameWords(phrase);
  const read = readPhrase(phrase, scope);
  if (telling.length > 1 || !isKinds(telling, language)) {
    const named = index.named(phrase, { domains: wanted.domains, area: here?.id }).filter(fits);
    const one = onlyOne(named, telling, scope);
    // "das Licht in der Küche" is the room's light, though one of them may be called Küchenlicht
    const meansAll =
      read.area && read.rest.some((word) => scope.words.groups.has(word)) && isKinds(read.rest, language);
    if (one && (!meansAll || isCalled(one, telling))) return { entities: [one] };
  }
  if (read.ambiguous) return null;
  const place = read.area ?? (read.here ? here : undefined);
  if (read.here && !here) return null;

  if (read.everything) {
    if (read.rest.length > 0 || (!place && !wanted.roomless)) return null;
    const all = index.inArea(place?.id).filter((entity) => EVERYTHING.includes(entity.domain) && fits(entity));
    return group(
      all.filter(
        (entity) =>
          !wanted.roomless || (entity.state !== 'unavailable' && canTurnOff(entity) && !staysOn(entity, index.house)),
      ),
      place,
    );
  }
  if (read.rest.length === 0) {
    if (wanted.of === undefined) return null;
    return byDefault(wanted.of, read, place, scope, wanted, fits);
  }
  if (isKinds(read.rest, language)) {
    const found = ofKind(read.rest, read, place, scope, wanted, fits) ?? calledSo(phrase, scope, wanted, fits);
    // "the battery of the motion sensor" is one that is called "Motion sensor battery"
    return found ?? (wanted.sure ? byName(read, place, scope, wanted, fits) : null);
  }
  return byName(read, place, scope, wanted, fits);
}

/** The only device that is called as a kind is: a group "Lamps". */
function calledSo(
  phrase: string,
  { index }: Scope,
  { domains }: Wanted,
  fits: (entity: Entity) => boolean,
): Target | null {
  const telling = nameWords(phrase);
  const [one, ...more] = index.named(phrase, { domains }).filter((entity) => fits(entity) && isCalled(entity, telling));
  return one && more.length === 0 ? { entities: [one] } : null;
}

/**
 * Whether a phrase has no noun at its end: "the lamp on and the fan", of "… off", where the preposition is the verb's;
 * "the blinds in the", where it wasn't heard. One letter may be a name: "lamp A".
 */
export function endsOpen(phrase: string, { words: { silent } }: Scope): boolean {
  const words = phrase.split(' ');
  const last = words.at(-1) ?? '';
  return silent.has(last) || (phrase !== '' && (words.every(isFiller) || (last.length > 1 && isFiller(last))));
}

/** "The lights on in the hall and": devices that are to be on, and others that are not. */
function isSwitched(phrase: string, { words: { switched, silent, and } }: Scope): boolean {
  const several = and.test(phrase);
  return phrase
    .split(' ')
    .some((word, at, all) => switched.has(word) && ((at === 0 && several) || silent.has(all[at + 1] ?? '')));
}

function sameEntities(a: Target, b: Target): boolean {
  return (
    a.entities.length === b.entities.length && a.entities.every(({ id }) => b.entities.some((other) => other.id === id))
  );
}
