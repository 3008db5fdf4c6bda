import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { openHub } from '../../lib/satellites/hub.js';
import { freePort } from '../free-port.js';
import { packageRoot } from '../package-root.js';
import { peer, until } from './peers.js';

const RATE = 22_050;
const folder = mkdtempSync(path.join(tmpdir(), 'wyoming-satellite-'));
const ends: (() => unknown)[] = [];

/** The real program with a file as its microphone and one as its loudspeaker, and what its event commands were told. */
async function satellite() {
  const port = await freePort();
  const python = path.join(peer('JARVIS_PEERS_DIR'), 'wyoming-satellite/bin/python');
  const [said, told] = ['said.raw', 'told'].map((name) => path.join(folder, name));
  const fixture = path.join(packageRoot(), 'test/fixtures/hey-jarvis.wav');
  const noted = (event: string) => [`--${event}-command`, `sh -c 'echo ${event} $(cat) >>${told}'`];
  const start = (): ChildProcess => {
    const child = spawn(
      python,
      [
        ...['-m', 'wyoming_satellite', '--name', 'hall', '--no-zeroconf', '--uri', `tcp://127.0.0.1:${port}`],
        ...['--mic-command', `sh -c 'while tail -c +45 ${fixture}; do sleep 1; done'`],
        ...['--snd-command', `sh -c 'cat >>${said}'`, '--snd-command-rate', `${RATE}`],
        ...['detection', 'transcript', 'stt-stop'].flatMap(noted),
      ],
      { stdio: 'ignore', detached: true },
    );
    ends.unshift(() => stop(child));
    return child;
  };
  return { port, start, said: `${said}`, told: () => read(`${told}`) };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Kills the program with its microphone and its loudspeaker. */
function stop({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended before.
  }
}

describe('wyoming-satellite', () => {
  after(async () => {
    for (const end of ends) await end();
    rmSync(folder, { recursive: true });
  });

  test('is heard, told of its turn, plays the reply, is cut off, and is found again after it was killed', async () => {
    const { port, start, said, told } = await satellite();
    const first = start();
    const hub = openHub({
      broker: { kind: 'external', url: '', protocol: 4, verify: true },
      linked: [{ site: 'hall', kind: 'wyoming', host: '127.0.0.1', port }],
    });
    ends.push(() => hub.close());
    let bytes = 0;
    hub.on('audio', (_site, samples) => {
      bytes += samples.length;
    });
    await until(() => bytes > 30_000, 'a second of sound');
    hub.setStage('hall', 'listening');
    hub.setStage('hall', 'thinking');
    hub.show('hall', { kind: 'heard', text: 'light on', turn: 't' });
    await until(() => told().includes('transcript light on'), 'the commands of its lights');
    assert.match(told(), /detection.*\nstt-stop\s*\ntranscript light on/);

    const second = Buffer.alloc(RATE * 2, 1);
    await hub.play('hall', { samples: second, rate: RATE }, 'a', new AbortController().signal);
    await until(() => read(said).length > 0 && statSync(said).size === second.length, 'the reply at the loudspeaker');

    const cut = new AbortController();
    const minute = { samples: Buffer.alloc(RATE * 2 * 60, 1), rate: RATE };
    const playing = hub.play('hall', minute, 'b', cut.signal);
    await until(() => statSync(said).size > second.length, 'the beginning of the next');
    cut.abort();
    await assert.rejects(playing, { name: 'AbortError' });

    stop(first);
    bytes = 0;
    start();
    await until(() => bytes > 30_000, 'sound after it came back');
    assert.ok(statSync(said).size < second.length + RATE * 2 * 20, 'the minute was not played');
  });
});
