import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { growsLinearly, repeated } from '../../test/growth.js';
import { redact, redactRecord } from './redaction.js';

const mail = fc
  .tuple(fc.stringMatching(/^[a-z]{1,10}\d{0,3}$/), fc.constantFrom('gmail.com', 'posteo.de', 'orange.fr'))
  .map(([name, host]) => `${name}@${host}`);
const phone = fc.stringMatching(/^\+49 1[57]\d \d{7}$/);
const card = fc.stringMatching(/^4\d{14}$/).map(withCheckDigit);
const password = fc.stringMatching(/^[A-Za-z0-9!#$%&*+?]{4,20}$/);
const key = fc.stringMatching(/^sk-[A-Za-z0-9]{19}\d$/);
const ip = fc.ipV4();
const glue = fc.constantFrom(' ', '. ', ', ', '\n', ' and ', ': ', ' is ', ' "', '" ', ' at ', ' - ', '');
const words = fc.constantFrom(
  ...'the kitchen light 21.5 10:30 password my pin code key token call phone number at dot com is 2026-11-21 [mail] [password] •• " http:// @ :: +49 0 4111 DE89 anna secret wort'.split(
    ' ',
  ),
);
const anything = fc
  .array(fc.tuple(fc.oneof(words, words, mail, phone, card, password, key, ip, fc.string({ maxLength: 12 })), glue), {
    maxLength: 14,
  })
  .map((parts) => parts.flat().join(''));

function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** What a second reading found, because the marks of the first are shorter than what they stand for. */
const CLOSER = [
  'password at 0.0.0.0 and sk-aa0aaA0aA00Aaa0000a0 4000000000000002 is the0.0.0.0 ',
  'pin at mhfo07@gmail.com pgistlpter52@gmail.com and phone 65.84.211.65: 21.5: x ',
  '0::4288397004425984 "4592047542403156\n4897871290151648: a',
  'call and +49 154 6778595 is ++*&?eS7#" pin: the "4326223456235503: ',
];

test('doing it twice changes nothing, and nothing grows', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const once = redact(text);
      assert.equal(redact(once), once);
      assert.ok(once.length <= text.length);
    }),
    { numRuns: 3000, examples: CLOSER.map((text) => [text]) },
  );
});

test('a secret is gone, what stands around it stays', () => {
  const said = fc.oneof(
    mail.map((secret) => ['Write to ', secret, ' today.']),
    phone.map((secret) => ['Ring ', secret, ' today.']),
    card.map((secret) => ['Pay with ', secret, ', please.']),
    card.map((secret) => ['Pay with ', secret.replace(/\d{4}(?=\d)/g, '$& '), ', please.']),
    key.map((secret) => ['Use ', secret, ' for it.']),
    ip.map((secret) => ['The server is ', secret, ', port 80.']),
    password.map((secret) => ['My login has password="', secret, '" in it.']),
    password.map((secret) => ['Open https://anna:', secret.replace(/[?#]/g, 'x'), '@nas.local/x now.']),
  );
  fc.assert(
    fc.property(said, ([before = '', secret = '', after = '']) => {
      const text = redact(before + secret + after);
      const middle = text.slice(0, text.length - after.length);
      assert.ok(text.endsWith(after.replace('@nas', '@nas')), text);
      assert.ok(text.startsWith(before.replace(/anna:$/, '')), text);
      assert.ok(!middle.slice(before.length - 5).includes(secret), text);
    }),
    { numRuns: 1000 },
  );
});

test('the time it takes grows with the text, not with its square', () => {
  const hostile = [
    ...[
      'a',
      '1',
      '1 ',
      '@',
      'a@',
      'a@b.',
      '+',
      '(',
      ':',
      '::',
      '1.',
      '0a:',
      '://',
      'http://a:b@',
      'password',
      '_',
      '-',
    ],
    ...[
      'password is ',
      'password: ',
      'is my password ',
      'at x dot com ',
      'pin ',
      'eyJ',
      'eyJa.',
      'sk-',
      'A1b2C3',
      '4111 ',
    ],
    ...[
      '-----BEGIN PRIVATE KEY-----',
      '-----BEGIN ',
      'DE89',
      'one ',
      'twenty ',
      'one dot ',
      'quatre vingt ',
      '"',
      '\\',
      'token=',
      'a. b c d ',
      'bearer ',
      '\n',
      '00',
    ],
    ...[
      '４',
      '4\u200B',
      'a\u0301',
      '\u00A0',
      '4,',
      '4\n',
      '4111,',
      'D E 8 ',
      'as the password ',
      'use a as the password ',
      'use ',
      'make ',
      'password? it is ',
      'my password is a, b, c, ',
      'a wie anton, ',
      'one, two, ',
      'change the password from a to ',
      'the code for the gate ',
      'code of the ',
      'gate code ',
      'the code is ',
      'with code 4',
      'dni ',
      'passport number ',
      'passport 4',
      'steuer-id 1 ',
      '1 85 05 78 ',
      'P<',
      '123-45-',
      'key-',
      '12345678:',
      'PuTTY-User-Key-File-2: ',
      'Authorization: token ',
      '/api/webhook/',
      'user a, password ',
      'pin 1, ',
      'open a with 4',
      'has the code 4',
      'pin is 4711 and the gate ',
      'the password is not a, it is ',
      'write down my password ',
      'session id ',
      'commit ',
    ],
  ];
  for (const piece of hostile) growsLinearly((letters) => redact(repeated(piece, letters)), 2_000, piece);
});

test('numbers that are read out, however they are grouped', () => {
  for (const [said, kept] of [
    ['mon numéro est le zéro six douze trente-quatre cinquante-six soixante-dix-huit', 'mon numéro est le [phone]'],
    ['mon numéro est le zéro six quatre-vingt-dix-sept vingt et un onze deux', 'mon numéro est le [phone]'],
    ['mi número es el seis doce treinta y cuatro cincuenta y seis veintiuno', 'mi número es el [phone]'],
    ['meine Nummer ist null eins sieben vierunddreißig zwölf einundzwanzig', 'meine Nummer ist [phone]'],
    ['il mio numero è tre quattro sette trentaquattro cinquantuno sessanta due', 'il mio numero è [phone]'],
    ['oh double seven, nine double oh, one two three four', '[phone]'],
    ['plus four nine one seven zero one two three four', 'plus [phone]'],
    ['the router is at one ninety two dot one sixty eight dot one dot twenty', 'the router is at [ip]'],
    ['die Kamera hat 192 Punkt 168 Punkt 178 Punkt 20.', 'die Kamera hat [ip].'],
  ] as const) {
    assert.equal(redact(said), kept);
  }
  for (const said of [
    'zero one two three four five six seven eight nine ten',
    '[null, null, null, null, null, null, null, null, null, null]',
    'version one dot two dot three dot four',
    'ten twenty thirty forty fifty sixty seventy eighty ninety',
    'Rufe um zehn zwanzig dreißig Leute an',
    'zwanzig einundzwanzig zweiundzwanzig dreiundzwanzig',
  ]) {
    assert.equal(redact(said), said);
  }
});

test('values are redacted wherever they hide', () => {
  assert.deepEqual(
    redactRecord({
      query: 'mail anna@example.com',
      wifi_password: 'hunter2',
      apiKey: 'abc',
      pin: 4711,
      deep: [{ to: '+49 170 1234567', count: 3, on: true, none: null }],
    }),
    {
      query: 'mail [mail]',
      wifi_password: '•••',
      apiKey: '•••',
      pin: '•••',
      deep: [{ to: '[phone]', count: 3, on: true, none: null }],
    },
  );
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  assert.ok(JSON.stringify(redactRecord(cycle)));
});

test('patterns that are compiled by now do what they did when they were new', () => {
  const said = 'my password is blue elephant, ring +49 170 1234567 …';
  const cold = redact(said);
  for (let run = 0; run < 3; run++) assert.equal(redact(said), cold);
});
