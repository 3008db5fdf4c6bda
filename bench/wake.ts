import { cpus } from 'node:os';
import { CHUNK_BYTES, MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import type { SoundStream } from '../lib/listening/stream-client.js';
import type { WakeEngine } from '../lib/listening/types.js';
import { openEmbeddedMicroWake, openEmbeddedWake, type WakeJob, wakeScores } from '../lib/listening/wake.js';
import { wakeModels } from '../lib/listening/wake-models.js';
import { openWhisper } from '../lib/listening/whisper.js';
import { type Row, rowOf } from './row.js';
import { benchHeard } from './wake-heard.js';
import { benchHours } from './wake-hours.js';
import { whisperBase } from './whisper-base.js';

const PROCESSOR = cpus()[0]?.model ?? 'unknown processor';
const STREAMS = 25;
const ROUNDS = 20;
/** Less than the two seconds after which a stream that is behind drops sound. */
const STEPS_A_ROUND = 20;
const SECONDS_A_ROUND = (STEPS_A_ROUND * CHUNK_BYTES) / SAMPLE_BYTES / MIC_RATE;

interface Engine {
  prefix: string;
  job: WakeJob;
  open: () => WakeEngine;
}

const openWakeWord = (prefix: string, word: string): Engine => ({
  prefix,
  job: wakeModels([word]),
  open: () => openEmbeddedWake({ words: [word] }),
});
/** openWakeWord's graphs, and microWakeWord's models in plain TypeScript, for the same word. */
const ENGINES: Engine[] = [
  openWakeWord('wake/', 'hey_jarvis'),
  {
    prefix: 'wake/micro-',
    job: { micro: ['hey_jarvis'] },
    open: () => openEmbeddedMicroWake({ words: ['hey_jarvis'] }),
  },
];

/**
 * What a wake word costs by each engine, and how well a room hears it (embedded Whisper is asked where the engine doubts): in the clips of `wake-clips.sh` (JARVIS_WAKE_CLIPS), in
 * hours of generated sound (JARVIS_WAKE_HOURS); also by a head of one's own for it (JARVIS_WAKE_HEAD, an .onnx file).
 */
export async function benchWake(): Promise<Row[]> {
  const folder = process.env['JARVIS_WAKE_CLIPS'];
  const hours = Number(process.env['JARVIS_WAKE_HOURS']) || 0;
  const own = process.env['JARVIS_WAKE_HEAD'];
  const rows: Row[] = [];
  const stt = openWhisper({ folder: whisperBase() });
  if (folder || hours > 0) await stt.warm();
  for (const { prefix, job, open } of own ? [openWakeWord('wake/own-', own), ...ENGINES] : ENGINES) {
    rows.push(...(await benchCost(prefix, job)));
    const engine = open();
    if (folder) rows.push(...(await benchHeard(prefix, { engine, stt }, folder)));
    if (hours > 0) rows.push(...(await benchHours(prefix, { engine, stt }, hours)));
    await engine.close();
  }
  await stt.close();
  return rows;
}

/**
 * What one embedded wake word costs: processor time of the whole process (with handing the sound over) for each second
 * of sound, and from it the streams that one core can hear. 25 streams are written as fast as they are heard.
 */
async function benchCost(prefix: string, job: WakeJob): Promise<Row[]> {
  const engine = wakeScores(job);
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
  const note = `${STREAMS} streams, one worker, ${PROCESSOR}`;
  const heardAtOnce = costs.map((cost) => 1000 / cost);
  return [
    rowOf(`${prefix}streams-per-core`, 'streams', heardAtOnce, note),
    rowOf(`${prefix}cpu-per-audio-second`, 'ms', costs, note),
  ];
}
