import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import type { Tool, ToolResult } from '../../llm/types.js';
import { reasonOf } from '../../turn/errors.js';
import { serve } from '../internet/web.test.helper.js';
import { addressesIn, isAllowed, wrongAddress } from './allowed-addresses.js';
import { httpPostTool, httpRequestTool } from './http-request.js';

/** A small server in the house, as a heating has one. */
async function heating(other = '') {
  const bodies: [string, string][] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = '', method, headers } = request;
    let body = '';
    for await (const chunk of request) body += chunk;
    if (method === 'POST') bodies.push([headers['content-type'] ?? '', body]);
    const json = { 'content-type': 'application/json' };
    if (url === '/api/state') response.writeHead(200, json).end('{"degrees": 21.5}');
    else if (url === '/api/moved') response.writeHead(302, { location: '/api/state' }).end();
    else if (url === '/api/out') response.writeHead(302, { location: '/admin' }).end();
    else if (url === '/api/away') response.writeHead(302, { location: `${other}/api/state` }).end();
    else if (url === '/api/picture') response.writeHead(200, { 'content-type': 'image/png' }).end('x');
    else if (url === '/api/long') response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(30_000));
    else if (url === '/api/endless') response.writeHead(200, json).end('x'.repeat(300_000));
    else if (url === '/api/set') response.writeHead(204).end();
    else response.writeHead(404).end();
  };
  const { origin, requests } = await serve((request, response) => void answer(request, response));
  return { origin, requests, bodies };
}

const run = async (tool: Tool, args: Record<string, unknown>): Promise<ToolResult> =>
  await tool
    .run(args, { site: 'den', language: 'en', signal: new AbortController().signal })
    .catch((thrown) => ({ ok: false, text: reasonOf(thrown) }));

describe('http_request', () => {
  test('gets what is below an allowed address, also in the house', async () => {
    const { origin } = await heating();
    const tool = httpRequestTool(addressesIn(`${origin}/api/`));
    assert.equal(tool.acts, undefined);
    for (const path of ['/api/state', '/api/moved'])
      assert.deepEqual(await run(tool, { address: origin + path }), { ok: true, text: '{"degrees": 21.5}' });
    const { text } = await run(tool, { address: `${origin}/api/long` });
    assert.match(text, /^x{20000}\n\[… and more\]$/);
    for (const [path, why] of Object.entries({ picture: /no text/, endless: /longer than/, none: /404/ })) {
      const refused = await run(tool, { address: `${origin}/api/${path}` });
      assert.equal(refused.ok, false);
      assert.match(refused.text, why);
    }
  });

  test('asks nothing else, also where a redirect leads there', async () => {
    const other = await heating();
    const { origin, requests } = await heating(other.origin);
    const tool = httpRequestTool(addressesIn(`${origin}/api`));
    const attempts = [
      ...[`${origin}/admin`, `${origin}/apis`, `${origin}/api/../admin`, `${origin}/api/%2e%2e/admin`, `${origin}/`],
      ...[
        `${origin}/api/..%2fadmin`,
        `${origin}/api/..;/admin`,
        `${origin}/api/%252e%252e/admin`,
        `${origin}/api\\..\\admin`,
      ],
      ...[`${origin.replace('127.0.0.1', 'localhost')}/api/state`, `${origin.replace('//', '//user@')}/api/state`],
      ...[`${other.origin}/api/state`, 'file:///etc/passwd', 'http://169.254.169.254/latest', 'javascript:1', 'x'],
      ...[`https://example.org/?${origin}/api/`, `${origin.replace(/:\d+$/, ':1')}/api/state`],
    ];
    for (const address of attempts) {
      const { ok, text } = await run(tool, { address });
      assert.equal(ok, false, address);
      assert.match(text, /not an address/, address);
    }
    assert.equal(requests.length, 0);
    for (const path of ['/api/out', '/api/away'])
      assert.match((await run(tool, { address: origin + path })).text, /not an address that the owner allows/);
    assert.equal(requests.length, 2);
    assert.equal(other.requests.length, 0);
  });

  test('http_post acts, says what it sends, and follows nothing', async () => {
    const { origin, bodies, requests } = await heating();
    const tool = httpPostTool(addressesIn(`${origin}/api/`));
    assert.equal(tool.acts, true);
    assert.deepEqual(await run(tool, { address: `${origin}/api/set`, body: '{"degrees":20}' }), {
      ok: true,
      text: 'Done.',
    });
    assert.deepEqual(await run(tool, { address: `${origin}/api/set`, body: 'warmer' }), { ok: true, text: 'Done.' });
    assert.equal((await run(tool, { address: `${origin}/api/moved` })).ok, false);
    assert.equal((await run(tool, { address: `${origin}/admin`, body: 'x' })).ok, false);
    assert.deepEqual(bodies.slice(0, 2), [
      ['application/json', '{"degrees":20}'],
      ['text/plain; charset=utf-8', 'warmer'],
    ]);
    assert.equal(requests.length, 3);
  });
});

test('an address allows itself and what is below it', () => {
  const [allowed] = [addressesIn('http://nas/api https://example.org\nhttp://10.0.0.2:8080/a/b/')];
  const isIn = (address: string) => isAllowed(allowed, new URL(address));
  for (const address of [
    'http://nas/api',
    'http://nas:80/api/x?y=1',
    'https://EXAMPLE.org/x',
    'http://10.0.0.2:8080/a/b/',
  ])
    assert.ok(isIn(address), address);
  for (const address of [
    'https://nas/api',
    'http://nas.evil.org/api',
    'http://nas/API',
    'http://10.0.0.2:8080/a/b2',
    'http://10.0.0.2/a/b/',
  ])
    assert.ok(!isIn(address), address);
  assert.equal(wrongAddress('http://nas/api https://example.org'), undefined);
  for (const line of ['nas/api', 'ftp://nas', 'http://user:word@nas/', 'http://nas/?x', 'http://nas/#x', 'http://'])
    assert.equal(wrongAddress(`http://nas ${line}`), line);
});
