import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { must, until } from '../../../test/until.js';
import { openDemoHome } from '../../home/demo.js';
import { guarded } from '../../home/guard.js';
import type { Home } from '../../home/types.js';
import type { Tool, ToolContext } from '../../llm/types.js';
import { callOf, HEADERS, openClient, post, serve, TOKEN } from './mcp.test.helper.js';
import { offered } from './offered.js';

let home: Home;
let server: Awaited<ReturnType<typeof serve>>;
/** Calls of `hold` that run; each ends when it is called. */
let held: { end(): void; context: ToolContext }[];

const hold: Tool = {
  name: 'hold',
  description: 'Waits.',
  parameters: { type: 'object', properties: {} },
  run: (_, context) =>
    new Promise((resolve) => held.push({ context, end: () => resolve({ ok: true, text: 'Held.' }) })),
};
const longWinded: Tool = {
  ...hold,
  name: 'long',
  run: async () => ({ ok: true, text: `my password is hunter2hunter2. ${'word '.repeat(100_000)}` }),
};

beforeEach(async () => {
  home = openDemoHome();
  held = [];
  server = await serve([...offered({ home }, ['get_state', 'control_device']), hold, longWinded]);
});
afterEach(async () => {
  for (const { end } of held) end();
  await server.close();
  await home.close();
});

const stateOf = (id: string) => home.house().entities.find((entity) => entity.id === id)?.state;
const unlock = { action: 'unlock', names: ['Front Door'] };

describe("the SDK's own client", () => {
  test('sees what is offered, what changes something, and in which shape it is called', async () => {
    const client = await openClient(server.url);
    const [state, control] = await client.tools();
    assert.deepEqual([state?.name, state?.annotations?.readOnlyHint], ['get_state', true]);
    assert.deepEqual([control?.name, control?.annotations?.readOnlyHint], ['control_device', false]);
    assert.deepEqual(control?.inputSchema.required, ['action', 'names']);
    await client.close();
  });

  test('reads a state and switches a lamp', async () => {
    const client = await openClient(server.url);
    assert.deepEqual(await client.call('control_device', { action: 'turn_off', names: ['Desk Lamp'] }), {
      ok: true,
      text: 'Done: Desk Lamp is now off.',
    });
    assert.equal(stateOf('light.desk_lamp'), 'off');
    assert.match((await client.call('get_state', { names: ['Desk Lamp'] })).text, /^Desk Lamp \| Office \| off/);
    assert.deepEqual(server.calls, ['control_device', 'get_state']);
    await client.close();
  });

  test('opens nothing, and has nobody asked', async () => {
    const client = await openClient(server.url);
    const { ok, text } = await client.call('control_device', unlock);
    assert.equal(ok, false);
    assert.match(text, /^Not done: this opens the house\. Only a person may/);
    assert.equal(stateOf('lock.front_door'), 'locked');
    assert.equal(guarded(home).confirmations.settle('mcp', true), undefined);
    await client.close();
  });

  test('is told what is wrong with a call', async () => {
    const client = await openClient(server.url);
    const wrong = [
      ['control_device', { names: ['Desk Lamp'] }, /Arguments are missing: action/],
      ['get_state', { names: ['nonsense'] }, /No device is called "nonsense"/],
      ['call_service', { service: 'lock.unlock' }, /There is no tool "call_service"/],
    ] as const;
    for (const [name, args, message] of wrong) {
      const { ok, text } = await client.call(name, args);
      assert.equal(ok, false, name);
      assert.match(text, message);
    }
    await client.close();
  });

  test('gets results of a limited length, without secrets', async () => {
    const client = await openClient(server.url);
    const { text } = await client.call('long');
    assert.equal(text.length, 10_000);
    assert.doesNotMatch(text, /hunter2/);
    await client.close();
  });

  test('that goes ends its call', async () => {
    const gone = new AbortController();
    const asked = fetch(server.url, {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify(callOf('hold')),
      signal: gone.signal,
    });
    await until(() => held.length === 1, 'the call');
    gone.abort();
    await assert.rejects(asked, { name: 'AbortError' });
    await until(() => must(held[0]).context.signal.aborted, 'the end of the call');
  });
});

describe('somebody hostile', () => {
  test('gets nothing without the token, whatever is sent', async () => {
    for (const authorization of ['', 'Bearer', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, `Bearer ${TOKEN} ${TOKEN}`]) {
      const answer = await post(server.url, callOf('control_device', unlock), { authorization });
      assert.equal(answer.status, 401, authorization);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    }
    assert.deepEqual(server.calls, []);
  });

  test('who guesses too often is not listened to, with the right token neither', async () => {
    const guess = () => post(server.url, callOf('get_state'), { authorization: 'Bearer guessed' });
    const guesses = [];
    for (let count = 0; count < 15; count++) guesses.push((await guess()).status);
    assert.deepEqual([guesses[0], guesses.at(-1)], [401, 429]);
    const right = await post(server.url, callOf('get_state'));
    assert.equal(right.status, 429);
    assert.ok(Number(right.headers.get('retry-after')) > 0);
  });

  test('sends a giant body in vain', async () => {
    const answer = await post(server.url, callOf('get_state', { names: ['x'.repeat(100_000)] }));
    assert.equal(answer.status, 413);
    const chunks = new Blob([JSON.stringify(callOf('get_state'))]).stream();
    const chunked = { method: 'POST', headers: HEADERS, body: chunks, duplex: 'half' } as RequestInit;
    assert.equal((await fetch(server.url, chunked)).status, 411);
    const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    assert.equal((await post(server.url, nested)).status, 400);
    assert.deepEqual(server.calls, []);
  });

  test('sends what is no message', async () => {
    const wrong = ['', '{', 'null', '7', '[]x', '{"jsonrpc":"1.0"}', '{"jsonrpc":"2.0","id":{},"method":7}'];
    for (const body of wrong) assert.equal((await post(server.url, body)).status, 400, body);
    assert.equal((await post(server.url, 'a=b', { 'content-type': 'text/plain' })).status, 415);
    const unknown = await post(server.url, { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: '/' } });
    assert.equal(((await unknown.json()) as { error: { code: number } }).error.code, -32601);
  });

  test('finds no stream to listen to and no session to end or to guess', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const answer = await fetch(server.url, { method, headers: { authorization: `Bearer ${TOKEN}` } });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'], method);
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
    }
    const guessed = await post(server.url, callOf('get_state', { what: 'lock' }), { 'mcp-session-id': '1' });
    assert.equal(guessed.status, 200);
    assert.equal(guessed.headers.get('mcp-session-id'), null);
    assert.equal(
      (await post(server.url, callOf('get_state'), { authorization: '', 'mcp-session-id': '1' })).status,
      401,
    );
  });

  test("reaches no prototype by an argument's or a tool's name", async () => {
    const args =
      '{"action":"turn_off","names":["Desk Lamp"],"__proto__":{"polluted":1},"constructor":{"prototype":{}}}';
    const body = JSON.stringify(callOf('control_device')).replace('"arguments":{}', `"arguments":${args}`);
    assert.equal((await post(server.url, body)).status, 200);
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const { result } = (await (await post(server.url, callOf(name))).json()) as { result: { isError: boolean } };
      assert.equal(result.isError, true, name);
    }
  });

  test('has a batch run no more calls at once than others', async () => {
    const batch = Array.from({ length: 50 }, (_, id) => callOf('hold', {}, id));
    const asked = post(server.url, batch);
    await until(() => held.length === 8, 'the calls that run');
    for (const { end } of held) end();
    const answers = (await (await asked).json()) as { result: { isError: boolean; content: { text: string }[] } }[];
    const refused = answers.filter(({ result }) => result.isError);
    assert.deepEqual([answers.length, refused.length], [50, 42]);
    assert.match(must(refused[0]?.result.content[0]).text, /8 calls run already/);
    assert.equal((await post(server.url, Array(200).fill(callOf('get_state')))).status, 400);
  });

  test('two hundred requests at once are refused but for a few, and then it goes on', async () => {
    const over: number[] = [];
    const asked = Array.from({ length: 200 }, (_, id) =>
      post(server.url, callOf('hold', {}, id)).then(async (answer) => {
        await answer.text();
        over.push(answer.status);
      }),
    );
    await until(
      () => held.length === 8 && over.length === 192,
      () => `${held.length} held, ${over.length} over`,
    );
    assert.ok(over.every((status) => status === 503 || status === 200));
    for (const { end } of held) end();
    await Promise.all(asked);
    const client = await openClient(server.url);
    assert.equal((await client.call('get_state', { names: ['Front Door'] })).ok, true);
    await client.close();
  });
});
