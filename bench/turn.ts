import { startRuntime } from '../test/runtime.js';
import type { ChatBody } from '../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../test/scripted-model-server/server.js';
import { asDocumented } from './documented.js';
import { benchFirstCommand } from './first-command.js';
import { type Row, rowOf } from './row.js';
import { openSatellite } from './satellite.js';

const RUNS = 7;
/** Runs of the wiring as documented, which is slow; each asks in other words, or the router would remember its pick. */
const WAYS = ['', ', please', ', sir'];

/** The scenarios. Weather has no tool of its own yet: the same two calls go through a question of state. */
const SCENARIOS = [
  { name: 'house-command', text: 'turn on the kitchen light' },
  { name: 'small-talk', text: 'good morning, how are you today?' },
  { name: 'memory-question', text: 'what was the name of the film we talked about?' },
  { name: 'weather', text: 'do I need a jacket with the temperature in the garden?' },
  { name: 'two-part', text: 'is it warm in the garden, and what should I wear for a walk?' },
] as const;

const SMALL_TALK =
  'Good morning, sir. All systems are running and the kettle has been behaving itself. Shall I tell you what is on in the house?';
/** True of the demo house: an answer that isn't is taken back. */
const ANSWER = 'It is 12.3 degrees in the garden, so a light jacket will do. The evening will be cooler than that.';
const DONE = 'The kitchen light is on, sir.';

/**
 * End of speech → first sound leaves, through the whole flow: a real Node-RED, a real MQTT satellite, the embedded
 * voice, and a model server that takes the time of a small model on a small machine (800 prompt tokens/s, 25 answer tokens/s).
 * The flow as shipped, and in rows of their own (`…/documented`) the flow wired step by step, as example 06 has it.
 */
export async function benchTurn(): Promise<Row[]> {
  const shipped = await measured(Array<string>(RUNS).fill(''), '');
  const documented = await measured(WAYS, '/documented', asDocumented);
  const [overhead] = shipped.filter(({ name }) => name === 'turn/house-command');
  const note = 'a house command, voice included: everything in it is ours';
  const first = await benchFirstCommand();
  return [...shipped, ...(overhead ? [{ ...overhead, name: 'turn/overhead', note }] : []), ...first, ...documented];
}

async function measured(endings: readonly string[], kind: string, change?: typeof asDocumented): Promise<Row[]> {
  const server = await startScriptedModelServer({ answers: answerTo });
  const env = { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' };
  const runtime = await startRuntime({ env, ...(change && { change }) });
  const satellite = await openSatellite(`mqtt://127.0.0.1:${runtime.mqttPort}`, 'kitchen');
  const rows: Row[] = [];
  try {
    await runtime.warm();
    for (const { name, text } of SCENARIOS) {
      const times: number[] = [];
      const calls: number[] = [];
      for (const ending of endings) {
        const before = server.requests.length;
        const asked = await satellite.ask(text + ending);
        times.push(asked.first);
        const made = server.requests.slice(before).filter(({ path, body }) => path === '/api/chat' && isReply(body));
        calls.push(made.length);
      }
      rows.push(rowOf(`turn/${name}${kind}`, 'ms', times), rowOf(`turn/${name}${kind}/calls`, 'calls', calls));
    }
  } finally {
    satellite.close();
    await runtime.stop();
    await server.close();
  }
  return rows;
}

/** What router and planner make of the scenarios that need a tool. */
const STEPS = [
  { about: /garden/, tool: 'get_state', values: "names=['garden temperature']" },
  { about: /turn on/, tool: 'control_device', values: "action='turn_on' names=['kitchen light']" },
];

/** Not the warm-up, which only evaluates the prompt's head while the person still speaks. */
function isReply(body: ChatBody): boolean {
  return (body.options?.num_predict ?? 0) > 1;
}

function answerTo(request: ChatBody): {
  text?: string;
  calls?: { name: string; arguments: Record<string, unknown> }[];
} {
  const last = request.messages.at(-1);
  const rules = request.messages[0]?.content ?? '';
  const wanted = /Request: (.*)/.exec(last?.content ?? '')?.[1] ?? '';
  const step = STEPS.find(({ about }) => about.test(wanted));
  if (/^You choose the tools/.test(rules)) return { text: step?.tool ?? 'none' };
  if (/^You plan how/.test(rules)) return { text: `${step ? `${step.tool} ${step.values}\n` : ''}Reply to the user.` };
  if (last?.role === 'tool') return { text: /kitchen light/i.test(last.content) ? DONE : ANSWER };
  const asked = last?.content ?? '';
  if (/garden/.test(asked)) return { calls: [{ name: 'get_state', arguments: { names: ['garden temperature'] } }] };
  return { text: SMALL_TALK };
}
