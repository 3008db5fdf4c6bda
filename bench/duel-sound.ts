import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import { resampled } from '../lib/audio/resample.js';
import { type Sound, soundOf, trimmed } from '../lib/audio/sounds.js';
import { parseWav, wavOf } from '../lib/audio/wav.js';
import type { Board } from '../test/peers-tests/esphome-board.js';
import { peer } from '../test/peers-tests/peers.js';
import { sceneUnder } from './conditions.js';

const run = promisify(execFile);
/** Whoever has called waits until the device has sounded, in seconds. */
const PAUSE = 1;
/** A sample from which on a reply is audible, about -46 dBFS: what filters ring before it isn't. */
const AUDIBLE = 164;

/** A command in a quiet room, as a WAV, and when its last word ends in it: in ms. */
export interface Spoken {
  file: string;
  end: number;
}

/** What goes through a board's microphone and loudspeaker; times in ms of `performance.now()`. */
export interface BoardSound {
  /** When its microphone first heard anything. */
  began(): number | undefined;
  /** When its loudspeaker was first audible after a moment. */
  audibleAfter(time: number): number | undefined;
  close(): void;
}

/** Has the peers' voice say the wake word and the command behind it. @param folder where the WAV is put */
export async function spokenCommand(wake: Sound, text: string, folder: string, seed: number): Promise<Spoken> {
  const command = await saidWords(text, folder);
  const words = new Float32Array(wake.length + PAUSE * MIC_RATE + command.length);
  words.set(wake);
  words.set(command, words.length - command.length);
  const { sound, to } = sceneUnder({}, words, [], seed);
  const file = path.join(folder, `${seed}.wav`);
  writeFileSync(file, wavOf({ samples: sound, rate: MIC_RATE }));
  return { file, end: (to / MIC_RATE) * 1000 };
}

/** Words by the peers' voice, from the first to the last. */
export async function saidWords(text: string, folder: string): Promise<Sound> {
  const file = path.join(folder, 'words.wav');
  await run(peer('SAY'), [text, file]);
  return trimmed(soundOf((await resampled(parseWav(readFileSync(file)))).samples));
}

export async function soundAt(board: Board): Promise<BoardSound> {
  const heard: number[] = [];
  const played: number[] = [];
  const ends = await Promise.all([
    board.tap('mic', (samples) => note(heard, samples, 1)),
    board.tap('speaker', (samples) => note(played, samples, AUDIBLE)),
  ]);
  return {
    began: () => heard[0],
    audibleAfter: (time) => played.find((at) => at > time),
    close: () => ends.forEach((end) => void end()),
  };
}

/** Notes when the first sample of a piece that is so loud was there; the last of it is there now. */
function note(times: number[], samples: Buffer, least: number): void {
  const now = performance.now();
  const count = Math.floor(samples.length / SAMPLE_BYTES);
  for (let at = 0; at < count; at++) {
    if (Math.abs(samples.readInt16LE(at * SAMPLE_BYTES)) < least) continue;
    times.push(now - ((count - at) / MIC_RATE) * 1000);
    return;
  }
}
