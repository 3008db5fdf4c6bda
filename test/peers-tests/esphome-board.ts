import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import type { Pcm } from '../../lib/audio/pcm.js';
import { packageRoot } from '../package-root.js';
import { peer, until } from './peers.js';

const run = promisify(execFile);
/** Samples per second of a recording. */
const RATE = 16_000;
/** What test/peers/env.sh and bench.sh bring up, by name. */
export const BOARDS = {
  kitchen: 'kitchen',
  den: 'den:encrypted',
  loft: 'loft:encrypted',
  atom: 'atom:echo',
  shelf: 'shelf:echo:encrypted',
};
export type BoardName = keyof typeof BOARDS;

/** A simulated board with ESPHome's own firmware: its microphone, loudspeaker, button and power. */
export interface Board {
  readonly address: { host: string; port: number; key?: string };
  /** Says one of the peer's recordings into the microphone. */
  say(...words: string[]): Promise<void>;
  /** Plays a WAV into the microphone, as loud as it is. */
  play(file: string): Promise<void>;
  press(how?: 'single' | 'long'): Promise<void>;
  /** What the microphone hears or the loudspeaker plays from now on, as it comes: 16 kHz. @returns ends it */
  tap(where: 'mic' | 'speaker', each: (samples: Buffer) => void): Promise<() => void>;
  /** What the loudspeaker plays, from now on. @returns gives it when half a second of silence has come after its call */
  record(): Promise<() => Promise<Pcm>>;
  /** What the firmware has logged until now. */
  log(): string;
  /** Tells whether the firmware logs something from now on. */
  logging(): (text: string) => boolean;
  /** As a power cut. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export function board(name: BoardName): Board {
  const folder = path.join(peer('JARVIS_PEERS_DIR'), 'run-esphome-satellite');
  const scripts = path.join(packageRoot(), 'test/peers/esphome-satellite');
  const script = (file: string, ...more: string[]) => run('bash', [path.join(scripts, file), folder, ...more]);
  const read = (file: string) => readFileSync(path.join(folder, name, file), 'utf8').trim();
  const tap: Board['tap'] = async (where, each) => {
    const from = ['--raw', `--device=${name}_${where}.monitor`, `--rate=${RATE}`, '--channels=1', '--format=s16le'];
    const env = { ...process.env, PULSE_SERVER: `unix:${path.join(folder, 'pulse/native')}` };
    const child = spawn('parec', [...from, '--latency-msec=20'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    // It gives silence too: with the first of it everything is heard.
    let isOpen = false;
    child.stdout.on('data', (part: Buffer) => {
      isOpen = true;
      each(part);
    });
    await until(() => isOpen, `the ${where}`);
    return () => void child.kill();
  };
  return {
    get address() {
      const address = { host: '127.0.0.1', port: Number(read('port')) };
      return existsSync(path.join(folder, name, 'key')) ? { ...address, key: read('key') } : address;
    },
    async say(...words) {
      for (const file of words) await script('say.sh', name, path.join(scripts, 'speech', `${file}.wav`), '-3');
    },
    play: async (file) => void (await script('say.sh', name, file)),
    press: async (how = 'single') => void (await script('press.sh', name, how)),
    tap,
    async record() {
      const parts: Buffer[] = [];
      const end = await tap('speaker', (part) => parts.push(part));
      return async () => {
        const from = Buffer.concat(parts).length;
        const isSilent = (tail: Buffer) => tail.length >= RATE && tail.subarray(-RATE).every((byte) => byte === 0);
        await until(() => isSilent(Buffer.concat(parts).subarray(from)), 'the loudspeaker to be silent');
        end();
        return { samples: Buffer.concat(parts), rate: RATE };
      };
    },
    log: () => stripVTControlCharacters(read('firmware.log')),
    logging() {
      const from = read('firmware.log').length;
      return (text) => read('firmware.log').includes(text, from);
    },
    async kill() {
      const group = Number(read('pid'));
      process.kill(-group, 'SIGKILL');
      // Until it is reaped it has its number still.
      rmSync(path.join(folder, name, 'pid'));
    },
    start: async () => void (await script('up.sh', BOARDS[name])),
  };
}

/** A tone, 22,050 samples a second. */
export function tone(hertz: number, seconds: number): Pcm {
  const rate = 22_050;
  const samples = Buffer.alloc(2 * Math.round(seconds * rate));
  for (let at = 0; at < samples.length / 2; at++) {
    samples.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * hertz * at) / rate)), 2 * at);
  }
  return { samples, rate };
}

/** In which twentieths of a second of a recording a tone is loud (Goertzel's filter). */
export function loudIn({ samples, rate }: Pcm, hertz: number): number[] {
  const step = rate / 20;
  const k = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  const loud: number[] = [];
  for (let block = 0; (block + 1) * step * 2 <= samples.length; block++) {
    let [last, before] = [0, 0];
    for (let at = block * step; at < (block + 1) * step; at++) {
      [last, before] = [samples.readInt16LE(2 * at) + k * last - before, last];
    }
    const power = Math.sqrt(Math.max(0, last * last + before * before - k * last * before)) / (step / 2);
    if (power > 1_000) loud.push(block);
  }
  return loud;
}

/** The loudest sample of a recording. */
export function loudest({ samples }: Pcm): number {
  let most = 0;
  for (let at = 0; at + 1 < samples.length; at += 2) most = Math.max(most, Math.abs(samples.readInt16LE(at)));
  return most;
}
