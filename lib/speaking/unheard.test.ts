import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { missed } from '../conversation/missed.js';
import type { SayRequest, Site } from '../satellites/types.js';
import { clock } from '../turn/clock.js';
import { forgetEverywhere } from '../turn/erasing.js';
import { openUnheard } from './unheard.js';

const SECOND = 1_000;
const MINUTE = 60_000;
/** Rooms of a test have names of their own: what was missed is noted for the whole process. */
let room: string;
let count = 0;

beforeEach(() => {
  room = `Room ${++count}`;
});

/** @param entered rooms whose satellites are known before they speak up */
function house(...entered: string[]) {
  const sites: Site[] = entered.map((area) => ({ id: area, area, via: 'mqtt', lastSeen: 0 }));
  const said: SayRequest[] = [];
  const failed: string[] = [];
  const ended: [string, boolean][] = [];
  const unheard = openUnheard({
    hub: () => ({ sites: () => sites, sitesIn: ([wanted]) => sites.filter(({ area }) => area === wanted) }),
    own: [room],
    failed: (_, { text }) => failed.push(text),
  });
  return {
    unheard,
    failed,
    ended,
    requests: said,
    texts: () => said.map(({ text }) => text),
    hold: (text: string, rooms: string[] = []) =>
      unheard.hold({ text, rooms, finished: (ok) => ended.push([text, ok]) }, (request) => said.push(request)),
    speaksUp(area: string) {
      const known = sites.find((site) => site.area === area);
      if (known) known.lastSeen = 1;
      else sites.push({ id: `browser-${area}`, area, via: 'browser', lastSeen: 1 });
    },
  };
}
/** What looks every second looks once in a jump, at its beginning. */
async function pass(ms: number): Promise<void> {
  await clock.jump(ms);
  await clock.jump(SECOND);
}
const missedIn = (area: string) => missed.of({ site: 'x', area }).notes.map(({ text }) => text);

describe('what nobody is there to hear', () => {
  test('waits for its room, not for another, and for nothing where somebody is there', async () => {
    const { hold, speaksUp, texts, failed } = house();
    assert.ok(hold('Hot!'));
    speaksUp('Elsewhere');
    await clock.jump(SECOND);
    assert.deepEqual(texts(), []);
    assert.equal(hold('Again!'), false, 'another room is there: it says so at once');
    speaksUp(room);
    assert.equal(hold('Now!'), false);
    for (let second = 0; second < 5; second++) await clock.jump(SECOND);
    assert.deepEqual([texts(), failed], [['Hot!'], []]);
  });

  test('is missed where it was for, when its time is over or nothing runs any more', async () => {
    const { hold, failed, ended, unheard } = house();
    hold('Hot!');
    await pass(15 * MINUTE);
    hold('Hotter!', [`the other ${room}`]);
    unheard.close();
    await pass(15 * MINUTE);
    assert.deepEqual(failed, ['Hot!']);
    assert.deepEqual(missedIn(room.toUpperCase()), ['Hot!']);
    assert.deepEqual(missedIn(`the other ${room}`), ['Hotter!']);
    assert.deepEqual(ended, [
      ['Hot!', false],
      ['Hotter!', false],
    ]);
  });

  test('waits for a satellite that is entered to speak up, and is said then', async () => {
    const { hold, speaksUp, texts } = house(room);
    assert.ok(hold('Hot!'));
    await clock.jump(5 * SECOND);
    assert.deepEqual(texts(), []);
    speaksUp(room);
    await clock.jump(SECOND);
    assert.deepEqual(texts(), ['Hot!']);
  });

  test('is played for a loudspeaker that never speaks up by itself, once where that says that it has played it', async () => {
    const { hold, speaksUp, texts, requests, ended } = house(room);
    hold('Hot!');
    await pass(30 * SECOND);
    assert.deepEqual(texts(), ['Hot!']);
    speaksUp(room);
    await clock.jump(SECOND);
    requests[0]?.finished?.(true);
    await pass(MINUTE);
    assert.deepEqual([texts(), ended], [['Hot!'], [['Hot!', true]]]);
  });

  test('is said again where nobody was there for the first time', async () => {
    const { hold, speaksUp, texts, requests } = house(room);
    hold('Hot!');
    await pass(30 * SECOND);
    requests[0]?.finished?.(true);
    await pass(MINUTE);
    assert.deepEqual(texts(), ['Hot!']);
    speaksUp(room);
    await clock.jump(SECOND);
    assert.deepEqual(texts(), ['Hot!', 'Hot!']);
  });

  test('goes with what is erased', async () => {
    const { hold, speaksUp, texts } = house();
    hold('Anna is ill.');
    hold('Dinner.');
    await forgetEverywhere({ sites: [], turns: [], tells: (text) => text.includes('Anna') });
    speaksUp(room);
    await clock.jump(SECOND);
    assert.deepEqual(texts(), ['Dinner.']);
  });
});
