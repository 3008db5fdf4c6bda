import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openVisitors } from './visitors.js';

const cookieOf = (header: string) => header.split(';')[0] ?? '';

test('each visitor has a session of their own, and keeps it', () => {
  const visitors = openVisitors();
  const header = visitors.cookieFor(undefined);
  assert.match(header, /; HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+$/);
  const mine = cookieOf(header);
  const session = visitors.sessionOf(mine);
  assert.ok(session);
  assert.equal(visitors.sessionOf(`a=b; ${mine}; c=d`), session);
  assert.equal(cookieOf(visitors.cookieFor(mine)), mine);
  assert.notEqual(visitors.sessionOf(cookieOf(visitors.cookieFor(undefined))), session);
});

test('a session that was made up, altered, or given out by another process is none', () => {
  const visitors = openVisitors();
  const mine = cookieOf(visitors.cookieFor(undefined));
  const foreign = cookieOf(openVisitors().cookieFor(undefined));
  const other = cookieOf(visitors.cookieFor(undefined));
  const swapped = `${mine.split('.')[0]}.${other.split('.')[1]}`;
  for (const cookies of [
    undefined,
    '',
    foreign,
    swapped,
    `x${mine}`,
    `${mine}x`,
    mine.slice(0, -1),
    'jarvis-session=',
  ]) {
    assert.equal(visitors.sessionOf(cookies), undefined, cookies);
  }
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (value) => !visitors.sessionOf(`jarvis-session=${value}`)));
  for (const letter of ['\xe9', '\ud800', '\0'])
    assert.equal(visitors.sessionOf(`jarvis-session=${letter.repeat(68)}`), undefined);
});
