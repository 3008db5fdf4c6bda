import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { toolContext } from '../../lib/tools/internet/web.test.helper.js';
import { colouredDetector, picture } from '../../lib/tools/vision/coloured.test.helper.js';
import { startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import {
  bench,
  caught,
  closeLater,
  counts,
  type FlowNode,
  must,
  sent,
  USER_DIR,
  unload,
  until,
} from '../node.test.helper.js';
import type { ToolsNode } from '../tools.js';

const CAMERA = { type: 'jarvis-camera', outputs: 1 };
const HOUSE = { id: 'a-house', type: 'jarvis-home', kind: 'demo' };
const file = path.join(USER_DIR, 'colours.onnx');
const other: FlowNode = { id: 'other', z: 'the-tab', x: 100, y: 100, wires: [], type: 'jarvis-camera', model: file };

async function camera({ model = file, cameras = '' } = {}, more: FlowNode[] = []) {
  writeFileSync(file, colouredDetector());
  const subject = await bench({ ...CAMERA, model }, [HOUSE, ...more], { 'the-subject': { cameras } });
  const errors = () => subject.log().filter(({ level }) => level === 'error');
  return { subject, errors, tools: () => subject.node<ToolsNode>('the-subject').tools() };
}

/** A model server whose model sees, or not. */
async function modelNode(vision: boolean, answer = 'A parcel lies there.') {
  const server = await startScriptedModelServer({
    speed: 'instant',
    models: { scripted: { vision } },
    answers: [{ answer }],
  });
  closeLater(server.close);
  const node: FlowNode = { id: 'a-model', type: 'jarvis-model', provider: 'ollama', url: server.url };
  return { server, node };
}

const STREET = [
  { kind: 'person', column: 1, row: 5 },
  { kind: 'person', column: 8, row: 5 },
  { kind: 'car', column: 2, row: 5 },
] as const;
const OBJECTS = [
  { label: 'person', count: 2 },
  { label: 'car', count: 1 },
];

describe('the camera node', () => {
  afterEach(unload);

  test('tells other flows what is in a picture of theirs, in words and counts', async () => {
    const { subject } = await camera();
    subject.send({ payload: await picture([...STREET]), topic: 'gate', objects: 'old' });
    const { payload, topic, objects } = await sent(subject, 0);
    assert.equal(payload, '2 × person, 1 × car.\nperson is beside car; car is left of person.');
    assert.deepEqual([topic, objects], ['gate', OBJECTS]);
    await until(() => subject.statuses.at(-1)?.text === 'status.done', 'the status');
  });

  test('looks through the camera that a flow names, for what it asks', async () => {
    const image = path.join(USER_DIR, 'street.jpg');
    writeFileSync(image, await picture([...STREET]));
    const { subject } = await camera({ cameras: `Gate = ${image}` });
    for (const payload of ['gate', '']) subject.send({ payload, question: 'Steht da ein Auto?' });
    for (const number of [1, 2]) {
      const { payload, objects } = await sent(subject, 0, number);
      assert.match(String(payload), /^1 × car\.\n.*\nBesides: 2 × person\.$/);
      assert.deepEqual(objects, OBJECTS);
    }
  });

  test('has a model that sees answer a flow, and still counts', async () => {
    const { server, node } = await modelNode(true);
    const { subject } = await camera({}, [node]);
    subject.send({ payload: await picture([...STREET]), question: 'Is there a parcel?' });
    const { payload, objects } = await sent(subject, 0);
    assert.deepEqual([payload, objects], ['A parcel lies there.', OBJECTS]);
    const chat = server.requests.find(({ path: at }) => at === '/api/chat');
    assert.equal(chat?.body.messages.at(-1)?.content, 'Is there a parcel?');
  });

  test('without a detector says nothing at a deploy where a model sees, and tells what it saw', async () => {
    const { node } = await modelNode(true);
    const { subject, errors } = await camera({ model: '' }, [node]);
    subject.send({ payload: await picture([...STREET]), objects: 'old' });
    const { payload, objects } = await sent(subject, 0);
    assert.deepEqual([payload, objects], ['A parcel lies there.', undefined]);
    assert.deepEqual([subject.caught, errors()], [[], []]);
    assert.ok(subject.statuses.every(({ fill }) => fill !== 'red'));
  });

  test('without a detector and a model that sees says so once', async () => {
    const { node } = await modelNode(false);
    const { subject, errors } = await camera({ model: '' }, [node]);
    const { code, message } = await caught(subject);
    assert.equal(code, 'not-configured');
    assert.match(message, /Get it with: .*pull dfine-nano/);
    assert.deepEqual(subject.statuses.at(-1), { fill: 'red', shape: 'ring', text: 'status.not-configured' });
    await subject.redeploy([node, HOUSE, { ...other, model: '' }], 'nodes');
    await until(() => errors().length === 1, 'the error of the other node');
    assert.equal(errors()[0]?.id, 'other');
    assert.equal(subject.caught.length, 1);
  });

  test('says what is wrong with a message, and sends nothing', async () => {
    const { subject } = await camera({ cameras: `Gate = ${path.join(USER_DIR, 'none.jpg')}` });
    const jpeg = Buffer.from([0xff, 0xd8, 0xff]);
    const cases: [msg: object, code: string, message: RegExp][] = [
      [{ payload: 5 }, 'bad-input', /needs a picture .* or the name of a camera in msg\.payload/],
      [{ payload: Buffer.from('<svg/>') }, 'bad-input', /needs a picture/],
      [{ payload: jpeg.toString('base64').repeat(30) }, 'bad-input', /needs a picture/],
      [{ payload: Buffer.concat([jpeg, Buffer.alloc(11_000_000)]) }, 'bad-input', /more than \d+ bytes/],
      [{ payload: 'cellar' }, 'bad-input', /called "cellar"\. Name one of these: Gate/],
      [{ payload: 'gate', question: 'x'.repeat(301) }, 'bad-input', /msg\.question has to be words/],
      [{ payload: 'gate', question: { a: 1 } }, 'bad-input', /msg\.question has to be words/],
      [{ payload: 'gate' }, 'failed', /picture of Gate can't be read/],
      [{ payload: jpeg }, 'failed', /can't be read/],
    ];
    for (const [index, [msg, code, message]] of cases.entries()) {
      subject.send(msg);
      const error = await caught(subject, index + 1);
      assert.equal(error.code, code, String(message));
      assert.match(error.message, message);
    }
    assert.deepEqual(counts(subject), { out: [0], caught: cases.length, completed: 0 });
  });

  test('looks at no more pictures at once than it can hold', async () => {
    const { subject } = await camera();
    const image = await picture([...STREET]);
    for (let number = 0; number < 7; number++) subject.send({ payload: image });
    await until(() => subject.completed.length + subject.caught.length === 7, 'all of them');
    assert.deepEqual(counts(subject), { out: [5], caught: 2, completed: 5 });
    assert.match((await caught(subject)).message, /4 messages wait for it already/);
  });

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
    const { subject, tools } = await camera({ model: '', cameras: `Porch = ${path.join(USER_DIR, 'porch.jpg')}` });
    assert.match((await caught(subject)).message, /dfine-nano.* is not there\. Get it with: .*pull dfine-nano/);
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
