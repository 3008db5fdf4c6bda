import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { turns } from '../conversation/turns.js';
import { newTurn } from '../turn/turn.js';
import { switchProfile } from './profile-switch.js';
import {
  allowedBy,
  isAbout,
  profileByLikeness,
  profileByTools,
  profileByWords,
  profileCalled,
  readProfiles,
  turnProfile,
} from './profiles.js';
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
    assert.deepEqual(turnProfile(developer, CATALOGUE, 'words'), {
      name: 'developer',
      by: 'words',
      prompt: 'Be exact.',
      tools: ['webSearch', 'mcp__git__log', 'stop', 'toolSearchTool'],
    });
    assert.equal(turnProfile(everything, CATALOGUE, 'rest').prompt, undefined);
  });

  test('take model, temperature, planning and turns with them', () => {
    const more = { model: 'large', temperature: 0, planning: false, maxTurns: 3 };
    const [profile] = readProfiles(JSON.stringify([{ name: 'exact', tools: ['webSearch'], ...more }]));
    assert.ok(profile);
    assert.deepEqual(turnProfile(profile, CATALOGUE, 'words'), {
      name: 'exact',
      by: 'words',
      ...more,
      tools: ['webSearch', 'stop', 'toolSearchTool'],
    });
  });

  test('are found by what they are for, in whatever language, and by what they are called', () => {
    const ROLES = readProfiles(
      JSON.stringify([
        {
          name: 'secretary',
          description: 'Calendar, appointments, letters, notes and reminders.',
          keywords: ['Sekretärin'],
        },
        { name: 'smart_home', description: 'Lights, heating, blinds and other devices of the house.' },
        { name: 'everything' },
      ]),
    );
    const alike = (query: string) => profileByLikeness(ROLES, query)?.name;
    assert.equal(alike('what is on my calendar tomorrow?'), 'secretary');
    assert.equal(alike('turn on the light'), 'smart_home');
    assert.equal(alike('mach das Licht an'), 'smart_home');
    assert.equal(alike('who wrote Hamlet?'), undefined);
    assert.equal(profileByTools(ROLES)?.name, 'everything', 'a description makes it a topic');
    assert.equal(profileCalled(ROLES, 'Smart Home')?.name, 'smart_home');
    assert.equal(profileCalled(ROLES, 'Sekretärinnen'), undefined);
    assert.equal(profileCalled(ROLES, 'sekretarin')?.name, 'secretary');
    assert.equal(profileCalled(ROLES, 'home'), undefined);
    const [, house] = ROLES;
    assert.ok(house);
    assert.ok(isAbout(house, 'as the smart home, is everything off?') && isAbout(house, 'dim the light'));
    assert.ok(!isAbout(house, 'read me that page') && !isAbout(house, ''));
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
      '[{"name":"x","maxTurns":0}]',
      '[{"name":"x","temperature":"hot"}]',
      '[{"name":"x","planning":"yes"}]',
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
    const names = ['Chess', 'Draughts', 'Go', 'Poker', 'Bridge', 'Whist', 'Ludo', 'Mah-jong', 'Backgammon'];
    const games = names.map((game) => ({ name: game, description: game }));
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

describe('the profile of a room', () => {
  const PLACES = readProfiles(
    JSON.stringify([
      { name: 'kitchen', keywords: ['recipe'], tools: ['getWeather'] },
      { name: 'office', wakeWords: ['hey_mycroft'], tools: ['webSearch'] },
    ]),
  );
  const tools = CATALOGUE.map((name) => ({ name, description: name }));
  const turn = newTurn({ site: 'studio', source: 'voice', language: 'en' });
  const route = async (query: string, wake?: string) => {
    const of = wake ? { ...turn, wake: { word: wake, by: 'audio' as const } } : turn;
    const signal = new AbortController().signal;
    const { profile, tools: left } = await routeTurn(of, PLACES, { query, strategy: 'keyword', tools, signal });
    return [profile?.name, profile?.by, left?.[0]];
  };

  test('is the one it was switched to, whatever is spoken about, until its conversation ends', async () => {
    assert.deepEqual(await route('a recipe for bread'), ['kitchen', 'words', 'getWeather']);
    switchProfile('studio', 'office');
    assert.deepEqual(await route('a recipe for bread'), ['office', 'switched', 'webSearch']);
    switchProfile('elsewhere', 'kitchen');
    assert.deepEqual((await route('hm'))[0], 'office', 'another room is another conversation');
    turns.stop('studio');
    assert.deepEqual(await route('a recipe for bread'), ['kitchen', 'words', 'getWeather']);
    switchProfile('studio', 'gone');
    assert.deepEqual((await route('a recipe for bread'))[0], 'kitchen', 'a deploy may have taken it away');
  });

  test('is called by its wake word, and holds until another one is said', async () => {
    turns.stop('studio');
    assert.deepEqual(await route('a recipe for bread', 'hey_mycroft'), ['office', 'wake-word', 'webSearch']);
    assert.deepEqual(await route('and one for cake'), ['office', 'switched', 'webSearch']);
    assert.deepEqual(await route('a recipe for bread', 'hey_jarvis'), ['kitchen', 'words', 'getWeather']);
  });
});
