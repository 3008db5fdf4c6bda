import { openPage } from '../test/page.js';
import { startRuntime } from '../test/runtime.js';
import { until } from '../test/until.js';
import { type Row, rowOf } from './row.js';
import { openSatellite } from './satellite.js';

const COMMAND = 'turn on the kitchen light';
/** Starts of Node-RED for each way to ask. */
const STARTS = 4;

/** The first command of a fresh process, right after "Listening": typed on the page, and understood by a satellite. */
export async function benchFirstCommand(): Promise<Row[]> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) times.push(await firstOf(typed), await firstOf(spoken));
  const note = 'end of speech or Enter → first sound leaves, embedded voice; a fresh Node-RED each';
  return [rowOf('turn/first-command', 'ms', times, note)];
}

type Runtime = Awaited<ReturnType<typeof startRuntime>>;

async function firstOf(ask: (runtime: Runtime) => Promise<number>): Promise<number> {
  const runtime = await startRuntime();
  try {
    return await ask(runtime);
  } finally {
    await runtime.stop();
  }
}

async function typed(runtime: Runtime): Promise<number> {
  const page = await openPage(runtime.url, 'browser-0000000a', 'kitchen');
  await runtime.warm();
  const asked = performance.now();
  page.send({ type: 'text', text: COMMAND });
  await until(() => page.sound() > 0, 'the first sound');
  const first = performance.now() - asked;
  await page.close();
  return first;
}

async function spoken(runtime: Runtime): Promise<number> {
  const satellite = await openSatellite(`mqtt://127.0.0.1:${runtime.mqttPort}`, 'kitchen');
  await runtime.warm();
  const { first } = await satellite.ask(COMMAND, 0);
  satellite.close();
  return first;
}
