import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { toolContext } from '../../lib/tools/internet/web.test.helper.js';
import { colouredDetector, picture } from '../../lib/tools/vision/coloured.test.helper.js';
import { bench, type FlowNode, must, USER_DIR, unload, until } from '../node.test.helper.js';
import type { ToolsNode } from '../tools.js';

const CAMERA = { type: 'jarvis-camera', outputs: 0 };
const HOUSE = { id: 'a-house', type: 'jarvis-home', kind: 'demo' };
const file = path.join(USER_DIR, 'colours.onnx');
const other: FlowNode = { id: 'other', z: 'the-tab', x: 100, y: 100, wires: [], type: 'jarvis-camera', model: file };

async function camera({ model = file, cameras = '' } = {}, more: FlowNode[] = []) {
  writeFileSync(file, colouredDetector());
  const subject = await bench({ ...CAMERA, model }, [HOUSE, ...more], { 'the-subject': { cameras } });
  const errors = () => subject.log().filter(({ level }) => level === 'error');
  return { subject, errors, tools: () => subject.node<ToolsNode>('the-subject').tools() };
}

describe('the camera node', () => {
  afterEach(unload);

  test('looks through a camera of its list, with a detector of the owner’s', async () => {
    const image = path.join(USER_DIR, 'porch.jpg');
    writeFileSync(image, await picture([{ kind: 'person', column: 3, row: 3 }]));
    const { tools, subject } = await camera({ cameras: `Porch = ${image}` });
    const [look] = tools();
    assert.deepEqual(await look?.run({ camera: 'porch' }, toolContext()), {
      ok: true,
      text: 'Seen now by Porch: 1 × person.',
    });
    assert.deepEqual(subject.statuses.at(-1), { fill: 'green', shape: 'dot', text: 'status.ready' });
  });

  test('a second one brings nothing twice', async () => {
    const { tools, subject } = await camera({}, [other]);
    const both = [...tools(), ...subject.node<ToolsNode>('other').tools()];
    assert.deepEqual(
      both.map(({ name }) => name),
      ['look'],
    );
  });

  test('without a model says how to get it, and takes one that comes later', async () => {
    const { errors, tools } = await camera({ model: '', cameras: `Porch = ${path.join(USER_DIR, 'porch.jpg')}` });
    await until(() => errors().length === 1, 'the error');
    assert.match(must(errors()[0]).text, /dfine-nano.* is not there\. Get it with: .*pull dfine-nano/);
    writeFileSync(path.join(USER_DIR, 'porch.jpg'), await picture([{ kind: 'dog', column: 3, row: 3 }]));
    const folder = path.join(USER_DIR, 'jarvis/models/dfine-nano/onnx');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'model.onnx'), colouredDetector());
    const result = await tools()[0]?.run({}, toolContext());
    rmSync(folder, { recursive: true });
    assert.equal(result?.text, 'Seen now by Porch: 1 × dog.');
  });

  test('with a line that is no camera says which, and brings nothing', async () => {
    const { errors, tools } = await camera({ cameras: 'Porch = /srv/porch.jpg\nGarage = secret' });
    await until(() => errors().length === 1, 'the error');
    assert.match(must(errors()[0]).text, /Line 2 of the cameras/);
    assert.doesNotMatch(must(errors()[0]).text, /secret/);
    assert.deepEqual(tools(), []);
  });
});
