import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linksIn } from './links.js';

const PAGE = 'http://127.0.0.1/jarvis/';
const both = { editor: true, memory: true };

test('the editor and the memory page are where the server says, also behind a proxy that adds a path', () => {
  assert.deepEqual(linksIn({ admin: '../', ...both }, PAGE), { admin: '/', memory: 'memory.html', editor: '/' });
  assert.deepEqual(linksIn({ admin: '../', ...both }, 'http://127.0.0.1/ingress/abc/jarvis/'), {
    admin: '/ingress/abc/',
    memory: 'memory.html',
    editor: '/ingress/abc/',
  });
  assert.deepEqual(linksIn({ admin: '../../red/', ...both }, 'http://127.0.0.1/x/rooms/jarvis/'), {
    admin: '/x/red/',
    memory: 'memory.html?admin=%2Fx%2Fred%2F',
    editor: '/x/red/',
  });
});

test('there is no dead link: no admin, no editor, or an answer that is none', () => {
  assert.deepEqual(linksIn({ admin: '../', editor: false, memory: true }, PAGE), {
    admin: '/',
    memory: 'memory.html',
    editor: undefined,
  });
  for (const told of [
    { admin: null, ...both },
    null,
    3,
    {},
    { admin: 'javascript:x', ...both },
    { admin: '//x/', ...both },
  ]) {
    assert.deepEqual(linksIn(told, PAGE), {});
  }
});
