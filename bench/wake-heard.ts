import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { levelOf } from '../lib/audio/level.js';
import { CHUNK_BYTES, MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import { pinkNoise } from '../lib/audio/sounds.js';
import { parseWav } from '../lib/audio/wav.js';
import type { SpeechToText, WakeEngine, WakeStream } from '../lib/listening/types.js';
import { openWakeGate } from '../lib/listening/wake-gate.js';
import { wakePhrase } from '../lib/turn/wake-phrase.js';
import { type Row, rowOf } from './row.js';

/** Clips heard at a time. */
export const STREAMS = 4;
/** Silence before and after each clip, in seconds. */
const BEFORE = 1;
const AFTER = 1.5;
/** How much louder than the noise the speech is. */
const NOISE_DB = 10;
/** Loudness of a quiet room (root mean square of 16-bit samples), so that nothing is digital silence. */
const QUIET = 5;
const FULL_SCALE = 32_768;
const HOUR = 3600;

/** What hears wake words, and is asked about those that are heard weakly. */
export interface Ears {
  engine: WakeEngine;
  stt: Pick<SpeechToText, 'says'>;
}

interface Clip {
  /** Who says it: "piper", "espeak", … */
  by: string;
  /** In hundredths of the voice's own. */
  speed: string;
  sound: Buffer;
}

/**
 * How often a room hears the wake word in clips that say it (`said`), and in those that don't (`near`, `other`), each
 * in a quiet room and in pink noise 10 dB below the speech.
 */
export async function benchHeard(prefix: string, ears: Ears, folder: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const place of ['clean', 'noise'] as const) {
    const heardIn = async (kind: string) => {
      const clips = clipsOf(path.join(folder, kind), place === 'noise');
      const heard: boolean[] = [];
      for (let at = 0; at < clips.length; at += STREAMS)
        heard.push(...(await playClips(ears, soundsOf(clips.slice(at, at + STREAMS)))).map(Boolean));
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
    const of = (is: (clip: Clip) => boolean) => said.heard.filter((_, index) => is(said.clips[index] as Clip));
    for (const by of new Set(said.clips.map((clip) => clip.by)))
      share(
        `recall-${by}`,
        of((clip) => clip.by === by),
        'of them',
      );
    for (const speed of new Set(said.clips.map((clip) => clip.speed)))
      share(
        `recall-${speed}`,
        of((clip) => clip.speed === speed),
        `of them at ${speed} % of the speed`,
      );
    share('near-miss', (await heardIn('near')).heard, 'clips of what sounds like it');
    const other = await heardIn('other');
    const hours = other.clips.reduce((sum, { sound }) => sum + sound.length / SAMPLE_BYTES / MIC_RATE, 0) / HOUR;
    const woken = other.heard.filter(Boolean).length;
    rows.push(
      rowOf(`${prefix}accepts-${place}`, 'per hour', [woken / hours], `${woken} in ${hours.toFixed(2)} h of speech`),
    );
  }
  return rows;
}

function clipsOf(folder: string, noisy: boolean): Clip[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.wav'))
    .sort()
    .map((name) => ({
      by: name.split('-')[0] ?? '',
      speed: /_(\d+)_[^_]*$/.exec(name)?.[1] ?? '',
      sound: inRoom(readFileSync(path.join(folder, name)), noisy),
    }));
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

/** Plays sounds into rooms of their own, no faster than they are heard. @returns how often each of them woke its room */
export async function playClips({ engine, stt }: Ears, clips: readonly Buffer[]): Promise<number[]> {
  return Promise.all(
    clips.map(async (sound) => {
      let woken = 0;
      let asked = 0;
      let failed: Error | undefined;
      let stream: WakeStream | undefined;
      const open: WakeEngine['open'] = (...told) => {
        stream = engine.open(...told);
        return stream;
      };
      const gate = openWakeGate({
        engine: { ...engine, open },
        onWake: () => String(++woken),
        onSound() {},
        // Whoever has woken it says no more.
        isListening: () => false,
        async says(_site, word, doubted) {
          asked++;
          return (await stt.says?.(doubted, wakePhrase(word), 'en').finally(() => asked--)) ?? false;
        },
        onError: (error) => {
          failed = error;
        },
      });
      for (let at = 0; at + CHUNK_BYTES <= sound.length; at += CHUNK_BYTES) {
        gate.write('bench', sound.subarray(at, at + CHUNK_BYTES));
        // What is doubted is asked about before the room hears on.
        while (!failed && ((stream?.behind ?? 0) > 0 || asked > 0)) await sleep(1);
        if (failed) throw failed;
      }
      gate.close();
      return woken;
    }),
  );
}
