import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { redact } from '../redaction.js';
import { fold } from './plain-writing.js';

const pieces = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        '4',
        ' ',
        '\u00A0',
        '\u202F',
        '\u200B',
        '\u00AD',
        '４',
        '٤',
        '४',
        '𝟒',
        'n\u0303',
        '‑',
        '’',
        '🙂',
        'ä',
        '\n',
      ],
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

test('digits, spaces and dashes of every script are one, and what cannot be seen is gone', () => {
  for (const [text, folded] of [
    ['４１１１', '4111'],
    ['٤١١١ ४१११ 𝟒𝟏𝟏𝟏 ៤១១១', '4111 4111 4111 4111'],
    ['4\u00A01\u202F1\u20091', '4 1 1 1'],
    ['4\u200B1\u00AD1\uFEFF1', '4111'],
    ['1‑2–3—4−5', '1-2-3-4-5'],
    ['contrasen\u0303a d’accès', "contraseña d'accès"],
    ['4️⃣2', '42'],
    ['ＤＥ８９：', 'DE89:'],
    ['plain, ä ö ß é 🙂', 'plain, ä ö ß é 🙂'],
  ] as const) {
    assert.equal(fold(text).text, folded);
  }
});

test('every place of the folded text is found in the text as written', () => {
  fc.assert(
    fc.property(pieces, (text) => {
      const folded = fold(text);
      let last = 0;
      for (let place = 0; place <= folded.text.length; place++) {
        const at = folded.at(place);
        assert.ok(at >= last && at <= text.length);
        if (place < folded.text.length && /[a🙂ä\n]/u.test(folded.text.charAt(place))) {
          assert.equal(text.charAt(at), folded.text.charAt(place));
        }
        last = at;
      }
      assert.equal(folded.at(folded.text.length), text.length);
    }),
  );
});

test('a text without secrets comes through as it was written, in whatever letters', () => {
  for (const text of [
    'À 18 h 45, il fait 21,5 °C : « bien » !',
    'L’article n’est pas là – dommage…',
    '电话是什么？ ２０２６年１１月',
    'e\u0301te\u0301 👩‍👩‍👧 4️⃣',
    'mañana\u200B a las ７',
  ]) {
    assert.equal(redact(text), text);
  }
});
