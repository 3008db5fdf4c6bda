import { MIC_RATE } from '../../audio/pcm.js';
import { add, inRoom, music, pink, type Sound, scaled, trimmed } from '../../audio/sounds.js';
import { STEP } from '../open-wake-word.js';

/** A voice saying something. */
export interface Spoken {
  voice: string;
  sound: Sound;
}

/** A phrase in a room: where its words begin and end, in samples. */
export interface Scene {
  sound: Sound;
  voice: string;
  begins: number;
  ends: number;
}

const SECONDS_BEFORE = 0.8;
/** Speech is that loud at the microphone, in dBFS. */
const [QUIETEST, LOUDEST] = [-42, -16];
/** How much softer than the speech a room with noise is, in dB. */
const [MIN_NOISE_DB, MAX_NOISE_DB] = [3, 28];
/** In a fifth of the scenes hardly anything is heard beside the speech. */
const QUIET_DB = 45;
/** How much slower and lower, or faster and higher than the voice has it. */
const [SLOWEST, FASTEST] = [0.88, 1.14];
/** Steps of 80 ms after the end of the phrase. */
const STEPS_AFTER = 6;

/**
 * The phrase as a microphone hears it: at another speed and pitch, in a room or near, over noise, music or other
 * people, at another loudness; in half of the scenes something is said after it.
 */
export function sceneOf(said: Spoken, others: readonly Spoken[], random: () => number): Scene {
  const room = roomOf(random);
  const words = faster(trimmed(said.sound), SLOWEST + (FASTEST - SLOWEST) * random());
  const begins = Math.round((SECONDS_BEFORE + 0.3 * random()) * MIC_RATE);
  const ends = begins + words.length;
  const sound = new Float32Array(ends + STEPS_AFTER * STEP);
  const level = QUIETEST + (LOUDEST - QUIETEST) * random();
  add(sound, room(scaled(words, level)), begins);
  if (random() < 0.5) {
    const after = trimmed(pick(others, random).sound).subarray(0, MIC_RATE);
    add(sound, room(scaled(after, level)), ends + Math.round((0.03 + 0.3 * random()) * MIC_RATE));
  }
  if (random() < 0.3) {
    const before = trimmed(pick(others, random).sound).slice(-0.7 * MIC_RATE);
    const gap = Math.round((0.08 + 0.25 * random()) * MIC_RATE);
    add(sound, room(scaled(before, level)), Math.max(0, begins - before.length - gap));
  }
  return { voice: said.voice, sound: withSurroundings(sound, level, others, random), begins, ends };
}

/** Sentences one after the other, without the phrase. @param seconds how long */
export function programmeOf(spoken: readonly Spoken[], seconds: number, random: () => number): Sound {
  const room = roomOf(random);
  const sound = new Float32Array(seconds * MIC_RATE);
  const level = QUIETEST + (LOUDEST - QUIETEST) * random();
  for (let at = 0; at < sound.length; ) {
    const words = faster(trimmed(pick(spoken, random).sound), SLOWEST + (FASTEST - SLOWEST) * random());
    add(sound, room(scaled(words, level + 6 * (random() - 0.5))), at);
    at += words.length + Math.round((0.05 + 0.6 * random()) * MIC_RATE);
  }
  return withSurroundings(sound, level, spoken, random);
}

/** Music, noise, or several people at once. */
export function surroundings(seconds: number, others: readonly Spoken[], random: () => number): Sound {
  const seed = Math.floor(random() * 2 ** 31);
  const kind = random();
  if (kind < 0.5) return pink(seconds, seed);
  if (kind < 0.75) return music(seconds, seed);
  const sound = new Float32Array(seconds * MIC_RATE);
  for (let voice = 0; voice < 1 + Math.floor(4 * random()); voice++)
    for (let at = -Math.floor(random() * MIC_RATE); at < sound.length; ) {
      const words = scaled(trimmed(pick(others, random).sound), -26);
      add(sound, words.subarray(Math.max(0, -at)), Math.max(0, at));
      at += words.length + 4000;
    }
  return sound;
}

/** In half of the cases a room, in the others none. */
function roomOf(random: () => number): (sound: Sound) => Sound {
  if (random() < 0.5) return (sound) => sound;
  const [decay, direct, seed] = [0.15 + 0.45 * random(), 8 * random() - 2, Math.floor(random() * 2 ** 31)];
  return (sound) => inRoom(sound, decay, direct, seed);
}

function withSurroundings(sound: Sound, level: number, others: readonly Spoken[], random: () => number): Sound {
  const below = random() < 0.2 ? QUIET_DB : MIN_NOISE_DB + (MAX_NOISE_DB - MIN_NOISE_DB) * random();
  add(sound, scaled(surroundings(Math.ceil(sound.length / MIC_RATE), others, random), level - below), 0);
  return sound;
}

/** The sound at another speed, its pitch and timbre with it, by linear interpolation. */
export function faster(sound: Sound, factor: number): Sound {
  return Float32Array.from({ length: Math.floor((sound.length - 1) / factor) }, (_, at) => {
    const from = Math.floor(at * factor);
    const part = at * factor - from;
    return (sound[from] ?? 0) * (1 - part) + (sound[from + 1] ?? 0) * part;
  });
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
