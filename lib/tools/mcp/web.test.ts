import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { startDesk } from '../../../test/mcp-servers/desk-web.js';
import { until } from '../../../test/until.js';
import { opened } from './link.test.helper.js';

describe('an MCP server by streamable HTTP', () => {
  const closers: (() => Promise<void>)[] = [];
  const open = (url: string, token = '') => {
    const one = opened({ url, token });
    closers.unshift(one.link.close);
    return one;
  };
  const desk = async (options?: Parameters<typeof startDesk>[0]) => {
    const server = await startDesk(options);
    closers.push(server.close);
    return server;
  };
  /** A server that answers each request as it likes. */
  const answering = async (answer: http.RequestListener) => {
    const server = http.createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  };
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  test('is called with its token, and told when the session ends', async () => {
    const server = await desk({ token: 'open sesame' });
    const { link, call } = open(server.url, 'open sesame');
    assert.deepEqual(await call('add', { a: 2, b: 3 }), { ok: true, text: '5' });
    assert.equal(server.sessions().length, 1);
    await link.close();
    assert.equal(server.sessions().length, 0);
  });

  test('a wrong token is told', async () => {
    const { failed } = open((await desk({ token: 'open sesame' })).url, 'please');
    const error = await failed();
    assert.equal(error.code, 'not-configured');
    assert.match(error.message, /refused the token \(status 401\)\. Enter one/);
    assert.doesNotMatch(error.message, /please/);
  });

  for (const unknownSession of [404, 400]) {
    test(`a session that was forgotten (${unknownSession}) is renewed, and the call is made in the new one`, async () => {
      const server = await desk({ unknownSession });
      const { call } = open(server.url);
      await call('add', { a: 1, b: 1 });
      const before = server.sessions();
      server.forget();
      assert.deepEqual(await call('add', { a: 2, b: 2 }), { ok: true, text: '4' });
      assert.notDeepEqual(server.sessions(), before);
    });
  }

  test('a list that changes is read again', async () => {
    const { link, call } = open((await desk()).url);
    await call('grow');
    await until(() => link.offered().some(({ name }) => name.startsWith('drawer')), 'another tool');
  });

  test('a server that is away is told by its address, and is connected when it is back', async () => {
    const first = await desk();
    const { call, failed } = open(first.url);
    await call('add', { a: 1, b: 1 });
    await first.close();
    const { ok, text } = await call('add', { a: 1, b: 1 });
    assert.equal(ok, false);
    assert.match(text, /^The MCP server at http:\S+\/mcp can't be used: /);
    await failed();
    await desk({ port: Number(new URL(first.url).port) });
    assert.deepEqual(await call('add', { a: 1, b: 2 }), { ok: true, text: '3' });
  });

  test('what is no MCP server is told', async () => {
    const notFound = open(await answering((_, response) => response.writeHead(404).end('<html>')));
    assert.match((await notFound.failed()).message, /answers with status 404\. Check the path/);
    const page = open(
      await answering((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')),
    );
    assert.match((await page.failed()).message, /can't be used: .*content type/);
  });

  for (const [kind, begin] of [
    ['application/json', '{"jsonrpc":"2.0","id":0,"result":{"x":"'],
    ['text/event-stream', 'event: message\ndata: '],
  ] as const) {
    test(`an answer without end is cut off: ${kind}`, async () => {
      const url = await answering((request, response) => {
        if (request.method !== 'POST') return void response.writeHead(405).end();
        response.writeHead(200, { 'content-type': kind }).write(begin);
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      });
      assert.match((await open(url).failed()).message, /sent more than 4000000 bytes at once/);
    });
  }

  test('a token goes to no other origin', async () => {
    const seen: (string | undefined)[] = [];
    const thief = await answering((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(404).end();
    });
    const url = await answering((_, response) => response.writeHead(307, { location: thief }).end());
    await open(url, 'open sesame').failed();
    assert.deepEqual(seen, []);
  });
});
