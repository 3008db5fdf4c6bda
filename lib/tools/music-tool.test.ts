import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '../../test/until.js';
import type { Media } from '../home/contents.js';
import { openDemoHome } from '../home/demo.js';
import { demoContents } from '../home/demo-contents.js';
import type { Entity, Home } from '../home/types.js';
import { JarvisError } from '../turn/errors.js';
import { musicTools } from './music-tool.js';

const SEARCHES = (1 << 22) | (1 << 9);
const signal = new AbortController().signal;
const JAZZ: Media = { id: 'library://radio/7', type: 'music', title: 'Jazz FM' };

const player = (id: string, name: string, area: string, supported_features = SEARCHES): Entity => ({
  ...{ id: `media_player.${id}`, name, area, domain: 'media_player', aliases: [], state: 'idle' },
  attributes: { supported_features },
});

/** A house of players that know jazz only, and what they were told to play. */
function houseOf(entities: Entity[]) {
  const demo = openDemoHome();
  const played: string[] = [];
  const contents = {
    ...demoContents(),
    search: async (_: string, query: string) => (/jazz/i.test(query) ? JAZZ : undefined),
    playMedia: async (id: string, { id: what }: Media) => void played.push(`${id} ${what}`),
  };
  const home: Home = { ...demo, house: () => ({ areas: demo.house().areas, entities }), contents };
  return { home, played };
}

const plays = (home: Home, { said = 'play something', area = 'kitchen', language = 'en' } = {}) => {
  const tool = must(musicTools(home)[0]);
  return (args: Record<string, unknown>) => tool.run(args, { site: 'kitchen', area, language, said, signal });
};

const CINEMA = player('cinema', 'Cinema', 'living_room');
const RADIO = player('radio', 'Kitchen Radio', 'kitchen');

test('is played in the room of the person, or where a player or its room is named', async () => {
  const { home, played } = houseOf([CINEMA, RADIO]);
  const play = plays(home);
  assert.deepEqual(await play({ query: 'Jazz' }), {
    ok: true,
    text: 'Plays Jazz FM on Kitchen Radio.',
    told: 'Playing Jazz FM on Kitchen Radio.',
  });
  await play({ query: 'jazz', player: 'cinema' });
  await play({ query: 'jazz', player: 'living room' });
  await play({ query: 'jazz', player: 'media_player.cinema' });
  assert.deepEqual(
    played.map((one) => one.split(' ')[0]),
    ['media_player.radio', 'media_player.cinema', 'media_player.cinema', 'media_player.cinema'],
  );
  const german = await plays(home, { said: 'spiel Jazz', language: 'de' })({ query: 'jazz' });
  assert.match(must(german.told), /Jazz FM/);
});

test('what is not found, not meant or only asked plays nothing, in words that the model can mend', async () => {
  const { home, played } = houseOf([CINEMA, RADIO]);
  assert.match((await plays(home)({ query: 'polka' })).text, /^Kitchen Radio finds nothing for "polka"\.$/);
  assert.match((await plays(home)({ query: 'jazz', player: 'attic' })).text, /Players: Cinema, Kitchen Radio\.$/);
  assert.match((await plays(home, { area: 'bedroom' })({ query: 'jazz' })).text, /^Give a player\. Players: Cinema/);
  assert.match((await plays(home, { said: 'is there any jazz?' })({ query: 'jazz' })).text, /^Not done/);
  for (const args of [{}, { query: '' }, { query: 7 }, { query: 'x'.repeat(201) }]) {
    assert.match((await plays(home)(args)).text, /^Wrong arguments/);
  }
  assert.deepEqual(played, []);
});

test('is there only where a player can search, and what a player refuses is told', async () => {
  assert.deepEqual(musicTools(houseOf([player('old', 'Old', 'kitchen', 1)]).home), []);
  const { home } = houseOf([RADIO]);
  const contents = {
    ...demoContents(),
    search: async () => JAZZ,
    playMedia: async () => Promise.reject(new JarvisError('home-refused', 'It is off.')),
  };
  await assert.rejects(plays({ ...home, contents }, { area: 'bedroom' })({ query: 'jazz' }), /It is off/);
});
