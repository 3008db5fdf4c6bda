import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type House, houseSchema } from '../lib/home/types.js';
import { openOllama } from '../lib/llm/ollama.js';
import type { Message, Tool, ToolCall, ToolResult } from '../lib/llm/types.js';
import { type ReplyRequest, reply } from '../lib/replying/loop.js';
import { clock } from '../lib/turn/clock.js';
import { packageRoot } from '../test/package-root.js';
import { afterTool } from '../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../test/scripted-model-server/server.js';
import { type Row, rowOf } from './row.js';

/** Names of the house's devices: a light, a fan, a door that is locked, a thermostat that heats to 21 degrees. */
const NAMES: Record<string, readonly [string, string, string, string]> = {
  en: ['Kitchen Light', 'Fan', 'Front Door', 'Thermostat'],
  de: ['Küchenlicht', 'Ventilator', 'Haustür', 'Heizung'],
  fr: ['Lumière de la cuisine', 'Ventilateur', "Porte d'entrée", 'Chauffage'],
  es: ['Luz de la cocina', 'Ventilador', 'Puerta principal', 'Calefacción'],
};

/** A sentence of a model, and whether it may be spoken. */
interface Claimed {
  set: string;
  language: string;
  query: string;
  /** Calls before it was said; with "!" behind it what failed. */
  calls: readonly string[];
  /** Calls of an earlier turn. */
  earlier: readonly string[];
  sentence: string;
  isSo: boolean;
}

/**
 * How often what isn't so is spoken, and what is so is replaced, in whole replies: the tools of the turn, then the sentence,
 * which the model insists on. The rule is written from the sentences of `tuning`. Those of `testing` count once, before anything is
 * changed for them: then they join `tuning`, and new ones come.
 */
export async function benchClaims(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const set of ['tuning', 'testing']) {
    const said = read(set);
    const wrong: Record<'false-spoken' | 'true-replaced', Claimed[]> = { 'false-spoken': [], 'true-replaced': [] };
    for (const one of said) {
      const isSpoken = (await spokenFor(one)).includes(one.sentence);
      if (isSpoken && !one.isSo) wrong['false-spoken'].push(one);
      if (!isSpoken && one.isSo) wrong['true-replaced'].push(one);
    }
    for (const [what, list] of Object.entries(wrong)) {
      if (process.env['CLAIMS_SHOWN'] === set)
        for (const { language, query, calls, sentence } of list)
          console.log(`${what} [${language}] ${calls.join(', ')}: ${query} → ${sentence}`);
      const all = said.filter(({ isSo }) => isSo === (what === 'true-replaced')).length;
      rows.push({
        ...rowOf(`claims/${set}/${what}`, 'ratio', [list.length / all], `${list.length} sentences`),
        n: all,
      });
    }
  }
  return rows;
}

/** A heading a situation, "[en] lamp, message!: turn on the light and text Anna"; below it what is so (+) and what isn't (-). */
function read(set: string): Claimed[] {
  const lines = readFileSync(path.join(packageRoot(), `bench/claims/${set}.txt`), 'utf8')
    .trim()
    .split('\n');
  let situation = { language: '', query: '', calls: [] as string[], earlier: [] as string[] };
  return lines.flatMap((line) => {
    const [, language, done = '', query = ''] = /^\[(\w+)\] ([^:]*): (.*)$/.exec(line) ?? [];
    if (language === undefined) return { set, ...situation, sentence: line.slice(2), isSo: line.startsWith('+') };
    const named = done.split(', ').filter((one) => one !== 'none');
    const earlier = named.flatMap((one) => (one.startsWith('earlier ') ? one.slice('earlier '.length) : []));
    situation = { language, query, calls: named.filter((one) => !one.startsWith('earlier ')), earlier };
    return [];
  });
}

async function spokenFor({ language, query, calls, earlier, sentence }: Claimed): Promise<string> {
  const names = NAMES[language] ?? NAMES['en'];
  if (!names) return '';
  const made = calls.map((one) => callOf(one, names));
  const server = await startScriptedModelServer({
    speed: 'instant',
    models: { scripted: {} },
    answers: [
      { when: afterTool, answer: sentence },
      ...(made.length > 0 ? [{ times: 1, answer: { calls: made.map(({ call }) => call) } }] : []),
      { answer: sentence },
    ],
  });
  const request: ReplyRequest = {
    query,
    tools: TOOLS.map((tool) => ({
      ...tool,
      run: async (args) => made.find((one) => isCalled(one.call, tool, args))?.result ?? FAILED,
    })),
    models: { provider: openOllama(server), chat: 'scripted', small: 'scripted', numCtx: 8192 },
    character: { name: 'Jarvis' },
    moment: { language, now: new Date(clock.now()) },
    messages: earlier.flatMap((one) => exchangeOf(callOf(one, names))),
    house: () => houseOf(names),
    site: 'kitchen',
    signal: new AbortController().signal,
  };
  const said: string[] = [];
  for await (const event of reply(request)) if (event.type === 'sentence') said.push(event.text);
  await server.close();
  return said.join(' ');
}

type Made = { call: Pick<ToolCall, 'name' | 'arguments'>; result: ToolResult };
const FAILED: ToolResult = { ok: false, text: 'Not done: no answer.' };
const isCalled = (call: Made['call'], { name }: Tool, args: object) =>
  call.name === name && JSON.stringify(call.arguments) === JSON.stringify(args);

function callOf(what: string, [light, fan]: readonly string[]): Made {
  const fails = what.endsWith('!');
  const switched = (name = ''): Made => ({
    call: { name: 'control_device', arguments: { action: 'turn_on', names: [name] } },
    result: fails
      ? { ok: false, text: `Not done: ${name}: it did not react.` }
      : { ok: true, text: `Done: ${name} is now on.` },
  });
  const called = (name: string, args: Record<string, unknown>, text: string): Made => ({
    call: { name, arguments: args },
    result: fails ? FAILED : { ok: true, text },
  });
  switch (fails ? what.slice(0, -1) : what) {
    case 'lamp':
      return switched(light);
    case 'fan':
      return switched(fan);
    case 'message':
      return called('send_message', { to: 'Anna', text: 'Hello.' }, 'Sent.');
    case 'table':
      return called('book_table', { people: 4 }, 'Booked.');
    case 'list':
      return called('todo', { action: 'add', items: ['x'] }, 'Shopping list\nAdded: x.');
    case 'search':
      return called('web_search', { query: 'x' }, 'It opens at 9; the match ended 2:1.');
    default:
      throw new Error(`No call is "${what}".`);
  }
}

const tool = (name: string, description: string, more: Partial<Tool> = {}): Tool => ({
  ...{ name, description, parameters: { type: 'object', properties: {} }, run: async () => FAILED },
  ...more,
});
const TOOLS: readonly Tool[] = [
  tool('control_device', 'Switches or sets devices of the house. The result says their new state.', {
    acts: true,
    tellsStates: true,
  }),
  tool('send_message', 'Sends a message to a person.', { acts: true }),
  tool('book_table', 'Books a table in a restaurant.', { acts: true }),
  tool('todo', 'Adds items to a to-do or shopping list, completes or removes them.', { acts: true }),
  tool('web_search', 'Searches the web.'),
];

function exchangeOf({ call, result }: Made): Message[] {
  return [
    { role: 'user', content: '…' },
    { role: 'assistant', content: '', tool_calls: [{ id: '1', ...call }] },
    { role: 'tool', content: result.text, tool_call_id: '1', tool_name: call.name },
    { role: 'assistant', content: '…' },
  ];
}

function houseOf([light, fan, door, thermostat]: readonly string[]): House {
  const heating = { temperature: 21, current_temperature: 20.5 };
  return houseSchema.parse({
    areas: [],
    entities: [
      { id: 'light.kitchen', domain: 'light', name: light, state: 'off' },
      { id: 'fan.fan', domain: 'fan', name: fan, state: 'off' },
      { id: 'lock.door', domain: 'lock', name: door, state: 'locked' },
      { id: 'climate.heating', domain: 'climate', name: thermostat, state: 'heat', attributes: heating },
    ],
  });
}
