import { MIC_RATE, SAMPLE_BYTES } from './pcm.js';
import { randomFrom } from './random.js';

/** Sound for mixing: 16 kHz mono, full scale is 1. */
export type Sound = Float32Array;

/** 16-bit samples for mixing. */
export function soundOf(samples: Buffer): Sound {
  const length = Math.floor(samples.length / SAMPLE_BYTES);
  return Float32Array.from({ length }, (_, at) => samples.readInt16LE(at * SAMPLE_BYTES) / 32_768);
}

/** Root mean square of Kellet's filter on uniform noise. */
const PINK_RMS = 1.741;
const STEP = MIC_RATE / 50;
/** What is so much softer than the loudest 20 ms is a pause between words; in dB. */
const PAUSE_DB = 30;

/** Noise of the same power in each octave and of root mean square 1, the same in every run (Paul Kellet's filter). */
export function pinkNoise(first = 7): () => number {
  const poles = [0.99765, 0.963, 0.57];
  const gains = [0.099046, 0.2965164, 1.0526913];
  const states = [0, 0, 0];
  let seed = first;
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const white = (seed / 2 ** 32) * 2 - 1;
    let sum = white * 0.1848;
    for (const [index, pole] of poles.entries()) {
      states[index] = pole * (states[index] ?? 0) + (gains[index] ?? 0) * white;
      sum += states[index] ?? 0;
    }
    return sum / PINK_RMS;
  };
}

export function pink(seconds: number, seed: number): Sound {
  const next = pinkNoise(seed);
  return new Float32Array(seconds * MIC_RATE).map(next);
}

/** Four chords over a bass and a drum, each tone with a few harmonics that decay as those of a string. */
export function music(seconds: number, seed: number): Sound {
  const random = randomFrom(seed);
  const sound = new Float32Array(seconds * MIC_RATE);
  const beat = Math.round(MIC_RATE * (0.4 + 0.2 * random()));
  const key = 110 * 2 ** (Math.floor(random() * 12) / 12);
  const chords = [
    [0, 4, 7],
    [9, 12, 16],
    [5, 9, 12],
    [7, 11, 14],
  ];
  const pluck = (from: number, hertz: number, loudness: number) => {
    for (let harmonic = 1; harmonic <= 6 && hertz * harmonic < MIC_RATE / 2; harmonic++) {
      const step = (2 * Math.PI * hertz * harmonic) / MIC_RATE;
      const decay = Math.exp(-(1 + harmonic) / MIC_RATE);
      let strength = loudness / harmonic;
      for (let at = from; at < sound.length && strength > loudness / 200; at++, strength *= decay)
        sound[at] = (sound[at] ?? 0) + strength * Math.sin(step * (at - from));
    }
  };
  for (let at = 0, count = 0; at < sound.length; at += beat, count++) {
    const chord = chords[Math.floor(count / 4) % chords.length] ?? [0];
    const tone = chord[Math.floor(random() * chord.length)] ?? 0;
    pluck(at, key * 2 ** (tone / 12 + 1), 0.6);
    if (count % 4 === 0) for (const each of chord) pluck(at, key * 2 ** (each / 12), 0.4);
    if (count % 2 === 0) pluck(at, (key / 2) * 2 ** ((chord[0] ?? 0) / 12), 0.8);
    for (let drum = 0; drum < STEP * 3 && at + drum < sound.length; drum++)
      sound[at + drum] = (sound[at + drum] ?? 0) + (random() - 0.5) * Math.exp(-drum / STEP);
  }
  return sound;
}

/** Sentences one after the other, a quarter of a second between them, from anywhere in their row. */
export function runningSpeech(sentences: readonly Sound[], seconds: number, seed: number): Sound {
  const random = randomFrom(seed);
  const sound = new Float32Array(seconds * MIC_RATE);
  if (sentences.length === 0) throw new Error('There is no speech for the background.');
  // It runs before the scene begins.
  for (let at = -Math.floor(random() * 2 * MIC_RATE); at < sound.length; ) {
    const sentence = sentences[Math.floor(random() * sentences.length)] ?? new Float32Array();
    const late = Math.max(0, -at);
    if (late < sentence.length) sound.set(sentence.subarray(late, late + sound.length - Math.max(0, at)), at + late);
    at += sentence.length + MIC_RATE / 4;
  }
  return sound;
}

/** Several voices at once, each as loud as the others. */
export function babble(voices: readonly (readonly Sound[])[], seconds: number, seed: number): Sound {
  const sound = new Float32Array(seconds * MIC_RATE);
  for (const [index, sentences] of voices.entries())
    add(sound, scaled(runningSpeech(sentences, seconds, seed + index), -26), 0);
  return sound;
}

/**
 * A room around a sound: reflections as sparse noise ("velvet noise") that fades by 60 dB in `decay` seconds.
 * @param direct how much louder the direct sound is than all reflections, in dB
 */
export function inRoom(sound: Sound, decay: number, direct: number, seed: number): Sound {
  const random = randomFrom(seed);
  const spacing = MIC_RATE / 1500;
  const taps: { at: number; gain: number }[] = [];
  for (let slot = 0; slot < (decay * MIC_RATE) / spacing; slot++) {
    const at = Math.round(0.004 * MIC_RATE + (slot + random()) * spacing);
    const fade = 10 ** ((-3 * at) / MIC_RATE / decay);
    taps.push({ at, gain: random() < 0.5 ? -fade : fade });
  }
  const power = taps.reduce((sum, { gain }) => sum + gain * gain, 0);
  const strength = 10 ** (-direct / 20) / Math.sqrt(power);
  const wet = new Float32Array(sound.length + Math.ceil((decay + 0.01) * MIC_RATE));
  wet.set(sound);
  for (const { at, gain } of taps) add(wet, sound, at, gain * strength);
  return wet;
}

/** Adds a sound from a place on, as far as there is room. */
export function add(to: Sound, sound: Sound, from: number, gain = 1): void {
  const end = Math.min(sound.length, to.length - from);
  for (let at = 0; at < end; at++) to[from + at] = (to[from + at] ?? 0) + gain * (sound[at] ?? 0);
}

/** A sound at a loudness in dBFS: of its words, where it has pauses. */
export function scaled(sound: Sound, level: number): Sound {
  const gain = 10 ** ((level - activeLevel(sound)) / 20);
  return sound.map((sample) => sample * gain);
}

/** The sound from its first word to its last. */
export function trimmed(sound: Sound): Sound {
  const levels = powers(sound);
  const least = Math.max(...levels) / 10 ** (PAUSE_DB / 10);
  const first = levels.findIndex((power) => power >= least);
  const last = levels.findLastIndex((power) => power >= least);
  return sound.slice(first * STEP, (last + 1) * STEP);
}

/** Where the first pause of some words begins, after the half second that a wake word takes at least; in samples. */
export function firstPause(sound: Sound): number {
  const levels = powers(sound);
  const least = Math.max(...levels) / 10 ** (PAUSE_DB / 10);
  const at = levels.findIndex(
    (_, index) => index >= 25 && levels.slice(index, index + 4).every((power) => power < least),
  );
  return (at < 0 ? 40 : at) * STEP;
}

function activeLevel(sound: Sound): number {
  const levels = powers(sound);
  const least = Math.max(...levels) / 10 ** (PAUSE_DB / 10);
  const active = levels.filter((power) => power >= least);
  return 10 * Math.log10(active.reduce((sum, power) => sum + power, 0) / active.length + 1e-12);
}

/** Mean power of each 20 ms. */
function powers(sound: Sound): number[] {
  return Array.from({ length: Math.ceil(sound.length / STEP) }, (_, index) => {
    const step = sound.subarray(index * STEP, (index + 1) * STEP);
    return step.reduce((sum, sample) => sum + sample * sample, 0) / step.length;
  });
}
