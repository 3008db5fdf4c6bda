import { randomFrom } from '../lib/audio/random.js';

/** Words that a household's diary has on many days, with the share of entries they are in. */
const COMMON: readonly (readonly [string, number])[] = [
  ['kitchen', 0.3],
  ['Anna', 0.3],
  ['morning', 0.25],
  ['dinner', 0.2],
  ['weather', 0.2],
  ['garden', 0.15],
  ['music', 0.15],
  ['Licht', 0.1],
];
const SYLLABLES = [
  'ba',
  'ke',
  'lo',
  'mir',
  'tan',
  'sel',
  'vo',
  'gri',
  'nu',
  'pha',
  'dor',
  'ist',
  'wen',
  'ul',
  'chi',
  'ra',
];
/** Other words, as often as words of a language are: the n-th one n times more seldom than the first. */
const OTHERS = 60_000;
const WORDS = 36;
/** Entries that share a name nobody else has. */
const SHARING = 500;

function otherWord(index: number): string {
  let word = '';
  for (let left = index + 16; left > 0; left = Math.floor(left / 16)) word += SYLLABLES[left % 16] ?? '';
  return word;
}

/** A name that is in every 500th entry of its block, and nowhere else. */
export function rareName(index: number): string {
  return `Zar${otherWord(index % SHARING)}${otherWord(Math.floor(index / 10_000))}ow`;
}

/** The text of an entry, about 40 words; the same for the same index. */
export function textOf(index: number): string {
  const random = randomFrom(index * 7 + 1);
  const words = COMMON.filter(([, share]) => random() < share).map(([word]) => word);
  while (words.length < WORDS) words.push(otherWord(Math.floor(OTHERS ** random()) - 1));
  const name = rareName(index);
  return `${words.join(' ')}. They spoke with ${name} about it.`;
}

export const DIMENSIONS = 384;
const TOPICS = 600;
const DIRECTIONS = 96;
/** Ways in which the texts of one topic differ. */
const OWN_DIRECTIONS = 12;

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function direction(seed: number): Float32Array {
  const random = randomFrom(seed);
  return Float32Array.from({ length: DIMENSIONS }, () => normal(random) / Math.sqrt(DIMENSIONS));
}

const topics = Array.from({ length: TOPICS }, (_, index) => direction(1_000_000 + index));
const directions = Array.from({ length: DIRECTIONS }, (_, index) => direction(2_000_000 + index));

/**
 * A vector as a sentence model would give it: near the centre of a topic (some have far more texts than others), off
 * it in a dozen of directions, with some noise. `change` from 0 moves it a little: the same in other words.
 */
export function vectorOf(index: number, change = 0): Float32Array {
  const random = randomFrom(index * 13 + 5);
  const topic = Math.floor(TOPICS * random() ** 2);
  const vector = Float32Array.from(topics[topic] ?? []);
  const other = randomFrom(index * 17 + 3);
  for (let own = 0; own < OWN_DIRECTIONS; own++) {
    const along = directions[(topic * 31 + own * 7) % DIRECTIONS] ?? vector;
    const amount = 0.3 * normal(random) + change * normal(other);
    for (let at = 0; at < DIMENSIONS; at++) vector[at] = (vector[at] ?? 0) + amount * (along[at] ?? 0);
  }
  for (let at = 0; at < DIMENSIONS; at++) vector[at] = (vector[at] ?? 0) + 0.015 * (random() + random() - 1);
  return vector;
}
