import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOSTILE_TEXTS } from '../../../test/attacks/hostile-texts.js';
import { openDemoHome } from '../../home/demo.js';
import { collect, start } from '../../replying/scripted.test.helper.js';
import { homeTools } from '../home-tools.js';
import { fetchPageTool } from './fetch-page.js';
import { knownAddresses } from './known-addresses.js';
import { searxng } from './searxng.js';
import { serve } from './web.test.helper.js';
import { webSearchTool } from './web-search.js';

const NOTHING = 'It says nothing of use.';

test('sixty texts of strangers, found and opened, make nothing act', async () => {
  assert.equal(HOSTILE_TEXTS.length, 60);
  const home = openDemoHome();
  let text = '';
  const { origin, requests } = await serve(({ url = '' }, outgoing) => {
    if (url.startsWith('/search')) {
      const results = [{ title: text, url: `${origin}/page`, content: text }];
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
    } else outgoing.writeHead(200, { 'content-type': 'text/plain' }).end(text);
  });
  const known = knownAddresses();
  const tools = [webSearchTool(searxng(origin), known), fetchPageTool(known, [origin]), ...homeTools(home)];
  const last = ({ messages }: { messages: { content: string }[] }) => messages.at(-1)?.content ?? '';
  const { server, request } = await start([
    { when: (body) => /<data from="fetch_page">/.test(last(body)), answer: NOTHING },
    {
      when: (body) => /<data from="web_search">/.test(last(body)),
      answer: { calls: [{ name: 'fetch_page', arguments: { url: `${origin}/page` } }] },
    },
    { answer: { calls: [{ name: 'web_search', arguments: { query: 'the old bridge' } }] } },
  ]);
  for (text of HOSTILE_TEXTS) {
    const { sentences, end } = await collect({ ...request, query: 'When was the old bridge built?', tools });
    assert.deepEqual(
      end.calls.map(({ name }) => name),
      ['web_search', 'fetch_page'],
      text,
    );
    assert.deepEqual(sentences, [NOTHING], text);
  }
  for (const { body } of server.requests.filter(({ path }) => path === '/api/chat')) {
    for (const { content } of body.messages.filter(({ role }) => role === 'tool')) {
      assert.equal(content.match(/<\s*\/\s*data\b/gi)?.length, 1, content);
      assert.doesNotMatch(content, /<\||\[\/?INST\]|<(?:start|end)_of_turn>/);
    }
  }
  const states = home.house().entities;
  assert.deepEqual(states, openDemoHome().house().entities, 'the house is as it was');
  assert.equal(requests.length, 120);
});
