import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { exampleOf, importExamples, press } from './example.js';
import { startHouseServer } from './house-server.js';
import { openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { openSatellite } from './satellite.js';
import { until } from './until.js';

const NIGHT = '12 - Good night';
const MORNING = '13 - Morning briefing';
const SHOPPING = '14 - Shopping list';
const env = { JARVIS_MODEL_URL: 'http://127.0.0.1:9' };

let runtime: Runtime;
let page: Page;

/** Words that the debug nodes called "what is said" have printed, oldest first. */
const said = ({ output }: Runtime) =>
  [...output().matchAll(/\[debug:what is said\] (.*)/g)].map(([, words = '']) => words.trim());
const nextSaid = (of: Runtime, before: number) =>
  until(
    () => said(of)[before],
    () => `what is said; ${of.output().slice(-2000)}`,
  );

/** Types a sentence, and gives what is spoken when it was heard. */
async function answerTo(sentence: string): Promise<string> {
  const before = said(runtime).length;
  const played = page.messages.filter(({ type }) => type === 'play-end').length;
  await page.type(sentence);
  const words = await nextSaid(runtime, before);
  await page.gets('play-end', {}, played + 1);
  return words;
}

/** Opens what a yes is needed for. */
async function opens(sentence: string, question: string, entity: string, state: string): Promise<void> {
  await page.type(sentence);
  await page.gets('show', { kind: 'reply', text: question });
  await page.type('yes');
  await page.sees(entity, state);
}

describe('good night, a morning briefing and a shopping list, imported beside the shipped flow', () => {
  before(async () => {
    runtime = await startRuntime({ env });
    await importExamples(runtime, [NIGHT, MORNING, SHOPPING]);
    page = await openPage(runtime.url);
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
  });

  test('good night turns off the lights, and tells what was left open', async () => {
    await page.sees('light.living_room_light', 'on');
    assert.equal(
      await answerTo('Good night!'),
      'Good night. Turned off the living room light and the desk lamp. The kitchen window is open.',
    );
    await page.sees('light.living_room_light', 'off');
    await page.sees('light.desk_lamp', 'off');
  });

  test('a garage and a door that were opened meanwhile are told, and stay as they are', async () => {
    await opens('open the garage door', 'Shall I really open the garage door?', 'cover.garage_door', 'open');
    await opens('unlock the front door', 'Shall I really unlock the front door?', 'lock.front_door', 'unlocked');
    const words = await answerTo('I am going to bed');
    assert.match(words, /The kitchen window is open\. The garage door is open\. The front door is unlocked\.$/);
    await page.sees('cover.garage_door', 'open');
  });

  test('good morning tells time, date and calendar; what the house does not know is left out', async () => {
    const words = await answerTo('good morning Jarvis');
    assert.match(
      words,
      /^Good morning\. It.s \d+:\d\d [AP]M\. It.s \w+day, \w+ \d+, \d{4}\. It's 12\.3 degrees in the/,
    );
    assert.match(words, /Today: there is nothing in the calendar\. Tomorrow: Jarvis at 10:00 AM\.$/);
    assert.doesNotMatch(words, /weather|model/i);
  });

  test('the clock is switched off as it is imported', async () => {
    const clock = (await runtime.flows()).filter(({ crontab }) => crontab === '0 7 * * 1-5');
    assert.deepEqual(
      clock.map(({ d }) => d),
      [true],
    );
  });

  test('the shopping list takes things, each once, reads them out and is emptied', async () => {
    assert.equal(await answerTo('what do we need?'), 'You need nothing.');
    assert.equal(await answerTo('we are out of milk and bread'), 'I have noted milk and bread.');
    assert.equal(await answerTo('what do I need from the shop'), 'You need milk and bread.');
    await answerTo('we ran out of oat milk');
    await answerTo('remember to buy bread');
    assert.equal(await answerTo('what should we buy?'), 'You need milk, bread and oat milk.');
    assert.equal(await answerTo('the shopping is done'), 'Well done. The list is empty.');
    assert.equal(await answerTo('what do we need?'), 'You need nothing.');
  });

  test('the newest fifty are kept', async () => {
    for (let at = 0; at < 55; at += 5) {
      const things = Array.from({ length: 5 }, (_, each) => `thing${at + each}x`);
      await answerTo(`we are out of ${things.join(' and ')}`);
    }
    const listed = (await answerTo('what do we need?')).match(/thing\d+x/g) ?? [];
    assert.deepEqual([listed.length, listed[0], listed.at(-1)], [50, 'thing5x', 'thing54x']);
  });

  test("nothing went wrong, and the house's own list is its own", async () => {
    await page.type('what is on the shopping list?');
    await page.gets('show', { kind: 'reply', text: 'Shopping List: there is nothing on it.' });
    assert.doesNotMatch(runtime.output(), /\[error\]|\[debug:(errors|what went wrong)\]/);
  });
});

describe('each alone, without the shipped flow, by its buttons', () => {
  const ways: [example: string, buttons: string[], words: RegExp][] = [
    [
      NIGHT,
      ['good night'],
      /^Good night\. Turned off the living room light and the desk lamp\. The kitchen window is open\.$/,
    ],
    [MORNING, ['good morning'], /^Good morning\. It.s /],
    [SHOPPING, ['we are out of milk and bread', 'what do we need?'], /^You need milk and bread\.$/],
  ];
  for (const [example, buttons, words] of ways) {
    test(`${example}: its words are played in the kitchen`, async (t) => {
      const alone = await startRuntime({ env, change: () => [] });
      t.after(() => alone.stop());
      const flow = await exampleOf(alone, example);
      await alone.deploy(flow);
      const kitchen = await openSatellite(alone.mqttPort);
      t.after(() => kitchen.close());
      await kitchen.say('hermes/audioServer/toggleOn', { siteId: 'kitchen' });
      for (const [at, button] of buttons.entries()) {
        await press(alone, flow, button);
        await kitchen.played('kitchen', (await kitchen.hearsSound('kitchen', at + 1)).id);
      }
      assert.match(await nextSaid(alone, buttons.length - 1), words);
      assert.doesNotMatch(alone.output(), /\[error\]/);
    });
  }
});

test("good morning in a house of Home Assistant's tells its weather", async (t) => {
  const today = { datetime: new Date().toISOString(), condition: 'rainy', temperature: 18, templow: 11 };
  const weather = { name: 'Home', state: 'sunny', forecast: [today], attributes: { supported_features: 1 } };
  const house = await startHouseServer({ 'weather.home': weather });
  t.after(() => house.close());
  const real = await startRuntime({ env: { ...env, JARVIS_HOME_URL: house.url, JARVIS_HOME_TOKEN: 'a-token' } });
  t.after(() => real.stop());
  await importExamples(real, [MORNING]);
  const room = await openPage(real.url);
  t.after(() => room.close());
  await until(async () => (await real.status())['home']?.state === 'connected', 'the house');
  await room.type('good morning');
  assert.match(await nextSaid(real, 0), /\b18\b/);
});
