import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connectWyoming } from '../../lib/audio/wyoming.js';
import { freePort } from '../free-port.js';
import { openPage, type Page } from '../page.js';
import { type FlowNode, passAt, type Runtime, startRuntime } from '../runtime.js';
import { openSatellite, type Satellite } from '../satellite.js';
import { until } from '../until.js';

const DOOR = 'lock.front_door';
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9';

/** A house, somebody in its hall, and what automations send to the broker. */
async function openHouse(change: (flow: FlowNode[]) => FlowNode[] = (flow) => flow) {
  const port = await freePort();
  const env = { JARVIS_MODEL_URL: NOWHERE, JARVIS_LANGUAGE: 'en', JARVIS_ASSIST_WYOMING: `${port}` };
  const runtime = await startRuntime({ env, change });
  await runtime.warm();
  const page = await openPage(runtime.url);
  const satellite = await openSatellite(runtime.mqttPort);
  await page.sees(DOOR, 'locked');
  const on = (site: string, what: string) =>
    satellite.heard.filter(({ topic }) => topic === `jarvis/${site}/${what}`).map(({ payload }) => `${payload}`);
  /** Somebody says the wake word and this. */
  const speaks = async (text: string, siteId = 'hall') => {
    const states = on(siteId, 'state').length;
    await passAt(runtime.url, 5_000);
    await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId, modelId: 'hey_jarvis' });
    await until(
      () => on(siteId, 'state').slice(states).includes('listening'),
      () => `the ${siteId} to listen; ${on(siteId, 'state')}`,
    );
    await satellite.say('hermes/asr/textCaptured', { siteId, text });
  };
  /** The same, and is answered. */
  const says = async (text: string, siteId = 'hall') => {
    const spoken = on(siteId, 'spoken').length;
    await speaks(text, siteId);
    return `${(await satellite.hears(`jarvis/${siteId}/spoken`, spoken + 1)).payload}`;
  };
  const answers = () =>
    satellite.heard
      .filter(({ topic }) => topic === 'jarvis/answer')
      .map(({ payload }) => JSON.parse(`${payload}`) as { id: string; text: string | null; reason: string });
  let count = 0;
  /** An automation says something to the flow, again while the room is busy. */
  const automation = async (text: string, more: object = {}): Promise<string> => {
    for (;;) {
      const id = `converse-${++count}`;
      await satellite.say('jarvis/converse', { text, id, ...more });
      const told = () => answers().find((one) => one.id === id);
      await until(told, () => `an answer to "${text}"`);
      if (told()?.reason !== 'busy') return told()?.text ?? '';
      // The question that waits would be over by its clock.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  /** The door after everything that was under way, as a page shows it. */
  const isLocked = async () => {
    for (const state of ['on', 'off']) {
      await page.type(`turn ${state} the kitchen light`);
      await page.sees('light.kitchen_light', state);
    }
    await page.sees(DOOR, 'locked');
  };
  /** Every room plays what it is sent. */
  let isOver = false;
  const playing = (async () => {
    for (let at = 0; !isOver; at++) {
      while (at >= satellite.heard.length && !isOver) await new Promise((resolve) => setTimeout(resolve, 10));
      const [, site, id] =
        /^hermes\/audioServer\/([^/]+)\/playBytes\/(.+)$/.exec(satellite.heard[at]?.topic ?? '') ?? [];
      if (site && id) await satellite.played(site, id);
    }
  })();
  return {
    assist: `tcp://127.0.0.1:${port}`,
    ...{ runtime, page, satellite, on, speaks, says, automation, isLocked },
    async close() {
      isOver = true;
      await playing;
      await page.close();
      await satellite.close();
      await runtime.stop();
    },
  };
}

/** The sentence is for somebody who is there. */
const NOT_HERE = /^Only somebody who is there/;

describe('only a person where it was asked says yes', () => {
  let house: Awaited<ReturnType<typeof openHouse>>;
  let page: Page;
  let satellite: Satellite;
  let runtime: Runtime;
  before(async () => {
    house = await openHouse();
    ({ page, satellite, runtime } = house);
  });
  after(() => house?.close());

  const asked = async (room = 'hall') =>
    assert.match(await house.says('unlock the front door', room), /^Shall I really .*\?$/);

  test('no automation settles what a room was asked; whoever stands there still does', async () => {
    await asked();
    assert.match(await house.automation('yes', { site: 'hall' }), NOT_HERE);
    assert.match(await house.automation('yes, unlock it', { site: 'hall' }), NOT_HERE);
    await house.automation('yes', { site: 'hall', quiet: true });
    await house.automation('yes');
    await house.isLocked();
    await house.says('yes');
    await page.sees(DOOR, 'unlocked');
    await house.says('lock the front door');
    await page.sees(DOOR, 'locked');
  });

  test('nor what it has had asked itself, in a room with nobody in it or in none', async () => {
    assert.match(await house.automation('unlock the front door', { site: 'hall' }), /\?$/);
    assert.match(await house.automation('yes', { site: 'hall' }), NOT_HERE);
    await house.isLocked();
    // somebody who stands there has heard the question, too
    assert.match(await house.automation('unlock the front door', { site: 'hall' }), /\?$/);
    await house.says('yes');
    await page.sees(DOOR, 'unlocked');
    await house.says('lock the front door');
    for (const quietly of [{ site: 'hall', quiet: true }, {}]) {
      assert.match(await house.automation('unlock the front door', quietly), NOT_HERE);
      await house.automation('yes', quietly);
    }
    await house.isLocked();
  });

  test('a no of an automation is one', async () => {
    await asked();
    await house.automation('no', { site: 'hall' });
    await house.says('yes');
    await house.isLocked();
  });

  test("nobody behind Home Assistant's Assist, unless its owner says so", async () => {
    const said = async (text: string, conversation_id: string) => {
      const connection = await connectWyoming(house.assist);
      connection.send({ type: 'transcript', data: { text, language: 'en', context: { conversation_id } } });
      for await (const { data } of connection.events()) {
        connection.close();
        return String(data['text']);
      }
      return '';
    };
    assert.match(await said('unlock the front door', 'one'), NOT_HERE);
    await said('yes', 'one');
    await house.isLocked();
    assert.match(await said('turn on the kitchen light', 'one'), /kitchen light/i);
  });

  test('another room, another page, and a flow', async () => {
    await asked();
    await house.says('yes', 'attic');
    await page.type('yes');
    await house.isLocked();
  });

  test('an announcement, aloud or not, and its echo', async () => {
    for (const [room, topic, said] of [
      ['parlour', 'jarvis/say', { text: 'Yes, please.', rooms: ['parlour'] }],
      ['porch', 'hermes/tts/say', { siteId: 'porch', text: 'Yes, please.' }],
    ] as const) {
      await asked(room);
      await satellite.say(topic, said);
      await until(() => house.on(room, 'spoken').includes('Yes, please.'), 'the announcement');
      await satellite.say('hermes/asr/textCaptured', { siteId: room, text: 'Yes, please.' });
      await house.isLocked();
    }
  });

  test('the answer to another question in between', async () => {
    await asked('study');
    await satellite.say('jarvis/ask', { site: 'study', question: 'Would you like some tea?', id: 'tea' });
    await until(() => house.on('study', 'spoken').at(-1)?.includes('tea'), 'the other question');
    await house.speaks('yes', 'study');
    await until(
      () => satellite.heard.some(({ topic, payload }) => topic === 'jarvis/answer' && `${payload}`.includes('tea')),
      'the answer about the tea',
    );
    await house.isLocked();
    await house.says('yes', 'study');
    await house.isLocked();
  });

  test('a television that speaks on, without the wake word, after the question is over', async () => {
    await asked('den');
    await runtime.jump(31_000);
    await satellite.say('hermes/asr/textCaptured', { siteId: 'den', text: 'yes' });
    await house.isLocked();
  });
});

describe('a door that the owner has named', () => {
  let house: Awaited<ReturnType<typeof openHouse>>;
  before(async () => {
    house = await openHouse((flow) =>
      flow.map((node) => (node.type === 'jarvis-home' ? { ...node, yesAutomations: true } : node)),
    );
  });
  after(() => house?.close());

  test('settles it', async () => {
    assert.match(await house.automation('unlock the front door'), /\?$/);
    await house.automation('yes');
    await house.page.sees(DOOR, 'unlocked');
  });
});
