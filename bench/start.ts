import { startRuntime } from '../test/runtime.js';
import { residentMegabytes } from './resident.js';
import { type Row, rowOf } from './row.js';
import { openSatellite } from './satellite.js';

const RUNS = 5;

/** Process start → a satellite's sound is listened to; resident memory with one satellite, embedded wake word and voice. */
export async function benchStart(): Promise<Row[]> {
  const seconds: number[] = [];
  const megabytes: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now();
    const runtime = await startRuntime();
    const satellite = await openSatellite(`mqtt://127.0.0.1:${runtime.mqttPort}`, 'kitchen');
    // Listening: the engines are warm. They are when what follows a wake is answered with sound.
    await runtime.warm();
    seconds.push((performance.now() - started) / 1000);
    await satellite.ask('turn on the kitchen light');
    satellite.speakSilence(5);
    await new Promise((resolve) => setTimeout(resolve, 5000));
    megabytes.push(residentMegabytes(runtime.pid));
    satellite.close();
    await runtime.stop();
  }
  return [
    rowOf(
      'start/listening',
      's',
      seconds,
      'Node-RED with the flow as shipped, wake word, voice activity and voice loaded',
    ),
    rowOf(
      'start/rss',
      'MB',
      megabytes,
      'one MQTT satellite, embedded wake word and espeak voice; no speech-to-text model',
    ),
  ];
}
