import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveTurns, turns } from '../conversation/turns.js';
import { openDemoHome } from '../home/demo.js';
import { newTurn } from '../turn/turn.js';
import { toolsFor } from './registry.js';

const context = { site: 'kitchen', language: 'en', signal: new AbortController().signal };

test('one catalogue, in an order that never changes', () => {
  const home = openDemoHome();
  const names = toolsFor({ home }).map(({ name }) => name);
  assert.deepEqual(names, [
    'get_state',
    'control_device',
    'todo_items',
    'todo',
    'play_music',
    'calculate',
    'time_in',
    'missed',
    'stop',
  ]);
  assert.deepEqual(JSON.stringify(toolsFor({ home })), JSON.stringify(toolsFor({ home: openDemoHome() })));
  assert.deepEqual(
    toolsFor({}).map(({ name }) => name),
    ['calculate', 'time_in', 'missed', 'stop'],
  );
});

test('stop ends the conversation of the site that asked, and no other', async () => {
  assert.ok(turns instanceof LiveTurns);
  const [here, there] = ['kitchen', 'den'].map((site) =>
    turns.begin(newTurn({ site, source: 'text', language: 'en' })),
  );
  assert.equal((await toolsFor({}).at(-1)?.run({}, context))?.ok, true);
  assert.deepEqual([here?.signal.aborted, there?.signal.aborted], [true, false]);
  turns.end(there?.id);
});
