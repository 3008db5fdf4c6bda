import { readPhrase } from '../deciding/sentences/phrase.js';
import { scopeOf } from '../deciding/sentences/scope.js';
import { tableOf } from '../deciding/sentences/tables.js';
import { resolve } from '../deciding/sentences/targets.js';
import { ACTION_DOMAINS, isQuestion } from '../home/actions.js';
import { entityIndex } from '../home/entity-index.js';
import { type Kind, kindsNamed, kindsOf } from '../home/names.js';
import { type Action, DOMAINS, type Entity, type House } from '../home/types.js';
import { fold, stem, words } from '../language/fold.js';
import { LANGUAGES, supportedLanguage } from '../language/folders.js';
import { clean, deviceLine } from './home-lines.js';
import { Unknown } from './home-results.js';

/** Where a model looks for a device, and what for. */
export interface Looking {
  /** The room it names, or undefined. */
  area?: string | undefined;
  /** The room of the user, where it names none. */
  here: string | undefined;
  language: string;
  /** What will be done with them; only asked about when not given. */
  action?: Action | undefined;
}

/**
 * The devices a model names: an id, a name, a kind with a room ("lights" in the kitchen), or what people say for several
 * ("living room lights", "everything", "all lights except the desk lamp").
 * @throws Unknown with close names when there is none, or which to choose from when there are several.
 */
export function devicesNamed(house: House, name: string, { area: asked, here, language, action }: Looking): Entity[] {
  const index = entityIndex(house);
  const byId = index.entity(name.trim());
  if (byId) return [byId];
  const everywhere = asked !== undefined && EVERYWHERE.has(fold(asked));
  const named = everywhere ? undefined : asked;
  if (named !== undefined && !index.area(named)) throw new Unknown(noArea(house, named));
  const area = named ?? here;
  const domains = action === undefined || isQuestion(action) ? DOMAINS : ACTION_DOMAINS[action];
  const fits = ({ domain }: Entity) => domains.includes(domain);
  const kinds = kindsIn(name);
  const there = kinds.length > 0 && area !== undefined && !everywhere && index.area(area) ? index.inArea(area) : [];
  const kin = there.filter((entity) => kindsOf(entity).some((kind) => kinds.includes(kind)));
  // the door's contact can't be locked
  const ofKind = kin.some(fits) ? kin.filter(fits) : kin;
  // "lights" are all of the room, even where one of them is called "Kitchen Lights"; "light" is the "Kitchen Light"
  if (ofKind.length > 0 && words(name).some((word) => stem(word) !== word)) return ofKind;
  const called = index.named(name, { area });
  const found = called.some(fits) ? called.filter(fits) : called;
  if (found.length === 1 || (found.length > 1 && inOneArea(house, found, area))) return found;
  if (found.length === 0 && ofKind.length > 0) return ofKind;
  const phrase = fold(EVERYTHING.has(fold(name)) ? 'everything' : name);
  for (const one of new Set([supportedLanguage(language), ...LANGUAGES])) {
    const scope = scopeOf(house, area, one, tableOf(one).words);
    const wanted = { domains, roomless: action === 'turn_off' };
    const places = everywhere ? tableOf(one).house : named;
    const placed = places === undefined || readPhrase(phrase, scope).area ? phrase : `${phrase} ${fold(places)}`;
    const target = resolve(placed, scope, wanted) ?? resolve(phrase, scope, wanted);
    if (target && (named === undefined || inOneArea(house, target.entities, named))) return target.entities;
  }
  if (found.length > 1) {
    const list = found.map((entity) => `${entity.id} | ${deviceLine(entity, house)}`).join('\n');
    throw new Unknown(`Several devices are called "${clean(name)}". Give an area, or one of these ids:\n${list}`);
  }
  if (phrase === 'everything') throw new Unknown('"everything" needs an area for this, or names or ids of devices.');
  const close = index.find(name, { area, limit: 5 }).map(({ entity }) => `${clean(entity.name)} (${entity.id})`);
  const hint = close.length > 0 ? ` Close: ${close.join(', ')}.` : '';
  throw new Unknown(`No device is called "${clean(name)}".${hint}`);
}

/** What models write for all of the house, as a name and as an area. */
const EVERYTHING = new Set(['all', 'everything', 'any', 'all devices']);
const EVERYWHERE = new Set([
  'all',
  'everywhere',
  'house',
  'the house',
  'whole house',
  'home',
  'entire house',
  'all rooms',
  'haus',
  'maison',
  'casa',
]);

function noArea(house: House, area: string): string {
  const known = house.areas.slice(0, 30).map(({ name }) => clean(name));
  return `No area is called "${clean(area)}". Areas: ${known.join(', ')}.`;
}

/**
 * The devices of a kind, a room, or both.
 * @throws Unknown when neither is given or one isn't known.
 */
export function devicesOf(house: House, what: string | undefined, area: string | undefined): Entity[] {
  if (what === undefined && area === undefined) throw new Unknown('Give names, an area, or what to look for.');
  const index = entityIndex(house);
  if (area !== undefined && !index.area(area)) throw new Unknown(noArea(house, area));
  const there = index.inArea(area);
  if (what === undefined) return there;
  const kinds = kindsIn(what);
  if (kinds.length > 0) return there.filter((entity) => kindsOf(entity).some((kind) => kinds.includes(kind)));
  const ids = new Set(there.map(({ id }) => id));
  return index
    .find(what, { area, limit: 30 })
    .map(({ entity }) => entity)
    .filter(({ id }) => ids.has(id));
}

/** Whether several found devices are meant together: all of one room that was asked for. */
function inOneArea(house: House, found: readonly Entity[], area: string | undefined): boolean {
  const id = area === undefined ? undefined : entityIndex(house).area(area)?.id;
  return id !== undefined && found.every((entity) => entity.area === id);
}

/** The kinds a phrase of nothing but kind words names: "all lights", "the lamps". */
function kindsIn(phrase: string): Kind[] {
  const said = words(phrase).filter((word) => !['the', 'die', 'les', 'las', 'los'].includes(word));
  const kinds = said.map((word) => kindsNamed(word));
  return kinds.every((named) => named.length > 0) ? kinds.flat() : [];
}
