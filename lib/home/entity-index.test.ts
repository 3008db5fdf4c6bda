import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '../language/fold.js';
import { entityIndex } from './entity-index.js';
import { type Domain, type Entity, type House, houseSchema } from './types.js';

const entity = (id: string, name: string, area?: string, more: Partial<Entity> = {}): Entity => ({
  id,
  domain: id.split('.')[0] as Domain,
  name,
  aliases: [],
  ...(area ? { area } : {}),
  state: 'off',
  attributes: {},
  ...more,
});

const small: House = {
  areas: [
    { id: 'kitchen', name: 'Kitchen', aliases: ['Küche', 'la cuisine', 'cocina'] },
    { id: 'living_room', name: 'Living Room', aliases: ['Wohnzimmer', 'salon'] },
    { id: 'hall', name: 'Hall', aliases: [] },
  ],
  entities: [
    entity('light.kitchen_light', 'Kitchen Light', 'kitchen'),
    entity('light.counter', 'Counter', 'kitchen', { aliases: ['Arbeitsplatte'] }),
    entity('light.kitchen_ceiling', 'Ceiling light', 'kitchen'),
    entity('light.living_ceiling', 'Ceiling light', 'living_room'),
    entity('switch.kettle', 'Kettle', 'kitchen', { aliases: ['Wasserkocher'] }),
    entity('switch.fridge', 'Kitchen Fridge', 'kitchen'),
    entity('sensor.temperature', 'Thermometer', 'living_room', { attributes: { device_class: 'temperature' } }),
    entity('climate.living', 'Heating', 'living_room'),
    entity('media_player.tv', 'TV', 'living_room'),
    entity('lock.front', 'Front Door', 'hall'),
    entity('light.stairs', 'Treppenlicht', 'hall'),
  ],
};

/** A house as large as any: 2,000 entities in 40 areas. */
function largeHouse(): House {
  const rooms = ['Kitchen', 'Bedroom', 'Office', 'Cellar', 'Attic', 'Garden', 'Nursery', 'Studio', 'Pantry', 'Laundry'];
  const floors = ['', 'North', 'South', 'Upper'];
  const things: [Domain, string][] = [
    ['light', 'Ceiling light'],
    ['light', 'Reading lamp'],
    ['switch', 'Coffee machine'],
    ['sensor', 'Temperature'],
    ['cover', 'Roller blind'],
    ['climate', 'Thermostat'],
    ['media_player', 'Loudspeaker'],
    ['binary_sensor', 'Window contact'],
  ];
  const areas = floors.flatMap((floor) =>
    rooms.map((room) => ({
      id: fold(`${floor} ${room}`).replaceAll(' ', '_'),
      name: `${floor} ${room}`.trim(),
      aliases: [`${room} ${floor} alias`],
    })),
  );
  const entities = Array.from({ length: 2000 }, (_, i): Entity => {
    const area = areas[i % areas.length];
    const [domain, thing] = things[Math.floor(i / areas.length) % things.length] ?? ['light', 'Lamp'];
    const name = `${area?.name} ${thing} ${Math.floor(i / (areas.length * things.length)) + 1}`;
    return entity(`${domain}.e${i}`, name, area?.id, { domain, aliases: [`Device ${i}`] });
  });
  return { areas, entities };
}

const ids = (found: readonly Entity[]) => found.map(({ id }) => id);
const found = (query: string, options?: Parameters<ReturnType<typeof entityIndex>['find']>[1]) =>
  entityIndex(small)
    .find(query, options)
    .map((hit) => hit.entity.id);

test('names are found however they are written', () => {
  const index = entityIndex(small);
  for (const said of ['Kitchen Light', 'the kitchen light', 'KITCHEN-LIGHT', 'kitchenlight', 'Küchenlicht']) {
    const expected = said === 'Küchenlicht' ? [] : ['light.kitchen_light'];
    assert.deepEqual(ids(index.named(said)), expected, said);
  }
  assert.deepEqual(ids(index.named('den Wasserkocher')), ['switch.kettle']);
  assert.deepEqual(ids(index.named('counter light')), ['light.counter'], 'a word for its kind may be added');
  assert.deepEqual(ids(index.named('Küchen Arbeitsplatte')), ['light.counter'], 'and its area');
  assert.deepEqual(ids(index.named('nonsense')), []);
  assert.deepEqual(ids(index.named('')), []);
});

test('a name that several have is settled by the area, said or given', () => {
  const index = entityIndex(small);
  assert.deepEqual(ids(index.named('ceiling light')), ['light.kitchen_ceiling', 'light.living_ceiling']);
  assert.deepEqual(ids(index.named('ceiling light', { area: 'kitchen' })), ['light.kitchen_ceiling']);
  assert.deepEqual(ids(index.named('ceiling light', { area: 'Wohnzimmer' })), ['light.living_ceiling']);
  assert.deepEqual(ids(index.named('living room ceiling light')), ['light.living_ceiling']);
  assert.deepEqual(ids(index.named('the ceiling light in the kitchen')), ['light.kitchen_ceiling']);
  assert.deepEqual(ids(index.named('light', { area: 'kitchen' })), ['light.kitchen_light']);
  assert.deepEqual(ids(index.named('light')), [], 'a word for a kind names nothing by itself');
  assert.deepEqual(ids(index.named('fridge')), ['switch.fridge'], 'only one is called so without its area');
  assert.deepEqual(ids(index.named('front door', { domains: ['light'] })), []);
});

test('areas are found by name, alias and id', () => {
  const index = entityIndex(small);
  for (const said of ['kitchen', 'die Küche', 'La Cuisine', 'cocina', 'in the kitchen']) {
    assert.equal(index.area(said)?.id, 'kitchen', said);
  }
  assert.equal(index.area('living_room')?.name, 'Living Room');
  assert.equal(index.area('moon'), undefined);
  assert.equal(index.inArea('Küche', ['light']).length, 3);
  assert.equal(index.inArea('moon').length, 0);
  assert.equal(index.inArea(undefined).length, small.entities.length);
});

test('a query finds what it is about, in four languages', () => {
  assert.equal(found('turn on the kitchen light please')[0], 'light.kitchen_light');
  assert.equal(found('mach bitte das Küchenlicht an')[0], 'light.kitchen_light', 'a compound of area and kind');
  assert.equal(found('allume la lumière de la cuisine', { language: 'fr' })[0], 'light.kitchen_light');
  assert.equal(found('apaga las luces de la cocina', { language: 'es' })[0], 'light.kitchen_light');
  assert.equal(found('Licht auf der Treppe')[0], 'light.stairs', 'a compound in the name');
  assert.equal(found('lihgt in the kitchn')[0], 'light.kitchen_light', 'typing errors');
  assert.equal(found('is the heat on')[0], 'climate.living', 'the beginning of a word');
  assert.ok(found('wie warm ist es im Wohnzimmer').slice(0, 2).includes('sensor.temperature'));
  assert.equal(found('are the doors locked')[0], 'lock.front', 'plural');
  assert.deepEqual(found('tell me a story'), []);
});

test('names are found as speech to text mishears them', () => {
  const asHeard: [string, string][] = [
    ['turn on the cattle', 'switch.kettle'],
    ['schalte den Vasserkocher ein', 'switch.kettle'],
    ['schalte den Wasser kocher ein', 'switch.kettle'],
    ['ist das Küchinlicht an', 'light.kitchen_light'],
    ['mach die Arbeits blatte an', 'light.counter'],
    ['mach das Kuchenarbeitsblatte an', 'light.counter'],
    ['the termometter', 'sensor.temperature'],
  ];
  for (const [heard, meant] of asHeard) assert.equal(found(heard)[0], meant, heard);
  assert.deepEqual(found('who wrote a song for Anna'), []);
});

test('floors and labels are words of what is there, and followed when they change', () => {
  const upstairs = {
    ...small,
    areas: small.areas.map((area) => ({ ...area, floor: area.id === 'hall' ? ['Loft'] : [] })),
  };
  const there = entityIndex(upstairs).find('what is in the loft');
  assert.deepEqual(ids(there.map(({ entity }) => entity)), ['lock.front', 'light.stairs']);
  const labelled = { ...small, entities: small.entities.map((each) => ({ ...each, labels: ['Christmas'] })) };
  assert.equal(entityIndex(labelled).find('christmas', { limit: 20 }).length, small.entities.length);
});

test('the asker’s area comes first, a limit and domains are kept', () => {
  assert.equal(found('ceiling light', { area: 'living_room' })[0], 'light.living_ceiling');
  assert.equal(found('ceiling light', { area: 'kitchen' })[0], 'light.kitchen_ceiling');
  assert.equal(found('light', { limit: 2 }).length, 2);
  assert.deepEqual(found('kitchen kettle', { domains: ['switch'] }), ['switch.kettle', 'switch.fridge']);
});

test('an index is made once for a house; a change of state keeps what was made of the names', () => {
  assert.equal(entityIndex(small), entityIndex(small));
  const lit = { ...small, entities: small.entities.map((each) => ({ ...each, state: 'on' })) };
  assert.equal(entityIndex(lit).find('kettle')[0]?.entity.state, 'on');
  assert.equal(entityIndex(lit).named('kettle')[0]?.state, 'on');
  const renamed = { ...small, entities: small.entities.map((each) => ({ ...each, name: `${each.name} two` })) };
  assert.deepEqual(ids(entityIndex(renamed).named('kettle two')), ['switch.kettle']);
  assert.deepEqual(ids(entityIndex(renamed).named('kettle')), []);
});

test('in a house of 2,000 the right one is found', () => {
  const index = entityIndex(largeHouse());
  assert.equal(index.find('north bedroom reading lamp 3')[0]?.entity.name, 'North Bedroom Reading lamp 3');
  assert.equal(index.named('upper attic thermostat 2')[0]?.name, 'Upper Attic Thermostat 2');
  assert.equal(index.find('device 1234')[0]?.entity.id.endsWith('.e1234'), true);
});

const anyText = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 }));

test('fold gives lower case words and folding again changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = fold(text);
      assert.equal(fold(once), once);
      assert.equal(once, once.trim());
      assert.ok(!once.includes('  '));
    }),
  );
});

test('whatever a house and a query hold, answers are of the house, sorted and bounded, and every name is found', () => {
  const house = fc.record({
    areas: fc.array(
      fc.record({ id: fc.string({ maxLength: 8 }), name: anyText, aliases: fc.array(anyText, { maxLength: 2 }) }),
      {
        maxLength: 4,
      },
    ),
    entities: fc.array(
      fc.record({
        id: fc.uuid().map((id) => `light.${id}`),
        domain: fc.constantFrom<Domain>('light', 'switch', 'other'),
        name: anyText,
        aliases: fc.array(anyText, { maxLength: 2 }),
        area: fc.string({ maxLength: 8 }),
        state: anyText,
        attributes: fc.constant({}),
      }),
      { maxLength: 12 },
    ),
  });
  fc.assert(
    fc.property(house, anyText, fc.nat(5), (generated, query, limit) => {
      const index = entityIndex(houseSchema.parse(generated));
      const hits = index.find(query, { limit });
      assert.ok(hits.length <= limit);
      hits.forEach((hit, i) => {
        assert.equal(index.entity(hit.entity.id), hit.entity);
        assert.ok(hit.score > 0 && hit.score <= (hits[i - 1]?.score ?? Number.POSITIVE_INFINITY));
      });
      for (const each of generated.entities) {
        if (fold(each.name) !== '') assert.ok(ids(index.named(each.name)).includes(each.id), each.name);
      }
    }),
    { numRuns: 200 },
  );
});

test('finds what has words in its names by their stems, and what is of a kind', () => {
  const index = entityIndex({
    areas: [],
    entities: [
      entity('light.a', 'Reading Lamps'),
      entity('switch.b', 'Coffee Machine'),
      entity('light.c', 'Lamp', undefined, { aliases: ['Readinglight'] }),
    ],
  });
  const ids = (found: Entity[]) => found.map(({ id }) => id);
  assert.deepEqual(ids(index.withWords(['reading', 'lamp'], false)), ['light.a']);
  assert.deepEqual(ids(index.withWords(['reading'], true)), ['light.a', 'light.c']);
  assert.deepEqual(ids(index.withWords(['read'], true)), [], 'too short for a beginning');
  assert.deepEqual(ids(index.ofKinds(['switch', 'light'])), ['light.a', 'switch.b', 'light.c']);
});
