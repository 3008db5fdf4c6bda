import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { turns } from '../../lib/conversation/turns.js';
import { apology } from '../../lib/turn/apologies.js';
import { clock } from '../../lib/turn/clock.js';
import { newTurn } from '../../lib/turn/turn.js';
import { type ScriptedModelOptions, startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import type { HomeNode } from '../jarvis-home/jarvis-home.js';
import {
  bench,
  caught,
  closedPort,
  closeLater,
  completed,
  counts,
  must,
  sent,
  turnIn,
  USER_DIR,
  unload,
  until,
  withoutConfig,
} from '../node.test.helper.js';

const AGENT = { type: 'jarvis-agent', outputs: 1, model: 'a-model' };
const MODEL = { id: 'a-model', type: 'jarvis-model', provider: 'ollama' };
const HOUSE = { id: 'a-house', type: 'jarvis-home', kind: 'demo' };

/** A model server that says what its script says, and the config node for it. */
async function scripted(answers: ScriptedModelOptions['answers']) {
  const server = await startScriptedModelServer({ speed: 'instant', ...(answers && { answers }) });
  closeLater(server.close);
  const questions = () => server.requests.filter(({ path, body }) => path === '/api/chat' && body.messages.length > 1);
  return { server, questions, model: { ...MODEL, url: server.url } };
}

describe('the agent node', () => {
  const { now } = clock;
  afterEach(() => {
    clock.now = now;
    return unload();
  });

  test('tells the model what recall has found, and what is known of the people', async () => {
    const { model, questions } = await scripted([{ answer: 'Lasagne.' }]);
    const agent = await bench(AGENT, [model]);
    const recall = { lines: ['[2026-11-20] For dinner they had lasagne.'], why: 'found', entries: [] } as const;
    const turn = newTurn({ site: 'den', source: 'text', language: 'en', about: ['Is called Ada.'] });
    agent.send({ payload: 'what did I eat?', turn: { ...turn, recall } });
    await completed(agent);
    const [system, user] = must(questions()[0]).body.messages;
    assert.match(system?.content ?? '', /<data from="profile">\nIs called Ada\.\n<\/data>$/);
    assert.match(
      user?.content ?? '',
      /<data from="memory">\n\[2026-11-20\] For dinner they had lasagne\.\n<\/data>[\s\S]*what did I eat\?$/,
    );
  });

  test('says the items of a list, and shows their numbers; shows code, and says none of it', async () => {
    const { model } = await scripted([
      { when: /list/, answer: { text: [...'You need:\n1. Milk\n2. Eggs'] } },
      { answer: { text: [...'Here it is, sir:\n```sh\nls -la\n```\nUser: thanks'] } },
    ]);
    const agent = await bench(AGENT, [model]);
    const shown: string[] = [];
    const show = ({ kind, text }: { kind: string; text: string }) => void (kind === 'reply' && shown.push(text));
    turns.on('words', show);
    for (const payload of ['the list, please', 'a shell script that shows my files']) {
      agent.send({ payload, topic: 'den' });
      await completed(agent, shown.length === 0 ? 1 : 2);
    }
    turns.off('words', show);
    assert.deepEqual(
      agent.out[0]?.map(({ payload }) => payload),
      ['You need:', 'Milk', 'Eggs', '', 'Here it is, sir:', ''],
    );
    assert.equal(shown.join(''), 'You need:\n1. Milk\n2. EggsHere it is, sir:\n```sh\nls -la\n```');
  });

  test('"stop" is no question for the model: it ends what runs and the conversation', async () => {
    const { model, questions } = await scripted([{ answer: 'Stop what?' }]);
    const agent = await bench(AGENT, [model]);
    const announcement = turns.begin(newTurn({ site: 'den', source: 'announcement', language: 'en' }));
    const stopped: string[] = [];
    turns.once('stop', (site) => stopped.push(site));
    agent.send({ payload: 'stop', topic: 'den' });
    await completed(agent);
    assert.deepEqual([questions().length, announcement.signal.aborted, stopped], [0, true, ['den']]);
  });

  test('answers an injected string sentence by sentence, while the model still writes', async () => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { model } = await scripted([{ answer: { text: ['William wrote it. I', held, 't is a tragedy.'] } }]);
    const agent = await bench(AGENT, [model]);
    agent.send({ payload: 'who wrote Hamlet?', topic: 'den', mine: 7 });
    const first = await sent(agent, 0);
    assert.equal(first.payload, 'William wrote it.');
    assert.deepEqual(counts(agent), { out: [1], caught: 0, completed: 0 });
    goOn();
    await completed(agent);
    const [, second, last] = must(agent.out[0]);
    assert.equal(second?.payload, 'It is a tragedy.');
    assert.equal(last?.payload, '');
    const { id } = turnIn(first);
    assert.deepEqual(
      agent.out[0]?.map(({ topic, parts, mine }) => ({ topic, parts, mine })),
      [
        { topic: 'den', parts: { id, index: 0 }, mine: 7 },
        { topic: 'den', parts: { id, index: 1 }, mine: 7 },
        { topic: 'den', parts: { id, index: 2, count: 3 }, mine: 7 },
      ],
    );
    assert.deepEqual(turnIn(must(last)).reply, {
      text: 'William wrote it. It is a tragedy.',
      calls: [],
      question: false,
    });
    assert.deepEqual(counts(agent), { out: [3], caught: 0, completed: 1 });
    assert.ok(agent.statuses.some(({ fill, text }) => fill === 'blue' && text === 'status.thinking'));
    await agent.stop();
    assert.deepEqual(agent.statuses.at(-1), {});
  });

  test('lets the model read and switch the house', async () => {
    const { model, questions } = await scripted([
      {
        when: (request) => request.messages.at(-1)?.role !== 'tool',
        answer: { calls: [{ name: 'control_device', arguments: { action: 'turn_on', names: ['Kitchen Light'] } }] },
      },
      { answer: 'The kitchen is bright.' },
    ]);
    const agent = await bench({ ...AGENT, home: 'a-house' }, [model, HOUSE]);
    agent.send({ payload: 'make the kitchen nicer', topic: 'kitchen' });
    await completed(agent);
    const { home } = agent.node<HomeNode>('a-house');
    assert.equal(home.house().entities.find(({ id }) => id === 'light.kitchen_light')?.state, 'on');
    assert.deepEqual(
      turnIn(must(agent.out[0]?.at(-1))).reply?.calls?.map(({ name, ok }) => ({ name, ok })),
      [{ name: 'control_device', ok: true }],
    );
    assert.ok((questions()[0]?.body.tools ?? []).length > 0);
  });

  test('remembers the dialogue of a room, and forgets it after a stop', async () => {
    const { model, questions } = await scripted([{ answer: 'Noted.' }]);
    const memory = { id: 'a-memory', type: 'jarvis-memory', file: path.join(USER_DIR, 'agent.db') };
    const agent = await bench({ ...AGENT, memory: 'a-memory' }, [model, memory]);
    const asked = async (payload: string, topic: string) => {
      agent.send({ payload, topic });
      await completed(agent, agent.completed.length + 1);
      return (questions().at(-1)?.body.messages ?? []).map(({ content }) => content).join('\n');
    };
    await asked('my name is Ada', 'den');
    assert.match(await asked('what is my name?', 'den'), /my name is Ada/);
    assert.doesNotMatch(await asked('what is my name?', 'attic'), /Ada/);
    turns.stop('den');
    assert.doesNotMatch(await asked('what is my name?', 'den'), /Ada/);
  });

  test('makes the model ready while the person still speaks', async () => {
    const { model, server } = await scripted([]);
    await bench(AGENT, [model]);
    const turn = newTurn({ site: 'den', source: 'voice', language: 'en' });
    turns.begin(turn);
    turns.stage(turn.id, 'listening');
    await until(() => server.requests.some(({ path, answered }) => path === '/api/chat' && answered), 'a warm model');
  });

  test('begins its answer in a pause, and gives that if nobody speaks on', async () => {
    const { model, questions } = await scripted([{ answer: 'Shakespeare.' }]);
    const at = clock.now();
    // The minute is part of the prompt.
    clock.now = () => at;
    const agent = await bench({ ...AGENT, home: 'a-house' }, [model, HOUSE]);
    const turn = newTurn({ site: 'den', source: 'voice', language: 'en', area: 'Kitchen' });
    const live = turns.begin(turn);
    turns.stage(turn.id, 'listening');
    const heard = { text: 'Hey Jarvis, who wrote Hamlet?' };
    turns.emit('likely', live, { ...turn, heard }, new AbortController().signal);
    await until(() => questions().length > 0, 'the question in the pause');
    agent.send({ payload: 'who wrote Hamlet?', topic: 'den', turn: { ...turn, heard } });
    await completed(agent);
    assert.equal(agent.out[0]?.[0]?.payload, 'Shakespeare.');
    assert.equal(questions().length, 1);
  });

  test('drops what it began in a pause once something else answers', async () => {
    const never = new Promise<string>(() => {});
    const { model, questions } = await scripted([{ times: 1, answer: { text: [never] } }, { answer: 'Shakespeare.' }]);
    const at = clock.now();
    clock.now = () => at;
    const agent = await bench({ ...AGENT, home: 'a-house' }, [model, HOUSE]);
    const turn = newTurn({ site: 'den', source: 'voice', language: 'en' });
    const live = turns.begin(turn);
    const heard = { text: 'Who wrote Hamlet?' };
    turns.emit('likely', live, { ...turn, heard }, new AbortController().signal);
    await until(() => questions().length > 0, 'the question in the pause');
    turns.stage(live.id, 'speaking');
    agent.send({ payload: heard.text, topic: 'den', turn: { ...turn, heard } });
    await completed(agent);
    assert.equal(questions().length, 2);
  });

  test('begins nothing in a pause where nobody called it', async () => {
    const { model } = await scripted([{ answer: 'Goethe.' }]);
    const agent = await bench({ ...AGENT, home: 'a-house' }, [model, HOUSE]);
    const wake = { word: null, by: 'follow-up', at: clock.now() } as const;
    const turn = newTurn({ site: 'hall', source: 'voice', language: 'en' });
    const heard = { text: 'Who wrote Hamlet?' };
    const live = turns.begin({ ...turn, wake });
    turns.emit('likely', live, { ...turn, heard }, new AbortController().signal);
    agent.send({ payload: 'and who wrote Faust?', topic: 'den' });
    await completed(agent);
    assert.deepEqual(live.trace.record().spans, []);
  });

  test('says what it understands where no model server answers, and why in the log, once', async () => {
    const house = { id: 'a-house', type: 'jarvis-home', kind: 'demo' };
    const model = { ...MODEL, url: await closedPort(), model: 'scripted' };
    const agent = await bench({ ...AGENT, home: 'a-house' }, [model, house]);
    for (const count of [1, 2]) {
      agent.send({ payload: 'who wrote Hamlet?' });
      await completed(agent, count);
    }
    const said = (agent.out[0] ?? []).map(({ payload }) => String(payload));
    assert.equal(said[0], apology('model-unreachable', 'en'));
    assert.equal(said.filter((sentence) => sentence === said[0]).length, 1);
    assert.equal(said.filter((sentence) => sentence.includes('“turn on the kitchen light”')).length, 2);
    assert.equal(agent.caught.length, 0);
    assert.deepEqual(
      agent.log().map(({ level, text }) => [level, /127\.0\.0\.1/.test(text)]),
      [['warn', true]],
    );
    assert.deepEqual(agent.statuses.at(-1), { fill: 'yellow', shape: 'dot', text: 'status.model-unreachable' });
  });

  test('a model that is missing is no error, and the next question is answered', async () => {
    const { model } = await scripted([{ times: 1, answer: { fault: 'missing' } }, { answer: 'Shakespeare.' }]);
    const agent = await bench(AGENT, [model]);
    agent.send({ payload: 'who wrote Hamlet?' });
    await completed(agent);
    assert.equal(agent.out[0]?.[0]?.payload, apology('model-missing', 'en'));
    agent.send({ payload: 'who wrote Hamlet?' });
    await completed(agent, 2);
    assert.deepEqual(
      agent.out[0]?.slice(-2).map(({ payload }) => payload),
      ['Shakespeare.', ''],
    );
    assert.equal(agent.caught.length, 0);
  });

  test('a newer turn of the room cancels the answer: no error, nothing more is sent', async () => {
    const { model, server } = await scripted([
      { when: /Hamlet/, answer: { text: ['It was. A', new Promise(() => {})] } },
      { answer: 'Four.' },
    ]);
    const agent = await bench(AGENT, [model]);
    agent.send({ payload: 'who wrote Hamlet?', topic: 'den' });
    await sent(agent, 0);
    agent.send({ payload: 'two and two?', topic: 'den' });
    await completed(agent, 2);
    await server.untilClosed(1);
    assert.deepEqual(
      agent.out[0]?.map(({ payload }) => payload),
      ['It was.', 'Four.', ''],
    );
    assert.equal(agent.caught.length, 0);
  });

  test('cancels the call of the model when the flow is stopped', async () => {
    const { model, server } = await scripted([{ answer: { fault: 'hang' } }]);
    const agent = await bench(AGENT, [model]);
    agent.send({ payload: 'who wrote Hamlet?' });
    await until(() => server.requests.some(({ path }) => path === '/api/chat'), 'the question');
    await agent.stop();
    await server.untilClosed(1);
    assert.deepEqual(counts(agent).out, [0]);
    assert.deepEqual(agent.log(), []);
    assert.deepEqual(agent.statuses.at(-1), {});
  });

  test('says what it needs instead of something that is no words', async () => {
    const { model } = await scripted([]);
    const agent = await bench(AGENT, [model]);
    agent.send({ payload: Buffer.alloc(2) });
    const { code, message } = await caught(agent);
    assert.equal(code, 'bad-input');
    assert.match(message, /a Buffer\. Wire a judge/);
  });

  test('needs a model', () => withoutConfig(AGENT, 'model', MODEL, () => ({ payload: 'who wrote Hamlet?' })));
});
