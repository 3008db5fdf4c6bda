import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { afterEach, test } from 'node:test';
import fc from 'fast-check';
import { refusalOf } from './origin.js';

const why = (headers: IncomingHttpHeaders, names = '', method = 'GET') => refusalOf({ method, headers }, names);
const may = (headers: IncomingHttpHeaders, names = '', method = 'POST') =>
  assert.equal(why(headers, names, method), undefined, JSON.stringify(headers));
const mayNot = (headers: IncomingHttpHeaders, names = '', method = 'POST') =>
  assert.match(why(headers, names, method) ?? 'nothing', /JARVIS_HOSTS|another site/, JSON.stringify(headers));

afterEach(() => {
  delete process.env['SUPERVISOR_TOKEN'];
});

test('this machine is known by its names and addresses, with any port', () => {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const own = addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
  for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '127.8.8.8', '[::1]', hostname(), ...own]) {
    may({ host });
    may({ host: `${host}:1880` });
  }
  may({ host: `${hostname().split('.')[0]}.local:1880` });
});

test('no other name or address is, unless it was named', () => {
  const others = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '203.0.113.7', '[2001:db8::7]'];
  for (const host of ['', 'x@127.0.0.1', '127.0.0.1/', '127.0.0.1#', ':1880', '%', '[', '0.0.0.0', ...others]) {
    mayNot({ host }, '', 'GET');
  }
  mayNot({});
  assert.match(why({ host: 'jarvis.lan:1880' }) ?? '', /"jarvis\.lan:1880".*JARVIS_HOSTS/);
  may({ host: 'jarvis.lan:1880' }, 'House.example, JARVIS.lan');
  may({ host: 'jarvis.lan' }, 'jarvis.lan:8443');
  mayNot({ host: 'jarvis.lan.evil.example' }, 'jarvis.lan');
});

test('only a page of that same host may send something', () => {
  const host = '127.0.0.1:1880';
  may({ host });
  may({ host, origin: 'http://127.0.0.1:1880' });
  may({ host: 'localhost', origin: 'http://localhost:80' });
  may({ host: 'localhost', origin: 'https://localhost' });
  for (const origin of ['http://evil.example', 'null', '', 'http://127.0.0.1', 'http://127.0.0.1:3000', 'file://']) {
    mayNot({ host, origin });
    mayNot({ host, origin }, '', 'GET');
    mayNot({ host, origin, 'x-forwarded-host': origin.replace(/^\w+:\/\//, '') });
  }
  assert.match(why({ host, origin: 'http://evil.example' }) ?? '', /"http:\/\/evil\.example"/);
  // What was made to look like here by DNS is of the same origin, but not of this machine.
  mayNot({ host: 'evil.example', origin: 'http://evil.example' });
});

test("a proxy's public name is configured, whatever it does with the Host", () => {
  for (const host of ['127.0.0.1:1880', 'jarvis.example']) {
    may({ host, origin: 'https://jarvis.example' }, 'jarvis.example');
    mayNot({ host, origin: 'https://jarvis.example:8443' }, 'jarvis.example');
    may({ host, origin: 'https://jarvis.example:8443' }, 'jarvis.example:8443');
  }
});

test("Home Assistant's ingress has asked for a login, under any name; elsewhere its header means nothing", () => {
  const headers = {
    host: 'me.nabu.example',
    origin: 'https://me.nabu.example',
    'x-ingress-path': '/api/hassio_ingress/x',
  };
  const behind = { ...headers, host: '172.30.33.1:1880', 'x-forwarded-host': 'me.nabu.example' };
  mayNot(headers);
  mayNot(behind);
  process.env['SUPERVISOR_TOKEN'] = 'x';
  may(headers);
  may(behind);
  mayNot({ ...behind, origin: 'https://evil.example' });
});

test("of other sites' pages only links are followed", () => {
  const host = 'localhost:1880';
  const link = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  may(link, '', 'GET');
  mayNot(link);
  mayNot({ ...link, 'sec-fetch-dest': 'iframe' }, '', 'GET');
  mayNot({ ...link, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, '', 'GET');
  mayNot({ host, 'sec-fetch-site': 'same-site' }, '', 'GET');
  for (const site of ['same-origin', 'none']) may({ host, 'sec-fetch-site': site });
});

test('no header makes it throw, and no stranger gets in', () => {
  const header = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl(), fc.domain(), fc.ipV4(), fc.ipV6());
  fc.assert(
    fc.property(header, header, header, (host, origin, names) => {
      assert.ok(why({ host: `${host}.evil.example`, origin }));
      why({ host, origin }, names);
    }),
  );
});
