import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { exampleOf, importExamples, press } from './example.js';
import { openPage, type Page } from './page.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { until } from './until.js';

const DOORBELL = '11 - Doorbell';
const INTERCOM = '15 - Intercom';
const LOCK = 'lock.front_door';
const QUESTION = 'Somebody is at the door. Shall I really unlock the front door?';
const env = { JARVIS_MODEL_URL: 'http://127.0.0.1:9' };

let runtime: Runtime;
let flow: FlowNode[];
let page: Page;
let satellite: Satellite;
/** Sounds that each room has played. */
const played = { kitchen: 0, hall: 0 };

const on = (topic: string) => satellite.heard.filter((one) => one.topic === topic).map(({ payload }) => `${payload}`);
const states = (site: string) => on(`jarvis/${site}/state`);
const captured = (siteId: string, text: string) => satellite.say('hermes/asr/textCaptured', { siteId, text });
/** What is said to the assistant, with its wake word. */
async function says(siteId: string, text: string): Promise<void> {
  await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId, modelId: 'hey_jarvis' });
  await captured(siteId, text);
}
/** Plays what a room is sent after so many sounds. */
const plays = async (site: string, sounds: number) =>
  satellite.played(site, (await satellite.hearsSound(site, sounds + 1)).id);
/** Waits until a room listens without the wake word. */
const listens = (site: string, since: number) =>
  until(
    () => states(site).slice(since).includes('listening'),
    () => `the ${site} to listen: ${states(site).slice(since)}`,
  );
const isTold = (site: string, words: string) =>
  until(
    () => on(`jarvis/${site}/spoken`).includes(words),
    () => `"${words}" in the ${site}; told ${on(`jarvis/${site}/spoken`).join(' | ')}`,
  );
/** A node of the examples that waits so long that no test waits for it. */
function patient(node: FlowNode): FlowNode {
  if (node.type === 'jarvis-satellite-out') return { ...node, listenOn: '60' };
  const asJson = JSON.stringify(node).replace(/\\"timeout\\": 30/, '\\"timeout\\": 300');
  return JSON.parse(asJson) as FlowNode;
}
const shown = () =>
  page.messages.filter(({ type, kind }) => type === 'show' && kind === 'reply').map(({ text }) => text);

describe('a doorbell and an intercom, imported beside the shipped flow', () => {
  before(async () => {
    runtime = await startRuntime({ env });
    await runtime.warm();
    flow = await importExamples(runtime, [DOORBELL, INTERCOM], (node) =>
      node.type === 'mqtt-broker' ? { ...node, port: String(runtime.mqttPort) } : patient(node),
    );
    page = await openPage(runtime.url);
    satellite = await openSatellite(runtime.mqttPort);
    for (const siteId of ['kitchen', 'hall']) await satellite.say('hermes/audioServer/toggleOn', { siteId });
    await until(async () => (await runtime.sites()).filter((id) => /kitchen|hall/.test(id)).length === 2, 'the rooms');
    await until(() => runtime.output().includes('Connected to broker'), 'the broker');
  });
  after(async () => {
    await page?.close();
    await satellite?.close();
    await runtime?.stop();
  });

  /** Plays what a room is sent, as it comes, until the room was told something and listens. */
  async function isAnswered(site: 'kitchen' | 'hall', talks: () => Promise<unknown>, isSo = () => true) {
    const since = states(site).length;
    await talks();
    await until(
      async () => {
        for (; satellite.sounds(site) > played[site]; played[site]++) await plays(site, played[site]);
        return isSo() && /speaking,(?:.*,)?listening$/.test(`${states(site).slice(since)}`);
      },
      () => `the ${site} to listen: ${states(site).slice(since)}`,
    );
  }
  /** Rings; resolves when the kitchen has heard the question and listens. */
  async function rings(): Promise<void> {
    const asked = () => runtime.output().split('[debug:what is asked]').length;
    const before = asked();
    await isAnswered(
      'kitchen',
      () => press(runtime, flow, 'the doorbell rings'),
      () => asked() > before,
    );
  }
  /** What the house says of the door is the next that is shown. */
  async function isLocked(isSo = true): Promise<void> {
    const before = shown().length;
    await page.type('is the front door locked?');
    await until(() => shown().length > before, 'the answer');
    assert.deepEqual(shown().slice(before), [
      isSo ? 'Yes, the front door is locked.' : 'No, the front door is unlocked.',
    ]);
  }

  test('who rings has the kitchen asked, and silence leaves it locked', async () => {
    await page.sees(LOCK, 'locked');
    const brief = flow.map((node) => (node.type === 'jarvis-satellite-out' ? { ...node, listenOn: '1' } : node));
    await runtime.deploy(brief, 'nodes');
    await rings();
    await until(
      () => runtime.output().includes(`[debug:what is asked] ${QUESTION}`),
      () => runtime.output(),
    );
    await until(() => states('kitchen').at(-1) === 'idle', 'the kitchen to give up');
    await isLocked();
    await runtime.deploy(flow, 'nodes');
  });

  test('a no leaves it locked', async () => {
    await rings();
    await captured('kitchen', 'no');
    await isTold('kitchen', "All right, I won't.");
    await isLocked();
  });

  test('a yes of another room, and one after other words, is none', async () => {
    await rings();
    await isAnswered('hall', () => says('hall', 'yes'));
    await isLocked();
    // A wake word in the kitchen at once would be the voice that the hall heard.
    await until(() => states('hall').join().endsWith('speaking,idle,listening'), 'the hall to listen on');
    await runtime.jump(8_000);
    await until(() => states('hall').at(-1) === 'idle', 'the hall to give up');
    await isAnswered('kitchen', () => says('kitchen', 'what is the date?'));
    assert.match(`${on('jarvis/kitchen/spoken').at(-1)}`, /^It.s \w+day/);
    await isAnswered('kitchen', () => says('kitchen', 'yes'));
    await isLocked();
  });

  test('a spoken yes opens it, without the wake word', async () => {
    await rings();
    await captured('kitchen', 'yes please');
    await page.sees(LOCK, 'unlocked');
    await isTold('kitchen', 'Unlocked the front door.');
  });

  test('words are told in another room, and the answer is carried back, and is no order', async () => {
    const [kitchen, hall, since] = [satellite.sounds('kitchen'), satellite.sounds('hall'), states('hall').length];
    await says('kitchen', 'call the hall and say dinner is ready');
    await isTold('kitchen', 'I am calling the Hall.');
    await plays('kitchen', kitchen);
    await isTold('hall', 'A call from the Kitchen: dinner is ready');
    await plays('hall', hall);
    await listens('hall', since);
    await captured('hall', 'turn on the kitchen light');
    await isTold('kitchen', 'The Hall says: turn on the kitchen light');
    await plays('kitchen', kitchen + 1);
    await page.sees('light.kitchen_light', 'off');
  });

  test('a room that says stop has not answered, and one that is not there is told', async () => {
    const hall = satellite.sounds('hall');
    const since = states('hall').length;
    await page.type('call the hall and ask who wants tea');
    await plays('hall', hall);
    await listens('hall', since);
    await captured('hall', 'stop');
    await page.gets('show', { kind: 'reply', text: 'Nobody answered in the Hall.' });
    await page.type('call the office and ask who wants tea');
    await page.gets('show', { kind: 'reply', text: 'I could not call the Office.' });
  });

  test('what is no answer to a call is left alone', async () => {
    for (const message of ['{', '[]', 'null', { id: 7 }, { id: 'other', text: 'Hello', reason: 'answered' }])
      await satellite.say('jarvis/answer', message);
    await isLocked(false);
  });
});

test('the doorbell alone, without the shipped flow: its buttons ask and open', async (t) => {
  const alone = await startRuntime({ env, change: () => [] });
  t.after(() => alone.stop());
  const doorbell = await exampleOf(alone, DOORBELL);
  await alone.deploy(doorbell);
  await press(alone, doorbell, 'the doorbell rings');
  await until(() => alone.output().includes(QUESTION), 'the question');
  await press(alone, doorbell, 'yes, open it');
  await until(
    () => alone.output().includes('[debug:what came of it] Unlocked the front door.'),
    () => alone.output(),
  );
});
