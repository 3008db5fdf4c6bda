import { openDemoHome } from '../lib/home/demo.js';
import type { Home, House } from '../lib/home/types.js';
import { openOllama } from '../lib/llm/ollama.js';
import { reply } from '../lib/replying/loop.js';
import { deviceLine, deviceLines, MAX_DEVICES } from '../lib/tools/home-lines.js';
import { homeTools } from '../lib/tools/home-tools.js';
import { render, tokens } from '../test/scripted-model-server/engine.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../test/scripted-model-server/server.js';
import { type GeneratedRequest, HOUSE_LANGUAGES, houseOf, requestsFor } from './house-requests.js';
import { type Row, rowOf } from './row.js';

/** Rooms and things in each, of houses of 20, 200 and 2,000 entities. */
const SIZES = [
  [4, 5],
  [10, 20],
  [40, 50],
] as const;
const LARGEST = SIZES[2];
const REQUESTS = 2000;
const PROMPTS = 20;

/**
 * What a large house costs the model, and whether it gets to see the right device: the prompt of houses of 20 to 2,000
 * entities, and the device lines in it, of generated requests of which half are misheard. With JARVIS_HOUSE_LIST=1 every
 * request is listed whose device isn't among them.
 */
export async function benchHouse(): Promise<Row[]> {
  return [...(await prompts()), ...found()];
}

async function prompts(): Promise<Row[]> {
  const server = await startScriptedModelServer({ speed: 'instant', answers: () => ({ text: 'Very well, sir.' }) });
  const rows: Row[] = [];
  for (const [rooms, things] of SIZES) {
    const sizes: number[] = [];
    for (const language of HOUSE_LANGUAGES) {
      const house = houseOf(language, rooms, things);
      for (const request of requestsFor(language, house, PROMPTS, rooms))
        sizes.push(await promptOf(server, house, language, request));
    }
    rows.push(rowOf(`house/prompt-${rooms * things}`, 'tokens', sizes, 'the whole prompt of a reply'));
  }
  await server.close();
  const ratio = (rows[2]?.p50 ?? Number.NaN) / (rows[0]?.p50 ?? Number.NaN);
  return [...rows, rowOf('house/ratio', 'ratio', [ratio], 'prompt of 2,000 entities to that of 20')];
}

/** How long the prompt is that the model is sent, as the agent has it asked. */
async function promptOf(
  server: ScriptedModelServer,
  house: House,
  language: string,
  { text, area }: GeneratedRequest,
): Promise<number> {
  const home = homeOf(house);
  const before = server.requests.length;
  const events = reply({
    query: text,
    tools: homeTools(home),
    models: { provider: openOllama(server), chat: 'scripted', small: 'scripted', numCtx: 8192 },
    character: { name: 'Jarvis', home },
    moment: { language, now: new Date(), area, devices: deviceLines(home, text, area, MAX_DEVICES, language) },
    site: area,
    house: () => house,
    signal: new AbortController().signal,
  });
  for await (const _ of events);
  const first = server.requests.slice(before).find(({ path }) => path === '/api/chat');
  if (!first) throw new Error(`"${text}" was answered without the model`);
  return tokens(render(first.body)).length;
}

function found(): Row[] {
  const times: number[] = [];
  const rows = HOUSE_LANGUAGES.map((language, seed) => {
    const home = homeOf(houseOf(language, ...LARGEST));
    const requests = requestsFor(language, home.house(), REQUESTS, seed + 1);
    const ask = ({ text, area }: GeneratedRequest) => deviceLines(home, text, area, MAX_DEVICES, language);
    const hits = requests.filter((request) => {
      const lines = ask(request);
      const hit = isAmong(request, lines, home.house());
      if (!hit && process.env['JARVIS_HOUSE_LIST']) console.log(JSON.stringify({ language, ...request, lines }));
      return hit;
    });
    for (const request of requests) {
      const from = performance.now();
      ask(request);
      times.push(performance.now() - from);
    }
    const right = (misheard: boolean) => hits.filter((request) => request.misheard === misheard).length;
    const note = `as said ${right(false)}, misheard ${right(true)} of ${REQUESTS / 2} each`;
    return rowOf(`house/among-ten-${language}`, 'ratio', [hits.length / REQUESTS], note);
  });
  return [rowOf('house/find-2000', 'ms', times, 'the device lines of a request, after a change of state'), ...rows];
}

/** Whether the model can see which device it is: names that several have come with their ids. */
export function isAmong({ about }: Pick<GeneratedRequest, 'about'>, lines: readonly string[], house: House): boolean {
  const entity = house.entities.find(({ id }) => id === about);
  const line = entity && deviceLine(entity, house);
  return lines.some((one) => one === line || one === `${about} | ${line}`);
}

/** A house in which something has changed whenever it is asked for. */
function homeOf(house: House): Home {
  const [changing] = house.entities;
  if (!changing) throw new Error('an empty house');
  return { ...openDemoHome(), house: () => ({ ...house, entities: house.entities.with(0, { ...changing }) }) };
}
