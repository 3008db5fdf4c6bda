import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEMO_HOUSE } from '../../home/demo-house.js';
import type { LastCommand } from '../../home/last-commands.js';
import { LANGUAGES } from '../../language/folders.js';
import { followUp } from './follow-up.js';
import { recognise } from './recognise.js';

const house = DEMO_HOUSE;
const light = house.entities.filter(({ id }) => id === 'light.kitchen_light');
/** "Turn on the kitchen light", and it was off before. */
const last: LastCommand = { action: 'turn_on', targets: ['light.kitchen_light'], before: light };

/** Said after a command, and about something else: a model answers them, with what was said before. */
const ELSEWHERE: Record<string, string[]> = {
  en: [
    "what's the weather",
    'and what about tomorrow',
    'and you?',
    'no',
    'no thanks',
    'play jazz',
    'set a timer for five minutes',
    'start a timer',
    "that's great",
    'and in Paris?',
    'is it raining',
    'tell me more',
    "it's cold",
    "no that's wrong",
    'what did you do',
    'good',
    'are you sure',
    'why',
    'and who wrote it',
    'and the weather?',
    'repeat that',
    'what about dinner',
    'and then',
    'read it back',
    'how much is it',
    'call mom',
    'and butter too',
    'no, tomorrow',
    'I meant Rome',
    'what is it',
    'put it on the list',
    'turn the page',
    'close in ten minutes',
    'off we go',
    'turn it off in ten minutes',
    'is that on the table',
    'the lights are nice',
    'now what',
    'and the news',
  ],
  de: [
    'wie wird das wetter',
    'und morgen?',
    'und du?',
    'nein',
    'nein danke',
    'spiel jazz',
    'stell einen timer auf fünf minuten',
    'und in Paris?',
    'regnet es',
    'erzähl mir mehr',
    'mir ist kalt',
    'nein das war falsch',
    'super',
    'warum',
    'und wer hat das geschrieben',
    'sag das nochmal',
    'was kostet das',
    'und butter auch',
    'ich meinte Rom',
    'schreib es auf die liste',
    'aus welchem Grund',
    'das ist gut',
    'mach es in zehn Minuten aus',
    'und die Nachrichten',
  ],
  fr: [
    'et demain ?',
    'et toi ?',
    'non',
    'non merci',
    'joue du jazz',
    'et à Paris ?',
    'il pleut',
    'raconte la suite',
    "j'ai froid",
    "c'est bien",
    'pourquoi',
    'répète ça',
    'et du beurre aussi',
    'je voulais dire Rome',
    'mets la table',
    'ajoute le à la liste',
    'éteins-la dans dix minutes',
  ],
  es: [
    '¿y mañana?',
    '¿y tú?',
    'no',
    'no gracias',
    'pon jazz',
    '¿y en París?',
    'llueve',
    'cuéntame más',
    'tengo frío',
    'muy bien',
    'por qué',
    'repítelo',
    'y mantequilla también',
    'quise decir Roma',
    'pon la mesa',
    'añádelo a la lista',
    'dilo otra vez',
    'apágala en diez minutos',
    'no enciendas la luz',
    'no apague la luz de la cocina',
    'no la apagues',
  ],
};

describe('follow-ups to the last command of a room', () => {
  for (const language of LANGUAGES) {
    test(`what is about something else is none (${language})`, () => {
      for (const text of ELSEWHERE[language] ?? []) {
        assert.equal(followUp(text, { language, area: 'kitchen', house, last }), null, text);
      }
    });
  }

  test('words that only begin something, and numbers of nothing, change nothing', () => {
    const fragments: Record<string, string> = {
      en: 'the; a; an; my; and the; in the; one; two; thirty',
      de: 'die; ein; eine; einen; im; zwei',
      fr: 'la; un; une; dans le; deux',
      es: 'el; los; un; una; para; dos',
    };
    for (const [language, said] of Object.entries(fragments))
      for (const text of said.split('; '))
        assert.equal(followUp(text, { language, area: 'kitchen', house, last }), null, `${language}: ${text}`);
  });

  test('a no with a comma corrects, also where one without forbids', () => {
    const found = followUp('no, enciende la luz del salón', { language: 'es', area: 'kitchen', house, last });
    assert.equal(found?.command?.action, 'turn_on');
  });

  test('a sentence that says itself what it is about is none', () => {
    for (const [language, text] of [
      ['en', 'turn off the bedside lamp'],
      ['en', 'and turn on the lights in the bedroom'],
      ['de', 'mach das Licht im Bad aus'],
      ['de', 'und schalte den Fernseher ein'],
      ['fr', 'éteins la lumière de la chambre'],
      ['es', 'apaga la luz del baño'],
    ] as const) {
      assert.equal(followUp(text, { language, area: 'kitchen', house, last }), null, text);
      assert.ok(recognise(text, { language, area: 'kitchen', house }), text);
    }
  });

  test('what cannot be done with the last devices is not done with them', () => {
    for (const text of ['open it', 'unlock it', 'louder', 'set it to 21 degrees', 'pause it', 'lock that']) {
      const command = followUp(text, { language: 'en', area: 'garden', house, last })?.command;
      assert.ok(!command?.targets.includes('light.kitchen_light'), `${text}: ${JSON.stringify(command)}`);
    }
  });

  test('"back on" is about what was on before', () => {
    const lights = house.entities.filter(({ domain }) => domain === 'light');
    const off: LastCommand = { action: 'turn_off', targets: lights.map(({ id }) => id), before: lights };
    for (const [language, text] of [
      ['en', 'turn them back on'],
      ['de', 'mach das wieder an'],
      ['fr', 'rallume-les'],
      ['es', 'enciéndelas otra vez'],
    ] as const) {
      const command = followUp(text, { language, house, last: off })?.command;
      assert.deepEqual(command, { action: 'turn_on', targets: ['light.living_room_light', 'light.desk_lamp'] }, text);
    }
  });

  test('after several things at once only "it" is certain', () => {
    const several: LastCommand = { targets: ['light.kitchen_light', 'light.desk_lamp'], before: [] };
    const said = (text: string) => followUp(text, { language: 'en', house, last: several });
    assert.deepEqual(said('turn them off')?.command, { action: 'turn_off', targets: several.targets });
    assert.equal(said('and in the bedroom?'), null);
    assert.equal(said('undo that'), null);
  });
});
