import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { modelContextsPage, pageFile } from './model-contexts.js';

test('docs/model-contexts.md says what the table of contexts says', () => {
  assert.equal(readFileSync(pageFile(), 'utf8'), modelContextsPage(), 'The page is stale: run "npm run docs".');
});
