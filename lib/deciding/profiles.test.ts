import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { allowedBy, chooseProfile, readProfiles, turnProfile } from './profiles.js';

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
const named = (query: string, picked?: string[]) => chooseProfile(PROFILES, query, picked)?.name;

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
    assert.equal(chooseProfile(PROFILES.slice(0, 2), 'hello'), undefined);
    assert.equal(chooseProfile([], 'hello'), undefined);
  });

  test('let through what they list, by name or by the beginning of it', () => {
    const [developer, life, everything] = PROFILES;
    assert.ok(developer && life && everything);
    assert.deepEqual(allowedBy(developer, CATALOGUE), ['webSearch', 'mcp__git__log']);
    assert.deepEqual(allowedBy(everything, CATALOGUE), CATALOGUE);
    assert.deepEqual(allowedBy({ name: 'mute', tools: [] }, CATALOGUE), []);
    assert.deepEqual(turnProfile(developer, CATALOGUE, ['stop', 'other']), {
      name: 'developer',
      prompt: 'Be exact.',
      tools: ['webSearch', 'mcp__git__log', 'stop'],
    });
    assert.equal(turnProfile(everything, CATALOGUE, []).prompt, undefined);
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
