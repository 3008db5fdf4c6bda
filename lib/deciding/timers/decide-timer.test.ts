import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { readCases } from '../../../evals/cases.js';
import { packageRoot } from '../../../test/package-root.js';
import { openDemoHome } from '../../home/demo.js';
import { guarded } from '../../home/guard.js';
import { openTimers, type Timers } from '../../timers/timers.js';
import type { Timer } from '../../turn/clock.js';
import { newTurn } from '../../turn/turn.js';
import { decideCommand } from '../decide-command.js';
import { recogniseAll } from '../sentences/recognise-all.js';
import { timerAsked } from './asked.js';

/** A Monday, 13:00 in Berlin. */
const NOW = Date.parse('2026-11-23T12:00:00Z');
const MINUTE = 60_000;
const signal = new AbortController().signal;

let folder: string;
let timers: Timers;
let home: ReturnType<typeof guarded>;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'timers-'));
  timers = openTimers({
    file: path.join(folder, 'timers.json'),
    failed: assert.fail,
    time: {
      now: () => NOW,
      uptime: () => 0,
      after(ms: number, call: () => void) {
        const due = ms === 0 ? setImmediate(call) : undefined;
        const timer: Timer = { cancel: () => clearImmediate(due), refresh() {}, unref: () => timer };
        return timer;
      },
    },
  });
  home = guarded({ ...openDemoHome(), timeZone: () => 'Europe/Berlin' });
});
afterEach(() => rmSync(folder, { recursive: true }));

const says = (text: string, language = 'en', turn = {}) =>
  decideCommand(text, {
    home,
    timers,
    signal,
    memories: [],
    turn: newTurn({ site: 'hall', area: 'hall', source: 'text', language, ...turn }),
  });
const minutes = () => timers.all().map(({ due }) => (due - NOW) / MINUTE);
const plain = (text = '') => text.replace(/[\u00a0\u202f]/g, ' ');

test('several that were cancelled are set again by a no, and only by one', async () => {
  const said: [language: string, set: string, cancel: string, no: string, isBack: boolean][] = [
    ['en', 'set a timer for # minutes', 'cancel all timers', 'no', true],
    ['en', 'set a timer for # minutes', 'cancel all timers', 'no, undo that', true],
    ['en', 'set a timer for # minutes', 'cancel all timers', 'thank you', false],
    ['en', 'set a timer for # minutes', 'cancel all timers', 'leave it', false],
    ['de', 'stell einen Timer auf # Minuten', 'lösch alle Timer', 'nein, nein', true],
    ['fr', 'mets un minuteur de # minutes', 'annule tous les minuteurs', 'non', true],
    ['es', 'pon un temporizador de # minutos', 'cancela todos los temporizadores', 'no', true],
  ];
  for (const [language, set, cancel, no, isBack] of said) {
    for (const length of [5, 10]) await says(set.replace('#', String(length)), language);
    assert.equal(minutes().length, 2, set);
    await says(cancel, language);
    assert.equal(minutes().length, 0, cancel);
    const told = await says(no, language);
    assert.equal(minutes().length, isBack ? 2 : 0, `${no}: ${told?.text}`);
    assert.doesNotMatch(told?.text ?? '', /won.t/);
    timers.cancel(...timers.all().map(({ id }) => id));
  }
});

test('no length starts no timer', async () => {
  for (const [text, language] of [
    ['set a timer for 0 minutes', 'en'],
    ['set a timer for zero seconds', 'en'],
    ['stell einen Timer auf null Minuten', 'de'],
    ['mets un minuteur de zéro minute', 'fr'],
    ['pon un temporizador de cero minutos', 'es'],
  ] as const)
    assert.equal((await says(text, language))?.question, true, text);
  assert.deepEqual(minutes(), []);
});

describe('timers beside other orders', () => {
  const several: [language: string, text: string, light: 'on' | 'off'][] = [
    ['en', 'turn on the hall light and set a timer for ten minutes', 'on'],
    ['en', 'Set a timer for ten minutes and turn off the hall light.', 'off'],
    ['de', 'mach das Licht im Flur an und stell einen Timer auf zehn Minuten', 'on'],
    ['fr', 'mets un minuteur de dix minutes et éteins la lumière de l’entrée', 'off'],
    ['es', 'enciende la luz del pasillo y pon un temporizador de diez minutos', 'on'],
  ];
  for (const [language, text, light] of several) {
    test(text, async () => {
      const answered = await says(text, language);
      assert.equal(home.house().entities.find(({ id }) => id === 'light.hall_light')?.state, light);
      assert.deepEqual(minutes(), [10]);
      assert.ok(answered?.command?.ok);
    });
  }

  test('is no part of it, nothing is done', async () => {
    const before = home.house().entities;
    for (const other of [
      'set a timer for ten minutes and unlock the front door',
      'set a timer for ten minutes and write a poem',
      'do not turn on the hall light and set a timer for ten minutes',
      'should I turn on the hall light and set a timer for ten minutes',
    ])
      assert.equal(await says(other), undefined, other);
    assert.deepEqual(minutes(), []);
    assert.deepEqual(home.house().entities, before);
  });

  test('the time is told after what is done', async () => {
    const answered = await says('turn on the hall light and what time is it?');
    assert.match(plain(answered?.text), /^Turned on the hall light\. It.s \d/);
  });
});

describe('timers in the words of the community', () => {
  const started: [language: string, text: string, minutes: number][] = [
    ['en', 'set a timer for 10 minutes', 10],
    ['de', 'stelle einen Timer auf zehn Minuten', 10],
    ['fr', 'mets un minuteur de 10 minutes', 10],
    ['es', 'pon un temporizador de 10 minutos', 10],
    ['de', 'Stellst du einen Timer auf zehn Minuten?', 10],
    ['fr', 'Tu mets un minuteur de 10 minutes ?', 10],
    ['es', '¿Me pones un temporizador de 10 minutos?', 10],
    ['it', 'imposta un timer di 10 minuti', 10],
    ['nl', 'zet een timer voor 10 minuten', 10],
    ['pl', 'ustaw minutnik na 10 minut', 10],
  ];
  for (const [language, text, length] of started) {
    test(`${language}: ${text}`, async () => {
      const answered = await says(text, language);
      assert.match(plain(answered?.text), /10/);
      assert.deepEqual(minutes(), [length]);
    });
  }

  test('are called without an article, however they were set', async () => {
    const named = [
      ['en', 'set a 25 minute timer for the bread', 'pause the bread timer', /^Bread timer paused/],
      ['de', 'stelle einen Timer für die Pizza auf 10 Minuten', 'wie lange läuft der Pizza Timer noch', /Pizza/],
      ['de', 'stell einen Pizza-Timer auf 10 Minuten', 'pausiere den Pizza Timer', /^Pizza/],
      ['fr', 'mets un minuteur de 10 minutes pour les pâtes', 'mets en pause le minuteur pâtes', /[Pp]âtes/],
      ['es', 'pon un temporizador de 10 minutos para la pasta', 'pausa el temporizador pasta', /[Pp]asta/],
    ] as const;
    for (const [language, set, then, told] of named) {
      await says(set, language);
      const { text } = (await says(then, language)) ?? {};
      assert.match(plain(text), told, then);
      assert.doesNotMatch(timers.all()[0]?.name ?? '-', /^(?:the|die|les|la) |-/i, set);
      timers.cancel(...timers.all().map(({ id }) => id));
    }
  });

  test('are asked for in other words than the community has', async () => {
    const told = [
      ['en', 'timer 5 minutes', /5 minutes/],
      ['en', 'set an egg timer for six minutes', /^Egg timer started: 6/],
      ['en', 'how much longer on the egg timer', /^Egg timer: 6/],
      ['en', 'how much time is left?', /5 minutes left.* Egg timer: 6/],
      ['en', 'add two minutes to the egg timer', /^Egg timer: 8/],
      ['de', 'Stell einen Nudeltimer auf sieben Minuten', /^Nudel-Timer gestartet/],
      ['de', 'Wie lange noch beim Nudeltimer?', /^Nudel-Timer, noch 7/],
      ['de', 'Verlängere den Nudel-Timer um eine Minute', /Nudel-Timer.*8/],
      ['fr', 'combien de temps il reste ?', /[Mm]inuteur/],
      ['fr', 'ajoute deux minutes au minuteur des nudel', /Nudel.*10/],
      ['es', '¿Cuánto tiempo queda?', /Nudel/],
    ] as const;
    for (const [language, text, answer] of told) assert.match(plain((await says(text, language))?.text), answer, text);
    assert.deepEqual(minutes(), [5, 8, 10]);
    for (const text of ['how long is the river', 'add five minutes to the list', 'cuánto falta para Navidad'])
      assert.equal(timerAsked(text, { language: 'en', now: NOW, understand: () => [] }), undefined, text);
  });

  test('several, named, asked about, changed, paused and cancelled', async () => {
    await says('set a 10 minute timer for pizza');
    await says('set a timer for 1 hour');
    assert.match(plain((await says('how long is left on the pizza timer'))?.text), /^Pizza timer: 10 minutes left/);
    await says('add 5 minutes to the pizza timer');
    assert.deepEqual(minutes(), [15, 60]);
    await says('pause the pizza timer');
    assert.equal(timers.all()[0]?.paused, 15 * MINUTE);
    await says('resume the pizza timer');
    const which = 'Which one: Pizza timer or Timer for 1 hour?';
    assert.equal((await says('cancel the timer'))?.text, which);
    await says('cancel the pizza timer');
    assert.deepEqual(minutes(), [60]);
    assert.equal((await says('cancel the noodle timer'))?.command?.ok, false);
    await says('cancel all timers');
    assert.deepEqual(minutes(), []);
  });

  const talks: [language: string, ...steps: [text: string, left: number[]][]][] = [
    [
      'de',
      ['stelle einen Timer auf zehn Minuten', [10]],
      ['verlängere den Timer um fünf Minuten', [15]],
      ['stoppe den Timer', []],
    ],
    [
      'fr',
      ['mets un minuteur de 10 minutes', [10]],
      ['ajoute 5 minutes au minuteur', [15]],
      ['annule le minuteur', []],
    ],
    [
      'es',
      ['pon un temporizador de 10 minutos', [10]],
      ['añade 5 minutos al temporizador', [15]],
      ['cancela el temporizador', []],
    ],
  ];
  for (const [language, ...steps] of talks) {
    test(`set, changed and cancelled, ${language}`, async () => {
      for (const [text, left] of steps) {
        await says(text, language);
        assert.deepEqual(minutes(), left, text);
      }
    });
  }

  test('an announcement and a model set none', async () => {
    await says('set a timer for 10 minutes', 'en', { source: 'announcement' });
    const judgement = { directed: true, query: '', stop: false, confidence: 1, reasoning: '', by: 'model' };
    await says('set a timer for 10 minutes', 'en', { source: 'voice', judgement, heard: { text: 'what a day' } });
    assert.deepEqual(timers.all(), []);
  });
});

describe('what rings', () => {
  /** Rings in the hall until somebody stops it. */
  const rings = async (timer: { kind: 'timer' | 'alarm'; name?: string; length?: number }) => {
    const ringing = new Promise<void>((resolve) => {
      timers.ringBy(({ signal }) => {
        resolve();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      });
    });
    timers.set({ ...timer, site: 'hall', language: 'en', due: NOW });
    await ringing;
  };
  const kept = () => timers.all().map(({ kind, due }) => [kind, (due - NOW) / MINUTE]);

  for (const text of ['stop', 'Jarvis, stop', 'thanks', 'cancel the timer', 'cancel the pizza timer']) {
    test(`is stopped by: ${text}`, async () => {
      await rings({ kind: 'timer', name: 'pizza', length: MINUTE });
      assert.equal((await says(text))?.text, 'Stopped.');
      await new Promise(setImmediate);
      assert.deepEqual([timers.ringing('hall'), timers.all()], [[], []]);
    });
  }

  test('is not stopped by what is said of another timer, or in another room', async () => {
    await rings({ kind: 'timer', name: 'pizza', length: MINUTE });
    await says('set a 10 minute timer for eggs');
    await says('cancel the eggs timer');
    await says('stop', 'en', { site: 'bath', area: 'bath' });
    assert.equal(timers.ringing('hall').length, 1);
    assert.deepEqual(timers.all(), []);
  });

  test('an alarm is turned off for now, and the one of tomorrow stays', async () => {
    await says('wake me every day at seven');
    await rings({ kind: 'alarm' });
    assert.equal((await says('turn off the alarm'))?.text, 'Stopped.');
    assert.equal(kept().length, 1);
  });

  const snoozed: [language: string, text: string, minutes: number][] = [
    ['en', 'snooze', 5],
    ['en', 'ten more minutes, please', 10],
    ['de', 'noch zehn Minuten', 10],
    ['de', 'schlummern', 5],
    ['fr', 'encore dix minutes', 10],
    ['es', 'diez minutos más', 10],
    ['de', 'verlängere den Timer um zehn Minuten', 10],
  ];
  for (const [language, text, minutes] of snoozed) {
    test(`is snoozed, ${language}: ${text}`, async () => {
      await rings({ kind: 'alarm' });
      assert.match(plain((await says(text, language))?.text), new RegExp(`${minutes} min`, 'i'));
      await new Promise(setImmediate);
      assert.deepEqual([timers.ringing('hall'), kept()], [[], [['alarm', minutes]]]);
    });
  }

  test('the words for it are nothing of ours while nothing rings', async () => {
    for (const text of ['ten more minutes', 'snooze', 'set the alarm', 'set the heating to 20 degrees']) {
      const answered = await says(text);
      assert.notEqual(answered?.command?.action, 'timer', text);
    }
    assert.equal((await says('cancel my alarm'))?.text, 'Nothing is set.');
  });

  test('"turn off the alarm" is for the alarm panel of a house that has one', async () => {
    const panel = {
      id: 'alarm_control_panel.home',
      name: 'Alarm',
      domain: 'alarm_control_panel',
      state: 'armed_away',
      attributes: {},
      aliases: [],
    };
    const demo = openDemoHome();
    const house = () => ({ ...demo.house(), entities: [...demo.house().entities, panel as never] });
    home = guarded({ ...demo, house });
    assert.notEqual((await says('turn off the alarm'))?.command?.action, 'timer');
    await rings({ kind: 'alarm' });
    assert.equal((await says('turn off the alarm'))?.text, 'Stopped.');
  });
});

describe('alarms', () => {
  const set: [language: string, text: string, due: string, days?: number[]][] = [
    ['en', 'wake me at seven', '2026-11-24T06:00Z'],
    ['en', 'Please wake me up at half past six tomorrow', '2026-11-24T05:30Z'],
    ['en', 'set an alarm for 7:20 am', '2026-11-24T06:20Z'],
    ['en', 'set an alarm for 5pm', '2026-11-23T16:00Z'],
    ['en', 'wake me up every weekday at seven', '2026-11-24T06:00Z', [1, 2, 3, 4, 5]],
    ['en', 'set an alarm for 12', '2026-11-24T11:00Z'],
    ['de', 'weck mich um halb acht', '2026-11-24T06:30Z'],
    ['en', 'wake me at ten to seven', '2026-11-24T05:50Z'],
    ['en', 'alarm at half six', '2026-11-24T05:30Z'],
    ['de', 'weck mich um zehn vor sieben', '2026-11-24T05:50Z'],
    ['de', 'weck mich um fünf vor halb acht', '2026-11-24T06:25Z'],
    ['de', 'weck mich um fünf nach halb acht', '2026-11-24T06:35Z'],
    ['de', 'weck mich um dreiviertel sieben', '2026-11-24T05:45Z'],
    ['fr', 'réveille-moi à sept heures moins dix', '2026-11-24T05:50Z'],
    ['es', 'despiértame a las siete menos diez', '2026-11-24T05:50Z'],
    ['de', 'stell den Wecker auf sieben Uhr dreißig', '2026-11-24T06:30Z'],
    ['de', 'wecke mich jeden Werktag um sieben', '2026-11-24T06:00Z', [1, 2, 3, 4, 5]],
    ['de', 'weck mich am Freitag um Viertel vor sieben', '2026-11-27T05:45Z'],
    ['fr', 'réveille-moi à sept heures et demie', '2026-11-24T06:30Z'],
    ['fr', 'réveille-moi demain à 7h30', '2026-11-24T06:30Z'],
    ['es', 'despiértame a las siete y media', '2026-11-24T06:30Z'],
    ['es', 'despiértame mañana a las 7 de la mañana', '2026-11-24T06:00Z'],
  ];
  for (const [language, text, due, days] of set) {
    test(`${language}: ${text}`, async () => {
      assert.equal((await says(text, language))?.command?.ok, true);
      const [alarm] = timers.all();
      assert.equal(alarm?.kind, 'alarm');
      assert.equal(new Date(alarm.due).toISOString(), new Date(due).toISOString());
      assert.deepEqual(alarm.every?.days, days);
    });
  }

  test('are told and cancelled', async () => {
    assert.equal(plain((await says('wake me at seven'))?.text), 'I’ll wake you on Tuesday at 7:00 AM.');
    assert.match((await says('cancel my alarm'))?.text ?? '', /cancelled/);
    assert.deepEqual(timers.all(), []);
  });
});

describe('reminders', () => {
  const set: [language: string, text: string, due: string, about: string][] = [
    [
      'de',
      'Erinnere mich morgen um neun daran, die Straße, das Gras und (ganz kurz) Anna zu fegen',
      '2026-11-24T08:00:00Z',
      'die Straße, das Gras und (ganz kurz) Anna zu fegen',
    ],
    ['en', 'remind me to take the pizza out in ten minutes', '2026-11-23T12:10Z', 'take the pizza out'],
    ['en', 'remind me tomorrow at nine to call Mum', '2026-11-24T08:00Z', 'call Mum'],
    ['en', 'remind me to call Mum tomorrow at five', '2026-11-24T16:00Z', 'call Mum'],
    ['en', 'remind me every day at five to feed the cat', '2026-11-23T16:00Z', 'feed the cat'],
    ['de', 'erinnere mich jeden Tag um fünf an die Katze', '2026-11-23T16:00Z', 'die Katze'],
    ['en', 'remind me to call Mum tomorrow morning at five', '2026-11-24T04:00Z', 'call Mum'],
    ['de', 'Erinnere mich am Freitag um 05:00 daran, Mama anzurufen', '2026-11-27T04:00Z', 'Mama anzurufen'],
    ['en', 'remind me at six to water the plants', '2026-11-23T17:00Z', 'water the plants'],
    ['de', 'erinnere mich in zehn Minuten an die Pizza', '2026-11-23T12:10Z', 'die Pizza'],
    ['de', 'Erinnere mich morgen um neun daran, Mama anzurufen', '2026-11-24T08:00Z', 'Mama anzurufen'],
    ['fr', 'rappelle-moi dans une demi-heure de sortir le gâteau', '2026-11-23T12:30Z', 'sortir le gâteau'],
    ['es', 'recuérdame llamar a mamá mañana a las nueve', '2026-11-24T08:00Z', 'llamar a mamá'],
  ];
  for (const [language, text, due, about] of set) {
    test(`${language}: ${text}`, async () => {
      assert.equal((await says(text, language))?.command?.ok, true);
      const [reminder] = timers.all();
      assert.deepEqual([reminder?.kind, reminder?.about], ['reminder', about]);
      assert.equal(new Date(reminder?.due ?? 0).toISOString(), new Date(due).toISOString());
    });
  }
});

test('the alarm of a time is cancelled, and no other', async () => {
  for (const [language, set, cancel] of [
    ['en', 'wake me at seven every weekday', 'cancel the alarm at seven'],
    ['de', 'weck mich um sieben', 'lösch den Wecker um sieben'],
    ['es', 'despiértame a las siete', 'cancela la alarma a las siete'],
  ] as const) {
    await says('wake me at eight', 'en');
    await says(set, language);
    assert.equal((await says(cancel, language))?.command?.ok, true, cancel);
    assert.deepEqual(
      timers.all().map(({ due }) => new Date(due).toISOString()),
      ['2026-11-24T07:00:00.000Z'],
    );
    timers.cancel(...timers.all().map(({ id }) => id));
  }
});

test('alarms, reminders and timers are listed apart', async () => {
  await says('set a 10 minute timer for pizza');
  await says('wake me at seven');
  await says('remind me to call Mum at eight');
  await says('turn off the kitchen light in an hour');
  const asked = [
    ['en', 'what alarms do I have', 'what reminders do I have', 'what timers are running'],
    ['de', 'Welche Wecker sind gestellt', 'Welche Erinnerungen habe ich', 'Welche Timer laufen'],
    ['fr', 'quels sont mes réveils', 'quels sont mes rappels', 'quels sont mes minuteurs'],
    ['es', 'qué alarmas tengo', 'qué recordatorios hay', 'qué temporizadores hay'],
  ] as const;
  for (const [language, ...questions] of asked) {
    const [alarms = '', reminders = '', running = ''] = await Promise.all(
      questions.map(async (question) => (await says(question, language))?.text),
    );
    assert.doesNotMatch(alarms, /Mum|pizza|light/i);
    assert.match(reminders, /Mum/);
    assert.match(reminders, /kitchen light/);
    assert.doesNotMatch(reminders, /pizza/i);
    assert.match(running, /pizza/i);
    assert.doesNotMatch(running, /Mum|light/);
  }
});

describe('delayed commands', () => {
  const set: [language: string, text: string, minutes: number, action: string][] = [
    ['en', 'turn off the kitchen light in an hour', 60, 'turn_off'],
    ['en', 'in ten minutes turn off the kitchen light', 10, 'turn_off'],
    ['en', 'turn on the kitchen light at six', 300, 'turn_on'],
    ['de', 'mach das Küchenlicht in einer Stunde aus', 60, 'turn_off'],
    ['fr', 'éteins la lumière de la cuisine dans une heure', 60, 'turn_off'],
    ['es', 'apaga la luz de la cocina en una hora', 60, 'turn_off'],
    ['nl', 'doe het kitchen light uit over 10 minuten', 10, 'turn_off'],
  ];
  for (const [language, text, after, action] of set) {
    test(`${language}: ${text}`, async () => {
      await says(text, language);
      assert.deepEqual(minutes(), [after]);
      assert.deepEqual(
        timers.all()[0]?.commands?.map((one) => [one.action, one.targets]),
        [[action, ['light.kitchen_light']]],
      );
    });
  }

  test('for a while: done now, undone then', async () => {
    await says('turn on the kitchen light for ten minutes');
    assert.equal(home.house().entities.find(({ id }) => id === 'light.kitchen_light')?.state, 'on');
    assert.deepEqual([minutes(), timers.all()[0]?.commands?.[0]?.action], [[10], 'turn_off']);
  });

  test('what opens the house, questions and chat are none', async () => {
    for (const text of [
      'unlock the front door in an hour',
      'unlock the front door at seven',
      'is the kitchen light on at seven?',
      'tell me a joke in ten minutes',
      'set the kitchen light to 50 percent',
    ]) {
      await says(text);
      assert.deepEqual(timers.all(), [], text);
    }
  });
});

describe('no sentence of the house is taken for one of ours', () => {
  const house = openDemoHome().house();
  const asked = (text: string, language = 'en') =>
    timerAsked(text, { language, now: NOW, understand: (words) => recogniseAll(words, { language, house }) });

  for (const context of ['sentences', 'compound', 'everyday']) {
    test(context, () => {
      const taken = readCases(path.join(packageRoot(), `evals/cases/${context}.jsonl`)).flatMap(({ input, expect }) => {
        const { text = '', language } = input as { text?: string; language?: string };
        const isOther = Object.values(expect ?? {}).some((value) => value !== null && `${value}` !== '');
        return isOther && asked(text, language) ? text : [];
      });
      assert.deepEqual(taken, []);
    });
  }

  test('numbers and places are no times', () => {
    for (const text of [
      'dim the kitchen light by 20',
      'turn the heating up by 2',
      'set the heating to 20 degrees',
      'can we stop at a café',
      'turn on the light in the kitchen',
    ]) {
      assert.equal(asked(text), undefined, text);
    }
    assert.equal(asked('mach das Licht im Bad aus und stell einen Timer auf zehn Minuten', 'de'), undefined);
  });
});
