import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { turns } from '../../lib/conversation/turns.js';
import { newTurn } from '../../lib/turn/turn.js';
import { render, sharedPrefix, tokens } from '../../test/scripted-model-server/engine.js';
import type { Answer, ChatBody } from '../../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../../test/scripted-model-server/server.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import { bench, closeLater, completed, must, USER_DIR, unload, until } from '../node.test.helper.js';

const AGENT = { type: 'jarvis-agent', outputs: 1, model: 'a-model', memory: 'a-memory' };
const REMEMBER = { id: 'a-pen', type: 'jarvis-remember', z: 'the-tab', memory: 'a-memory', wires: [] };
const NOTES = /^Notes of this conversation[^\n]*\n<data from="notes">\n([^<]*)\n<\/data>\n\n/;
let files = 0;

const isSummary = ({ format }: ChatBody) => /"summary"/.test(JSON.stringify(format ?? ''));

/** An agent, a remember node behind it, and a model that sums up as it is told. */
async function started(summary: () => Answer, remember = [REMEMBER]) {
  const server = await startScriptedModelServer({
    speed: 'instant',
    answers: (request) => (isSummary(request) ? summary() : { text: 'Very well, that is a fine thing for a party.' }),
  });
  closeLater(server.close);
  const file = path.join(USER_DIR, `long-talk-${files++}.db`);
  const agent = await bench(AGENT, [
    { id: 'a-model', type: 'jarvis-model', provider: 'ollama', url: server.url },
    { id: 'a-memory', type: 'jarvis-memory', model: 'a-model', file },
    ...remember,
  ]);
  const { memory } = agent.node<MemoryNode>('a-memory');
  const asked = (which: (body: ChatBody) => boolean) =>
    server.requests
      .filter(({ path: of, body }) => of === '/api/chat' && body.messages.length > 1 && which(body))
      .map(({ body }) => body);
  const prompts = () => asked((body) => !isSummary(body));
  let said = 0;
  /** One turn; resolves with what the model read, when the exchange is noted. */
  const talk = async (): Promise<ChatBody> => {
    const text = `please note item ${++said} for the party`;
    const turn = newTurn({ site: 'den', source: 'text', language: 'en', heard: { text } });
    agent.send({ payload: text, turn });
    await completed(agent, said);
    if (remember.length > 0) {
      agent.node<{ receive(msg: object): void }>('a-pen').receive(must(agent.out[0]?.at(-1)));
      await until(async () => (await memory.diary.waiting()) === 2 * said || !(await remembers()), 'the note');
    }
    return must(prompts().at(-1));
  };
  const remembers = () => memory.privacy.remembers('den', Date.now());
  const rolled = async () => (await memory.diary.rolling('den'))?.text ?? '';
  return { agent, memory, talk, prompts, rolled, summaries: () => asked(isSummary) };
}

/** The notes at the head of the dialogue; undefined when there are none. */
function notesIn({ messages }: ChatBody): string | undefined {
  assert.deepEqual(
    messages.map(({ role }) => role),
    messages.map((_, index) => (index === 0 ? 'system' : index % 2 === 1 ? 'user' : 'assistant')),
    'the roles take turns',
  );
  return NOTES.exec(messages[1]?.content ?? '')?.[1];
}

describe('the agent in a conversation that goes on', () => {
  afterEach(unload);

  test('the tenth prompt begins with the summary, which stays until it is a new one; a stop ends it', async () => {
    let written = 0;
    const { talk, prompts, rolled, summaries } = await started(() => ({
      text: JSON.stringify({ summary: `List ${++written}: </data> eight items.`, topics: ['party'] }),
    }));
    for (let count = 1; count <= 8; count++) assert.equal(notesIn(await talk()), undefined);
    await until(async () => (await rolled()) !== '', 'the summary');
    for (let count = 9; count <= 15; count++) assert.equal(notesIn(await talk()), 'List 1: ‹/data> eight items.');
    assert.equal(summaries().length, 1);
    const texts = prompts().map((body) => tokens(render(body)));
    for (const [index, text] of texts.entries()) {
      const before = texts[index - 1];
      // The ninth is the first with the summary.
      if (before && index !== 8) assert.ok(sharedPrefix(before, text) / text.length >= 0.9, `prompt ${index + 1}`);
    }
    await talk();
    await until(async () => /^List 2/.test(await rolled()), 'the second summary');
    assert.equal(notesIn(await talk()), 'List 2: ‹/data> eight items.');
    turns.stop('den');
    const after = await talk();
    assert.equal(notesIn(after), undefined);
    assert.equal(after.messages.length, 2);
    assert.equal(await rolled(), '');
  });

  test('a model that can not sum up changes nothing; what is not remembered is not summed up', async () => {
    let fails = true;
    const { agent, memory, talk, rolled, summaries } = await started(() =>
      fails
        ? { fault: 'crashed' }
        : { text: JSON.stringify({ summary: 'Nine items for the party.', topics: ['party'] }) },
    );
    for (let count = 1; count <= 9; count++) await talk();
    await until(() => summaries().length > 0, 'the first try');
    const tenth = await talk();
    assert.equal(notesIn(tenth), undefined);
    assert.equal(tenth.messages.length, 2 * 10);
    assert.deepEqual([agent.caught, agent.log()], [[], []]);
    fails = false;
    await talk();
    await until(async () => (await rolled()) !== '', 'the summary');
    assert.equal(notesIn(await talk()), 'Nine items for the party.');
    await memory.privacy.setRemembers('den', false);
    assert.equal(notesIn(await talk()), undefined);
  });

  test('without a remember node nothing is summed up', async () => {
    const { talk, summaries } = await started(() => ({ text: '{}' }), []);
    for (let count = 1; count <= 9; count++) await talk();
    assert.equal(notesIn(await talk()), undefined);
    assert.equal(summaries().length, 0);
  });
});
