import { startRuntime } from '../test/runtime.js';
import { render, sharedPrefix, tokens } from '../test/scripted-model-server/engine.js';
import type { ChatBody } from '../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../test/scripted-model-server/server.js';
import { type Row, rowOf } from './row.js';
import { openSatellite } from './satellite.js';

/** Conversations of two turns, each in a room of its own: small talk and questions that need a tool, in any order. */
const CONVERSATIONS = [
  {
    site: 'kitchen',
    first: 'good morning, how are you today?',
    second: 'and what should I wear for a walk in the garden?',
  },
  { site: 'study', first: 'what was the name of the film we talked about?', second: 'who was in it?' },
  { site: 'attic', first: 'is it warm in the garden?', second: 'and should I wear a jacket in the garden?' },
  { site: 'porch', first: 'do I need a jacket in the garden?', second: 'thank you, and what shall I cook today?' },
  { site: 'loft', first: 'tell me something about lighthouses', second: 'how old are they?' },
] as const;

/**
 * The share of a second turn's prompts (all its calls) that is a prefix of the call before of the same context, through
 * the whole flow as shipped: what a model server with a cache needn't evaluate again.
 */
export async function benchPrefix(): Promise<Row[]> {
  const server = await startScriptedModelServer({ answers: answerTo });
  const runtime = await startRuntime({ env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' } });
  const shares: number[] = [];
  try {
    await runtime.warm();
    for (const { site, first, second } of CONVERSATIONS) {
      const satellite = await openSatellite(`mqtt://127.0.0.1:${runtime.mqttPort}`, site);
      const replies = () => server.requests.filter(({ path, body }) => path === '/api/chat' && isReply(body));
      const before = replies().length;
      await satellite.ask(first);
      const between = replies().length;
      await satellite.ask(second);
      satellite.close();
      const prompts = replies().map(({ body }) => tokens(render(body)));
      if (between === before || prompts.length === between) throw new Error('a turn was answered without the model');
      let shared = 0;
      let all = 0;
      for (let at = between; at < prompts.length; at++) {
        shared += sharedPrefix(prompts[at - 1] ?? [], prompts[at] ?? []);
        all += prompts[at]?.length ?? 0;
      }
      shares.push(shared / all);
    }
  } finally {
    await runtime.stop();
    await server.close();
  }
  return [
    rowOf('prefix/second-turn', 'ratio', shares, 'all reply calls of a second turn, each against the one before it'),
  ];
}

/** Not the warm-up, which only evaluates the prompt's head while the person still speaks. */
function isReply(body: ChatBody): boolean {
  return body.messages.length > 0 && (body.options?.num_predict ?? 0) > 1;
}

function answerTo(request: ChatBody): {
  text?: string;
  calls?: { name: string; arguments: Record<string, unknown> }[];
} {
  const last = request.messages.at(-1);
  if (last?.role === 'tool') return { text: 'It is 12.3 degrees in the garden, so a light jacket will do.' };
  if (/garden/.test(last?.content ?? '')) {
    return { calls: [{ name: 'get_state', arguments: { names: ['garden temperature'] } }] };
  }
  return { text: 'That was Possessor, sir, a film from Canada. A fine choice for a quiet evening.' };
}
