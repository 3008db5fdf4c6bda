import assert from 'node:assert/strict';
import { test } from 'node:test';
import { humourAsked, speaksOfHumour } from './humour-asked.js';
import type { Humour } from './persona.js';

const SAID: [language: string, said: string, humour: Humour | undefined][] = [
  ['en', 'No jokes, please.', 'off'],
  ['en', 'Stop being so sarcastic', 'off'],
  ['en', "Don't joke anymore", 'off'],
  ['en', 'You may joke again', 'dry'],
  ['en', 'You may be sarcastic again.', 'sarcastic'],
  ['en', 'tell me a joke', undefined],
  ['en', 'Why are you sarcastic?', undefined],
  ['en', 'no jokes about trains in the letter', undefined],
  ['de', 'Keine Witze bitte!', 'off'],
  ['de', 'Sei nicht so sarkastisch', 'off'],
  ['de', 'Du darfst wieder Witze machen', 'dry'],
  ['de-AT', 'Du darfst wieder sarkastisch sein.', 'sarcastic'],
  ['de', 'Erzähl mir einen Witz', undefined],
  ['fr', 'Pas de blagues, s’il te plaît', 'off'],
  ['fr', 'Arrête d’être sarcastique', 'off'],
  ['fr', 'Tu peux de nouveau plaisanter', 'dry'],
  ['fr', 'Tu peux être sarcastique', 'sarcastic'],
  ['fr', 'Raconte-moi une blague', undefined],
  ['es', 'Sin chistes, por favor.', 'off'],
  ['es', 'No seas tan sarcástico', 'off'],
  ['es', 'Puedes volver a hacer bromas', 'dry'],
  ['es', '¡Sé sarcástico!', 'sarcastic'],
  ['es', 'Cuéntame un chiste', undefined],
  ['it', 'Niente battute', undefined],
];

test('a person asks for more or less of jokes', () => {
  for (const [language, said, humour] of SAID) assert.equal(humourAsked(said, language), humour, said);
  assert.equal(humourAsked(`no jokes ${'please '.repeat(20)}`, 'en'), undefined);
});

test('words speak of jokes in whatever language', () => {
  for (const said of ['I have had enough of your jokes', 'deine Witze nerven', 'ton humour', 'tus bromas'])
    assert.ok(speaksOfHumour(said), said);
  for (const said of ['', 'read me that page', 'wie spät ist es']) assert.ok(!speaksOfHumour(said), said);
});
