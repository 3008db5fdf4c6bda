import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { type ApiError, adminRoot, Client, tokenKey } from './api.js';
import type { Way } from './sending.js';

const PAGE = 'http://house:1880/jarvis/memory.html';

/** A way that keeps what it was told. */
function wayOf(signal = new AbortController().signal): Way & { told: number[] } {
  const told: number[] = [];
  return { signal, told, onProgress: (bytes) => told.push(bytes) };
}

describe('where the editor is', () => {
  const root = (query: string, page = PAGE) => adminRoot(`${page}${query}`).href;

  test('the folder above the page, or the path the page was opened with', () => {
    assert.equal(root(''), 'http://house:1880/');
    assert.equal(root('#diary'), 'http://house:1880/');
    assert.equal(root('', 'https://house/nodes/jarvis/memory.html'), 'https://house/nodes/');
    assert.equal(root('?admin=/red/'), 'http://house:1880/red/');
    assert.equal(root('?admin=%2Fred'), 'http://house:1880/red/');
    assert.equal(root('?store=x&admin=/a/b/#graph'), 'http://house:1880/a/b/');
  });

  test('never another server', () => {
    for (const given of [
      '//evil.example/',
      '/\\evil.example/',
      'https://evil.example/',
      'red/',
      '/\t/evil.example/',
      '',
    ]) {
      assert.match(root(`?admin=${encodeURIComponent(given)}`), /^http:\/\/house:1880\//, given);
    }
  });

  test('its login stands under the name that the editor gives it', () => {
    assert.equal(tokenKey(new URL('http://house/')), 'auth-tokens');
    assert.equal(tokenKey(new URL('http://house/red/')), 'auth-tokens-red');
    assert.equal(tokenKey(new URL('http://house/a/b/')), 'auth-tokens-a-b');
  });
});

describe('the requests', () => {
  const before = globalThis.fetch;
  const asked: { url: string; init: RequestInit }[] = [];
  const answers = (...given: (Response | Error)[]) => {
    asked.length = 0;
    globalThis.fetch = async (url, init = {}) => {
      asked.push({ url: String(url), init });
      const next = given.shift();
      if (!(next instanceof Response)) throw next ?? new Error('no answer');
      return next;
    };
  };
  const client = (store?: string) => new Client(new URL('http://house:1880/red/'), store);
  const kindOf = (work: Promise<unknown>) => work.then(String, (thrown: ApiError) => [thrown.code, thrown.message]);
  afterEach(() => {
    globalThis.fetch = before;
    Reflect.deleteProperty(globalThis, 'localStorage');
  });

  test('go to the admin root, with the store and the editor’s login', async () => {
    const kept = JSON.stringify({ access_token: 'abc' });
    const localStorage = { getItem: (name: string) => (name === 'auth-tokens-red' ? kept : null) };
    Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true });
    answers(Response.json([]));
    assert.deepEqual(await client('s1').get('search', { q: 'a&b', from: undefined, limit: 5 }), []);
    assert.equal(asked[0]?.url, 'http://house:1880/red/jarvis/admin/memory/search?q=a%26b&limit=5&store=s1');
    assert.deepEqual(asked[0]?.init.headers, { Authorization: 'Bearer abc' });
  });

  test('without a login they go without one', async () => {
    answers(Response.json({ id: 7 }));
    assert.deepEqual(await client().post('graph/edit', { action: 'remove-line', id: 7 }), { id: 7 });
    assert.deepEqual(asked[0]?.init.headers, { 'Content-Type': 'application/json' });
  });

  test('each failure is one that the page has words for', async () => {
    const refused = () => new Response('', { status: 401 });
    answers(refused());
    assert.deepEqual(await kindOf(client().get('status')), ['login', '']);
    answers(refused(), Response.json({}));
    assert.deepEqual(await kindOf(client().post('facts/put', {})), ['forbidden', '']);
    answers(refused(), refused());
    assert.deepEqual(await kindOf(client().post('facts/put', {})), ['login', '']);
    answers(new Response('', { status: 403 }));
    assert.deepEqual(await kindOf(client().get('status')), ['login', '']);
    answers(new Response('', { status: 403 }), Response.json({}));
    assert.deepEqual(await kindOf(client().post('facts/put', {})), ['forbidden', '']);
    answers(Response.json({ code: 'changed', message: 'It has changed.' }, { status: 409 }));
    assert.deepEqual(await kindOf(client().post('facts/put', {})), ['changed', 'It has changed.']);
    answers(new Response('', { status: 404 }));
    assert.deepEqual(await kindOf(client().get('status')), ['not-found', '']);
    answers(new TypeError('network'));
    assert.deepEqual(await kindOf(client().get('status')), ['offline', '']);
    answers(Response.json({ code: 'store-failed', message: 'The disk is full.' }, { status: 400 }));
    assert.deepEqual(await kindOf(client().get('status')), ['store-failed', 'The disk is full.']);
    answers(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
    assert.deepEqual(await kindOf(client().get('status')), ['offline', '502 Bad Gateway']);
    answers(new Response('<html>', { status: 413, statusText: 'Payload Too Large' }));
    assert.deepEqual(await kindOf(client().get('status')), ['strange', '413 Payload Too Large']);
    answers(new Response('<html>a login in front of it</html>'));
    assert.equal((await kindOf(client().get('status')))[0], 'strange');
    const brokenOff = () =>
      new Response(new ReadableStream({ start: (piece) => piece.error(new TypeError('network error')) }));
    answers(brokenOff());
    assert.deepEqual(await kindOf(client().get('status')), ['offline', '']);
    answers(brokenOff());
    assert.deepEqual(await kindOf(client().download(wayOf())), ['offline', '']);
  });

  test('a file that comes tells how much has come', async () => {
    const way = wayOf();
    const pieces = new ReadableStream({
      start(piece) {
        for (const text of ['{"jarvis-memory":1}\n', '{}\n']) piece.enqueue(new TextEncoder().encode(text));
        piece.close();
      },
    });
    answers(new Response(pieces, { headers: { 'Content-Disposition': 'attachment; filename="m.jsonl"' } }));
    const { name, content } = await client().download(way);
    assert.deepEqual([name, await content.text(), way.told], ['m.jsonl', '{"jarvis-memory":1}\n{}\n', [20, 23]]);
    assert.equal(asked[0]?.init.signal, way.signal);
  });
});

describe('a file that is sent', () => {
  const before = { XMLHttpRequest: globalThis.XMLHttpRequest, fetch: globalThis.fetch };
  const headers: string[][] = [];
  /** A browser's request whose upload goes by twenty bytes and then ends as is said here. */
  const ends = (how: 'load' | 'error' | 'wait', status = 200, answer = '{}') => {
    headers.length = 0;
    class Request {
      status = status;
      statusText = '';
      response = new Blob([answer]);
      upload: { onprogress?(event: { loaded: number }): void } = {};
      onload?: () => void;
      onerror?: () => void;
      onabort?: () => void;
      open(...asked: unknown[]) {
        headers.push(asked.map(String));
      }
      setRequestHeader(...header: string[]) {
        headers.push(header);
      }
      abort() {
        this.onabort?.();
      }
      send() {
        this.upload.onprogress?.({ loaded: 20 });
        if (how !== 'wait') queueMicrotask(() => this[`on${how}`]?.());
      }
    }
    Object.assign(globalThis, { XMLHttpRequest: Request });
  };
  afterEach(() => {
    Object.assign(globalThis, before);
  });
  const upload = (way: Way) => new Client(new URL('http://house/')).upload(new Blob(['{}']), 'text/x', way);
  const codeOf = (work: Promise<unknown>) => work.then(String, ({ code }: ApiError) => code);

  test('tells how much has gone, and fails as every other request does', async () => {
    const way = wayOf();
    ends('load', 200, '{"added":1}');
    assert.deepEqual(await upload(way), { added: 1 });
    assert.deepEqual(way.told, [20]);
    assert.deepEqual(headers, [
      ['POST', 'http://house/jarvis/admin/memory/import'],
      ['Content-Type', 'text/x'],
    ]);
    ends('load', 400, '{"code":"no-export","message":"No."}');
    assert.equal(await codeOf(upload(wayOf())), 'no-export');
    ends('error');
    assert.equal(await codeOf(upload(wayOf())), 'offline');
    ends('load', 401);
    globalThis.fetch = async () => Response.json({});
    assert.equal(await codeOf(upload(wayOf())), 'forbidden');
  });

  test('stops when it is cancelled', async () => {
    const cancel = new AbortController();
    ends('wait');
    const sent = codeOf(upload(wayOf(cancel.signal)));
    cancel.abort();
    assert.equal(await sent, 'offline');
  });
});
