import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { secondsOf } from '../lib/audio/pcm.js';
import { apology } from '../lib/turn/apologies.js';
import { openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';

/** The word "secret" as Node-RED's settings want it. */
const BCRYPT_OF_SECRET = '$2b$04$5CdHXQjuPfHZdlis2pqiO.yFmsLFW8axFEza7rfF7Da1/I/dK1sLG';
const LAMP = 'light.kitchen_light';

/** Lines of the log that stand in it more than once, without their time. */
function repeated(output: string): string[] {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^\d+ \w+ [\d:]+ - /, '').trim())
    .filter((line) => /^\[(info|warn|error)\] \[/.test(line));
  return lines.filter((line, index) => lines.indexOf(line) !== index);
}

/**
 * The satellite wakes by itself and brings the words: a turn without the sound of a voice. The words come when the turn of the
 * wake word listens: the room may listen on after its last reply while the wake word still waits for other rooms.
 */
async function ask(runtime: Runtime, satellite: Satellite, site: string, text: string): Promise<void> {
  const called = async () =>
    (await runtime.turns()).find(
      (turn) => turn.site === site && turn.spans.some(({ stage, by }) => stage === 'wake' && by === 'satellite'),
    )?.id;
  const before = await called();
  await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId: site, modelId: 'hey_jarvis' });
  await until(async () => (await called()) !== before, `the ${site} to listen`);
  await satellite.say('hermes/asr/textCaptured', { siteId: site, text, likelihood: 1, seconds: 1 });
}

/** The last words a site was told as spoken. */
const spoken = (satellite: Satellite, site: string) =>
  satellite.heard.filter(({ topic }) => topic === `jarvis/${site}/spoken`).map(({ payload }) => `${payload}`);

describe('the flow as shipped, with no server beside it', () => {
  let runtime: Runtime;
  let page: Page;
  let satellite: Satellite;

  before(async () => {
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9' } });
    await runtime.warm();
    page = await openPage(runtime.url);
    satellite = await openSatellite(runtime.mqttPort);
  });
  after(async () => {
    await page?.close();
    await satellite?.close();
    await runtime?.stop();
  });

  test('says where things are, and what is missing with the command that mends it', async () => {
    const lines = () => [...runtime.output().matchAll(/\[jarvis\] (.*)/g)].map(([, line]) => line);
    await until(() => lines().some((line) => line?.startsWith('No speech-to-text')), 'the report');
    const wanted = [
      new RegExp(`^The page: ${runtime.url}/jarvis/$`),
      new RegExp(`^Satellites: mqtt://127.0.0.1:${runtime.mqttPort} \\(built-in broker\\)$`),
      /^The store: .*jarvis\.db$/,
      /^The house: the demo house$/,
      /^No Home Assistant is configured: set JARVIS_HOME_URL and JARVIS_HOME_TOKEN/,
      /^No model: .*127\.0\.0\.1:9.*: ollama serve$/,
      /^No speech-to-text model yet: npm run models -- pull whisper-base$/,
    ];
    for (const line of wanted) assert.equal(lines().filter((found) => line.test(found ?? '')).length, 1, `${line}`);
  });

  test('a command typed on the page switches the lamp and is answered aloud', async () => {
    await page.sees(LAMP, 'off');
    page.send({ type: 'text', text: 'turn on the kitchen light' });
    await page.sees(LAMP, 'on');
    await page.gets('show', { kind: 'heard', text: 'turn on the kitchen light' });
    assert.match(String((await page.gets('show', { kind: 'reply' }))['text']), /kitchen light/i);
    await page.gets('play-end');
    assert.ok(page.sound() > 10_000);
    await page.gets('stage', { stage: 'idle' });
    const stages = page.messages.filter(({ type }) => type === 'stage').map(({ stage }) => stage);
    assert.deepEqual(stages, ['thinking', 'speaking', 'idle']);
  });

  test('a tap on a device switches it', async () => {
    page.send({ type: 'command', action: 'turn_off', target: LAMP, value: null });
    await page.sees(LAMP, 'off');
  });

  test('a satellite of Hermes is woken, says what it heard, and plays the answer', async () => {
    await ask(runtime, satellite, 'kitchen', 'turn on the kitchen light');
    const { id, wav } = await satellite.hearsSound('kitchen');
    assert.ok(secondsOf(wav) > 0.5);
    await page.sees(LAMP, 'on');
    await satellite.played('kitchen', id);
    await satellite.hears('hermes/dialogueManager/sessionEnded');
    const states = () =>
      satellite.heard.filter(({ topic }) => topic === 'jarvis/kitchen/state').map(({ payload }) => `${payload}`);
    // The broker stores a state before it sends it on, so it may come behind the end of the session.
    const told = 'listening, thinking, speaking, idle, listening';
    await until(
      () => states().join(', ').endsWith(told),
      () => `the kitchen to listen on: ${states()}`,
    );
    await runtime.jump(8_000);
    await until(
      () => states().join(', ').endsWith(`${told}, idle`),
      () => `the kitchen to be idle: ${states()}`,
    );
    assert.match(must(spoken(satellite, 'kitchen').at(-1)), /kitchen light/i);
    const [turn] = await runtime.turns();
    assert.deepEqual(
      turn?.spans
        .map(({ stage }) => stage)
        .filter((stage) => ['wake', 'judge', 'command', 'tts', 'play'].includes(stage)),
      ['wake', 'judge', 'command', 'tts', 'play'],
    );
  });

  test('"the lights" are those of the room it is said in', async () => {
    const before = satellite.sounds('kitchen');
    await ask(runtime, satellite, 'kitchen', 'turn off the lights');
    await page.sees(LAMP, 'off');
    const { id } = await satellite.hearsSound('kitchen', before + 1);
    await satellite.played('kitchen', id);
  });

  test('asks before it unlocks the front door, listens for the answer, and does it after a yes', async () => {
    const before = satellite.sounds('kitchen');
    await ask(runtime, satellite, 'kitchen', 'unlock the front door');
    const question = await satellite.hearsSound('kitchen', before + 1);
    assert.match(must(spoken(satellite, 'kitchen').at(-1)), /\?$/);
    await page.sees('lock.front_door', 'locked');
    const heard = satellite.heard.length;
    await satellite.played('kitchen', question.id);
    await until(
      () =>
        satellite.heard
          .slice(heard)
          .some(({ topic, payload }) => topic === 'jarvis/kitchen/state' && `${payload}` === 'listening'),
      'it to listen without the wake word',
    );
    await satellite.say('hermes/asr/textCaptured', { siteId: 'kitchen', text: 'yes' });
    await page.sees('lock.front_door', 'unlocked');
    const answer = await satellite.hearsSound('kitchen', before + 2);
    await satellite.played('kitchen', answer.id);
  });

  test('an announcement is heard in the room it names, and everywhere when it names none', async () => {
    await satellite.say('hermes/audioServer/toggleOn', { siteId: 'den' });
    await until(async () => (await runtime.sites()).includes('den'), 'the den to appear');
    const [kitchen, den] = [satellite.sounds('kitchen'), satellite.sounds('den')];
    await satellite.say('jarvis/say', { text: 'The washer is done.', rooms: ['kitchen'] });
    await satellite.played('kitchen', (await satellite.hearsSound('kitchen', kitchen + 1)).id);
    assert.equal(satellite.sounds('den'), den);
    assert.equal(page.messages.filter(({ text }) => text === 'The washer is done.').length, 0);
    await satellite.say('jarvis/say', 'Dinner is ready.');
    await satellite.played('den', (await satellite.hearsSound('den', den + 1)).id);
    await satellite.played('kitchen', (await satellite.hearsSound('kitchen', kitchen + 2)).id);
    await page.gets('show', { kind: 'reply', text: 'Dinner is ready.' });
  });

  test('the wake word during speech ends the old turn at once', async () => {
    const before = satellite.sounds('kitchen');
    await ask(runtime, satellite, 'kitchen', 'what is on?');
    await satellite.hearsSound('kitchen', before + 1);
    const [speaking] = await runtime.turns();
    await ask(runtime, satellite, 'kitchen', 'turn on the kitchen light');
    const aborted = async () =>
      (await runtime.turns()).find(({ id }) => id === speaking?.id)?.spans.find(({ stage }) => stage === 'aborted');
    assert.equal((await until(aborted, 'the old turn to be cancelled'))['why'], 'a newer turn');
    await page.sees(LAMP, 'on');
    await satellite.played('kitchen', (await satellite.hearsSound('kitchen', before + 2)).id);
  });

  test('an announcement is not spoken on while somebody talks to it', async () => {
    const before = satellite.sounds('kitchen');
    await satellite.say('jarvis/say', { text: 'A very long announcement.', rooms: ['kitchen'] });
    await satellite.hearsSound('kitchen', before + 1);
    await ask(runtime, satellite, 'kitchen', 'turn off the kitchen light');
    await page.sees(LAMP, 'off');
    // Nobody has said that the announcement was played to its end.
    await satellite.played('kitchen', (await satellite.hearsSound('kitchen', before + 2)).id);
  });

  test('"stop" ends what a room says', async () => {
    const before = satellite.sounds('kitchen');
    await ask(runtime, satellite, 'kitchen', 'what is on?');
    await satellite.hearsSound('kitchen', before + 1);
    const [speaking] = await runtime.turns();
    await ask(runtime, satellite, 'kitchen', 'stop');
    await until(
      async () =>
        (await runtime.turns()).find(({ id }) => id === speaking?.id)?.spans.some(({ stage }) => stage === 'aborted'),
      'the end of the speech',
    );
    await until(
      () => satellite.heard.findLast(({ topic }) => topic === 'jarvis/kitchen/state')?.payload.toString() === 'idle',
      'silence',
    );
  });

  test('what the model can not be asked is answered without it, and the next command works', async () => {
    const before = page.messages.filter(({ type }) => type === 'play-end').length;
    page.send({ type: 'text', text: 'who wrote Hamlet?' });
    await page.gets('show', { kind: 'reply', text: apology('model-unreachable', 'en') });
    await page.gets('play-end', {}, before + 1);
    page.send({ type: 'text', text: 'turn on the kitchen light' });
    await page.sees(LAMP, 'on');
  });

  test('the admin routes answer', async () => {
    const get = async (route: string) => await (await fetch(`${runtime.url}/jarvis/admin/${route}`)).json();
    const post = async (route: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${runtime.url}/jarvis/admin/${route}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    };
    assert.ok((await get('turns')).length > 5);
    assert.ok((await get('models')).some(({ name }: { name: string }) => name === 'whisper-base'));
    assert.deepEqual(await get('status'), {
      satellites: { state: 'connected', detail: '' },
      home: { state: 'connected', detail: '' },
    });
    assert.deepEqual(await post('sites', { site: 'den', area: 'Living room' }), { status: 200, body: { ok: true } });
    assert.equal((await get('sites')).find(({ id }: { id: string }) => id === 'den').area, 'Living room');
    const model = await post('model/check', { provider: 'ollama', url: 'http://127.0.0.1:9' });
    assert.deepEqual([model.status, model.body.ok], [400, false]);
    assert.match(model.body.message, /127\.0\.0\.1:9/);
    const home = await post('home/check', { url: 'http://127.0.0.1:9', token: 'x' });
    assert.equal(home.body.ok, false);
    assert.match(home.body.message, /can't be reached/);
    assert.equal((await post('sites', { site: 7 })).status, 400);
    assert.equal((await post('models/no-such-model', {})).status, 400);
  });

  test('the page is for its own visitors only', async () => {
    const head = {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'eA==',
    };
    const raw = await import('node:http');
    const status = await new Promise((resolve) => {
      const request = raw.get(`${runtime.url}/jarvis/ws`, { headers: head });
      request.on('response', ({ statusCode }) => resolve(statusCode));
      request.on('upgrade', (_, socket) => {
        socket.destroy();
        resolve('upgraded');
      });
      request.on('error', resolve);
    });
    assert.equal(status, 401);
    assert.equal((await fetch(`${runtime.url}/jarvis/..%2f..%2fpackage.json`)).status, 404);
  });

  test('nothing stands in the log twice, and nothing went wrong that was not told', () => {
    const output = runtime.output();
    assert.deepEqual(repeated(output), []);
    assert.doesNotMatch(output, /unhandled|uncaught|deprecat|MaxListeners/i);
    assert.deepEqual(
      [...output.matchAll(/\[error\].*/g)].map(([line]) => line),
      [],
    );
    assert.equal([...output.matchAll(/\[warn\] \[jarvis-agent.*No model server answers/g)].length, 1);
    assert.doesNotMatch(output, /\[debug:errors\] .*No model server answers/);
    assert.equal(runtime.running(), true);
  });
});

describe('the flow as shipped, with a model', () => {
  let runtime: Runtime;
  let model: ScriptedModelServer;
  let page: Page;
  let satellite: Satellite;
  let goOn = () => {};

  before(async () => {
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    model = await startScriptedModelServer({
      speed: 'instant',
      answers: [
        { when: /Hamlet/, answer: { text: ['William Shakespeare wrote it. I', held, 't is a tragedy.'] } },
        { when: /story/, answer: { text: ['Once upon a time there was a small boat. I', new Promise(() => {})] } },
        { when: /something nice/, answer: 'Shall I dim the lights?' },
        { when: /yes please/, answer: 'Very good.' },
      ],
    });
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: model.url } });
    await runtime.warm();
    page = await openPage(runtime.url);
    satellite = await openSatellite(runtime.mqttPort);
  });
  after(async () => {
    await page?.close();
    await satellite?.close();
    await runtime?.stop();
    await model?.close();
  });

  test('the first sentence is heard while the model still writes', async () => {
    page.send({ type: 'text', text: 'who wrote Hamlet?' });
    await page.gets('show', { kind: 'reply', text: 'William Shakespeare wrote it.' });
    await page.gets('play-end');
    assert.ok(page.sound() > 10_000);
    assert.equal(page.messages.filter(({ text }) => text === 'It is a tragedy.').length, 0);
    goOn();
    await page.gets('show', { kind: 'reply', text: 'It is a tragedy.' });
    await page.gets('stage', { stage: 'idle' });
  });

  test('after a question of its own it listens without the wake word, and remembers what it asked', async () => {
    await ask(runtime, satellite, 'kitchen', 'do something nice');
    const heard = satellite.heard.length;
    await satellite.played('kitchen', (await satellite.hearsSound('kitchen')).id);
    await until(
      () =>
        satellite.heard
          .slice(heard)
          .some(({ topic, payload }) => topic === 'jarvis/kitchen/state' && `${payload}` === 'listening'),
      'it to listen',
    );
    await satellite.say('hermes/asr/textCaptured', { siteId: 'kitchen', text: 'yes please' });
    await satellite.played('kitchen', (await satellite.hearsSound('kitchen', 2)).id);
    await until(() => spoken(satellite, 'kitchen').at(-1) === 'Very good.', 'its answer');
    const asked = model.requests.findLast(({ body }) => JSON.stringify(body.messages).includes('yes please'));
    assert.match(JSON.stringify(asked?.body.messages), /Shall I dim the lights/);
  });

  test('what a rule has answered is in the dialogue of the next question, until somebody types stop', async () => {
    const asked = (words: string) =>
      model.requests.findLast(({ body }) => body.messages?.at(-1)?.content.includes(words))?.body.messages;
    page.send({ type: 'text', text: 'turn on the kitchen light' });
    await page.sees(LAMP, 'on');
    await page.type('now do something nice with it');
    const told = await until(() => asked('something nice with it'), 'the question');
    assert.match(JSON.stringify(told), /"turn on the kitchen light".*kitchen light.*something nice with it/is);
    await page.gets('show', { kind: 'reply', text: 'Shall I dim the lights?' });
    await page.type('stop');
    await page.type('something nice once more');
    const anew = await until(() => asked('nice once more'), 'the question after the stop');
    assert.doesNotMatch(JSON.stringify(anew), /turn on the kitchen light|dim the lights/i);
    assert.equal(asked('stop'), undefined);
  });

  test('the wake word during a story stops the model and the voice', async () => {
    const before = satellite.sounds('kitchen');
    await ask(runtime, satellite, 'kitchen', 'tell me a story');
    await satellite.hearsSound('kitchen', before + 1);
    const closed = model.closed;
    await ask(runtime, satellite, 'kitchen', 'turn on the kitchen light');
    await model.untilClosed(closed + 1);
    await page.sees(LAMP, 'on');
  });

  test('nothing went wrong', () => {
    assert.deepEqual(repeated(runtime.output()), []);
    assert.doesNotMatch(runtime.output(), /\[error\]|unhandled|debug:errors/i);
  });
});

describe('a Node-RED with a login', () => {
  let runtime: Runtime;

  before(async () => {
    const user = (username: string, permissions: string) => ({
      username,
      password: BCRYPT_OF_SECRET,
      permissions,
    });
    runtime = await startRuntime({
      env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9' },
      settings: { adminAuth: { type: 'credentials', users: [user('owner', '*'), user('guest', 'read')] } },
    });
  });
  after(() => runtime?.stop());

  const as = async (username: string) => {
    const response = await fetch(`${runtime.url}/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: 'node-red-editor',
        grant_type: 'password',
        scope: username === 'owner' ? '*' : 'read',
        username,
        password: 'secret',
      }),
    });
    const { access_token } = (await response.json()) as { access_token: string };
    return { authorization: `Bearer ${access_token}` };
  };

  test('shows its admin routes to those who may read, and changes things for those who may write', async () => {
    const at = async (method: string, route: string, headers: object) => {
      const more = method === 'POST' ? { body: JSON.stringify({ site: 'den', area: 'Den' }) } : {};
      const all = { ...headers, 'content-type': 'application/json' };
      return (await fetch(`${runtime.url}/jarvis/admin/${route}`, { method, headers: all, ...more })).status;
    };
    const reading = ['turns', 'models', 'status', 'sites'];
    const writing = ['sites', 'models/no-such-model', 'model/check', 'home/check'];
    const [owner, guest] = [await as('owner'), await as('guest')];
    for (const route of reading) {
      assert.equal(await at('GET', route, {}), 401, route);
      assert.equal(await at('GET', route, guest), 200, route);
    }
    for (const route of writing) {
      assert.equal(await at('POST', route, {}), 401, route);
      assert.equal(await at('POST', route, guest), 401, route);
    }
    assert.equal(await at('POST', 'sites', owner), 200);
  });
});
