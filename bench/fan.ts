import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Seen } from './fan-hub.js';
import { residentMegabytes } from './resident.js';
import { type Row, rowOf } from './row.js';

const ROOMS = 50;

/**
 * Fifty rooms stream through the built-in broker, beside a client that subscribes to all and reads nothing, and one that
 * floods. The broker and the hub are one process, each kind of client another.
 * @param seconds how long
 */
export async function benchFan(seconds: number): Promise<Row[]> {
  const children: ChildProcess[] = [];
  const start = (file: string, ...args: string[]) => {
    const child = fork(path.join(__dirname, file), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    children.push(child);
    return child;
  };
  const told = async (child: ChildProcess) => (await once(child, 'message'))[0];
  try {
    const hub = start('fan-hub.js');
    const { port } = (await told(hub)) as { port: number };
    const url = `mqtt://127.0.0.1:${port}`;
    for (const kind of ['stalled', 'flooding']) await told(start('fan-satellites.js', kind, url));
    const rooms = start('fan-satellites.js', 'rooms', url, String(ROOMS), String(seconds));
    await told(rooms);
    hub.send('begin');
    const megabytes: number[] = [];
    const timer = setInterval(() => megabytes.push(residentMegabytes(hub.pid ?? 0)), 1000);
    const { sent } = (await told(rooms)) as { sent: number };
    clearInterval(timer);
    // What is still under way arrives.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    hub.send('end');
    const { frames, delay, problems } = (await told(hub)) as Seen;
    const lost = Array.from({ length: ROOMS }, (_, at) => sent - (frames[`room-${at}`] ?? 0));
    const what = `${ROOMS} rooms for ${seconds} s beside a stalled and a flooding client`;
    return [
      rowOf('fan/frames-lost', 'frames', lost, `${what}; ${sent} frames each; ${problems.length} problems told`),
      {
        ...rowOf('fan/loop-delay', 'ms', [delay.p50]),
        p95: Math.round(delay.p99 * 1000) / 1000,
        n: ROOMS * sent,
        note: `the second figure is p99, the longest ${delay.max.toFixed(1)} ms`,
      },
      rowOf('fan/rss', 'MB', megabytes, 'broker and hub in a process of their own'),
    ];
  } finally {
    for (const child of children) child.kill();
  }
}
