import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { growsLinearly } from '../../../test/growth.js';
import { cleanSummary, isExcuse } from './hygiene.js';

const GONE = [
  'The assistant could not find the opening hours.',
  'Unfortunately, the assistant was unable to play music.',
  'Jarvis said it does not have access to the calendar.',
  'The assistant apologized for the confusion.',
  'Jarvis didn’t know the answer.',
  'Der Assistent konnte das Wetter leider nicht abrufen.',
  'Jarvis sagte, dass er keinen Zugriff auf den Kalender hat.',
  'Der Sprachassistent war nicht in der Lage, das Licht zu schalten.',
  "L'assistant n'a pas pu trouver la recette.",
  "L’assistant a expliqué qu'il n'avait pas accès à Internet.",
  'Jarvis ne savait pas répondre.',
  'El asistente no pudo poner música.',
  'Jarvis se disculpó por el error.',
  'El asistente respondió que no tenía acceso a la agenda.',
  "L'assistente non è riuscito a trovare l'orario.",
  "L'assistente ha spiegato di non avere accesso al calendario.",
  'Jarvis non ha potuto accendere la luce.',
];

const KEPT = [
  'Anna could not sleep and asked for tea.',
  'The person said that the heating system could not be switched on.',
  'Der Nutzer konnte nicht schlafen.',
  "Pierre n'a pas pu venir dimanche.",
  'Lucía no pudo ir al médico.',
  'Marco non è riuscito a riparare la bici.',
  'Her assistant at work could not open the file.',
  'The assistant manager cannot come on Friday.',
  'The assistant did not know that Anna is vegetarian.',
  'It could not be colder, said Ben.',
  'Jarvis set a timer of ten minutes.',
  'The assistant could not reach the shop, so the person will drive there on Saturday.',
  'Die Person fragte, ob es morgen regnet.',
];

test('sentences about what the assistant could not do go, in five languages', () => {
  for (const sentence of GONE) {
    assert.equal(cleanSummary(sentence), '', sentence);
    assert.equal(
      cleanSummary(`Anna asked for tea. ${sentence} Ben likes jazz.`),
      'Anna asked for tea. Ben likes jazz.',
    );
  }
});

test('what people could not do stays, and what they did about it', () => {
  for (const sentence of KEPT) assert.equal(cleanSummary(sentence), sentence);
});

test('of a sentence that only ends with it, the rest stays', () => {
  const halves: [string, string][] = [
    [
      'The person asked when the library opens, but the assistant could not find it.',
      'The person asked when the library opens.',
    ],
    ['Anna fragte nach dem Wetter, aber der Assistent konnte es nicht abrufen.', 'Anna fragte nach dem Wetter.'],
    ["Marie a demandé du jazz, mais l'assistant n'a pas pu en trouver.", 'Marie a demandé du jazz.'],
    ['Luis pidió música pero el asistente no pudo ponerla.', 'Luis pidió música.'],
    ["Sara ha chiesto l'orario, ma l'assistente non ha saputo rispondere.", "Sara ha chiesto l'orario."],
    ['The assistant looked for trains to Bonn but it could not find any.', 'The assistant looked for trains to Bonn.'],
  ];
  for (const [text, rest] of halves) assert.equal(cleanSummary(text), rest);
});

test('excuses instead of a summary', () => {
  for (const text of [
    "I'm sorry, I can't help with that.",
    'As an AI language model, I …',
    'Es tut mir leid, das geht nicht.',
    'Lo siento, no puedo.',
  ])
    assert.ok(isExcuse(text), text);
  for (const text of ['Anna said she is sorry.', 'I like jazz, said Ben.', 'Sorry is the hardest word, they said.'])
    assert.ok(!isExcuse(text), text);
});

test('cleaning never adds anything, and twice changes nothing', () => {
  const piece = fc.constantFrom(...GONE, ...KEPT, 'ok', '…', '3.14', 'Dr. Meyer', '\n', '¿Qué?');
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 20 })), { maxLength: 12 }), (parts) => {
      const once = cleanSummary(parts.join(' '));
      assert.ok(once.length <= parts.join(' ').length + parts.length);
      assert.equal(cleanSummary(once), once);
    }),
    { numRuns: 300 },
  );
});

test('a long text costs little', () => {
  const clean = (times: number) =>
    cleanSummary(`${'the assistant '.repeat(times)} der assistent ${'nicht '.repeat(times)}`);
  growsLinearly(clean, 100, 'the assistant');
});
