import assert from 'node:assert/strict';
import type http from 'node:http';
import { describe, test } from 'node:test';
import zlib from 'node:zlib';
import fc from 'fast-check';
import { type GuardedRequest, guardedFetch } from './guarded-fetch.js';
import { isPublic } from './public-address.js';
import { serve } from './web.test.helper.js';

const signal = new AbortController().signal;
const names = (addresses: Record<string, string[]>): GuardedRequest['resolve'] => {
  return async (name) => (addresses[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};
const says = (text: string) => (_: http.IncomingMessage, outgoing: http.ServerResponse) => void outgoing.end(text);
const leadsTo = (location: string) => (_: http.IncomingMessage, outgoing: http.ServerResponse) =>
  void outgoing.writeHead(302, { location }).end();

describe('what a stranger may not have us ask', () => {
  const inside = [
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0',
      '10.0.0.1',
      '172.16.3.4',
      '192.168.1.1',
      '169.254.169.254',
    ],
    ...[
      '100.64.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '198.18.0.1',
      '192.0.2.1',
      '[::1]',
      '[::]',
      '[fe80::1]',
      '[fd00::1]',
    ],
    ...[
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[ff02::1]',
      '[fec0::1]',
    ],
  ];
  for (const host of inside) {
    test(host, async () => {
      await assert.rejects(guardedFetch(`http://${host}/`, { signal }), { code: 'failed', message: /public internet/ });
    });
  }

  test('any address of the private networks', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const network = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), octet),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 })),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 })),
      fc.constantFrom<[number, number]>([192, 168], [169, 254]),
    );
    fc.assert(
      fc.property(network, octet, octet, ([a, b], c, d) => {
        assert.equal(isPublic(`${a}.${b}.${c}.${d}`), false);
        assert.equal(isPublic(`::ffff:${a}.${b}.${c}.${d}`), false);
      }),
    );
    assert.deepEqual(['1.1.1.1', '2606:4700::1111', '[2001:4860:4860::8888]'].map(isPublic), [true, true, true]);
  });

  test('names that lead into the house, with all or one of their addresses', async () => {
    const { origin, requests } = await serve(says('secret'));
    const { port } = new URL(origin);
    const resolve = names({
      'in.example': ['127.0.0.1'],
      'both.example': ['93.184.216.34', '127.0.0.1'],
      'six.example': ['::1'],
    });
    for (const name of ['in', 'both', 'six', 'none'])
      await assert.rejects(guardedFetch(`http://${name}.example/`, { signal, resolve }), { code: 'failed' });
    await assert.rejects(guardedFetch(`http://in.example:${port}/`, { signal, resolve }), /port/);
    assert.equal(requests.length, 0);
  });

  test('a name is asked for once: what was checked is what is connected to', async () => {
    let asked = 0;
    const answers = [['127.0.0.1'], ['93.184.216.34']];
    const resolve = async () => (answers[asked++] ?? []).map((address) => ({ address, family: 4 }));
    await assert.rejects(
      guardedFetch('http://rebinds.example/', { signal, resolve }),
      /rebinds\.example is not an address/,
    );
    assert.equal(asked, 1);
  });

  test('redirects into the house, whoever sends them', async () => {
    const inner = await serve(says('secret'));
    for (const location of [
      inner.origin,
      'http://127.0.0.1/',
      'http://[::1]/',
      'file:///etc/passwd',
      'ftp://example.org/',
      '//169.254.169.254/',
    ]) {
      const { origin } = await serve(leadsTo(location));
      await assert.rejects(guardedFetch(origin, { signal, trusted: [origin] }), { code: 'failed' }, location);
    }
    assert.equal(inner.requests.length, 0);
  });

  test('other schemes, other ports and logins', async () => {
    for (const address of ['file:///etc/passwd', 'gopher://example.org', 'not an address', '', 'javascript:alert(1)'])
      await assert.rejects(guardedFetch(address, { signal }), /http/);
    await assert.rejects(guardedFetch('http://93.184.216.34:22/', { signal }), /port/);
    await assert.rejects(guardedFetch('http://user:pw@93.184.216.34/', { signal }), /login/);
  });
});

describe('what is trusted', () => {
  test('is fetched, with its redirects on the same server; a key stays there', async () => {
    const other = await serve(says('there'));
    const { origin, requests } = await serve(({ url }, outgoing) => {
      if (url === '/a') outgoing.writeHead(301, { location: '/b' }).end();
      else if (url === '/b') outgoing.writeHead(307, { location: `${other.origin}/c` }).end();
    });
    const headers = { 'x-key': 'k' };
    const { url, body } = await guardedFetch(`${origin}/a`, { signal, headers, trusted: [origin, other.origin] });
    assert.deepEqual([url, `${body}`], [`${other.origin}/c`, 'there']);
    assert.deepEqual(
      [requests, other.requests].map((all) => all.map((one) => one.headers['x-key'])),
      [['k', 'k'], [undefined]],
    );
  });

  test('redirects without end, statuses and lost connections say what they are', async () => {
    const { origin } = await serve(({ url, socket }, outgoing) => {
      if (url === '/loop') outgoing.writeHead(302, { location: '/loop' }).end();
      else if (url === '/lost') socket.destroy();
      else outgoing.writeHead(503).end();
    });
    const failing = async (path: string, message: RegExp) =>
      await assert.rejects(guardedFetch(origin + path, { signal, trusted: [origin] }), { code: 'failed', message });
    await failing('/loop', /without end/);
    await failing('/lost', /could not be reached/);
    await failing('/', /answered 503 Service Unavailable/);
  });

  test('packed answers are unpacked, and bombs are not', async () => {
    const small = Buffer.from('hello '.repeat(100));
    const bomb = Buffer.alloc(8 * 1024 * 1024);
    const packers = { gzip: zlib.gzipSync, deflate: zlib.deflateSync, br: zlib.brotliCompressSync };
    for (const [packed, pack] of Object.entries(packers)) {
      const { origin } = await serve(({ url }, outgoing) => {
        outgoing.writeHead(200, { 'content-encoding': packed }).end(pack(url === '/bomb' ? bomb : small));
      });
      assert.equal(`${(await guardedFetch(origin, { signal, trusted: [origin] })).body}`, `${small}`);
      await assert.rejects(guardedFetch(`${origin}/bomb`, { signal, trusted: [origin] }), /longer than 1048576 bytes/);
    }
  });

  test('an answer without end is cut off, and a cancelled turn ends the wait', async () => {
    const { origin } = await serve((_, outgoing) => {
      const write = () => {
        while (outgoing.write(Buffer.alloc(64 * 1024)));
      };
      outgoing.on('drain', write);
      write();
    });
    await assert.rejects(guardedFetch(origin, { signal, trusted: [origin] }), /longer than/);
    const silent = await serve(() => {});
    const cancel = new AbortController();
    const waiting = guardedFetch(silent.origin, { signal: cancel.signal, trusted: [silent.origin] });
    cancel.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
  });
});
