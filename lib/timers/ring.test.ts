import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { missed } from '../conversation/missed.js';
import { turns } from '../conversation/turns.js';
import { openPlaybackQueue } from '../satellites/playback-queue.js';
import type { Hub, Site } from '../satellites/types.js';
import { clock } from '../turn/clock.js';
import { type RingOptions, ring } from './ring.js';
import type { Due } from './timers.js';
import type { Timer } from './types.js';

const KITCHEN: Site = { id: 'kitchen', area: 'Kitchen', via: 'mqtt', lastSeen: 0 };
const PIZZA: Timer = { id: 'pizza', kind: 'timer', site: 'kitchen', area: 'Kitchen', language: 'en', due: 0 };

let sites: Site[];
let said: string[];
let marks: string[];
let listened: string[];
let stop: AbortController;
let going: AbortController;
let bell: ((timer: string) => boolean) | undefined;

beforeEach(() => {
  bell = undefined;
  [sites, said, marks, listened] = [[KITCHEN], [], [], []];
  [stop, going] = [new AbortController(), new AbortController()];
});
afterEach(() => {
  going.abort();
  turns.close('the test is over');
});

function rings(timer: Timer = PIZZA, late = 0) {
  const hub: ReturnType<RingOptions['hub']> = {
    site: (id) => sites.find((site) => site.id === id),
    sitesIn: ([area]) => sites.filter((site) => site.area === area),
    loudspeakers: openPlaybackQueue(),
    play: async (site, { samples }) => {
      marks.push(`chime in the ${site}`);
      assert.ok(samples.length > 10_000);
    },
    bell: () => bell,
    listen: ((site) => listened.push(site)) as Hub['listen'],
  };
  const due: Due = {
    timer,
    late: () => late,
    signal: stop.signal,
    begins: () => marks.push('begins'),
    begun: () => marks.push('begun'),
  };
  return ring(due, {
    hub: () => hub,
    words: (_, isLate) => (isLate ? 'Sorry. Pizza!' : 'Pizza!'),
    isAbout: (words, language) => words === (language === 'de' ? 'schlummern' : 'snooze'),
    say: (turn, text) => {
      said.push(`${turn.site}: ${text}`);
      // Its words were heard.
      void setImmediate().then(() => turns.end(turn.id));
    },
    signal: going.signal,
  });
}

/** What may have been missed in the kitchen. */
const noted = () => missed.of({ site: 'kitchen' }).notes.map(({ kind, text }) => [kind, text]);

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await clock.jump(1000);
    for (let turn = 0; turn < 4; turn++) await setImmediate();
  }
}

describe('what rings', () => {
  test('is a sound and words, marked before and after them, and ends by itself', async () => {
    const before = noted().length;
    const over = rings();
    await pass(1);
    assert.deepEqual(marks, ['begins', 'chime in the kitchen', 'begun']);
    assert.deepEqual(said, ['kitchen: Pizza!']);
    await pass(600);
    await over;
    assert.equal(said.length, 15);
    assert.deepEqual(noted().slice(before), [['rang', 'Pizza!']], 'it may have been missed');
  });

  test('a reminder is said once, and a late one with an apology', async () => {
    const over = rings({ ...PIZZA, kind: 'reminder' }, 60_000);
    await pass(20);
    await over;
    assert.deepEqual(said, ['kitchen: Sorry. Pizza!']);
    assert.deepEqual(listened, []);
  });

  test('is stopped at once', async () => {
    const before = noted().length;
    const over = rings();
    await pass(1);
    stop.abort();
    await assert.rejects(over, { name: 'AbortError' });
    assert.equal(said.length, 1);
    assert.deepEqual(noted().slice(before), [], 'nobody has missed it');
  });

  test('is answered in any language of the room', async () => {
    sites = [{ ...KITCHEN, language: 'en', languages: ['en', 'de'] }];
    void rings().catch(() => {});
    await pass(1);
    const { goesOn } = turns.conversation('kitchen');
    assert.deepEqual(
      ['snooze', 'schlummern', 'ich komme'].map((words) => goesOn?.(words)),
      [true, true, false],
    );
  });

  test('between two rings the room listens for words about it, and nobody who speaks is rung at', async () => {
    void rings().catch(() => {});
    await pass(1);
    assert.deepEqual(listened, ['kitchen']);
    const { goesOn } = turns.conversation('kitchen');
    assert.deepEqual([goesOn?.('snooze'), goesOn?.('I have it')], [true, false]);
    turns.begin({ id: 'somebody', site: 'kitchen', source: 'voice' });
    await pass(30);
    assert.equal(said.length, 1);
    turns.end('somebody');
    await pass(2);
    assert.equal(said.length, 2);
  });

  test('another satellite of its area rings where its own is gone', async () => {
    sites = [{ ...KITCHEN, id: 'shelf' }];
    void rings().catch(() => {});
    await pass(1);
    assert.deepEqual(said, ['shelf: Pizza!']);
  });

  test('a satellite with a bell of its own says the words and rings, once', async () => {
    bell = (id) => marks.push(`bell for ${id}`) > 0;
    const over = rings();
    await pass(600);
    await over;
    assert.deepEqual(marks, ['begins', 'begun', 'bell for pizza']);
    assert.deepEqual(said, ['kitchen: Pizza!']);
    await Promise.all([rings({ ...PIZZA, kind: 'alarm' }), pass(600)]);
    assert.ok(marks.includes('chime in the kitchen'), 'an alarm is none of its timers');
  });

  test('a satellite that goes before its bell is told rings as others do', async () => {
    bell = () => {
      bell = undefined;
      return false;
    };
    const over = rings();
    await pass(600);
    await over;
    assert.equal(said.length, 15);
  });

  test('a room that comes back within a quarter of an hour is rung in; one that does not is told', async () => {
    sites = [];
    void rings().catch(() => {});
    await pass(14 * 60);
    assert.deepEqual([marks, said], [[], []]);
    sites = [KITCHEN];
    await pass(2);
    assert.equal(said.length, 1);
    sites = [];
    const lost = assert.rejects(rings({ ...PIZZA, site: 'attic' }), {
      code: 'satellite-unreachable',
      message: /attic/,
    });
    await pass(15 * 60 + 1);
    await lost;
  });
});
