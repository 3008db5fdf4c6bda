import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MIC_RATE } from '../lib/audio/pcm.js';
import { add, pink, type Sound, scaled, soundOf, trimmed } from '../lib/audio/sounds.js';
import { parseWav } from '../lib/audio/wav.js';
import { ENROLMENT, KNOWN } from '../lib/listening/speakers/speakers.js';
import { openVoicePrinter } from '../lib/listening/speakers/voice-print.js';
import { closeness, meanOf } from '../lib/listening/speakers/voice-prints.js';
import { samplesOf } from './conditions.js';
import { type Row, rowOf } from './row.js';

/** Voices of different people among the clips: the threshold was chosen on the first ones, and is tried on the others. */
const SETS = {
  chosen: ['flite-kal16', 'festival-ked_diphone', 'espeak-en-us'],
  tried: ['piper-joe', 'flite-awb', 'flite-rms', 'flite-slt'],
};
const ENROL_SECONDS = 3;
const LENGTHS = [1, 2, 4];
/** How much softer the noise is than the words, in dB; no room is silent. */
const NOISES = { quiet: 50, 'pink-20': 20, 'pink-10': 10 };
const LEARNT_IN = NOISES.quiet;
/** What listening keeps around speech, in seconds. */
const PADDING = 0.3;
const MAX_UTTERANCES = 12;
/** Loudness of the words, in dBFS. */
const LEVEL = -26;

/**
 * How well voices are told apart, each learnt from four utterances of 3 s, by 1, 2 and 4 s of speech in the clips of
 * `wake-clips.sh` (JARVIS_WAKE_CLIPS): the equal error rate, and what the threshold makes of them.
 */
export async function benchSpeakers(): Promise<Row[]> {
  const folder = process.env['JARVIS_WAKE_CLIPS'];
  if (!folder) throw new Error('Speak the clips with bench/wake-clips.sh, and set JARVIS_WAKE_CLIPS to their folder.');
  const printer = openVoicePrinter();
  const printOf = (sound: Sound) => printer.printOf(samplesOf(sound));
  const rows: Row[] = [];
  try {
    for (const [set, voices] of Object.entries(SETS)) {
      const speech = voices.map((voice) => speechOf(folder, voice));
      const learnt: Float32Array[] = [];
      for (const sound of speech) learnt.push(await learn(utterances(sound, 0, ENROL_SECONDS, ENROLMENT), printOf));
      for (const [noise, below] of Object.entries(NOISES)) {
        for (const seconds of LENGTHS) {
          const own: number[] = [];
          const others: number[] = [];
          for (const [voice, sound] of speech.entries()) {
            const said = utterances(sound, ENROL_SECONDS * ENROLMENT, seconds, MAX_UTTERANCES);
            for (const [seed, one] of said.entries()) {
              const print = await printOf(inNoise(one, below, seed));
              for (const [person, known] of learnt.entries())
                (person === voice ? own : others).push(closeness(print, known));
            }
          }
          const missed = percent(own, (score) => score < KNOWN);
          const taken = percent(others, (score) => score >= KNOWN);
          const note = `at the threshold ${missed} % of known voices are guests, ${taken} % of others are known`;
          rows.push(rowOf(`speakers/${set}/${noise}-${seconds}s`, '% eer', [equalErrors(own, others)], note));
        }
      }
    }
    rows.push(await benchCost(printOf));
  } finally {
    await printer.close();
  }
  return rows;
}

async function learn(said: readonly Sound[], printOf: (sound: Sound) => Promise<Float32Array>): Promise<Float32Array> {
  return meanOf(await Promise.all(said.map((one, seed) => printOf(inNoise(one, LEARNT_IN, seed)))));
}

/** Processor time of the whole process for 4 s of speech. */
async function benchCost(printOf: (sound: Sound) => Promise<Float32Array>): Promise<Row> {
  const took: number[] = [];
  for (let round = 0; round < 20; round++) {
    const began = process.cpuUsage();
    await printOf(scaled(pink(4, round), LEVEL));
    const { user, system } = process.cpuUsage(began);
    took.push((user + system) / 1000);
  }
  return rowOf('speakers/cpu-4s', 'ms', took);
}

/** All that a voice says. */
function speechOf(folder: string, voice: string): Sound {
  const clips = ['other', 'near', 'hear', 'said'].flatMap((kind) =>
    readdirSync(path.join(folder, kind))
      .filter((file) => file.startsWith(`${voice}_`))
      .sort()
      .map((file) => trimmed(soundOf(parseWav(readFileSync(path.join(folder, kind, file))).samples))),
  );
  const whole = new Float32Array(clips.reduce((length, clip) => length + clip.length, 0));
  let at = 0;
  for (const clip of clips) {
    whole.set(clip, at);
    at += clip.length;
  }
  return whole;
}

/** Pieces of some speech from a second on. */
function utterances(sound: Sound, from: number, seconds: number, most: number): Sound[] {
  const [first, length] = [from * MIC_RATE, seconds * MIC_RATE];
  const count = Math.min(most, Math.floor((sound.length - first) / length));
  return Array.from({ length: count }, (_, at) => sound.slice(first + at * length, first + (at + 1) * length));
}

function inNoise(words: Sound, below: number, seed: number): Sound {
  const seconds = words.length / MIC_RATE + 2 * PADDING;
  const sound = scaled(pink(Math.ceil(seconds), seed + 7), LEVEL - below).slice(0, seconds * MIC_RATE);
  add(sound, scaled(words, LEVEL), PADDING * MIC_RATE);
  return sound;
}

/** The share of errors, in percent, where as many known voices are missed as others are taken for them. */
function equalErrors(own: readonly number[], others: readonly number[]): number {
  const rates = [...own, ...others].map((threshold) => {
    const missed = percent(own, (score) => score < threshold);
    const taken = percent(others, (score) => score >= threshold);
    return { apart: Math.abs(missed - taken), mean: (missed + taken) / 2 };
  });
  return rates.sort((a, b) => a.apart - b.apart)[0]?.mean ?? Number.NaN;
}

function percent(scores: readonly number[], isMeant: (score: number) => boolean): number {
  return Math.round((1000 * scores.filter(isMeant).length) / scores.length) / 10;
}
