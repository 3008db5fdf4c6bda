import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tool, ToolContext } from '../llm/types.js';
import { duplicateGuard, runTool } from './run-tools.js';

const context: ToolContext = { site: 'kitchen', language: 'en', signal: new AbortController().signal };
const echo: Tool = {
  name: 'echo',
  description: 'Says it again.',
  parameters: { type: 'object', required: ['text'] },
  run: async ({ text }) => ({ ok: true, text: String(text) }),
};

test('a duplicate is the same tool with the same arguments, in whatever order and case', () => {
  const isDuplicate = duplicateGuard();
  assert.equal(isDuplicate('a', { x: 1, y: { z: 'Tea', w: [1] } }), false);
  assert.equal(isDuplicate('a', { y: { w: [1], z: ' tea' }, x: 1 }), true);
  assert.equal(isDuplicate('b', { x: 1, y: { z: 'Tea', w: [1] } }), false);
  assert.equal(isDuplicate('a', { x: '1', y: { z: 'Tea', w: [1] } }), false);
  assert.equal(isDuplicate('a', {}), false);
  assert.equal(isDuplicate('a', {}), true);
});

test('runs a tool with the turn’s room and language', async () => {
  let seen: ToolContext | undefined;
  const tool: Tool = {
    ...echo,
    run: async (_, given) => {
      seen = given;
      return { ok: true, text: '' };
    },
  };
  await runTool({ id: '1', name: 'echo', arguments: { text: 'x' } }, [tool], { ...context, area: 'kitchen' });
  assert.equal(seen?.area, 'kitchen');
  assert.equal(seen?.language, 'en');
});

test('what can’t be run is a failed result that says why', async () => {
  const call = { id: '1', name: 'echo', arguments: {} };
  assert.deepEqual(await runTool(call, [echo], context), { ok: false, text: 'Arguments are missing: text.' });
  assert.deepEqual(await runTool({ ...call, name: 'eco' }, [echo], context), {
    ok: false,
    text: 'There is no tool "eco". The tools are: echo.',
  });
  assert.match((await runTool(call, [], context)).text, /There are none/);
  assert.match((await runTool({ ...call, unreadable: true }, [echo], context)).text, /could not be read/);
});

test('a tool that ignores its signal is left behind', async () => {
  const stop = new AbortController();
  const deaf: Tool = { ...echo, run: () => new Promise(() => {}) };
  const running = runTool({ id: '1', name: 'echo', arguments: { text: 'x' } }, [deaf], {
    ...context,
    signal: stop.signal,
  });
  stop.abort();
  await assert.rejects(running, { name: 'AbortError' });
});
