import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { newTurn } from '../turn/turn.js';
import { allowedBy, profileByTools, profileByWords, readProfiles, turnProfile } from './profiles.js';
import { routeTurn } from './route-turn.js';

const PROFILES = readProfiles(
  JSON.stringify([
    {
      name: 'developer',
      prompt: 'Be exact.',
      tools: ['webSearch', 'mcp__git__*'],
      keywords: ['code', 'error message'],
    },
    { name: 'life', tools: ['logMeal', 'getWeather'], keywords: ['meal', 'breakfast', 'Frühstück'] },
    { name: 'everything', prompt: '  ' },
  ]),
);
const CATALOGUE = ['webSearch', 'mcp__git__log', 'mcp__files__read', 'logMeal', 'getWeather', 'stop', 'toolSearchTool'];
const named = (query: string, picked?: string[]) =>
  (profileByWords(PROFILES, query) ?? profileByTools(PROFILES, picked))?.name;

describe('profiles', () => {
  test('are chosen by their words, then by the tools that were picked, then by having neither', () => {
    assert.equal(named('what does this error message mean'), 'developer');
    assert.equal(named('I had eggs for breakfast'), 'life');
    assert.equal(named('zum Frühstück gab es Eier'), 'life');
    assert.equal(named('will it rain', ['getWeather']), 'life');
    assert.equal(named('will it rain', ['webSearch']), 'developer');
    assert.equal(named('the message'), 'everything');
    assert.equal(named('hello', []), 'everything');
    assert.equal(named('breakfast while I write code, error message'), 'developer');
    assert.equal(profileByTools(PROFILES.slice(0, 2)), undefined);
    assert.equal(profileByWords([], 'hello'), undefined);
  });

  test('let through what they list, by name or by the beginning of it', () => {
    const [developer, life, everything] = PROFILES;
    assert.ok(developer && life && everything);
    assert.deepEqual(allowedBy(developer, CATALOGUE), ['webSearch', 'mcp__git__log']);
    assert.deepEqual(allowedBy(everything, CATALOGUE), CATALOGUE);
    assert.deepEqual(allowedBy({ name: 'mute', tools: [] }, CATALOGUE), []);
    assert.deepEqual(turnProfile(developer, CATALOGUE), {
      name: 'developer',
      prompt: 'Be exact.',
      tools: ['webSearch', 'mcp__git__log', 'stop', 'toolSearchTool'],
    });
    assert.equal(turnProfile(everything, CATALOGUE).prompt, undefined);
  });

  test('never let through a tool that is not listed', () => {
    const names = fc.array(fc.stringMatching(/^[a-z_]{1,6}$/), { maxLength: 8 });
    fc.assert(
      fc.property(names, names, (tools, catalogue) => {
        const through = allowedBy({ name: 'x', tools }, catalogue);
        for (const name of through) assert.ok(tools.includes(name) && catalogue.includes(name));
      }),
    );
  });

  test('are refused when they cannot be read, and never read as "everything is allowed"', () => {
    assert.deepEqual(readProfiles(undefined), []);
    assert.deepEqual(readProfiles('  '), []);
    for (const wrong of [
      '{',
      '{}',
      '[{}]',
      '[{"name":""}]',
      '[{"name":"x","tool":["a"]}]',
      '[{"name":"x","tools":"a"}]',
      'null',
      '7',
    ]) {
      assert.throws(() => readProfiles(wrong), { code: 'not-configured' }, wrong);
    }
  });
});

describe('a turn with profiles', () => {
  const tools = [...CATALOGUE, 'tellJoke', 'setTimer'].map((name) => ({ name, description: name }));
  const turn = newTurn({ site: 'den', source: 'text', language: 'en' });
  const route = (query: string, strategy: 'keyword' | 'all' = 'keyword', profiles = PROFILES, more = tools) =>
    routeTurn(turn, profiles, { query, strategy, tools: more, signal: new AbortController().signal });

  test('never gets a tool that its profile does not allow', async () => {
    for (const strategy of ['keyword', 'all'] as const) {
      const { profile, tools: left } = await route('search the web for my breakfast', strategy);
      assert.equal(profile?.name, 'life');
      assert.deepEqual(left, ['logMeal', 'getWeather', 'stop', 'toolSearchTool']);
    }
    const mute = readProfiles('[{"name":"mute","tools":[]}]');
    assert.deepEqual((await route('will it rain', 'all', mute)).tools, ['stop', 'toolSearchTool']);
  });

  test('goes where its tools are when no words told', async () => {
    const routed = await route('will it rain tomorrow?');
    assert.deepEqual([routed.profile?.name, routed.tools], ['life', ['getWeather', 'stop', 'toolSearchTool']]);
    const other = readProfiles('[{"name":"files","tools":["mcp__files__*"]},{"name":"rest"}]');
    assert.equal((await route('will it rain tomorrow?', 'keyword', other)).profile?.name, 'rest');
  });

  test('stays as it was where the router gives up and there are no profiles', async () => {
    assert.equal(await route('hello', 'keyword', []), turn);
    assert.equal(await route('will it rain?', 'keyword', []), turn, 'so few tools are left as they are');
    const games = ['Chess', 'Draughts', 'Go', 'Poker', 'Bridge'].map((game) => ({ name: game, description: game }));
    const { tools: left } = await route('will it rain?', 'keyword', [], [...tools, ...games]);
    assert.deepEqual(left, ['getWeather', 'stop', 'toolSearchTool']);
    // What a rule calls for these words stays, whatever they are alike to.
    const lookUp = {
      name: 'look_up',
      description: 'x',
      ahead: (query: string) => (/rain/.test(query) ? {} : undefined),
    };
    const kept = (await route('will it rain?', 'keyword', [], [...tools, ...games, lookUp])).tools;
    assert.deepEqual(kept, ['getWeather', 'stop', 'toolSearchTool', 'look_up']);
  });
});
