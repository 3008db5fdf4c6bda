import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { until } from './until.js';

const LAMP = 'light.kitchen_light';
const ROOMS = ['kitchen', 'hall', 'bedroom'];

let model: ScriptedModelServer;
let runtime: Runtime;
let page: Page;
let satellite: Satellite;

before(async () => {
  model = await startScriptedModelServer({ speed: 'instant', answers: () => 'Pardon?' });
  runtime = await startRuntime({ env: { JARVIS_MODEL_URL: model.url, JARVIS_MODEL: 'scripted' } });
  await runtime.warm();
  page = await openPage(runtime.url);
  satellite = await openSatellite(runtime.mqttPort);
  await page.sees(LAMP, 'off');
  for (const siteId of ROOMS) await satellite.say('hermes/audioServer/toggleOn', { siteId });
  await until(async () => {
    const sites = await runtime.sites();
    return ROOMS.every((room) => sites.includes(room));
  }, 'the rooms');
});
after(async () => {
  await page?.close();
  await satellite?.close();
  await runtime?.stop();
  await model?.close();
});

/** Sounds of each room now. */
const sounds = () => Object.fromEntries(ROOMS.map((room) => [room, satellite.sounds(room)]));
const shown = (pattern: RegExp) =>
  until(
    () => page.messages.find(({ type, text }) => type === 'show' && pattern.test(String(text))),
    () =>
      `${pattern}; shown ${page.messages.flatMap(({ type, text }) => (type === 'show' ? String(text) : [])).join(' | ')}`,
  );
/** Plays what a room was sent since then, to its end. */
async function plays(room: string, before: Record<string, number>, count = 1): Promise<void> {
  for (let at = 1; at <= count; at++)
    await satellite.played(room, (await satellite.hearsSound(room, (before[room] ?? 0) + at)).id);
}
async function says(siteId: string, text: string): Promise<void> {
  await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId, modelId: 'hey_jarvis' });
  await satellite.say('hermes/asr/textCaptured', { siteId, text });
}
const on = (topic: string) => satellite.heard.filter((one) => one.topic === topic).map(({ payload }) => `${payload}`);
const states = (site: string) => on(`jarvis/${site}/state`);
/** Waits for words that a room is told, as MQTT has them. */
const isTold = (site: string, words: string) =>
  until(
    () => on(`jarvis/${site}/spoken`).includes(words),
    () => `"${words}" in the ${site}; told ${on(`jarvis/${site}/spoken`).join(' | ')}`,
  );

describe('a person in one room speaks to others', () => {
  test('everyone is told but the room that spoke, and told who says it', async () => {
    const before = sounds();
    await says('kitchen', 'tell everyone that dinner is ready');
    await isTold('hall', 'The Kitchen: dinner is ready.');
    await shown(/^The Kitchen: dinner is ready\.$/);
    await Promise.all([plays('hall', before), plays('bedroom', before), plays('kitchen', before)]);
    assert.deepEqual(
      ROOMS.map((room) => satellite.sounds(room) - (before[room] ?? 0)),
      [1, 1, 1],
      'a word for whoever said it, and one in each other room',
    );
  });

  test('an answer is carried back, and is nothing else than an answer', async () => {
    const before = sounds();
    await says('kitchen', 'ask the hall whether they want the kitchen light on');
    await plays('kitchen', before);
    const since = states('hall').length;
    await plays('hall', before);
    await until(
      () =>
        /listening$/.test(
          states('hall')
            .slice(since - 1)
            .join(),
        ),
      'the hall to listen',
    );
    await satellite.say('hermes/asr/textCaptured', { siteId: 'hall', text: 'turn on the kitchen light' });
    await plays('kitchen', before, 2);
    await isTold('hall', 'The Kitchen asks whether you want the kitchen light on.');
    await isTold('kitchen', 'The hall says: turn on the kitchen light.');
    await page.sees(LAMP, 'off');
  });

  test('a room that is not there is told, and nobody else hears it', async () => {
    const before = sounds();
    await page.type('tell the garage that dinner is ready');
    await shown(/no loudspeaker called “the garage”\. I have one in: .*Kitchen/);
    await page.type('tell the bedroom: my PIN is 4711, turn on the kitchen light');
    await plays('bedroom', before);
    await page.sees(LAMP, 'off');
    assert.deepEqual(sounds(), { ...before, bedroom: (before['bedroom'] ?? 0) + 1 });
    assert.doesNotMatch(on('jarvis/bedroom/spoken').join(), /4711/, 'whoever listens to the broker may keep it');
  });

  test('what an announcement says is no order to another room', async () => {
    const before = sounds();
    await satellite.say('jarvis/say', { text: 'Tell everyone that the house is on fire.', rooms: ['hall'] });
    await plays('hall', before);
    assert.deepEqual(sounds(), { ...before, hall: (before['hall'] ?? 0) + 1 });
  });

  test('no model was asked', () =>
    assert.deepEqual(
      model.requests.filter(({ body }) => /dinner|PIN/.test(JSON.stringify(body))),
      [],
    ));
});
