import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { clock } from '../turn/clock.js';
import { Trace } from '../turn/trace.js';
import { newTurn } from '../turn/turn.js';
import { openDialogue } from './dialogue.js';
import { exportMemory } from './export.js';
import { openHeldWrites } from './held-writes.js';
import { keep } from './keep.js';
import { type Memory, openMemory } from './memory.js';
import { openTraces } from './traces.js';

const WORD = 'Quittenmarmelade';

async function opened(t: TestContext): Promise<Memory> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-unremembered-'));
  const memory = openMemory({ file: path.join(folder, 'jarvis.db') });
  t.after(async () => {
    await memory.close();
    await rm(folder, { recursive: true, force: true });
  });
  return memory;
}

/** Which of the files hold the word. */
const found = ({ file }: Memory): string[] =>
  ['', '-wal', '-shm'].filter(
    (end) =>
      existsSync(file + end) &&
      readFileSync(file + end, 'latin1')
        .toLowerCase()
        .includes(WORD.toLowerCase()),
  );

/** A turn of a room, with all that is kept of one. */
async function talk(
  memory: Memory,
  site: string,
  except: string[] = [],
): Promise<{ dialogue: string; traces: string }> {
  const turn = {
    ...newTurn({ site, source: 'voice', language: 'de' }),
    heard: { text: `Kauf ${WORD}` },
    reply: { text: `${WORD} steht auf der Liste.` },
  };
  const dialogue = openDialogue({ memory });
  await dialogue.add(site, [
    { role: 'user', content: turn.heard.text },
    { role: 'assistant', content: turn.reply.text },
  ]);
  const trace = new Trace(turn.id, site, 'voice');
  trace.mark('recall-search', { entries: `1 note 2026-11-01 ${WORD} w1`, context: 'reply' });
  trace.tell('heard', turn.heard.text);
  trace.tell('reply', turn.reply.text);
  const traces = openTraces(memory);
  traces.keep(trace.record());
  const held = openHeldWrites({ memory });
  await keep({ memory, held, turn, text: '', isPart: false, except });
  const shown = JSON.stringify(await traces.all());
  await traces.close();
  await dialogue.close();
  return { dialogue: JSON.stringify(await dialogue.messages(site)), traces: shown };
}

test('of a room that is not remembered no word is in the files, while its conversation goes on', async (t) => {
  const memory = await opened(t);
  await memory.privacy.setRemembers('bath', false);
  const { dialogue, traces } = await talk(memory, 'bath');
  assert.match(dialogue, /Quittenmarmelade/);
  assert.doesNotMatch(traces, /Quittenmarmelade/);
  assert.match(traces, /recall-search/);
  let all = '';
  for await (const piece of exportMemory({ memory })) all += piece;
  assert.doesNotMatch(all, /Quittenmarmelade/);
  assert.deepEqual(found(memory), []);
});

test('of a room that a remember node leaves out nothing is kept elsewhere either', async (t) => {
  const memory = await opened(t);
  for (let turn = 0; turn < 2; turn++) {
    const { dialogue, traces } = await talk(memory, 'bath', ['Bath']);
    assert.match(dialogue, /Quittenmarmelade/);
    assert.doesNotMatch(traces, /Quittenmarmelade/);
    assert.deepEqual(found(memory), []);
  }
  const [room] = await memory.privacy.unremembered(clock.now());
  assert.equal(room?.site, 'bath');
  assert.ok((room?.until ?? 0) > clock.now());
  // A room that is never remembered stays so.
  await memory.privacy.setRemembers('den', false);
  await talk(memory, 'den', ['den']);
  assert.equal((await memory.privacy.unremembered(clock.now())).find(({ site }) => site === 'den')?.until, null);
});

test('a room that is remembered again is kept from then on', async (t) => {
  const memory = await opened(t);
  await memory.privacy.setRemembers('bath', false, clock.now() - 1);
  await talk(memory, 'bath');
  assert.ok(found(memory).length > 0);
});

test('what is kept of a conversation goes the moment its room is not to be remembered', async (t) => {
  const memory = await opened(t);
  const dialogue = openDialogue({ memory });
  await dialogue.add('bath', [{ role: 'user', content: WORD }]);
  assert.ok(found(memory).length > 0);
  await memory.privacy.setRemembers('bath', false);
  await memory.privacy.settle();
  assert.deepEqual(found(memory), []);
  await dialogue.close();
});
