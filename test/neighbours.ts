import assert from 'node:assert/strict';
import { type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { until } from './until.js';

/** No other test's, at a broker that they share. */
const SITE = 'neighbours-study';

/** Two Node-RED at one MQTT broker, and a satellite there that both hear. */
export interface Neighbours {
  /** Wakes both, and says a sentence. Resolves when both have answered it. */
  says(text: string): Promise<void>;
  /** How many turns each has had in the room. */
  turns(): Promise<number[]>;
  /** The words that the broker was told of the room: the satellite's, and those that each instance understood. */
  captured(): number;
  close(): Promise<void>;
}

/** @param url of a broker; without one the first's own is used. */
export async function openNeighbours(url?: string): Promise<Neighbours> {
  const runtimes: Runtime[] = [];
  let satellite: Satellite | undefined;
  const close = async () => {
    await satellite?.close();
    for (const runtime of runtimes) await runtime.stop();
  };
  const join = async (broker?: string) => {
    const env = { JARVIS_MODEL_URL: 'http://127.0.0.1:9', ...(broker && { JARVIS_MQTT_URL: broker }) };
    const runtime = await startRuntime({ env });
    runtimes.push(runtime);
    await runtime.warm();
    return runtime;
  };
  try {
    const first = await join(url);
    const broker = url ?? `mqtt://127.0.0.1:${first.mqttPort}`;
    await join(broker);
    const { port } = new URL(broker);
    const room = await openSatellite(port);
    satellite = room;
    let sounds = 0;
    return {
      async says(text) {
        await room.say('hermes/hotword/hey_jarvis/detected', { siteId: SITE, modelId: 'hey_jarvis' });
        await room.say('hermes/asr/textCaptured', { siteId: SITE, text });
        for (const last = sounds + runtimes.length; sounds < last; ) {
          await room.played(SITE, (await room.hearsSound(SITE, ++sounds)).id);
        }
      },
      turns: () =>
        Promise.all(
          runtimes.map(async (runtime) => (await runtime.turns()).filter(({ site }) => site === SITE).length),
        ),
      captured: () =>
        room.heard.filter(
          ({ topic, payload }) => topic === 'hermes/asr/textCaptured' && JSON.parse(`${payload}`).siteId === SITE,
        ).length,
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/**
 * A sentence is one turn in each, and nothing goes to and fro: the broker keeps the order, so what one had told the other
 * would have begun a turn there before the next sentence did.
 */
export async function oneTurnEach(neighbours: Neighbours): Promise<void> {
  for (const light of ['kitchen', 'hall']) await neighbours.says(`turn on the ${light} light`);
  await until(async () => (await neighbours.turns()).every((count) => count >= 2), 'the turns to be over');
  assert.deepEqual(await neighbours.turns(), [2, 2]);
  assert.equal(neighbours.captured(), 2 * 3);
}
