import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { decideCommand } from '../../lib/deciding/decide-command.js';
import { watchStates } from '../../lib/deciding/waits/watch.js';
import { entityIndex } from '../../lib/home/entity-index.js';
import { guarded } from '../../lib/home/guard.js';
import { happenings } from '../../lib/home/happenings.js';
import { openHomeAssistant } from '../../lib/home/home-assistant.js';
import { checkHome } from '../../lib/home/open.js';
import { openingPolicy } from '../../lib/home/opening.js';
import { phonesOf } from '../../lib/home/phones.js';
import type { Command, CommandResult, Entity, Home } from '../../lib/home/types.js';
import { openTimers } from '../../lib/timers/timers.js';
import { homeTools } from '../../lib/tools/home-tools.js';
import { newTurn } from '../../lib/turn/turn.js';
import { askHomeAssistant, atHomeAssistant } from './home-assistant.js';
import { homeToken, peer, until } from './peers.js';

const limit = () => AbortSignal.timeout(60_000);

/** What differs between the houses of test/peers, by the year of their Home Assistant; the first had no floors yet. */
const HOUSES = {
  '2024': {
    areas: ['bedroom', 'kitchen', 'living_room'],
    floor: undefined,
    vacuum: 'vacuum.4_fourth_floor',
  },
  '2026': {
    areas: ['bedroom', 'garage', 'hallway', 'kitchen', 'living_room', 'office'],
    floor: 'Ground Floor',
    vacuum: 'vacuum.demo_vacuum_4_fourth_floor',
  },
};

/** Home Assistant's own HTTP API, to look at things from the other side. */
async function rest(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${peer('HA_URL')}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${homeToken()}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: limit(),
  });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return await response.json();
}

describe('Home Assistant', () => {
  let home: Home;
  let expected: (typeof HOUSES)[keyof typeof HOUSES];
  /** Whether its recogniser is told where somebody speaks. */
  let takesRoom: boolean;
  const connected = async (what: Home) => await until(() => what.status().state === 'connected', 'the connection');
  const entity = (id: string): Entity => {
    const found = home.house().entities.find((each) => each.id === id);
    assert.ok(found, id);
    return found;
  };
  const run = async (command: Command): Promise<CommandResult> => await home.run(command, limit());
  const succeeds = async (command: Command): Promise<void> => {
    const result = await run(command);
    assert.ok(result.ok, JSON.stringify(result.failed));
  };

  before(async () => {
    const { version } = (await rest('GET', 'config')) as { version: string };
    expected = HOUSES[version.startsWith('2024.') ? '2024' : '2026'];
    takesRoom = version.startsWith('2026.11');
    console.log(`Home Assistant ${version}`);
    home = openHomeAssistant({ url: `${peer('HA_URL')}/`, token: homeToken() });
    await connected(home);
  });
  after(() => home.close());

  test('the house is what is exposed, with its areas', () => {
    const { areas, entities } = home.house();
    assert.deepEqual(areas.map(({ id }) => id).sort(), expected.areas);
    assert.equal(areas.find(({ id }) => id === 'kitchen')?.floor?.[0], expected.floor);
    assert.equal(entity('light.kitchen_light').area, 'kitchen');
    assert.equal(entity('light.kitchen_light').name, 'Kitchen Light');
    assert.equal(entity('sensor.kitchen_temperature').state, '21.5');
    assert.ok(
      entities.every(({ id }) => !/^(?:camera|input_text|automation)/.test(id)),
      'what isn’t exposed stays out',
    );
    assert.doesNotMatch(JSON.stringify(home.house()), /access_token|entity_picture/);
    assert.deepEqual(
      entityIndex(home.house())
        .named('the kitchen light')
        .map(({ id }) => id),
      ['light.kitchen_light'],
    );
  });

  test('a light is switched and dimmed, and its state read back', async () => {
    await succeeds({ action: 'turn_on', targets: ['light.kitchen_light'] });
    assert.equal(((await rest('GET', 'states/light.kitchen_light')) as { state: string }).state, 'on');
    await succeeds({ action: 'set_brightness', targets: ['light.kitchen_light'], value: 40 });
    assert.equal(entity('light.kitchen_light').attributes['brightness'], 102);
    await succeeds({ action: 'turn_on', targets: ['light.kitchen_light'] });
    await succeeds({ action: 'toggle', targets: ['light.kitchen_light'] });
    assert.equal(((await rest('GET', 'states/light.kitchen_light')) as { state: string }).state, 'off');
    const plain = await run({ action: 'set_brightness', targets: ['light.bedroom_lamp'], value: 40 });
    assert.match(plain.failed[0]?.reason ?? '', /can't be dimmed/);
  });

  test('what waits for a state comes due when a device is in it, and not before', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-waits-'));
    const timers = openTimers({ file: path.join(folder, 'timers.json'), failed: assert.fail });
    const unwatch = watchStates(timers, home, assert.fail);
    try {
      await succeeds({ action: 'turn_on', targets: ['light.bedroom_lamp'] });
      const turn = newTurn({ site: 'office', source: 'text', language: 'en' });
      const asked = { home: guarded(home), timers, turn, signal: limit(), memories: [] };
      const told = await decideCommand('tell me when the bedroom lamp is turned off', asked);
      assert.equal(told?.text, 'I’ll tell you when the bedroom lamp is turned off.');
      await succeeds({ action: 'turn_on', targets: ['light.kitchen_light'] });
      assert.ok(timers.all()[0]?.awaits);
      await rest('POST', 'services/light/turn_off', { entity_id: 'light.bedroom_lamp' });
      await until(() => timers.all()[0]?.happened === 'The bedroom lamp is off.', 'the lamp to be off');
    } finally {
      unwatch();
      timers.close();
      rmSync(folder, { recursive: true });
    }
  });

  test('what a camera shows now is a picture', async () => {
    const id = 'camera.demo_camera';
    const expose = (should_expose: boolean) =>
      askHomeAssistant({
        ...{ type: 'homeassistant/expose_entity', assistants: ['conversation'], entity_ids: [id], should_expose },
      });
    await expose(true);
    // What is exposed without an entry in the registry is told to whoever connects.
    const other = openHomeAssistant({ url: `${peer('HA_URL')}/`, token: homeToken() });
    try {
      await until(() => other.house().entities.some((each) => each.id === id), 'the camera');
      const [first, second] = (await other.picture?.(id, limit())) ?? [];
      assert.ok((first === 0xff && second === 0xd8) || (first === 0x89 && second === 0x50), `${first} ${second}`);
    } finally {
      await other.close();
      await expose(false);
    }
  });

  test('what happened is told by its history, where it keeps one', async () => {
    const from = Date.now();
    const happened = () => happenings(home, { from: from - 60_000, to: Date.now() + 1_000 }, limit());
    await rest('POST', 'services/lock/lock', { entity_id: 'lock.front_door' });
    await rest('POST', 'services/lock/unlock', { entity_id: 'lock.front_door' });
    if (expected === HOUSES['2024']) return assert.deepEqual(await happened(), []);
    await until(
      async () => (await happened()).some(({ what, at }) => what === 'unlocked' && at >= from),
      'the history',
    );
    await rest('POST', 'services/lock/lock', { entity_id: 'lock.front_door' });
  });

  test('colours, several lights at once', async () => {
    const targets = ['light.bed_light', 'light.living_room_rgbww_lights'];
    await succeeds({ action: 'set_color', targets, value: 'blue' });
    await succeeds({ action: 'turn_off', targets: ['light.bed_light'] });
  });

  test('heating, covers, locks, players and scripts', async () => {
    await succeeds({ action: 'set_temperature', targets: ['climate.heatpump'], value: 22.5 });
    assert.equal(entity('climate.heatpump').attributes['temperature'], 22.5);
    await succeeds({ action: 'set_temperature', targets: ['climate.ecobee'], value: 20 });
    const hot = await run({ action: 'set_temperature', targets: ['climate.heatpump'], value: 99 });
    assert.match(hot.failed[0]?.reason ?? '', /from 7 to 35/);
    await succeeds({ action: 'open', targets: ['cover.kitchen_window'] });
    await succeeds({ action: 'close', targets: ['cover.kitchen_window'] });
    await succeeds({ action: 'set_position', targets: ['cover.living_room_window'], value: 40 });
    await succeeds({ action: 'lock', targets: ['lock.kitchen_door'] });
    assert.equal(entity('lock.kitchen_door').state, 'locked', 'not still locking');
    await succeeds({ action: 'unlock', targets: ['lock.kitchen_door'] });
    await succeeds({ action: 'set_volume', targets: ['media_player.bedroom_speaker'], value: 30 });
    await succeeds({ action: 'pause', targets: ['media_player.bedroom_speaker'] });
    await succeeds({ action: 'play', targets: ['media_player.bedroom_speaker'] });
    await succeeds({ action: 'activate', targets: ['script.say_goodnight'] });
  });

  test('what plays is lowered while its room is spoken with, and put back; a change meanwhile stays', async () => {
    const player = 'media_player.bedroom_speaker';
    const { ducking } = guarded(home);
    const volumeIs = (percent: number) =>
      until(() => Math.round(Number(entity(player).attributes['volume_level']) * 100) === percent, `${percent} %`);
    await succeeds({ action: 'play', targets: [player] });
    await succeeds({ action: 'set_volume', targets: [player], value: 60 });
    ducking.lower('k', 'Kitchen');
    ducking.lower('b', 'Bedroom');
    await volumeIs(18);
    ducking.raise('b');
    await volumeIs(60);
    ducking.lower('b', 'Bedroom');
    await volumeIs(18);
    await atHomeAssistant('media_player/volume_set', { entity_id: player, volume_level: 0.4 });
    await volumeIs(40);
    ducking.raise('b');
    ducking.raise('k');
    await ducking.giveBack();
    await volumeIs(40);
  });

  test('what Home Assistant calls a success without doing anything is none', async () => {
    await assert.rejects(run({ action: 'turn_on', targets: ['light.no_such_light'] }), { code: 'home-refused' });
    const docked = await run({ action: 'turn_on', targets: [expected.vacuum] });
    assert.equal(docked.ok, false);
    assert.match(docked.failed[0]?.reason ?? '', /did not react|not support/);
  });

  test('a wrong token, a wrong address, another server: each says what to do', async () => {
    const { message } = await checkHome(peer('HA_URL'), homeToken());
    assert.match(message, new RegExp(`^Connected: \\d+ devices in ${expected.areas.length} areas`));
    assert.match((await checkHome(peer('HA_URL'), 'wrong')).message, /refuses the token.*long-lived access token/s);
    const nobody = openHomeAssistant({ url: 'http://127.0.0.1:9', token: 'x' });
    try {
      await assert.rejects(nobody.run({ action: 'turn_on', targets: ['light.kitchen_light'] }, limit()), (error) => {
        assert.match(String(error), /Home Assistant at http:\/\/127\.0\.0\.1:9 can't be reached \(.*ECONNREFUSED.*\)/);
        return true;
      });
    } finally {
      await nobody.close();
    }
    const refused = openHomeAssistant({ url: peer('HA_URL'), token: 'wrong' });
    try {
      await assert.rejects(refused.run({ action: 'list_on', targets: [] }, limit()), { code: 'home-unauthorised' });
      assert.equal(refused.status().state, 'unauthorised');
    } finally {
      await refused.close();
    }
  });

  test('aliases are read as soon as someone gives them', async () => {
    const entity_id = 'light.bedroom_lamp';
    const row = (await askHomeAssistant({ type: 'config/entity_registry/get', entity_id })) as {
      aliases: (string | null)[];
    };
    const rows = (await askHomeAssistant({ type: 'config/area_registry/list' })) as {
      area_id: string;
      aliases: string[];
    }[];
    const kitchen = rows.find(({ area_id }) => area_id === 'kitchen');
    assert.ok(kitchen);
    const update = (aliases: (string | null)[]) =>
      askHomeAssistant({ type: 'config/entity_registry/update', entity_id, aliases });
    const area = (aliases: string[]) =>
      askHomeAssistant({ type: 'config/area_registry/update', area_id: 'kitchen', aliases });
    const before = entity(entity_id).aliases;
    assert.equal(before.includes('Leselampe'), false);
    assert.equal(entityIndex(home.house()).area('Kombüse'), undefined);
    try {
      await update([...row.aliases, 'Leselampe']);
      await area([...kitchen.aliases, 'Kombüse']);
      await until(() => entity(entity_id).aliases.includes('Leselampe'), 'the alias');
      await until(() => entityIndex(home.house()).area('Kombüse'), 'the alias of the area');
      assert.deepEqual(
        entityIndex(home.house())
          .named('die Leselampe')
          .map(({ id }) => id),
        [entity_id],
      );
      const answer = await home.converse?.('schalte das Licht in der Kombüse ein', 'de', limit());
      assert.equal(answer?.ok, true);
      assert.ok(answer?.targets.includes('light.kitchen_light'), JSON.stringify(answer));
    } finally {
      await update(row.aliases);
      await area(kitchen.aliases);
    }
    await until(() => !entity(entity_id).aliases.includes('Leselampe'), 'the alias to go');
    assert.deepEqual([...entity(entity_id).aliases].sort(), [...before].sort());
    await succeeds({ action: 'turn_off', targets: ['light.kitchen_light', 'light.kitchen_lights'] });
  });

  test('Home Assistant’s own recogniser is asked; what it doesn’t know is null', async () => {
    const done = await home.converse?.('turn on the kitchen light', 'en', limit());
    assert.deepEqual([done?.acted, done?.ok, done?.targets], [true, true, ['light.kitchen_light']]);
    const german = await home.converse?.('schalte Kitchen Light aus', 'de', limit());
    assert.equal(german?.ok, true);
    assert.equal(await home.converse?.('tell me a story about Rome', 'en', limit()), null);
    assert.equal(await home.converse?.('turn on the moon', 'en', limit()), null);
    assert.equal(await home.converse?.('turn on the kitchen light', 'xx', limit()), null);
    const failed = await home.converse?.('set bedroom lamp brightness to 50', 'en', limit());
    assert.notEqual(failed?.ok, true, 'a "done" that names a failed device is none');
    // its own errors, and what it only guesses
    const chat = [
      'tell me a joke',
      'who is the president',
      'call me in ten minutes',
      'set a timer for 5 minutes',
      'stop',
    ];
    for (const text of [...chat, 'broadcast dinner is ready']) {
      assert.equal(await home.converse?.(text, 'en', limit()), null, text);
    }
  });

  test('its recogniser does the same words in the room of whoever says them', async () => {
    const rooms = { Kitchen: 'light.kitchen_light', Bedroom: 'light.bedroom_lamp' };
    const lamps = Object.values(rooms);
    for (const [text, language, wanted] of [
      ['schalte das Licht ein', 'de', 'on'],
      ['spegni le luci', 'it', 'off'],
    ] as const) {
      for (const [area, lamp] of Object.entries(rooms)) {
        const others = lamps.filter((id) => id !== lamp).map((id) => entity(id).state);
        const answer = await home.converse?.(text, language, limit(), area);
        if (!takesRoom) assert.equal(answer, null, 'an older one does nothing, rather than in every room');
        else {
          assert.deepEqual([answer?.ok, answer?.targets.includes(lamp)], [true, true], JSON.stringify(answer));
          assert.equal(entity(lamp).state, wanted);
        }
        assert.deepEqual(
          lamps.filter((id) => id !== lamp).map((id) => entity(id).state),
          others,
        );
      }
    }
    const elsewhere = await home.converse?.('schalte Kitchen Light ein', 'de', limit(), 'Bedroom');
    assert.deepEqual(elsewhere?.targets, ['light.kitchen_light'], 'what is named is where it is');
    await succeeds({ action: 'turn_off', targets: ['light.kitchen_light'] });
    for (const area of ['Attic', 'Garage', '']) {
      assert.equal(await home.converse?.('schalte das Licht ein', 'de', limit(), area), null, area);
    }
  });

  test('events of the bus arrive, also those subscribed to before the connection', async () => {
    const heard: Record<string, unknown>[] = [];
    const early = openHomeAssistant({ url: peer('HA_URL'), token: homeToken() });
    try {
      early.onEvent('jarvis_test_early', (data) => heard.push(data));
      await connected(early);
      early.onEvent('jarvis_test_late', (data) => heard.push(data));
      for (const type of ['jarvis_test_early', 'jarvis_test_late']) {
        await until(async () => {
          await rest('POST', `events/${type}`, { type, rooms: ['kitchen'] });
          return heard.some((data) => data['type'] === type);
        }, type);
      }
    } finally {
      await early.close();
    }
  });

  test('speaking through a player that isn’t there is refused, not believed', async () => {
    const speak = (player: string) => home.speak?.('Hello', 'en', player, 'tts.none', limit());
    await assert.rejects(async () => await speak('media_player.none'), { code: 'tts-failed' });
    await assert.rejects(async () => await speak('media_player.kitchen_speaker'), { code: 'tts-failed' });
  });

  test('the agent’s tools act on it and say the state they read back', async () => {
    const [read, act] = homeTools(home);
    const context = { site: 'k', area: 'Kitchen', language: 'en', signal: limit() };
    const on = await act?.run({ action: 'set_brightness', names: ['kitchen light'], value: 30 }, context);
    assert.deepEqual(on, { ok: true, text: 'Done: Kitchen Light is now on, brightness 30 %.' });
    assert.match((await read?.run({ what: 'temperature', area: 'Kitchen' }, context))?.text ?? '', /21\.5 °C/);
    assert.match((await act?.run({ action: 'open', names: ['Garage Door'] }, context))?.text ?? '', /only a person/);
    assert.equal(entity('cover.garage_door').state, 'closed');
    await succeeds({ action: 'turn_off', targets: ['light.kitchen_light'] });
  });

  test('a model calls what the owner allows, as it is', async () => {
    const allowing = guarded({ ...home }, openingPolicy(), ['light.turn_on']);
    const call = homeTools(allowing).find(({ name }) => name === 'call_service');
    const context = { site: 'k', area: 'Kitchen', language: 'en', signal: limit() };
    const light = { service: 'light.turn_on', names: ['kitchen light'] };
    assert.equal((await call?.run({ ...light, data: { brightness_pct: 20 } }, context))?.ok, true);
    await until(() => entity('light.kitchen_light').attributes['brightness'] === 51, 'the brightness');
    await assert.rejects(async () => await call?.run({ ...light, data: { nothing: 1 } }, context), {
      code: 'home-refused',
    });
    await succeeds({ action: 'turn_off', targets: ['light.kitchen_light'] });
  });

  test('a question is put on phones, and a button pressed there answers it', async () => {
    const calls: Record<string, unknown>[] = [];
    const failures: string[] = [];
    // An app of its own has none of our peers: what is called and what it would fire is seen here.
    const stop = home.onEvent('call_service', (data) => calls.push(data));
    const phones = phonesOf(home, ['persistent_notification', 'mobile_app_nobody'], (why) => failures.push(why));
    const answers: object[] = [];
    phones?.onAnswer((answer) => answers.push(answer));
    const id = randomUUID();
    const asked = () =>
      calls.find(({ domain, service }) => domain === 'notify' && service === 'persistent_notification');
    await until(() => {
      phones?.ask(id, { title: 'Kitchen', message: 'Shall I really unlock the back door?', yes: 'Yes', no: 'No' });
      return asked() !== undefined;
    }, 'the call');
    await until(async () => {
      await rest('POST', 'events/mobile_app_notification_action', { action: `JARVIS_YES_${id}`, device_id: 'x' });
      return answers.length > 0;
    }, 'the answer');
    assert.deepEqual(answers[0], { id, yes: true });
    await until(() => failures.length > 0, 'the phone that does not exist');
    assert.match(failures[0] ?? '', /mobile_app_nobody/);
    phones?.takeBack(id);
    await phones?.tell(['persistent_notification'], 'Dinner is ready', limit());
    const told = ({ service_data: data }: Record<string, unknown>) =>
      JSON.stringify(data) === JSON.stringify({ message: 'Dinner is ready' });
    await until(() => calls.some(told), 'the message');
    await assert.rejects(async () => phones?.tell(['mobile_app_nobody'], 'Dinner is ready', limit()), {
      code: 'home-refused',
    });
    stop();
  });

  test('a restart of Home Assistant is survived without anything to do', async () => {
    const states: string[] = [];
    home.onStatus(({ state }) => states.push(state));
    await rest('POST', 'services/homeassistant/restart', {}).catch(() => undefined);
    await until(() => states.includes('disconnected'), 'the loss', 120);
    await until(() => home.status().state === 'connected', 'the connection', 180);
    await until(() => entity('light.kitchen_light').state !== 'unavailable', 'the light');
    await succeeds({ action: 'turn_on', targets: ['light.kitchen_light'] });
    await succeeds({ action: 'turn_off', targets: ['light.kitchen_light'] });
  });
});
