import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { answerTo, openPage, type Page } from './page.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { must } from './until.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const PLACE = { x: 100, y: 100 };

/** The shipped flow, and before one of its nodes a flow of the owner's. */
function withSentences(flow: FlowNode[], templates: string, func: string, to = 'jarvis-speak'): FlowNode[] {
  const next = must(flow.find(({ type }) => type === to));
  const own = { ...PLACE, z: next['z'], type: 'jarvis-sentence', name: '', lists: 'genre: jazz, rock', language: '' };
  return [
    ...flow.filter(({ id }) => !['a-sentence', 'an-answer'].includes(id)),
    { ...own, version: 1, id: 'a-sentence', templates, wires: [['an-answer']] },
    { ...PLACE, z: next['z'], id: 'an-answer', type: 'function', func, outputs: 1, wires: [[next.id]] },
  ];
}

const ANSWER = `if (!msg.sentence.slots.genre) return null;
return { ...msg, payload: 'Now playing ' + msg.sentence.slots.genre + '. Is that right?' };`;

describe("an owner's sentence, in the shipped flow", () => {
  let runtime: Runtime;
  let page: Page;

  before(async () => {
    runtime = await startRuntime({
      env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9' },
      change: (flow) => withSentences(flow, 'put on [some] {genre}', ANSWER),
    });
    await runtime.warm();
    page = await openPage(runtime.url);
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
  });

  test('typed: its function node answers, which is shown, spoken and kept as the reply, and the turn ends', async () => {
    await page.type('Put on some jazz!');
    const text = 'Now playing jazz. Is that right?';
    await page.gets('show', { kind: 'reply', text, last: true });
    await page.gets('play-end');
    assert.ok(page.sound() > 10_000);
    await page.gets('stage', { stage: 'idle' });
    const stages = page.messages.filter(({ type }) => type === 'stage').map(({ stage }) => stage);
    assert.deepEqual(stages.slice(0, 3), ['thinking', 'speaking', 'idle']);
    const turn = must((await runtime.turns()).find(({ texts }) => texts.heard === 'Put on some jazz!'));
    assert.deepEqual([turn.texts.reply, turn.texts.error], [text, undefined]);
    const spans = turn.spans.map(({ stage }) => stage).filter((stage) => ['command', 'tts', 'play'].includes(stage));
    assert.deepEqual(spans, ['command', 'tts', 'play']);
    assert.ok(turn.spans.every(({ ms }) => ms !== undefined));
  });

  test('follows a deploy of its node alone', async () => {
    const flow = await runtime.flows();
    await runtime.deploy(
      withSentences(flow, 'good evening everybody', "msg.payload = 'Welcome.'; return msg;"),
      'nodes',
    );
    await page.type('good evening everybody');
    await page.gets('show', { kind: 'reply', text: 'Welcome.', last: true });
    const idle = page.messages.filter(({ stage }) => stage === 'idle').length;
    assert.match(`${(await answerTo(page, 'put on some jazz')).text}`, /model/);
    await page.gets('stage', { stage: 'idle' }, idle + 1);
  });

  test('may be another way to say what is built in', async () => {
    const flow = await runtime.flows();
    const func = "msg.payload = 'turn on the kitchen light'; return msg;";
    await runtime.deploy(withSentences(flow, 'cook (time|o clock)', func, 'jarvis-command'), 'nodes');
    const shown = page.messages.length;
    const idle = page.messages.filter(({ stage }) => stage === 'idle').length;
    await page.type('cook time');
    await page.sees('light.kitchen_light', 'on');
    await page.gets('show', { kind: 'reply', text: 'Turned on the kitchen light.' });
    await page.gets('stage', { stage: 'idle' }, idle + 1);
    const replies = page.messages.slice(shown).filter(({ type, kind }) => type === 'show' && kind === 'reply');
    assert.equal(replies.length, 1);
  });

  const check = async (form: object, headers: Record<string, string> = JSON_TYPE) => {
    const answer = await fetch(`${runtime.url}/jarvis/admin/sentences`, {
      method: 'POST',
      headers,
      body: JSON.stringify(form),
    });
    return { status: answer.status, ...((await answer.json()) as { conflicts?: object[]; message?: string }) };
  };

  test('the form is told what is built in already', async () => {
    const templates = [
      'movie time',
      '(turn|switch) on the {area} light',
      'what time is it',
      'put on {genre}',
      'wait (a minute|stop)',
      'mach das Licht in der Küche an',
      'play (rock',
    ].join('\n');
    const { status, conflicts } = await check({ templates, lists: 'genre: jazz' });
    assert.equal(status, 200);
    const lines = conflicts?.map((one) => (one as { line: number; means: string }).line);
    assert.deepEqual(lines, [2, 3, 6]);
    assert.deepEqual(conflicts?.[0], { line: 2, said: 'turn on the Kitchen light', means: 'built-in' });
    assert.deepEqual((await check({ templates: 'stop' })).conflicts, [{ line: 1, said: 'stop', means: 'stop' }]);
    const german = { templates: 'turn on the kitchen light\nmach das Licht in der Küche an', language: 'de' };
    assert.deepEqual(
      (await check(german)).conflicts?.map((one) => (one as { line: number }).line),
      [2],
    );
  });

  test('what is no form is refused, and a hostile one ends', async () => {
    assert.equal((await check({ templates: 7 })).status, 400);
    assert.equal((await check({ templates: 'x'.repeat(100_000) })).status, 400);
    assert.equal((await check({ templates: 'x' }, { 'content-type': 'text/plain' })).status, 400);
    const hostile = Array(50).fill('[(a|b)][{name}][{x}]'.repeat(24)).join('\n');
    const both = await Promise.all([hostile, 'movie time'].map((templates) => check({ templates })));
    assert.ok(both.some(({ status }) => status === 200));
    for (const { status, message } of both)
      if (status !== 200) assert.equal(message, 'A newer form is being looked at.');
    assert.equal((await check({ templates: hostile })).status, 200);
    assert.equal(runtime.running(), true);
  });
});
