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
  ];
  for (const trap of traps) assert.equal(typeof speechText(trap.repeat(200_000 / trap.length), 'de'), 'string');
});
