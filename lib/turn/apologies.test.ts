import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../language/folders.js';
import { apology } from './apologies.js';

test('a failure is told in the language of the turn, any other code in general words', () => {
  for (const language of [...LANGUAGES, 'it', 'nl', 'pt', 'pl']) {
    assert.match(apology('home-unreachable', language), /Home Assistant/);
    assert.notEqual(apology('model-unreachable', language), apology('failed', language));
    assert.equal(apology('ECONNREFUSED', language), apology('failed', language));
    assert.equal(apology('constructor', language), apology('failed', language));
  }
  assert.equal(apology(undefined, undefined), apology('failed', 'en'));
  assert.equal(apology('timeout', 'de-AT'), apology('timeout', 'de'));
  assert.equal(apology('timeout', 'sv'), apology('timeout', 'en'));
  assert.equal(new Set(['en', 'it', 'nl', 'pt', 'pl'].map((tag) => apology('timeout', tag))).size, 5);
});
