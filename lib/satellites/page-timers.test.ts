import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPageTimers, type PageTimer, type RoomTimers } from './page-timers.js';
import { openSites } from './sites.js';

const soon = async () => {
  for (let n = 0; n < 5; n++) await new Promise<void>((resolve) => setImmediate(resolve));
};

/** Pages of two sites, and the timers of a house by area. */
function open() {
  const sites = openSites({}, () => {});
  const sent: [site: string, ids: string[]][] = [];
  const problems: string[] = [];
  const byArea: Record<string, PageTimer[]> = {};
  const listeners = new Set<() => void>();
  const timers: RoomTimers = {
    now: () => 7,
    of({ area = '' }) {
      if (area === 'broken') throw new Error('no');
      return byArea[area] ?? [];
    },
    end: assert.fail,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const pages = openPageTimers(
    { sites, problems: { report: (site, kind) => void problems.push(`${site} ${kind}`), right() {} } },
    (site, message) => {
      const { type, now, timers: all } = message as { type: string; now: number; timers: PageTimer[] };
      assert.deepEqual([type, now], ['timers', 7]);
      sent.push([site, all.map(({ id }) => id)]);
    },
  );
  const begin = (site: string, area: string) => {
    sites.touch(site, 'browser');
    sites.update(site, { area });
    pages.begin(site);
  };
  const change = async (area: string, ...ids: string[]) => {
    byArea[area] = ids.map((id) => ({ id, called: id }));
    for (const listener of listeners) listener();
    await soon();
    return sent.splice(0);
  };
  return { pages, timers, sites, begin, change, problems, listeners, sent };
}

test('a page is told of its timers when it opens, when they change and when it is in another room, and of no change twice', async () => {
  const { pages, timers, sites, begin, change, sent, listeners } = open();
  pages.setTimers(timers);
  begin('browser-a', 'hall');
  begin('browser-b', 'study');
  assert.deepEqual(await change('none'), []);
  assert.deepEqual(await change('hall', 'one'), [['browser-a', ['one']]]);
  assert.deepEqual(await change('hall', 'one'), []);
  pages.begin('browser-a');
  sites.update('browser-b', { area: 'hall' });
  pages.refresh('browser-b');
  assert.deepEqual(await change('hall', 'one'), [
    ['browser-a', ['one']],
    ['browser-b', ['one']],
  ]);
  pages.leave('browser-b');
  assert.deepEqual(await change('hall'), [['browser-a', []]]);
  await change('hall', 'two');
  pages.setTimers(undefined);
  await soon();
  assert.deepEqual([sent, listeners.size], [[], 0]);
});

test('what can’t be told is reported, and the other pages are told', async () => {
  const { pages, timers, begin, change, problems } = open();
  pages.setTimers(timers);
  begin('browser-a', 'broken');
  begin('browser-b', 'hall');
  assert.deepEqual(await change('hall', 'one'), [['browser-b', ['one']]]);
  assert.ok(problems.length > 0 && problems.every((problem) => problem === 'browser-a timers'));
});
