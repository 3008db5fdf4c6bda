import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { connect } from 'mqtt';
import { packageRoot } from '../package-root.js';
import { peer, until } from '../peers-tests/peers.js';

const run = promisify(execFile);

/** A room with a real Hermes microphone client and a real Hermes speaker client. */
export interface Room {
  /** Speaks a sentence with the Piper peer into the room's microphone, at real-time pace. */
  speak(text: string): Promise<void>;
  /** The satellite wakes by itself. */
  wake(): Promise<void>;
  /** The satellite understood by itself. */
  captured(text: string): Promise<void>;
  /** Both: a turn without the sound of a voice. */
  ask(text: string): Promise<void>;
  /** The next WAV the speaker played that wasn't taken yet. */
  heard(seconds?: number): Promise<Buffer>;
  /** Resolves when nothing is worked on or spoken in it any more. */
  quiet(): Promise<void>;
  /** Forgets what the speaker played. */
  forget(): void;
  stop(): void;
}

/** Opens a room whose clients talk to the broker at `url`. */
export function openRoom(site: string, url: string): Room {
  const folder = mkdtempSync(path.join(tmpdir(), `jarvis-room-${site}-`));
  const here = path.join(packageRoot(), 'test/room');
  const { hostname, port } = new URL(url);
  const broker = ['--host', hostname, '--port', port, '--site-id', site];
  const clients = [
    client('rhasspy-microphone-cli-hermes', [
      ...['--record-command', `python3 ${here}/microphone.py ${folder}`],
      ...['--sample-rate', '16000', '--sample-width', '2', '--channels', '1', ...broker],
    ]),
    client('rhasspy-speakers-cli-hermes', ['--play-command', `${here}/speaker.sh ${folder}`, ...broker]),
  ];
  const satellite = connect(url, { reconnectPeriod: 200 });
  satellite.on('error', () => {
    // The broker is gone for a while: it connects again by itself.
  });
  const tell = async (topic: string, message: object) => {
    await satellite.publishAsync(topic, JSON.stringify({ siteId: site, sessionId: null, ...message }), { qos: 1 });
  };
  let state = '';
  satellite.on('message', (_topic, payload) => {
    state = payload.toString();
  });
  satellite.subscribe(`jarvis/${site}/state`);
  const wake = () => tell('hermes/hotword/hey_jarvis/detected', { modelId: 'hey_jarvis' });
  const captured = (text: string) => tell('hermes/asr/textCaptured', { text, likelihood: 1, seconds: 2 });
  const taken = new Set<string>();
  const played = () =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.wav') && !file.startsWith('say') && !taken.has(file))
      .sort();
  return {
    speak: async (text) => {
      const wav = path.join(folder, 'say.part.wav');
      await run(peer('SAY'), [text, wav]);
      await run('sox', [wav, '-r', '16000', '-c', '1', '-b', '16', '-e', 'signed', path.join(folder, 'say.raw')]);
      renameSync(path.join(folder, 'say.raw'), path.join(folder, 'next.raw'));
    },
    wake,
    captured,
    ask: async (text) => {
      await wake();
      // As a person does: nobody speaks before the room listens.
      await until(() => state === 'listening', `the ${site} to listen`);
      await captured(text);
    },
    heard: async (seconds = 60) => {
      const file = await until(() => played()[0], `something played in the ${site}`, seconds);
      taken.add(file);
      return readFileSync(path.join(folder, file));
    },
    quiet: async () => void (await until(() => ['idle', 'listening'].includes(state), `the ${site} to be quiet`)),
    forget: () => {
      for (const file of played()) taken.add(file);
    },
    stop: () => {
      satellite.end(true);
      for (const process of clients) stopGroup(process);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function client(name: string, args: string[]): ChildProcess {
  // A group of its own: the record command is a child of the client and must go with it.
  return spawn(path.join(peer('HERMES_BIN'), name), args, { stdio: 'ignore', detached: true });
}

function stopGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
