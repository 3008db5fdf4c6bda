import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { Entity } from '../../lib/home/types.js';
import { newTurn } from '../../lib/turn/turn.js';
import type { HomeNode } from '../jarvis-home/jarvis-home.js';
import {
  type Bench,
  bench,
  caught,
  closedPort,
  completed,
  counts,
  must,
  sent,
  silentServer,
  turnIn,
  unload,
  until,
  withoutConfig,
} from '../node.test.helper.js';

const HOUSE = { id: 'a-house', type: 'jarvis-home', kind: 'demo' };
const COMMAND = { type: 'jarvis-command', outputs: 2, home: 'a-house' };

const device = (of: Bench, id: string): Entity =>
  must(
    of
      .node<HomeNode>('a-house')
      .home.house()
      .entities.find((entity) => entity.id === id),
  );

describe('the command node', () => {
  afterEach(unload);

  test('switches a lamp of the house for an injected string and answers at output 1', async () => {
    const command = await bench(COMMAND, [HOUSE]);
    command.send({ payload: 'turn on the kitchen light', topic: 'kitchen', mine: 7 });
    const answer = await sent(command, 0);
    assert.equal(device(command, 'light.kitchen_light').state, 'on');
    assert.match(String(answer.payload), /kitchen light/i);
    const turn = turnIn(answer);
    assert.equal(answer.topic, 'kitchen');
    assert.equal(answer['mine'], 7);
    assert.deepEqual(answer.parts, { id: turn.id, index: 0, count: 1 });
    assert.deepEqual(turn.command, { action: 'turn_on', targets: ['light.kitchen_light'], ok: true, by: 'local' });
    assert.deepEqual(turn.reply, { text: answer.payload, question: false });
    await completed(command);
    assert.deepEqual(counts(command), { out: [1, 0], caught: 0, completed: 1 });
    assert.deepEqual(command.statuses.at(0), { fill: 'green', shape: 'dot', text: 'status.demo' });
    assert.deepEqual(command.statuses.at(1), { fill: 'blue', shape: 'dot', text: 'status.thinking' });
    await command.stop();
    assert.deepEqual(command.statuses.at(-1), {});
  });

  test('passes what is no command on at output 2', async () => {
    const command = await bench(COMMAND, [HOUSE]);
    command.send({ payload: 'who wrote Hamlet?', topic: 'den' });
    const query = await sent(command, 1);
    assert.equal(query.payload, 'who wrote Hamlet?');
    assert.equal(turnIn(query).site, 'den');
    await completed(command);
    assert.deepEqual(counts(command), { out: [0, 1], caught: 0, completed: 1 });
  });

  test('answers what everybody says without a model, and what is left of a stop', async () => {
    const command = await bench(COMMAND, [HOUSE]);
    command.send({ payload: 'danke', turn: newTurn({ site: 'den', source: 'text', language: 'de' }) });
    assert.equal((await sent(command, 0)).payload, 'Gern geschehen.');
    command.send({ payload: 'what can you do?', topic: 'den' });
    assert.match(String((await sent(command, 0, 2)).payload), /“turn on the kitchen light”/);
    const judgement = { directed: true, query: '', stop: true, confidence: 1, reasoning: '', by: 'rule' as const };
    command.send({ payload: 'stop', turn: newTurn({ site: 'den', source: 'text', language: 'en', judgement }) });
    assert.equal((await sent(command, 0, 3)).payload, 'All right. Nothing is running.');
  });

  test('a stop leaves what it had asked', async () => {
    const command = await bench(COMMAND, [HOUSE]);
    command.send({ payload: 'unlock the front door', topic: 'hall' });
    await sent(command, 0);
    const judgement = { directed: true, query: '', stop: true, confidence: 1, reasoning: '', by: 'rule' as const };
    command.send({ payload: 'stop', turn: newTurn({ site: 'hall', source: 'text', language: 'en', judgement }) });
    await sent(command, 0, 2);
    command.send({ payload: 'yes', topic: 'hall' });
    await sent(command, 1);
    assert.equal(device(command, 'lock.front_door').state, 'locked');
  });

  test('asks before it opens the house, does it after a yes, and leaves it after a no', async () => {
    const command = await bench(COMMAND, [HOUSE]);
    command.send({ payload: 'unlock the front door', topic: 'hall' });
    const question = await sent(command, 0);
    assert.equal(turnIn(question).reply?.question, true);
    assert.equal(device(command, 'lock.front_door').state, 'locked');
    command.send({ payload: 'no', topic: 'hall' });
    await sent(command, 0, 2);
    assert.equal(device(command, 'lock.front_door').state, 'locked');
    command.send({ payload: 'unlock the front door', topic: 'hall' });
    await sent(command, 0, 3);
    command.send({ payload: 'yes', topic: 'hall' });
    await sent(command, 0, 4);
    assert.equal(device(command, 'lock.front_door').state, 'unlocked');
  });

  test('does two things of one sentence in order, with one answer, and asks about what opens the house', async () => {
    const command = await bench(COMMAND, [HOUSE]);
    command.send({
      payload: 'mach das Licht in der Küche an und das im Bad aus',
      turn: newTurn({ site: 'den', source: 'text', language: 'de' }),
    });
    assert.equal(
      (await sent(command, 0)).payload,
      'Das Küchenlicht und das Arbeitsplattenlicht sind an. Das Badlicht ist schon aus.',
    );
    assert.equal(device(command, 'light.counter_light').state, 'on');
    command.send({
      payload: 'unlock the front door, open the garage door and turn off the kitchen light',
      topic: 'hall',
    });
    const first = await sent(command, 0, 2);
    assert.equal(first.payload, 'Turned off the kitchen light. Shall I really unlock the front door?');
    assert.equal(turnIn(first).reply?.question, true);
    assert.equal(device(command, 'lock.front_door').state, 'locked');
    command.send({ payload: 'yes', topic: 'hall' });
    const second = await sent(command, 0, 3);
    assert.equal(second.payload, 'Unlocked the front door. Shall I really open the garage door?');
    assert.equal(device(command, 'cover.garage_door').state, 'closed');
    command.send({ payload: 'no', topic: 'hall' });
    await sent(command, 0, 4);
    assert.equal(device(command, 'cover.garage_door').state, 'closed');
    command.send({ payload: 'turn on the kitchen light and tell me a joke', topic: 'hall' });
    await sent(command, 1);
    assert.equal(device(command, 'light.kitchen_light').state, 'off', 'what is only half understood is the model’s');
  });

  test('less of a lamp that is off says that it is off, more of it is a little light', async () => {
    const command = await bench(COMMAND, [HOUSE]);
    command.send({ payload: 'make the floor lamp darker', topic: 'living_room' });
    assert.equal((await sent(command, 0)).payload, "That didn't work for the floor lamp: it's off.");
    assert.equal(device(command, 'light.floor_lamp').state, 'off');
    command.send({ payload: 'make the floor lamp brighter', topic: 'living_room' });
    assert.equal((await sent(command, 0, 2)).payload, 'Set the floor lamp to 20 percent.');
    assert.equal(device(command, 'light.floor_lamp').attributes['brightness'], 51);
  });

  test('a yes of another room opens nothing', async () => {
    const command = await bench(COMMAND, [HOUSE]);
    command.send({ payload: 'unlock the front door', topic: 'hall' });
    await sent(command, 0);
    command.send({ payload: 'yes', topic: 'garden' });
    await sent(command, 1);
    assert.equal(device(command, 'lock.front_door').state, 'locked');
  });

  test('says what it needs instead of something that is no words', async () => {
    const command = await bench(COMMAND, [HOUSE]);
    for (const [index, payload] of [undefined, 7, Buffer.from('x'), { text: 'x' }, ['x'], null].entries()) {
      command.send({ payload });
      const { code, message } = await caught(command, index + 1);
      assert.equal(code, 'bad-input');
      assert.match(message, /Wire .* before it/);
    }
    assert.deepEqual(counts(command), { out: [0, 0], caught: 6, completed: 0 });
  });

  test('says what is wrong with a turn that is none', async () => {
    const command = await bench(COMMAND, [HOUSE]);
    command.send({ payload: 'turn on the kitchen light', turn: { id: 7 } });
    assert.equal((await caught(command)).code, 'bad-input');
    assert.equal(device(command, 'light.kitchen_light').state, 'off');
  });

  test('gives up a house that does not answer when the flow is stopped, and sends nothing then', async () => {
    const silent = await silentServer();
    const command = await bench(COMMAND, [{ ...HOUSE, kind: 'home-assistant', url: silent.url }], {
      'a-house': { token: 'good' },
    });
    command.send({ payload: 'turn on the kitchen light' });
    await until(() => silent.connections() > 0, 'the connection to the house');
    await command.stop();
    await until(() => silent.connections() === 0, 'the connection to be closed');
    assert.deepEqual(counts(command).out, [0, 0]);
    assert.deepEqual(command.log(), []);
    assert.deepEqual(command.statuses.at(-1), {});
  });

  test('says that a house is not reachable', async () => {
    const command = await bench(COMMAND, [{ ...HOUSE, kind: 'home-assistant', url: await closedPort() }], {
      'a-house': { token: 'good' },
    });
    command.send({ payload: 'turn on the kitchen light' });
    assert.equal((await caught(command)).code, 'home-unreachable');
    assert.deepEqual(counts(command), { out: [0, 0], caught: 1, completed: 0 });
    await until(() => command.log().length > 0, 'the warning of the house');
    assert.deepEqual(
      command.log().map(({ level, id }) => ({ level, id })),
      [{ level: 'warn', id: 'a-house' }],
    );
  });

  test('needs a house', () => withoutConfig(COMMAND, 'home', HOUSE, () => ({ payload: 'turn on the kitchen light' })));
});
