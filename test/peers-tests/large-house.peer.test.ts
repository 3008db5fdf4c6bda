import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { after, before, describe, test } from 'node:test';
import mqtt, { type MqttClient } from 'mqtt';
import { isAmong } from '../../bench/house.js';
import { HOUSE_LANGUAGES, houseOf, requestsFor } from '../../bench/house-requests.js';
import { openHomeAssistant } from '../../lib/home/home-assistant.js';
import type { Entity, Home } from '../../lib/home/types.js';
import { fold } from '../../lib/language/fold.js';
import { deviceLines, MAX_DEVICES } from '../../lib/tools/home-lines.js';
import { askAllOfHomeAssistant, askHomeAssistant } from './home-assistant.js';
import { homeToken, peer, until } from './peers.js';

const ROOMS = 12;
const THINGS = 50;
const ENTITIES = 2000;
const LEAST_RIGHT = 0.98;
/** Of each language; every other one is misheard. */
const REQUESTS = 150;
const CHANGES = 10_000;
const CHANGES_AT_ONCE = 50;
const UNITS: Readonly<Record<string, string>> = {
  temperature: '°C',
  humidity: '%',
  carbon_dioxide: 'ppm',
  illuminance: 'lx',
  power: 'W',
};

interface AreaRow {
  area_id: string;
  name: string;
}

/** Houses of four languages in one; players are left out, as MQTT has none. */
const HOUSES = HOUSE_LANGUAGES.map((language) => {
  const house = houseOf(language, ROOMS, THINGS);
  return { language, house: { ...house, entities: house.entities.filter(({ domain }) => domain !== 'media_player') } };
});
const domainOf = ({ id }: Entity) => id.split('.', 1)[0] ?? '';
const ownId = (language: string, { id }: Entity) => `large_${language}_${id.replace('.', '_')}`;
const configTopic = (language: string, entity: Entity) =>
  `homeassistant/${domainOf(entity)}/${ownId(language, entity)}/config`;

function configOf(language: string, entity: Entity) {
  const own = ownId(language, entity);
  const kind = String(entity.attributes['device_class'] ?? '');
  return {
    unique_id: own,
    name: entity.name,
    state_topic: `large/${own}`,
    ...(domainOf(entity).endsWith('sensor') ? {} : { command_topic: `large/${own}/set` }),
    ...(kind && { device_class: kind }),
    ...(domainOf(entity) === 'sensor' && UNITS[kind] && { unit_of_measurement: UNITS[kind] }),
  };
}

describe('a real Home Assistant of 2,000 entities', () => {
  let broker: MqttClient;
  let home: Home;
  /** Kept by the broker: Home Assistant may not have come back to it since the test that killed it. */
  const tell = (topic: string, text: string) => broker.publishAsync(topic, text, { retain: true });
  const made: string[] = [];
  const idOf = new Map<string, string>();
  const areaOf = new Map<string, string>();
  const all = HOUSES.flatMap(({ language, house }) => house.entities.map((entity) => ({ language, entity, house })));

  before(async () => {
    broker = await mqtt.connectAsync(peer('MQTT_URL'));
    for (const { language, entity } of all)
      await tell(configTopic(language, entity), JSON.stringify(configOf(language, entity)));

    const known = await askHomeAssistant<AreaRow[]>({ type: 'config/area_registry/list' });
    for (const { name, area_id } of known) areaOf.set(fold(name), area_id);
    const names = new Map(HOUSES.flatMap(({ house }) => house.areas.map(({ name }) => [fold(name), name])));
    const missing = [...names].filter(([key]) => !areaOf.has(key));
    const rows = await askAllOfHomeAssistant<AreaRow>(
      missing.map(([, name]) => ({ type: 'config/area_registry/create', name, aliases: [`${name} 1`] })),
    );
    for (const { name, area_id } of rows) {
      areaOf.set(fold(name), area_id);
      made.push(area_id);
    }

    type Row = { entity_id: string; unique_id: string };
    await until(
      async () => {
        const found = await askHomeAssistant<Row[]>({ type: 'config/entity_registry/list' });
        for (const { entity_id, unique_id } of found) idOf.set(unique_id, entity_id);
        const missing = all.filter(({ language, entity }) => !idOf.has(ownId(language, entity)));
        // Home Assistant makes them on the thread that answers.
        if (missing.length > 0) await new Promise((resolve) => setTimeout(resolve, 1000));
        return missing.length === 0;
      },
      'the entities',
      300,
    );
    await askAllOfHomeAssistant(
      all.map(({ language, entity, house }) => ({
        type: 'config/entity_registry/update',
        entity_id: idOf.get(ownId(language, entity)),
        area_id: areaOf.get(fold(house.areas.find(({ id }) => id === entity.area)?.name ?? '')),
        aliases: [`${entity.name} 1`],
      })),
    );
    await askHomeAssistant({
      type: 'homeassistant/expose_entity',
      assistants: ['conversation'],
      entity_ids: all.map(({ language, entity }) => idOf.get(ownId(language, entity))),
      should_expose: true,
    });
  });

  after(async () => {
    await home?.close();
    for (const { language, entity } of all) await tell(configTopic(language, entity), '');
    await askAllOfHomeAssistant(made.map((area_id) => ({ type: 'config/area_registry/delete', area_id })));
    await broker.endAsync();
  });

  test('is read, and followed through 10,000 changes, without a stall', async (t) => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    home = openHomeAssistant({ url: peer('HA_URL'), token: homeToken() });
    await until(() => home.status().state === 'connected', 'the connection', 60);
    t.diagnostic(`reading ${home.house().entities.length} entities: at most ${Math.round(delay.max / 1e6)} ms`);
    assert.ok(home.house().entities.length >= ENTITIES);
    assert.ok(home.house().entities.filter(({ name, aliases }) => aliases.includes(`${name} 1`)).length >= ENTITIES);
    assert.ok(delay.max < 1e9);

    delay.reset();
    const sensors = all.filter(({ entity }) => domainOf(entity) === 'sensor');
    const seen = new Set<string>();
    home.onChange((changed) => {
      for (const { id, state } of changed) seen.add(`${id} ${state}`);
    });
    for (let change = 0; change < CHANGES; change++) {
      const { language, entity } = sensors[change % sensors.length] ?? assert.fail('no sensors');
      broker.publish(`large/${ownId(language, entity)}`, String(Math.floor(change / sensors.length) + 1));
      if (change % CHANGES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const last = sensors[(CHANGES - 1) % sensors.length] ?? assert.fail('no sensors');
    const told = `${idOf.get(ownId(last.language, last.entity))} ${Math.floor((CHANGES - 1) / sensors.length) + 1}`;
    await until(() => seen.has(told), 'the last change', 60);
    t.diagnostic(`${CHANGES} changes: at most ${Math.round(delay.max / 1e6)} ms`);
    assert.ok(delay.max < 1e9);
    delay.disable();
  });

  test('the right device is among the ten that a model is told of', (t) => {
    let right = 0;
    for (const [seed, { language, house }] of HOUSES.entries()) {
      const hits = requestsFor(language, house, REQUESTS, seed + 1).filter(({ text, area, about }) => {
        const entity = house.entities.find(({ id }) => id === about) ?? assert.fail(about);
        const here = areaOf.get(fold(house.areas.find(({ id }) => id === area)?.name ?? ''));
        const lines = deviceLines(home, text, here, MAX_DEVICES, language);
        const hit = isAmong({ about: idOf.get(ownId(language, entity)) ?? '' }, lines, home.house());
        if (!hit) console.log(JSON.stringify({ language, text, about, lines }));
        return hit;
      });
      t.diagnostic(`${language}: ${hits.length} of ${REQUESTS}`);
      right += hits.length;
    }
    assert.ok(right >= REQUESTS * HOUSES.length * LEAST_RIGHT, `${right} of ${REQUESTS * HOUSES.length}`);
  });
});
