import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ToolContext } from '../llm/types.js';
import { runTool } from '../replying/run-tools.js';
import { newTurn } from '../turn/turn.js';
import {
  answerCall,
  type FlowCall,
  type FlowState,
  failureOf,
  isWaiting,
  openFlowTool,
  resultOf,
} from './flow-tool.js';

const context = (more: Partial<ToolContext> = {}): ToolContext => ({
  ...{ site: 'den', language: 'en', signal: new AbortController().signal, said: 'echo that' },
  ...more,
});

/** A tool whose flow is the test. */
function opened({ ms = 20_000, acts = true, guests = true, asks = false } = {}) {
  const [calls, states]: [FlowCall[], FlowState[]] = [[], []];
  const flow = openFlowTool({
    name: 'echo',
    description: 'Says it again.',
    parameters: [{ name: 'words', kind: 'text', description: '', choices: [], required: true }],
    ...{ acts, guests, asks, ms },
    start: (call) => calls.push(call),
    onState: (state) => states.push(state),
  });
  const run = (words: unknown, more: Partial<ToolContext> = {}) =>
    runTool({ id: 'c', name: 'echo', arguments: { words } as Record<string, unknown> }, [flow.tool], context(more));
  const started = async (count: number) => {
    while (calls.length < count) await new Promise((resolve) => setImmediate(resolve));
    return calls;
  };
  return { flow, run, calls, states, started };
}

describe('a tool that is a flow', () => {
  test('two calls side by side get their own results', async () => {
    const { run, started, states } = opened();
    const turn = newTurn({ site: 'den', source: 'voice', language: 'de' });
    const both = [run('one', { turn }), run('two')];
    const [one, two] = await started(2);
    assert.ok(one && two);
    assert.deepEqual([one.arguments, two.arguments], [{ words: 'one' }, { words: 'two' }]);
    assert.deepEqual([one.turn.id, one.turn.language, two.turn.site], [turn.id, 'de', 'den']);
    assert.notEqual(one.turn, turn, 'a flow may change its own');
    assert.equal(answerCall(two.id, resultOf('second')), true);
    assert.equal(answerCall(one.id, resultOf({ first: 1 })), true);
    assert.deepEqual(await Promise.all(both), [
      { ok: true, text: '{"first":1}' },
      { ok: true, text: 'second' },
    ]);
    assert.deepEqual(states, ['busy', 'busy', 'done', 'done']);
  });

  test('wrong arguments start nothing, and are told', async () => {
    const { run, calls } = opened();
    assert.deepEqual(await run({}), { ok: false, text: 'Wrong arguments. words has to be text.' });
    assert.equal(calls.length, 0);
  });

  test('without a result it costs its limit, and what comes later is told of once', async () => {
    const { run, calls, states } = opened({ ms: 30 });
    assert.deepEqual(await run('x'), { ok: false, text: 'The tool echo did not answer within 0.03 s.' });
    const id = calls[0]?.id ?? '';
    assert.equal(isWaiting(id), false);
    assert.deepEqual([answerCall(id, resultOf('late')), answerCall(id, resultOf('later'))], ['echo', '']);
    assert.equal(answerCall('of nobody', resultOf('')), undefined);
    assert.deepEqual(states, ['busy', 'timeout']);
  });

  test('a turn that is cut off ends the wait', async () => {
    const { run, started, states } = opened();
    const turn = new AbortController();
    const ran = run('x', { signal: turn.signal });
    const [call] = await started(1);
    turn.abort();
    await assert.rejects(ran, { name: 'AbortError' });
    assert.equal(isWaiting(call?.id ?? ''), false);
    assert.deepEqual(states, ['busy', 'idle']);
  });

  test('a flow that can not start, or is stopped, is a failed call', async () => {
    const { flow, run, started, calls } = opened();
    const ran = run('x');
    await started(1);
    flow.close();
    assert.deepEqual(await ran, { ok: false, text: 'The flow of echo was stopped.' });
    calls.push = () => {
      throw new Error('No wire.');
    };
    assert.deepEqual(await run('x'), { ok: false, text: 'No wire.' });
  });

  test('a question starts nothing that changes something', async () => {
    const said = 'is the gate open?';
    const { run, calls } = opened();
    assert.match((await run('x', { said })).text, /^Not done: the person has asked/);
    assert.equal(calls.length, 0);
    const looks = opened({ acts: false });
    const ran = looks.run('x', { said });
    answerCall((await looks.started(1))[0]?.id ?? '', resultOf(4));
    assert.deepEqual(await ran, { ok: true, text: '4' });
  });

  test('guests start only what is for them, too', async () => {
    const turn = (name: string | null) =>
      newTurn({ site: 'den', source: 'voice', language: 'en', speaker: { name, score: 0.9 } });
    const { run, started } = opened({ guests: false });
    assert.match((await run('one', { turn: turn(null) })).text, /^Not done: it is for people whose voices are known/);
    const known = run('two', { turn: turn('Anna') });
    const [call] = await started(1);
    answerCall(call?.id ?? '', resultOf('done'));
    assert.equal((await known).ok, true);
  });

  test('no more than a hundred wait at once', async () => {
    const { run, flow, started } = opened();
    const ran = Array.from({ length: 100 }, () => run('x'));
    await started(100);
    assert.match((await run('x')).text, /^Too many/);
    flow.close();
    assert.equal((await Promise.all(ran)).length, 100);
  });
});

test('results are words: limited, without secrets, and never an exception', () => {
  assert.deepEqual(resultOf(undefined), { ok: true, text: 'Done.' });
  assert.deepEqual(resultOf(false), { ok: true, text: 'false' });
  assert.equal(resultOf('x'.repeat(50_000)).text.length, 20_000);
  assert.doesNotMatch(resultOf({ mail: 'ada@example.com' }).text, /ada@/);
  assert.doesNotMatch(failureOf(new Error('write to ada@example.com')).text, /ada@/);
  assert.equal(failureOf(new Error('x'.repeat(5_000))).text.length, 1_000);
  assert.equal(resultOf(Buffer.from('x')).ok, false);
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  assert.equal(resultOf(circular).ok, false);
});
