import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { closedPort, configs, silentServer, unload, until } from '../node.test.helper.js';
import { first } from '../running.js';
import type { HomeNode } from './jarvis-home.js';

const HOUSE = { id: 'a-house', type: 'jarvis-home', kind: 'auto', url: '' };

describe('the home config node', () => {
  afterEach(unload);

  test('is the demo house when no Home Assistant is named', async () => {
    const flow = await configs([HOUSE]);
    const node = flow.node<HomeNode>('a-house');
    assert.equal(node.home.kind, 'demo');
    assert.equal(node.home, node.home);
    assert.equal(node.sayEvent, 'jarvis_say');
    assert.equal(first('home'), node);
    await flow.stop();
    assert.equal(first('home'), undefined);
  });

  test('connects with the address and token of the environment', async () => {
    const server = await silentServer();
    process.env['JARVIS_HOME_URL'] = server.url;
    process.env['JARVIS_HOME_TOKEN'] = 'good';
    try {
      const flow = await configs([HOUSE]);
      assert.equal(flow.node<HomeNode>('a-house').home.kind, 'home-assistant');
      await until(() => server.connections() > 0, 'the connection');
      await flow.stop();
      await until(() => server.connections() === 0, 'its end');
    } finally {
      delete process.env['JARVIS_HOME_URL'];
      delete process.env['JARVIS_HOME_TOKEN'];
    }
  });

  test('does not connect before it is used', async () => {
    const server = await silentServer();
    await configs([{ ...HOUSE, url: server.url }]);
    assert.equal(server.connections(), 0);
  });

  test('warns once of what is wrong, although it tries again', async () => {
    const houses = {
      unreachable: { url: await closedPort(), token: 'good', says: /can't be reached/ },
      'without-token': { url: 'http://127.0.0.1:9', token: '', says: /no token/ },
      'no-address': { url: 'ftp://nowhere', token: 'good', says: /is not the URL/ },
    };
    const flow = await configs(
      Object.entries(houses).map(([id, { url }]) => ({ ...HOUSE, id, url })),
      Object.fromEntries(Object.entries(houses).map(([id, { token }]) => [id, { token }])),
    );
    const tries: string[] = [];
    for (const id of Object.keys(houses))
      flow.node<HomeNode>(id).home.onStatus(({ state }) => tries.push(`${id} ${state}`));
    await until(() => flow.log().length >= 3, 'three warnings');
    const { home } = flow.node<HomeNode>('unreachable');
    await assert.rejects(home.run({ action: 'turn_on', targets: ['light.x'] }, new AbortController().signal), {
      code: 'home-unreachable',
    });
    for (const [id, { says }] of Object.entries(houses)) {
      const lines = flow.log().filter((line) => line.id === id);
      assert.deepEqual(
        lines.map(({ level, text }) => ({ level, right: says.test(text) })),
        [{ level: 'warn', right: true }],
        id,
      );
    }
  });
});
