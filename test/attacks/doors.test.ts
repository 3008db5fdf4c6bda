import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { closed, until } from '../until.js';
import { type Knock, knock, newSession, shout, UPGRADE } from './knock.js';

/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9';
const EVIL = 'http://evil.example';
const JSON_TYPE = { 'content-type': 'application/json' };
const LAMP = 'light.kitchen_light';
const SITE = 'browser-0000000a';

let runtime: Runtime;
let page: Page;
let own: { host: string; origin: string };

before(async () => {
  runtime = await startRuntime({ env: { JARVIS_MODEL_URL: NOWHERE } });
  own = { host: new URL(runtime.url).host, origin: runtime.url };
  await runtime.warm();
  page = await openPage(runtime.url, SITE);
});
after(async () => {
  await page?.close();
  await runtime?.stop();
});

/** The process lives, and the page that was open before still works. */
async function unharmed(): Promise<void> {
  assert.equal(runtime.running(), true, runtime.output().slice(-2000));
  assert.doesNotMatch(runtime.output(), /unhandled|uncaught|TypeError|RangeError/i);
  for (const state of ['on', 'off']) {
    await page.type(`turn ${state} the kitchen light`);
    await page.sees(LAMP, state);
  }
}

const ask = (path: string, request: Knock = {}) =>
  knock(runtime.url, path, { ...request, headers: { host: own.host, ...request.headers } });

describe('one request', () => {
  const upgrade = (target: string, more: string) =>
    Buffer.from(
      `GET ${target} HTTP/1.1\r\nHost: ${own.host}\r\nOrigin: ${own.origin}\r\n${Object.entries(UPGRADE)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}${more}\r\n`,
      'latin1',
    );

  test('with a cookie of any bytes ends nothing', async () => {
    const length = (await newSession(runtime.url)).split('=')[1]?.length ?? 0;
    for (const count of [0, 1, 24, 32, 43, length, 4000]) {
      for (const letter of ['\xe9', '\xff', '\x80', '%', ';', '=', 'A', '\t']) {
        const line = await shout(
          runtime.url,
          upgrade('/jarvis/ws', `Cookie: jarvis-session=${letter.repeat(count)}\r\n`),
        );
        assert.match(line, /^HTTP\/1\.1 40[01] /, `${count} × ${JSON.stringify(letter)}`);
      }
    }
    await unharmed();
  });

  test("with any target ends nothing, not in Node-RED's own listener either", async () => {
    const targets = [
      'http://[',
      'http://[::1',
      'http://%',
      '//[',
      '*',
      '/jarvis/ws%',
      '/jarvis/ws?%ff',
      '/%00',
      '/comms#x',
    ];
    // Node-RED's listener leaves what nobody answers open for five seconds.
    await Promise.all(targets.map((target) => shout(runtime.url, upgrade(target, ''))));
    assert.match(await shout(runtime.url, upgrade('http://[', '')), /^HTTP\/1\.1 400 /);
    await unharmed();
  });

  test('with an upgrade that is broken ends nothing', async () => {
    const cookie = `Cookie: ${await newSession(runtime.url)}\r\n`;
    const whole = upgrade('/jarvis/ws', cookie).toString('latin1');
    for (const broken of [
      whole.replace('eHh4eHh4eHh4eHh4eHh4eA==', 'x'),
      whole.replace('version: 13', 'version: 99'),
      whole.replace('websocket\r\n', 'h2c\r\n'),
      `${whole}\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff`,
      `${whole}${'\xff'.repeat(100_000)}`,
      `${whole}\x88\x01`,
      `${whole}\x09\x80\0\0\0\0`,
    ]) {
      await shout(runtime.url, Buffer.from(broken, 'latin1'));
    }
    await unharmed();
  });

  test('that is cut off at any place ends nothing', async () => {
    const { connect } = await import('node:net');
    const whole = upgrade('/jarvis/ws', `Cookie: ${await newSession(runtime.url)}\r\n`);
    for (const bytes of [
      whole,
      whole.subarray(0, -2),
      upgrade('/jarvis/ws', ''),
      upgrade('/comms', ''),
      upgrade('/no', ''),
    ]) {
      const socket = connect(Number(new URL(runtime.url).port), '127.0.0.1');
      await once(socket, 'connect');
      await new Promise((sent) => socket.write(bytes, sent));
      socket.on('error', () => {});
      socket.resetAndDestroy();
      await closed(socket);
    }
    await unharmed();
  });

  test('for a file outside the page gets none', async () => {
    const outside = ['../package.json', '../../package.json', '../nodes/page.js', '../../../../../../etc/passwd'];
    for (const path of outside) {
      for (const written of [
        path,
        path.replaceAll('/', '%2f'),
        path.replaceAll('.', '%2e'),
        path.replaceAll('/', '\\'),
      ]) {
        const { status, body } = await ask(`/jarvis/${written}`);
        assert.ok([400, 403, 404].includes(status), `${written}: ${status}`);
        assert.doesNotMatch(body, /node-red-jarvis|root:/, written);
      }
    }
    for (const path of ['%', '%ff', '%00', 'assets/%00.js', '.git/config', 'a'.repeat(5000)]) {
      assert.ok([400, 403, 404].includes((await ask(`/jarvis/${path}`)).status), path);
    }
    await unharmed();
  });
});

describe("another site's page", () => {
  /** What Node-RED and this package answer, of every kind. */
  const READS = [
    ...['/', '/flows', '/settings', '/nodes', '/plugins', '/context/global', '/diagnostics', '/auth/login'],
    ...['/jarvis/session', '/jarvis/admin/turns', '/jarvis/admin/memory/export'],
    '/JARVIS/admin/turns',
  ];
  const CHANGES = [
    ...[
      '/flows',
      '/flow',
      '/nodes',
      '/inject/x',
      '/jarvis/session',
      '/jarvis/admin/sites',
      '/jarvis/admin/memory/forget',
    ],
    '/jarvis/admin/memory/import',
  ];
  /** How it may come: by its own address, from a form or a script, after its name was made to lead here. */
  const comings = (): Record<string, Record<string, string>> => ({
    script: { ...own, origin: EVIL },
    'script with a borrowed name': { ...own, origin: EVIL, 'x-forwarded-host': 'evil.example' },
    'file or sandboxed frame': { ...own, origin: 'null' },
    'other port of this machine': { ...own, origin: 'http://127.0.0.1:3000' },
    rebinding: { host: 'evil.example', origin: EVIL },
    'rebinding without an origin': { host: `evil.example:${new URL(runtime.url).port}` },
    'rebinding with a borrowed name': { host: 'evil.example', 'x-forwarded-host': own.host, 'x-ingress-path': '/x' },
    'picture or script element': { host: own.host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    frame: {
      host: own.host,
      ...{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    },
  });

  test('reads nothing', async () => {
    for (const [how, headers] of Object.entries(comings())) {
      for (const path of READS) {
        const answer = await knock(runtime.url, path, { headers });
        assert.equal(answer.status, 403, `${how}: ${path}`);
        assert.equal(answer.headers['access-control-allow-origin'], undefined, `${how}: ${path}`);
        assert.equal(answer.headers['set-cookie'], undefined, `${how}: ${path}`);
      }
    }
    for (const path of READS) assert.ok((await ask(path)).status < 400, path);
    assert.match(
      (await knock(runtime.url, '/', { headers: { host: 'evil.example' } })).body,
      /"evil\.example".*JARVIS_HOSTS/,
    );
  });

  test('changes nothing, erases nothing and deploys nothing', async () => {
    const flows = (await ask('/flows')).body;
    const types = ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'application/x-ndjson'];
    for (const [how, headers] of Object.entries(comings())) {
      for (const path of CHANGES) {
        for (const type of types) {
          const sent = { headers: { ...headers, 'content-type': type }, body: '[{"id":"evil","type":"exec"}]' };
          assert.equal((await knock(runtime.url, path, sent)).status, 403, `${how}: ${path} ${type}`);
        }
      }
      for (const method of ['PUT', 'DELETE']) {
        assert.equal((await knock(runtime.url, '/flow/x', { method, headers })).status, 403, `${how}: ${method}`);
      }
    }
    assert.equal((await ask('/flows')).body, flows);
  });

  test('opens neither the socket of the page nor that of the editor', async () => {
    const cookie = await newSession(runtime.url);
    for (const [how, headers] of Object.entries(comings())) {
      for (const path of ['/jarvis/ws', '/comms', '/comms?x', '/jarvis/ws?x']) {
        const answer = await knock(runtime.url, path, { headers: { ...headers, ...UPGRADE, cookie } });
        assert.equal(answer.status, 403, `${how}: ${path}`);
      }
    }
    for (const path of ['/jarvis/ws', '/comms']) {
      const answer = await knock(runtime.url, path, { headers: { ...own, ...UPGRADE, cookie } });
      assert.equal(answer.status, 101, path);
    }
    await unharmed();
  });

  test('gets the files of the page, which are no secret, by no other name', async () => {
    const [, file = ''] = /assets\/([\w.-]+\.js)/.exec((await ask('/jarvis/')).body) ?? [];
    const asset = `/jarvis/assets/${file}`;
    const answer = await ask(asset, { headers: { origin: EVIL } });
    assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [200, undefined]);
    for (const path of [asset, '/jarvis/', '/jarvis/memory.html']) {
      assert.equal((await knock(runtime.url, path, { headers: { host: 'evil.example' } })).status, 403, path);
    }
    for (const path of [
      '/jarvis/assets/../admin/turns',
      '/jarvis/assets/..%2fadmin%2fturns',
      '/jarvis/assets//flows',
    ]) {
      assert.ok([403, 404].includes((await ask(path, { headers: { origin: EVIL } })).status), path);
    }
  });

  test('may link to here', async () => {
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    for (const path of ['/', '/jarvis/']) assert.equal((await ask(path, { headers: link })).status, 200, path);
  });
});

describe('the session of a visitor', () => {
  const socketOf = (cookie: string) =>
    new WebSocket(`${runtime.url.replace('http', 'ws')}/jarvis/ws`, { origin: runtime.url, headers: { cookie } });
  const opened = async (cookie: string) => {
    const socket = socketOf(cookie);
    socket.on('error', () => {});
    await once(socket, 'open');
    return socket;
  };
  const hello = (socket: WebSocket, site: string) => socket.send(JSON.stringify({ type: 'hello', site }));

  test("is each visitor's own, kept on reload, and nothing is open without it", async () => {
    const [mine, other] = [await newSession(runtime.url), await newSession(runtime.url)];
    assert.notEqual(mine, other);
    const again = (await ask('/jarvis/session', { headers: { cookie: mine } })).headers['set-cookie']?.[0] ?? '';
    assert.equal(again.split(';')[0], mine);
    assert.match(again, /HttpOnly; SameSite=Strict/);
    // A link of another site opens the page without its cookie, and must not take it away.
    assert.equal((await ask('/jarvis/')).headers['set-cookie'], undefined);
    for (const cookie of ['', 'jarvis-session=', `${mine}x`, mine.slice(0, -2), mine.replace(/.\./, '_.')]) {
      const headers = { ...own, ...UPGRADE, cookie };
      assert.equal((await knock(runtime.url, '/jarvis/ws', { headers })).status, 401, cookie);
    }
    const silent = { host: own.host, ...UPGRADE, cookie: mine };
    assert.equal((await knock(runtime.url, '/jarvis/ws', { headers: silent })).status, 403, 'no origin');
  });

  test('owns its site: nobody else speaks as it, hears for it, or puts it out', async () => {
    const thief = await opened(await newSession(runtime.url));
    const told: string[] = [];
    thief.on('message', (data) => told.push(String(data)));
    hello(thief, SITE);
    thief.send(JSON.stringify({ type: 'text', text: 'turn on the kitchen light' }));
    const [code, reason] = await once(thief, 'close');
    assert.deepEqual([code, String(reason)], [4001, 'open in another browser']);
    assert.deepEqual(told, []);
    await unharmed();
  });

  test('with fifty sockets shuts nobody out, and fifty sessions do not either', async () => {
    const site = (n: number) => `browser-${String(n).padStart(8, '0')}`;
    const sockets: WebSocket[] = [];
    const one = await newSession(runtime.url);
    for (let n = 0; n < 60; n++) {
      const socket = await opened(n < 30 ? one : await newSession(runtime.url));
      sockets.push(socket);
      if (n % 3 > 0) hello(socket, site(n));
    }
    const late = await openPage(runtime.url, 'browser-0000000b');
    await unharmed();
    late.send({ type: 'text', text: 'turn on the kitchen light' });
    await late.sees(LAMP, 'on');
    await until(() => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length <= 48, 'the rest to go');
    for (const socket of sockets) socket.terminate();
    await late.close();
    await unharmed();
  });
});

describe('a form', () => {
  test('changes nothing, whoever sent it', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      for (const path of [
        'sites',
        'models/whisper-base',
        'model/check',
        'home/check',
        'memory/forget',
        'memory/import',
      ]) {
        const { status, body } = await ask(`/jarvis/admin/${path}`, {
          headers: { 'content-type': type },
          body: 'site=den&area=Cellar',
        });
        assert.equal(status, 400, `${path} ${type}`);
        assert.match(body, /Send (JSON|the exported file)/, path);
      }
    }
    assert.equal(
      (await ask('/jarvis/admin/sites', { headers: JSON_TYPE, body: '{"site":"den","area":"Den"}' })).status,
      200,
    );
  });
});
