import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { growsLinearly, repeated } from '../../../test/growth.js';
import { evaluate, MAX_SUM, SumError } from './arithmetic.js';
import { sumAsked } from './sum-asked.js';
import { workedOut } from './sums.js';

/** What an utterance is answered. */
const answer = (query: string, language: string) => {
  const sum = sumAsked(query, language);
  return sum && workedOut(sum, language).told.replace(/\s/g, ' ');
};

describe('sums', () => {
  test('have the usual order of operations', () => {
    const values: Record<string, number> = {
      '2+3*4': 14,
      '(2+3)*4': 20,
      '-2^2': -4,
      '2^3^2': 512,
      '2^-1': 0.5,
      '7 mod 4': 3,
      '0.1+0.2': 0.3,
      '12 ÷ 4 × 2': 6,
      'sqrt(16) + sqrt 9': 7,
      'round(2.5*pi)': 8,
      '1e3 / 4': 250,
    };
    for (const [sum, value] of Object.entries(values)) assert.equal(evaluate(sum), value, sum);
  });

  test('take percent as people say it', () => {
    const values = { '15 % of 80': 12, '80 + 15 %': 92, '80 - 25%': 60, '10% + 5%': 0.15, '50%': 0.5, '80 * 10%': 8 };
    for (const [sum, value] of Object.entries(values)) assert.equal(evaluate(sum), value, sum);
  });

  test('that are none say why', () => {
    const why: [string, RegExp][] = [
      ['1/0', /no finite value/],
      ['9^9^9', /no finite value/],
      ['sqrt(-1)', /no finite value/],
      ['2 +', /not complete/],
      ['(2', /bracket/],
      ['2 3', /"3"/],
      ['constructor', /"constructor"/],
      ['toString(1)', /"tostring"/],
      ['[1,2]', /isn't arithmetic/],
      ['', /not complete/],
      [`1${'+1'.repeat(MAX_SUM)}`, /longer/],
    ];
    for (const [sum, message] of why) assert.throws(() => evaluate(sum), { name: 'SumError', message });
  });

  test('of whatever signs give a number or say why', () => {
    const part = fc.constantFrom(...'0 1 9 . e ( ) + - * / ^ % of mod sqrt pi ** e+9 [ ; x'.split(' '), ' ');
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 300 }), fc.array(part, { maxLength: 120 })), (made) => {
        const sum = typeof made === 'string' ? made : made.join('');
        try {
          assert.ok(Number.isFinite(evaluate(sum)));
        } catch (thrown) {
          assert.ok(thrown instanceof SumError, `${sum}: ${thrown}`);
        }
      }),
    );
  });

  test('that are long and nasty end in no time', () => {
    for (const part of ['(', '-', '1^', 'sqrt', '9^9^', '1%', 'in ', 'a to ']) {
      const tried = (letters: number) => assert.throws(() => workedOut(repeated(part, letters), 'en'), SumError, part);
      growsLinearly(tried, MAX_SUM, part);
    }
  });
});

describe('units', () => {
  test('are converted, in their names and signs', () => {
    const values: Record<string, string> = {
      '200 g to oz': '7.05479238992 ounce',
      '20 °C in °F': '68 fahrenheit',
      '-40 fahrenheit to celsius': '-40 celsius',
      '5 miles in km': '8.04672 kilometer',
      '10 in in cm': '25.4 centimeter',
      '100 km/h to mph': '62.1371192237 mile-per-hour',
      '(1 + 1) * 2 hours to minutes': '240 minute',
      '1 fluid-ounce to ml': '29.5735295625 milliliter',
    };
    for (const [sum, text] of Object.entries(values)) assert.equal(workedOut(sum, 'en').text, text, sum);
    assert.equal(workedOut('3 Stunden to Minuten', 'de').told, 'Das sind 180 Minuten.');
  });

  test('that measure different things, and currencies, are refused', () => {
    assert.throws(() => workedOut('2 g to cm', 'en'), /different things/);
    assert.throws(() => workedOut('20 euros in dollars', 'en'), /no exchange rates/);
  });
});

describe('what is asked', () => {
  test('is answered in each language, with its decimal sign', () => {
    const told: Record<string, Record<string, string>> = {
      en: {
        'What is 15 percent of 80?': 'That’s 12.',
        'what is fifteen percent of eighty': 'That’s 12.',
        'how many ounces are 200 grams': 'That’s about 7.05 ounces.',
        'How many grams are there in a pound?': 'That’s about 453.59 grams.',
        'convert 5 miles to kilometres': 'That’s about 8.05 kilometers.',
        'what is 1,250.5 divided by 2': 'That’s 625.25.',
        'how much is two and a half times four': 'That’s 10.',
        'what is 1 divided by 3': 'That’s about 0.333.',
      },
      de: {
        'Was ist 15 Prozent von 80?': 'Das sind 12.',
        'Wie viele Unzen sind 200 Gramm?': 'Das sind ungefähr 7,05 Unzen.',
        'Rechne 5 Meilen in Kilometer um': 'Das sind ungefähr 8,05 Kilometer.',
        'siebzehn plus vier': 'Das sind 21.',
        'wie viel ist 1.000 geteilt durch 8': 'Das sind 125.',
      },
      fr: {
        'Combien font 15 pour cent de 80 ?': 'Cela fait 12.',
        'Combien d’onces font 200 grammes ?': 'Cela fait environ 7,05 onces.',
        'combien font 12,5 fois 5': 'Cela fait 62,5.',
        'quelle est la racine carrée de 144': 'Cela fait 12.',
      },
      es: {
        '¿Cuánto es el 15 por ciento de 80?': 'Son 12.',
        '¿Cuántas onzas son 200 gramos?': 'Son aproximadamente 7,05 onzas.',
        'cuánto es 100 entre 8': 'Son 12,5.',
        'convierte 5 millas a kilómetros': 'Son aproximadamente 8,05 kilómetros.',
      },
    };
    for (const [language, all] of Object.entries(told)) {
      for (const [query, said] of Object.entries(all)) assert.equal(answer(query, language), said, query);
    }
  });

  test('is a sum only where that is certain', () => {
    const others: Record<string, string[]> = {
      en: [
        'what is 24/7',
        'what is 9-11',
        'what is 20 percent',
        'set the light to 20 percent',
        'how many lights are on',
        'what is love',
        'what is 100 dollars in euros',
        'what is 15 percent of 80 and who was Euler',
        'one of the lights',
        '555-1234',
      ],
      de: ['stell das Licht auf 20 Prozent', 'wie viele Lichter sind an', 'wie viele Gramm hat ein Pfund', 'einmal'],
      fr: ['quelle est la température', 'combien de grammes dans une livre'],
      es: ['cuántas luces hay encendidas', 'qué es el amor'],
    };
    for (const [language, queries] of Object.entries(others)) {
      for (const query of queries) assert.equal(sumAsked(query, language), undefined, query);
    }
  });
});
