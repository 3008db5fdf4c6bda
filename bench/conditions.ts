import { MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import {
  add,
  babble,
  firstPause,
  inRoom,
  music,
  pink,
  runningSpeech,
  type Sound,
  scaled,
} from '../lib/audio/sounds.js';

/** A sentence as a microphone hears it, and where it and the wake word's end lie in the sound: in samples. */
export interface Scene {
  sound: Buffer;
  from: number;
  called: number;
  to: number;
}

/** What a room is filled with: sentences of other people, a voice each. */
export type Others = readonly (readonly Sound[])[];

interface Condition {
  /** Loudness of the words, in dBFS. */
  level?: number;
  /** Seconds in which echoes fade by 60 dB, and by how much the direct sound is louder than them. */
  room?: { decay: number; direct: number };
  /** What else sounds, and how much softer than the words it is, in dB. */
  noise?: { kind: (others: Others, seconds: number, seed: number) => Sound; below: number };
  /** Somebody else begins to speak so many seconds after the sentence. */
  speaksOn?: number;
}

/** Seconds before and after a sentence: enough to see whether its end is found. */
const BEFORE = 2;
const AFTER = 5;
const LEVEL = -26;
/** No room is silent. */
const QUIET_ROOM = -76;

const television = (others: Others, seconds: number, seed: number) => {
  const sound = scaled(runningSpeech(others[seed % others.length] ?? [], seconds, seed), LEVEL);
  add(sound, scaled(music(seconds, seed), LEVEL - 15), 0);
  return sound;
};
const KINDS = {
  pink: (_: Others, seconds: number, seed: number) => pink(seconds, seed + 7),
  music: (_: Others, seconds: number, seed: number) => music(seconds, seed),
  babble: (others: Others, seconds: number, seed: number) => babble(others, seconds, seed),
  tv: television,
};

/** The table of conditions, by the names of their rows. */
export const CONDITIONS: Readonly<Record<string, Condition>> = {
  clean: {},
  quiet: { level: -50 },
  'living-room': { room: { decay: 0.4, direct: 3 }, noise: { kind: KINDS.pink, below: 25 } },
  hall: { room: { decay: 1, direct: -2 }, noise: { kind: KINDS.pink, below: 25 } },
  far: { level: -48, room: { decay: 0.5, direct: -4 }, noise: { kind: KINDS.pink, below: 18 } },
  ...Object.fromEntries(
    Object.entries(KINDS).flatMap(([name, kind]) =>
      [15, 10, 5].map((below) => [`${name}-${below}`, { noise: { kind, below } }]),
    ),
  ),
  'speaks-on': { speaksOn: 0.4 },
};

/** A sentence under a condition; the same for the same seed. @param words trimmed to the words */
export function sceneUnder(
  { level = LEVEL, room, noise, speaksOn }: Condition,
  words: Sound,
  others: Others,
  seed: number,
): Scene {
  const from = BEFORE * MIC_RATE;
  const to = from + words.length;
  const seconds = Math.ceil(to / MIC_RATE) + AFTER;
  const sound = scaled(pink(seconds, seed + 1), QUIET_ROOM);
  const said = room ? inRoom(words, room.decay, room.direct, seed) : words;
  add(sound, scaled(said, level), from);
  if (noise) add(sound, scaled(noise.kind(others, seconds, seed), level - noise.below), 0);
  if (speaksOn !== undefined) {
    const other = runningSpeech(others[seed % others.length] ?? [], AFTER, seed);
    add(sound, scaled(other, level), to + speaksOn * MIC_RATE);
  }
  return { sound: samplesOf(sound), from, called: from + firstPause(words), to };
}

export function samplesOf(sound: Sound): Buffer {
  const samples = Buffer.alloc(sound.length * SAMPLE_BYTES);
  for (const [at, value] of sound.entries())
    samples.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768))), at * SAMPLE_BYTES);
  return samples;
}
