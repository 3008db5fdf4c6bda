import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CHUNK_BYTES, MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import { type Sound, soundOf, trimmed } from '../lib/audio/sounds.js';
import { parseWav } from '../lib/audio/wav.js';
import { microFile } from '../lib/listening/micro-wake/micro-wake.js';
import type { StreamWorker } from '../lib/listening/stream-client.js';
import type { SpeechToText } from '../lib/listening/types.js';
import { detector, wakeScores } from '../lib/listening/wake.js';
import { openWhisper } from '../lib/listening/whisper.js';
import { type EchoHeard, type EchoScene, hearScene } from './echo-scene.js';
import { type Row, rowOf } from './row.js';
import { whisperBase } from './whisper-base.js';

const WORDS = ['hey_jarvis', 'stop'];
/** Where in the clips of `wake-clips.sh` what is. */
const REPLIES = 6;
const SAYING = [3, 4, 5];
const SHORT = { yes: 0, no: 1, stop: 2 };
const DELAYS = [0.05, 0.1, 0.2, 0.3, 0.4];
const LEVELS = [-5, -10, -15, -20, -25];
const DECAYS = [0.2, 0.35, 0.5];
const SPEECH = -26;
/** Scenes of each kind. */
const EACH = { silent: 100, wake: 50, stop: 50, answer: 40 };
/** Steps of 80 ms written at a time: less than the two seconds after which sound is dropped. */
const STEPS = 20;
/** A word is noticed so much later than it ends at most, in samples. */
const LATE = 1 * MIC_RATE;
const HEARD = ['alone', 'raw', 'left'] as const;
const NAMES = { alone: 'without-reply', raw: 'before', left: 'after' } as const;
const signal = new AbortController().signal;

interface Clip {
  voice: string;
  sound: Sound;
}

/**
 * How our own voice disturbs what is heard beside the loudspeaker, before and after the echo is taken out: what it wakes by
 * itself, and what is heard of somebody who speaks over it or right after it.
 */
export async function benchEcho(): Promise<Row[]> {
  const folder = process.env['JARVIS_WAKE_CLIPS'];
  if (!folder) throw new Error('JARVIS_WAKE_CLIPS names no folder: bench/wake-clips.sh FOLDER makes one.');
  const engine = wakeScores({ micro: WORDS });
  await engine.warm();
  const stt = openWhisper({ folder: whisperBase() });
  const replies = clipsOf(path.join(folder, 'reply'), (text) => text < REPLIES);
  const rows = [
    ...(await silent(engine, replies)),
    ...(await spokenOver(
      'wake',
      'hey_jarvis',
      engine,
      replies,
      clipsOf(path.join(folder, 'hear'), () => true),
    )),
    ...(await spokenOver(
      'stop',
      'stop',
      engine,
      replies,
      clipsOf(path.join(folder, 'short'), (text) => text === SHORT.stop),
    )),
    ...(await answered(stt, replies, path.join(folder, 'short'))),
  ];
  await Promise.all([engine.close(), stt.close()]);
  return rows;
}

/** Nobody speaks: what woke or stopped us was our own voice. */
async function silent(engine: StreamWorker<number[]>, replies: readonly Clip[]): Promise<Row[]> {
  const saying = replies.filter((_, index) => SAYING.includes(index % REPLIES));
  const counts = { raw: 0, left: 0 };
  const softer: number[] = [];
  for (let count = 0; count < EACH.silent; count++) {
    // Half of them say the wake word or "stop".
    const scene = hearScene(sceneOf(count, replies, count % 2 === 0 ? saying : replies));
    for (const kind of ['raw', 'left'] as const) if ((await detections(engine, scene[kind])).length > 0) counts[kind]++;
    softer.push(powerOf(scene.raw, scene.replied) - powerOf(scene.left, scene.replied));
  }
  return [
    share('echo/self-woken-before', counts.raw, EACH.silent, 'of replies that nobody spoke over'),
    share('echo/self-woken-after', counts.left, EACH.silent, 'of them'),
    rowOf('echo/softer', 'dB', softer, 'by which a reply is taken out'),
  ];
}

/** Somebody says a word that is listened for while we speak. */
async function spokenOver(
  name: 'wake' | 'stop',
  word: string,
  engine: StreamWorker<number[]>,
  replies: readonly Clip[],
  said: readonly Clip[],
): Promise<Row[]> {
  const counts = { alone: 0, raw: 0, left: 0 };
  for (let count = 0; count < EACH[name]; count++) {
    const clip = said[(count * 7) % said.length] as Clip;
    const others = replies.filter(({ voice }) => voice !== clip.voice);
    const scene = hearScene({
      ...sceneOf(
        count,
        others,
        others.filter((_, index) => !SAYING.includes(index % REPLIES)),
      ),
      said: { words: clip.sound, into: 0.1 + 0.1 * (count % 5) },
    });
    for (const kind of HEARD) {
      const found = await detections(engine, scene[kind]);
      if (found.some((one) => one.word === word && one.at > scene.from && one.at < scene.to + LATE)) counts[kind]++;
    }
  }
  return HEARD.map((kind) => share(`echo/${name}-over-${NAMES[kind]}`, counts[kind], EACH[name], 'said over a reply'));
}

/** Somebody answers as the reply ends. */
async function answered(stt: SpeechToText, replies: readonly Clip[], folder: string): Promise<Row[]> {
  const answers = {
    yes: clipsOf(folder, (text) => text === SHORT.yes),
    no: clipsOf(folder, (text) => text === SHORT.no),
  };
  const counts = { alone: 0, raw: 0, left: 0 };
  for (let count = 0; count < EACH.answer; count++) {
    const word = count % 2 === 0 ? 'yes' : 'no';
    const clip = answers[word][(count * 5) % answers[word].length] as Clip;
    const others = replies.filter(({ voice }) => voice !== clip.voice);
    const scene = hearScene({
      ...sceneOf(count, others, others),
      said: { words: clip.sound, after: 0.1 * (count % 4) - 0.1 },
    });
    for (const kind of HEARD) {
      const heard = await transcript(stt, scene, kind);
      if (new RegExp(`\\b${word}\\b`, 'i').test(heard)) counts[kind]++;
    }
  }
  return HEARD.map((kind) =>
    share(`echo/answer-${NAMES[kind]}`, counts[kind], EACH.answer, '"yes" or "no" at the end of a reply'),
  );
}

async function transcript(stt: SpeechToText, scene: EchoHeard, kind: (typeof HEARD)[number]): Promise<string> {
  const bytes = (at: number) => Math.max(0, Math.round(at)) * SAMPLE_BYTES;
  const stream = stt.open({ language: 'en', signal });
  // As the room listens after a reply: with the breath before it.
  stream.write(scene[kind].subarray(bytes(scene.from - 0.3 * MIC_RATE), bytes(scene.to + MIC_RATE)));
  return (await stream.finish()).text;
}

/** Delay, level and room by turns, so that each goes with each. */
function sceneOf(count: number, first: readonly Clip[], second: readonly Clip[]): EchoScene {
  return {
    before: (first[(count * 3) % first.length] as Clip).sound,
    reply: (second[(count * 5 + 1) % second.length] as Clip).sound,
    delay: DELAYS[count % DELAYS.length] as number,
    level: SPEECH + (LEVELS[Math.floor(count / DELAYS.length) % LEVELS.length] as number),
    decay: DECAYS[count % DECAYS.length] as number,
    seed: count + 1,
  };
}

/** All words an engine hears in a sound, with the sample at which. */
async function detections(engine: StreamWorker<number[]>, sound: Buffer): Promise<{ word: string; at: number }[]> {
  const detect = detector(
    WORDS.map((word) => ({ word, threshold: microFile(word).cutoff })),
    1,
  );
  const found: { word: string; at: number }[] = [];
  const steps = Math.floor(sound.length / CHUNK_BYTES);
  let heard = 0;
  let next = () => {};
  let failed: Error | undefined;
  const stream = engine.open(
    (scores) => {
      heard++;
      for (const { word } of detect(scores)) found.push({ word, at: (heard * CHUNK_BYTES) / SAMPLE_BYTES });
      next();
    },
    (error) => {
      failed = error;
      next();
    },
  );
  for (let from = 0; from < steps; from += STEPS) {
    const upTo = Math.min(steps, from + STEPS);
    stream.write(sound.subarray(from * CHUNK_BYTES, upTo * CHUNK_BYTES));
    await new Promise<void>((resolve) => {
      next = () => (heard >= upTo || failed) && resolve();
      next();
    });
    if (failed) throw failed;
  }
  stream.close();
  return found;
}

function clipsOf(folder: string, isMeant: (text: number) => boolean): Clip[] {
  return readdirSync(folder)
    .filter((name) => isMeant(Number(/_(\d+)\.wav$/.exec(name)?.[1])))
    .sort()
    .map((name) => {
      const { samples } = parseWav(readFileSync(path.join(folder, name)));
      return { voice: name.split('_100_')[0] ?? '', sound: trimmed(soundOf(samples)) };
    });
}

function powerOf(samples: Buffer, from: number): number {
  let power = 0;
  for (let at = from * SAMPLE_BYTES; at + 1 < samples.length; at += SAMPLE_BYTES) power += samples.readInt16LE(at) ** 2;
  return 10 * Math.log10(power + 1);
}

const share = (name: string, count: number, of: number, note: string): Row => ({
  ...rowOf(name, 'ratio', [count / of], note),
  n: of,
});
