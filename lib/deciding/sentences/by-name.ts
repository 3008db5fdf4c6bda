import { kindsNamed, kindsOf, namesInWords, nameWords } from '../../home/names.js';
import type { Area, Entity } from '../../home/types.js';
import { stem } from '../../language/fold.js';
import { numberIn } from '../../language/numbers.js';
import { type Phrase, readPhrase } from './phrase.js';
import { devicesOfKinds, group, isKinds, type Scope, type Target, type Wanted } from './scope.js';

/** A device by its name, with plural endings, spoken numbers, or without the words that go without saying. */
export function byName(
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
    .withWords(spoken, sure)
    .filter((entity) => there(entity) && isShortFor(entity, spoken, sure, scope));
  if (partly.length > 1 && !place && here) {
    const local = partly.filter((entity) => entity.area === here.id);
    return local[0] && local.length === 1 ? { entities: local } : null;
  }
  return partly[0] && partly.length === 1 ? { entities: partly } : null;
}

/**
 * The devices that a phrase may call: those called just so, or of whose names it is a part; for a kind in the singular those of
 * the place, the speaker's room or the house.
 */
export function meantByName(
  phrase: string,
  scope: Scope,
  wanted: Wanted,
  fits: (entity: Entity) => boolean,
): readonly Entity[] {
  const { rest, area, all, everywhere } = readPhrase(phrase, scope);
  if (rest.length === 0 || all || everywhere) return [];
  if (isKinds(rest, scope.language)) {
    if (rest.some((word) => scope.words.groups.has(word))) return [];
    const house = devicesOfKinds(rest, scope).filter(fits);
    const there = house.filter((entity) => entity.area !== undefined && entity.area === (area ?? scope.here)?.id);
    return area || there.length > 0 ? there : house;
  }
  if (area) return [];
  const called = scope.index.named(phrase, { domains: wanted.domains }).filter(fits);
  if (called.length > 0) return called;
  const spoken = rest.map(stem);
  return scope.index
    .withWords(spoken, false)
    .filter((entity) => fits(entity) && isShortFor(entity, spoken, false, scope));
}

/** Whether the words are all in the entity's name and among them the one that says what it is. */
function isShortFor(entity: Entity, spoken: readonly string[], sure: boolean, { words }: Scope): boolean {
  return namesInWords(entity).some((name) => {
    const own = name.filter((word) => !/^\d+$/.test(word)).map(stem);
    const all = new Set(name.map(stem));
    const head = words.head === 'last' ? own.at(-1) : own[0];
    const has = (word: string) =>
      all.has(word) || (sure && word.length >= 5 && own.some((one) => one.startsWith(word)));
    return spoken.every(has) && (sure || (head !== undefined && spoken.includes(head)));
  });
}

/** The phrase as said, then with its words in the other number, and with digits for number words. */
function variants(rest: string[], language: string): string[][] {
  const singular = (word: string) =>
    word.length > 3 ? [word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/e?n$/, '')] : [];
  const digits = rest.map((word, i) => (i === rest.length - 1 ? String(numberIn(word, language) ?? word) : word));
  // "the three D printer lamp"
  const allDigits = rest.map((word) => String(numberIn(word, language) ?? word));
  const made = [rest, digits, allDigits];
  for (const at of new Set([rest.length - 1, 0])) {
    const word = rest[at] ?? '';
    for (const other of [...singular(word), `${word}s`]) made.push(rest.with(at, other));
  }
  made.push(rest.map((word) => word.replace(/s$/, '')));
  const seen = new Set<string>();
  return made.filter((variant) => {
    const key = variant.join(' ');
    // "no" would become "nos", an article, and be left out of the name
    if (nameWords(key).length !== variant.length) return false;
    return !seen.has(key) && seen.add(key);
  });
}

export function isCalled(entity: Entity, telling: readonly string[]): boolean {
  const said = telling.join('');
  return namesInWords(entity).some((name) => name.join('') === said);
}

/**
 * The one that is meant among those called alike: the one of the kind that was said, then the one in this room, then the
 * lamp. Who switches "the kitchen" means its light, whatever else is called so.
 */
export function onlyOne(called: Entity[], said: readonly string[], { here, language }: Scope): Entity | undefined {
  if (called.length <= 1) return called[0];
  const kinds = said.flatMap((word) => kindsNamed(word, language));
  const ofKind = called.filter((entity) => kindsOf(entity).some((kind) => kinds.includes(kind)));
  const rest = ofKind.length > 0 ? ofKind : called;
  if (rest.length === 1) return rest[0];
  const local = rest.filter((entity) => entity.area !== undefined && entity.area === here?.id);
  const lamps = (local.length > 0 ? local : rest).filter(({ domain }) => domain === 'light');
  return local.length === 1 ? local[0] : lamps.length === 1 ? lamps[0] : undefined;
}
