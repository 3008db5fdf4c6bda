import { startRuntime } from '../test/runtime.js';
import type { ChatBody } from '../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../test/scripted-model-server/server.js';
import { type Row, rowOf } from './row.js';
import { openSatellite } from './satellite.js';

const RUNS = 7;

/** The scenarios of measuring.md. Weather has no tool of its own yet: the same two calls go through a question of state. */
const SCENARIOS = [
  { name: 'house-command', text: 'turn on the kitchen light' },
  { name: 'small-talk', text: 'good morning, how are you today?' },
  { name: 'memory-question', text: 'what was the name of the film we talked about?' },
  { name: 'weather', text: 'do I need a jacket with the temperature in the garden?' },
  { name: 'two-part', text: 'is it warm in the garden, and what should I wear for a walk?' },
] as const;

const SMALL_TALK =
  'Good morning, sir. All systems are running and the kettle has been behaving itself. Shall I tell you what is on in the house?';
const ANSWER = 'It is fourteen degrees in the garden, so a light jacket will do. The evening will be cooler than that.';

/**
 * End of speech → first sound leaves, through the whole flow as shipped: a real Node-RED, a real MQTT satellite, the embedded
 * voice, and a model server that takes the time of a small model on a small machine (800 prompt tokens/s, 25 answer tokens/s).
 */
export async function benchTurn(): Promise<Row[]> {
  const server = await startScriptedModelServer({ answers: answerTo });
  const runtime = await startRuntime({ env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' } });
  const satellite = await openSatellite(`mqtt://127.0.0.1:${runtime.mqttPort}`, 'kitchen');
  const rows: Row[] = [];
  const overhead: number[] = [];
  try {
    await runtime.warm();
    for (const { name, text } of SCENARIOS) {
      const times: number[] = [];
      const calls: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        const before = server.requests.length;
        const asked = await satellite.ask(text);
        times.push(asked.first);
        const made = server.requests.slice(before).filter(({ path, body }) => path === '/api/chat' && isReply(body));
        calls.push(made.length);
        if (name === 'house-command') overhead.push(asked.first);
      }
      rows.push(rowOf(`turn/${name}`, 'ms', times), rowOf(`turn/${name}/calls`, 'calls', calls));
    }
  } finally {
    satellite.close();
    await runtime.stop();
    await server.close();
  }
  rows.push(rowOf('turn/overhead', 'ms', overhead, 'a house command, voice included: everything in it is ours'));
  return rows;
}

/** Not the warm-up, which only evaluates the prompt's head while the person still speaks. */
function isReply(body: ChatBody): boolean {
  return (body.options?.num_predict ?? 0) > 1;
}

function answerTo(request: ChatBody): {
  text?: string;
  calls?: { name: string; arguments: Record<string, unknown> }[];
} {
  const last = request.messages.at(-1);
  if (last?.role === 'tool') return { text: ANSWER };
  const asked = last?.content ?? '';
  if (/garden/.test(asked)) return { calls: [{ name: 'get_state', arguments: { names: ['garden temperature'] } }] };
  return { text: SMALL_TALK };
}
