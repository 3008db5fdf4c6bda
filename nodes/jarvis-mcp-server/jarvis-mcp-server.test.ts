import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { bench, caught, type FlowNode, must, unload, until } from '../node.test.helper.js';
import { running } from '../running.js';

const TOKEN = 'a-token-of-more-than-24-characters';
const HOME: FlowNode = { id: 'a-home', type: 'jarvis-home', kind: 'demo' };
const SERVER = { type: 'jarvis-mcp-server', outputs: 0, home: HOME.id };

afterEach(unload);

const started = (more: object, token: string) =>
  bench({ ...SERVER, ...more }, [HOME], token ? { 'the-subject': { token } } : {});

test('is ready with a token, and serves until it is closed', async () => {
  const server = await started({}, TOKEN);
  await until(() => server.statuses.some(({ text }) => text === 'status.ready'), 'the status');
  assert.equal(running.mcpServer.size, 1);
  await server.stop();
  assert.equal(running.mcpServer.size, 0);
});

const WRONG: [what: string, more: object, token: string, why: RegExp][] = [
  ['no token', {}, '', /Nothing is served: there is no token.*New token/],
  ['a short token', {}, 'short', /fewer than 24 characters/],
  ['nothing ticked', { getState: false }, TOKEN, /No tool is ticked/],
  ['no home', { home: '' }, TOKEN, /get_state is ticked, but no home is chosen/],
  ['no memory', { memorySearch: true }, TOKEN, /memory_search is ticked, but no memory store is chosen/],
  ['no satellites', { say: true }, TOKEN, /say is ticked, but no satellites are chosen/],
];
for (const [what, more, token, why] of WRONG) {
  test(`says what to do with ${what}`, async () => {
    const server = await started(more, token);
    const { code, message } = await caught(server);
    assert.equal(code, 'not-configured');
    assert.match(message, why);
    assert.equal(must(server.statuses.at(-1)).text, 'status.not-configured');
    assert.equal(running.mcpServer.size, token === TOKEN ? 1 : 0);
  });
}
