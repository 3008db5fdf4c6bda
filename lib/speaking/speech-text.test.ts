import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import fc from 'fast-check';
import { packageRoot } from '../../test/package-root.js';
import { speechText } from './speech-text.js';

interface Case {
  id: string;
  input: { text: string; language?: string };
  expect: { text: string | { contains?: string[]; absent?: string[] } };
}

const cases = readFileSync(path.join(packageRoot(), 'evals/cases/speech-text.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as Case);

test('every eval case', () => {
  assert.ok(cases.length >= 25);
  for (const { id, input, expect } of cases) {
    const got = speechText(input.text, input.language);
    if (typeof expect.text === 'string') assert.equal(got, expect.text, id);
    else {
      for (const part of expect.text.contains ?? [])
        assert.ok(got.includes(part), `${id}: "${part}" missing in "${got}"`);
      for (const part of expect.text.absent ?? []) assert.ok(!got.includes(part), `${id}: "${part}" left in "${got}"`);
    }
  }
});

const languages = fc.constantFrom('en', 'de', 'fr', 'es', 'it', 'en-US', undefined);
const MARKUP = /[`*_~^\\|<>{}[\]#"]|https?:|\p{Extended_Pictographic}/u;

test('no markup survives, whatever comes in', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.stringMatching(/^[-#*_~`[\]()<>|!&;\\\n 1a.:=/]{0,200}$/),
  );
  fc.assert(
    fc.property(anything, languages, (text, language) => {
      assert.doesNotMatch(speechText(text, language), MARKUP);
    }),
    { numRuns: 500 },
  );
});

test('abbreviations are words, and their full stop stays where it ends a sentence', () => {
  for (const [language, text, said] of [
    [
      'en',
      'Dr. Smith vs. No. 5, approx. 15 min. later, etc. Then e.g. tea',
      'Doctor Smith versus number 5, approximately 15 minutes later, et cetera. Then for example tea',
    ],
    ['en', 'I said no. 5 people came.', 'I said no. 5 people came.'],
    [
      'de',
      'Z. B. ca. 3,5 Mio. Äpfel, d.h. 15 Min. Fahrt usw.',
      'Zum Beispiel circa 3,5 Millionen Äpfel, das heißt 15 Minuten Fahrt und so weiter.',
    ],
    ['fr', 'M. Dupont et Mme Curie, p. ex. au n° 5', 'Monsieur Dupont et Madame Curie, par exemple au numéro 5'],
    [
      'es',
      'El Sr. Ruiz, p. ej. el 1.er piso, la 2.ª puerta',
      'El señor Ruiz, por ejemplo el primer piso, la segunda puerta',
    ],
  ] as const) {
    assert.equal(speechText(text, language), said);
  }
});

test('powers, formulas, lowered digits and heights', () => {
  for (const [text, said] of [
    ['x² + y³ = 10⁸ m', 'x squared plus y cubed equals 10 to the power of 8 metres'],
    ['$a_1 \\times 3^{-2}$ costs $5 and $6', 'a 1 times 3 to the power of minus 2 costs 5 dollars and 6 dollars'],
    ['CO₂ in 75 m²', 'CO2 in 75 square metres'],
    ['He is 6\'2" tall', 'He is 6 feet 2 inches tall'],
    ['$2–3 million or €20–30', '2 to 3 million dollars or 20 to 30 euros'],
  ] as const) {
    assert.equal(speechText(text, 'en'), said);
  }
  assert.equal(speechText('1.–3. Mai, 24.12.–26.12.', 'de'), '1. bis 3. Mai, 24. Dezember bis 26. Dezember');
});

test('words that begin like a month are items of a list', () => {
  assert.equal(speechText('1. Marinate it.\n2. Decorate it.', 'en'), 'Marinate it. Decorate it.');
  assert.equal(speechText('1. Mai: frei\n2. Mai: Arbeit', 'de'), '1. Mai: frei. 2. Mai: Arbeit.');
});

test('no word and no number is lost', () => {
  // Words of three letters and more that are no unit, entity or currency; numbers between full words.
  const word = fc.stringMatching(/^(?:wo|ze|ly|qua)[a-z]{2,6}o$/);
  const number = fc.integer({ min: 2, max: 999 }).map(String);
  const atom = fc.oneof({ weight: 3, arbitrary: word }, { weight: 1, arbitrary: number });
  const marks: ((a: string) => string)[] = [
    (a) => a,
    (a) => `**${a}**`,
    (a) => `_${a}_`,
    (a) => `~~${a}~~`,
    (a) => `\`${a}\``,
    (a) => `<b>${a}</b>`,
    (a) => `[${a}](https://example.com/${a})`,
    (a) => `(${a})`,
    (a) => `"${a}"`,
    (a) => `${a} 🎉`,
    (a) => `${a} &nbsp;`,
  ];
  const marked = fc.tuple(atom, fc.constantFrom(...marks));
  const line = fc.array(marked, { minLength: 1, maxLength: 6 }).chain((parts) =>
    fc.constantFrom('', '# ', '- ', '> ', '* [ ] ').map((start) => ({
      text: `${start}${parts.map(([atom, mark]) => mark(atom)).join(' word ')} end`,
      atoms: parts.map(([atom]) => atom),
    })),
  );
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), languages, (lines, language) => {
      const said: string[] = speechText(lines.map(({ text }) => text).join('\n'), language).match(/\p{L}+|\d+/gu) ?? [];
      let at = 0;
      for (const atom of lines.flatMap(({ atoms }) => atoms)) {
        at = said.indexOf(atom, at) + 1;
        assert.ok(at > 0, `"${atom}" is missing in "${said.join(' ')}"`);
      }
    }),
    { numRuns: 300 },
  );
});

test('text that would trap a careless pattern is done in time', () => {
  // A quadratic pattern would need minutes for any of these: the runner's time limit would end it.
  const traps = [
    '[a]([a](y)',
    '[[',
    '<!--',
    '<b ',
    '**_',
    '1.1',
    '1,',
    '11:',
    '1-',
    '1/',
    '- \n',
    '1. a\n',
    '|',
    '&amp;',
    '((',
    ' ',
    '# ',
    'http://',
    '```\n',
    '==',
    '.',
    '$a',
    '10⁸',
    '½ ',
    'z. B. ',
    '\\frac{a}',
    '1.-',
  ];
  for (const trap of traps) assert.equal(typeof speechText(trap.repeat(200_000 / trap.length), 'de'), 'string');
});
