import { LINKERS, words } from '../language/fold.js';
import { LANGUAGES } from '../language/folders.js';
import { wordsOfAll } from '../language/word-lists.js';
import { type Kind, kindWords } from './names.js';

/** What is told by words: those of `opening.yaml` in the languages' folders, and those of these kinds of devices. */
const SENSES = {
  // A door in the widest sense.
  door: ['door'],
  // What a car comes through.
  gate: [],
  // A door or a place: the garage.
  garage: [],
  lock: ['lock'],
  // Where one comes in: a place as well.
  entrance: [],
  // Lets somebody in: an opener, a buzzer.
  opener: [],
  alarm: [],
  open: [],
  // Open, or on top of: "auf".
  ajar: [],
  unlock: [],
  disarm: [],
  off: [],
  close: [],
  everything: [],
  house: [],
  and: [],
  // What it names opens nothing, wherever it hangs: a camera, a heater, a message.
  harmless: ['climate', 'media_player', 'sensor', 'temperature', 'humidity', 'motion', 'fan', 'window'],
  // Gives light, and opens nothing either.
  lit: ['light'],
  // Of an alarm that keeps nobody out: smoke, a clock.
  smoke: [],
  // Makes a place of the word before it: "heater room".
  room: [],
  // Covers windows; a garage may have one for its door.
  shutter: [],
  // Stands in a garage and opens nothing, unless it feeds an opener: an outlet.
  plug: ['outlet', 'power'],
  // Locks that hold no door: of a child, a keypad.
  keypad: [],
  // Says nothing about what is switched: a relay, left, two.
  blank: ['switch', 'script', 'scene'],
} satisfies Record<string, Kind[]>;

/** What a word says about opening a house. */
export type Sense = keyof typeof SENSES;

const BY_WORD = new Map<string, Set<Sense>>();
for (const [sense, kinds] of Object.entries(SENSES) as [Sense, Kind[]][]) {
  const ofKinds = kinds.length === 0 ? [] : LANGUAGES.flatMap((language) => kindWords(language, kinds));
  for (const word of [...ofKinds, ...wordsOfAll('opening', sense)]) {
    const known = BY_WORD.get(word);
    if (known) known.add(sense);
    else BY_WORD.set(word, new Set([sense]));
  }
}

/** Nouns that German, or a hurried typist, puts behind anything: Hoftor, Speichertür, Poollicht, cellardoor. */
const ENDINGS = [...wordsOfAll('opening', 'endings')].sort((a, b) => b.length - a.length);
/** Words that only end like a gate, a door or a lock: motor, Ventilator, Temperatur, clock, indoor. */
const ONLY_ENDS_SO =
  /(?:(?:[aiouckp]|is|es)tore?|(?:[ai]|ul|ruk|gen|kon|tink|lek)tur(?:en)?|(?:in|out)door|[cbf]lock)s?$/;
const MIN_PART = 3;
/** Nothing a person writes in one word is longer; taking apart costs more the longer a word is. */
const MAX_WORD = 40;

/** The known words a word is made of, and what is left of it: "haustüröffner" gives "haus", "tur", "offner". */
export function partsOf(word: string): string[] {
  if (BY_WORD.has(word) || word.length > MAX_WORD) return [word];
  for (let end = MIN_PART; end <= word.length - 2; end++) {
    const [head, tail] = [word.slice(0, end), word.slice(end)];
    // every part known: opengarage, doorbuzzer, unlockdoor
    if (BY_WORD.has(head) && allKnown(tail)) return [head, ...partsOf(tail)];
  }
  const ending = ENDINGS.find((each) => word.endsWith(each) && word.length - each.length >= MIN_PART);
  if (ending === undefined || ONLY_ENDS_SO.test(word)) return [word];
  const left = word.slice(0, -ending.length);
  const linker = LINKERS.find((each) => BY_WORD.has(left.slice(0, left.length - each.length)) && left.endsWith(each));
  return [...partsOf(linker === undefined ? left : left.slice(0, left.length - linker.length)), ending];
}

function allKnown(rest: string): boolean {
  const known = (word: string) => word.length >= MIN_PART && BY_WORD.has(word);
  if (known(rest)) return true;
  for (let end = MIN_PART; end < rest.length; end++)
    if (known(rest.slice(0, end)) && allKnown(rest.slice(end))) return true;
  return false;
}

/** The senses of each word of a text, compounds, ids and camel case taken apart; an unknown word has none. */
export function sensesOf(text: string): ReadonlySet<Sense>[] {
  const apart = text
    .replace(/t[üÜ]r/giu, 'tuer')
    .replace(/\blet\b(?=.*\bin\b)/giu, 'unlock')
    .replace(/[;+&|]/g, ' and ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})|(\p{N})(\p{L})/gu, '$1$3 $2$4');
  const senses = words(apart)
    .flatMap(partsOf)
    .map((part) => BY_WORD.get(part) ?? (/^\p{N}+$/u.test(part) ? BLANK : NONE));
  return senses.map((each, at) => (each.has('harmless') && senses[at + 1]?.has('room') ? NONE : each));
}

const NONE: ReadonlySet<Sense> = new Set();
const BLANK: ReadonlySet<Sense> = new Set(['blank']);
