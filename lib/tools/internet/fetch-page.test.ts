import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fetchPageTool } from './fetch-page.js';
import { knownAddresses } from './known-addresses.js';
import { serve, toolContext } from './web.test.helper.js';

const SENTENCE = 'The bridge was built in 1894, and for many years it was the longest in the country, until it fell. ';
const PAGE = `<!doctype html><html><head><title>The old bridge</title><style>p { color: red }</style></head><body>
<nav><a href="/">Home</a> <a href="/more">More bridges</a></nav>
<article><h1>The old bridge</h1>${`<p>${SENTENCE.repeat(4)}</p>`.repeat(3)}<p>It fell in 1931.</p></article>
<script>document.write('never')</script><footer>All rights reserved</footer></body></html>`;

async function pages(answers: Record<string, [type: string, body: string | Buffer]>) {
  const { origin, requests } = await serve(({ url = '/' }, outgoing) => {
    const [type, body] = answers[url] ?? ['text/plain', ''];
    outgoing.writeHead(200, { 'content-type': type }).end(body);
  });
  const known = knownAddresses();
  known.add(Object.keys(answers).map((path) => origin + path));
  const tool = fetchPageTool(known, [origin]);
  return { origin, requests, read: (path: string) => tool.run({ url: origin + path }, toolContext()) };
}

describe('a page', () => {
  test('gives its article, without what stands around it', async () => {
    const { read } = await pages({ '/bridge': ['text/html; charset=utf-8', PAGE] });
    const { ok, text } = await read('/bridge');
    assert.equal(ok, true);
    assert.match(text, /^The old bridge\n/);
    assert.match(text, /\nIt fell in 1931\.$/);
    assert.doesNotMatch(text, /More bridges|never|rights|color/);
  });

  test('is read in the letters it is written in, said by its server or by itself', async () => {
    const french = (head: string) =>
      Buffer.from(`${head}<body><p>L’été à la plage</p></body>`.replace('’', "'"), 'latin1');
    const { read } = await pages({
      '/server': ['text/html; charset=ISO-8859-1', french('')],
      '/page': ['text/html', french('<head><meta charset="iso-8859-1"></head>')],
      '/odd': ['text/html; charset=klingon', '<body>L’été</body>'],
      '/text': ['text/plain', ' plain words '],
    });
    assert.match((await read('/server')).text, /L'été à la plage/);
    assert.match((await read('/page')).text, /L'été à la plage/);
    assert.equal((await read('/odd')).text, 'L’été');
    assert.equal((await read('/text')).text, 'plain words');
  });

  test('of any length gives 50,000 characters', async () => {
    const long = PAGE.replace('<p>It fell', `${`<p>${SENTENCE}</p>`.repeat(5_000)}<p>It fell`);
    const { read } = await pages({ '/long': ['text/html', long] });
    const { text } = await read('/long');
    assert.ok(text.length > 49_000 && text.length < 50_300, `${text.length}`);
  });

  test('without text, or that is none, says so', async () => {
    const { read } = await pages({
      '/app': ['text/html', '<div id="root"></div><script>start()</script>'],
      '/film': ['video/mp4', 'x'],
      '/large': ['text/html', 'x'.repeat(5 * 1024 * 1024)],
    });
    assert.deepEqual(await read('/app'), {
      ok: false,
      text: 'There is nothing to read on this page without its scripts.',
    });
    assert.match((await read('/film')).text, /has sent no text but video\/mp4/);
    await assert.rejects(read('/large'), /longer than/);
  });

  test('that is broken on purpose holds nothing up', async () => {
    const broken = '<table><tr><td a=">'.repeat(100) + '\u0000<![CDATA['.repeat(100);
    const { read } = await pages({ '/broken': ['text/html', broken] });
    const result = await read('/broken').catch((thrown: Error) => ({ ok: false, text: thrown.message }));
    assert.equal(typeof result.text, 'string');
  });
});

describe('an address', () => {
  test('that nobody has given is not opened: what is in it would leave the house', async () => {
    const { origin, requests } = await pages({ '/known': ['text/plain', 'words'] });
    const known = knownAddresses();
    known.add([`${origin}/known`]);
    const tool = fetchPageTool(known, [origin]);
    const read = (url: string, said?: string) => tool.run({ url }, toolContext(said === undefined ? {} : { said }));
    for (const url of [`${origin}/known?secret=1234`, `${origin}/other`, `${origin}/`, 'nonsense', 'http://[']) {
      const { ok, text } = await read(url, 'what is on my list');
      assert.deepEqual(
        [ok, text],
        [false, 'Not opened: no search has found this address, and the person has not named the site.'],
        url,
      );
    }
    assert.equal(requests.length, 0);
    assert.equal((await read(`${origin}/known#part`)).text, 'words');
  });

  test('is opened where the person names the site or all of it', () => {
    const { has } = knownAddresses();
    assert.equal(has('https://www.example.org/', 'Read me Example.org, please'), true);
    assert.equal(has('https://example.org/a/b?c=d', 'read https://example.org/a/b?c=d'), true);
    assert.equal(has('https://example.org/a', 'read example.org'), false);
    assert.equal(has('https://example.org/?q=secret', 'read example.org'), false);
    assert.equal(has('https://evil.example/', 'read example.org'), false);
    assert.equal(has('https://example.org/%E0%A4%A', 'read example.org'), false);
  });
});
