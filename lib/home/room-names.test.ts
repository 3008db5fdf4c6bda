import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recognise } from '../deciding/sentences/recognise.js';
import { entityIndex } from './entity-index.js';
import { type House, houseSchema } from './types.js';

/** A house as many are: its rooms have English names, whoever lives in it. */
const named = (...rooms: string[]): House =>
  houseSchema.parse({
    areas: rooms.map((name) => ({ id: name.toLowerCase().replaceAll(' ', '_'), name })),
    entities: rooms.map((name) => {
      const area = name.toLowerCase().replaceAll(' ', '_');
      return { id: `light.${area}`, domain: 'light', name: 'Ceiling', area, state: 'off' };
    }),
  });
const HOUSE = named('Kitchen', 'Living Room', 'Bedroom', 'Bathroom', 'Hallway', 'Office', 'Garage', 'Basement');

describe('a room with an English name', () => {
  test('is what it is called in the language that is spoken', () => {
    const SAID: [language: string, order: string, room: string][] = [
      ['es', 'enciende la luz de la cocina', 'kitchen'],
      ['es', 'enciende la luz del salón', 'living_room'],
      ['es', 'apaga la luz del dormitorio', 'bedroom'],
      ['es', 'enciende la luz del baño', 'bathroom'],
      ['de', 'mach das Licht in der Küche an', 'kitchen'],
      ['de', 'schalte das Licht im Wohnzimmer ein', 'living_room'],
      ['de', 'mach das Licht im Flur aus', 'hallway'],
      ['de', 'mach das Licht im Keller an', 'basement'],
      ['fr', 'allume la lumière de la cuisine', 'kitchen'],
      ['fr', 'éteins la lumière du salon', 'living_room'],
      ['fr', 'allume la lumière de la chambre', 'bedroom'],
      ['fr', 'allume la lumière du bureau', 'office'],
      ['it', 'accendi la luce in cucina', 'kitchen'],
      ['nl', 'doe het licht in de keuken aan', 'kitchen'],
      ['pt', 'liga a luz da cozinha', 'kitchen'],
      ['pl', 'włącz światło w kuchni', 'kitchen'],
      ['en', 'turn on the light in the lounge', 'living_room'],
    ];
    for (const [language, order, room] of SAID)
      assert.deepEqual(recognise(order, { language, house: HOUSE })?.targets, [`light.${room}`], order);
  });

  test('gives its common names to nothing where another room has them, or there are two', () => {
    assert.equal(entityIndex(named('Kitchen', 'Cocina')).area('cocina')?.id, 'cocina');
    assert.equal(entityIndex(named('Living Room', 'Lounge')).area('salón'), undefined);
    assert.equal(entityIndex(named('Office', 'Bureau')).area('bureau')?.id, 'bureau');
    assert.equal(entityIndex(named('Atelier Rouge')).area('taller'), undefined);
  });
});
