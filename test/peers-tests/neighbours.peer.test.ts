import { test } from 'node:test';
import { oneTurnEach, openNeighbours } from '../neighbours.js';
import { peer } from './peers.js';

test('two Jarvis at one mosquitto: neither answers the other', async () => {
  const neighbours = await openNeighbours(peer('MQTT_URL'));
  try {
    await oneTurnEach(neighbours);
  } finally {
    await neighbours.close();
  }
});
