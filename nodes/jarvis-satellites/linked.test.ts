import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { configs, satellitesNode, unload, until } from '../node.test.helper.js';
import { first } from '../running.js';

describe('satellites at addresses of their own', () => {
  afterEach(unload);

  test('are connected to and are rooms; what is no address is told at the node', async () => {
    const callers: net.Socket[] = [];
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      callers.push(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const addresses = {
      den: `wyoming://127.0.0.1:${port}`,
      shelf: `esphome://127.0.0.1:${port}`,
      hall: 'http://127.0.0.1',
      '../a': 'wyoming://b',
    };
    const house = await satellitesNode({ addresses: JSON.stringify(addresses), areas: '{"den":"Den"}' });
    const flow = await configs([house]);
    await until(() => callers.length >= 2, 'both connections');
    const sites = first('satellites')?.hub.sites() ?? [];
    assert.deepEqual(
      sites.map(({ id, via, area }) => [id, via, area]),
      [
        ['den', 'wyoming', 'Den'],
        ['shelf', 'esphome', undefined],
      ],
    );
    const told = flow.log().map(({ level, text }) => [level, /"(.*?)" has no address/.exec(text)?.[1]]);
    assert.deepEqual(told, [
      ['error', 'hall'],
      ['error', '../a'],
    ]);
    await flow.stop();
    for (const socket of callers) socket.destroy();
    server.close();
  });
});
