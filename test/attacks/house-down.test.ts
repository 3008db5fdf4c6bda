import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { Double } from '../../lib/home/home-assistant.test.helper.js';
import { apology } from '../../lib/turn/apologies.js';
import { freePort } from '../free-port.js';
import { answerTo, openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { lastUser } from '../scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../scripted-model-server/server.js';
import { until } from '../until.js';

const SAID = 'Lighthouses warn ships of the coast.';
/** What needs a house, in each language. */
const COMMANDS = {
  en: ['turn on the kitchen light', 'is the front door locked?', 'switch off all the lights'],
  de: ['schalte das Licht in der Küche ein', 'mach das Küchenlicht aus'],
  fr: ['allume la lumière de la cuisine', 'ferme les volets'],
  es: ['enciende la luz de la cocina', 'apaga las luces'],
};
/** What needs none. */
const TALK = [
  'tell me about lighthouses',
  'what time does the shop close?',
  'how tall is a lighthouse',
  'what should I not eat?',
];

/** A model server that says what it is asked about the house: nothing, as no device may be in its prompt. */
const modelServer = () =>
  startScriptedModelServer({
    speed: 'instant',
    answers: [{ when: (request) => /lighthouse|time|eat/.test(lastUser(request)), answer: SAID }],
  });

const env = (model: ScriptedModelServer, url: string, token = 'good') => ({
  JARVIS_MODEL_URL: model.url,
  JARVIS_HOME_URL: url,
  JARVIS_HOME_TOKEN: token,
});

const state = async (runtime: Runtime) => (await runtime.status())['home']?.state;

/** The house is connected to again; the waits between two tries pass at once. */
const isBack = (runtime: Runtime) =>
  until(async () => {
    if ((await state(runtime)) === 'connected') return true;
    await runtime.jump(1_000);
    return false;
  }, 'the house to be there');

async function talkGoesOn(page: Page): Promise<void> {
  for (const text of TALK) assert.deepEqual(await answerTo(page, text), { kind: 'reply', text: SAID }, text);
  assert.match(String((await answerTo(page, 'what time is it?')).text), /^It’s \d/);
}

/** Node-RED with a house at an address, a page for each language, and a model server that talks. */
async function withHouseAt(
  url: string,
  use: (runtime: Runtime, page: Page, inLanguage: (language: string) => Promise<Page>) => Promise<void>,
  token?: string,
): Promise<void> {
  const model = await modelServer();
  const runtime = await startRuntime({ env: env(model, url, token) });
  const pages: Page[] = [];
  const pageIn = async (language: string) => {
    const page = await openPage(runtime.url, `browser-0000000${pages.length}`, null, { language });
    pages.push(page);
    return page;
  };
  try {
    await runtime.warm();
    await use(runtime, await pageIn('en'), pageIn);
    assert.equal(runtime.running(), true);
    assert.doesNotMatch(runtime.output(), /unhandled|uncaught|MaxListeners|TypeError|Something unexpected/i);
  } finally {
    for (const page of pages) await page.close();
    await runtime.stop();
    await model.close();
  }
}

test('nobody listens, then a house that dies in the middle: talk goes on, commands are refused in four languages', async () => {
  const port = await freePort();
  await withHouseAt(`http://127.0.0.1:${port}`, async (runtime, page, pageIn) => {
    await until(async () => (await state(runtime)) === 'disconnected', 'the house to be known as away');
    await talkGoesOn(page);
    for (const [language, commands] of Object.entries(COMMANDS)) {
      const there = language === 'en' ? page : await pageIn(language);
      for (const text of commands) {
        const sorry = { kind: 'error', text: apology('home-unreachable', language) };
        assert.deepEqual(await answerTo(there, text), sorry, text);
      }
    }

    const house = new Double(port);
    await once(house.server, 'listening');
    try {
      // The house dies while it is asked for its opinion of the sentence, and then for a command.
      await isBack(runtime);
      let dead = 0;
      house.instead = ({ type }, socket) => {
        if (type !== 'conversation/process' && type !== 'call_service') return false;
        dead++;
        socket.terminate();
        return true;
      };
      assert.deepEqual(await answerTo(page, 'tell me about lighthouses'), { kind: 'reply', text: SAID });
      assert.equal(dead, 1);
      await isBack(runtime);
      const sorry = { kind: 'error', text: apology('home-unreachable', 'en') };
      assert.deepEqual(await answerTo(page, 'turn on the lamp'), sorry);
      assert.equal(dead, 2);
    } finally {
      await house.close();
    }
    // Its last known devices are still in memory: what they were is not told as what they are.
    await until(async () => (await state(runtime)) === 'disconnected', 'the house to be known as away');
    const sorry = { kind: 'error', text: apology('home-unreachable', 'en') };
    for (const text of ['turn on the lamp', 'is the lamp on?']) {
      assert.deepEqual(await answerTo(page, text), sorry, text);
    }
    await talkGoesOn(page);
  });
});

describe('a house that accepts and never answers', () => {
  const sockets = new Set<net.Socket>();
  const hole = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  before(async () => {
    hole.listen(0, '127.0.0.1');
    await once(hole, 'listening');
  });
  after(() => {
    for (const socket of sockets) socket.destroy();
    hole.close();
  });

  test('talk goes on while it is waited for, and a command is refused', async () => {
    await withHouseAt(`http://127.0.0.1:${(hole.address() as AddressInfo).port}`, async (_runtime, page) => {
      await talkGoesOn(page);
      const sorry = { kind: 'error', text: apology('home-unreachable', 'en') };
      assert.deepEqual(await answerTo(page, 'turn on the kitchen light'), sorry);
    });
  });
});

test('a house that refuses the token: talk goes on, and a command is told why', async () => {
  const house = new Double();
  await once(house.server, 'listening');
  try {
    const refused = async (runtime: Runtime, page: Page) => {
      await until(async () => (await state(runtime)) === 'unauthorised', 'the refusal');
      await talkGoesOn(page);
      const sorry = { kind: 'error', text: apology('home-unauthorised', 'en') };
      assert.deepEqual(await answerTo(page, 'turn on the kitchen light'), sorry);
    };
    await withHouseAt(house.url, refused, 'wrong');
  } finally {
    await house.close();
  }
});

test('a house that takes the sentence and never says what it makes of it: talk goes on', async () => {
  const house = new Double();
  await once(house.server, 'listening');
  let asked = 0;
  house.instead = ({ type }) => {
    if (type !== 'conversation/process') return false;
    asked++;
    return true;
  };
  try {
    await withHouseAt(house.url, async (runtime, page) => {
      await until(async () => (await state(runtime)) === 'connected', 'the house');
      const answer = answerTo(page, 'tell me about lighthouses');
      await until(() => asked > 0, 'the house to be asked');
      await runtime.jump(3_000, true);
      assert.deepEqual(await answer, { kind: 'reply', text: SAID });
      assert.equal(await state(runtime), 'connected');
    });
  } finally {
    await house.close();
  }
});
