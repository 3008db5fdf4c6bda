import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { growsLinearly, repeated } from '../../test/growth.js';
import type { Answer } from '../../test/scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import { until } from '../../test/until.js';
import { turns } from '../conversation/turns.js';
import type { Models } from '../llm/gateway.js';
import { openOllama } from '../llm/ollama.js';
import { hotCache } from '../memory/hot-cache.js';
import { ALWAYS_IN, type RouteRequest, routeTools } from './router.js';
import { byTurns, cosine, nearestTools } from './router-embedding.js';
import { certainByKeywords, routeByKeywords } from './router-keyword.js';
import { parseRouting } from './router-parse.js';

const TOOLS = [
  { name: 'getWeather', description: 'Current weather and forecast for a place' },
  { name: 'webSearch', description: 'Search the web for current information' },
  { name: 'setTimer', description: 'Set a timer for a duration' },
  { name: 'logMeal', description: 'Log a meal with nutrition' },
  { name: 'tellJoke', description: 'Tell a joke' },
  { name: 'calendar_events', description: "List the appointments in the user's calendar" },
  { name: 'stop', description: 'Ends the conversation' },
  { name: 'toolSearchTool', description: 'Finds other tools' },
];
const NAMES = TOOLS.map(({ name }) => name);
const UNCLEAR = 'who directed Possessor';

let server: ScriptedModelServer;
let models: Models;
let answer: Answer = {};
const asked = () => server.requests.filter(({ path }) => path === '/api/chat').length;

before(async () => {
  server = await startScriptedModelServer({ speed: 'instant', answers: () => answer, models: { scripted: {} } });
  const provider = openOllama({ url: server.url, keepAlive: '1m' });
  models = { provider, chat: 'scripted', small: 'scripted', numCtx: 8192 };
});
after(async () => {
  models.provider.close();
  await server.close();
});

const route = (of: Partial<RouteRequest> = {}) =>
  routeTools({
    query: UNCLEAR,
    strategy: 'llm',
    tools: TOOLS,
    models: async () => models,
    signal: new AbortController().signal,
    ...of,
  });

describe('the router', () => {
  test('takes what the model picks, and what is always in', async () => {
    answer = { text: 'webSearch, getWeather, flyToMoon' };
    assert.deepEqual(await route(), { tools: ['webSearch', 'getWeather', 'stop', 'toolSearchTool'], open: false });
    answer = { text: 'none' };
    assert.deepEqual(await route(), { tools: ['stop', 'toolSearchTool'], open: false });
    assert.deepEqual((await route({ tools: TOOLS.filter(({ name }) => !ALWAYS_IN.includes(name)) })).tools, []);
  });

  test('asks nobody where few tools or clear words make it needless, unless it has to', async () => {
    answer = { text: 'tellJoke' };
    const before = asked();
    assert.deepEqual((await route({ query: 'what is the weather in Paris' })).tools[0], 'getWeather');
    assert.deepEqual(await route({ tools: TOOLS.slice(0, 2) }), { tools: ['getWeather', 'webSearch'], open: false });
    assert.equal(asked(), before);
    assert.equal((await route({ query: 'what is the weather in Paris', always: true })).tools[0], 'tellJoke');
    assert.equal(asked(), before + 1);
  });

  test('narrows by keywords only when it is certain', async () => {
    const strategy = 'keyword';
    assert.deepEqual(await route({ strategy, query: 'will it rain tomorrow' }), {
      tools: ['getWeather', 'stop', 'toolSearchTool'],
      open: false,
    });
    for (const query of [UNCLEAR, 'hello', '', 'what is the weather and who wrote Dracula', 'why does it rain']) {
      assert.deepEqual(await route({ strategy, query }), { tools: NAMES, open: true }, query);
    }
    assert.equal(certainByKeywords('remember that I drink tea', TOOLS), undefined);
    const alike = Array.from({ length: 6 }, (_, index) => ({ name: `lamp_${index}`, description: 'Switches a lamp' }));
    assert.equal(certainByKeywords('the lamp', alike), undefined);
    assert.equal(certainByKeywords('the lamp', alike.slice(1))?.length, 5);
  });

  test('leaves all tools to `all`, and to likeness where nothing is alike', async () => {
    assert.deepEqual(await route({ strategy: 'all' }), { tools: NAMES, open: true });
    assert.deepEqual(await route({ strategy: 'embedding', query: 'xyzzy' }), { tools: NAMES, open: true });
    const { tools } = await route({ strategy: 'embedding', query: 'is there snow in the forecast?' });
    assert.equal(tools[0], 'getWeather');
  });

  test('asks an embedding model for a catalogue once', async () => {
    const tools = TOOLS.map((tool) => ({ ...tool, description: `${tool.description} once` }));
    const embeds = () => server.requests.filter(({ path }) => path === '/api/embed').length;
    const before = embeds();
    const request = { strategy: 'embedding', embedModel: 'scripted', tools } as const;
    assert.equal((await route({ ...request, query: 'a timer, please' })).open, false);
    assert.equal(embeds(), before + 2);
    assert.equal((await route({ ...request, query: 'a timer again, please' })).open, false);
    assert.equal(embeds(), before + 3);
    assert.equal((await route({ ...request, embedModel: 'missing' })).open, true);
  });

  test('remembers what it picked for a question of the conversation, never that it gave up', async () => {
    const cache = hotCache('router-test');
    answer = { fault: 'busy' };
    assert.equal((await route({ cache })).open, true);
    answer = { text: 'webSearch' };
    assert.equal((await route({ cache })).open, false);
    const before = asked();
    answer = { text: 'tellJoke' };
    assert.equal((await route({ cache, hint: 'the time has moved on' })).tools[0], 'webSearch');
    assert.equal(asked(), before);
    assert.equal(
      (await route({ cache, tools: [...TOOLS, { name: 'new', description: 'A new one' }] })).tools[0],
      'tellJoke',
    );
    turns.stop('router-test');
    assert.equal((await route({ cache: hotCache('router-test') })).tools[0], 'tellJoke');
  });

  test('an answer of a different language, or cut off after a name, is still one', async () => {
    answer = { text: 'keine' };
    assert.deepEqual((await route({ query: 'na du' })).tools, ['stop', 'toolSearchTool']);
    answer = { text: 'webSearch, getWea', doneReason: 'length' };
    assert.deepEqual((await route({ query: 'half an answer' })).tools[0], 'webSearch');
  });
});

describe('a router whose model fails leaves every tool', () => {
  const failures: Record<string, Answer> = {
    'status 400': { fault: 'bad-request' },
    'status 404': { fault: 'missing' },
    'status 500': { fault: 'crashed' },
    'status 503': { fault: 'busy' },
    'a broken stream': { text: 'I think that', fault: 'cut' },
    'an error in the stream': { text: 'I think that', fault: 'error-line' },
    'a stream without end': { text: '', fault: 'unfinished' },
    'an empty answer': { text: '' },
    'invalid JSON': { text: '{"tools": ["getWea' },
    'another schema': { text: '{"answer": 42}' },
    'words only': { text: 'It is sunny in Paris.' },
    '100 kB': { fault: 'huge' },
  };
  for (const [what, failure] of Object.entries(failures)) {
    test(what, async () => {
      answer = failure;
      assert.deepEqual(await route({ query: `${UNCLEAR} (${what})` }), { tools: NAMES, open: true });
    });
  }

  test('a model that hangs costs its own budget only', async () => {
    answer = { fault: 'hang' };
    const [before, turn] = [asked(), new AbortController()];
    let isGivenUp = false;
    const patient = route({ query: `${UNCLEAR} (patiently)`, budgetMs: 600_000, signal: turn.signal }).finally(() => {
      isGivenUp = true;
    });
    await until(() => asked() > before, 'the question of the patient one');
    const { closed } = server;
    assert.deepEqual(await route({ budgetMs: 150 }), { tools: NAMES, open: true });
    await server.untilClosed(closed + 1);
    assert.equal(isGivenUp, false);
    turn.abort();
    await assert.rejects(patient, { name: 'AbortError' });
  });

  test('a cancelled turn is cancelled', async () => {
    answer = { fault: 'hang' };
    const turn = new AbortController();
    const routing = route({ signal: turn.signal });
    turn.abort();
    await assert.rejects(routing, { name: 'AbortError' });
  });

  test('no server at all', async () => {
    const provider = openOllama({ url: 'http://127.0.0.1:1', keepAlive: '1m' });
    const gone = async () => ({ ...models, provider });
    assert.equal((await route({ models: gone })).open, true);
    assert.equal((await route({ models: gone, strategy: 'embedding', embedModel: 'scripted' })).open, true);
    assert.equal((await route({ models: undefined })).open, true);
    provider.close();
  });
});

describe('what a router answers', () => {
  test('never yields a tool the catalogue does not have, nor more than five', () => {
    const words = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .array(fc.constantFrom(...NAMES, 'evil', ',', '\n', ' ', '"', '[', ']', 'not ', 'none', '1. ', '`'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(words, (response) => {
        const found = parseRouting(response, NAMES) ?? [];
        assert.ok(found.length <= 5 && new Set(found).size === found.length);
        for (const name of found) assert.ok(NAMES.includes(name));
      }),
      { numRuns: 500 },
    );
  });

  test('a list of names comes back as it was written', () => {
    const list = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        list,
        fc.constantFrom(', ', '\n', ' , ', '; '),
        fc.constantFrom('', '"', '`', '**'),
        (names, between, quote) => {
          const text = names.map((name) => `${quote}${name}${quote}`).join(between);
          assert.deepEqual(parseRouting(text, NAMES), names);
        },
      ),
    );
  });

  test('is read in linear time', () => {
    for (const part of ['(', 'getWeather ', 'not ', '"', '- ', 'a:', ',,'])
      growsLinearly((letters) => parseRouting(repeated(part, letters), NAMES), 2_000, part);
  });
});

test('words find nothing in texts that share nothing', () => {
  const tools = NAMES.map((name, index) => ({ name, description: `Zqx${index} wvk${index} zzk${index}` }));
  const strange = fc.stringMatching(/^[а-я]{4,12}( [а-я]{4,12}){0,5}$/);
  fc.assert(fc.property(strange, (query) => routeByKeywords(query, tools).length === 0));
});

test('a tool that somebody adds is found by its own words before those of its topic', () => {
  const added = { name: 'brew_coffee', description: 'Makes espresso with the machine in the pantry' };
  const others = ['shopping list', 'recipes', 'meals', 'groceries', 'ingredients'].map((about, index) => ({
    name: `food_${index}`,
    description: `Everything about ${about} and coffee`,
  }));
  for (const query of ['brew me a coffee', 'an espresso please', 'Espresso bitte'])
    assert.equal(routeByKeywords(query, [...TOOLS, ...others, added])[0], 'brew_coffee', query);
});

test('a word means what it means in the language around it', () => {
  const tools = [
    { name: 'find_contact', description: 'Looks up the phone number of a contact' },
    { name: 'get_weather', description: 'Weather and forecast for a place' },
  ];
  assert.deepEqual(routeByKeywords('appelle ma fille', tools), ['find_contact']);
  assert.deepEqual(routeByKeywords('will it fill with snow', tools), ['get_weather']);
});

test('vectors: the nearest first, none without length, none of another size', () => {
  const tools = [
    { name: 'a', vector: [1, 0] },
    { name: 'b', vector: [0.9, 0.3] },
    { name: 'c', vector: [0, 1] },
    { name: 'd', vector: [] },
  ];
  assert.deepEqual(nearestTools([1, 0.1], tools), ['a', 'b']);
  assert.deepEqual(nearestTools([0, 0], tools), []);
  assert.equal(cosine([1, Number.NaN], [1, 1]), 0);
});

test('words and vectors choose by turns, each tool once, five at most', () => {
  assert.deepEqual(byTurns(['a', 'b', 'c', 'd'], ['b', 'e', 'f']), ['a', 'b', 'e', 'c', 'f']);
  assert.deepEqual(byTurns([], ['e']), ['e']);
  assert.deepEqual(byTurns(['a'], []), ['a']);
});
