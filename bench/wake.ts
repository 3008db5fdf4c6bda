import { cpus } from 'node:os';
import { CHUNK_BYTES, MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import type { SoundStream } from '../lib/listening/stream-client.js';
import { wakeScores } from '../lib/listening/wake.js';
import { wakeModels } from '../lib/listening/wake-models.js';
import { type Row, rowOf } from './row.js';

const STREAMS = 25;
const ROUNDS = 20;
/** Less than the two seconds after which a stream that is behind drops sound. */
const STEPS_A_ROUND = 20;
const SECONDS_A_ROUND = (STEPS_A_ROUND * CHUNK_BYTES) / SAMPLE_BYTES / MIC_RATE;

/**
 * What one embedded wake word costs: processor time of the whole process (with handing the sound over) for each second
 * of sound, and from it the streams that one core can hear. 25 streams are written as fast as they are heard.
 */
export async function benchWake(): Promise<Row[]> {
  const engine = wakeScores(wakeModels(['hey_jarvis']));
  await engine.warm();
  const streams: SoundStream[] = [];
  let heard = 0;
  let waiting: { until: number; resolve: () => void; reject: (error: Error) => void } | undefined;
  for (let index = 0; index < STREAMS; index++) {
    streams.push(
      engine.open(
        () => {
          heard++;
          if (waiting && heard >= waiting.until) waiting.resolve();
        },
        (error) => waiting?.reject(error),
      ),
    );
  }
  const noise = Buffer.alloc(CHUNK_BYTES);
  for (let at = 0; at < noise.length; at += 2) noise.writeInt16LE(Math.round(Math.sin(at * at) * 1000), at);

  const round = async (): Promise<number> => {
    const before = process.cpuUsage();
    const all = new Promise<void>((resolve, reject) => {
      waiting = { until: heard + STREAMS * STEPS_A_ROUND, resolve, reject };
    });
    for (let step = 0; step < STEPS_A_ROUND; step++) for (const stream of streams) stream.write(noise);
    await all;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / (STREAMS * SECONDS_A_ROUND);
  };

  await round();
  const costs: number[] = [];
  for (let at = 0; at < ROUNDS; at++) costs.push(await round());
  await engine.close();
  const note = `${STREAMS} streams, one worker, ${cpus()[0]?.model ?? 'unknown processor'}`;
  return [
    rowOf(
      'wake/streams-per-core',
      'streams',
      costs.map((cost) => 1000 / cost),
      note,
    ),
    rowOf('wake/cpu-per-audio-second', 'ms', costs, note),
  ];
}
