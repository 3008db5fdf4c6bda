import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '../test/free-port.js';
import type { Seen } from './fan-hub.js';
import { residentMegabytes } from './resident.js';
import { type Row, rowOf } from './row.js';

const ROOMS = 50;

/**
 * Fifty rooms stream into the hub and the wake word engine behind it, which are one process with the built-in broker; each kind of
 * client is another. Beside them, a client subscribes to all and reads nothing; another floods the built-in broker.
 * @param seconds how long
 * @param broker "mosquitto" instead of the built-in one
 */
export async function benchFan(seconds: number, broker?: string): Promise<Row[]> {
  const children: ChildProcess[] = [];
  const start = (file: string, ...args: string[]) => {
    const child = fork(path.join(__dirname, file), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    children.push(child);
    return child;
  };
  const told = async (child: ChildProcess) => (await once(child, 'message'))[0];
  try {
    const external = broker === undefined ? [] : [String(await freePort())];
    if (broker !== undefined) children.push(spawn(broker, ['-p', ...external], { stdio: 'ignore' }));
    const hub = start('fan-hub.js', ...external);
    const { port } = (await told(hub)) as { port: number };
    const url = `mqtt://127.0.0.1:${port}`;
    const guests = broker === undefined ? ['stalled', 'flooding'] : ['stalled'];
    for (const kind of guests) await told(start('fan-satellites.js', kind, url));
    const rooms = start('fan-satellites.js', 'rooms', url, String(ROOMS), String(seconds));
    await told(rooms);
    hub.send('begin');
    const megabytes: number[] = [];
    const timer = setInterval(() => megabytes.push(residentMegabytes(hub.pid ?? 0)), 1000);
    const { sent, sound } = (await told(rooms)) as { sent: number; sound: number };
    clearInterval(timer);
    // What is still under way arrives.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    hub.send('end');
    const { frames, heard, delay, problems } = (await told(hub)) as Seen;
    const lost = Array.from({ length: ROOMS }, (_, at) => sent - (frames[`room-${at}`] ?? 0));
    const unheard = Array.from({ length: ROOMS }, (_, at) => sound - (heard[`room-${at}`] ?? 0));
    const what = `${ROOMS} rooms for ${seconds} s by ${broker ?? 'the built-in broker'} beside one client ${guests.join(', one ')}`;
    return [
      rowOf('fan/frames-lost', 'frames', lost, `${what}; ${sent} frames each; ${problems.length} problems told`),
      rowOf(
        'fan/unheard',
        's',
        unheard,
        'of sound that the wake word engine has not heard; less than a step of 80 ms is none',
      ),
      {
        ...rowOf('fan/loop-delay', 'ms', [delay.p50]),
        p95: Math.round(delay.p99 * 1000) / 1000,
        n: ROOMS * sent,
        note: `the second figure is p99, the longest ${delay.max.toFixed(1)} ms`,
      },
      rowOf('fan/rss', 'MB', megabytes, 'hub and wake word, and the built-in broker, in a process of their own'),
    ];
  } finally {
    for (const child of children) child.kill();
  }
}
