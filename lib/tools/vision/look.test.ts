import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { type HouseServer, startHouseServer } from '../../../test/house-server.js';
import type { Rule } from '../../../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../../../test/scripted-model-server/server.js';
import { until } from '../../../test/until.js';
import { openDemoHome } from '../../home/demo.js';
import { openHomeAssistant } from '../../home/home-assistant.js';
import type { Home } from '../../home/types.js';
import type { Models } from '../../llm/gateway.js';
import { openOllama } from '../../llm/ollama.js';
import { JarvisError } from '../../turn/errors.js';
import { serve, toolContext } from '../internet/web.test.helper.js';
import { colouredDetector, picture } from './coloured.test.helper.js';
import { openDetector } from './detector.js';
import { lookTool } from './look.js';
import { ownCameras } from './own-cameras.js';

const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-look-'));
const file = path.join(folder, 'colours.onnx');
const detector = openDetector(() => file);
let house: HouseServer;
let home: Home;
let models: Models | undefined;
const looking = (list = '', of: Home | undefined = home) => {
  const tool = lookTool({ detector, home: () => of, own: ownCameras(list), models: async () => models });
  return async (args: object, more: object = {}) => await tool.run({ ...args }, { ...toolContext(), ...more });
};

before(async () => {
  writeFileSync(file, colouredDetector());
  const street = await picture([
    { kind: 'person', column: 1, row: 5 },
    { kind: 'person', column: 8, row: 5 },
    { kind: 'car', column: 2, row: 5 },
  ]);
  house = await startHouseServer(
    {
      'camera.front_door': { name: 'Front Door', state: 'idle', area: 'hall' },
      'camera.garden': { name: 'Garden Camera', state: 'idle', area: 'garden' },
      'lock.front_door': { name: 'Front Door', state: 'locked', area: 'hall' },
    },
    { hall: 'Hall', garden: 'Garden' },
    {},
    { 'camera.front_door': street },
  );
  home = openHomeAssistant({ url: house.url, token: 'good' });
  await until(() => home.house().entities.length === 3, 'the house');
});
after(async () => {
  await detector.close();
  await home?.close();
  await house?.close();
  rmSync(folder, { recursive: true, force: true });
});

const refused = (code: string, message: RegExp) => (thrown: unknown) =>
  thrown instanceof JarvisError && thrown.code === code && message.test(thrown.message);

describe('a camera of Home Assistant', () => {
  test('is looked through by its name, and all that is seen is told', async () => {
    const before = house.pictures.length;
    const { ok, text } = await looking()({ camera: 'front door' });
    assert.ok(ok);
    assert.equal(text, 'Seen now by Front Door: 2 × person, 1 × car.\nperson is beside car; car is left of person.');
    assert.deepEqual(house.pictures.slice(before), ['/api/camera_proxy/camera.front_door']);
  });

  test('what is looked for comes first, in the language of the person', async () => {
    const { text } = await looking()({ camera: 'Front Door', what: 'steht da ein Wagen' }, { language: 'de' });
    assert.match(text, /^Seen now by Front Door: 1 × car\.\n.*\nBesides: 2 × person\.$/);
    const none = await looking()({ camera: 'Front Door', what: 'dogs' });
    assert.equal(none.text, 'Seen now by Front Door: no dog.\nBesides: 2 × person, 1 × car.');
  });

  test('of what it does not know it says so', async () => {
    const { ok, text } = await looking()({ camera: 'Front Door', what: 'a parcel' });
    assert.ok(ok);
    assert.match(text, /2 × person.*\nWhether there is "a parcel" can't be told/);
  });

  test('without a name is the one of the room', async () => {
    const { text } = await looking()({}, { area: 'hall' });
    assert.match(text, /^Seen now by Front Door/);
  });

  test('is looked through ahead where a question is certainly for it', () => {
    const tool = lookTool({ detector, home: () => home, own: [], models: async () => undefined });
    const ahead = (query: string) => tool.ahead?.(query, { language: 'en' });
    const somebody = 'Is anybody at the front door?';
    assert.deepEqual(ahead(somebody), { camera: 'Front Door', what: somebody });
    assert.deepEqual(ahead('What do you see on the garden camera?'), { camera: 'Garden Camera' });
    assert.equal(ahead('Is the front door locked?'), undefined);
  });

  test('that is not sure is asked for', async () => {
    const { ok, text } = await looking()({});
    assert.equal(ok, false);
    assert.equal(text, 'There are several cameras. Name one of these: Front Door, Garden Camera.');
    assert.match((await looking()({ camera: 'kitchen' })).text, /^No single camera is called "kitchen"/);
  });

  test('that gives no picture says why', async () => {
    await assert.rejects(
      looking()({ camera: 'Garden Camera' }),
      refused('home-refused', /no picture of camera\.garden now/),
    );
  });

  test('is none in the demo house, and none without a house', async () => {
    for (const of of [openDemoHome(), undefined]) {
      const tool = lookTool({ detector, home: () => of, own: [], models: async () => undefined });
      const { ok, text } = await tool.run({}, toolContext());
      assert.equal(ok, false);
      assert.match(text, /^There is no camera/);
    }
  });
});

describe('a camera of the owner’s list', () => {
  test('is an address, with its login, or a file', async () => {
    const image = await picture([{ kind: 'dog', column: 5, row: 5 }]);
    const { origin, requests } = await serve((_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'image/jpeg' }).end(image);
    });
    writeFileSync(path.join(folder, 'porch.jpg'), image);
    const list = `Garage = ${origin.replace('://', '://me:secret@')}/snap?x=1\n\n Porch=${folder}/porch.jpg`;
    for (const camera of ['garage', 'Porch']) {
      assert.match((await looking(list)({ camera })).text, /: 1 × dog\.$/);
    }
    assert.equal(requests[0]?.url.search, '?x=1');
    assert.equal(requests[0]?.headers.authorization, `Basic ${Buffer.from('me:secret').toString('base64')}`);
  });

  test('that fails says so, without its password', async () => {
    const { origin } = await serve((_, outgoing) => outgoing.writeHead(403).end());
    const list = `Garage = ${origin.replace('://', '://me:secret@')}/\nPorch = ${folder}/none.jpg\nDoor = ${folder}`;
    const says = async (camera: string) =>
      await looking(list)({ camera }).then(
        () => 'nothing',
        (thrown: unknown) => String(thrown),
      );
    assert.match(await says('Garage'), /answered 403 Forbidden/);
    assert.doesNotMatch(await says('Garage'), /secret/);
    assert.match(await says('Porch'), /The picture of Porch can't be read: ENOENT/);
    assert.match(await says('Door'), /The picture of Door can't be read/);
  });

  test('that never answers is given up when the turn is', async () => {
    const { origin, requests } = await serve(() => {});
    const turn = new AbortController();
    const result = looking(`Garage = ${origin}/`)({ camera: 'Garage' }, { signal: turn.signal });
    await until(() => requests.length === 1, 'the request');
    turn.abort();
    await assert.rejects(result, { name: 'AbortError' });
  });

  test('a line that is none is told by its number alone', () => {
    for (const list of ['Garage = http://me:secret@ /', 'Garage', 'Garage = secret.jpg', '= /srv/secret.jpg']) {
      assert.throws(
        () => ownCameras(`Porch = /srv/porch.jpg\n${list}`),
        (thrown) => refused('not-configured', /^Line 2 of the cameras/)(thrown) && !/secret/.test(String(thrown)),
      );
    }
  });
});

describe('a model that sees', () => {
  afterEach(() => {
    models = undefined;
  });
  const seeing = async (answers: Rule[], vision = true) => {
    const server = await startScriptedModelServer({ speed: 'instant', models: { scripted: { vision } }, answers });
    after(server.close);
    models = { provider: openOllama(server), chat: 'scripted', small: 'scripted', numCtx: 8192 };
    return server.requests;
  };
  const asked = { camera: 'Front Door', what: 'Is there a parcel?' };

  test('answers what was asked, and gets the picture, small', async () => {
    const requests = await seeing([{ when: /parcel/, answer: 'Yes, a parcel lies on the steps.' }]);
    const { ok, text } = await looking()(asked);
    assert.ok(ok);
    assert.equal(text, 'Seen now by Front Door: Yes, a parcel lies on the steps.');
    const chat = requests.find(({ path: at }) => at === '/api/chat');
    const message = chat?.body.messages.at(-1) as { images?: string[] } | undefined;
    const image = Buffer.from(message?.images?.[0] ?? '', 'base64');
    assert.deepEqual([...image.subarray(0, 3)], [0xff, 0xd8, 0xff]);
  });

  test('that fails leaves it to the detector, and so does one that sees nothing', async () => {
    await seeing([{ answer: { fault: 'crashed' } }]);
    assert.match((await looking()(asked)).text, /2 × person, 1 × car/);
    const requests = await seeing([{ answer: 'Never asked.' }], false);
    assert.match((await looking()(asked)).text, /2 × person, 1 × car/);
    assert.ok(requests.every(({ path: at }) => at !== '/api/chat'));
  });

  test('that talks without end is cut', async () => {
    await seeing([{ answer: 'A car. '.repeat(110) }]);
    assert.ok((await looking()(asked)).text.length < 1_100);
  });
});
