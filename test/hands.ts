import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FORECAST, json, PLACES } from '../lib/tools/internet/web.test.helper.js';
import { script } from '../lib/tools/user/folder.test.helper.js';
import { picture } from '../lib/tools/vision/coloured.test.helper.js';
import { importExamples } from './example.js';
import { packageRoot } from './package-root.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { until } from './until.js';

/** What a model calls one tool of each kind and each tool that is built in with; the automaton of the model server makes the same calls. */
export const CALLS: Readonly<Record<string, Record<string, unknown>>> = JSON.parse(
  readFileSync(path.join(packageRoot(), 'test/peers/model-server/calls.json'), 'utf8'),
);
/** What it is told then. */
export const TOLD: Readonly<Record<string, RegExp>> = {
  calculate: /51/,
  time_in: /Tokyo/,
  get_state: /locked/,
  todo: /Added: milk/,
  control_device: /Desk Lamp is now on/,
  web_search: /The old bridge/,
  roll_dice: /"sum":\d/,
  desk_add: /\n5\n/,
  bin_day: /paper bin, on Friday/,
  device_status: /free/,
  read_file: /Aunt Ada rang/,
  run_command: /Aunt Ada rang/,
  look: /A parcel lies there/,
  meals: /No meal/,
  missed: /./,
  memory_search: /./,
  todo_items: /milk/,
  list_folder: /note\.txt/,
  find_in_files: /note\.txt/,
  write_file: /list\.txt/,
  run_code: /1,4,9/,
  play_music: /Plays Jazz FM on Kitchen Speaker/,
  weather: /Weather at Paris, France\nTomorrow.*overcast, 0 to 11 °C/,
  news: /A bridge reopens/,
  // Its server is in the house, where no page is read.
  fetch_page: /not an address of the public internet/,
  http_request: /The door is shut/,
  http_post: /It rang/,
  log_meal: /Logged: .*porridge/i,
  remember: /Remembered: .*key/i,
  memory_forget: /Forgotten: .*key/i,
  set_humour: /humour is off/,
  switch_profile: /role "secretary"/,
};
/** What has to be said of tools that do nothing that nobody asks for. */
const ASKED: Readonly<Record<string, string>> = {
  log_meal: 'I had porridge.',
  remember: 'Remember that the key is under the mat.',
  memory_forget: 'Forget that the key is under the mat.',
  set_humour: 'I am tired of jokes.',
  switch_profile: 'It is about a letter.',
};
/** The others. */
export const UNASKED = Object.keys(CALLS).filter((name) => !ASKED[name]);
/** What somebody says for a tool to be called. */
export const wishFor = (name: string) => [`please use the tool ${name}`, ASKED[name]].filter(Boolean).join('. ');

/** Where the calls have it. */
const WEB_PORT = 18_765;
const RSS = `<rss version="2.0"><channel><title>The Town</title><item><title>A bridge reopens</title>
<pubDate>${new Date().toUTCString()}</pubDate></item></channel></rss>`;
/** Open-Meteo, SearXNG, a feed and something in the house, as they answer. */
const WEB: Readonly<Record<string, object | string>> = {
  '/search': {
    results: [{ url: `http://127.0.0.1:${WEB_PORT}/bridge`, title: 'The old bridge', content: 'Built in 1894.' }],
  },
  '/v1/search': PLACES,
  '/v1/forecast': FORECAST,
  '/feed': RSS,
  '/house/door': 'The door is shut.',
  '/house/bell': 'It rang.',
};
const PROFILES = [
  { name: 'secretary', description: 'Letters and appointments.', keywords: ['letter'] },
  { name: 'house', description: 'Everything else.' },
];
const DESK = path.join(__dirname, 'mcp-servers/desk-command.js');

export interface Hands {
  runtime: Runtime;
  close(): Promise<void>;
}

/**
 * The shipped flow with a node on a tab of its own for each kind of tool: a web search, a server of MCP, a file of the user's, the
 * computer, a camera, a flow of core nodes, and `hold_on`, which never answers.
 * @param model which model server, and what it is set to
 */
export async function openHands(model: { env: Record<string, string>; numCtx?: string }): Promise<Hands> {
  const data = mkdtempSync(path.join(tmpdir(), 'jarvis-hands-'));
  const notes = mkdtempSync(path.join(tmpdir(), 'jarvis-notes-'));
  const photo = path.join(notes, 'porch.jpg');
  mkdirSync(path.join(data, 'tools'));
  writeFileSync(path.join(data, 'tools/bins.mjs'), script('bin_day', "return 'The paper bin, on Friday.';"));
  writeFileSync(path.join(notes, 'note.txt'), 'Aunt Ada rang.');
  writeFileSync(photo, await picture([]));
  const web = createServer(json(WEB));
  web.listen(WEB_PORT, '127.0.0.1');
  await once(web, 'listening');
  const origin = `http://127.0.0.1:${WEB_PORT}`;
  const runtime = await startRuntime({
    env: { ...model.env, JARVIS_DATA: data, JARVIS_WEATHER_URL: origin },
    credentials: { 'the-cameras': { cameras: `Porch = ${photo}` } },
    change: (flow) => [
      ...flow.map((node) => ({
        ...node,
        ...(node.type === 'jarvis-model' && model.numCtx && { numCtx: model.numCtx }),
        ...(node.type === 'jarvis-router' && { profiles: JSON.stringify(PROFILES) }),
      })),
      ...ownNodes(origin, notes),
    ],
  });
  await importExamples(runtime, ['09 - A tool of core nodes']);
  const admin = async (route: string) => await (await fetch(`${runtime.url}/jarvis/admin/${route}`)).text();
  await until(async () => (await admin('mcp/the-desk')).includes('"connected"'), 'the MCP server');
  await until(async () => (await admin('user-tools/the-files')).includes('bin_day'), 'the file');
  return {
    runtime,
    async close() {
      await runtime.stop();
      web.closeAllConnections();
      web.close();
      for (const folder of [data, notes]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ownNodes(web: string, notes: string): FlowNode[] {
  const place = { z: 'the-hands', x: 100, y: 100, wires: [] as string[][] };
  const mcp = { transport: 'command', command: process.execPath, prefix: 'desk', env: '', url: '', seconds: '20' };
  const allowed = (name: string) => JSON.stringify([{ name, acts: false }]);
  const tool = { tool: 'hold_on', description: 'Holds on.', parameters: '[]', acts: false, seconds: '1' };
  return [
    { id: 'the-hands', type: 'tab', label: 'Hands' },
    { ...place, id: 'the-internet', type: 'jarvis-internet', searxng: web, feeds: `${web}/feed` },
    { ...place, ...mcp, id: 'the-desk', type: 'jarvis-mcp', args: `"${DESK}"`, allowed: allowed('add') },
    { ...place, id: 'the-files', type: 'jarvis-user-tools', allowed: allowed('bins.mjs') },
    {
      ...{ ...place, id: 'the-computer', type: 'jarvis-computer', folders: notes, write: true, code: true },
      ...{ addresses: `${web}/house`, post: true },
      commands: `show_note: cat ${path.join(notes, 'note.txt')}`,
    },
    { ...place, id: 'the-cameras', type: 'jarvis-camera' },
    { ...place, ...tool, id: 'hold-on', type: 'jarvis-tool', wires: [['holding']] },
    { ...place, id: 'holding', type: 'function', func: 'return null;', outputs: 1, wires: [['held']] },
    { ...place, id: 'held', type: 'jarvis-tool-result', wires: [[]] },
  ];
}
