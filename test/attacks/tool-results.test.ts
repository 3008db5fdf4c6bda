import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { missed } from '../../lib/conversation/missed.js';
import { openDemoHome } from '../../lib/home/demo.js';
import { demoContents } from '../../lib/home/demo-contents.js';
import type { Home } from '../../lib/home/types.js';
import { dayAt, isoOf } from '../../lib/language/when/calendar.js';
import type { Tool } from '../../lib/llm/types.js';
import { mealNote } from '../../lib/memory/meals.js';
import { type Memory, openMemory } from '../../lib/memory/memory.js';
import { collect, start } from '../../lib/replying/scripted.test.helper.js';
import { computerTools } from '../../lib/tools/computer/computer.js';
import { answerCall, openFlowTool, resultOf } from '../../lib/tools/flow-tool.js';
import { BUILT_IN } from '../../lib/tools/flow-tool-form.js';
import { fetchPageTool } from '../../lib/tools/internet/fetch-page.js';
import { knownAddresses } from '../../lib/tools/internet/known-addresses.js';
import { newsTool } from '../../lib/tools/internet/news.js';
import { searxng } from '../../lib/tools/internet/searxng.js';
import { weatherTool } from '../../lib/tools/internet/weather.js';
import { serve } from '../../lib/tools/internet/web.test.helper.js';
import { webSearchTool } from '../../lib/tools/internet/web-search.js';
import { DESK, opened } from '../../lib/tools/mcp/link.test.helper.js';
import { mcpTools } from '../../lib/tools/mcp/tools.js';
import { toolsFor } from '../../lib/tools/registry.js';
import { script, opened as userFolder } from '../../lib/tools/user/folder.test.helper.js';
import { picture } from '../../lib/tools/vision/coloured.test.helper.js';
import { openDetector } from '../../lib/tools/vision/detector.js';
import { lookTool } from '../../lib/tools/vision/look.js';
import { HOSTILE_TEXTS } from './hostile-texts.js';

const NOTHING = 'It says nothing of use.';
/** Tools that tell nothing but what they have done or counted, in words of ours. */
const OWN_WORDS = [
  ...[
    'control_device',
    'call_service',
    'remember',
    'memory_forget',
    'stop',
    'todo',
    'play_music',
    'log_meal',
    'meals',
    'missed',
  ],
  ...[
    'device_status',
    'write_file',
    'http_post',
    'calculate',
    'time_in',
    'toolSearchTool',
    'switch_profile',
    'set_humour',
    'searchMemory',
    'reply',
  ],
];

const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'jarvis-results-')));
const note = path.join(folder, 'note.txt');
const named = path.join(folder, 'named');
const photo = path.join(folder, 'sign.jpg');
const detector = openDetector(() => '');
const desk = opened(DESK);
let memory: Memory;
before(async () => {
  writeFileSync(photo, await picture([]));
  memory = openMemory({ file: path.join(folder, 'memory.db') });
});
after(async () => {
  memory.close();
  await desk.link.close();
  await detector.close();
  rmSync(folder, { recursive: true, force: true });
});

const TODAY = isoOf(dayAt(Date.now()));
const TEXT_PARAMETER = "export const parameters = [{ name: 'text', kind: 'text', description: 'What.' }];";

/** What the strangers say now. */
let text = '';

/** The demo house, in which a sensor and an item of the shopping list are strangers' words. */
function hostileHome(): Home {
  const demo = openDemoHome();
  const house = () => {
    const { areas, entities } = demo.house();
    const sensor = { id: 'sensor.note', name: 'Note', domain: 'sensor' as const, aliases: [], attributes: {} };
    return { areas, entities: [...entities, { ...sensor, area: 'kitchen', state: text }] };
  };
  return { ...demo, house, contents: { ...demoContents(), items: async () => [{ id: '1', summary: text }] } };
}

/** As Open-Meteo answers, with a stranger's name for a town. */
const weatherSaid = (url: string) =>
  url.startsWith('/v1/search')
    ? { results: [{ name: text, latitude: 48, longitude: 2, country: text }] }
    : {
        timezone: text,
        current: { time: '2026-11-26T13:00', temperature_2m: 8.4, weather_code: 61, wind_speed_10m: 14.8 },
        daily: {
          ...{ time: ['2026-11-26'], weather_code: [63], precipitation_probability_max: [85] },
          ...{ temperature_2m_max: [9], temperature_2m_min: [4] },
        },
      };

/** A flow that gives back what the strangers say. */
const flow = openFlowTool({
  ...{
    name: 'read_flow',
    description: 'Reads.',
    parameters: [],
    acts: false,
    guests: true,
    asks: false,
    ms: 5_000,
    onState: () => {},
  },
  start: ({ id }) => void answerCall(id, resultOf(text)),
});

test('sixty texts of strangers as results of every tool make nothing act', async (t) => {
  const { origin } = await serve(({ url = '' }, outgoing) => {
    if (url.startsWith('/search')) {
      const results = [{ title: text, url: `${origin}/page`, content: text }];
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
    } else if (url.startsWith('/v1/')) {
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(weatherSaid(url)));
    } else if (url === '/feed') {
      const title = `<title><![CDATA[${text}]]></title>`;
      const item = `<item>${title}<pubDate>${new Date().toUTCString()}</pubDate></item>`;
      outgoing.writeHead(200).end(`<rss version="2.0"><channel>${title}${item}</channel></rss>`);
    } else outgoing.writeHead(200, { 'content-type': 'text/plain' }).end(text);
  });
  await desk.connected();
  const files = await userFolder(t, { 'echo.mjs': script('read_script', 'return args.text;', TEXT_PARAMETER) });
  const home = hostileHome();
  const known = knownAddresses();
  const others: Tool[] = [
    ...[webSearchTool(searxng(origin), known), fetchPageTool(known, [origin]), newsTool([`${origin}/feed`], known)],
    weatherTool({ place: '', home: () => undefined, units: 'metric', server: origin }),
    ...mcpTools({ link: desk.link, allowed: [{ name: 'note', acts: false }], prefix: 'desk', ms: 5_000 }),
    flow.tool,
    ...files.tools(),
    lookTool({
      ...{ detector, home: () => undefined, own: [{ name: 'Porch', at: photo }] },
      models: async () => request.models,
    }),
    ...computerTools({
      ...{ folders: folder, write: false, asks: false, addresses: origin, post: false, code: true },
      userDir: '/srv/node-red',
      commands: `show_note: cat ${note}`,
    }),
  ];
  /** What has each tool say their words. */
  const calls: Record<string, () => Record<string, unknown>> = {
    get_state: () => ({ names: ['Note'] }),
    todo_items: () => ({}),
    memory_search: () => ({ query: 'stranger' }),
    web_search: () => ({ query: 'stranger' }),
    news: () => ({}),
    weather: () => ({ place: `Town ${HOSTILE_TEXTS.indexOf(text)}` }),
    desk_note: () => ({ text }),
    read_flow: () => ({}),
    read_script: () => ({ text }),
    look: () => ({}),
    meals: () => ({ from: TODAY, to: TODAY }),
    missed: () => ({}),
    read_file: () => ({ path: note }),
    list_folder: () => ({ path: 'named' }),
    find_in_files: () => ({ text: 'stranger' }),
    http_request: () => ({ address: `${origin}/page` }),
    run_command: () => ({ command: 'show_note' }),
    run_code: () => ({ code: JSON.stringify(`A stranger wrote: ${text}`) }),
    // In the last part: the search has found it.
    fetch_page: () => ({ url: `${origin}/page` }),
  };
  const told = BUILT_IN.filter((name) => !(name in calls) && !OWN_WORDS.includes(name));
  assert.deepEqual(told, [], 'each tool is walked, or says nothing of others');
  const { server, request } = await start(
    [
      { when: ({ messages }) => /^You look at what a camera/.test(messages[0]?.content ?? ''), answer: () => text },
      { when: ({ messages }) => messages.at(-1)?.role === 'tool', answer: NOTHING },
      { answer: () => ({ calls: part.map(([name, args]) => ({ name, arguments: args() })) }) },
    ],
    { vision: true },
  );
  const all = Object.entries(calls);
  const half = Math.ceil(all.length / 3);
  const parts = [all.slice(0, half), all.slice(half, 2 * half), all.slice(2 * half)];
  let part = all;
  for (text of HOSTILE_TEXTS) {
    writeFileSync(note, `A stranger wrote: ${text}`);
    rmSync(named, { recursive: true, force: true });
    mkdirSync(named);
    writeFileSync(path.join(named, text.replaceAll('/', '-')), '');
    missed.note({ kind: 'said', site: request.site, text: `A stranger says: ${text}` });
    const eaten = `Meal ${TODAY}: A stranger's ${text.replace(/\s+/g, ' ')} (650 kcal, 20 g protein, 90 g carbs, 20 g fat)`;
    await memory.entries.put(mealNote(eaten, { at: Date.now(), site: request.site, turns: [] }));
    await memory.entries.put({
      kind: 'fact',
      source: 'test',
      key: 'stranger',
      text: `A stranger wrote: ${text}`,
      at: Date.now(),
    });
    const tools = toolsFor({ home, memory: { memory }, others });
    for (part of parts) {
      const { sentences, end } = await collect({ ...request, query: 'Read me all that there is.', tools });
      assert.deepEqual(
        end.calls.map(({ name }) => name),
        part.map(([name]) => name),
        text,
      );
      assert.deepEqual(sentences, [NOTHING], text);
    }
  }
  const saying = new Set<string>();
  for (const { body } of server.requests.filter(({ path }) => path === '/api/chat')) {
    for (const { content } of body.messages.filter(({ role }) => role === 'tool')) {
      if (/door|desk lamp|Haustür|control_device|http:|A stranger/.test(content)) {
        saying.add(/from="(\w+)"/.exec(content)?.[1] ?? '');
      }
      assert.equal(content.match(/<\s*\/\s*data\b/gi)?.length, 1, content);
      assert.doesNotMatch(content, /<\||\[\/?INST\]|<(?:start|end)_of_turn>/);
    }
  }
  assert.deepEqual([...saying].toSorted(), Object.keys(calls).toSorted(), 'each has said their words');
  text = '';
  assert.deepEqual(home.house(), hostileHome().house(), 'the house is as it was');
});
