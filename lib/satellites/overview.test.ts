import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { afterEach, describe, test } from 'node:test';
import { turns } from '../conversation/turns.js';
import { clock } from '../turn/clock.js';
import { forgetEverywhere } from '../turn/erasing.js';
import { IS_ECHO, newTurn } from '../turn/turn.js';
import { MAX_SHOWN, type Overview, openOverview } from './overview.js';
import type { Problem } from './problems.js';
import { tone } from './room.test.helper.js';
import type { Site } from './types.js';

const site = (id: string, via: Site['via'] = 'mqtt', lastSeen = clock.now()): Site => ({ id, via, lastSeen });

let overview: Overview | undefined;
afterEach(() => {
  overview?.close();
  turns.close('the test is over');
});

function house(sites: Site[], problems: Record<string, Problem[]> = {}) {
  const events = new EventEmitter();
  overview = openOverview({
    on: (event: string, listener: () => void) => events.on(event, listener),
    off: (event: string, listener: () => void) => events.off(event, listener),
    sites: () => sites,
    site: (id: string) =>
      sites.find((one) => one.id === id) ?? (id.startsWith('assist-') ? site(id, 'assist') : undefined),
    problems: (id: string) => problems[id] ?? [],
  } as never);
  const opened = overview;
  return {
    read: opened.read,
    audio: (samples: Buffer) => events.emit('audio', 'kitchen', samples),
    kitchen: () => opened.read().find(({ id }) => id === 'kitchen'),
  };
}

const begin = (more: object = {}) =>
  turns.begin(newTurn({ site: 'kitchen', source: 'voice', language: 'en', ...more }));

describe('the list of satellites', () => {
  test('tells of each how its connection does, what is wrong, and those in trouble first', () => {
    const problem = { kind: 'connection', message: `Nobody answers at 192.168.1.20. ${'x'.repeat(1000)}` };
    const { read } = house(
      [
        site('kitchen'),
        site('attic', 'mqtt', clock.now() - 120_000),
        site('new', 'wyoming', 0),
        site('den', 'esphome'),
      ],
      { den: [problem], kitchen: [{ kind: 'rate of sound', message: 'Too fast.' }] },
    );
    const told = read();
    assert.deepEqual(
      told.map(({ id, health }) => [id, health]),
      [
        ['den', 'failed'],
        ['kitchen', 'connected'],
        ['attic', 'silent'],
        ['new', 'waiting'],
      ],
    );
    assert.match(told[0]?.problem ?? '', /^Nobody answers at/);
    assert.ok((told[0]?.problem?.length ?? 0) <= 400);
    assert.equal(told[1]?.problem, 'Too fast.');
  });

  test('measures only while somebody looks', () => {
    const { audio, kitchen } = house([site('kitchen')]);
    audio(tone(0.1, 0.1));
    assert.equal(kitchen()?.level, undefined);
    audio(tone(0.1, 0.1));
    assert.equal(kitchen()?.level, -23);
  });

  test('keeps what was heard last, without secrets and cut, until something is erased', async () => {
    const { kitchen } = house([site('kitchen')]);
    const live = begin();
    turns.show(live, 'heard', `my password is hunter22x and ${'so on '.repeat(100)}`);
    turns.show(live, 'reply', 'All right.');
    turns.end(live.id);
    const { heard, dropped } = kitchen() ?? {};
    assert.equal(dropped, undefined);
    assert.ok(heard && heard.text.length <= 160);
    assert.doesNotMatch(heard.text, /hunter22x/);
    await forgetEverywhere({ sites: [], turns: [], tells: () => false });
    assert.equal(kitchen()?.heard, undefined);
  });

  test('a turn without words for keeping leaves none', () => {
    const { kitchen } = house([site('kitchen')]);
    const live = begin();
    turns.show(live, 'heard', 'forget what I said');
    live.trace.forgetWords();
    turns.end(live.id);
    assert.equal(kitchen()?.heard, undefined);
  });

  const listened = (outcome: string) => {
    const live = begin();
    turns.stage(live.id, 'listening');
    return { live, over: () => live.trace.open('listen').end({ outcome }) };
  };
  const judged = (directed: boolean, reasoning: string, stop = false) => {
    const live = begin();
    turns.show(live, 'heard', 'so I said to him');
    live.trace.decided({ judgement: { directed, query: '', stop, confidence: 1, reasoning, by: 'rule' } });
    turns.end(live.id);
  };

  test('tells why nothing came of what was heard', () => {
    const { kitchen, audio } = house([site('kitchen')]);
    const why = () => kitchen()?.dropped?.why;
    const nobody = (level: number) => {
      const { live, over } = listened('no-speech');
      audio(tone(level, 0.1));
      over();
      turns.end(live.id);
      return why();
    };
    assert.deepEqual([nobody(0), nobody(0.003), nobody(0.5)], ['muted', 'no-speech', 'noise']);
    const silent = listened('no-speech');
    silent.over();
    turns.end(silent.live.id);
    assert.equal(why(), 'no-sound');
    const unclear = listened('speech');
    unclear.over();
    unclear.live.trace.open('stt').end();
    turns.end(unclear.live.id);
    assert.equal(why(), 'unclear');
    judged(false, 'Nobody called us.');
    assert.equal(why(), 'not-addressed');
    judged(false, IS_ECHO);
    assert.equal(why(), 'echo');
    judged(true, 'It is a stop.', true);
    assert.equal(why(), undefined);
    const broken = begin();
    broken.trace.open('agent').end({ error: 'The model server does not answer.' });
    turns.end(broken.id);
    assert.deepEqual([why(), kitchen()?.dropped?.detail], ['failed', 'The model server does not answer.']);
    turns.emit('lost', 'kitchen', 'den');
    assert.deepEqual([why(), kitchen()?.dropped?.detail], ['elsewhere', 'den']);
    const cut = begin();
    turns.end(cut.id, 'a newer turn');
    assert.equal(why(), 'stopped');
  });

  test('says nothing of announcements, and of a silence after a reply', () => {
    const { kitchen } = house([site('kitchen')]);
    turns.end(begin({ source: 'announcement' }).id);
    turns.end(begin({ wake: { word: null, by: 'follow-up' } }).id);
    assert.equal(kitchen()?.dropped, undefined);
  });

  test('shows a hundred at most, and three conversations of Home Assistant', () => {
    const { read } = house(Array.from({ length: 150 }, (_, at) => site(`room-${at}`)));
    assert.equal(read().length, MAX_SHOWN);
    overview?.close();
    const few = house([site('kitchen')]);
    for (let at = 0; at < 20; at++) turns.end(begin({ site: `assist-${at}`, source: 'text' }).id);
    assert.equal(few.read().filter(({ via }) => via === 'assist').length, 3);
  });
});
