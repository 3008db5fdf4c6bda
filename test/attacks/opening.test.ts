import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type HouseServer, type ServedEntity, startHouseServer } from '../house-server.js';
import { openPage, type Page } from '../page.js';
import { type FlowNode, type Runtime, startRuntime } from '../runtime.js';
import { openSatellite, type Satellite } from '../satellite.js';
import { afterTool, type ChatBody, lastUser } from '../scripted-model-server/script.js';
import { startScriptedModelServer } from '../scripted-model-server/server.js';
import { must, until } from '../until.js';

const HOUSE: Record<string, ServedEntity> = {
  'light.kitchen_light': { name: 'Kitchen Light', state: 'off', area: 'kitchen' },
  'light.door_lamp': { name: 'Door Lamp', state: 'off', area: 'hall' },
  'lock.front_door': { name: 'Front Door', state: 'locked', area: 'hall' },
  'lock.sesame': { name: 'Sesame', state: 'locked', area: 'hall' },
  'cover.driveway': { name: 'Driveway Gate', state: 'closed' },
  'cover.left': { name: 'Left', state: 'closed', area: 'garage' },
  'cover.blinds': { name: 'Kitchen Blinds', state: 'closed', area: 'kitchen', attributes: { device_class: 'blind' } },
  'script.open_garage': { name: 'Open Garage', state: 'off' },
  'script.cat_flap': { name: 'Open Cat Door', state: 'off' },
  'switch.door_buzzer': { name: 'Door Buzzer', state: 'off' },
  'switch.haustuer': { name: 'Haustüröffner', state: 'off' },
  'switch.relay_4': { name: 'Pulse', state: 'off', labels: ['front'] },
  'switch.vault': { name: 'Vault', state: 'off', labels: ['guarded'] },
  'scene.leaving': { name: 'Leaving Unlocked', state: 'unknown' },
  'scene.welcome': { name: 'Welcome', state: 'unknown', attributes: { entity_id: ['lock.front_door'] } },
  'button.gate': { name: 'North Gate', state: 'unknown' },
  'alarm_control_panel.house': { name: 'House Alarm', state: 'armed_away' },
};

/** What opens it, with what does so: for taps and for tools. */
const OPENS: [action: string, target: string][] = [
  ['unlock', 'lock.front_door'],
  ['toggle', 'lock.front_door'],
  ['open', 'cover.driveway'],
  ['set_position', 'cover.driveway'],
  ['toggle', 'cover.left'],
  ['turn_on', 'script.open_garage'],
  ['activate', 'script.open_garage'],
  ['turn_on', 'switch.door_buzzer'],
  ['toggle', 'switch.door_buzzer'],
  ['turn_on', 'switch.haustuer'],
  ['turn_on', 'switch.relay_4'],
  ['turn_on', 'switch.vault'],
  ['activate', 'scene.leaving'],
  ['turn_on', 'scene.welcome'],
  ['turn_on', 'button.gate'],
  ['turn_off', 'alarm_control_panel.house'],
  ['toggle', 'alarm_control_panel.house'],
];

describe('nothing opens the house without a yes of the person who was asked', () => {
  let house: HouseServer;
  let model: Awaited<ReturnType<typeof startScriptedModelServer>>;
  let runtime: Runtime;
  let page: Page;
  let stranger: Page;
  let satellite: Satellite;
  /** What the hostile model calls next, and says before it; it says yes to itself whenever it may speak. */
  let calls: { name: string; arguments: Record<string, unknown> }[] = [];
  let preamble = 'Yes.';
  let asked = 0;

  const hostile = (request: ChatBody) => {
    if (!request.tools?.length || afterTool(request) || !/good morning/i.test(lastUser(request)))
      return { text: 'Yes.' };
    asked++;
    return { text: `${preamble} `, calls };
  };
  const withLists = (flow: FlowNode[]) =>
    flow.map((node) =>
      node.type === 'jarvis-home' ? { ...node, askAlways: 'Guarded', askNever: 'script.cat_*' } : node,
    );

  before(async () => {
    house = await startHouseServer(
      HOUSE,
      { kitchen: 'Kitchen', hall: 'Hall', garage: 'Garage' },
      { front: 'Front Door', guarded: 'Guarded' },
    );
    model = await startScriptedModelServer({ speed: 'instant', answers: hostile });
    const env = {
      JARVIS_HOME_URL: house.url,
      JARVIS_HOME_TOKEN: 'good',
      JARVIS_MODEL_URL: model.url,
      JARVIS_MODEL: 'scripted',
    };
    runtime = await startRuntime({ env, change: withLists });
    await runtime.warm();
    page = await openPage(runtime.url);
    stranger = await openPage(runtime.url, 'browser-0000000b');
    satellite = await openSatellite(runtime.mqttPort);
    await page.sees('lock.front_door', 'locked');
  });
  after(async () => {
    await page?.close();
    await stranger?.close();
    await satellite?.close();
    await runtime?.stop();
    await model?.close();
    await house?.close();
  });
  beforeEach(() => {
    house.calls.length = 0;
    house.sentences.length = 0;
  });

  /** Types a sentence and gives the whole reply to it. */
  const says = async (text: string, of = page): Promise<string> => {
    const from = of.messages.length;
    await of.type(text);
    const shown = () => of.messages.slice(from).filter(({ type, kind }) => type === 'show' && kind !== 'heard');
    await until(
      () => shown().some(({ last }) => last === true),
      () => `a reply to "${text}"; got ${JSON.stringify(of.messages.slice(from))}`,
    );
    return shown()
      .map(({ text: sentence }) => sentence)
      .join(' ')
      .trim();
  };
  /** What was said in a room. */
  const spokenIn = (site: string) =>
    satellite.heard.filter(({ topic }) => topic === `jarvis/${site}/spoken`).map(({ payload }) => String(payload));
  /** Somebody in a room says the wake word, and then this. */
  const hears = async (siteId: string, text: string) => {
    const from = satellite.heard.length;
    await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId, modelId: 'hey_jarvis' });
    const states = () => satellite.heard.slice(from).filter(({ topic }) => topic === `jarvis/${siteId}/state`);
    await until(
      () => states().some(({ payload }) => String(payload) === 'listening'),
      () => `the ${siteId} to listen`,
    );
    await satellite.say('hermes/asr/textCaptured', { siteId, text });
  };
  /** Waits until nothing is said any more. */
  const silence = () =>
    until(
      () => page.messages.findLast(({ type }) => type === 'stage')?.['stage'] === 'idle',
      () => 'the page to be idle',
    );
  const taps = async (action: string, target: string, of = page) => {
    const count = of.messages.filter(({ type }) => type === 'confirm').length + 1;
    await of.paced({ type: 'command', action, target, value: action === 'set_position' ? 40 : null });
    return await of.gets('confirm', {}, count);
  };
  const refused = async (of: Page, answer: object) => {
    const count = of.messages.filter(({ type }) => type === 'notice').length + 1;
    await of.paced({ type: 'confirm', ...answer });
    assert.match(String((await of.gets('notice', {}, count))['text']), /not open any more/);
  };

  test('a tap is asked about, for each way in, and done only after a yes', async () => {
    for (const [action, target] of OPENS) {
      const { id, text } = await taps(action, target);
      assert.match(String(text), /^Shall I really .*\?$/, `${action} ${target}`);
      await page.paced({ type: 'confirm', id, yes: false });
    }
    assert.deepEqual(house.calls, []);
    const { id, text } = await taps('unlock', 'lock.front_door');
    assert.equal(text, 'Shall I really unlock the front door?');
    await page.paced({ type: 'confirm', id, yes: true });
    await page.sees('lock.front_door', 'unlocked');
    await page.paced({ type: 'command', action: 'lock', target: 'lock.front_door' });
    await page.sees('lock.front_door', 'locked');
    assert.deepEqual(house.calls, ['lock.unlock lock.front_door', 'lock.lock lock.front_door']);
  });

  test('the yes of another socket, a second yes and a made-up one count for nothing', async () => {
    const { id } = await taps('unlock', 'lock.front_door');
    await refused(stranger, { id, yes: true });
    await refused(page, { id: 'made-up', yes: true });
    await page.paced({ type: 'confirm', id, yes: false });
    await refused(page, { id, yes: true });
    const older = await taps('unlock', 'lock.front_door');
    await taps('unlock', 'lock.sesame');
    await refused(page, { id: older['id'], yes: true });
    assert.deepEqual(house.calls, []);
  });

  test('typed or spoken, whatever way it is named', async () => {
    for (const sentence of [
      'unlock the front door',
      'open the driveway gate',
      'activate open garage',
      'turn on open garage',
      'turn on the door buzzer',
      'turn on the Haustüröffner',
      'turn on pulse',
      'turn on the vault',
      'activate leaving unlocked',
      'activate welcome',
      'turn on the north gate',
      'turn off the house alarm',
    ]) {
      assert.match(await says(sentence), /^Shall I really .*\?$/, sentence);
      assert.doesNotMatch(await says('no'), /\?$/);
    }
    assert.deepEqual(house.calls, []);
    assert.deepEqual(house.sentences, []);
  });

  test("Home Assistant's own recogniser isn't given what may open the house", async () => {
    const opening = [
      'disarm the house',
      'let Sesame go off',
      'buzz the door open for my guest',
      'déverrouille tout',
      'abre todo ahora',
      'mach alles auf',
    ];
    for (const sentence of opening) await says(sentence);
    assert.deepEqual(house.sentences, []);
    house.readings['feed the cat twice'] = {
      ...{ intent: { name: 'HassTurnOn' }, targets: { 'light.kitchen_light': { matched: true } }, match: true },
      source: 'custom',
    };
    await says('feed the cat twice');
    assert.deepEqual(house.sentences, ['feed the cat twice']);
    assert.deepEqual(house.calls, []);
  });

  test('a yes counts at the site that was asked, and at no other', async () => {
    await says('unlock the front door');
    await says('yes', stranger);
    await hears('attic', 'yes');
    await until(
      () => spokenIn('attic').length > 0,
      () => 'an answer in the attic',
    );
    assert.deepEqual(house.calls, []);
    await says('yes');
    await page.sees('lock.front_door', 'unlocked');
    await says('lock the front door');
    await page.sees('lock.front_door', 'locked');
  });

  test('a yes to an announcement is for that, and the announcement itself is no yes', async () => {
    await says('unlock the front door');
    await satellite.say('jarvis/say', { text: 'Yes, please.', rooms: [page.site] });
    await page.gets('show', { kind: 'reply', text: 'Yes, please.' });
    assert.deepEqual(house.calls, []);
    await says('unlock the front door');
    await satellite.say('jarvis/say', { text: 'Would you like some music?', rooms: [page.site] });
    await page.gets('show', { kind: 'reply', text: 'Would you like some music?' });
    await says('yes');
    assert.deepEqual(house.calls, []);
  });

  test('stop, another sentence, and a new page in the place of the old one end the question', async () => {
    await says('unlock the front door');
    page.send({ type: 'hush' });
    await says('yes');
    await says('unlock the front door');
    await says('turn on the kitchen light');
    await says('yes');
    await says('unlock the front door', stranger);
    const again = await openPage(runtime.url, stranger.site, null, { known: stranger.cookie });
    await says('yes', again);
    await again.close();
    stranger = await openPage(runtime.url, 'browser-0000000b');
    assert.deepEqual(house.calls, ['light.turn_on light.kitchen_light']);
  });

  test('a hostile model opens nothing: the person is asked, in words that are not its own', async () => {
    for (const [action, name] of OPENS) {
      calls = [
        {
          name: 'control_device',
          arguments: { action, names: [name], ...(action === 'set_position' && { value: 40 }) },
        },
      ];
      const before = asked;
      const reply = await says('good morning, how are you?');
      assert.match(reply, /Shall I really [^?]*\?$/, `${action} ${name}: ${reply}`);
      assert.equal(asked, before + 1);
    }
    assert.deepEqual(house.calls, []);
  });

  test('what was asked is what is done: one question at a time, and only by words of the person', async () => {
    calls = [
      { name: 'control_device', arguments: { action: 'activate', names: ['script.open_garage'] } },
      { name: 'control_device', arguments: { action: 'unlock', names: ['lock.front_door'] } },
    ];
    assert.match(await says('good morning, how are you?'), /Shall I really activate Open Garage\?$/);
    await silence();
    await says('yes', stranger);
    assert.deepEqual(house.calls, []);
    await says('yes');
    await until(() => house.calls.length > 0, 'the script');
    await says('yes');
    assert.deepEqual(house.calls, ['script.turn_on script.open_garage']);
  });

  test('a yes to what a model said before the question counts for nothing', async () => {
    preamble = 'Shall I tell you a joke?';
    calls = [{ name: 'control_device', arguments: { action: 'unlock', names: ['lock.front_door'] } }];
    const answered = (count: number) =>
      until(
        () => spokenIn('den').length >= count,
        () => `${count} sentences; got ${spokenIn('den').join(' | ')}`,
      );
    await hears('den', 'good morning, how are you?');
    await answered(2);
    assert.match(must(spokenIn('den')[1]), /Shall I really unlock/);
    // the joke is being offered; nobody in the den has said that it was played, let alone the question behind it
    await satellite.hearsSound('den');
    await hears('den', 'yes');
    await answered(3);
    assert.deepEqual(house.calls, []);
    preamble = 'Yes.';
  });

  test('owners say what is never asked of a person, and a model still has it asked', async () => {
    await says('activate open cat door');
    assert.deepEqual(house.calls, ['script.turn_on script.cat_flap']);
    calls = [{ name: 'control_device', arguments: { action: 'activate', names: ['script.cat_flap'] } }];
    assert.match(await says('good morning, how are you?'), /Open Cat Door\?$/);
    await says('no');
    assert.equal(house.calls.length, 1);
  });

  test('what opens nothing is done at once', async () => {
    for (const [action, target, state] of [
      ['turn_on', 'light.door_lamp', 'on'],
      ['open', 'cover.blinds', 'open'],
      ['lock', 'lock.sesame', 'locked'],
      ['close', 'cover.driveway', 'closed'],
    ] as const) {
      await page.paced({ type: 'command', action, target });
      await page.sees(target, state);
    }
    await until(() => house.calls.length === 4, 'four calls');
    assert.equal(must(page.messages.at(-1)).type === 'confirm', false);
    assert.equal(runtime.running(), true);
  });
});
