import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DONE } from '../lib/audio/chimes.js';
import { secondsOf } from '../lib/audio/pcm.js';
import { openPage, type Page } from './page.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';

let runtime: Runtime;
let page: Page;
let satellite: Satellite;
const withSound = (flow: FlowNode[]) =>
  flow.map((node) => {
    if (node.type === 'jarvis-command') return { ...node, success: 'sound' };
    return node.type === 'jarvis-satellites' ? { ...node, areas: '{"kitchen":"Kitchen","shelf":"Kitchen"}' } : node;
  });

before(async () => {
  runtime = await startRuntime({ change: withSound });
  await runtime.warm();
  page = await openPage(runtime.url, 'browser-0000000a', 'Kitchen');
  satellite = await openSatellite(runtime.mqttPort);
});
after(async () => {
  await page?.close();
  await satellite?.close();
  await runtime?.stop();
});

/** Says it at a satellite in the kitchen; whether words or the sound was heard. */
async function says(text: string, siteId: string): Promise<'sound' | 'words'> {
  const before = satellite.sounds(siteId);
  await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId, modelId: 'hey_jarvis' });
  await satellite.say('hermes/asr/textCaptured', { siteId, text });
  const { id, wav } = await satellite.hearsSound(siteId, before + 1);
  await satellite.played(siteId, id);
  return Math.abs(secondsOf(wav) - secondsOf(DONE)) < 0.01 ? 'sound' : 'words';
}

const WAYS: [said: string, heard: 'sound' | 'words'][] = [
  ['turn on the kitchen light', 'sound'],
  ['turn off the lights', 'sound'],
  ['turn on the coffee machine', 'sound'],
  ['turn on the kitchen light and the counter light', 'sound'],
  ['turn off all lights', 'words'],
  ['turn on the bedroom light', 'words'],
  ['turn on the kitchen light and turn off the bedroom light', 'words'],
  ['is the kitchen light on?', 'words'],
  ['pause the kitchen speaker', 'words'],
  ['make the coffee machine blue', 'words'],
  ['lock the front door', 'words'],
  ['unlock the front door', 'words'],
  ['yes', 'words'],
  ['what time is it', 'words'],
];
for (const [index, [said, heard]] of WAYS.entries()) {
  test(`"${said}" is answered by ${heard}`, async () => {
    // Who calls beside another satellite within a second is the same voice there.
    if (index === WAYS.length / 2) await sleep(1_500);
    // One satellite alone would say more than it may in a second.
    assert.equal(await says(said, index < WAYS.length / 2 ? 'kitchen' : 'shelf'), heard);
  });
}

test('a page plays the sound, and shows the words', async () => {
  await page.type('turn off the kitchen light');
  const shown = await page.gets('show', { kind: 'reply', last: true });
  assert.match(String(shown['text']), /kitchen light/i);
  await page.gets('play-end');
  assert.ok(page.sound() > 0);
});
