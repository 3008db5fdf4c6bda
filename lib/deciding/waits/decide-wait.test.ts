import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { openDemoHome } from '../../home/demo.js';
import { guarded } from '../../home/guard.js';
import { listeners } from '../../home/listeners.js';
import type { Entity, HomeStatus, Surroundings } from '../../home/types.js';
import { openTimers, type Timers } from '../../timers/timers.js';
import type { Timer } from '../../timers/types.js';
import type { Timer as Alarm } from '../../turn/clock.js';
import { newTurn } from '../../turn/turn.js';
import { decideCommand } from '../decide-command.js';
import { doDelayed } from '../timers/due-command.js';
import { ringTold } from '../timers/told.js';
import { MAX_WAITS } from './decide-wait.js';
import { watchStates } from './watch.js';

const signal = new AbortController().signal;
const WEEK = 7 * 86_400_000;

let folder: string;
let now: number;
let calls: Set<() => void>;
let timers: Timers;
let states: Map<string, Partial<Entity>>;
let sky: Surroundings;
let status: HomeStatus['state'];
let home: ReturnType<typeof guarded>;
let rung: string[];
let done: string[];
let unwatch: () => void;
const changes = listeners<Entity[]>();
const statuses = listeners<HomeStatus>();

const time = {
  now: () => now,
  uptime: () => now,
  after(_: number, call: () => void) {
    calls.add(call);
    const timer: Alarm = { cancel: () => calls.delete(call), refresh() {}, unref: () => timer };
    return timer;
  },
};
/** Lets some time pass, with all that was to be done in it. */
async function passes(ms: number) {
  now += ms;
  for (const call of [...calls]) if (calls.delete(call)) call();
  await new Promise(setImmediate);
}
/** A device is in another state now. */
async function becomes(id: string, state: string) {
  states.set(id, { ...states.get(id), state });
  changes.tell(home.house().entities.filter((entity) => entity.id === id));
  await passes(0);
}
async function connection(state: HomeStatus['state']) {
  status = state;
  statuses.tell({ state, detail: '' });
  await passes(0);
}
/** Opens what a restart opens. */
function start() {
  timers = openTimers({ file: path.join(folder, 'timers.json'), failed: assert.fail, time });
  timers.ringBy(async (due) => {
    const { timer } = due;
    const listener = { language: timer.language, now };
    if (timer.kind === 'command') {
      const told = await doDelayed(due, home, signal);
      if (told !== undefined) rung.push(told);
    } else rung.push(ringTold(timer, false, listener));
  });
  unwatch = watchStates(timers, home, assert.fail, time);
}
async function restarted(meanwhile: () => void) {
  unwatch();
  timers.close();
  calls.clear();
  changes.clear();
  statuses.clear();
  meanwhile();
  start();
  await passes(0);
}

/** Machines of the house beside the demo house's devices, with what they are called in English, German, French, Spanish. */
function machine(id: string, names: string[], state: string, attributes = {}): [string, Partial<Entity>] {
  const [name = '', ...aliases] = names;
  const domain = id.slice(0, id.indexOf('.')) as Entity['domain'];
  return [id, { id, domain, name, aliases, state, attributes }];
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'waits-'));
  now = Date.parse('2026-11-23T12:00:00Z');
  calls = new Set();
  [rung, done] = [[], []];
  sky = { sun: 'above_horizon', people: ['not_home'] };
  status = 'connected';
  states = new Map([
    machine('sensor.washer_status', ['Washing Machine Status', 'Waschmaschine', 'Lave-linge', 'Lavadora'], 'Rinse'),
    machine('binary_sensor.dryer_running', ['Dryer Running', 'Trockner', 'Sèche-linge', 'Secadora'], 'on', {
      device_class: 'running',
    }),
    machine('sensor.dishwasher_power', ['Dishwasher Power', 'Geschirrspüler Leistung'], '812.5', {
      device_class: 'power',
      unit_of_measurement: 'W',
    }),
    machine('person.anna', ['Anna'], 'Work'),
    ['cover.garage_door', {}],
    ['binary_sensor.kitchen_window', { state: 'off' }],
  ]);
  const demo = openDemoHome();
  const house = () => {
    const known = demo.house();
    const own = [...states].flatMap(([id, one]) =>
      known.entities.some((entity) => entity.id === id) ? [] : [one as Entity],
    );
    const entities = known.entities.map((entity) => ({ ...entity, ...states.get(entity.id) }));
    return { areas: known.areas, entities: [...entities, ...own] };
  };
  home = guarded({
    ...demo,
    house,
    surroundings: () => sky,
    status: () => ({ state: status, detail: '' }),
    onChange: changes.add,
    onStatus: statuses.add,
    async run(command, stop) {
      done.push(`${command.action} ${command.targets.join(' ')}`);
      return await demo.run(command, stop);
    },
  });
  start();
});
afterEach(() => {
  unwatch();
  timers.close();
  changes.clear();
  statuses.clear();
  rmSync(folder, { recursive: true });
});

const says = async (text: string, language = 'en', turn = {}) =>
  (
    await decideCommand(text, {
      home,
      timers,
      signal,
      memories: [],
      turn: newTurn({ site: 'hall', area: 'hall', source: 'text', language, ...turn }),
    })
  )?.text;
const waits = () => timers.all().filter(({ awaits }) => awaits);

describe('a reminder that waits', () => {
  const told: [language: string, text: string, answer: string, device: string, state: string, said: string][] = [
    [
      'en',
      'tell me when the washer is done',
      'I’ll tell you when the washer is done.',
      'sensor.washer_status',
      'end',
      'The washer is done.',
    ],
    [
      'en',
      'Please let me know as soon as the washing machine has finished.',
      'I’ll tell you when the washing machine has finished.',
      'sensor.washer_status',
      'off',
      'The washing machine is done.',
    ],
    [
      'en',
      'when the laundry is done, tell me',
      'I’ll tell you when the laundry is done.',
      'sensor.washer_status',
      'Finished',
      'The laundry is done.',
    ],
    [
      'en',
      'remind me to hang up the laundry when the washing machine is finished',
      'I’ll remind you when the washing machine is finished.',
      'sensor.washer_status',
      'idle',
      'The washing machine is done. A reminder: hang up the laundry.',
    ],
    [
      'en',
      'when the dryer finishes remind me to fold the towels',
      'I’ll remind you when the dryer finishes.',
      'binary_sensor.dryer_running',
      'off',
      'The dryer is done. A reminder: fold the towels.',
    ],
    [
      'en',
      'let me know when the kitchen window opens',
      'I’ll tell you when the kitchen window opens.',
      'binary_sensor.kitchen_window',
      'on',
      'The kitchen window is open.',
    ],
    [
      'en',
      'tell me when Anna comes home',
      'I’ll tell you when Anna comes home.',
      'person.anna',
      'home',
      'Anna is at home.',
    ],
    [
      'en',
      'let me know when it is below 12 degrees in the garden',
      'I’ll tell you when it is below 12 degrees in the garden.',
      'sensor.garden_temperature',
      '11.5',
      "It's 11.5 degrees in the garden.",
    ],
    [
      'de',
      'sag mir Bescheid, wenn die Waschmaschine fertig ist',
      'Ich sage dir Bescheid, wenn die Waschmaschine fertig ist.',
      'sensor.washer_status',
      'Fertig',
      'Die Waschmaschine ist fertig.',
    ],
    [
      'de',
      'Erinnere mich daran, die Wäsche aufzuhängen, sobald die Waschmaschine durch ist.',
      'Ich erinnere dich, wenn die Waschmaschine durch ist.',
      'sensor.washer_status',
      'off',
      'Die Waschmaschine ist fertig. Zur Erinnerung: die Wäsche aufzuhängen.',
    ],
    [
      'de',
      'wenn der Trockner fertig ist, erinnere mich an die Handtücher',
      'Ich erinnere dich, wenn der Trockner fertig ist.',
      'binary_sensor.dryer_running',
      'off',
      'Der Trockner ist fertig. Zur Erinnerung: die Handtücher.',
    ],
    [
      'de',
      'gib mir Bescheid, wenn das Küchenfenster geöffnet wird',
      'Ich sage dir Bescheid, wenn das Küchenfenster geöffnet wird.',
      'binary_sensor.kitchen_window',
      'on',
      'Das Küchenfenster ist offen.',
    ],
    [
      'de',
      'sag mir Bescheid, wenn Anna nach Hause kommt',
      'Ich sage dir Bescheid, wenn Anna nach Hause kommt.',
      'person.anna',
      'home',
      'Anna ist zu Hause.',
    ],
    [
      'de',
      'benachrichtige mich, sobald es im Garten unter 12 Grad hat',
      'Ich sage dir Bescheid, wenn es im Garten unter 12 Grad hat.',
      'sensor.garden_temperature',
      '11.5',
      'Im Garten sind es 11,5 Grad.',
    ],
    [
      'fr',
      'préviens-moi quand le lave-linge a fini',
      'Je te préviendrai quand le lave-linge a fini.',
      'sensor.washer_status',
      'end',
      'Le lave-linge a terminé.',
    ],
    [
      'fr',
      'rappelle-moi d’étendre le linge quand la machine à laver aura terminé',
      'Je te le rappellerai quand la machine à laver aura terminé.',
      'sensor.washer_status',
      'end',
      'La machine à laver a terminé. Rappel : étendre le linge.',
    ],
    [
      'fr',
      'dis-moi quand la fenêtre de la cuisine s’ouvre',
      'Je te préviendrai quand la fenêtre de la cuisine s’ouvre.',
      'binary_sensor.kitchen_window',
      'on',
      'La fenêtre de la cuisine est ouverte.',
    ],
    [
      'fr',
      'préviens-moi dès qu’Anna rentre à la maison',
      'Je te préviendrai quand Anna rentre à la maison.',
      'person.anna',
      'home',
      'Anna est à la maison.',
    ],
    [
      'es',
      'avísame cuando la lavadora haya terminado',
      'Te avisaré cuando la lavadora haya terminado.',
      'sensor.washer_status',
      'end',
      'La lavadora ha terminado.',
    ],
    [
      'es',
      'recuérdame tender la ropa cuando termine la lavadora',
      'Te lo recordaré cuando termine la lavadora.',
      'sensor.washer_status',
      'end',
      'La lavadora ha terminado. Un recordatorio: tender la ropa.',
    ],
    [
      'es',
      'avísame cuando se abra la ventana de la cocina',
      'Te avisaré cuando se abra la ventana de la cocina.',
      'binary_sensor.kitchen_window',
      'on',
      'La ventana de la cocina está abierta.',
    ],
    [
      'es',
      'avísame cuando Anna llegue a casa',
      'Te avisaré cuando Anna llegue a casa.',
      'person.anna',
      'home',
      'Anna está en casa.',
    ],
  ];
  for (const [language, text, answer, device, state, said] of told)
    test(`${language}: ${text}`, async () => {
      assert.equal(await says(text, language), answer);
      await passes(60_000);
      assert.deepEqual(rung, []);
      await becomes(device, state);
      assert.deepEqual(rung, [said]);
      await becomes(device, 'on');
      await becomes(device, state);
      assert.deepEqual([rung.length, timers.all()], [1, []]);
    });
});

describe('a command that waits', () => {
  const ordered: [language: string, text: string, answer: string, device: string, state: string, did: string][] = [
    [
      'en',
      'turn off the living room heating when the kitchen window is opened',
      'I’ll do that when the kitchen window is opened.',
      'binary_sensor.kitchen_window',
      'on',
      'turn_off climate.living_room',
    ],
    [
      'en',
      'when the washer is done, turn on the bedside lamp',
      'I’ll do that when the washer is done.',
      'sensor.washer_status',
      'end',
      'turn_on light.bedside_lamp',
    ],
    [
      'en',
      'turn on the ceiling fan as soon as Anna comes home',
      'I’ll do that when Anna comes home.',
      'person.anna',
      'home',
      'turn_on fan.ceiling_fan',
    ],
    [
      'de',
      'schalte die Wohnzimmerheizung aus, sobald das Küchenfenster offen ist',
      'Das mache ich, wenn das Küchenfenster offen ist.',
      'binary_sensor.kitchen_window',
      'on',
      'turn_off climate.living_room',
    ],
    [
      'de',
      'wenn das Küchenfenster geöffnet wird, schalte die Wohnzimmerheizung aus',
      'Das mache ich, wenn das Küchenfenster geöffnet wird.',
      'binary_sensor.kitchen_window',
      'on',
      'turn_off climate.living_room',
    ],
    [
      'fr',
      'éteins le chauffage du salon quand la fenêtre de la cuisine s’ouvre',
      "Je le ferai quand la fenêtre de la cuisine s'ouvre.",
      'binary_sensor.kitchen_window',
      'on',
      'turn_off climate.living_room',
    ],
    [
      'es',
      'apaga la calefacción del salón cuando se abra la ventana de la cocina',
      'Lo haré cuando se abra la ventana de la cocina.',
      'binary_sensor.kitchen_window',
      'on',
      'turn_off climate.living_room',
    ],
  ];
  for (const [language, text, answer, device, state, did] of ordered)
    test(`${language}: ${text}`, async () => {
      assert.equal(await says(text, language), answer);
      assert.deepEqual(done, []);
      await becomes(device, state);
      assert.deepEqual([done, rung], [[did], []]);
      await becomes(device, 'off');
      await becomes(device, state);
      assert.equal(done.length, 1);
    });

  test('what opens the house does not wait', async () => {
    for (const [language, text, answer] of [
      ['en', 'unlock the front door when Anna comes home', /don’t open the house/],
      ['de', 'schließ die Haustür auf, sobald Anna nach Hause kommt', /öffne das Haus nicht/],
      ['fr', 'déverrouille la porte d’entrée quand Anna rentre', /n’ouvre pas la maison/],
      ['es', 'abre la puerta del garaje cuando Anna llegue a casa', /No abro la casa/],
    ] as const)
      assert.match((await says(text, language)) ?? '', answer, text);
    assert.deepEqual(timers.all(), []);
  });

  test('one that came true unseen is told, and not done', async () => {
    await says('turn off the living room heating when the kitchen window is opened');
    await restarted(() => states.set('binary_sensor.kitchen_window', { state: 'on' }));
    assert.deepEqual([done, rung.length, timers.all()], [[], 1, []]);
    assert.match(rung[0] ?? '', /^Sorry, .*didn’t do this: turn off the living room heating/);
  });
});

describe('what is so already, or can’t be known, is said instead', () => {
  const answers: [language: string, text: string, answer: string][] = [
    ['en', 'tell me when the washer is done', 'The washer is done already.'],
    ['en', 'tell me when the garage door is closed', 'The garage door is closed already.'],
    ['en', 'turn on the ceiling fan when the washer is done', 'The washer is done already, so I did nothing.'],
    ['de', 'sag mir Bescheid, wenn die Waschmaschine fertig ist', 'Das ist schon so: Die Waschmaschine ist fertig.'],
    ['fr', 'préviens-moi quand le lave-linge a fini', 'C’est déjà le cas. Le lave-linge a terminé.'],
    ['es', 'avísame cuando la lavadora haya terminado', 'Ya es así. La lavadora ha terminado.'],
    ['en', 'tell me when the oven is done', 'I know no “the oven” in this house that I could wait for.'],
    [
      'en',
      'let me know when the cellar door opens',
      'I know no “the cellar door” in this house that I could wait for.',
    ],
    ['en', 'turn on the ceiling fan when Bertha comes home', 'I know no “bertha” in this house that I could wait for.'],
    [
      'de',
      'sag mir Bescheid, wenn der Backofen fertig ist',
      'Ich kenne hier nichts, das „der Backofen“ heißt und worauf ich warten könnte.',
    ],
    [
      'fr',
      'préviens-moi quand le four a fini',
      'Je ne connais rien ici qui s’appelle « le four » et que je pourrais attendre.',
    ],
    [
      'es',
      'avísame cuando el horno haya terminado',
      'No conozco nada aquí que se llame «el horno» y a lo que pueda esperar.',
    ],
  ];
  for (const [language, text, answer] of answers)
    test(`${language}: ${text}`, async () => {
      states.set('sensor.washer_status', { ...states.get('sensor.washer_status'), state: 'end' });
      assert.equal(await says(text, language), answer);
      assert.deepEqual([timers.all(), done], [[], []]);
    });

  test('a device that does not tell is not waited for', async () => {
    states.set('sensor.washer_status', { ...states.get('sensor.washer_status'), state: 'unavailable' });
    assert.match((await says('tell me when the washer is done')) ?? '', /^I can’t tell/);
    assert.deepEqual(timers.all(), []);
  });
});

test('other words are left as they were', async () => {
  for (const [language, text] of [
    ['en', 'tell me when the game starts'],
    ['en', 'tell me when it is done'],
    ['fr', 'dis-moi quand c’est fini'],
    ['en', 'tell me when my alarm is'],
    ['en', 'every time the kitchen window opens turn on the ceiling fan'],
    ['en', 'when did the kitchen window open?'],
    ['en', 'what happens when the kitchen window opens?'],
    ['de', 'wann ist die Waschmaschine fertig?'],
    ['fr', 'quand est-ce que le lave-linge a fini ?'],
    ['es', '¿cuándo termina la lavadora?'],
  ] as const) {
    assert.doesNotMatch((await says(text, language)) ?? '', /I know no|Je ne connais/, text);
    assert.deepEqual([timers.all(), done], [[], []], text);
  }
  assert.match((await says('remind me to call Mum')) ?? '', /^When\?$/);
  // A condition is one of now.
  await says('schalte den Deckenventilator ein, wenn das Küchenfenster geschlossen ist', 'de');
  assert.deepEqual([done, timers.all()], [['turn_on fan.ceiling_fan'], []]);
  await says('set a 10 minute timer', 'en', { source: 'announcement' });
  await says('tell me when the washer is done', 'en', { source: 'announcement' });
  assert.deepEqual(timers.all(), []);
});

describe('what is waited for', () => {
  const ask = () => says('remind me to hang up the laundry when the washer is done');

  test('is listed, cancelled by its subject, and all at once', async () => {
    await ask();
    await says('remind me tomorrow at nine to call Mum');
    assert.equal(
      (await says('what reminders do I have'))?.includes('hang up the laundry, when the washer is done.'),
      true,
    );
    assert.equal(await says('cancel the reminder about the dryer'), 'There is no such timer.');
    assert.equal(await says('cancel the reminder about the washer'), 'Hang up the laundry cancelled.');
    assert.equal(timers.all().length, 1);
    assert.equal(await says('cancel the reminder to call Mum'), 'Call Mum cancelled.');
    for (const [language, set, cancel] of [
      ['de', 'sag mir Bescheid, wenn die Waschmaschine fertig ist', 'lösche die Erinnerung an die Waschmaschine'],
      ['fr', 'préviens-moi quand le lave-linge a fini', 'annule le rappel pour le lave-linge'],
      ['es', 'avísame cuando la lavadora haya terminado', 'cancela el recordatorio de la lavadora'],
      ['en', 'tell me when the washer is done', 'cancel all reminders'],
    ] as const) {
      await says(set, language);
      assert.equal(waits().length, 1, set);
      await says(cancel, language);
      assert.deepEqual(timers.all(), [], cancel);
    }
  });

  test('outlives a restart: what came true meanwhile is told at once, with an apology, once', async () => {
    await ask();
    await restarted(() => {});
    assert.deepEqual([rung, waits().length], [[], 1]);
    await restarted(() => states.set('sensor.washer_status', { ...states.get('sensor.washer_status'), state: 'end' }));
    assert.deepEqual(rung, [
      'Sorry, this may be late, for a while I couldn’t see the house. The washer is done. A reminder: hang up the laundry.',
    ]);
    await restarted(() => {});
    assert.equal(rung.length, 1);
  });

  test('is not looked at while the house is away, and compared when it is back', async () => {
    await ask();
    await connection('disconnected');
    await becomes('sensor.washer_status', 'end');
    await passes(60_000);
    assert.deepEqual(rung, []);
    await becomes('sensor.washer_status', 'Spin');
    await connection('connected');
    assert.deepEqual(rung, []);
    await connection('disconnected');
    await becomes('sensor.washer_status', 'end');
    await connection('connected');
    assert.match(rung.join(), /^Sorry, .* The washer is done\./);
  });

  test('a device that comes back counts when it stays so: some begin with "off"', async () => {
    await ask();
    await becomes('sensor.washer_status', 'unavailable');
    await becomes('sensor.washer_status', 'off');
    await passes(30_000);
    assert.deepEqual(rung, []);
    await becomes('sensor.washer_status', 'Rinse');
    await passes(60_000);
    assert.deepEqual(rung, []);
    await becomes('sensor.washer_status', 'unknown');
    await becomes('sensor.washer_status', 'off');
    await passes(60_000);
    assert.equal(rung.length, 1);
  });

  test('power that is nearly nothing for two minutes is an end, and a pause is none', async () => {
    assert.equal(await says('tell me when the dishwasher is done'), 'I’ll tell you when the dishwasher is done.');
    await becomes('sensor.dishwasher_power', '2.1');
    await passes(90_000);
    await becomes('sensor.dishwasher_power', '1900');
    await passes(120_000);
    await becomes('sensor.dishwasher_power', '0.4');
    await passes(110_000);
    assert.deepEqual(rung, []);
    await becomes('sensor.dishwasher_power', '0.3');
    await passes(10_000);
    assert.deepEqual(rung, ['The dishwasher is done.']);
  });

  test('what no device tells is looked at, too', async () => {
    await says('tell me when it gets dark');
    await says('sag mir Bescheid, wenn jemand nach Hause kommt', 'de');
    await passes(10_000);
    assert.deepEqual([rung, waits().length], [[], 2]);
    sky = { sun: 'below_horizon', people: ['home'] };
    await passes(10_000);
    assert.deepEqual(rung.sort(), ['Es ist jemand zu Hause.', 'It’s dark.']);
  });

  test('a device that is gone ends nothing, and a week in vain is told', async () => {
    await ask();
    await says('turn on the ceiling fan when the dryer is done');
    states.delete('sensor.washer_status');
    await passes(60_000);
    assert.deepEqual(rung, []);
    await passes(WEEK);
    assert.deepEqual(rung, [
      'I have waited a week in vain: the washer is done.',
      'I have waited a week in vain: the dryer is done.',
    ]);
    assert.deepEqual([done, timers.all()], [[], []]);
  });

  test('there are so many, and no more', async () => {
    for (let count = 0; count < MAX_WAITS; count++) await ask();
    assert.match((await ask()) ?? '', /^I am waiting for too many/);
    assert.equal(waits().length, MAX_WAITS);
    assert.equal(await says(`tell me when the ${'washer '.repeat(60)}is done`), undefined);
  });

  test('a name that was misheard is found where it was spoken', async () => {
    assert.match((await says('tell me when the dish wosher is done')) ?? '', /^I know no/);
    await says('sag mir Bescheid, wenn die Waschmaschiene fertig ist', 'de', { source: 'voice' });
    await says('tell me when the washing mashine is done', 'en', { source: 'voice' });
    assert.equal(waits().length, 2);
  });

  test('is kept as it was said, in its room and language', async () => {
    await says('sag mir Bescheid, wenn die Waschmaschine fertig ist', 'de');
    const { site, area, language, kind, awaits } = waits()[0] as Timer;
    assert.deepEqual(
      [site, area, language, kind, awaits?.said],
      ['hall', 'hall', 'de', 'reminder', 'die Waschmaschine fertig ist'],
    );
  });
});
