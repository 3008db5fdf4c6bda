import { type EntityIndex, entityIndex } from '../../home/entity-index.js';
import { LINKERS, stem, words } from '../../home/fold.js';
import { type Kind, kindsNamed, kindsOf, nameWords } from '../../home/names.js';
import type { Area, Domain, Entity, House } from '../../home/types.js';
import type { Language } from '../../turn/language.js';
import { numberIn } from './numbers.js';
import type { Words } from './tables.js';

/** What a sentence may speak about, and from where. */
export interface Scope {
  index: EntityIndex;
  /** The room of the speaker. */
  here: Area | undefined;
  language: Language;
  words: Words;
}

export interface Wanted {
  domains: readonly Domain[];
  /** Narrows the domains, e.g. to sensors that measure a temperature. */
  accepts?(entity: Entity): boolean;
  /** What is meant when only a place is named, or nothing. */
  of?: Kind | undefined;
  /** Groups are the whole house's unless a place is named (questions like "which lights are on"). */
  anywhere?: boolean;
  /** The sentence itself says what kind of device it is, so that its name may be shortened ("is the front door open"). */
  sure?: boolean;
}

export interface Target {
  entities: Entity[];
  /** Set when a place's devices were meant, not one by name. */
  area?: string;
  /** Set when all of a kind were meant. */
  domain?: Domain;
}

const EVERYTHING: readonly Domain[] = ['light', 'switch', 'fan', 'media_player'];
const MOST_PARTS = 6;
const MOST_AREA_WORDS = 4;

export function scopeOf(house: House, area: string | undefined, language: Language, words: Words): Scope {
  const index = entityIndex(house);
  return { index, here: area === undefined ? undefined : index.area(area), language, words };
}

/**
 * The entities that a folded phrase means ("the lamp and the fan in the kitchen"), or null when it isn't certain:
 * an unknown name, several that could be meant, a word that is left over.
 */
export function resolve(phrase: string, scope: Scope, wanted: Wanted): Target | null {
  const whole = resolvePart(phrase, scope, wanted);
  if (whole) return whole;
  const parts = phrase.split(scope.words.and).filter((part) => part !== '');
  if (parts.length < 2 || parts.length > MOST_PARTS) return null;
  const read = parts.map((part) => readPhrase(part, scope));
  const kindWords = read.find(({ rest }) => rest.length === 1 && isKinds(rest, scope.language))?.rest ?? [];
  const areas = [...new Set(read.flatMap(({ area }) => area ?? []))];
  const found = parts.map((part, i): Target | null => {
    const own = read[i];
    // "the kitchen and bedroom lights": the first part borrows the noun
    if (own?.area && own.rest.length === 0) return resolvePart(`${kindWords.join(' ')} ${part}`, scope, wanted);
    const plain = resolvePart(part, scope, wanted);
    if (own?.area || areas.length !== 1 || !areas[0]) return plain;
    // "the lamp and the fan in the kitchen": the first part borrows the place
    const borrowed = resolvePart(`${part} ${words(areas[0].name).join(' ')}`, scope, wanted);
    return borrowed && plain && !sameEntities(borrowed, plain) ? null : (borrowed ?? plain);
  });
  const entities = new Map<string, Entity>();
  for (const target of found) {
    if (!target) return null;
    for (const entity of target.entities) entities.set(entity.id, entity);
  }
  return { entities: [...entities.values()] };
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

interface Phrase {
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

function readPhrase(phrase: string, scope: Scope): Phrase {
  let text = ` ${phrase} `;
  const strip = (pattern: RegExp): boolean => {
    const before = text;
    text = text.replace(pattern, ' ');
    return text !== before;
  };
  const everywhere = strip(scope.words.everywhere);
  const here = strip(scope.words.here);
  const everything = strip(scope.words.everything);
  const all = strip(scope.words.all);
  const telling = text.trim() === '' ? [] : nameWords(text).flatMap((word) => unjoin(word, scope));
  const known = telling.filter((word) => !scope.words.silent.has(word));
  const { area, rest, ambiguous } = takeArea(known, scope.index);
  return { ...(area ? { area } : {}), ambiguous, all, everywhere, here, everything, rest };
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
  for (let length = Math.min(MOST_AREA_WORDS, telling.length); length > 0; length--) {
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

function resolvePart(phrase: string, scope: Scope, wanted: Wanted): Target | null {
  const { index, here, language } = scope;
  if (/(?:^| )(?:at|um|las) \d/.test(phrase)) return null;
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
    if (read.rest.length > 0 || !place) return null;
    return group(
      index.inArea(place.id).filter((entity) => EVERYTHING.includes(entity.domain) && fits(entity)),
      place,
    );
  }
  if (read.rest.length === 0) {
    if (wanted.of === undefined) return null;
    return byDefault(wanted.of, read, place, scope, wanted, fits);
  }
  if (isKinds(read.rest, language)) return ofKind(read.rest, read, place, scope, wanted, fits);
  return byName(read, place, scope, wanted, fits);
}

/** "in the kitchen" or nothing at all: what the action is about there, e.g. the lights. */
function byDefault(
  of: Kind,
  read: Phrase,
  place: Area | undefined,
  { index, here }: Scope,
  wanted: Wanted,
  fits: (entity: Entity) => boolean,
): Target | null {
  const all = index.inArea(undefined).filter((entity) => fits(entity) && kindsOf(entity).includes(of));
  const where = place ?? (read.everywhere ? undefined : here);
  const there = where ? all.filter(({ area }) => area === where.id) : all;
  if (of === 'temperature' || of === 'humidity') {
    const chosen = where || all.length === 1 ? measuring(there, where) : undefined;
    return chosen ? { entities: [chosen], ...(where ? { area: where.id } : {}) } : null;
  }
  if (read.everywhere || wanted.anywhere) return group(there, where);
  if (!where && there.length !== 1) return null;
  if (of !== 'media_player' || there.length <= 1) {
    // this room may have none of its own where the house has just one, e.g. the heating
    if (there.length === 0 && !place) return all.length === 1 ? group(all) : null;
    return group(there, where);
  }
  const playing = there.filter(({ state }) => state === 'playing');
  return playing.length === 1 ? group(playing) : null;
}

/** The sensor that gives a room's temperature: called just that, or the only one, else the thermostat. */
function measuring(there: Entity[], where: Area | undefined): Entity | undefined {
  const sensors = there.filter(({ domain }) => domain === 'sensor');
  const own = new Set([where?.name, ...(where?.aliases ?? [])].flatMap((name) => nameWords(name ?? '')));
  const plain = sensors.filter(({ name }) =>
    nameWords(name).every((word) => own.has(word) || kindsNamed(word).length > 0),
  );
  if (plain.length === 1) return plain[0];
  if (sensors.length === 1) return sensors[0];
  if (sensors.length > 1) return undefined;
  return there.length === 1 ? there[0] : undefined;
}

/** "the lights", "the blinds in the bedroom", "the thermostat". */
function ofKind(
  kindWords: string[],
  read: Phrase,
  place: Area | undefined,
  scope: Scope,
  wanted: Wanted,
  fits: (entity: Entity) => boolean,
): Target | null {
  const { index, here, language, words } = scope;
  const asked = kindWords.map((word) => kindsNamed(word, language));
  const matches = (entity: Entity) => {
    const kinds = kindsOf(entity);
    return asked.every((some) => some.some((kind) => kinds.includes(kind)));
  };
  const house = index.inArea(undefined).filter((entity) => fits(entity) && matches(entity));
  const at = (area: Area | undefined) => (area ? house.filter((entity) => entity.area === area.id) : []);
  const isGroup = kindWords.some((word) => words.groups.has(word));
  if (place) {
    return isGroup || read.all
      ? group(called(at(place), kindWords, scope, true), place)
      : single(at(place), kindWords, scope);
  }
  if (read.everywhere || read.all || (wanted.anywhere && isGroup)) return group(called(house, kindWords, scope, true));
  const local = at(here);
  if (isGroup && local.length > 0) return group(local, here);
  if (isGroup && wanted.domains.includes('light') && kindsNamed(kindWords[0] ?? '', language).includes('light')) {
    return house.length === 1 ? group(house) : null;
  }
  return single(local, kindWords, scope) ?? (local.length > 1 ? null : single(house, kindWords, scope));
}

/** Words that belong to one make of a kind: a television isn't any media player. */
function called(candidates: Entity[], kindWords: string[], { words }: Scope, lenient = false): Entity[] {
  const named = candidates.filter((entity) =>
    [entity.name, ...entity.aliases].some((name) => {
      const own = new Set(nameWords(name).map(stem));
      const joined = nameWords(name).join('');
      return kindWords.every((word) => own.has(stem(word)) || joined.endsWith(word));
    }),
  );
  if (kindWords.some((word) => words.specific.has(word))) return named;
  return lenient || named.length === 0 ? candidates : named;
}

function single(candidates: Entity[], kindWords: string[], scope: Scope): Target | null {
  const [one, ...more] = called(candidates, kindWords, scope);
  return one && more.length === 0 ? { entities: [one] } : null;
}

/** A device by its name, with plural endings, spoken numbers, or without the words that go without saying. */
function byName(
  read: Phrase,
  place: Area | undefined,
  scope: Scope,
  wanted: Wanted,
  fits: (entity: Entity) => boolean,
): Target | null {
  const { index, here, language } = scope;
  const area = place ?? here;
  const there = (entity: Entity) => fits(entity) && (!place || entity.area === place.id);
  for (const variant of variants(read.rest, language)) {
    const found = index.named(variant.join(' '), { domains: wanted.domains, area: area?.id }).filter(there);
    if (read.all && found.length > 1) return group(found, place);
    const one = onlyOne(found, variant, scope);
    if (one) return { entities: [one] };
    if (found.length > 1) return null;
  }
  const spoken = read.rest.map(stem);
  // what the device is goes without saying where the sentence can be about one kind only
  const sure = wanted.domains.length === 1 || wanted.of !== undefined || wanted.sure === true;
  const partly = index
    .find(read.rest.join(' '), { area: area?.id, limit: 25, domains: wanted.domains, language })
    .map(({ entity }) => entity)
    .filter((entity) => there(entity) && isShortFor(entity, spoken, sure, scope));
  if (partly.length > 1 && !place && here) {
    const local = partly.filter((entity) => entity.area === here.id);
    return local[0] && local.length === 1 ? { entities: local } : null;
  }
  return partly[0] && partly.length === 1 ? { entities: partly } : null;
}

/** Whether the words are all in the entity's name and among them the one that says what it is. */
function isShortFor(entity: Entity, spoken: readonly string[], sure: boolean, { words }: Scope): boolean {
  return [entity.name, ...entity.aliases].some((name) => {
    const own = nameWords(name)
      .filter((word) => !/^\d+$/.test(word))
      .map(stem);
    const all = new Set(nameWords(name).map(stem));
    const head = words.head === 'last' ? own.at(-1) : own[0];
    const has = (word: string) =>
      all.has(word) || (sure && word.length >= 5 && own.some((one) => one.startsWith(word)));
    return spoken.every(has) && (sure || (head !== undefined && spoken.includes(head)));
  });
}

/** The phrase as said, then with its words in the other number, and with digits for number words. */
function variants(rest: string[], language: Language): string[][] {
  const singular = (word: string) =>
    word.length > 3 ? [word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/e?n$/, '')] : [];
  const digits = rest.map((word, i) => (i === rest.length - 1 ? String(numberIn(word, language) ?? word) : word));
  const made = [rest, digits];
  for (const at of new Set([rest.length - 1, 0])) {
    const word = rest[at] ?? '';
    for (const other of [...singular(word), `${word}s`]) made.push(rest.with(at, other));
  }
  made.push(rest.map((word) => word.replace(/s$/, '')));
  const seen = new Set<string>();
  return made.filter((variant) => {
    const key = variant.join(' ');
    return !seen.has(key) && seen.add(key);
  });
}

function isCalled({ name, aliases }: Entity, telling: readonly string[]): boolean {
  const said = telling.join('');
  return [name, ...aliases].some((one) => nameWords(one).join('') === said);
}

/** The one that is meant among those called alike: the one of the kind that was said, then the one in this room. */
function onlyOne(called: Entity[], said: readonly string[], { here, language }: Scope): Entity | undefined {
  if (called.length <= 1) return called[0];
  const kinds = said.flatMap((word) => kindsNamed(word, language));
  const ofKind = called.filter((entity) => kindsOf(entity).some((kind) => kinds.includes(kind)));
  const rest = ofKind.length > 0 ? ofKind : called;
  if (rest.length === 1) return rest[0];
  const local = rest.filter((entity) => entity.area !== undefined && entity.area === here?.id);
  return local.length === 1 ? local[0] : undefined;
}

function group(entities: Entity[], area?: Area): Target | null {
  const domains = new Set(entities.map(({ domain }) => domain));
  const [domain] = domains;
  if (domain === undefined) return null;
  return { entities, ...(area ? { area: area.id } : {}), ...(domains.size === 1 ? { domain } : {}) };
}

function isKinds(list: readonly string[], language: Language): boolean {
  return list.every((word) => kindsNamed(word, language).length > 0);
}

function sameEntities(a: Target, b: Target): boolean {
  return (
    a.entities.length === b.entities.length && a.entities.every(({ id }) => b.entities.some((other) => other.id === id))
  );
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
