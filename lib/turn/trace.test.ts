import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LiveTurns } from '../conversation/turns.js';
import { KeptTraces } from './kept-traces.js';
import { Trace, tracedParts } from './trace.js';
import { newTurn } from './turn.js';

const judgement = {
  directed: true,
  query: 'what is my pin',
  stop: false,
  confidence: 1,
  reasoning: '',
  by: 'rule',
} as const;
const prompt = (content: string) => [{ role: 'user', content }];
const begun = (turns: LiveTurns, site = 'kitchen') => turns.begin(newTurn({ site, source: 'text', language: 'en' }));

describe('a trace', () => {
  test('names the node of what is opened and decided through its view', () => {
    const trace = new Trace('t', 'kitchen', 'text');
    const judge = trace.of('node-1');
    judge.open('judge').end();
    judge.decided({ judgement });
    trace.mark('aborted');
    assert.deepEqual(
      trace.record().spans.map(({ stage, node }) => [stage, node]),
      [
        ['judge', 'node-1'],
        ['aborted', undefined],
      ],
    );
    const [decision] = trace.details().decisions;
    assert.deepEqual([decision?.part, decision?.node, decision?.value], ['judgement', 'node-1', judgement]);
  });

  test('holds what was decided as it was, without secrets, and never too much of it', () => {
    const trace = new Trace('t', 'kitchen', 'text');
    const plan = ['my password is hunter22', 'x'.repeat(20)];
    trace.decided({ plan });
    plan.push('later');
    trace.decided({ plan: ['y'.repeat(50_000)] });
    const round: Record<string, unknown> = {};
    round['round'] = round;
    trace.decided({ command: { action: 'on', targets: [], ok: true, by: 'local', value: round } });
    for (let count = 0; count < 100; count++) trace.decided({ plan: ['z'] });
    const { decisions } = trace.details();
    assert.match(JSON.stringify(decisions[0]?.value), /^\["my password is [^"]+","x{20}"\]$/);
    assert.doesNotMatch(JSON.stringify(decisions), /hunter22|later/);
    assert.ok(JSON.stringify(decisions[1]).length < 8_200);
    assert.equal(decisions.length, 40);
    assert.doesNotMatch(JSON.stringify(decisions), /round/);
  });

  test('holds prompts and answers of its calls, cut', () => {
    const trace = new Trace('t', 'kitchen', 'text');
    trace.mark('speech-end');
    const span = trace.open('model');
    span.asks({ prompt: prompt('hello'), tools: ['get_state'], answer: '' });
    assert.deepEqual(trace.details().calls[1], { prompt: prompt('hello'), tools: ['get_state'], answer: '' });
    const long = Array.from({ length: 30 }, (_, n) => ({ role: 'user', content: `${n} ${'p'.repeat(10_000)}` }));
    span.asks({ prompt: long, tools: [], answer: 'a'.repeat(100_000) });
    const call = trace.details().calls[1];
    assert.ok(JSON.stringify(call).length < 50_000);
    assert.deepEqual(
      call?.prompt.map(({ content }) => content.slice(0, 4)),
      ['0 pp', '(26)', '27 p', '28 p', '29 p'],
    );
    for (let n = 0; n < 300; n++) trace.open('model').asks({ prompt: long, tools: [], answer: '' });
    assert.equal(Object.keys(trace.details().calls).length, 20);
  });

  test('without words has neither', () => {
    const trace = new Trace('t', 'kitchen', 'text');
    trace
      .of('n')
      .open('model')
      .asks({ prompt: prompt('secret'), tools: [], answer: 'yes' });
    trace.decided({ judgement });
    trace.forgetWords();
    trace.decided({ judgement });
    assert.deepEqual(trace.details(), { decisions: [], calls: {} });
    assert.equal(trace.record().spans[0]?.node, 'n');
  });

  test('a stream is a span until its last part, and its failure the span’s', async () => {
    const trace = new Trace('t', 'kitchen', 'text');
    async function* parts() {
      yield 1;
      throw new Error('broke');
    }
    const read = async () => {
      for await (const _ of tracedParts(trace, 'agent', parts(), () => false))
        assert.equal(trace.record().spans[0]?.ms, undefined);
    };
    await assert.rejects(read, /broke/);
    assert.equal(trace.record().spans[0]?.error, 'broke');
  });

  test('a stream that nobody reads beyond its last part is over with that', async () => {
    const trace = new Trace('t', 'kitchen', 'text');
    async function* parts() {
      yield* [1, 2];
    }
    const read = tracedParts(trace, 'agent', parts(), (part) => part === 2);
    await read.next();
    assert.equal(trace.record().spans[0]?.ms, undefined);
    await read.next();
    assert.notEqual(trace.record().spans[0]?.ms, undefined);
  });
});

describe('the changes of traces', () => {
  test('come after a revision, while a turn runs and when it ends', () => {
    const turns = new LiveTurns();
    const before = turns.changes(0);
    const live = begun(turns);
    live.trace.open('judge');
    const first = turns.changes(before.revision);
    assert.deepEqual(
      first.traces.map(({ id, running }) => [id, running?.stage]),
      [[live.id, 'idle']],
    );
    assert.deepEqual(turns.changes(first.revision).traces, []);
    turns.stage(live.id, 'thinking');
    const second = turns.changes(first.revision);
    assert.equal(second.traces[0]?.running?.stage, 'thinking');
    live.trace.decided({ judgement });
    turns.end(live.id);
    const third = turns.changes(second.revision);
    assert.deepEqual([third.whole, third.traces[0]?.running], [false, undefined]);
    assert.equal(turns.details(live.id)?.decisions[0]?.part, 'judgement');
    assert.deepEqual(turns.changes(third.revision).traces, []);
  });

  test('tell those who listen, and nobody else', () => {
    const turns = new LiveTurns();
    let told = 0;
    turns.on('trace', () => told++);
    const live = begun(turns);
    live.trace.mark('text');
    assert.ok(told > 0);
  });

  test('are all there is after something was forgotten or erased', () => {
    const turns = new LiveTurns();
    const [gone, stays] = [begun(turns, 'kitchen'), begun(turns, 'den')];
    for (const live of [gone, stays]) live.trace.decided({ judgement });
    for (const { id } of [gone, stays]) turns.end(id);
    const { revision } = turns.changes(0);
    turns.erase({ sites: [], turns: [gone.id], tells: () => false });
    const changes = turns.changes(revision);
    assert.deepEqual([changes.whole, changes.traces.map(({ id }) => id)], [true, [stays.id]]);
    // Its prompts may hold what was said in the other one.
    assert.equal(turns.details(stays.id), undefined);
    const running = begun(turns);
    running.trace.decided({ judgement });
    turns.forget(({ id }) => id === running.id);
    assert.deepEqual(turns.details(running.id)?.decisions, []);
    assert.equal(turns.changes(changes.revision).whole, true);
    assert.equal(turns.changes(Number.MAX_SAFE_INTEGER).whole, true);
  });
});

test('details are held for the last 50 turns, and within two million characters', () => {
  const kept = new KeptTraces();
  const add = (id: number, characters: number) =>
    kept.add(
      new Trace(`${id}`, 'den', 'text').record(),
      { decisions: [], calls: { 0: { prompt: [], tools: [], answer: 'x'.repeat(characters) } } },
      id,
    );
  for (let id = 0; id < 300; id++) add(id, 1);
  assert.equal(kept.records().length, 200);
  assert.equal(kept.details('249'), undefined);
  assert.ok(kept.details('250'));
  for (let id = 300; id < 303; id++) add(id, 900_000);
  assert.equal(kept.details('300'), undefined);
  assert.equal(kept.details('250'), undefined);
  assert.ok(kept.details('301') && kept.details('302'));
});
