import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { type ScriptedModelOptions, startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import {
  bench,
  caught,
  closedPort,
  closeLater,
  completed,
  counts,
  sent,
  silentServer,
  turnIn,
  USER_DIR,
  unload,
  until,
  withoutConfig,
} from '../node.test.helper.js';

const ROUTER = { type: 'jarvis-router', outputs: 1, strategy: 'llm', always: true, model: 'a-model', home: 'a-house' };
const MODEL = { id: 'a-model', type: 'jarvis-model', provider: 'ollama', model: 'scripted' };
const HOUSE = { id: 'a-house', type: 'jarvis-home', kind: 'demo' };

/** More than are few. */
const MANY = {
  track_parcel: 'Tells where a parcel is and when it is delivered.',
  get_recipe: 'Finds a recipe for a dish.',
  get_weather: 'Current weather and forecast for a place.',
  play_radio: 'Plays a radio station.',
  tell_joke: 'Tells a joke.',
  find_flight: 'Looks up the status of a flight.',
  water_garden: 'Starts the irrigation of the garden.',
  charge_car: 'Starts charging the electric car.',
  send_email: 'Sends an e-mail to a contact.',
  read_story: 'Tells a bedtime story for children.',
};
const TOOL = {
  z: 'the-tab',
  x: 100,
  y: 100,
  type: 'jarvis-tool',
  acts: false,
  seconds: '5',
  parameters: '[]',
  wires: [[]],
};

async function scripted(answers: ScriptedModelOptions['answers']) {
  const server = await startScriptedModelServer({ speed: 'instant', ...(answers && { answers }) });
  closeLater(server.close);
  const asked = () => server.requests.filter(({ path }) => path === '/api/chat').length;
  return { server, asked, model: { ...MODEL, url: server.url } };
}

describe('the router node', () => {
  afterEach(unload);

  test('gives a request the tools it may need', async () => {
    const { model, server } = await scripted([
      { when: /oven/, answer: 'get_state' },
      { when: /hello/, answer: 'none' },
    ]);
    const router = await bench(ROUTER, [model, HOUSE]);
    router.send({ payload: 'is the oven warm?', topic: 'den', mine: 7 });
    const first = await sent(router, 0);
    assert.deepEqual([first.payload, first.topic, first['mine']], ['is the oven warm?', 'den', 7]);
    assert.deepEqual(turnIn(first).tools, ['get_state', 'stop']);
    router.send({ payload: 'hello', topic: 'den' });
    assert.deepEqual(turnIn(await sent(router, 0, 2)).tools, ['stop']);
    const prompt = server.requests[0]?.body.messages[0]?.content ?? '';
    assert.match(prompt, /control_device: .*\nget_state: /);
    await until(() => router.statuses.some(({ text }) => text === 'status.done'), 'the status');
  });

  test('chooses among the tools of the memory too, where there is one', async () => {
    const { model, server } = await scripted([{ answer: 'memory_search' }]);
    const store = { id: 'a-store', type: 'jarvis-memory', file: path.join(USER_DIR, 'router.db') };
    const router = await bench({ ...ROUTER, memory: 'a-store' }, [model, HOUSE, store]);
    router.send({ payload: 'what did we eat on Tuesday?', topic: 'pantry' });
    assert.deepEqual(turnIn(await sent(router, 0)).tools, ['memory_search', 'stop']);
    assert.match(
      server.requests[0]?.body.messages[0]?.content ?? '',
      /\nmemory_forget: .*\nmemory_search: .*\n[\s\S]*\nremember: /,
    );
  });

  test('asks once for a question of a conversation, and anew in the next room', async () => {
    const { model, asked } = await scripted([{ answer: 'get_state' }]);
    const router = await bench(ROUTER, [model, HOUSE]);
    for (const [index, topic] of ['study', 'study', 'attic'].entries()) {
      router.send({ payload: 'is the oven warm?', topic });
      await sent(router, 0, index + 1);
    }
    assert.equal(asked(), 2);
  });

  test('leaves every tool when the model fails, whatever way', async () => {
    const { model } = await scripted([{ answer: { fault: 'crashed' } }]);
    for (const config of [model, { ...MODEL, url: await closedPort() }]) {
      const router = await bench(ROUTER, [config, HOUSE]);
      router.send({ payload: 'is the oven warm?', topic: 'cellar' });
      await completed(router);
      assert.equal(turnIn(await sent(router, 0)).tools, undefined);
      await until(() => router.statuses.some(({ text }) => text === 'status.allTools'), 'the status');
      assert.deepEqual(counts(router), { out: [1], caught: 0, completed: 1 });
      await unload();
    }
  });

  test('needs neither model nor house to route by words', async () => {
    const router = await bench({ ...ROUTER, strategy: 'keyword', model: '', home: '' });
    router.send({ payload: 'hello' });
    assert.equal(turnIn(await sent(router, 0)).tools, undefined);
  });

  test('chooses among many tools without a model, in whatever language and words they are asked for', async () => {
    const tools = Object.entries(MANY).map(([tool, description]) => ({ ...TOOL, id: tool, tool, description }));
    const router = await bench({ ...ROUTER, strategy: 'keyword', model: '' }, [HOUSE, ...tools]);
    const wishes = {
      track_parcel: ['has my order shipped', 'wann kommt meine Bestellung', 'où est mon colis', 'dónde está mi pedido'],
      get_recipe: [
        'how do I bake a cake',
        'wie mache ich Pfannkuchen',
        'comment faire des crêpes',
        'cómo hago una tarta',
      ],
    };
    let index = 0;
    for (const [tool, payloads] of Object.entries(wishes)) {
      for (const payload of payloads) {
        router.send({ payload, topic: 'porch' });
        const { tools: left = [] } = turnIn(await sent(router, 0, ++index));
        assert.ok(left.includes(tool) && left.length <= 6, `${payload}: ${left}`);
      }
    }
    router.send({ payload: 'who directed Possessor', topic: 'porch' });
    assert.equal(turnIn(await sent(router, 0, ++index)).tools, undefined, 'what no word is certain of leaves them all');
  });

  test('keeps a topic to the tools of its profile', async () => {
    const profiles = JSON.stringify([
      { name: 'watch', keywords: ['oven'], tools: ['get_state'], prompt: 'Be brief.' },
      { name: 'everything' },
    ]);
    const { model } = await scripted([{ answer: 'control_device' }]);
    const router = await bench({ ...ROUTER, profiles }, [model, HOUSE]);
    router.send({ payload: 'switch the oven off', topic: 'loft' });
    const turn = turnIn(await sent(router, 0));
    const left = ['get_state', 'stop', 'switch_profile'];
    assert.deepEqual(turn.profile, { name: 'watch', by: 'words', prompt: 'Be brief.', tools: left });
    assert.deepEqual(turn.tools?.toSorted(), left);
    router.send({ payload: 'switch the lamp off', topic: 'loft' });
    const other = turnIn(await sent(router, 0, 2));
    assert.equal(other.profile?.name, 'everything');
    assert.ok(other.tools?.includes('control_device'));
    await unload();
    const alone = await bench({ ...ROUTER, profiles: '[{"name": "everything"}]' }, [model, HOUSE]);
    alone.send({ payload: 'switch the oven off', topic: 'loft' });
    const { tools } = turnIn(await sent(alone, 0));
    assert.ok(!tools?.includes('switch_profile'), 'there is nothing to switch to');
  });

  test('sends nothing on when its profiles can not be read', async () => {
    const router = await bench({ ...ROUTER, strategy: 'keyword', profiles: '[{"name": "x", "tool": []}]' }, [HOUSE]);
    router.send({ payload: 'switch the oven off' });
    const { code, message } = await caught(router);
    assert.equal(code, 'not-configured');
    assert.match(message, /profiles/);
    assert.deepEqual(counts(router), { out: [0], caught: 1, completed: 0 });
  });

  test('says what it needs instead of something that is no words', async () => {
    const router = await bench({ ...ROUTER, strategy: 'keyword' }, [HOUSE]);
    for (const [index, payload] of [undefined, 7, Buffer.from('x')].entries()) {
      router.send({ payload });
      assert.equal((await caught(router, index + 1)).code, 'bad-input');
    }
  });

  test('gives up a model that does not answer when the flow is stopped', async () => {
    const silent = await silentServer();
    const router = await bench(ROUTER, [{ ...MODEL, url: silent.url }, HOUSE]);
    router.send({ payload: 'is the oven warm?', topic: 'stopped' });
    await until(() => silent.connections() > 0, 'the question to the model');
    await router.stop();
    await until(() => silent.connections() === 0, 'the connection to be closed');
    assert.deepEqual(counts(router).out, [0]);
    assert.deepEqual(router.statuses.at(-1), {});
  });

  test('needs a model to ask one', () =>
    withoutConfig(ROUTER, 'model', MODEL, () => ({ payload: 'is the oven warm?' })));
});
