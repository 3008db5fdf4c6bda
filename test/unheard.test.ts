import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { answerTo, openPage } from './page.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { openSatellite } from './satellite.js';
import { until } from './until.js';

const MINUTE = 60_000;
const HEAT = 'Careful, the computer that I run on is at 85 degrees Celsius.';

/** The shipped flow with an alert that comes when it starts. */
const alerting = (flow: FlowNode[]): FlowNode[] => [
  ...flow,
  {
    id: 'alert',
    type: 'inject',
    z: 'jarvis0000000001',
    x: 100,
    y: 900,
    once: true,
    onceDelay: 0.1,
    props: [{ p: 'payload' }],
    payload: HEAT,
    payloadType: 'str',
    wires: [['jarvis0000000109']],
  },
];

let runtime: Runtime;
afterEach(() => runtime?.stop());

/** Starts it, and waits until its alert has found nobody. */
async function startedHot(change = alerting): Promise<void> {
  runtime = await startRuntime({ change, env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9', JARVIS_LANGUAGE: 'en,de' } });
  await runtime.warm();
}
/** Announces over MQTT; that the broker has it, and we had it before. */
async function announce(...told: object[]): Promise<void> {
  const client = await openSatellite(runtime.mqttPort);
  for (const one of told) await client.say('jarvis/say', one);
  // Goes the same way, and is answered.
  await client.say('jarvis/converse', { text: 'what time is it', site: 'nowhere', id: 'last' });
  await client.hears('jarvis/answer');
  await client.close();
}

describe('an announcement that nobody is there to hear', () => {
  test('at the start is said on the first page that opens, once', async () => {
    await startedHot();
    assert.doesNotMatch(runtime.output(), /nobody heard/);
    const page = await openPage(runtime.url);
    const told = await page.gets('show', { kind: 'reply', text: HEAT });
    assert.ok(
      page.messages.findIndex(({ type }) => type === 'welcome') < page.messages.indexOf(told),
      'a page that has its room and language',
    );
    await page.close();
    const second = await openPage(runtime.url, 'browser-0000000b');
    assert.match(String((await answerTo(second, 'what time is it?')).text), /^It’s /);
    assert.ok(!second.messages.some(({ text }) => text === HEAT));
    await second.close();
  });

  test('is played by a satellite that speaks up later', async () => {
    await startedHot();
    const client = await openSatellite(runtime.mqttPort);
    await client.say('hermes/asr/textCaptured', { siteId: 'shelf', text: 'hm' });
    await until(
      async () => (await runtime.turns()).some(({ site, texts }) => site === 'shelf' && texts.reply === HEAT),
      'the alert in the room of the shelf',
    );
    await client.close();
  });

  test('waits for its room, and is said in the order it came', async () => {
    await startedHot((flow) => flow);
    await announce({ text: 'One.', rooms: ['Kitchen'] }, { text: 'Two.', rooms: ['Bedroom'] }, { text: 'Three.' });
    const bedroom = await openPage(runtime.url, 'browser-0000000a', 'Bedroom');
    await bedroom.gets('show', { kind: 'reply', text: 'Three.' });
    const heardIn = ({ messages }: typeof bedroom) =>
      messages.filter(({ type, kind }) => type === 'show' && kind === 'reply').map(({ text }) => text);
    assert.deepEqual(heardIn(bedroom), ['Two.', 'Three.']);
    const kitchen = await openPage(runtime.url, 'browser-0000000b', 'Kitchen');
    await kitchen.gets('show', { kind: 'reply', text: 'One.' });
    assert.deepEqual(heardIn(kitchen), ['One.']);
    await kitchen.close();
    await bedroom.close();
  });

  test('was missed after a quarter of an hour, and is told to whoever asks', async () => {
    await startedHot();
    await runtime.jump(16 * MINUTE);
    await runtime.jump(2_000);
    await until(() => /No satellite was there to hear/.test(runtime.output()), 'the log to say so');
    const page = await openPage(runtime.url);
    const { text } = await answerTo(page, 'what did I miss?');
    assert.match(String(text), /nobody was there to be told this: Careful, the computer/);
    assert.ok(!page.messages.some(({ text: said }) => said === HEAT), 'too late to be said');
    const german = await openPage(runtime.url, 'browser-0000000b', null, { language: 'de' });
    assert.match(String((await answerTo(german, 'Was habe ich verpasst?')).text), /war niemand da, um das zu hören/);
    await page.close();
    await german.close();
  });

  test('is one of twenty at most', async () => {
    await startedHot((flow) => flow);
    const numbered = Array.from({ length: 25 }, (_, index) => ({ text: `Number ${index}.` }));
    await announce(...numbered.slice(0, 15));
    // More at once would be dropped as a flood.
    await runtime.jump(MINUTE / 6);
    await announce(...numbered.slice(15));
    const page = await openPage(runtime.url);
    await page.gets('show', { kind: 'reply', text: 'Number 24.' });
    const told = page.messages.filter(({ type, kind }) => type === 'show' && kind === 'reply').map(({ text }) => text);
    assert.deepEqual(
      told,
      Array.from({ length: 20 }, (_, index) => `Number ${index + 5}.`),
    );
    assert.match(String((await answerTo(page, 'what did I miss?')).text), /^There were 15 things before that/);
    await page.close();
  });
});
