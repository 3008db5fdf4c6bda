import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { randomFrom } from '../lib/audio/random.js';
import type { Domain, Entity, House } from '../lib/home/types.js';
import { fold } from '../lib/language/fold.js';
import { packageRoot } from '../test/package-root.js';

/** bench/house.yaml. */
interface Words {
  kinds: string[];
  languages: Record<string, LanguageWords>;
}
interface LanguageWords {
  /** How Home Assistant calls a device's entity: "{room} {thing}". */
  named: string;
  /** Rooms and things are said as one word: "Küchenfenster". */
  joined?: boolean;
  floors: string[];
  /** Parted by commas. */
  rooms: string;
  things: string;
  place: string;
  floor: string;
  sentences: Record<string, string[]>;
  /** A word and how it was heard, parted by commas. */
  heard: string;
  /** Letters and others that sound alike. */
  sounds: string;
}

export interface GeneratedRequest {
  text: string;
  /** Id of the area it is said in. */
  area: string;
  /** Id of the entity it is about. */
  about: string;
  misheard: boolean;
}

const WORDS = parse(readFileSync(path.join(packageRoot(), 'bench/house.yaml'), 'utf8')) as Words;
const KINDS = WORDS.kinds.flatMap((line) => line.split(' ')).map((kind) => kind.split(':') as [Domain, string?]);
export const HOUSE_LANGUAGES = Object.keys(WORDS.languages);
const STATES: Partial<Record<Domain, string>> = { sensor: '21.5', lock: 'locked', cover: 'open', climate: 'heat' };
const listOf = (text: string) => text.split(',').map((one) => one.trim());
const wordsOf = (language: string): LanguageWords => {
  const words = WORDS.languages[language];
  if (!words) throw new Error(`bench/house.yaml has no words in "${language}"`);
  return words;
};

/** A house whose rooms have the same things each; every third room's name stands in the names of what is there. */
export function houseOf(language: string, rooms: number, thingsInRoom: number): House {
  const words = wordsOf(language);
  const things = listOf(words.things);
  const areas = listOf(words.rooms)
    .slice(0, rooms)
    .map((name, at) => ({
      id: idOf(name),
      name,
      aliases: [],
      floor: [words.floors[at % words.floors.length] ?? ''],
    }));
  const entities = areas.flatMap((area, room) =>
    Array.from({ length: thingsInRoom }, (_, at): Entity => {
      const number = Math.floor((at * things.length) / thingsInRoom);
      const [domain = 'other', deviceClass] = KINDS[number] ?? [];
      const thing = whole(things[number] ?? '');
      return {
        id: `${domain === 'other' ? 'valve' : domain}.${area.id}_${idOf(thing)}`,
        domain,
        name: room % 3 === 0 ? filled(words.named, { room: area.name, thing }) : thing,
        aliases: [],
        area: area.id,
        state: STATES[domain] ?? 'off',
        attributes: deviceClass === undefined ? {} : { device_class: deviceClass },
      };
    }),
  );
  // as Home Assistant's come
  return { areas, entities: entities.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

/** What people ask of such a house; the same for the same seed. Every other one is misheard. */
export function requestsFor(language: string, house: House, count: number, seed: number): GeneratedRequest[] {
  const words = wordsOf(language);
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const things = new Map(listOf(words.things).map((thing) => [idOf(whole(thing)), thing]));
  const hearing = hearingOf(words, random);
  return Array.from({ length: count }, (_, at): GeneratedRequest => {
    const entity = pick(house.entities);
    const area = house.areas.find(({ id }) => id === entity.area);
    if (!area) throw new Error(`${entity.id} is in no room`);
    const parts = things.get(entity.id.slice(entity.id.indexOf('.') + area.id.length + 2)) ?? '';
    const misheard = at % 2 === 1;
    // in the room itself nobody says where
    const said = pick(['room', 'room', 'floor', 'here', words.joined ? 'joined' : 'named'] as const);
    let room = area.name;
    let thing: string = parts;
    if (misheard) {
      const where = said === 'here' ? 'thing' : pick(['thing', 'thing', 'room', 'both'] as const);
      if (where !== 'room') thing = hearing(thing);
      if (where !== 'thing') room = hearing(room);
    }
    const floor = area.floor?.[0] ?? '';
    const place = { room: filled(words.place, { room }), floor: filled(words.floor, { room, floor }) };
    const joined = `${room}${room.endsWith('e') ? 'n' : ''}${whole(thing).toLowerCase()}`;
    const named = filled(words.named, { room, thing: whole(thing) });
    const sentence = pick(words.sentences[groupOf(entity.domain)] ?? []);
    const text = filled(sentence, {
      thing: said === 'joined' ? joined : said === 'named' ? named : whole(thing),
      place: said === 'room' || said === 'floor' ? place[said] : '',
    });
    const speaker = said === 'here' ? area : pick(house.areas);
    return { text: text.replace(/\s+/g, ' ').trim(), area: speaker.id, about: entity.id, misheard };
  });
}

function groupOf(domain: Domain): string {
  if (domain === 'lock' || domain === 'binary_sensor') return 'asked';
  return ['cover', 'sensor', 'climate', 'scene'].includes(domain) ? domain : 'switched';
}

/** Mishears one word of a name as speech to text does. */
function hearingOf({ heard, sounds }: LanguageWords, random: () => number): (name: string) => string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const pairs = (text: string) =>
    listOf(text).map((line): [string, string] => [line.split(' ')[0] ?? '', line.slice(line.indexOf(' ') + 1).trim()]);
  const known = new Map(pairs(heard));
  const alike = pairs(sounds);
  const swapped = (word: string) => {
    const at = 1 + Math.floor(random() * (word.length - 2));
    return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
  };
  const sounding = (word: string) => {
    const [from, to] = pick(alike.filter(([one]) => word.toLowerCase().includes(one))) ?? ['', ''];
    return from === '' ? swapped(word) : word.toLowerCase().replace(from, to);
  };
  const lost = (word: string) => {
    const at = 1 + Math.floor(random() * (word.length - 1));
    return word.slice(0, at) + word.slice(at + 1);
  };
  const doubled = (word: string) => {
    const at = 1 + Math.floor(random() * (word.length - 1));
    return word.slice(0, at) + word[at] + word.slice(at);
  };
  return (name) => {
    const apart = name.includes('~') ? [name.replaceAll('~', ' ')] : [];
    const together = / /.test(name) ? [name.replaceAll(' ', '')] : [];
    const cuts = [...apart, ...together];
    if (cuts.length > 0 && random() < 0.25) return pick(cuts);
    const words = whole(name).split(' ');
    const long = words.filter((word) => word.length > 3);
    if (long.length === 0) return whole(name);
    const word = pick(long);
    const homophone = known.get(word.toLowerCase());
    const wrong = homophone && random() < 0.5 ? homophone : pick([swapped, sounding, sounding, lost, doubled])(word);
    return words.map((one) => (one === word ? wrong : one)).join(' ');
  };
}

function whole(thing: string): string {
  return thing.replaceAll('~', '');
}

function idOf(name: string): string {
  return fold(name).replaceAll(' ', '_');
}

function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
