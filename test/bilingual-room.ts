import { MIC_RATE } from '../lib/audio/pcm.js';
import { wavOf } from '../lib/audio/wav.js';
import { chunks, silence } from '../lib/listening/samples.test.helper.js';
import type { TraceRecord } from '../lib/turn/trace.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { until } from './until.js';

const SETTINGS = JSON.stringify({ kitchen: { language: 'en, de' } });

/** The shipped flow, where English and German are spoken in the kitchen. */
const bilingual = (flow: FlowNode[]) =>
  flow.map((node) =>
    node.type === 'jarvis-satellites' ? { ...node, areas: '{"kitchen": "Kitchen"}', settings: SETTINGS } : node,
  );

/** The kitchen in it, with a satellite. @param env says what hears */
export async function openBilingualRoom(env: Record<string, string>) {
  const runtime = await startRuntime({ change: bilingual, env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9', ...env } });
  try {
    await runtime.warm();
    const satellite = await openSatellite(runtime.mqttPort);
    return {
      answered: (sound: Buffer) => answered(runtime, satellite, sound),
      async close() {
        await satellite.close();
        await runtime.stop();
      },
    };
  } catch (thrown) {
    await runtime.stop();
    throw thrown;
  }
}

/** Wakes the kitchen and says something there; what it answers, in words. */
async function answered(runtime: Runtime, satellite: Satellite, sound: Buffer): Promise<string> {
  const called = async () => {
    const isCall = ({ site, spans }: TraceRecord) => site === 'kitchen' && spans.some(({ by }) => by === 'satellite');
    return (await runtime.turns()).find(isCall)?.id;
  };
  const answers = () => satellite.heard.filter(({ topic }) => topic === 'jarvis/kitchen/spoken');
  const [before, count, sounds] = [await called(), answers().length, satellite.sounds('kitchen')];
  await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId: 'kitchen', modelId: 'hey_jarvis' });
  await until(async () => (await called()) !== before, 'the kitchen to listen');
  const heard = Buffer.concat([sound, silence(2)]);
  for (const samples of chunks(heard)) {
    await satellite.say('hermes/audioServer/kitchen/audioFrame', wavOf({ samples, rate: MIC_RATE }));
    // No satellite may send more than two seconds of sound a second.
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  await until(() => answers().length > count, 'the answer');
  const { id } = await satellite.hearsSound('kitchen', sounds + 1);
  await satellite.played('kitchen', id);
  return String(answers().at(-1)?.payload);
}
