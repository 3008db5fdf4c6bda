import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ShownDetails, TraceChanges } from '../lib/turn/trace-types.js';
import { openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { must, until } from './until.js';

const PRIVATE = 'browser-000000ff';

let server: ScriptedModelServer;
let runtime: Runtime;
let page: Page;
let goOn: () => void;

before(async () => {
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  server = await startScriptedModelServer({
    speed: 'instant',
    answers: [
      { when: /poem/, answer: { text: ['Roses are ', held, 'red.'] } },
      { when: /wombat/, answer: 'The wombat is in the garden.' },
    ],
  });
  runtime = await startRuntime({ env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' } });
  page = await openPage(runtime.url);
});
after(async () => {
  await page?.close();
  await runtime?.stop();
  await server?.close();
});

async function get<T>(route: string): Promise<T> {
  const answer = await fetch(`${runtime.url}/jarvis/admin/${route}`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  return (await answer.json()) as T;
}
const changes = (since = '') => get<TraceChanges>(`trace?since=${since}`);
const details = (id: string) => get<ShownDetails>(`trace/${id}`);

/** Types a sentence, and gives the turn of it when it is over. */
function ended(from: Page, text: string) {
  from.send({ type: 'text', text });
  return until(
    async () =>
      (await changes()).traces.find(
        ({ running, texts, site }) => !running && site === from.site && texts.heard === text,
      ),
    `the turn of "${text}"`,
  );
}

describe('the turns for those who may read', () => {
  test('a command: each stage with its node, and what it decided', async () => {
    const turn = await ended(page, 'turn on the kitchen light');
    const nodes = new Map(turn.spans.map(({ stage, node }) => [stage, node]));
    for (const stage of ['text', 'judge', 'command', 'tts', 'first-sound'])
      assert.match(nodes.get(stage) ?? '', /^jarvis/);
    const found = must(await details(turn.id));
    assert.deepEqual(
      found.decisions.map(({ part, node }) => [part, node]),
      [
        ['judgement', nodes.get('judge')],
        ['command', nodes.get('command')],
        ['reply', nodes.get('command')],
      ],
    );
    assert.match(JSON.stringify(found.decisions), /It was typed.*turn_on.*kitchen/is);
    assert.deepEqual(found.calls, {});
  });

  test('a model call: prompt, answer and tokens', async () => {
    const turn = await ended(page, 'tell me about the wombat');
    const place = turn.spans.findIndex(({ context }) => context === 'reply');
    const call = must(must(await details(turn.id)).calls[place]);
    assert.equal(call.prompt[0]?.role, 'system');
    assert.match(call.prompt.at(-1)?.content ?? '', /tell me about the wombat/);
    assert.equal(call.answer, 'The wombat is in the garden.');
    assert.ok(call.tools.length > 0);
    assert.ok(Number(turn.spans[place]?.['promptTokens']) > 0);
    assert.ok(turn.spans.some(({ stage, node }) => stage === 'agent' && node === turn.spans[place]?.node));
  });

  test('live: a request that waits is answered when a stage begins, and again until the turn is over', async () => {
    let { cursor } = await changes();
    const waiting = changes(cursor);
    await page.type('recite a poem');
    // What ends of the turn before may come first.
    let poem: TraceChanges['traces'][number] | undefined;
    for (let next = await waiting; !poem; next = await changes(cursor)) {
      assert.equal(next.whole, false);
      poem = next.traces.find(({ texts }) => texts.heard === 'recite a poem');
      ({ cursor } = next);
      if (!poem) assert.ok(next.traces.length > 0, 'a request that waits ends with something new');
    }
    assert.ok(poem.running);
    const { id } = poem;
    const model = await until(async () => {
      // Where this was slow, the first answer has told of the call already.
      const called = poem?.spans.find(({ stage }) => stage === 'model');
      if (called) return called;
      const next = await changes(cursor);
      ({ cursor } = next);
      poem = next.traces.find((trace) => trace.id === id);
      return undefined;
    }, 'the call of the model');
    assert.equal(model.ms, undefined);
    // Its prompt can be read while it answers.
    assert.match(JSON.stringify((await details(id))?.calls), /recite a poem/);
    goOn();
    await until(async () => {
      const next = await changes(cursor);
      ({ cursor } = next);
      return next.traces.some((trace) => trace.id === id && !trace.running);
    }, 'its end');
  });

  test('a cursor of nobody gives everything', async () => {
    for (const cursor of ['', 'other-5', 'x', '-1', '%00', '9'.repeat(500)]) {
      const { whole, traces } = await changes(cursor);
      assert.equal(whole, true);
      assert.ok(traces.length > 0);
    }
    assert.equal(await details('nobody'), null);
  });

  test('many requests that wait are no queue', async () => {
    const { cursor } = await changes();
    const stop = new AbortController();
    const waiting = Array.from({ length: 20 }, () =>
      fetch(`${runtime.url}/jarvis/admin/trace?since=${cursor}`, { signal: stop.signal }).catch(() => {}),
    );
    await until(async () => {
      const limit = AbortSignal.timeout(500);
      return fetch(`${runtime.url}/jarvis/admin/trace?since=${cursor}`, { signal: limit }).catch(() => undefined);
    }, 'an answer at once');
    stop.abort();
    await Promise.all(waiting);
  });
});

/** Changes the memory as its page does. */
async function post(route: string, body: object): Promise<void> {
  const answer = await fetch(`${runtime.url}/jarvis/admin/memory/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 200, await answer.text());
}

describe('words of people', () => {
  test('in a room that is not remembered none are shown, while it runs or later', async () => {
    const quiet = await openPage(runtime.url, PRIVATE);
    await post('rooms', { site: PRIVATE, remember: false });
    const seen: string[] = [];
    let { cursor } = await changes();
    quiet.send({ type: 'text', text: 'the flamingo wombat' });
    const turn = await until(async () => {
      const next = await changes(cursor);
      ({ cursor } = next);
      const own = next.traces.filter(({ site }) => site === PRIVATE);
      for (const one of own) seen.push(JSON.stringify([one, await details(one.id)]));
      return own.find(({ running }) => !running);
    }, 'the end of the turn');
    assert.ok(seen.length > 0 && turn.spans.length > 3);
    assert.doesNotMatch(seen.join(), /flamingo/);
    await quiet.close();
  });

  test('what is erased is gone from here, and whoever looks is told', async () => {
    const turn = await ended(page, 'what does the wombat eat?');
    assert.match(JSON.stringify(await details(turn.id)), /wombat/);
    let { cursor } = await changes();
    // What is left of the turn may come first.
    const told = until(async () => {
      const next = await changes(cursor);
      ({ cursor } = next);
      return next.whole;
    }, 'whoever looks to be told');
    await post('forget', { matching: 'wombat', confirm: 'forget' });
    await told;
    const { traces } = await changes();
    const held = await Promise.all(traces.map(({ id }) => details(id)));
    assert.doesNotMatch(JSON.stringify([traces, held]), /wombat/);
  });
});
