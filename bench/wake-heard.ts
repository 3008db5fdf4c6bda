import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { levelOf } from '../lib/audio/level.js';
import { CHUNK_BYTES, MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import { pinkNoise } from '../lib/audio/sounds.js';
import { parseWav } from '../lib/audio/wav.js';
import type { StreamWorker } from '../lib/listening/stream-client.js';
import { detector, type WakeJob, wakeScores } from '../lib/listening/wake.js';
import { type Row, rowOf } from './row.js';

/** Clips heard at a time, and steps written at a time: less than the two seconds after which sound is dropped. */
export const STREAMS = 8;
const STEPS = 20;
/** Silence before and after each clip, in seconds. */
const BEFORE = 1;
const AFTER = 1.5;
/** How much louder than the noise the speech is. */
const NOISE_DB = 10;
/** Loudness of a quiet room (root mean square of 16-bit samples), so that nothing is digital silence. */
const QUIET = 5;
const FULL_SCALE = 32_768;
const HOUR = 3600;

/** An engine to be heard: its models, and the score from which a word counts. */
export interface Heard {
  prefix: string;
  job: WakeJob;
  threshold: number;
}

interface Clip {
  /** Who says it: "piper", "espeak", … */
  by: string;
  sound: Buffer;
}

/**
 * How often an engine hears the wake word in clips that say it (`said`), and in those that don't (`near`, `other`), each
 * in a quiet room and in pink noise 10 dB below the speech.
 */
export async function benchHeard({ prefix, job, threshold }: Heard, folder: string): Promise<Row[]> {
  const engine = wakeScores(job);
  await engine.warm();
  const rows: Row[] = [];
  for (const place of ['clean', 'noise'] as const) {
    const heardIn = async (kind: string) => {
      const clips = clipsOf(path.join(folder, kind), place === 'noise');
      const heard: boolean[] = [];
      for (let at = 0; at < clips.length; at += STREAMS)
        heard.push(...(await playClips(engine, soundsOf(clips.slice(at, at + STREAMS)), threshold)).map(Boolean));
      return { clips, heard };
    };
    const share = (name: string, heard: boolean[], note: string) =>
      rows.push(
        rowOf(
          `${prefix}${name}-${place}`,
          'ratio',
          [heard.filter(Boolean).length / heard.length],
          `${heard.length} ${note}`,
        ),
      );
    const said = await heardIn('said');
    share('recall', said.heard, 'clips of the wake word');
    for (const by of new Set(said.clips.map((clip) => clip.by)))
      share(
        `recall-${by}`,
        said.heard.filter((_, index) => said.clips[index]?.by === by),
        'of them',
      );
    share('near-miss', (await heardIn('near')).heard, 'clips of what sounds like it');
    const other = await heardIn('other');
    const hours = other.clips.reduce((sum, { sound }) => sum + sound.length / SAMPLE_BYTES / MIC_RATE, 0) / HOUR;
    const woken = other.heard.filter(Boolean).length;
    rows.push(
      rowOf(`${prefix}accepts-${place}`, 'per hour', [woken / hours], `${woken} in ${hours.toFixed(2)} h of speech`),
    );
  }
  await engine.close();
  return rows;
}

function clipsOf(folder: string, noisy: boolean): Clip[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.wav'))
    .sort()
    .map((name) => ({ by: name.split('-')[0] ?? '', sound: inRoom(readFileSync(path.join(folder, name)), noisy) }));
}

/** A clip with silence around it, and noise over all of it. */
function inRoom(wav: Buffer, noisy: boolean): Buffer {
  const { samples } = parseWav(wav);
  const silence = (seconds: number) => Buffer.alloc(seconds * MIC_RATE * SAMPLE_BYTES);
  const sound = Buffer.concat([silence(BEFORE), samples, silence(AFTER)]);
  const loudness = noisy ? FULL_SCALE * 10 ** ((levelOf(samples) - NOISE_DB) / 20) : QUIET;
  const noise = pinkNoise();
  for (let at = 0; at + 1 < sound.length; at += SAMPLE_BYTES) {
    const mixed = Math.round(sound.readInt16LE(at) + loudness * noise());
    sound.writeInt16LE(Math.max(-32_768, Math.min(32_767, mixed)), at);
  }
  return sound;
}

const soundsOf = (clips: Clip[]) => clips.map(({ sound }) => sound);

/** Plays sounds into streams of their own, no faster than they are heard. @returns how often each of them woke it */
export async function playClips(
  engine: StreamWorker<number[]>,
  clips: readonly Buffer[],
  threshold: number,
): Promise<number[]> {
  let heard = 0;
  let waiting: { until: number; resolve: () => void; reject: (error: Error) => void } | undefined;
  const woken = clips.map(() => 0);
  const streams = clips.map((_, index) => {
    const detect = detector([{ word: 'hey_jarvis', threshold }], 1);
    return engine.open(
      (scores) => {
        woken[index] = (woken[index] ?? 0) + detect(scores).length;
        heard++;
        if (waiting && heard >= waiting.until) waiting.resolve();
      },
      (error) => waiting?.reject(error),
    );
  });
  const steps = clips.map((sound) => Math.floor(sound.length / CHUNK_BYTES));
  for (let from = 0; from < Math.max(...steps); from += STEPS) {
    const upTo = steps.reduce((sum, count) => sum + Math.min(count, from + STEPS), 0);
    const all = new Promise<void>((resolve, reject) => {
      waiting = { until: upTo, resolve, reject };
    });
    for (const [index, sound] of clips.entries())
      for (let step = from; step < Math.min(steps[index] ?? 0, from + STEPS); step++)
        streams[index]?.write(sound.subarray(step * CHUNK_BYTES, (step + 1) * CHUNK_BYTES));
    await all;
  }
  for (const stream of streams) stream.close();
  return woken;
}
