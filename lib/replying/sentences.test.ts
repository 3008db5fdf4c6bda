import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sentenceCutter, sentencesOf, tidy } from './sentences.js';

const tidied = (pieces: string[]) => pieces.map(tidy).filter((sentence) => sentence !== '');

const CASES: [language: string, text: string, sentences: string[]][] = [
  ['en', 'It is four. Time for tea!', ['It is four.', 'Time for tea!']],
  ['en', 'It is 3.5 degrees. Dr. Watson is at home.', ['It is 3.5 degrees.', 'Dr. Watson is at home.']],
  ['en', 'Well... let me see. Hm…  Yes.', ['Well... let me see.', 'Hm…', 'Yes.']],
  [
    'en',
    'Bring tools, e.g. a hammer. Or nails, etc. That is all.',
    ['Bring tools, e.g. a hammer.', 'Or nails, etc.', 'That is all.'],
  ],
  [
    'en',
    'Open at 5 p.m. today. Shut at 9 p.m. Then sleep.',
    ['Open at 5 p.m. today.', 'Shut at 9 p.m.', 'Then sleep.'],
  ],
  ['en', 'He said "Stop." Then he left.', ['He said "Stop."', 'Then he left.']],
  ['en', 'Really?! Yes. So do I. Good.', ['Really?!', 'Yes.', 'So do I.', 'Good.']],
  ['en', 'No. 5 is alive. No. It is not.', ['No. 5 is alive.', 'No.', 'It is not.']],
  ['en', 'Mr. J. R. Smith lives in the U.S. today.', ['Mr. J. R. Smith lives in the U.S. today.']],
  ['en', 'See example.com for it. Bye.', ['See example.com for it.', 'Bye.']],
  ['en', 'You need:\n1. Milk\n2. Eggs\n\nThat is all', ['You need:', '1. Milk', '2. Eggs', 'That is all']],
  ['en', 'There are 5. Three are on.', ['There are 5.', 'Three are on.']],
  ['en', 'One (two.) Three', ['One (two.)', 'Three']],
  ['de', 'Zieh dich warm an, z. B. mit Mütze. Es ist kalt.', ['Zieh dich warm an, z. B. mit Mütze.', 'Es ist kalt.']],
  ['de', 'Das ist am 3. Mai um 7. Dann nicht mehr.', ['Das ist am 3. Mai um 7.', 'Dann nicht mehr.']],
  ['de', 'Etwa 3,5 Mio. Euro bzw. Dollar. Viel.', ['Etwa 3,5 Mio. Euro bzw. Dollar.', 'Viel.']],
  ['fr', 'M. Dupont est là. Bonjour !', ['M. Dupont est là.', 'Bonjour !']],
  ['es', 'El Sr. García llegó. ¿Qué tal?', ['El Sr. García llegó.', '¿Qué tal?']],
  ['ja', 'はい。電気をつけました。', ['はい。', '電気をつけました。']],
  ['en', '', []],
  ['en', ' \n\n ', []],
  ['en', 'no end', ['no end']],
];
for (const [language, text, expected] of CASES) {
  test(`${language}: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(sentencesOf(text, language), expected);
    const stream = sentenceCutter(language);
    const slow = [...text].flatMap((letter) => stream.push(letter));
    assert.deepEqual(tidied([...slow, ...stream.flush()]), expected, 'letter by letter');
  });
}

test('a sentence comes as soon as the next word begins', () => {
  const stream = sentenceCutter('en');
  assert.deepEqual(tidied(stream.push('It is sunny.')), []);
  assert.deepEqual(tidied(stream.push(' A')), ['It is sunny.']);
  assert.deepEqual(tidied(stream.push('nd warm! ')), ['And warm!']);
});

test('a stretch without an end is cut at a comma', () => {
  const stream = sentenceCutter('en');
  const sentences = tidied(stream.push(`${'word '.repeat(60)}, ${'word '.repeat(60)}`));
  assert.equal(sentences.length, 1);
  assert.match(sentences[0] ?? '', /,$/);
});

test('a hundred kilobytes without a space come out in pieces', () => {
  const text = 'x'.repeat(100_000);
  assert.equal(sentencesOf(text).join(''), text);
});

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom('.', '. ', '! ', '?', '…', '\n', '1. ', 'z. B. ', 'Dr. ', '3.5', '。', '"', '```', ', ', ' '),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  ),
);
test('nothing is lost or invented, however it arrives', () => {
  const bare = (text: string) => text.replace(/\s/g, '');
  fc.assert(
    fc.property(pieces, fc.constantFrom('en', 'de', 'fr', 'es', 'ja', ''), (parts, language) => {
      const stream = sentenceCutter(language);
      const out = tidied([...parts.flatMap((part) => stream.push(part)), ...stream.flush()]);
      assert.equal(bare(out.join('')), bare(parts.join('')));
      assert.ok(out.every((sentence) => sentence.trim() === sentence && sentence !== ''));
      assert.deepEqual(out, sentencesOf(parts.join(''), language));
    }),
    { numRuns: 500 },
  );
});
