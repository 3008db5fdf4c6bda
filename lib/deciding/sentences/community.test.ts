import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEMO_HOUSE } from '../../home/demo-house.js';
import type { Language } from '../../language/tags.js';
import { communityCommand } from './community.js';

describe("Home Assistant's sentences as commands of the house", () => {
  const does: [language: Language, text: string, area: string | undefined, expected: Record<string, unknown> | null][] =
    [
      ['en', 'activate the lights in the kitchen', undefined, { action: 'turn_on', area: 'kitchen', domain: 'light' }],
      [
        'en',
        'could you turn on the kitchen light?',
        undefined,
        { action: 'turn_on', targets: ['light.kitchen_light'] },
      ],
      ['en', 'turn on the kitchen light?', undefined, null],
      ['en', 'kitchen light', undefined, null],
      ['fr', 'allume la cuisine', undefined, null],
      ['en', 'set temperature to 30°', undefined, null],
      ['en', 'unlock the front door', undefined, null],
      ['en', 'set a timer for five minutes', 'kitchen', null],
      ['en', 'tell me a joke', 'kitchen', null],
    ];
  for (const [language, text, area, expected] of does) {
    test(`${language}: "${text}"`, () => {
      const command = communityCommand(language, text, { house: DEMO_HOUSE, area });
      if (!expected) return assert.equal(command, null);
      assert.ok(command && command.targets.length > 0);
      assert.deepEqual({ ...command, ...expected }, command);
    });
  }

  test('a floor is the devices of its areas', () => {
    const areas = DEMO_HOUSE.areas.map((area) =>
      area.id === 'bedroom' || area.id === 'office' ? { ...area, floor: ['First Floor', 'Upstairs'] } : area,
    );
    const house = { ...DEMO_HOUSE, areas };
    const said = (text: string) => communityCommand('en', text, { house }) || undefined;
    assert.deepEqual(said('turn off the lights on the first floor')?.targets, [
      'light.bedroom_light',
      'light.bedside_lamp',
      'light.office_light',
      'light.desk_lamp',
    ]);
    assert.equal(said('are any lights on upstairs')?.action, 'get_state');
    assert.equal(said('turn off the lights on the second floor'), undefined);
  });
});
