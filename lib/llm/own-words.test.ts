import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { growsLinearly, repeated } from '../../test/growth.js';
import { CALLED, ORDINARY, RECORDED } from '../../test/recorded-answers.js';
import { ownWords, ownWordsFilter, type Piece } from './own-words.js';

const textOf = (pieces: readonly Piece[]) => pieces.map((one) => (one.type === 'text' ? one.text : '')).join('');

/** What is left of a text that came in pieces. */
function streamed(pieces: readonly string[], isCut = false): Piece[] {
  const filter = ownWordsFilter();
  return [...pieces.flatMap((piece) => filter.push(piece)), ...filter.flush(isCut)];
}

test('an ordinary sentence is given out as soon as it is there', () => {
  for (const sentence of [
    'It is sunny.',
    'A lamp is on.',
    'Finally, it rains!',
    'The kitchen is warm.',
    '3 < 4.',
    '电灯开了。',
  ]) {
    const filter = ownWordsFilter();
    assert.equal(textOf([...sentence].flatMap((letter) => filter.push(letter))), sentence);
  }
});

test('words that begin as a thought wait for its end', () => {
  const filter = ownWordsFilter();
  assert.deepEqual(filter.push('Okay, the user asks. Two. '), []);
  assert.deepEqual(filter.push('I know.</think>\n\nTwo moons.'), [
    { type: 'thinking', text: 'Okay, the user asks. Two. I know.' },
    { type: 'text', text: 'Two moons.' },
  ]);
});

test('where the thought was cut off it is never said, and without an end it is the answer', () => {
  const text = 'I need to know which room you mean.';
  assert.deepEqual(streamed([text]), [{ type: 'text', text }]);
  assert.deepEqual(streamed([text], true), [{ type: 'thinking', text }]);
});

test('of thoughts whose begin nothing tells, only what was given out before is known', () => {
  assert.deepEqual(streamed(['Scattering explains it. ', 'One line.</think>', 'Short waves.']), [
    { type: 'text', text: 'Scattering explains it. ' },
    { type: 'text', text: 'One line.' },
    { type: 'afresh' },
    { type: 'text', text: 'Short waves.' },
  ]);
  assert.equal(ownWords('Scattering explains it. One line.</think>Short waves.'), 'Short waves.');
});

test('a model that has marked only the end of its thoughts is waited for the next time', () => {
  const model = {};
  const answer = (text: string) => {
    const filter = ownWordsFilter(model);
    return textOf([...[...text].flatMap((letter) => filter.push(letter)), { type: 'afresh' }, ...filter.flush(false)]);
  };
  const thoughts = 'Scattering explains it. One line.</think>Short waves.';
  assert.equal(answer(thoughts), 'Scattering explains it. One line.Short waves.');
  assert.equal(answer(thoughts), 'Short waves.');
  const filter = ownWordsFilter(model);
  assert.deepEqual(filter.push('It is four. '), []);
  assert.deepEqual(filter.flush(false), [{ type: 'text', text: 'It is four. ' }]);
  assert.equal(textOf(ownWordsFilter(model).push('It is four. ')), 'It is four. ', 'it thinks no more');
});

test('code is not looked into', () => {
  const code = 'Here:\n```html\n<s>old</s>\n<answer>42</answer>\n```\nDone.<|im_end|>';
  assert.equal(ownWords(code), code.replace('<|im_end|>', ''));
  assert.equal(textOf(streamed([...code])), code.replace('<|im_end|>', ''));
});

test('marks that are told about stay', () => {
  for (const text of ['Write `</think>` at its end.', 'In HTML <b>bold</b> is bold.', 'See [RFC 2119] and [1].'])
    assert.equal(ownWords(text), text);
});

test('what is left doesn’t depend on how the text was cut', () => {
  const scrap = fc.oneof(
    fc.constantFrom(...RECORDED.map(({ answer }) => answer), ...CALLED, ...ORDINARY),
    fc.constantFrom('<', '</think>', '<think>', 'assistantfinal', 'analysis', '<|end|>', '<|channel|>', ' ', '\n', 'a'),
  );
  fc.assert(
    fc.property(
      fc.array(scrap, { maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      (parts, steps) => {
        const text = parts.join('');
        const pieces: string[] = [];
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const to = at + (steps[turn % steps.length] ?? 1);
          pieces.push(text.slice(at, to));
          at = to;
        }
        const given = streamed(pieces);
        const from = given.findLastIndex(({ type }) => type === 'afresh') + 1;
        assert.equal(textOf(given.slice(from)), ownWords(text));
      },
    ),
    { numRuns: 500 },
  );
});

test('long hostile answers are read in a moment', () => {
  for (const scrap of [
    '<think>',
    '</think>',
    '<|channel|>',
    '<|start|>',
    'assistant',
    'assistantfinal',
    '<',
    '[',
    '◁',
    'a ',
    '`<',
    'okay ',
  ])
    growsLinearly((letters) => ownWords(`<${repeated(scrap, letters)}`), 800, scrap);
});
