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
  '4111 pin at 4111111111111111 ',
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

/** Codes that somebody was sent, and what is assigned to names of keys. */
const SENT: [text: string, secret: string][] = [
  ['my code is 123456', '123456'],
  ['they texted me 4711', '4711'],
  ['I got a text with 482913', '482913'],
  ['the bank sent me the code 482913', '482913'],
  ['they sent me 482913 by SMS', '482913'],
  ['oauth_token = abcd1234efgh', 'abcd1234efgh'],
  ['oauth_token = moonbeam', 'moonbeam'],
  ['sid: 9f8a7b6c5d', '9f8a7b6c5d'],
  ['sid = abc123def456', 'abc123def456'],
  ['483920 is your 2FA code', '483920'],
  ['483920 is your 2FA', '483920'],
  ['my 2FA is 483920', '483920'],
  ['use 483920 as your 2FA', '483920'],
  ['your verification code is 483920', '483920'],
  ['G-482913 is your Google verification code', '482913'],
  ['my login code: 4829', '4829'],
  ['the code I was sent is 4829', '4829'],
  ['it texted me the number 4829 for the login', '4829'],
  ['mein Code ist 123456', '123456'],
  ['sie haben mir 4711 geschickt', '4711'],
  ['die Bank hat mir 482913 per SMS geschickt', '482913'],
  ['483920 ist dein 2FA-Code', '483920'],
  ['483920 ist dein Anmeldecode', '483920'],
  ['mein Bestätigungscode lautet 4829', '4829'],
  ['mon code est 123456', '123456'],
  ["ils m'ont envoyé 4711 par SMS", '4711'],
  ['483920 est votre code de vérification', '483920'],
  ["j'ai reçu le code 4829", '4829'],
  ['mi código es 123456', '123456'],
  ['me han enviado 4711 por SMS', '4711'],
  ['483920 es tu código de verificación', '483920'],
  ['moje hasło to hunter2', 'hunter2'],
  ['мой пароль hunter2', 'hunter2'],
  ['мой пин-код 4711', '4711'],
  ['şifrem 4711abc', '4711abc'],
];
/** Passwords and codes in languages whose sentences nobody has written down. */
const ELSEWHERE: [text: string, secret: string][] = [
  ['パスワードはhunter2です', 'hunter2です'],
  ['暗証番号は4711です', '4711です'],
  ['비밀번호는 4711입니다', '4711입니다'],
  ['我的密码是hunter2', 'hunter2'],
  ['salasanani on kissa123', 'kissa123'],
  ['mitt lösenord är hunter2', 'hunter2'],
  ['adgangskoden er 4711', '4711'],
  ['heslo je hunter2', 'hunter2'],
  ['a jelszavam macska123', 'macska123'],
  ['parola mea este hunter2', 'hunter2'],
  ['ο κωδικός μου είναι 4711', '4711'],
  ['הסיסמה שלי היא 4711', '4711'],
  ['كلمة المرور هي 4711', '4711'],
  ['मेरा पासवर्ड 4711 है', '4711'],
  ['jelszó: macska', 'macska'],
  ['пароль: луна', 'луна'],
  ['4711 เป็นรหัสผ่าน', '4711'],
  ['nenosiri ni simba99', 'simba99'],
  ['mật khẩu là meo1234', 'meo1234'],
  ['kata sandi saya kucing88', 'kucing88'],
  ['hasło do wifi brzmi kot2019pies', 'kot2019pies'],
];
/** Ordinary numbers beside the same words. */
const ORDINARY = [
  'they sent me 4711 letters',
  'they sent me 2000 dollars',
  'I got 1200 messages by email',
  'I got a text at 1830',
  'he texted me 3 times',
  'he texted me 2500 words',
  'I received 4711 votes',
  'send an SMS to 80888',
  'I sent 1200 SMS last year',
  'the code of the error is described on page 4711',
  'my phone has 4711 pictures',
  'ich habe 4711 Bilder bekommen',
  'sie haben mir 4711 Euro geschickt',
  'er hat mir 2000 Fotos geschickt',
  'die Nachricht mit 4711 Zeichen war zu lang',
  "ils m'ont envoyé 4711 photos",
  "j'ai reçu 2500 euros par virement",
  "j'ai reçu un message de 1500 mots",
  'me han enviado 4711 cartas',
  'he recibido 2500 euros',
  'un mensaje con 4711 palabras',
  'moje hasło ma 12 znaków',
  'hasło zmieniłem w 2019 roku',
  'пароль от 2021 года',
  'пароль из 8 символов',
  'mitt lösenord är för kort',
  'salasana vaihdettiin 2020',
  'heslo má 8-místný formát',
  'şifre 16 karakter olmalı',
  'パスワードを2024年に変えた',
  '我的密码有8位',
  '비밀번호는 8자리입니다',
  'pin the note from 1999 on the fridge',
  'turn the heating to 21.5 at 1830',
  'the parola of the day',
  'sid is my friend',
  'Sid: are you there?',
  'set the timer for 4711 seconds',
  'what is the 2fa setting',
  '2fa is on since 2019',
  'otp is a football club',
  'a lozinka je predugačka',
];

test('a code that was sent is gone, by its kind in four languages', () => {
  for (const [text, secret] of SENT) assert.ok(!redact(text).includes(secret), `${text} → ${redact(text)}`);
});

test('a password or code beside its name is gone in any language, by its shape', () => {
  for (const [text, secret] of ELSEWHERE) {
    const once = redact(text);
    assert.ok(!once.includes(secret), `${text} → ${once}`);
    assert.equal(redact(once), once);
  }
});

test('ordinary numbers beside the same words stay', () => {
  for (const text of ORDINARY) assert.equal(redact(text), text);
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
      'hasło ',
      'パスワード',
      'sms ',
      'they texted me 4711 ',
      'sid: ',
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
