import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { JarvisError } from '../turn/errors.js';
import { colourOf } from './colours.js';
import { openDemoHome } from './demo.js';
import { DEMO_SCENES } from './demo-house.js';
import { entityIndex } from './entity-index.js';
import { openHome } from './open.js';
import { reached } from './read-back.js';
import { ACTIONS, type Command, type Entity, type Home, houseSchema } from './types.js';

const never = new AbortController().signal;
const of = (home: Home, id: string): Entity => {
  const entity = home.house().entities.find((each) => each.id === id);
  assert.ok(entity, id);
  return entity;
};

test('the demo house is a house, and every name in it is unique and found', () => {
  const house = openDemoHome().house();
  assert.deepEqual(houseSchema.parse(house), house);
  const index = entityIndex(house);
  for (const entity of house.entities) {
    for (const name of [entity.name, ...entity.aliases]) {
      assert.deepEqual(
        index.named(name, { domains: [entity.domain] }).map(({ id }) => id),
        [entity.id],
        name,
      );
    }
    assert.ok(entity.area === undefined || house.areas.some(({ id }) => id === entity.area));
  }
  for (const id of Object.values(DEMO_SCENES).flatMap((steps) => steps.flatMap(({ targets }) => targets))) {
    assert.ok(index.entity(id), id);
  }
});

test('a light is dimmed, coloured, switched off, and comes back as it was', async () => {
  const home = openDemoHome();
  const id = 'light.kitchen_light';
  await home.run({ action: 'set_brightness', targets: [id], value: 40 }, never);
  assert.deepEqual([of(home, id).state, of(home, id).attributes['brightness']], ['on', 102]);
  await home.run({ action: 'set_color', targets: [id], value: 'Blue' }, never);
  await home.run({ action: 'toggle', targets: [id] }, never);
  assert.deepEqual([of(home, id).state, of(home, id).attributes['brightness']], ['off', undefined]);
  await home.run({ action: 'toggle', targets: [id] }, never);
  assert.deepEqual(of(home, id).attributes['rgb_color'], [0, 0, 255]);
  assert.equal(of(home, id).attributes['brightness'], 102);
  await home.run({ action: 'set_brightness', targets: [id], value: 0 }, never);
  assert.equal(of(home, id).state, 'off');
});

test('the house stays the same object until something changes, and listeners hear of it', async () => {
  const home = openDemoHome();
  const before = home.house();
  const heard: string[] = [];
  const off = home.onChange((changed) => heard.push(...changed.map(({ id }) => id)));
  await home.run({ action: 'get_state', targets: ['lock.front_door'] }, never);
  assert.equal(home.house(), before);
  await home.run({ action: 'unlock', targets: ['lock.front_door'] }, never);
  assert.notEqual(home.house(), before);
  assert.equal(home.house().areas, before.areas);
  assert.equal(
    before.entities.find(({ id }) => id === 'lock.front_door')?.state,
    'locked',
    'the old house is untouched',
  );
  off();
  await home.run({ action: 'lock', targets: ['lock.front_door'] }, never);
  assert.deepEqual(heard, ['lock.front_door']);
});

test('scenes do several things at once', async () => {
  const home = openDemoHome();
  const result = await home.run({ action: 'activate', targets: ['scene.good_night'] }, never);
  assert.ok(result.ok);
  assert.equal(of(home, 'light.desk_lamp').state, 'off');
  assert.equal(of(home, 'cover.living_room_blinds').state, 'closed');
});

test('a change counts from what each device has now, and what is off stays off', async () => {
  const home = openDemoHome();
  const lights = ['light.living_room_light', 'light.desk_lamp', 'light.floor_lamp'];
  const { done, failed } = await home.run({ action: 'set_brightness', targets: lights, by: -20 }, never);
  assert.deepEqual(
    done.map(({ attributes }) => attributes['brightness']),
    [153, 77],
  );
  assert.deepEqual(
    failed.map(({ entity, reason }) => [entity.id, reason]),
    [['light.floor_lamp', 'it is off']],
  );
  await home.run({ action: 'set_temperature', targets: ['climate.living_room', 'climate.bedroom'], by: 2 }, never);
  assert.equal(of(home, 'climate.living_room').attributes['temperature'], 23);
  assert.equal(of(home, 'climate.bedroom').attributes['temperature'], 20);
});

test('what a device can’t do is said; what doesn’t exist or makes no sense is refused', async () => {
  const home = openDemoHome();
  const garden = await home.run({ action: 'set_brightness', targets: ['light.garden_lights'], value: 5 }, never);
  assert.deepEqual(
    garden.failed.map(({ reason }) => reason),
    ["it can't be dimmed"],
  );
  const mixed = await home.run({ action: 'turn_on', targets: ['light.desk_lamp', 'lock.front_door'] }, never);
  assert.deepEqual([mixed.ok, mixed.done.length, mixed.failed.length], [false, 1, 1]);
  const hot = await home.run({ action: 'set_temperature', targets: ['climate.bedroom'], value: 80 }, never);
  assert.match(hot.failed[0]?.reason ?? '', /from 7 to 30 degrees/);
  const refused: Command[] = [
    { action: 'turn_on', targets: ['light.moon'] },
    { action: 'set_brightness', targets: ['light.desk_lamp'], value: 101 },
    { action: 'set_brightness', targets: ['light.desk_lamp'] },
    { action: 'set_color', targets: ['light.kitchen_light'], value: 'ultraviolet' },
    { action: 'set_temperature', targets: ['climate.bedroom'], value: 'warm' },
  ];
  for (const command of refused) await assert.rejects(home.run(command, never), { code: 'home-refused' });
  assert.equal((await home.run({ action: 'turn_on', targets: [] }, never)).ok, false, 'doing nothing is no success');
});

test('questions answer with the entities they are about', async () => {
  const home = openDemoHome();
  const on = await home.run({ action: 'list_on', targets: [], domain: 'light' }, never);
  assert.deepEqual(
    on.done.map(({ id }) => id),
    ['light.living_room_light', 'light.desk_lamp'],
  );
  const bedroom = await home.run({ action: 'get_state', targets: [], area: 'bedroom', domain: 'climate' }, never);
  assert.deepEqual(
    bedroom.done.map(({ id }) => id),
    ['climate.bedroom'],
  );
});

test('whatever is asked, done means that the state is there, and the house stays valid', async () => {
  const ids = openDemoHome()
    .house()
    .entities.map(({ id }) => id);
  const anyCommand = fc.record({
    action: fc.constantFrom(...ACTIONS),
    targets: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 4 }),
    value: fc.option(fc.oneof(fc.integer({ min: -10, max: 110 }), fc.constantFrom('red', 'gold', 'nothing')), {
      nil: undefined,
    }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyCommand, { maxLength: 8 }), async (commands) => {
      const home = openDemoHome();
      for (const { value, ...rest } of commands) {
        const command: Command = { ...rest, ...(value === undefined ? {} : { value }) };
        const before = home.house();
        try {
          const { done, failed, ok } = await home.run(command, never);
          assert.equal(ok, failed.length === 0 && (done.length > 0 || command.action === 'list_on'));
          for (const entity of done) {
            const was = before.entities.find(({ id }) => id === entity.id) ?? entity;
            const zero = command.action === 'set_brightness' || command.action === 'set_position';
            if (command.action === 'toggle' || (zero && (value === 0 || value === 100))) continue;
            if (command.targets.some((id) => id.startsWith('scene.'))) continue; // a scene may undo the rest
            assert.notEqual(reached(entity, was, command), false, `${command.action} ${entity.id}`);
          }
        } catch (thrown) {
          assert.ok(thrown instanceof JarvisError && thrown.code === 'home-refused', String(thrown));
          assert.equal(home.house(), before, 'a refused command changes nothing');
        }
        houseSchema.parse(home.house());
      }
    }),
  );
});

test('a house of one’s own comes from a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-house-'));
  try {
    const file = path.join(folder, 'house.json');
    writeFileSync(
      file,
      JSON.stringify({
        areas: [{ id: 'a', name: 'Attic' }],
        entities: [{ id: 'light.a', domain: 'light', name: 'Beam', area: 'a', state: 'off' }],
      }),
    );
    assert.equal(openDemoHome({ file }).house().entities[0]?.name, 'Beam');
    writeFileSync(file, '{"areas": 3}');
    assert.throws(() => openDemoHome({ file }), { code: 'not-configured' });
    assert.throws(() => openDemoHome({ file: path.join(folder, 'none.json') }), { code: 'not-configured' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('without an address, auto is the demo house', async () => {
  assert.equal(openHome({ kind: 'auto', url: ' ' }).kind, 'demo');
  const home = openHome({ kind: 'auto', url: 'http://127.0.0.1:1', token: 'x' });
  assert.equal(home.kind, 'home-assistant');
  await home.close();
});

test('colours have the names of CSS', () => {
  assert.deepEqual(colourOf('light blue'), [173, 216, 230]);
  assert.deepEqual(colourOf('Gold'), [255, 215, 0]);
  assert.equal(colourOf('constructor'), undefined);
});

test('music is found and played, and muting leaves the volume as it was', async () => {
  const home = openDemoHome();
  const speaker = () => home.house().entities.find(({ id }) => id === 'media_player.kitchen_speaker');
  const changed: string[] = [];
  home.onChange((entities) => changed.push(...entities.map(({ state }) => state)));
  const { signal } = new AbortController();
  assert.equal(await home.contents?.search('media_player.kitchen_speaker', 'chess with me', signal), undefined);
  const found = await home.contents?.search('media_player.kitchen_speaker', 'some jazz', signal);
  assert.ok(found);
  await home.contents?.playMedia('media_player.kitchen_speaker', found, signal);
  assert.equal(speaker()?.attributes['media_title'], 'Jazz FM');
  assert.deepEqual(changed, ['playing']);
  await home.run({ action: 'set_volume', targets: ['media_player.kitchen_speaker'], value: 0 }, signal);
  assert.equal(speaker()?.attributes['is_volume_muted'], true);
  assert.equal(speaker()?.attributes['volume_level'], 0.3);
});
