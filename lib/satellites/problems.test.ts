import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openProblems } from './problems.js';

test('a problem is told once, and stays open until it is right again', () => {
  const told: string[] = [];
  const problems = openProblems((site, { message }) => told.push(`${site}: ${message}`));
  problems.report('den', 'sound', new Error('too fast'));
  problems.report('den', 'connection', new Error('gone'));
  problems.report('den', 'connection', new Error('still gone'));
  assert.deepEqual(told, ['den: too fast', 'den: gone']);
  assert.deepEqual(problems.of('den').at(-1), { kind: 'connection', message: 'gone' });
  problems.right('den', 'connection');
  problems.right('kitchen', 'connection');
  assert.deepEqual(problems.of('den'), [{ kind: 'sound', message: 'too fast' }]);
  problems.report('den', 'connection', new Error('gone again'));
  assert.equal(told.at(-1), 'den: gone again');
});

test('what a thousand strangers do wrong is forgotten together', () => {
  const problems = openProblems(() => {});
  for (let at = 0; at <= 1_000; at++) problems.report(`site-${at}`, 'sound', new Error('too fast'));
  assert.deepEqual([problems.of('site-0').length, problems.of('site-1000').length], [0, 1]);
});
