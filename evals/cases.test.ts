import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCases, runCase, shippedCases } from './cases.js';
import { CONTEXTS } from './contexts.js';
import { differences } from './match.js';

const cases = shippedCases().flatMap(readCases);

for (const { name } of CONTEXTS) {
  test(`every case of ${name} passes`, () => {
    const own = cases.filter(({ context }) => context === name);
    assert.ok(own.length >= 25, `${own.length} cases`);
    assert.equal(new Set(own.map(({ id }) => id)).size, own.length, 'ids are unique');
    const failed = own.map(runCase).filter(({ pass }) => !pass);
    assert.deepEqual(
      failed.map(({ id, wrong }) => `${id}: ${wrong.join('; ')}`),
      [],
    );
  });
}

test('every language of local commands has its cases', () => {
  for (const language of ['en', 'de', 'fr', 'es']) {
    const own = cases.filter(({ context, id }) => context === 'sentences' && id.startsWith(`${language}-`));
    assert.ok(own.length >= 25, `${language}: ${own.length}`);
  }
});

test('a case that names no context, or whose input does not fit, fails', () => {
  assert.equal(runCase({ id: 'x', context: 'no-such', input: {}, expect: {} }).pass, false);
  const wrong = runCase({ id: 'x', context: 'stop-words', input: { text: 5 }, expect: {} });
  assert.equal(wrong.pass, false);
  assert.match(wrong.wrong.join(), /text/);
});

test('expectations are matched as a subset', () => {
  const got = { text: 'Hello World', tools: ['a', 'b'], n: 5, deep: { x: null } };
  const fits = (expect: unknown) => differences(got, expect).length === 0;
  assert.ok(fits({}));
  assert.ok(fits({ text: 'Hello World', deep: { x: null } }));
  assert.ok(fits({ text: { contains: ['hello'], absent: ['bye'], matches: '^H', length: 11 } }));
  assert.ok(fits({ tools: { contains: ['b'], absent: ['c'], length: { min: 1, max: 2 } } }));
  assert.ok(fits({ n: { min: 5, max: 5 }, text: { oneOf: ['x', 'Hello World'] } }));
  assert.ok(!fits({ text: 'Hello' }));
  assert.ok(!fits({ tools: ['a'] }));
  assert.ok(!fits({ n: { min: 6 } }));
  assert.ok(!fits({ deep: { y: 1 } }));
  assert.ok(!fits({ text: { absent: ['world'] } }));
  assert.ok(!fits(null));
  assert.deepEqual(differences(null, null), []);
});
