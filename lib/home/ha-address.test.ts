import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import fc from 'fast-check';
import { JarvisError } from '../turn/errors.js';
import { addressOf } from './ha-address.js';

afterEach(() => {
  delete process.env['SUPERVISOR_TOKEN'];
});

test('an address is understood however it is written', () => {
  const cases: [string, string, string][] = [
    ['homeassistant.local:8123', 'http://homeassistant.local:8123', 'ws://homeassistant.local:8123/api/websocket'],
    ['http://10.0.0.2:8123/', 'http://10.0.0.2:8123', 'ws://10.0.0.2:8123/api/websocket'],
    ['https://home.example/ha/', 'https://home.example/ha', 'wss://home.example/ha/api/websocket'],
    ['ws://10.0.0.2:8123/api/websocket', 'http://10.0.0.2:8123', 'ws://10.0.0.2:8123/api/websocket'],
    ['wss://home.example', 'https://home.example', 'wss://home.example/api/websocket'],
    [' http://[::1]:8123/api/ ', 'http://[::1]:8123', 'ws://[::1]:8123/api/websocket'],
  ];
  for (const [written, url, socket] of cases) assert.deepEqual(addressOf(written, 't'), { url, socket, token: 't' });
});

test('as an add-on, the supervisor’s address and token are used', () => {
  assert.throws(() => addressOf('', undefined), { code: 'not-configured' });
  process.env['SUPERVISOR_TOKEN'] = 'secret';
  assert.deepEqual(addressOf('', undefined), {
    url: 'http://supervisor/core',
    socket: 'ws://supervisor/core/websocket',
    token: 'secret',
  });
  assert.throws(
    () => addressOf('http://other', ''),
    { code: 'home-unauthorised' },
    'the token is for the supervisor only',
  );
});

test('anything else is refused with an explanation', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (url, token) => {
      try {
        const address = addressOf(url, token);
        assert.ok(URL.canParse(address.socket), address.socket);
      } catch (thrown) {
        assert.ok(thrown instanceof JarvisError);
      }
    }),
  );
});
