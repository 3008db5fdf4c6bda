import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { closed, until } from '../../test/until.js';
import { limitSeats, type Standing, stands } from './seats.js';

const MOST = 4;
const opened: net.Server[] = [];
const clients: net.Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  for (const server of opened.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** A server with four seats, and how one comes to it: from an address of this machine, standing as it is told. */
async function seats() {
  const ends: net.Socket[] = [];
  const server = net.createServer((socket) => ends.push(socket.on('error', () => {}).resume()));
  limitSeats(server, MOST);
  opened.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return async (localAddress: string, standing?: Standing) => {
    const client = net.connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
    clients.push(client.resume());
    await once(client, 'connect');
    const { localPort } = client;
    const end = await until(() => ends.find(({ remotePort }) => remotePort === localPort), 'its other end');
    if (standing) stands(end, standing);
    return client;
  };
}

const ONE = '127.0.0.1';
const OTHER = '127.0.0.2';
const stays = async (...sockets: net.Socket[]) => {
  await new Promise(setImmediate);
  for (const socket of sockets) assert.equal(socket.closed, false);
};

describe('the places of a server', () => {
  test('go first from whoever has said nothing, else from whoever was heard longest ago', async () => {
    const come = await seats();
    const [heard, silent, later, again] = [
      await come(ONE, 'heard'),
      await come(ONE),
      await come(ONE, 'heard'),
      await come(ONE, 'served'),
    ];
    const fifth = await come(ONE, 'heard');
    await closed(silent);
    await stays(heard, later, again, fifth);
    await come(ONE, 'heard');
    await closed(heard);
    await stays(later, again, fifth);
  });

  test('are never taken from one that is served, for another of the same address', async () => {
    const come = await seats();
    const all = await Promise.all(Array.from({ length: MOST }, () => come(ONE, 'served')));
    await closed(await come(ONE));
    await stays(...all);
  });

  test('are not held by one address against the others', async () => {
    const come = await seats();
    const served = await come(OTHER);
    const many = [await come(ONE, 'served'), await come(ONE, 'served'), await come(ONE, 'served')];
    // One more of those that have most: what is silent elsewhere stays.
    await closed(await come(ONE));
    await stays(served, ...many);
    const newcomer = await come(OTHER);
    await closed(many[0] as net.Socket);
    await stays(served, newcomer, ...many.slice(1));
  });
});
