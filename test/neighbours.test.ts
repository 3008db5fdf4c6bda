import { test } from 'node:test';
import { oneTurnEach, openNeighbours } from './neighbours.js';

test('two Jarvis at the broker of one of them: neither answers the other', async () => {
  const neighbours = await openNeighbours();
  try {
    await oneTurnEach(neighbours);
  } finally {
    await neighbours.close();
  }
});
