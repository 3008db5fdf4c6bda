import { monitorEventLoopDelay } from 'node:perf_hooks';
import { CHUNK_BYTES, MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import type { SoundStream } from '../lib/listening/stream-client.js';
import { wakeScores } from '../lib/listening/wake.js';
import { wakeModels } from '../lib/listening/wake-models.js';
import { openHub } from '../lib/satellites/hub.js';
import { freePort } from '../test/free-port.js';

const CHUNK_SECONDS = CHUNK_BYTES / SAMPLE_BYTES / MIC_RATE;

/** What this process saw, as it answers when it is asked to end. */
export interface Seen {
  /** Frames of each site. */
  frames: Record<string, number>;
  /** Seconds of each site's sound that the wake word engine has heard. */
  heard: Record<string, number>;
  /** Delay of the event loop in milliseconds. */
  delay: { p50: number; p99: number; max: number };
  problems: string[];
}

/** Hub and wake word, with the built-in broker where no other is named, in a process of their own: a child of the bench. */
async function main(): Promise<void> {
  const port = Number(process.argv[2]) || (await freePort());
  const words = ['hey_jarvis'];
  const wake = wakeScores(process.env['JARVIS_WAKE'] === 'micro' ? { micro: words } : wakeModels(words));
  await wake.warm();
  const hub = openHub({
    broker: process.argv[2]
      ? { kind: 'external', url: `mqtt://127.0.0.1:${port}`, protocol: 5, verify: true }
      : { kind: 'embedded', host: '127.0.0.1', port },
  });
  const frames: Record<string, number> = {};
  const heard: Record<string, number> = {};
  const streams = new Map<string, SoundStream>();
  const problems: string[] = [];
  const streamOf = (site: string) => {
    const known = streams.get(site);
    if (known) return known;
    const opened = wake.open(
      () => {
        heard[site] = (heard[site] ?? 0) + CHUNK_SECONDS;
      },
      (error) => problems.push(error.message),
    );
    streams.set(site, opened);
    return opened;
  };
  hub.on('audio', (site, samples) => {
    frames[site] = (frames[site] ?? 0) + 1;
    if (site.startsWith('room-')) streamOf(site).write(samples);
  });
  hub.on('problem', (_site, error) => problems.push(error.message));
  hub.on('status', ({ state }) => {
    if (state === 'connected') process.send?.({ port });
  });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('message', (message) => {
    if (message === 'begin') return delay.reset();
    const ms = (nanoseconds: number) => nanoseconds / 1e6;
    const seen: Seen = {
      frames,
      heard,
      delay: { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) },
      problems,
    };
    process.send?.(seen);
  });
}

void main();
