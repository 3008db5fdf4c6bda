import assert from 'node:assert/strict';
import test from 'node:test';
import { hostsOf } from './report.js';

test('the page is named by addresses that a person can open', () => {
  const of = (address: string, internal: boolean) => ({ address, internal, family: 'IPv4' }) as never;
  const interfaces = { lo: [of('127.0.0.1', true)], eth0: [of('192.168.1.7', false)] };
  for (const all of [undefined, '0.0.0.0', '::'])
    assert.deepEqual(hostsOf(all, interfaces), ['127.0.0.1', '192.168.1.7']);
  assert.deepEqual(hostsOf('127.0.0.1', interfaces), ['127.0.0.1']);
  assert.deepEqual(hostsOf('fd00::7', interfaces), ['[fd00::7]']);
  assert.deepEqual(hostsOf('jarvis.home', interfaces), ['jarvis.home']);
});
