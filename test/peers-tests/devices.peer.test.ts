import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { WebSocket } from 'ws';
import { turns } from '../../lib/conversation/turns.js';
import { openHomeAssistant } from '../../lib/home/home-assistant.js';
import { openHub, type SatelliteHub } from '../../lib/satellites/hub.js';
import type { SayRequest } from '../../lib/satellites/types.js';
import { newTurn } from '../../lib/turn/turn.js';
import { must } from '../until.js';
import { askHomeAssistant, atHomeAssistant, rest, stateOf } from './home-assistant.js';
import { homeToken, peer, until } from './peers.js';

const limit = () => AbortSignal.timeout(60_000);

interface DeviceRow {
  id: string;
  area_id: string | null;
  identifiers: [string, string][];
}
interface EntityRow {
  entity_id: string;
  device_id: string | null;
  unique_id: string;
}

const deviceOf = async (id: string) =>
  (await askHomeAssistant<DeviceRow[]>({ type: 'config/device_registry/list' })).find(({ identifiers }) =>
    identifiers.some(([domain, own]) => domain === 'mqtt' && own === id),
  );
/** Ids of a device's entities by what they are of it: "mute" to "switch.kitchen_jarvis_dresser_mute_microphone". */
async function entitiesOf(id: string): Promise<Map<string, string>> {
  const device = await deviceOf(id);
  const all = await askHomeAssistant<EntityRow[]>({ type: 'config/entity_registry/list' });
  const own = all.filter(({ device_id }) => device_id === device?.id);
  const { entity_ids } = { entity_ids: own.map(({ entity_id }) => entity_id) };
  // null for one that is gone since
  const whole = await askHomeAssistant<Record<string, EntityRow | null>>({
    type: 'config/entity_registry/get_entries',
    entity_ids,
  });
  const rows = Object.values(whole).filter((row) => row !== null);
  return new Map(rows.map((row) => [row.unique_id.replace(`${id}_`, ''), row.entity_id]));
}

/** Device-based discovery came with 2024.11. */
async function knowsDevices(): Promise<boolean> {
  const answer = await fetch(`${peer('HA_URL')}/api/config`, {
    headers: { authorization: `Bearer ${homeToken()}` },
    signal: limit(),
  });
  const [year = 0, month = 0] = ((await answer.json()) as { version: string }).version.split('.').map(Number);
  return year > 2024 || (year === 2024 && month >= 11);
}

describe('rooms as devices of Home Assistant', async () => {
  const skip = !(await knowsDevices());
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-rooms-'));
  const ROOM = 'jarvis_dresser';
  let hub: SatelliteHub;
  let entities: Map<string, string>;
  const id = (of: string) => must(entities.get(of));
  const said: SayRequest[] = [];
  const say = (request: SayRequest) => said.push(request);
  const shows = (of: string, state: string) =>
    until(async () => (await stateOf(id(of))) === state, `${of} to be ${state}`);
  const open = () => {
    const opened = openHub({
      broker: { kind: 'external', url: peer('MQTT_URL'), protocol: 4, verify: true },
      areas: { dresser: 'Kitchen' },
      settings: { file: path.join(folder, 'rooms.json'), wakeWords: () => ['hey_jarvis', 'alexa'] },
      discovery: {
        languages: ['en', 'de'],
        areaName: (area) => area,
      },
    });
    opened.on('hush', (site) => turns.stop(site));
    opened.on('say', say);
    opened.refresh();
    return opened;
  };

  before(async () => {
    if (skip) return;
    hub = open();
    turns.on('stage', follow);
    await until(async () => (await entitiesOf(ROOM)).size >= 11, 'the entities');
    entities = await entitiesOf(ROOM);
  });
  after(async () => {
    turns.off('stage', follow);
    await hub?.close(true);
    rmSync(folder, { recursive: true, force: true });
  });
  function follow({ site, stage }: { site: string; stage: Parameters<SatelliteHub['setStage']>[1] }) {
    hub.setStage(site, stage);
  }

  test('a room stands in its area, with all its entities and triggers', { skip }, async () => {
    const device = must(await deviceOf(ROOM));
    assert.equal(device.area_id, 'kitchen');
    assert.deepEqual([...entities].map(([of, entity]) => `${of}: ${entity.split('.')[0]}`).sort(), [
      ...[
        'heard: sensor',
        'language: select',
        'mute: switch',
        'next_timer: sensor',
        'said: sensor',
        'say: notify',
        'state: sensor',
      ],
      ...['stop: button', 'turn: event', 'volume: number', 'wake_word: select'],
    ]);
    const triggers = await askHomeAssistant<{ domain: string; type: string; subtype: string }[]>({
      type: 'device_automation/trigger/list',
      device_id: device.id,
    });
    const ours = triggers.filter(({ domain }) => domain === 'mqtt').map(({ type, subtype }) => `${type} ${subtype}`);
    assert.deepEqual(ours.sort(), ['utterance ended', 'wake_word heard']);
    await shows('mute', 'off');
    await shows('language', 'English');
  });

  test('a turn is seen', { skip }, async () => {
    const turn = newTurn({
      site: 'dresser',
      source: 'voice',
      language: 'en',
      wake: { word: 'hey_jarvis', by: 'audio' },
    });
    turns.begin(turn);
    turns.stage(turn.id, 'listening');
    await shows('state', 'listening');
    turns.stage(turn.id, 'thinking');
    turns.show(turn, 'heard', 'who wrote Hamlet');
    turns.show(turn, 'reply', `Shakespeare. ${'So they say. '.repeat(40)}`);
    await shows('heard', 'who wrote Hamlet');
    assert.match((await stateOf(id('turn'))) ?? '', /^20\d\d-/);
    turns.end(turn.id);
    await until(async () => (await stateOf(id('said')))?.startsWith('Shakespeare.'), 'what was said');
  });

  test('its triggers start automations', { skip }, async () => {
    const listed = await askHomeAssistant<{ domain: string; type: string }[]>({
      type: 'device_automation/trigger/list',
      device_id: must(await deviceOf(ROOM)).id,
    });
    const socket = new WebSocket(`${peer('HA_URL').replace(/^http/, 'ws')}/api/websocket`);
    try {
      const fired: string[] = [];
      const listens = new Promise<void>((resolve, reject) => {
        const triggers = listed.filter(({ domain }) => domain === 'mqtt');
        let open = triggers.length;
        socket.on('error', reject);
        socket.on('message', (data) => {
          const { type, success, error, event } = JSON.parse(String(data));
          if (type === 'auth_required') socket.send(JSON.stringify({ type: 'auth', access_token: homeToken() }));
          if (type === 'auth_ok')
            triggers.forEach((trigger, at) => {
              socket.send(JSON.stringify({ id: at + 1, type: 'subscribe_trigger', trigger }));
            });
          if (type === 'result' && !success) reject(new Error(JSON.stringify(error)));
          if (type === 'result' && --open === 0) resolve();
          if (type === 'event') fired.push(event.variables.trigger.payload_json.event_type);
        });
      });
      await listens;
      const turn = newTurn({ site: 'dresser', source: 'voice', language: 'en', wake: { word: 'x', by: 'satellite' } });
      turns.begin(turn);
      turns.stage(turn.id, 'listening');
      turns.stage(turn.id, 'thinking');
      turns.end(turn.id);
      await until(() => fired.length >= 2, 'both triggers');
      assert.deepEqual(fired, ['wake_word', 'utterance_end']);
    } finally {
      socket.terminate();
    }
  });

  test('its commands work', { skip }, async () => {
    await atHomeAssistant('switch/turn_on', { entity_id: id('mute') });
    await until(() => hub.site('dresser')?.deaf, 'the muted microphone');
    await shows('mute', 'on');
    await atHomeAssistant('switch/turn_off', { entity_id: id('mute') });
    await shows('mute', 'off');
    await atHomeAssistant('select/select_option', { entity_id: id('language'), option: 'Deutsch' });
    await until(() => hub.site('dresser')?.language === 'de', 'the language');
    await shows('language', 'Deutsch');
    await atHomeAssistant('number/set_value', { entity_id: id('volume'), value: 40 });
    await until(() => hub.site('dresser')?.volume === 40, 'the volume');
    await shows('volume', '40');
    await atHomeAssistant('select/select_option', { entity_id: id('wake_word'), option: 'alexa' });
    await until(() => hub.site('dresser')?.wakeWord === 'alexa', 'the wake word');
    await shows('wake_word', 'alexa');
    await atHomeAssistant('notify/send_message', { entity_id: id('say'), message: 'Dinner is ready.' });
    await until(() => said.length > 0, 'the announcement');
    assert.deepEqual([said[0]?.text, said[0]?.rooms], ['Dinner is ready.', ['dresser']]);
    const turn = newTurn({ site: 'dresser', source: 'voice', language: 'en' });
    const { signal } = turns.begin(turn);
    await atHomeAssistant('button/press', { entity_id: id('stop') });
    await until(() => signal.aborted, 'the stop');
  });

  test('its next timer is seen, and those after it', { skip }, async () => {
    const due = '2026-11-27T18:00:00.000Z';
    const lists = (timers: object[]) =>
      until(async () => {
        const { result } = await rest<{ attributes: { timers?: object[] } }>('GET', `states/${id('next_timer')}`);
        return isDeepStrictEqual(result.attributes.timers, timers);
      }, `${timers.length} in the list`);
    const eggs = { kind: 'timer', name: 'eggs {{ 1 + 1 }}', due, paused: null };
    must(hub.devices).showTimers(new Map([['dresser', { next: due, timers: [eggs] }]]));
    await shows('next_timer', '2026-11-27T18:00:00+00:00');
    await lists([eggs]);
    must(hub.devices).showTimers(new Map());
    await shows('next_timer', 'unknown');
    await lists([]);
  });

  test('the assistant is a device too', { skip }, async () => {
    must(hub.devices).tell({ model: true, memories: 12, wrong: [] });
    await until(async () => (await entitiesOf('jarvis')).size === 3, 'its entities');
    const own = await entitiesOf('jarvis');
    const states = () => Promise.all(['model', 'memories', 'health'].map((of) => stateOf(must(own.get(of)))));
    await until(async () => (await states()).join() === 'on,12,ok', 'its states');
    // Nobody asked a model yet.
    must(hub.devices).tell({ model: null, memories: null, wrong: ['store-failed'] });
    await until(async () => (await states()).join() === 'unknown,unknown,store-failed', 'what isn’t known');
  });

  test('none of it is commanded by voice, even exposed by hand', { skip }, async () => {
    const entity_ids = [...entities.values()];
    await askHomeAssistant({
      type: 'homeassistant/expose_entity',
      assistants: ['conversation'],
      entity_ids,
      should_expose: true,
    });
    const home = openHomeAssistant({ url: `${peer('HA_URL')}/`, token: homeToken() });
    try {
      await until(() => home.status().state === 'connected', 'the connection');
      const known = home.house().entities.map(({ id }) => id);
      assert.ok(known.includes('light.kitchen_light'));
      assert.deepEqual(
        known.filter((id) => entity_ids.includes(id)),
        [],
      );
    } finally {
      await home.close();
    }
  });

  test('what can’t be done any more is taken away', { skip }, async () => {
    hub.off('say', say);
    hub.refresh();
    await until(async () => !(await entitiesOf(ROOM)).has('say'), 'the end of "say"');
    hub.on('say', say);
    hub.refresh();
    await until(async () => (await entitiesOf(ROOM)).has('say'), '"say" again');
  });

  test('it is unavailable while we are away, and gone with the node', { skip }, async () => {
    await hub.close();
    await shows('mute', 'unavailable');
    hub = open();
    await shows('mute', 'off');
    await shows('language', 'Deutsch');
    await hub.close(true);
    await until(async () => !(await deviceOf(ROOM)) && !(await deviceOf('jarvis')), 'the end of the devices');
  });
});
