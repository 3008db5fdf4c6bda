import { LRUCache } from 'lru-cache';
import { fold } from '../language/fold.js';
import { patternOfAll } from '../language/word-lists.js';
import { remembered } from './names.js';
import { type Sense, sensesOf } from './opening-words.js';
import { type Deed, globOf, MOMENTARY, reached, type Sight, sightOf } from './reach.js';
import type { Action, Area, Entity, House } from './types.js';

/** What owners say of their own house: entity ids, globs (`script.*garage*`), names of areas or labels. */
export interface OpeningLists {
  /** A yes is asked for, whatever the rules say. Wins over `never`. */
  always?: readonly string[] | undefined;
  /** A person isn't asked. A model still has the person asked. */
  never?: readonly string[] | undefined;
}

/** Who wants something done. */
export type Asker = 'person' | 'model';

/**
 * The one question asked of whatever is to be done, in whatever way: which of its targets need a person's yes first, because they,
 * or what they move or may move, open the house or stand on its owner's list.
 * @param sight the house, and where it can tell what may not be spoken about
 */
export type OpeningPolicy = (deed: Deed, sight: Sight, asker: Asker) => Entity[];

const QUESTIONS = new Set<Deed['action']>(['get_state', 'list_on']);
const CLOSING = new Set<Deed['action']>(['close', 'lock', 'pause', 'arm_home', 'arm_away', 'arm_night']);
/** What may be done to a device of which is not known what. */
const WAYS: readonly Action[] = ['unlock', 'open', 'turn_on', 'turn_off'];
/** Device classes of covers one can come in through. */
const ENTRANCES = new Set(['garage', 'door', 'gate']);
/** Nothing of these kinds lets anybody in, whatever it is called. */
const HARMLESS = new Set(
  `binary_sensor sensor climate media_player camera vacuum lawn_mower humidifier water_heater todo weather person device_tracker
   update image event sun zone calendar tts stt notify text date time datetime input_text siren`.split(/\s+/),
);

/**
 * What opens the house: locks, alarm panels, entrances, and whatever else is named as if it did, in every language.
 * Closing, locking and arming open nothing. Of what isn't known nearer (a script that can't be read, a template in one)
 * everything counts that it may touch.
 */
export function openingPolicy({ always = [], never = [] }: OpeningLists = {}): OpeningPolicy {
  const [asked, spared] = [always.map(matcher), never.map(matcher)];
  const isOn = (list: typeof asked, entity: Entity, { areas }: Sight) => list.some((matches) => matches(entity, areas));
  return (deed, sight, asker) => {
    if (QUESTIONS.has(deed.action)) return [];
    const isSpared = (entity: Entity) => asker === 'person' && isOn(spared, entity, sight);
    const isGuarded = (entity: Entity) => {
      if (isOn(asked, entity, sight) && !closes(deed)) return true;
      if (isSpared(entity)) return false;
      return reached(entity, deed, sight).some(({ of, way }) => {
        if (closes(way)) return false;
        return isOn(asked, of, sight) || (opens(of, way, sight) && !isSpared(of));
      });
    };
    return targetsIn(deed, sight).filter(isGuarded);
  };
}

/** Its targets, in the house's order. A command is only ever for what may be spoken about. */
function targetsIn({ targets, action }: Deed, sight: Sight): Entity[] {
  const wanted = new Set(targets);
  const known = sight.entities.filter(({ id }) => wanted.delete(id));
  return action === 'any' ? [...known, ...[...wanted].flatMap((id) => sightOf(sight, id))] : known;
}

/** Whether a command for an entity opens the house. */
function opensHouse(entity: Entity, deed: Pick<Deed, 'action'>, house: House): boolean {
  return reached(entity, deed, house).some(({ of, way }) => opens(of, way, house));
}

/** Whether there is any way to open the house with it. */
export function isOpening(entity: Entity, house: House): boolean {
  return opensHouse(entity, { action: 'any' }, house);
}

/** What runs on when everything is switched off: what keeps cold, connected, watched or alive. */
const ALWAYS_ON = new RegExp(patternOfAll('opening', 'alwaysOn'));

/** Whether a device is no part of "everything", as in "turn everything off": by its name, or because it opens the house. */
export const staysOn = remembered((entity, house: House) => {
  const { id, domain, name, aliases } = entity;
  const named = domain !== 'light' && [name, ...aliases, id].some((each) => ALWAYS_ON.test(fold(each)));
  return named || isOpening(entity, house);
});

function closes({ action, value }: Pick<Deed, 'action' | 'value'>): boolean {
  return QUESTIONS.has(action) || CLOSING.has(action) || (action === 'set_position' && value === 0);
}

/** Whether a device opens the house by itself, whatever it may move besides. */
function opens(entity: Entity, way: Pick<Deed, 'action' | 'value'>, sight: Sight): boolean {
  if (way.action === 'any') return WAYS.some((action) => opens(entity, { action }, sight));
  if (closes(way)) return false;
  const kind = entity.id.slice(0, entity.id.indexOf('.'));
  const { action } = way;
  if (kind === 'lock') return true;
  if (kind === 'alarm_control_panel') return action !== 'turn_on';
  if (HARMLESS.has(kind)) return false;
  const phrases = phrasesOf(entity, sight);
  if (kind === 'cover') return action !== 'turn_off' && coverOpens(entity, phrases);
  if (kind === 'light' || kind === 'fan') return action !== 'turn_off' && phrases.own.some(letsIn);
  if (MOMENTARY.has(kind))
    return action !== 'turn_off' && [...phrases.own, ...phrases.labels].some((phrase) => setOff(phrase, true));
  const released = [...phrases.own, ...phrases.labels].some(holdsShut);
  if (action === 'turn_off') return released;
  return (
    (action === 'toggle' && released) || [...phrases.own, ...phrases.labels].some((phrase) => setOff(phrase, false))
  );
}

type Phrase = readonly ReadonlySet<Sense>[];

interface Phrases {
  /** Name, aliases and id; with the area where they alone say nothing ("relay" in the garage). */
  own: Phrase[];
  /** Labels that name an entrance. */
  labels: Phrase[];
  area: Phrase[];
}

const phraseCache = new LRUCache<string, Phrase>({ max: 20_000, memoMethod: sensesOf });
const phrase = (text: string): Phrase => phraseCache.memo(text);

function phrasesOf({ id, name, aliases, labels = [], area: areaId }: Entity, { areas: all }: Sight): Phrases {
  const area = all.find((each) => each.id === areaId);
  const texts = [name, ...aliases, id.slice(id.indexOf('.') + 1)];
  const areas = area ? [area.name, ...area.aliases, area.id] : [];
  const saysNothing = (words: Phrase) =>
    words.every((senses) => senses.has('blank') || senses.has('open') || senses.has('ajar') || senses.has('opener'));
  const placed = saysNothing(phrase(name)) ? areas.map((where) => phrase(`${where} ${name}`)) : [];
  return {
    own: [...texts.map(phrase), ...placed],
    // a label may be a place as an area is
    labels: labels.map(phrase).filter((words) => !words.some((senses) => senses.has('garage'))),
    area: areas.map(phrase),
  };
}

const has = (words: Phrase, ...any: Sense[]) => words.some((senses) => any.some((sense) => senses.has(sense)));

/** A cover: by its device class, and by what it is called where that may still be an entrance. */
function coverOpens({ attributes: { device_class: deviceClass } }: Entity, { own, labels, area }: Phrases): boolean {
  if (typeof deviceClass === 'string' && ENTRANCES.has(deviceClass)) return true;
  const isBlind = typeof deviceClass === 'string' && deviceClass !== 'shutter';
  if (typeof deviceClass === 'string') {
    // a roller door is often entered as a shutter, and never as anything called a window's
    return own.some(
      (words) => has(words, 'gate', 'garage') && !isHarmless(words) && !(isBlind && has(words, 'shutter')),
    );
  }
  const byName = [...own, ...labels].some(
    (words) =>
      !isHarmless(words) &&
      (has(words, 'gate', 'garage', 'opener', 'lock') || (has(words, 'door', 'entrance') && !has(words, 'shutter'))),
  );
  const inGarage =
    area.some((words) => has(words, 'garage', 'gate')) &&
    !own.some((words) => isHarmless(words) || has(words, 'shutter'));
  return byName || inGarage;
}

/** Named as what lets somebody in: "garage opener", "unlock door". A lamp and its place are not. */
function letsIn(words: Phrase): boolean {
  return has(words, 'opener', 'unlock', 'disarm', 'open') && setOff(words, true);
}

/** Whether setting it off, or switching it on, opens the house. `momentary`: it does one thing and has no off. */
function setOff(words: Phrase, momentary: boolean): boolean {
  const clauses: ReadonlySet<Sense>[][] = [[]];
  for (const senses of words) {
    if (senses.has('and')) clauses.push([]);
    else clauses.at(-1)?.push(senses);
  }
  // "open and close gate" as a whole, "lights off and open gate" by its parts
  return [clauses.flat(), ...clauses].some((clause) => clauseOpens(clause, momentary));
}

function clauseOpens(words: Phrase, momentary: boolean): boolean {
  const [first, second = NOTHING] = words.filter((senses) => senses.size > 0 && !senses.has('blank'));
  // an order is what it says, whatever its other words are: "unlock the door with the light on"
  if ((first?.has('unlock') || first?.has('disarm')) && !isHarmless([second])) return true;
  if (first?.has('open') && has(words, 'door', 'gate', 'garage', 'lock')) return true;
  if (isHarmless(words)) return false;
  const isLock = has(words, 'lock') && !has(words, 'keypad');
  const isAlarm = has(words, 'alarm');
  if (has(words, 'unlock', 'disarm') || ((isAlarm || isLock) && has(words, 'off'))) return true;
  const opening = has(words, 'open', 'ajar', 'opener');
  if (isAlarm && !opening) return false;
  // "lock the door" is an order to close; of a switch called "door lock" nobody knows which way it works
  const closing = words.some((senses, at) => senses.has('close') && (momentary || at === 0 || !senses.has('lock')));
  if (closing && !opening) return false;
  if (has(words, 'open', 'ajar') && has(words, 'everything', 'house', 'entrance')) return true;
  if (has(words, 'door', 'gate', 'opener') || isLock) return true;
  // "open sesame"; of a switch it may be a name
  if (momentary && (has(words, 'entrance') || (has(words, 'open') && !has(words, 'shutter')))) return true;
  return has(words, 'garage') && !has(words, 'plug');
}

/** A lamp at the door, a camera at the gate, a smoke alarm: but an opener with a camera still opens. */
function isHarmless(words: Phrase): boolean {
  return (
    has(words, 'lit') ||
    (has(words, 'harmless') && !has(words, 'opener')) ||
    (has(words, 'alarm') && has(words, 'smoke'))
  );
}

const NOTHING: ReadonlySet<Sense> = new Set();

/** Whether switching it off opens the house: an alarm, a lock, "gate closed". */
function holdsShut(words: Phrase): boolean {
  if (isHarmless(words)) return false;
  if (has(words, 'alarm') || (has(words, 'lock') && !has(words, 'keypad'))) return true;
  return has(words, 'close') && has(words, 'door', 'gate', 'garage');
}

/**
 * Whether a sentence may open the house, for recognisers that ask nobody before they act: it speaks of an entrance, a lock or an
 * alarm, of everything at once, or of a device of the house that opens it.
 */
export function mayOpenHouse(text: string, house?: House): boolean {
  const said = sensesOf(text);
  if (has(said, 'door', 'gate', 'garage', 'lock', 'unlock', 'disarm')) return true;
  if (said.some((senses) => senses.has('opener') && !senses.has('open'))) return true;
  if (has(said, 'alarm') && has(said, 'off')) return true;
  if (has(said, 'everything') && !has(said, 'harmless', 'lit', 'shutter')) return true;
  if (has(said, 'house', 'entrance') && has(said, 'open', 'ajar')) return true;
  const sentence = ` ${fold(text)} `;
  const isNamed = ({ name, aliases }: Entity) =>
    [name, ...aliases].some((each) => sentence.includes(` ${fold(each)} `));
  return house?.entities.some((entity) => isNamed(entity) && isOpening(entity, house)) ?? false;
}

/** How an entry of a list, or words of somebody's, are found in the house: an id or glob, the name of an area, its floor, or a label. */
export function matcher(entry: string): (entity: Entity, areas: readonly Area[]) => boolean {
  const wanted = entry.trim().toLowerCase();
  if (/^[a-z_*]+\.[a-z0-9_*]+$/.test(wanted)) {
    const glob = globOf(wanted);
    return ({ id }) => glob.test(id.toLowerCase());
  }
  const name = fold(entry);
  return ({ area: areaId, labels = [] }, areas) => {
    const area = areas.find(({ id }) => id === areaId);
    const names = [...labels, ...(area ? [area.id, area.name, ...area.aliases, ...(area.floor ?? [])] : [])];
    return name !== '' && names.some((each) => fold(each) === name);
  };
}
