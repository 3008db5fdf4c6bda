import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { colouredDetector, picture } from '../lib/tools/vision/coloured.test.helper.js';
import { type HouseServer, startHouseServer } from './house-server.js';
import { openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { afterTool, lastUser } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';

describe('the camera node, beside the shipped flow', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-camera-'));
  let server: ScriptedModelServer;
  let house: HouseServer;
  let runtime: Runtime;
  let page: Page;

  before(async () => {
    const file = path.join(folder, 'colours.onnx');
    writeFileSync(file, colouredDetector());
    const door = await picture([
      { kind: 'person', column: 4, row: 5 },
      { kind: 'dog', column: 5, row: 5 },
    ]);
    house = await startHouseServer(
      { 'camera.front_door': { name: 'Front Door', state: 'idle', area: 'hall' } },
      { hall: 'Hall' },
      {},
      { 'camera.front_door': door },
    );
    server = await startScriptedModelServer({
      speed: 'instant',
      answers: [
        { when: (body) => afterTool(body) && /bell/.test(lastUser(body)), answer: 'A visitor with a dog.' },
        { when: afterTool, answer: 'Somebody with a dog.' },
        {
          when: /who rang/,
          answer: { calls: [{ name: 'look', arguments: { camera: 'Front Door', what: 'people' } }] },
        },
        { answer: 'Hm.' },
      ],
    });
    runtime = await startRuntime({
      env: {
        JARVIS_MODEL_URL: server.url,
        JARVIS_MODEL: 'scripted',
        JARVIS_HOME_URL: house.url,
        JARVIS_HOME_TOKEN: 'good',
      },
      change: (flow) => {
        const { z } = must(flow.find(({ type }) => type === 'jarvis-agent'));
        const place = { ...(z === undefined ? {} : { z }), x: 100, y: 900, wires: [] };
        return [...flow, { ...place, id: 'the-cameras', type: 'jarvis-camera', model: file }];
      },
    });
    await until(async () => (await runtime.status())['home']?.state === 'connected', 'the house');
    page = await openPage(runtime.url);
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
    await server?.close();
    await house?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a question that is certainly for a camera is looked up before the model is asked', async () => {
    const question = 'Is anybody at the front door?';
    await page.type(question);
    await page.gets('show', { kind: 'reply', text: 'Somebody with a dog.' });
    await page.gets('play-end');
    assert.deepEqual(house.pictures.splice(0), ['/api/camera_proxy/camera.front_door']);
    const turn = must((await runtime.turns()).find(({ texts }) => texts.heard === question));
    assert.equal(turn.spans.filter(({ stage }) => stage === 'model').length, 1);
  });

  test('a question is answered by what the camera of the house shows, and the trace shows it', async () => {
    const question = 'Good heavens, who rang the bell just now?';
    await page.type(question);
    await page.gets('show', { kind: 'reply', text: 'A visitor with a dog.' });
    await page.gets('play-end');
    assert.deepEqual(house.pictures, ['/api/camera_proxy/camera.front_door']);
    const asked = server.requests.findLast(({ body }) => body?.messages?.some(({ role }) => role === 'tool'));
    const result = asked?.body.messages.findLast(({ role }) => role === 'tool')?.content;
    assert.equal(
      result,
      '<data from="look">\nSeen now by Front Door: 1 × person.\nperson is beside dog.\nBesides: 1 × dog.\n</data>',
    );
    const turn = must((await runtime.turns()).find(({ texts }) => texts.heard === question));
    assert.ok(turn.spans.some(({ stage }) => stage === 'tool'));
  });
});
