import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { redact } from '../redaction.js';
import { matchesAt, plain, runsOf } from './places.js';

const pieces = (...some: string[]) =>
  fc.array(fc.constantFrom(...some), { maxLength: 40 }).map((parts) => parts.join(''));

test('a plain text is as long as the text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => plain(text).length === text.length));
  assert.equal(plain('paſſ_\u212Aey_DREIẞIG'), 'pass key dreißig');
});

test('looking only where the hint matches finds what looking everywhere finds', () => {
  const text = pieces('abc', 'ab', 'a', 'c', 'ſ', 's', 'ß', ' ', '_', 'é', '😀', 'AB');
  fc.assert(
    fc.property(text, (given) => {
      const found = [...matchesAt(given, /\babc?|s/gi, /(?<![\p{L}\p{N}])abc?(?: abc?)*|s+(?!\p{L})/iuy)];
      const everywhere = [...given.matchAll(/(?<![\p{L}\p{N}])abc?(?: abc?)*|s+(?!\p{L})/giu)];
      assert.deepEqual(
        found.map(({ 0: word, index }) => [word, index]),
        everywhere.map(({ 0: word, index }) => [word, index]),
      );
    }),
    { numRuns: 2000 },
  );
});

test('every run that is long enough is found whole, and no other', () => {
  const text = pieces('a', 'B1', 'long', '_', '+', '.', ' ', ',', 'é', '😀');
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (given, least) => {
      assert.deepEqual(
        [...runsOf(given, least)],
        [...given.matchAll(new RegExp(`[\\w.+/=-]{${least},}`, 'g'))].map(({ 0: run, index }) => ({ run, index })),
      );
    }),
    { numRuns: 2000 },
  );
});

test('every label is found, in capitals and behind other words and signs', () => {
  const labels = [
    ...['password', 'passcode', 'passphrase', 'Passwort', 'Kennwort', 'contraseña', 'wachtwoord', 'mot de passe'],
    ...['passwd', 'pwd', 'PIN', 'pin-code', 'Geheimzahl', 'mdp', 'code secret', 'clave', 'senha', 'palavra-passe'],
    ...['parola d’ordine', 'parola', 'şifre', 'alarm code', 'door-code', 'unlock code', 'Türcode', 'Zugangscode'],
    ...['my code', 'my secret code', 'mein Code', 'mon code secret', 'mi código', 'cvc', 'otp', 'one-time code'],
    ...['Bestätigungscode', 'Einmalcode', 'SMS-TAN', 'mobiltan', 'codice segreto', 'código de la alarma'],
    ...[
      'api key',
      'api_key',
      'apikey',
      'client secret',
      'private-key',
      'id_token',
      'refresh token',
      '_token',
      'secret',
    ],
  ];
  for (const label of labels.flatMap((one) => [one, one.toUpperCase()])) {
    for (const before of ['', '. ', 'x_', '"', '\n', 'ä: ', '-']) {
      assert.ok(!redact(`${before}${label}: hunter22`).includes('hunter22'), before + label);
    }
  }
});
