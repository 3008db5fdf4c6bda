import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Rule } from '../../test/scripted-model-server/script.js';
import {
  type ScriptedModel,
  type ScriptedModelServer,
  startScriptedModelServer,
} from '../../test/scripted-model-server/server.js';
import { openOllama } from '../llm/ollama.js';
import type { Tool } from '../llm/types.js';
import { clock } from '../turn/clock.js';
import { type ReplyEvent, type ReplyRequest, reply } from './loop.js';

const servers: ScriptedModelServer[] = [];
/** Questions to the model, without those about it. */
export const chats = (server: ScriptedModelServer) => server.requests.filter(({ path }) => path === '/api/chat');
after(async () => {
  for (const server of servers) await server.close();
});

export const weather: Tool = {
  name: 'get_weather',
  description: 'Says what the weather is.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  run: async ({ city }) => ({ ok: true, text: `It is sunny in ${city}.` }),
};
export const light: Tool = {
  name: 'set_light',
  description: 'Switches a light.',
  parameters: { type: 'object', properties: { room: { type: 'string' } } },
  acts: true,
  run: async () => ({ ok: false, text: 'The light does not answer.' }),
};
export const callParis = { name: 'get_weather', arguments: { city: 'Paris' } };

export async function start(answers: readonly Rule[], model: ScriptedModel = {}) {
  const server = await startScriptedModelServer({
    speed: 'instant',
    answers,
    models: { scripted: model, other: model },
  });
  servers.push(server);
  const request: ReplyRequest = {
    query: 'Tell me a story.',
    tools: [weather, light],
    models: { provider: openOllama(server), chat: 'scripted', small: 'scripted', numCtx: 4096 },
    character: { name: 'Jarvis' },
    moment: { language: 'en', now: new Date(clock.now()) },
    site: 'kitchen',
    signal: new AbortController().signal,
  };
  return { server, request };
}

export async function collect(request: ReplyRequest) {
  const events: ReplyEvent[] = [];
  for await (const event of reply(request)) events.push(event);
  const end = events.at(-1);
  assert.ok(end?.type === 'end');
  const sentences = events.flatMap((event) => (event.type === 'sentence' ? [event.text] : []));
  assert.equal(end.text, sentences.join(' '));
  return { events, end, sentences, tools: events.flatMap((event) => (event.type === 'tool' ? [event] : [])) };
}
