import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownAddresses } from './known-addresses.js';

test('a site is named by its whole name, and a page of it by its whole path', () => {
  const known = knownAddresses();
  const cases: [address: string, said: string, isNamed: boolean][] = [
    ['https://example.com/', 'what is on example.com?', true],
    ['https://example.com/', 'open www.example.com, please', true],
    ['https://www.example.com/', 'open "Example.COM".', true],
    ['https://example.com/', 'look at https://example.com/news', true],
    ['https://example.com/news', 'read example.com/news', true],
    ['https://example.com/news/', 'read (https://example.com/news)', true],
    ['https://example.com/news', 'go to example.com and read /news', true],
    ['https://example.com/a%20b', 'read example.com/a b', false],
    ['https://xn--mller-kva.de/', 'lies müller.de vor', true],
    ['https://example.com/', 'example.comを開いて', true],
    ['http://example.com:8080/', 'open example.com:8080', true],
    // Parts of longer names.
    ['https://t.co/', 'what is new at microsoft.com?', false],
    ['https://example.com/', 'open myexample.com', false],
    ['https://example.com/', 'open example.com.evil.test', false],
    ['https://ample.com/', 'open example.com', false],
    ['https://example.co/', 'open example.com', false],
    ['https://example.com/', 'open sub.example.com', false],
    ['https://sub.example.com/', 'open example.com', false],
    ['https://a.b/', 'say a.bc', false],
    ['https://com/', 'open example.com', false],
    ['https://e/', 'open the door', false],
    ['http://localhost/', 'who is the localhost hero', false],
    // A mail address, another port, a part of a path.
    ['https://evil.test/', 'write to anna@evil.test', false],
    ['http://example.com:8080/', 'open example.com', false],
    ['https://example.com/ne', 'read example.com/news', false],
    ['https://example.com/news?to=evil', 'read example.com/news', false],
    ['https://example.com/new', 'what is new at example.com/news', false],
  ];
  for (const [address, said, isNamed] of cases) assert.equal(known.has(address, said), isNamed, `${address} – ${said}`);
});
