import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brave } from './brave.js';
import { keyless } from './keyless.js';
import { knownAddresses } from './known-addresses.js';
import type { Search } from './search-hits.js';
import { searxng } from './searxng.js';
import { json, serve, toolContext } from './web.test.helper.js';
import { webSearchTool } from './web-search.js';

const run = async (search: Search, query: string, known = knownAddresses()) =>
  await webSearchTool(search, known).run({ query }, toolContext({ language: 'de' }));

/** As SearXNG 2026 answers, shortened. */
const SEARXNG = {
  query: 'old bridge',
  number_of_results: 0,
  results: [
    {
      url: 'https://example.org/bridge',
      title: 'The old\nbridge',
      content: 'Built in <b>1894</b>.',
      engine: 'duckduckgo',
      score: 4,
    },
    { url: 'https://example.org/bridge', title: 'Again', content: '' },
    { url: 'javascript:alert(1)', title: 'No page', content: '' },
    { url: 'https://example.net/', title: 'Bridges', content: null },
  ],
  answers: [],
  infoboxes: [],
};

describe('a search', () => {
  test('by SearXNG: a line each, and what was found may be opened', async () => {
    const { origin, requests } = await serve(json({ '/searx/search': SEARXNG }));
    const known = knownAddresses();
    assert.deepEqual(await run(searxng(`${origin}/searx`), 'old bridge', known), {
      ok: true,
      text: '1. The old bridge: Built in 1894.\nhttps://example.org/bridge\n2. Bridges: \nhttps://example.net/',
    });
    assert.equal(`${requests[0]?.url.searchParams}`, 'q=old+bridge&format=json&language=de');
    assert.equal(known.has('https://example.org/bridge', ''), true);
    assert.equal(known.has('https://example.org/other', ''), false);
  });

  test('by a SearXNG that gives no JSON says what to change', async () => {
    const { origin } = await serve((_, outgoing) => void outgoing.writeHead(403).end('<html>'));
    assert.match((await run(searxng(origin), 'x')).text, /add "json" to "formats"/);
  });

  test('by Brave: with the key', async () => {
    const results = [{ title: 'The old bridge', url: 'https://example.org/bridge', description: 'Built in 1894.' }];
    const { origin, requests } = await serve(json({ '/res/v1/web/search': { type: 'search', web: { results } } }));
    assert.equal(
      (await run(brave('the-key', origin), 'old bridge')).text,
      '1. The old bridge: Built in 1894.\nhttps://example.org/bridge',
    );
    assert.equal(requests[0]?.headers['x-subscription-token'], 'the-key');
    const without = await serve(json({ '/res/v1/web/search': { type: 'search' } }));
    assert.equal((await run(brave('the-key', without.origin), 'x')).text, 'Nothing was found.');
  });

  const INSTANT = {
    Heading: 'Bridge',
    AbstractText: 'A bridge spans an obstacle.',
    AbstractURL: 'https://en.wikipedia.org/wiki/Bridge',
    Answer: { from: 'calculator' },
    RelatedTopics: [{ Text: 'Arch bridge', FirstURL: 'https://duckduckgo.com/Arch_bridge' }],
  };
  const WIKIPEDIA = {
    batchcomplete: true,
    query: {
      pages: [
        {
          pageid: 2,
          index: 2,
          title: 'Bogen',
          extract: 'Ein Bogen trägt.',
          fullurl: 'https://de.wikipedia.org/wiki/Bogen',
        },
        {
          pageid: 1,
          index: 1,
          title: 'Brücke',
          extract: 'Eine Brücke führt.',
          fullurl: 'https://de.wikipedia.org/wiki/Br%C3%BCcke',
        },
      ],
    },
  };
  const without = (duckDuckGo: string, wikipedia: string) => keyless({ duckDuckGo, wikipedia: () => wikipedia });

  test('without a key: instant answers and Wikipedia, in its order', async () => {
    const { origin, requests } = await serve(json({ '/': INSTANT, '/w/api.php': WIKIPEDIA }));
    const { text } = await run(without(origin, origin), 'Brücke');
    assert.deepEqual(
      text.split('\n').filter((_, index) => index % 2 === 0),
      ['1. Bridge: A bridge spans an obstacle.', '2. Brücke: Eine Brücke führt.', '3. Bogen: Ein Bogen trägt.'],
    );
    assert.equal(requests.length, 2);
  });

  test('without a key, and one of both away: the other answers', async () => {
    const { origin } = await serve(json({ '/': INSTANT }));
    assert.match((await run(without(origin, origin), 'bridge')).text, /^1\. Bridge/);
    const empty = await serve(json({ '/': { ...INSTANT, AbstractText: '', RelatedTopics: [] }, '/w/api.php': {} }));
    assert.equal((await run(without(empty.origin, empty.origin), 'bridge')).text, 'Nothing was found.');
  });

  test('with nobody there says so plainly', async () => {
    const { origin } = await serve(({ socket }) => socket.destroy());
    const { ok, text } = await run(without(origin, origin), 'bridge');
    assert.equal(ok, false);
    assert.match(
      text,
      /^The web could not be searched: 127\.0\.0\.1:\d+ could not be reached: .+ Say so, and do not guess\.$/,
    );
  });

  test('carries no secret out of the house', async () => {
    const { origin, requests } = await serve(json({ '/search': SEARXNG }));
    await run(searxng(origin), 'is 4111 1111 1111 1111 a valid card');
    assert.doesNotMatch(requests[0]?.url.search ?? '', /4111/);
  });

  test('for nothing is none, and a cancelled one is no failure', async () => {
    const { origin, requests } = await serve(() => {});
    assert.equal((await run(searxng(origin), ' ')).ok, false);
    assert.equal(requests.length, 0);
    const cancel = new AbortController();
    const tool = webSearchTool(searxng(origin), knownAddresses());
    const waiting = tool.run({ query: 'x' }, toolContext({ signal: cancel.signal }));
    cancel.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
  });
});
