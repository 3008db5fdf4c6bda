import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { Double } from '../lib/home/home-assistant.test.helper.js';
import { openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';

const LAMP = 'light.kitchen_light';
/** No test waits for it. */
const LONG = 300;

interface Answer {
  id: string | null;
  site: string | null;
  answer: string | null;
  text: string | null;
  slots: Record<string, unknown>;
  reason: string;
}

/** End of the answer that never ends by itself. */
let released = () => {};
const release = new Promise<void>((resolve) => {
  released = resolve;
});

let model: ScriptedModelServer;
let runtime: Runtime;
let page: Page;
let satellite: Satellite;

before(async () => {
  model = await startScriptedModelServer({
    speed: 'instant',
    answers: [
      { when: /Hamlet/, answer: 'William Shakespeare wrote it. It is a tragedy.' },
      { when: /wait for ever/, answer: { text: ['Forever is a long time. Please wait ', release] } },
    ],
  });
  runtime = await startRuntime({ env: { JARVIS_MODEL_URL: model.url, JARVIS_MODEL: 'scripted' } });
  await runtime.warm();
  page = await openPage(runtime.url);
  satellite = await openSatellite(runtime.mqttPort);
  await page.sees(LAMP, 'off');
  await satellite.say('hermes/audioServer/toggleOn', { siteId: 'den' });
  await until(async () => (await runtime.sites()).includes('den'), 'the den');
});
after(async () => {
  await page?.close();
  await satellite?.close();
  await runtime?.stop();
  await model?.close();
});

const answers = () =>
  satellite.heard
    .filter(({ topic }) => topic === 'jarvis/answer')
    .map(({ payload }) => JSON.parse(`${payload}`) as Answer);
const answerTo = (id: string) => until(() => answers().find((one) => one.id === id), `the answer to ${id}`);
const states = (site: string) =>
  satellite.heard.filter(({ topic }) => topic === `jarvis/${site}/state`).map(({ payload }) => `${payload}`);
const isIdle = (site: string) => until(() => states(site).at(-1) === 'idle', `the ${site} to be idle`);
/** True when every stage of the turn that heard this last is done. */
const isOver = async (heard: string) => {
  const turn = (await runtime.turns()).find(({ texts }) => texts.heard === heard);
  return turn?.spans.every(({ ms }) => ms !== undefined);
};
const says = (text: string, siteId = 'kitchen') => satellite.say('hermes/asr/textCaptured', { siteId, text });

/** A question that was heard in a room, which listens for the answer. */
async function asked({ site = 'kitchen', ...more }: { id: string; site?: string; [name: string]: unknown }) {
  const [sounds, before] = [satellite.sounds(site), states(site).length];
  await satellite.say('jarvis/ask', { site, question: 'Shall I close the blinds?', timeout: LONG, ...more });
  await satellite.played(site, (await satellite.hearsSound(site, sounds + 1)).id);
  const since = () => states(site).slice(before).join();
  // Not the listening after a reply of before.
  await until(
    () => /speaking,(idle,)?listening$/.test(since()),
    () => `the ${site} to listen: ${since()}`,
  );
}

/** Wakes the kitchen with words that are a command there, which is done. */
async function commandWorks(wanted: 'on' | 'off'): Promise<void> {
  const sounds = satellite.sounds('kitchen');
  await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId: 'kitchen', modelId: 'hey_jarvis' });
  await says(`turn ${wanted} the kitchen light`);
  await page.sees(LAMP, wanted);
  await satellite.played('kitchen', (await satellite.hearsSound('kitchen', sounds + 1)).id);
}

describe('an automation asks in a room', () => {
  const ANSWERS = [
    { id: 'yes', sentences: ['yes [please]', 'close (them|the blinds)'] },
    { id: 'later', sentences: ['in {minutes} minutes'] },
    { id: 'room', sentences: ['[only] in [the] {area}'] },
  ];

  const ways: [said: string, answer: string | null, slots: object][] = [
    ['Yes, please!', 'yes', {}],
    ['close the blinds', 'yes', {}],
    ['Hey Jarvis, yes.', 'yes', {}],
    ['in twenty minutes', 'later', { minutes: 'twenty' }],
    ['only in the kitchen', 'room', { area: 'Kitchen' }],
    ['turn on the kitchen light', null, {}],
    ['who wrote Hamlet?', null, {}],
  ];
  for (const [at, [said, answer, slots]] of ways.entries()) {
    test(`"${said}" is the answer ${answer}, and nothing else`, async () => {
      await asked({ id: `way ${at}`, site: 'den', answers: ANSWERS });
      const sounds = satellite.sounds('den');
      await says(said, 'den');
      const text = said.replace('Hey Jarvis, ', '');
      assert.deepEqual(await answerTo(`way ${at}`), {
        ...{ id: `way ${at}`, site: 'den', answer, text, slots },
        reason: 'answered',
      });
      await isIdle('den');
      assert.equal(satellite.sounds('den'), sounds, 'nobody replies');
    });
  }

  test('none of it was asked of the model, or done', async () => {
    assert.deepEqual(
      model.requests.filter(({ body }) => /Hamlet/.test(JSON.stringify(body))),
      [],
    );
    await page.sees(LAMP, 'off');
    await commandWorks('on');
    await commandWorks('off');
  });

  test('a stop ends it, and what is said then is said to the assistant', async () => {
    await asked({ id: 'stopped' });
    await says('stop');
    assert.deepEqual(await answerTo('stopped'), {
      ...{ id: 'stopped', site: 'kitchen', answer: null, text: null, slots: {}, reason: 'stopped' },
    });
    await commandWorks('on');
  });

  test('its time ends it, and half an answer is no command', async () => {
    await asked({ id: 'late', timeout: 60 });
    await runtime.jump(60_000);
    const { reason, text } = await answerTo('late');
    assert.deepEqual([reason, text], ['timeout', null]);
    await isIdle('kitchen');
    await commandWorks('off');
  });

  test('one question at a time; another room is free', async () => {
    await asked({ id: 'first' });
    const sounds = satellite.sounds('den');
    await satellite.say('jarvis/ask', { site: 'Kitchen', question: 'And the windows?', id: 'second' });
    assert.equal((await answerTo('second')).reason, 'busy');
    await satellite.say('jarvis/ask', { site: 'den', question: 'And the windows?', id: 'third', timeout: LONG });
    await satellite.played('den', (await satellite.hearsSound('den', sounds + 1)).id);
    await says('no');
    assert.deepEqual([(await answerTo('first')).text, answers().some(({ id }) => id === 'third')], ['no', false]);
    await says('yes', 'den');
    assert.equal((await answerTo('third')).text, 'yes');
  });

  test('whoever interrupts the question has answered it', async () => {
    const sounds = satellite.sounds('kitchen');
    await satellite.say('jarvis/ask', { site: 'kitchen', question: 'Shall I close them?', id: 'cut', timeout: LONG });
    await satellite.hearsSound('kitchen', sounds + 1);
    await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId: 'kitchen', modelId: 'hey_jarvis' });
    await says('yes');
    assert.equal((await answerTo('cut')).text, 'yes');
  });

  test('what a person types on the page is the answer there', async () => {
    await satellite.say('jarvis/ask', { site: page.site, question: 'Tea?', id: 'typed', timeout: LONG });
    await page.gets('show', { kind: 'reply', text: 'Tea?' });
    await page.gets('stage', { stage: 'listening' });
    page.send({ type: 'text', text: 'my PIN is 4711' });
    const { text, reason } = await answerTo('typed');
    assert.equal(reason, 'answered');
    assert.doesNotMatch(must(text), /4711/, 'whoever listens to the broker may keep it');
  });

  test('a room that is not there, and answers that can not be read, are told', async () => {
    await satellite.say('jarvis/ask', { site: 'nowhere', question: 'Anybody?', id: 'nowhere' });
    assert.equal((await answerTo('nowhere')).reason, 'failed');
    await satellite.say('jarvis/ask', { site: 'all', question: 'Anybody?', id: 'all' });
    assert.equal((await answerTo('all')).reason, 'failed');
    const broken = [{ id: 'x', sentences: ['play (rock'] }];
    await satellite.say('jarvis/ask', { site: 'kitchen', question: 'Music?', id: 'broken', answers: broken });
    assert.equal((await answerTo('broken')).reason, 'failed');
    const reason = /An expected answer can't be used\. Sentences, line 1, character 6/;
    await until(() => reason.test(runtime.output()), 'the reason');
  });

  test('hostile questions are refused, and harm nobody', async () => {
    const right = { site: 'kitchen', question: 'Yes?', id: 'hostile' };
    const hostile: unknown[] = [
      ...['', '{broken', '[]', '7', 'null', '"words"', `{"site": ${'['.repeat(30_000)}`, 'x'.repeat(100_000)],
      ...[
        { ...right, question: 'x'.repeat(501) },
        { ...right, timeout: 1e9 },
        { ...right, answers: 7 },
      ],
      ...['(a;b;c;d;e;f;g)', '{anything}', '('.repeat(500)].map((sentence) => ({
        ...right,
        answers: [{ id: 'a', sentences: [sentence] }],
      })),
    ];
    const sounds = satellite.sounds('kitchen');
    for (const message of hostile) {
      await satellite.say('jarvis/ask', typeof message === 'string' ? message : (message as object));
    }
    await commandWorks('on');
    assert.ok(
      answers()
        .filter(({ id }) => id === 'hostile')
        .every(({ reason }) => reason === 'failed'),
    );
    assert.equal(satellite.sounds('kitchen'), sounds + 1);
    assert.doesNotMatch(runtime.output(), /unhandled|uncaught|MaxListeners|TypeError|Something unexpected/i);
  });

  test('answers that are much work are matched within a budget', async () => {
    const heavy = '[{a}] [{b}] [{c}] [{d}] [{e}] [{f}] [{g}] [{h}] x';
    const sentences = Array.from({ length: 50 }, (_, at) => `${heavy} ${at}`);
    await asked({ id: 'heavy', answers: [{ id: 'a', sentences }] });
    await says('one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen y');
    assert.deepEqual([(await answerTo('heavy')).answer, runtime.running()], [null, true]);
  });
});

describe('an automation says words to the flow', () => {
  test('in a room: they are done, the reply comes back and is spoken', async () => {
    const sounds = satellite.sounds('kitchen');
    await satellite.say('jarvis/converse', { site: 'Kitchen', text: 'turn on the kitchen light', id: 'spoken' });
    const { id: _, text, ...more } = await answerTo('spoken');
    assert.deepEqual(more, { site: 'kitchen', answer: null, slots: {}, reason: 'answered' });
    assert.match(must(text), /kitchen light/i);
    await page.sees(LAMP, 'on');
    await satellite.played('kitchen', (await satellite.hearsSound('kitchen', sounds + 1)).id);
    await isIdle('kitchen');
  });

  test('quietly, in that room: "the lights" are its lights, and nothing is heard', async () => {
    const sounds = satellite.sounds('kitchen');
    await satellite.say('jarvis/converse', { site: 'kitchen', text: 'turn off the lights', id: 'quiet', quiet: true });
    assert.equal((await answerTo('quiet')).reason, 'answered');
    await page.sees(LAMP, 'off');
    await satellite.say('jarvis/converse', { text: 'who wrote Hamlet?', id: 'nowhere in the house' });
    const { site, text } = await answerTo('nowhere in the house');
    assert.deepEqual([site, text], [null, 'William Shakespeare wrote it. It is a tragedy.']);
    assert.equal(satellite.sounds('kitchen'), sounds);
  });

  test('one after another: a room that is spoken with is busy, and a stop ends it', async () => {
    const sounds = satellite.sounds('kitchen');
    await satellite.say('jarvis/converse', { site: 'kitchen', text: 'wait for ever', id: 'long' });
    await until(() => states('kitchen').at(-1) === 'thinking' || states('kitchen').at(-1) === 'speaking', 'the turn');
    await satellite.say('jarvis/converse', { site: 'kitchen', text: 'turn on the kitchen light', id: 'next' });
    assert.equal((await answerTo('next')).reason, 'busy');
    await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId: 'kitchen', modelId: 'hey_jarvis' });
    await says('stop');
    assert.ok(['stopped', 'answered'].includes((await answerTo('long')).reason));
    // Nothing is left to stop: the model is asked what is meant, and hangs once more.
    released();
    let played = sounds;
    await until(async () => {
      while (satellite.sounds('kitchen') > played)
        await satellite.played('kitchen', (await satellite.hearsSound('kitchen', ++played)).id);
      if (states('kitchen').at(-1) === 'listening') await runtime.jump(8_000);
      return states('kitchen').at(-1) === 'idle' && (await isOver('stop'));
    }, 'the kitchen to be idle');
    await page.sees(LAMP, 'off');
  });

  test('they are no answer to a question', async () => {
    await asked({ id: 'open', site: 'den' });
    await satellite.say('jarvis/converse', { site: 'den', text: 'yes', id: 'over it' });
    assert.equal((await answerTo('over it')).reason, 'busy');
    await satellite.say('jarvis/converse', { site: 'den', text: 'turn on the kitchen light', id: 'q', quiet: true });
    assert.equal((await answerTo('q')).reason, 'answered');
    await page.sees(LAMP, 'on');
    assert.equal(
      answers().some(({ id }) => id === 'open'),
      false,
    );
    await says('no', 'den');
    assert.equal((await answerTo('open')).text, 'no');
  });

  test('what is wrong with them is told', async () => {
    await satellite.say('jarvis/converse', { site: 'nowhere', text: 'hello', id: 'lost' });
    assert.equal((await answerTo('lost')).reason, 'failed');
    for (const message of ['{', '[]', '7', { text: '' }, { text: 'x'.repeat(5001) }, { text: 'x', quiet: 7 }]) {
      await satellite.say('jarvis/converse', message as object);
    }
    const sounds = satellite.sounds('kitchen');
    await satellite.say('jarvis/converse', { site: 'kitchen', text: 'turn off the kitchen light', id: 'last' });
    assert.equal((await answerTo('last')).reason, 'answered');
    await page.sees(LAMP, 'off');
    await satellite.played('kitchen', (await satellite.hearsSound('kitchen', sounds + 1)).id);
    assert.doesNotMatch(runtime.output(), /unhandled|uncaught|MaxListeners|TypeError|Something unexpected/i);
  });
});

test('a deploy ends what is asked', async () => {
  await asked({ id: 'deployed' });
  await runtime.deploy(await runtime.flows(), 'full');
  await Promise.all([satellite.close(), page.close()]);
  [satellite, page] = [await openSatellite(runtime.mqttPort), await openPage(runtime.url)];
  await until(async () => (await runtime.status())['satellites']?.state === 'connected', 'the satellites');
  await commandWorks('off');
});

describe('Home Assistant asks by events', () => {
  let house: Double;
  let asking: Runtime;
  let room: Page;
  const fired: { event_type: string; event_data: Answer }[] = [];

  before(async () => {
    house = new Double();
    await once(house.server, 'listening');
    house.instead = (message, socket) => {
      if (message.type !== 'fire_event') return false;
      fired.push(message as unknown as (typeof fired)[number]);
      house.send(socket, { id: message.id, type: 'result', success: true, result: {} });
      return true;
    };
    const env = { JARVIS_MODEL_URL: model.url, JARVIS_HOME_URL: house.url, JARVIS_HOME_TOKEN: house.token };
    asking = await startRuntime({ env });
    await asking.warm();
    room = await openPage(asking.url);
    const isAsked = (type: string) => house.subscriptions.some((one) => one.type === type);
    await until(() => isAsked('jarvis_ask') && isAsked('jarvis_converse'), 'its subscriptions');
  });
  after(async () => {
    await room?.close();
    await asking?.stop();
    house?.server.close();
  });
  const emit = (event_type: string, data: unknown) => house.emit(event_type, { event_type, data });
  const answerOf = (id: string) => until(() => fired.find((one) => one.event_data.id === id), `the event of ${id}`);

  test('the answers come back as events', async () => {
    const answers = [{ id: 'tea', sentences: ['tea [please]'] }];
    emit('jarvis_ask', { site: room.site, question: 'Tea or coffee?', id: 'drink', timeout: LONG, answers });
    await room.gets('show', { kind: 'reply', text: 'Tea or coffee?' });
    await room.gets('stage', { stage: 'listening' });
    room.send({ type: 'text', text: 'tea please' });
    const { event_type, event_data } = await answerOf('drink');
    assert.deepEqual([event_type, event_data.answer, event_data.reason], ['jarvis_answer', 'tea', 'answered']);
    emit('jarvis_converse', { text: 'who wrote Hamlet?', id: 'words' });
    assert.equal((await answerOf('words')).event_data.text, 'William Shakespeare wrote it. It is a tragedy.');
  });

  test('events that are wrong are told', async () => {
    for (const data of [null, 7, {}, { site: room.site, question: 'x'.repeat(501) }]) emit('jarvis_ask', data);
    emit('jarvis_converse', { text: 7 });
    await until(() => /The event jarvis_converse is wrong at "text"/.test(asking.output()), 'the error');
    assert.match(asking.output(), /The event jarvis_ask is wrong at "site"/);
    emit('jarvis_converse', { text: 'who wrote Hamlet?', id: 'again' });
    assert.equal((await answerOf('again')).event_data.reason, 'answered');
  });
});
