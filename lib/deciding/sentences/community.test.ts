import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { askedAbout, isQuestion } from '../../home/actions.js';
import { DEMO_HOUSE } from '../../home/demo-house.js';
import type { Entity } from '../../home/types.js';
import { answer } from '../answers.js';
import { communityCommand } from './community.js';
import { recognise } from './recognise.js';

describe("Home Assistant's sentences as commands of the house", () => {
  const does: [language: string, text: string, area: string | undefined, expected: Record<string, unknown> | null][] = [
    ['en', 'activate the lights in the kitchen', undefined, { action: 'turn_on', area: 'kitchen', domain: 'light' }],
    ['en', 'could you turn on the kitchen light?', undefined, { action: 'turn_on', targets: ['light.kitchen_light'] }],
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
    const upstairs = new Set(areas.filter(({ floor }) => floor).map(({ id }) => id));
    const there = ({ area }: { area?: string | undefined }) => upstairs.has(area ?? '');
    for (const text of ['turn off everything upstairs', 'switch everything off on the first floor']) {
      const { targets = [] } = recognise(text, { language: 'en', house }) ?? {};
      assert.ok(targets.length > 2, text);
      assert.ok(
        DEMO_HOUSE.entities.filter(({ id }) => targets.includes(id)).every(there),
        `${text}: ${targets.join()}`,
      );
    }
    assert.equal(recognise('turn off everything on the second floor', { language: 'en', house }), null);
  });
});

test('a vacuum and a mower are started, stopped and sent home', () => {
  const robot = (id: string, name: string, domain: 'vacuum' | 'lawn_mower', state: string) => ({
    id,
    name,
    aliases: [],
    domain,
    state,
    area: undefined,
    attributes: {},
  });
  const house = {
    areas: [],
    entities: [
      robot('vacuum.robot', 'Robot', 'vacuum', 'cleaning'),
      robot('lawn_mower.mo', 'Mo', 'lawn_mower', 'mowing'),
    ],
  };
  const said: [language: string, text: string, action: string, target: string][] = [
    ['en', 'start the vacuum', 'turn_on', 'vacuum.robot'],
    ['en', 'stop the vacuum', 'pause', 'vacuum.robot'],
    ['en', 'return the robot to base', 'dock', 'vacuum.robot'],
    ['en', 'start the mower', 'turn_on', 'lawn_mower.mo'],
    ['en', 'dock the mower', 'dock', 'lawn_mower.mo'],
    ['de', 'starte den Staubsauger', 'turn_on', 'vacuum.robot'],
    ['de', 'stoppe den Staubsauger', 'pause', 'vacuum.robot'],
    ['fr', 'lance l’aspirateur', 'turn_on', 'vacuum.robot'],
    ['fr', 'renvoie Robot à sa base', 'dock', 'vacuum.robot'],
    ['es', 'inicia la aspiradora', 'turn_on', 'vacuum.robot'],
    ['es', 'para la aspiradora', 'pause', 'vacuum.robot'],
  ];
  for (const [language, text, action, target] of said) {
    const command = recognise(text, { language, house });
    assert.deepEqual([command?.action, command?.targets], [action, [target]], text);
  }
  const cuisine = { id: 'kitchen', name: 'Cuisine', aliases: [] };
  const there = house.entities.map((entity) => ({ ...entity, area: 'kitchen' }));
  const off = recognise('éteins la cuisine', { language: 'fr', house: { areas: [cuisine], entities: there } });
  assert.equal(off, null, 'a room that is switched off sends no robot home');
});

test('a fan in the singular is the one in this room, or none', () => {
  const fan = (id: string, area: string): Entity => ({ ...FAN, id: `fan.${id}`, name: id, area });
  const FAN = { domain: 'fan' as const, aliases: [], state: 'off', attributes: {} };
  const areas = [
    { id: 'bedroom', name: 'Chambre', aliases: [] },
    { id: 'living', name: 'Salon', aliases: [] },
  ];
  const house = { areas, entities: [fan('ceiling', 'bedroom'), fan('tower', 'living')] };
  const targets = (area?: string) => recognise('allume le ventilateur', { language: 'fr', house, area })?.targets;
  assert.deepEqual(targets('bedroom'), ['fan.ceiling']);
  assert.equal(targets(), undefined);
});

describe('where persons are', () => {
  const person = (name: string, state: string): Entity => {
    return { id: `person.${name.toLowerCase()}`, name, domain: 'person', aliases: [], state, attributes: {} };
  };
  const house = { areas: [], entities: [person('Joseph', 'home'), person('Ada', 'Work'), person('John', 'not_home')] };
  const told = (text: string, language: string) => {
    const command = recognise(text, { language, house });
    return command && answer(command, askedAbout(house, command), { language, house }).text;
  };
  const SAID: readonly (readonly [language: string, text: string, answer: string | null])[] = [
    ['en', 'where is Joseph?', 'Joseph is at home.'],
    ['en', 'is John home?', 'No, John is away.'],
    ['en', 'is Ada at home', 'No, Ada: Work.'],
    ['en', 'who is at work', 'Ada: Work.'],
    ['en', 'is anyone at home', 'Joseph is at home.'],
    ['en', 'who is the president', null],
    ['de', 'wo ist Ada', 'Ada: Work.'],
    ['de', 'ist John zu Hause?', 'Nein, John ist nicht zu Hause.'],
    ['fr', 'qui est à la maison', 'Joseph est à la maison.'],
    ['es', '¿está John en casa?', 'No, John está fuera.'],
    ['it', "dov'è Joseph", null],
  ];
  for (const [language, text, expected] of SAID) {
    test(`${language}: ${text}`, () => assert.equal(told(text, language), expected));
  }
  test('nobody is switched', () => {
    for (const text of ['turn on Joseph', 'turn off everyone', 'lock Ada']) {
      const command = recognise(text, { language: 'en', house });
      assert.ok(!command || isQuestion(command.action), text);
    }
  });
});
