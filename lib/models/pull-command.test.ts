import assert from 'node:assert/strict';
import test from 'node:test';
import { pullCommand } from './pull-command.js';

test('the command that messages name is one that exists where the package lies', () => {
  assert.equal(pullCommand('minilm'), 'npm run models -- pull minilm');
  assert.equal(
    pullCommand('minilm', '/home/ada/.node-red/node_modules/@jarvis-flow/node-red-jarvis'),
    'cd "/home/ada/.node-red" && npx @jarvis-flow/node-red-jarvis pull minilm',
  );
});
