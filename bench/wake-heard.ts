import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { levelOf } from '../lib/audio/level.js';
import { CHUNK_BYTES, MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import { parseWav } from '../lib/audio/wav.js';
import type { StreamWorker } from '../lib/listening/stream-client.js';
import { detector, type WakeJob, wakeScores } from '../lib/listening/wake.js';
import { type Row, rowOf } from './row.js';

/** Clips heard at a time, and steps written at a time: less than the two seconds after which sound is dropped. */
const STREAMS = 8;
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
/** Root mean square of Kellet's filter on uniform noise. */
const PINK_RMS = 1.741;

interface Clip {
  /** Who says it: "piper", "espeak", … */
  by: string;
  sound: Buffer;
}

/**
 * How often an engine hears the wake word in clips that say it (`said`), and in those that don't (`near`, `other`), each
 * in a quiet room and in pink noise 10 dB below the speech.
 */
export async function benchHeard(
  { prefix, job, threshold }: { prefix: string; job: WakeJob; threshold: number },
  folder: string,
): Promise<Row[]> {
  const engine = wakeScores(job);
  await engine.warm();
  const rows: Row[] = [];
  for (const place of ['clean', 'noise'] as const) {
    const heardIn = async (kind: string) => {
      const clips = clipsOf(path.join(folder, kind), place === 'noise');
      const heard: boolean[] = [];
      for (let at = 0; at < clips.length; at += STREAMS)
        heard.push(...(await play(engine, clips.slice(at, at + STREAMS), threshold)));
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

/** Noise of the same power in each octave and of root mean square 1, the same in every run (Paul Kellet's filter). */
function pinkNoise(): () => number {
  const poles = [0.99765, 0.963, 0.57];
  const gains = [0.099046, 0.2965164, 1.0526913];
  const states = [0, 0, 0];
  let seed = 7;
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

/** Plays clips into streams of their own, no faster than they are heard. @returns which of them woke it */
async function play(engine: StreamWorker<number[]>, clips: Clip[], threshold: number): Promise<boolean[]> {
  let heard = 0;
  let waiting: { until: number; resolve: () => void; reject: (error: Error) => void } | undefined;
  const woken = clips.map(() => false);
  const streams = clips.map((_, index) => {
    const detect = detector([{ word: 'hey_jarvis', threshold }], 1);
    return engine.open(
      (scores) => {
        if (detect(scores).length > 0) woken[index] = true;
        heard++;
        if (waiting && heard >= waiting.until) waiting.resolve();
      },
      (error) => waiting?.reject(error),
    );
  });
  const steps = clips.map(({ sound }) => Math.floor(sound.length / CHUNK_BYTES));
  for (let from = 0; from < Math.max(...steps); from += STEPS) {
    const upTo = steps.reduce((sum, count) => sum + Math.min(count, from + STEPS), 0);
    const all = new Promise<void>((resolve, reject) => {
      waiting = { until: upTo, resolve, reject };
    });
    for (const [index, { sound }] of clips.entries())
      for (let step = from; step < Math.min(steps[index] ?? 0, from + STEPS); step++)
        streams[index]?.write(sound.subarray(step * CHUNK_BYTES, (step + 1) * CHUNK_BYTES));
    await all;
  }
  for (const stream of streams) stream.close();
  return woken;
}
