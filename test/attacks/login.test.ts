import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { WebSocketServer } from 'ws';
import { restarted } from '../deploying.js';
import { packageRoot } from '../package-root.js';
import { type FlowNode, type Runtime, startRuntime } from '../runtime.js';
import { until } from '../until.js';
import { type Answer, type Knock, knock, newSession, UPGRADE } from './knock.js';
import { type Route, routeLister } from './routes.js';

/** Node-RED's own, which checks the passwords. */
const bcrypt = createRequire(require.resolve('node-red/package.json'))('bcryptjs') as {
  hashSync(password: string, rounds: number): string;
};

const NOWHERE = 'http://127.0.0.1:9';
const JSON_TYPE = { 'content-type': 'application/json' };
const TOKEN = 'the-environments-own-token';
const KEY = 'the-flows-own-key';

async function bearer(url: string, username: string, password: string): Promise<{ authorization: string }> {
  const form = { client_id: 'node-red-editor', grant_type: 'password', scope: '', username, password };
  const answer = await fetch(`${url}/auth/token`, { method: 'POST', body: new URLSearchParams(form) });
  return { authorization: `Bearer ${((await answer.json()) as { access_token: string }).access_token}` };
}

describe('a Node-RED of its own with a login', () => {
  const lister = routeLister();
  const ids: Record<string, string> = {};
  let runtime: Runtime;
  let routes: Route[];
  let owner: { authorization: string };
  let guest: { authorization: string };
  /** Where the secrets belong, and where they are to be sent. */
  let friend: Awaited<ReturnType<typeof openServer>>;
  let thief: Awaited<ReturnType<typeof openServer>>;

  before(async () => {
    [friend, thief] = [await openServer(), await openServer()];
    const password = bcrypt.hashSync('words', 4);
    const users = [
      { username: 'owner', password, permissions: '*' },
      { username: 'guest', password, permissions: 'read' },
    ];
    runtime = await startRuntime({
      env: { JARVIS_HOME_TOKEN: TOKEN },
      settings: {
        httpAdminRoot: '/red',
        httpNodeRoot: '/rooms',
        httpAdminMiddleware: null,
        adminAuth: { type: 'credentials', users },
        nodesDir: [packageRoot(), lister.dir],
      },
      change: (flow) =>
        flow.map((node) => {
          if (node.type === 'jarvis-home') return { ...node, kind: 'home-assistant', url: `${friend.url}/x` };
          return node.type === 'jarvis-model' ? { ...node, provider: 'openai', url: friend.url } : node;
        }),
    });
    owner = await bearer(`${runtime.url}/red`, 'owner', 'words');
    guest = await bearer(`${runtime.url}/red`, 'guest', 'words');
    const flow = JSON.parse((await ask('/flows', { headers: owner })).body) as FlowNode[];
    for (const { id, type } of flow) ids[type] = id;
    const withKey = flow.map((node) => (node.type === 'jarvis-model' ? { ...node, credentials: { key: KEY } } : node));
    await restarted(runtime, async () => {
      const deployed = await ask('/flows', { headers: { ...JSON_TYPE, ...owner }, body: JSON.stringify(withKey) });
      assert.equal(deployed.status, 204, deployed.body);
    });
    const listed = JSON.parse((await ask('/routes', { headers: owner })).body) as Route[];
    routes = listed.filter(({ path: at }) => /jarvis/i.test(at));
  });
  after(async () => {
    await runtime?.stop();
    lister.remove();
    await thief?.close();
    await friend?.close();
  });

  const ask = (route: string, request: Knock = {}): Promise<Answer> => knock(runtime.url, `/red${route}`, request);
  const knockAt = ({ method, path: at }: Route, headers: object) =>
    ask(at.replace(/:\w+/g, 'x'), {
      method: method.toUpperCase(),
      headers: { ...JSON_TYPE, ...headers },
      ...(method !== 'get' && { body: '{}' }),
    });
  const check = async (what: string, body: object, headers: object = owner): Promise<string> =>
    (await ask(`/jarvis/admin/${what}/check`, { headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) }))
      .body;

  test('lets nobody at any of its admin routes, and who may read change nothing', async () => {
    assert.ok(routes.length >= 33, `${routes.length} routes`);
    for (const route of routes) {
      const name = `${route.method} ${route.path}`;
      assert.match(route.path, /^\/jarvis\/admin\//, name);
      for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: 'Basic b3duZXI6d29yZHM=' }]) {
        assert.equal((await knockAt(route, headers)).status, 401, name);
      }
      const { status } = await knockAt(route, guest);
      if (route.method === 'get') assert.ok([200, 400, 404].includes(status), `${name}: ${status}`);
      else assert.equal(status, 401, name);
    }
  });

  test('tells what is in a house that is deployed, and says which is not', async () => {
    const of = (house: string, headers: object = guest) => ask(`/jarvis/admin/${house}`, { headers: { ...headers } });
    for (const house of ['house', `house/${ids['jarvis-home']}`]) {
      assert.equal((await of(house, {})).status, 401, house);
      const { status, body } = await of(house);
      // This one is no Home Assistant.
      assert.equal(status, 400, body);
      assert.match(body, /Home Assistant/);
    }
    for (const other of ['unheard-of', ids['jarvis-model'], '%3Cb%3E']) {
      const { status, body } = await of(`house/${other}`);
      assert.equal(status, 404, body);
      assert.match(body, /No such house is deployed yet/);
    }
  });

  test("gives no admin route to another site's page, even with the owner's login", async () => {
    const { host } = new URL(runtime.url);
    for (const route of routes) {
      const name = `${route.method} ${route.path}`;
      for (const coming of [
        { host: 'evil.example' },
        { host, origin: 'http://evil.example' },
        { host, origin: 'null' },
      ]) {
        const { status, headers } = await knockAt(route, { ...owner, ...coming });
        assert.equal(status, 403, name);
        assert.equal(headers['access-control-allow-origin'], undefined, name);
      }
    }
  });

  test("gives the page's session and socket to no other site, wherever the page is", async () => {
    const { host } = new URL(runtime.url);
    const cookie = (await knock(runtime.url, '/rooms/jarvis/session')).headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const comings: Record<string, string>[] = [
      { host: 'evil.example' },
      { host, origin: 'http://evil.example' },
      { host, origin: 'null' },
    ];
    for (const coming of comings) {
      const session = await knock(runtime.url, '/rooms/jarvis/session', { method: 'POST', headers: coming });
      assert.deepEqual([session.status, session.headers['set-cookie']], [403, undefined]);
      const headers = { ...coming, ...UPGRADE, cookie };
      assert.equal((await knock(runtime.url, '/rooms/jarvis/ws', { headers })).status, 403);
    }
    const headers = { host, origin: runtime.url, ...UPGRADE, cookie };
    assert.equal((await knock(runtime.url, '/rooms/jarvis/ws', { headers })).status, 101);
  });

  test('takes no form at any of its admin routes', async () => {
    for (const { method, path: at } of routes) {
      if (method === 'get') continue;
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x', '']) {
        const headers = { ...owner, ...(type && { 'content-type': type }) };
        const { status, body } = await ask(at.replace(/:\w+/g, 'whisper-base'), { headers, body: 'confirm=forget' });
        assert.equal(status, 400, `${at} ${type}`);
        assert.match(body, /Send (JSON|the exported file)/, `${at} ${type}`);
      }
    }
  });

  test('keeps its hands off the routes of others', async () => {
    const headers = { host: 'my.name', origin: 'http://my.other.name' };
    assert.equal((await ask('/auth/login', { headers })).status, 200);
    assert.equal((await ask('/comms', { headers: { ...headers, ...UPGRADE } })).status, 101);
  });

  test('sends a saved secret, or one of the environment, to no other address', async () => {
    for (const id of [ids['jarvis-home'], ids['jarvis-model'], 'unheard-of', undefined]) {
      for (const secret of [undefined, '', '__PWRD__']) {
        for (const url of [thief.url, thief.url.replace('http:', 'ws:'), thief.url.replace('http://', '')]) {
          assert.match(await check('home', { id, url, token: secret }), /"ok":false.*saved secret was not sent/);
        }
        const known = id === ids['jarvis-model'] ? /"ok":false.*saved secret was not sent/ : /"ok":false/;
        assert.match(await check('model', { id, provider: 'openai', url: thief.url, key: secret }), known);
      }
    }
    assert.ok(thief.asked.length > 0);
    assert.doesNotMatch(thief.asked.join('\n'), new RegExp(`${TOKEN}|${KEY}`));
  });

  test('sends them where they were saved for, and a secret that was typed in where it says', async () => {
    const told = () => friend.asked.join('\n');
    friend.asked.length = 0;
    await check('home', { id: ids['jarvis-home'], url: friend.url });
    assert.match(told(), new RegExp(TOKEN));
    await check('model', { id: ids['jarvis-model'], provider: 'openai', url: `${friend.url}/v1`, key: '__PWRD__' });
    assert.match(told(), new RegExp(`Bearer ${KEY}`));
    await check('model', { id: ids['jarvis-model'], provider: 'openai', url: thief.url, key: 'typed-key' });
    await check('home', { id: ids['jarvis-home'], url: thief.url, token: 'typed-token' });
    assert.match(thief.asked.join('\n'), /"typed-token"/);
    assert.match(thief.asked.join('\n'), /Bearer typed-key/);
    assert.doesNotMatch(thief.asked.join('\n'), new RegExp(`${TOKEN}|${KEY}`));
  });

  test('tells nothing of what it finds at an address, and follows it nowhere', async () => {
    for (const provider of ['openai', 'ollama']) {
      for (const at of ['', '/html', '/json', '/refused', '/redirect', '/strange']) {
        const answer = await check('model', { provider, url: `${thief.url}${at}`, key: 'typed-key' });
        assert.match(answer, /"ok":false/, `${provider} ${at}`);
        assert.doesNotMatch(answer, /inner secret/, `${provider} ${at}: ${answer}`);
      }
    }
    assert.equal(thief.followed(), 0);
    assert.match(await check('home', { url: thief.url, token: 'x' }), /"ok":false/);
    const asked = thief.asked.length;
    for (const headers of [
      {},
      guest,
      { ...owner, host: 'evil.example' },
      { ...owner, origin: 'http://evil.example' },
    ]) {
      for (const what of ['model', 'home'])
        await check(what, { provider: 'openai', url: thief.url, token: 'x' }, headers);
    }
    assert.equal(thief.asked.length, asked, 'nothing is fetched for a stranger');
  });
});

/** A server that notes the secrets it is sent, as a model server and as a Home Assistant, and has one of its own. */
async function openServer() {
  const asked: string[] = [];
  let followed = 0;
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    asked.push(`${url} ${JSON.stringify(headers)}`);
    if (url === '/followed') followed++;
    if (url.startsWith('/redirect')) response.writeHead(302, { location: '/followed' }).end('inner secret');
    else if (url.startsWith('/json')) response.end('{"error": {"message": "inner secret"}}');
    else if (url.startsWith('/strange'))
      response.end('{"data": [{"id": {"inner secret": 1}}], "models": "inner secret"}');
    else
      response.writeHead(url.startsWith('/refused') ? 401 : 500, { 'content-type': 'text/html' }).end('inner secret');
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      asked.push(String(data));
      socket.send('{"type": "auth_invalid"}');
    });
    socket.send('{"type": "auth_required"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    followed: () => followed,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('npm start', () => {
  const settings = path.join(packageRoot(), 'flows/settings.js');
  /** Starts Node-RED as `npm start` does, as far as its settings. */
  const start = (env: Record<string, string>, file = settings) => {
    const userDir = mkdtempSync(path.join(tmpdir(), 'jarvis-start-'));
    const { status, stdout } = spawnSync(
      process.execPath,
      [path.join(packageRoot(), 'node_modules/node-red/red.js'), '-u', userDir, '-s', file],
      { env: { PATH: process.env['PATH'], JARVIS_USER_DIR: userDir, ...env }, encoding: 'utf8', timeout: 60_000 },
    );
    rmSync(userDir, { recursive: true, force: true });
    return { status, stdout };
  };

  test('where others reach it needs a login, and says so', () => {
    for (const host of ['0.0.0.0', '::', '192.0.2.1', '::ffff:127.0.0.1']) {
      const { status, stdout } = start({ JARVIS_HOST: host });
      assert.equal(status, 1, stdout);
      assert.match(stdout, /would be open to everyone: set JARVIS_PASSWORD/);
      assert.doesNotMatch(stdout, /\n\s+at /);
    }
  });

  test('before the build says what to do', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-unbuilt-'));
    cpSync(settings, path.join(folder, 'flows/settings.js'));
    const { status, stdout } = start({}, path.join(folder, 'flows/settings.js'));
    rmSync(folder, { recursive: true, force: true });
    assert.equal(status, 1);
    assert.match(stdout, /npm run build/);
    assert.doesNotMatch(stdout, /\n\s+at /);
  });

  test('with a password has a login for the editor and the page', async () => {
    const runtime = await startRuntime({
      env: { JARVIS_MODEL_URL: NOWHERE, JARVIS_PASSWORD: 'wörds', JARVIS_USER: 'anna' },
    });
    try {
      const basic = (password: string) => ({
        authorization: `Basic ${Buffer.from(`anna:${password}`).toString('base64')}`,
      });
      for (const at of ['/flows', '/jarvis/admin/turns', '/jarvis/', '/jarvis/session', '/jarvis/memory.html']) {
        assert.equal((await knock(runtime.url, at)).status, 401, at);
        assert.equal((await knock(runtime.url, at, { headers: basic('words') })).status, 401, at);
      }
      const { host } = new URL(runtime.url);
      const upgrade = {
        host,
        origin: runtime.url,
        ...UPGRADE,
        ...basic('wörds'),
        cookie: await newSession(runtime.url),
      };
      assert.equal((await knock(runtime.url, '/jarvis/ws', { headers: upgrade })).status, 401);
      assert.equal((await knock(runtime.url, '/jarvis/', { headers: basic('wörds') })).status, 200);
      assert.equal(
        (await knock(runtime.url, '/flows', { headers: await bearer(runtime.url, 'anna', 'wörds') })).status,
        200,
      );
      await runtime.warm();
      assert.doesNotMatch(runtime.output(), /has no login|wörds/);
    } finally {
      await runtime.stop();
    }
  });

  test('whoever guesses its password stops nobody else, is told no name and locks out themselves alone', async () => {
    const runtime = await startRuntime({
      env: { JARVIS_MODEL_URL: NOWHERE, JARVIS_PASSWORD: 'words', JARVIS_USER: 'anna' },
    });
    const basic = (user: string, password: string) => ({
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    });
    const page = (headers: Record<string, string>) => knock(runtime.url, '/jarvis/', { headers });
    const edit = (username: string, password: string) => {
      const form = { client_id: 'node-red-editor', grant_type: 'password', scope: '', username, password };
      return fetch(`${runtime.url}/auth/token`, { method: 'POST', body: new URLSearchParams(form) });
    };
    try {
      const owner = (await knock(runtime.url, '/jarvis/session', { headers: basic('anna', 'words') })).headers;
      const cookie = owner['set-cookie']?.[0]?.split(';')[0] ?? '';
      // What needs no password, asked for last, is answered before the passwords are worked out.
      const order: string[] = [];
      const guesses = Array.from({ length: 8 }, async (_, at) => {
        const { status } = await page(basic(at % 2 ? 'nobody' : 'anna', `wrong ${at}`));
        order.push(`${status}`);
      });
      const other = knock(runtime.url, '/auth/login').then(() => order.push('other'));
      await Promise.all([...guesses, other]);
      assert.deepEqual(
        order.filter((one) => one !== 'other'),
        Array<string>(8).fill('401'),
      );
      assert.notEqual(order.at(-1), 'other', `${order}`);

      const locked = await until(async () => {
        const answer = await page(basic('anna', 'wrong'));
        return answer.status === 429 ? answer : undefined;
      }, 'an end of guessing');
      assert.match(locked.body, /Too many wrong passwords came from here/);
      assert.ok(Number(locked.headers['retry-after']) > 0);
      // The same address, a browser that was let in before.
      assert.equal((await page({ ...basic('anna', 'words'), cookie })).status, 200);
      // A proxy on this machine tells them apart.
      assert.equal((await page({ ...basic('anna', 'words'), 'x-forwarded-for': '203.0.113.9' })).status, 200);

      await runtime.jump(200_000);
      for (let at = 0; at < 9; at++) assert.equal((await edit('anna', `wrong ${at}`)).status, 403);
      const editing = await edit('anna', 'words');
      assert.equal(editing.status, 200, 'six wrong ones would lock out the name for everyone');
      assert.match(await editing.text(), /access_token/);
      for (const body of ['x'.repeat(9_000), 'null', '{"grant_type"']) {
        const { status } = await knock(runtime.url, '/auth/token', { headers: JSON_TYPE, body });
        assert.equal(status, 400, body.slice(0, 20));
      }
    } finally {
      await runtime.stop();
    }
  });

  test('without one says how open it is; where others reach it, as a warning', async () => {
    for (const [uiHost, words] of [
      ['127.0.0.1', /\[info\] \[jarvis\] The editor has no login: whoever uses this machine .* JARVIS_PASSWORD/],
      // Others than this machine, for whom asks; in truth it is this machine alone.
      [
        '::ffff:127.0.0.1',
        /\[warn\] \[jarvis\] The editor has no login and listens on ::ffff:127\.0\.0\.1: .* adminAuth/,
      ],
    ] as const) {
      const runtime = await startRuntime({ env: { JARVIS_MODEL_URL: NOWHERE }, settings: { uiHost } });
      try {
        await until(
          () => words.test(runtime.output()),
          () => runtime.output(),
        );
        assert.equal([...runtime.output().matchAll(/has no login/g)].length, 1);
      } finally {
        await runtime.stop();
      }
    }
  });
});
