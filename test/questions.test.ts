import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
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

let model: ScriptedModelServer;
let runtime: Runtime;
let page: Page;
let satellite: Satellite;

before(async () => {
  model = await startScriptedModelServer({
    speed: 'instant',
    answers: [
      { when: /Hamlet/, answer: 'William Shakespeare wrote it. It is a tragedy.' },
      { when: /wait for ever/, answer: { text: ['I am on it. Please wait ', new Promise<void>(() => {})] } },
    ],
  });
  runtime = await startRuntime({ env: { JARVIS_MODEL_URL: model.url, JARVIS_MODEL: 'scripted' } });
  await runtime.warm();
  page = await openPage(runtime.url);
  satellite = await openSatellite(runtime.mqttPort);
  await page.sees(LAMP, 'off');
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
const states = () =>
  satellite.heard.filter(({ topic }) => topic === 'jarvis/kitchen/state').map(({ payload }) => `${payload}`);
const isIdle = () => until(() => states().at(-1) === 'idle', 'the kitchen to be idle');
const says = (text: string) => satellite.say('hermes/asr/textCaptured', { siteId: 'kitchen', text });

/** A question that was heard in the kitchen, which listens for the answer. */
async function asked(request: { id: string; [property: string]: unknown }): Promise<void> {
  const [sounds, before] = [satellite.sounds('kitchen'), states().length];
  const question = { site: 'kitchen', question: 'Shall I close the blinds?', timeout: LONG, ...request };
  await satellite.say('jarvis/ask', question);
  await satellite.played('kitchen', (await satellite.hearsSound('kitchen', sounds + 1)).id);
  await until(() => states().slice(before).includes('listening'), 'the kitchen to listen');
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
      await asked({ id: `way ${at}`, answers: ANSWERS });
      const sounds = satellite.sounds('kitchen');
      await says(said);
      const text = said.replace('Hey Jarvis, ', '');
      assert.deepEqual(await answerTo(`way ${at}`), {
        ...{ id: `way ${at}`, site: 'kitchen', answer, text, slots },
        reason: 'answered',
      });
      await isIdle();
      assert.equal(satellite.sounds('kitchen'), sounds, 'nobody replies');
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
    await asked({ id: 'late', timeout: 1 });
    const { reason, text } = await answerTo('late');
    assert.deepEqual([reason, text], ['timeout', null]);
    await isIdle();
    await commandWorks('off');
  });

  test('one question at a time; another room is free', async () => {
    await satellite.say('hermes/audioServer/toggleOn', { siteId: 'den' });
    await until(async () => (await runtime.sites()).includes('den'), 'the den');
    await asked({ id: 'first' });
    await satellite.say('jarvis/ask', { site: 'Kitchen', question: 'And the windows?', id: 'second' });
    assert.equal((await answerTo('second')).reason, 'busy');
    await satellite.say('jarvis/ask', { site: 'den', question: 'And the windows?', id: 'third', timeout: LONG });
    await satellite.played('den', (await satellite.hearsSound('den')).id);
    await says('no');
    assert.deepEqual([(await answerTo('first')).text, answers().some(({ id }) => id === 'third')], ['no', false]);
    await satellite.say('hermes/asr/textCaptured', { siteId: 'den', text: 'yes' });
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
    assert.match(runtime.output(), /An expected answer can't be used\. Sentences, line 1, character 6/);
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

  test('a deploy ends what is asked', async () => {
    await asked({ id: 'deployed' });
    await runtime.deploy(await runtime.flows(), 'full');
    await Promise.all([satellite.close(), page.close()]);
    [satellite, page] = [await openSatellite(runtime.mqttPort), await openPage(runtime.url)];
    await until(async () => (await runtime.status())['satellites']?.state === 'connected', 'the satellites');
    await commandWorks('off');
  });
});
