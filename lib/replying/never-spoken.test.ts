import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterTool, type ChatBody } from '../../test/scripted-model-server/script.js';
import type { Tool } from '../llm/types.js';
import { clock } from '../turn/clock.js';
import { phrasesFor } from './phrases.js';
import { chats, collect, start, weather } from './scripted.test.helper.js';

const last = ({ messages }: ChatBody) => messages.at(-1)?.content ?? '';

for (const [language, silent] of [
  ['en', 'I will call get_weather now.'],
  ['en', 'webSearch: (the news)\nLet me use the search tool.'],
  ['en', 'get_weather Paris or Rome or both of them'],
  ['de', 'Ich rufe jetzt get_weather auf.'],
  ['de', 'Dafür muss ich das Wetter-Tool verwenden.'],
  ['fr', 'Je vais utiliser l’outil de recherche.'],
  ['es', 'Voy a usar la herramienta de búsqueda.'],
  ['es', 'Déjame llamar a la función get_weather.'],
] as const) {
  test(`"${silent}" is not spoken: the model is told that nothing ran, and in the end the person is`, async () => {
    const { server, request } = await start([{ answer: { text: [...silent] } }]);
    const { sentences } = await collect({ ...request, moment: { language, now: new Date(clock.now()) } });
    assert.deepEqual(sentences, [phrasesFor(language).toolsFailed]);
    assert.equal(chats(server).length, 2);
    assert.match(JSON.stringify(chats(server)[1]?.body), /No tool was run/);
  });
}

for (const written of [
  'get_weather("Paris")',
  'get_weather: Paris',
  'Action: {tool: get_weather, city: Paris}',
  'Action: get_weather\nAction Input: city=Paris',
  'tool: get_weather\ncity: Paris',
  '- tool: get_weather\n  args:\n    city: Paris',
  "{'tool': 'get_weather', 'args': {'city': 'Paris',},}",
  '```\nget_weather city="Paris"\n```',
  '<get_weather city="Paris"/>',
  '{tool: get_weather, city: Paris}',
  'Action: get_weather[Paris]',
  'get_weather(Paris)',
  'Tool: get_weather\nInput: Paris',
  'Function call: get_weather(city="Paris")',
  "result = await get_weather({ city: 'Paris' })",
]) {
  test(`${JSON.stringify(written)} is run and not spoken`, async () => {
    const { request } = await start([{ when: afterTool, answer: 'It is sunny.' }, { answer: { text: [...written] } }]);
    const { sentences, end } = await collect(request);
    assert.deepEqual(sentences, ['It is sunny.']);
    assert.deepEqual(end.calls, [{ name: 'get_weather', arguments: { city: 'Paris' }, ok: true }]);
  });
}

for (const written of ['clock_time: Rome', 'clock_time("Rome")', 'Action: clock_time\nAction Input: Rome']) {
  test(`${JSON.stringify(written)} is run where the tool takes nothing`, async () => {
    const clock: Tool = { ...weather, name: 'clock_time', parameters: { type: 'object', properties: {} } };
    const { request } = await start([{ when: afterTool, answer: 'It is noon.' }, { answer: { text: [...written] } }]);
    const { sentences, end } = await collect({ ...request, tools: [clock] });
    assert.deepEqual(sentences, ['It is noon.']);
    assert.deepEqual(end.calls, [{ name: 'clock_time', arguments: {}, ok: true }]);
  });
}

for (const [script, spoken] of [
  ['Goethe wrote it.\nQ: When was that?\nA: In 1808.', 'Goethe wrote it.'],
  ['Q: Who wrote Faust?\nA: Goethe wrote it.\nQ: When was that?', 'Goethe wrote it.'],
  ['A: Goethe wrote it.\nQ: When was that?\nA: In 1808.', 'Goethe wrote it.'],
  ['Goethe hat es geschrieben.\n\nFrage: Wann war das?\nAntwort: 1808.', 'Goethe hat es geschrieben.'],
  ['Question : Qui a écrit Faust ?\nRéponse : C’est Goethe.', 'C’est Goethe.'],
  ['Lo escribió Goethe.\nPregunta: ¿Cuándo?\nRespuesta: En 1808.', 'Lo escribió Goethe.'],
  ['Here it comes.\nQuestion: what is the capital of Peru?', 'Here it comes. Question: what is the capital of Peru?'],
] as const) {
  test(`of ${JSON.stringify(script)} the answer is spoken`, async () => {
    const { request } = await start([{ answer: { text: [...script] } }]);
    const { sentences } = await collect(request);
    assert.equal(sentences.join(' '), spoken);
  });
}

test('code that somebody asks for is shown, and not spoken', async () => {
  const code = '```bash\nls -la\necho done\n```';
  const { request } = await start([{ answer: { text: [...`Here is a script:\n${code}\nRun it twice.`] } }]);
  const { sentences, events, end } = await collect({ ...request, query: 'write me a script that lists files' });
  assert.deepEqual(sentences, ['Here is a script:', 'Run it twice.']);
  assert.deepEqual(
    events.filter(({ type }) => type === 'shown'),
    [{ type: 'shown', text: `\n${code}` }],
  );
  assert.match(end.messages.at(-1)?.content ?? '', /ls -la/, 'what comes next may be about it');
});

const CODE = '```bash\nls -la\n```';
const SMALL = '| City | Degrees |\n|---|---:|\n| **Rome** | 21 |\n| Paris | 18 |';
const LARGE = `City | High | Low\n--- | --- | ---\n${['Rome', 'Paris', 'Oslo', 'Bonn'].map((city) => `${city} | 21 | 12`).join('\n')}`;
/** What a page shows and what is said of an answer, whichever way it comes. */
async function given(answer: string, query: string, site: string, language = 'en') {
  const all = [];
  for (const sent of [{ text: [...answer] }, { text: answer, whole: true as const }]) {
    const { request } = await start([{ answer: sent }]);
    const { events, sentences, end } = await collect({
      ...request,
      query,
      site,
      moment: { language, now: new Date(clock.now()) },
    });
    const shown = events.flatMap((event) => {
      if (event.type === 'shown') return event.text;
      return event.type === 'sentence' ? (event.shown ?? (event.before ?? '') + event.text) : [];
    });
    all.push({ sentences, page: shown.join('|'), kept: end.messages.at(-1)?.content });
  }
  assert.deepEqual(all[0], all[1]);
  return all[0];
}

test('code stays where the model has written it', async () => {
  const answer = `First this:\n${CODE}\nThen that:\n\n${CODE}\n\nThat is all.`;
  const { sentences, page, kept } = (await given(answer, 'write me a script', 'kitchen')) ?? {};
  assert.deepEqual(sentences, ['First this:', 'Then that:', 'That is all.']);
  assert.equal(page, `First this:|\n${CODE}|\n\nThen that:|\n${CODE}|\n\nThat is all.`);
  assert.equal(kept, page?.replaceAll('|', ''), 'what comes next may be about it');
});

for (const [language, query, told, shown, unsaid] of [
  [
    'en',
    'tell me a story with a table',
    'Degrees: Rome 21, Paris 18.',
    'The table is on the page.',
    /^That is a table, too long to say\./,
  ],
  [
    'de',
    'erzähl mir eine Geschichte',
    'Degrees: Rome 21, Paris 18.',
    'Die Tabelle steht auf der Seite.',
    /^Das ist eine Tabelle, zu lang/,
  ],
  [
    'fr',
    'raconte-moi une histoire',
    'Degrees: Rome 21, Paris 18.',
    'Le tableau est sur la page.',
    /^C’est un tableau, trop long/,
  ],
  [
    'es',
    'cuéntame un cuento',
    'Degrees: Rome 21, Paris 18.',
    'La tabla está en la página.',
    /^Es una tabla, demasiado larga/,
  ],
] as const) {
  test(`a small table is said in a sentence, of a large one where it is (${language})`, async () => {
    const around = (table: string) => `Here it is.\n\n${table}\n\nRome is warmer.`;
    const small = await given(around(SMALL), query, 'browser-0000000a', language);
    assert.deepEqual(small?.sentences, ['Here it is.', told, 'Rome is warmer.']);
    assert.equal(small?.page, `Here it is.|\n\n${SMALL}|\n\nRome is warmer.`);
    const large = await given(around(LARGE), query, 'browser-0000000a', language);
    assert.deepEqual(large?.sentences, ['Here it is.', shown, 'Rome is warmer.']);
    assert.equal(large?.page, `Here it is.|\n\n${LARGE}|\n\nRome is warmer.`);
    const heard = await given(around(LARGE), query, 'kitchen', language);
    assert.match(heard?.sentences[1] ?? '', unsaid);
    assert.match(heard?.page ?? '', /^Here it is\.\|[^|]+\|\n\nRome is warmer\.$/, 'nobody reads it there');
    assert.match(heard?.kept ?? '', /Paris \| 21/, 'it can be asked about');
  });
}

test('a table in a fence is one, too', async () => {
  const answer = `Here it is.\n\`\`\`markdown\n${SMALL}\n\`\`\``;
  const { sentences } = (await given(answer, 'tell me a story', 'kitchen')) ?? {};
  assert.deepEqual(sentences, ['Here it is.', 'Degrees: Rome 21, Paris 18.']);
});

test('tables of three columns are said row by row, code that nobody asked for is neither said nor shown', async () => {
  const wide = '| | Rome | Paris |\n|---|---|---|\n| High | 21 | 18 |\n| Low | 12 | 9 |';
  const { sentences } = (await given(wide, 'tell me a story', 'kitchen')) ?? {};
  assert.deepEqual(sentences, ['High: Rome 21, Paris 18; Low: Rome 12, Paris 9.']);
  const { page } = (await given(`It is four.\n${CODE}\nSo it is.`, 'tell me a story', 'browser-0000000a')) ?? {};
  assert.equal(page, 'It is four.|\nSo it is.');
});

test('states that were read are told in sentences where the model fails', async () => {
  const states: Tool = {
    ...weather,
    name: 'get_state',
    tellsStates: true,
    ahead: () => ({ city: '' }),
    run: async () => ({ ok: true, text: 'Hall Light | Hall | on\nDesk Lamp | Office | off' }),
  };
  const { request } = await start([{ answer: { fault: 'crashed' } }]);
  const { sentences } = await collect({ ...request, tools: [states], query: 'which lights are on?' });
  assert.deepEqual(sentences, ['Hall Light is on.', 'Desk Lamp is off.']);
});

test('of a question in two parts the one that was not read ahead is still open', async () => {
  const ahead: Tool = { ...weather, ahead: (query) => (/sunny/.test(query) ? { city: 'Paris' } : undefined) };
  const search: Tool = { ...weather, name: 'webSearch', run: async () => ({ ok: true, text: 'Bram Stoker.' }) };
  const { server, request } = await start([
    {
      when: (sent) => /answered 1 of 2/.test(last(sent)),
      answer: { calls: [{ name: 'webSearch', arguments: { city: 'Dracula' } }] },
    },
    { answer: 'Sunny, and Stoker wrote it.' },
  ]);
  const query = 'is it sunny in Paris and who wrote the novel Dracula?';
  const { end } = await collect({ ...request, tools: [ahead, search], query });
  assert.deepEqual(
    end.calls.map(({ name }) => name),
    ['get_weather', 'webSearch'],
  );
  assert.match(JSON.stringify(chats(server)[0]?.body), /Still open: .*who wrote the novel Dracula/);
});

for (const [language, query, promise] of [
  ['en', 'remind me to call mum', 'Of course, I’ll remind you.'],
  ['en', 'turn on the hall light', 'I will turn it on at once.'],
  ['de', 'schalte das Licht ein', 'Gern, ich schalte das Licht ein.'],
  ['fr', 'dis-moi quand c’est fini', 'Je te préviendrai.'],
  ['es', 'avísame cuando acabe', 'Te avisaré.'],
] as const) {
  test(`"${promise}" isn’t said when no tool does it`, async () => {
    const { server, request } = await start([{ answer: { text: [...promise] } }]);
    const { sentences } = await collect({ ...request, query, moment: { language, now: new Date(clock.now()) } });
    assert.deepEqual(sentences, [phrasesFor(language).nothingDone]);
    assert.match(JSON.stringify(chats(server)[1]?.body), /nothing was done/);
  });
}

test('a promise whose call follows in the same answer is kept', async () => {
  const lamp: Tool = { ...weather, name: 'set_light', acts: true };
  const { request } = await start([
    { when: afterTool, answer: 'It is on.' },
    { answer: { text: [...'I will turn it on. '], calls: [{ name: 'set_light', arguments: { city: 'hall' } }] } },
  ]);
  const { sentences, end } = await collect({ ...request, tools: [lamp], query: 'turn on the hall light' });
  assert.deepEqual([sentences, end.calls.length], [['It is on.'], 1]);
});
