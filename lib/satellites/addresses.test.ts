import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf } from './addresses.js';

test('who asks is the address of a household, and what a proxy on this machine says of it', () => {
  const cases: [peer: string, forwarded: string | undefined, who: string][] = [
    ['192.168.1.7', undefined, '192.168.1.7'],
    ['::ffff:192.168.1.7', undefined, '192.168.1.7'],
    ['192.168.1.7', '10.0.0.1', '192.168.1.7'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '10.0.0.1, 203.0.113.9', '203.0.113.9'],
    ['::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['::1', 'unknown', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2'],
    ['2001:db8:1:2::9', undefined, '2001:db8:1:2'],
    ['2001:db8::9', undefined, '2001:db8:0:0'],
    ['fe80::1%eth0', undefined, 'fe80:0:0:0'],
    ['', undefined, ''],
  ];
  for (const [peer, forwarded, who] of cases) assert.equal(addressOf(peer, forwarded), who, `${peer} ${forwarded}`);
});
