import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clock } from '../turn/clock.js';
import { newTurn } from '../turn/turn.js';
import { LiveTurns } from './turns.js';

const kitchen = { site: 'kitchen', source: 'voice', language: 'en' } as const;

describe('the registry of live turns', () => {
  test('a newer turn at the same site aborts the older one', () => {
    const turns = new LiveTurns();
    const first = turns.begin(newTurn(kitchen));
    const second = turns.begin(newTurn(kitchen));
    assert.equal(first.signal.aborted, true);
    assert.equal(first.signal.reason.name, 'AbortError');
    assert.equal(second.signal.aborted, false);
    assert.equal(turns.current('kitchen'), second);
    assert.equal(turns.get(first.id), undefined);
  });

  test('an announcement stands beside the turn of its site', () => {
    const turns = new LiveTurns();
    const turn = turns.begin(newTurn(kitchen));
    turns.begin(newTurn({ ...kitchen, source: 'announcement' }));
    assert.equal(turn.signal.aborted, false);
    assert.equal(turns.current('kitchen'), turn);
  });

  test('the wake word and a stop end an announcement that is being spoken', () => {
    const turns = new LiveTurns();
    const announce = (site: string) => turns.begin(newTurn({ site, source: 'announcement', language: 'en' }));
    const [spoken, waiting, elsewhere] = [announce('kitchen'), announce('kitchen'), announce('den')];
    turns.stage(spoken.id, 'speaking');
    turns.stage(elsewhere.id, 'speaking');
    turns.begin(newTurn({ ...kitchen, source: 'text' }));
    assert.equal(spoken.signal.aborted, false);
    turns.begin(newTurn(kitchen));
    assert.deepEqual(
      [spoken, waiting, elsewhere].map(({ signal }) => signal.aborted),
      [true, false, false],
    );
    turns.stop('kitchen');
    assert.deepEqual(
      [waiting, elsewhere].map(({ signal }) => signal.aborted),
      [true, false],
    );
  });

  test('beginning twice gives the same turn, ending twice does nothing', () => {
    const turns = new LiveTurns();
    const turn = newTurn(kitchen);
    const live = turns.begin(turn);
    assert.equal(turns.begin(turn), live);
    turns.end(turn.id);
    turns.end(turn.id);
    assert.equal(live.signal.aborted, false);
    assert.equal(turns.traces().length, 1);
  });

  test('a turn that is over stays over', () => {
    const turns = new LiveTurns();
    const old = newTurn(kitchen);
    turns.begin(old);
    turns.end(old.id, 'barge-in');
    const newer = turns.begin(newTurn(kitchen));
    assert.equal(turns.begin(old).signal.aborted, true);
    assert.equal(newer.signal.aborted, false);
    assert.equal(turns.current('kitchen'), newer);
  });

  test('a stop ends what ran before it, not what was typed while it was judged', () => {
    const turns = new LiveTurns();
    const typed = () => newTurn({ ...kitchen, source: 'text' });
    const [stop, question] = [typed(), typed()];
    turns.begin(stop);
    const { signal } = turns.begin(question);
    turns.stop('kitchen', { id: stop.id, answers: false });
    assert.equal(signal.aborted, false);
    assert.equal(turns.current('kitchen')?.id, question.id);
    turns.stop('kitchen', { id: question.id, answers: true });
    assert.equal(signal.aborted, false);
    turns.stop('kitchen');
    assert.equal(signal.aborted, true);
  });

  test('no turn and no conversation outlives the flow', () => {
    const turns = new LiveTurns();
    const [turn, announcement] = [newTurn(kitchen), newTurn({ ...kitchen, source: 'announcement' })];
    const running = [turns.begin(turn), turns.begin(announcement)];
    turns.conversation('kitchen').say(turn.id, 0, 'The lamp is on.');
    turns.conversation('kitchen').plays(turn.id, 0, 'from');
    turns.conversation('kitchen').await('answer', 8_000);
    turns.close('the flow was stopped');
    assert.deepEqual(
      running.map(({ signal }) => signal.aborted),
      [true, true],
    );
    const { current, announcements } = turns.conversation('kitchen');
    assert.deepEqual([current, announcements.size], [undefined, 0]);
    assert.deepEqual(
      [turns.conversation('kitchen').awaited(), turns.conversation('kitchen').spokenBefore(clock.now())],
      [undefined, undefined],
    );
    assert.equal(turns.begin(turn).signal.aborted, true, 'it stays over');
  });

  test('stages are told once each', () => {
    const turns = new LiveTurns();
    const told: string[] = [];
    turns.on('stage', (live) => told.push(live.stage));
    const turn = turns.begin(newTurn(kitchen));
    turns.stage(turn.id, 'listening');
    turns.stage(turn.id, 'listening');
    turns.stage(turn.id, 'thinking');
    assert.deepEqual(told, ['listening', 'thinking']);
  });

  test('is bounded: the oldest turn goes first, the last 200 traces stay', () => {
    const turns = new LiveTurns();
    const first = turns.begin(newTurn({ ...kitchen, site: 'site-0' }));
    for (let i = 1; i <= 500; i++) turns.begin(newTurn({ ...kitchen, site: `site-${i}` }));
    assert.equal(first.signal.aborted, true);
    for (let i = 1; i <= 500; i++) turns.end(turns.current(`site-${i}`)?.id);
    assert.equal(turns.traces().length, 200);
  });

  test('the trace holds each stage with its time and its error', () => {
    const turns = new LiveTurns();
    const live = turns.begin(newTurn(kitchen));
    const span = live.trace.open('stt', { engine: 'whisper' });
    span.end({ error: 'broke' });
    span.end({ error: 'again' });
    live.trace.mark('speech-end');
    const [record] = turns.traces();
    assert.deepEqual(
      record?.spans.map(({ stage, error }) => [stage, error]),
      [
        ['stt', 'broke'],
        ['speech-end', undefined],
      ],
    );
    assert.equal(record?.spans[0]?.engine, 'whisper');
    assert.ok((record?.spans[0]?.ms ?? -1) >= 0);
  });

  test('forgets the turns that are meant; one that runs goes on without words', () => {
    const turns = new LiveTurns();
    const [over, other, running] = ['kitchen', 'den', 'attic'].map((site) =>
      turns.begin(newTurn({ ...kitchen, site })),
    );
    for (const live of turns.traces()) turns.show(live, 'heard', `the parrot of the ${live.site}`);
    running?.trace.open('recall-search', { model: 'small' }).end({ entries: '1 note parrot', found: 1 });
    turns.end(over?.id);
    turns.end(other?.id);
    turns.forget(({ site }) => site !== 'den');
    if (running) turns.show(running, 'reply', 'The parrot is green.');
    const [left, ended] = turns.traces();
    assert.equal(turns.traces().length, 2);
    assert.deepEqual([left?.id, left?.texts], [running?.id, {}]);
    assert.deepEqual([left?.spans[0]?.['model'], left?.spans[0]?.['found']], ['small', 1]);
    assert.doesNotMatch(JSON.stringify(left), /parrot/);
    assert.equal(ended?.texts.heard, 'the parrot of the den');
    assert.equal(running?.signal.aborted, false);
  });
});
