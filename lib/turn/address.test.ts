import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growsLinearly, repeated } from '../../test/growth.js';
import { shownAddress } from './address.js';
import { JarvisError, reasonOf } from './errors.js';

test('users, passwords and keys are taken out of addresses, and nothing else', () => {
  const cases: Record<string, string> = {
    'mqtt://me:secret@host:1883': 'mqtt://host:1883',
    'mqtts://me@host': 'mqtts://host',
    'mqtt://:secret@host': 'mqtt://host',
    'mqtt://me:se@cret@host': 'mqtt://host',
    'mqtt://me:se/cr#et@host/x': 'mqtt://host/x',
    'tcp://me:s%40t@[::1]:10300': 'tcp://[::1]:10300',
    'The server at http://me:secret@host/v1 and https://you:other@host2 failed':
      'The server at http://host/v1 and https://host2 failed',
    '"ws://me:secret@host" is none.': '"ws://host" is none.',
    'http://host/?api_key=secret&x=1': 'http://host/?api_key=…&x=1',
    'http://host:8080/@scope/a@b': 'http://host:8080/@scope/a@b',
    'http://host/a@b': 'http://host/a@b',
    'somebody@example.org': 'somebody@example.org',
    'mqtt://host': 'mqtt://host',
  };
  for (const [given, shown] of Object.entries(cases)) assert.equal(shownAddress(given), shown);
});

test('no error of ours tells them, nor the reason of another', () => {
  assert.equal(new JarvisError('failed', 'at http://me:secret@host').message, 'at http://host');
  const other = new Error('fetch failed', { cause: new Error('no http://me:secret@host') });
  assert.equal(reasonOf(other), 'fetch failed (no http://host)');
  assert.equal(reasonOf('http://me:secret@host'), 'http://host');
});

test('the time it takes grows with the text', () => {
  for (const piece of ['http://a:b', 'http://a@', 'http://h:1/', 'a://', '://', '?key=', 'a.', ':1', '@'])
    for (const [before, after] of [
      ['', ' @'],
      ['', '@'],
      ['@', ''],
    ])
      growsLinearly((letters) => shownAddress(`${before}http://${repeated(piece, letters)}${after}`), 500, piece);
});
