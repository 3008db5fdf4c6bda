import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, describe, mock, test } from 'node:test';
import type { Node, NodeStatus } from 'node-red';
import { type LiveTurn, turns } from '../../lib/conversation/turns.js';
import { newTurn } from '../../lib/turn/turn.js';
import type { Message } from '../adapter.js';
import {
  type Bench,
  bench,
  caught,
  configs,
  type FlowNode,
  must,
  sent,
  turnIn,
  unload,
  until,
} from '../node.test.helper.js';
import { running } from '../running.js';

const PLACE = { z: 'the-tab', x: 100, y: 100 };
const HOUSE = { id: 'a-house', type: 'jarvis-home', kind: 'demo' };
const COMMAND = { ...PLACE, id: 'a-command', type: 'jarvis-command', home: 'a-house', wires: [['told'], ['passed']] };
const EARS = ['told', 'passed'].map((id) => ({ ...PLACE, id, type: 'helper', wires: [] }));
const SENTENCE = {
  type: 'jarvis-sentence',
  outputs: 1,
  templates: 'movie time [in [the] {area}]\nplay {genre}',
  lists: '',
};

interface Asked extends Bench {
  says(words: string, more?: object): void;
  told: Message[];
  passed: Message[];
}

/** A sentence node, and a command node that asks it. */
async function asked(more: object = {}): Promise<Asked> {
  const of = await bench({ ...SENTENCE, ...more }, [HOUSE, COMMAND, ...EARS]);
  const [told, passed] = EARS.map(({ id }) => {
    const messages: Message[] = [];
    of.node(id).on('input', (msg) => messages.push(msg as Message));
    return messages;
  });
  const says = (payload: string, others: object = {}) =>
    of.node('a-command').receive({ payload, topic: 'den', ...others } as never);
  return { ...of, says, told: must(told), passed: must(passed) };
}

describe('the sentence node', () => {
  afterEach(unload);

  test('sends the turn when its sentence was said, and the command node sends nothing', async () => {
    const node = await asked();
    node.says('Movie time in the kitchen!', { mine: 7 });
    const msg = await sent(node, 0);
    assert.deepEqual([msg.payload, msg.topic, msg['mine']], ['Movie time in the kitchen!', 'den', 7]);
    assert.deepEqual(msg['sentence'], {
      template: 'movie time [in [the] {area}]',
      slots: { area: 'Kitchen' },
      ids: { area: ['kitchen'] },
      language: 'en',
    });
    const turn = turnIn(msg);
    assert.deepEqual(msg.parts, { id: turn.id, index: 0, count: 1 });
    const value = 'movie time [in [the] {area}]';
    assert.deepEqual(turn.command, { action: 'sentence', targets: [], value, ok: true, by: 'local' });
    assert.equal(turn.reply, undefined);
    node.says('what is the weather on the moon?');
    await until(() => node.passed.length > 0, 'the next query');
    assert.deepEqual([node.out[0]?.length, node.told.length], [1, 0]);
  });

  test('comes before what is built in, but not before a stop or the answer to a question', async () => {
    const node = await asked({ templates: 'turn on the kitchen light\nyes\nstop\nunlock [the] {name} now' });
    node.says('turn on the kitchen light');
    await sent(node, 0);
    const judgement = { directed: true, query: '', stop: true, confidence: 1, reasoning: '', by: 'rule' };
    const turn = { id: 'a-stop', site: 'den', source: 'text', language: 'en', at: 0, judgement };
    node.says('stop', { turn });
    await until(() => node.told.length === 1, 'the stop');
    node.says('unlock the front door');
    await until(() => node.told.length === 2, 'the question');
    node.says('yes');
    await until(() => node.told.length === 3, 'what the yes has done');
    assert.equal(node.out[0]?.length, 1);
    node.says('yes');
    await sent(node, 0, 2);
  });

  test('a pending question is dropped by a sentence', async () => {
    const node = await asked();
    node.says('unlock the front door');
    await until(() => node.told.length === 1, 'the question');
    node.says('movie time');
    await sent(node, 0);
    node.says('yes');
    await until(() => node.passed.length === 1, 'a yes to nothing');
  });

  test('what its flow sends to the command node is a command, and not its sentence again', async () => {
    const node = await asked();
    node.says('movie time');
    const msg = await sent(node, 0);
    node.says('turn off the kitchen light', msg);
    await until(() => node.passed.length + node.told.length > 0, 'an answer');
    node.node('a-command').receive({ ...msg, payload: 'movie time' } as never);
    await until(() => node.passed.length === 1, 'the sentence as a query');
    assert.equal(node.out[0]?.length, 1);
  });

  test('follows a deploy, and is gone with its node', async () => {
    const node = await asked();
    assert.equal(running.sentence.size, 1);
    await node.redeploy([HOUSE, COMMAND, ...EARS], 'full');
    assert.equal(running.sentence.size, 1);
    await node.stop();
    assert.equal(running.sentence.size, 0);
    assert.deepEqual(node.statuses.at(-1), {});
  });

  test('a sentence that can not be read is told with its place, and the others work', async () => {
    const node = await asked({ templates: 'movie time\nplay (rock' });
    const isRed = ({ fill, text }: NodeStatus) => fill === 'red' && text === 'status.not-configured';
    await until(() => node.statuses.some(isRed), 'the red ring');
    const { code, message } = await caught(node);
    assert.equal(code, 'not-configured');
    assert.match(message, /: Sentences, line 2, character 6: this bracket is never closed$/);
    node.says('movie time');
    await sent(node, 0);
  });

  test('of two nodes the one whose sentence is the surer one takes it', async () => {
    const other = { ...PLACE, id: 'other', type: 'jarvis-sentence', templates: 'play {anything}', wires: [['told']] };
    const node = await bench({ ...SENTENCE, lists: 'genre: jazz' }, [HOUSE, other, COMMAND, ...EARS]);
    node.node('a-command').receive({ payload: 'play jazz' } as never);
    assert.equal((await sent(node, 0)).payload, 'play jazz');
  });
});

describe('a turn that a sentence has taken', () => {
  afterEach(() => {
    mock.timers.reset();
    return unload();
  });

  /** A turn whose sentence is wired to these nodes, right after it was sent on; undefined where it is over by then. */
  async function taken(wires: string[], nodes: FlowNode[] = []): Promise<LiveTurn | undefined> {
    const flow = await configs([
      { id: 'the-tab', type: 'tab', label: 'a flow' },
      HOUSE,
      { ...COMMAND, wires: [] },
      { ...PLACE, ...SENTENCE, id: 'a-sentence', wires: [wires] },
      { ...PLACE, id: 'ear', type: 'helper', wires: [] },
      ...nodes,
    ]);
    const turn = newTurn({ site: 'den', source: 'text', language: 'en' });
    const began = once(turns, 'stage');
    flow.node<Node>('a-command').receive({ payload: 'movie time', turn } as never);
    await began;
    const isDecided = () => turns.get(turn.id)?.trace.details().decisions.length !== 0;
    while (!isDecided()) await new Promise((resolve) => setImmediate(resolve));
    return turns.get(turn.id);
  }
  const thinks = { ...PLACE, id: 'g', type: 'function', func: 'return null;', outputs: 1, wires: [['speak']] };
  const speak = { ...PLACE, id: 'speak', type: 'jarvis-speak', wires: [] };

  test('ends at once where nothing behind the node could answer', async () => {
    const ways: [isOver: boolean, wires: string[], nodes: FlowNode[]][] = [
      [true, [], []],
      [true, ['ear'], []],
      [true, ['h'], [{ ...thinks, id: 'h', wires: [['h', 'ear']] }]],
      [false, ['g'], [thinks, speak]],
      [true, ['g'], [{ ...thinks, d: true }, speak]],
      [false, ['somewhere-else'], []],
    ];
    for (const [isOver, wires, nodes] of ways) {
      assert.equal((await taken(wires, nodes)) === undefined, isOver, wires.join());
      await unload();
    }
  });

  test('ends when its flow has answered nothing for twenty seconds', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const live = must(await taken(['g'], [thinks, speak]));
    mock.timers.tick(19_999);
    assert.equal(turns.get(live.id), live);
    mock.timers.tick(1);
    assert.equal(turns.get(live.id), undefined);
    assert.equal(live.signal.aborted, false);
  });

  test('goes on while a stage works on it', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const live = must(await taken(['g'], [thinks, speak]));
    const work = live.trace.open('reply');
    mock.timers.tick(20_000);
    assert.equal(turns.get(live.id), live);
    work.end();
    mock.timers.tick(20_000);
    assert.equal(turns.get(live.id), undefined);
  });
});
