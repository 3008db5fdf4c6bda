import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { until } from './until.js';

const PLAYER = 'media_player.kitchen_speaker';
let runtime: Runtime;
let page: Page;
let satellite: Satellite;

before(async () => {
  runtime = await startRuntime();
  await runtime.warm();
  page = await openPage(runtime.url);
  satellite = await openSatellite(runtime.mqttPort);
  await page.type('play the kitchen speaker');
  await page.sees(PLAYER, 'playing');
});
after(async () => {
  await page?.close();
  await satellite?.close();
  await runtime?.stop();
});

const volume = () => {
  const all = page.messages.flatMap(({ entities }) => (Array.isArray(entities) ? entities : []));
  const level = all.findLast(({ id }) => id === PLAYER)?.attributes.volume_level;
  return Math.round(level * 100);
};
const becomes = (percent: number) =>
  until(
    () => volume() === percent,
    () => `${percent} %; it is ${volume()}`,
  );
const wakes = () => satellite.say('hermes/hotword/hey_jarvis/detected', { siteId: 'kitchen', modelId: 'hey_jarvis' });
const says = (text: string) => satellite.say('hermes/asr/textCaptured', { siteId: 'kitchen', text });
const isPlayed = async (count: number) =>
  satellite.played('kitchen', (await satellite.hearsSound('kitchen', count)).id);

test('music is lowered while its room listens and speaks, and put back', async () => {
  assert.equal(volume(), 30);
  await wakes();
  await becomes(9);
  const sounds = satellite.sounds('kitchen');
  await says('what time is it');
  await isPlayed(sounds + 1);
  await wakes();
  await says('stop');
  await becomes(30);
});

test('for an announcement, too', async () => {
  const sounds = satellite.sounds('kitchen');
  await satellite.say('jarvis/say', { text: 'Dinner is ready.', rooms: ['Kitchen'] });
  await satellite.hearsSound('kitchen', sounds + 1);
  await becomes(9);
  await isPlayed(sounds + 1);
  await becomes(30);
});

test('what a person says of the volume counts from what it was, and stays', async () => {
  const sounds = satellite.sounds('kitchen');
  await wakes();
  await becomes(9);
  await says('set the kitchen speaker to 60 percent volume');
  await until(() => satellite.sounds('kitchen') > sounds, 'the answer');
  await isPlayed(sounds + 1);
  await wakes();
  await says('stop');
  await becomes(60);
});

test('a deploy in the middle leaves nothing low', async () => {
  await wakes();
  await becomes(18);
  await page.close();
  const flows = await runtime.flows();
  const changed = flows.map((node) => (node.type === 'jarvis-satellites' ? { ...node, ducking: false } : node));
  await runtime.deploy(changed, 'nodes');
  page = await openPage(runtime.url);
  await becomes(60);
});
