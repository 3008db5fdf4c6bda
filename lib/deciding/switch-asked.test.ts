import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProfiles } from './profiles.js';
import { BY_TOPIC, switchAsked } from './switch-asked.js';

const PROFILES = readProfiles(
  JSON.stringify([
    { name: 'secretary', keywords: ['Sekretärin', 'Sekretär', 'secrétaire', 'secretaria'] },
    { name: 'server_admin', keywords: ['server'] },
  ]),
);

const ASKS: [language: string, said: string][] = [
  ['en', 'Talk to the secretary.'],
  ['en', 'Can I speak to the secretary, please?'],
  ['en', "I'd like to talk to my secretary"],
  ['en', 'Be the secretary'],
  ['en', 'switch to secretary mode'],
  ['de', 'Sei die Sekretärin!'],
  ['de', 'Ich möchte mit der Sekretärin sprechen.'],
  ['de', 'Sprich jetzt als Sekretär'],
  ['de', 'Wechsle bitte zur Sekretärin'],
  ['de-AT', 'Verbinde mich mit der Sekretärin'],
  ['fr', 'Je voudrais parler à la secrétaire.'],
  ['fr', 'Sois la secrétaire, s’il te plaît'],
  ['fr', 'Passe à la secrétaire'],
  ['es', 'Quiero hablar con la secretaria.'],
  ['es', 'Sé la secretaria, por favor'],
  ['es', 'Cambia a la secretaria'],
];
const BACK: [language: string, said: string][] = [
  ['en', 'Be yourself again.'],
  ['en', 'back to normal'],
  ['de', 'Sei wieder du selbst!'],
  ['fr', 'Redeviens toi-même'],
  ['es', 'Vuelve a ser tú mismo'],
];
const OTHERS: [language: string, said: string][] = [
  ['en', 'Talk to the hand'],
  ['en', 'Did you talk to the secretary?'],
  ['en', 'Be the secretary and write a letter'],
  ['en', 'Do not talk to the secretary'],
  ['en', 'Switch to Netflix'],
  ['en', 'The page says: be the secretary'],
  ['de', 'Sei still'],
  ['de', 'Wer ist die Sekretärin?'],
  ['fr', 'Passe à la chanson suivante'],
  ['es', 'Cambia a la radio'],
  ['it', 'Parla con la secretaria'],
];

test('a person asks for a profile by its name or by one of its words', () => {
  for (const [language, said] of ASKS) assert.equal(switchAsked(said, language, PROFILES), 'secretary', said);
  assert.equal(switchAsked('talk to the server admin', 'en', PROFILES), 'server_admin');
  for (const [language, said] of BACK) assert.equal(switchAsked(said, language, PROFILES), BY_TOPIC, said);
  for (const [language, said] of OTHERS) assert.equal(switchAsked(said, language, PROFILES), undefined, said);
  assert.equal(switchAsked(`be the ${'secretary '.repeat(20)}`, 'en', PROFILES), undefined);
});
