import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openHub } from '../lib/satellites/hub.js';
import { freePort } from '../test/free-port.js';

/** What this process saw, as it answers when it is asked to end. */
export interface Seen {
  /** Frames of each site. */
  frames: Record<string, number>;
  /** Delay of the event loop in milliseconds. */
  delay: { p50: number; p99: number; max: number };
  problems: string[];
}

/** Broker and hub in a process of their own, as a child of the bench. */
async function main(): Promise<void> {
  const port = await freePort();
  const hub = openHub({ broker: { kind: 'embedded', host: '127.0.0.1', port } });
  const frames: Record<string, number> = {};
  const problems: string[] = [];
  hub.on('audio', (site) => {
    frames[site] = (frames[site] ?? 0) + 1;
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
      delay: { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) },
      problems,
    };
    process.send?.(seen);
  });
}

void main();
