import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { turns } from '../../lib/conversation/turns.js';
import { newTurn } from '../../lib/turn/turn.js';
import { configs, USER_DIR, unload, until } from '../node.test.helper.js';
import { first } from '../running.js';
import type { MemoryNode } from './jarvis-memory.js';

const MEMORY = { id: 'a-memory', type: 'jarvis-memory' };
const said = [
  { role: 'user', content: 'my name is Ada' },
  { role: 'assistant', content: 'Noted.' },
] as const;

describe('the memory config node', () => {
  afterEach(unload);

  test('keeps the dialogue in the data folder, over a restart of the flow', async () => {
    for (const before of [0, 2]) {
      const flow = await configs([MEMORY]);
      const node = flow.node<MemoryNode>('a-memory');
      assert.equal(node.file, path.join(USER_DIR, 'jarvis', 'jarvis.db'));
      assert.equal(first('memory'), node);
      assert.equal((await node.dialogue.messages('den')).length, before);
      if (before === 0) await node.dialogue.add('den', said);
      await flow.stop();
      assert.equal(first('memory'), undefined);
      await unload();
    }
  });

  test('keeps the traces of turns that ended, over a restart of the flow', async () => {
    const trace = { ...MEMORY, file: path.join(USER_DIR, 'traces', 'jarvis.db') };
    const before = await configs([trace]);
    const turn = newTurn({ site: 'den', source: 'text', language: 'en' });
    const live = turns.begin(turn);
    live.trace.open('judge').end();
    turns.show(turn, 'heard', 'write to anna@example.com');
    turns.end(turn.id);
    await before.stop();
    await unload();
    const after = await configs([trace]);
    const [kept] = await after.node<MemoryNode>('a-memory').traces.all();
    assert.equal(kept?.id, turn.id);
    assert.deepEqual(kept?.texts, { heard: 'write to [mail]' });
    assert.equal(kept?.spans[0]?.stage, 'judge');
  });

  test('keeps a file of its own', async () => {
    const file = path.join(USER_DIR, 'own', 'mine.db');
    const flow = await configs([{ ...MEMORY, file }]);
    const { dialogue } = flow.node<MemoryNode>('a-memory');
    await dialogue.add('den', said);
    assert.equal((await dialogue.messages('den')).length, 2);
    assert.deepEqual(flow.log(), []);
  });

  test('tells once of a file that is damaged, and goes on without it', async () => {
    const file = path.join(USER_DIR, 'damaged.db');
    writeFileSync(file, 'this is no database, and long enough to look like one at a glance'.repeat(20));
    const flow = await configs([{ ...MEMORY, file }]);
    const { dialogue } = flow.node<MemoryNode>('a-memory');
    for (const site of ['den', 'attic', 'hall']) {
      await dialogue.add(site, said);
      assert.equal((await dialogue.messages(site)).length, 2);
    }
    await until(() => flow.log().length > 0, 'the problem in the log');
    assert.deepEqual(
      flow.log().map(({ level, id, text }) => ({ level, id, damaged: /is damaged/.test(text) })),
      [{ level: 'error', id: 'a-memory', damaged: true }],
    );
  });
});
