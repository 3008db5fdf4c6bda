import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { answerTo, openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { must, until } from './until.js';

interface Shown {
  id: string;
  called: string;
  due?: number;
  when?: string;
  ringing?: boolean;
}
/** What a page shows now. */
const shown = (page: Page) => (page.messages.findLast(({ type }) => type === 'timers')?.['timers'] ?? []) as Shown[];
const called = (page: Page) => shown(page).map((timer) => timer.called);
const shows = (page: Page, ...expected: string[]) =>
  until(
    () => called(page).join() === expected.join(),
    () => `${page.site} to show ${expected.join() || 'nothing'}; it shows ${JSON.stringify(shown(page))}`,
  );

describe('timers on the page', () => {
  let runtime: Runtime;
  let kitchen: Page;
  let hall: Page;
  before(async () => {
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9' } });
    kitchen = await openPage(runtime.url, 'browser-0000000a', 'kitchen');
    hall = await openPage(runtime.url, 'browser-0000000b', 'hall');
  });
  after(() => runtime?.stop());

  test('one set by words is shown in its room only, also after a reload and in another language, and goes by the button', async () => {
    const before = Date.now();
    await answerTo(kitchen, 'set a 1 hour timer for eggs');
    await shows(kitchen, 'Eggs timer');
    await answerTo(kitchen, 'wake me tomorrow at seven in the morning');
    await shows(kitchen, 'Eggs timer', 'Alarm');
    const [eggs, alarm] = shown(kitchen);
    const now = Number(must(kitchen.messages.findLast(({ type }) => type === 'timers'))['now']);
    const set = must(eggs?.due) - 3_600_000;
    assert.ok(set >= before && set <= now, `${before}, ${set}, ${now}`);
    assert.match(must(alarm?.when), /7:00/);

    const again = await openPage(runtime.url, kitchen.site, 'kitchen', { known: kitchen.cookie });
    await shows(again, 'Eggs timer', 'Alarm');
    again.send({ type: 'language', language: 'de' });
    await shows(again, 'Eggs-Timer', 'Wecker');
    again.send({ type: 'language', language: 'en' });
    await shows(again, 'Eggs timer', 'Alarm');
    again.send({ type: 'end-timer', id: must(alarm?.id) });
    await shows(again, 'Eggs timer');
    assert.match(String((await answerTo(again, 'how long is left on the timer?')).text), /^Eggs timer/);
    kitchen = again;
    assert.deepEqual(shown(hall), []);
  });

  test('a page of another room neither sees nor ends it, and sees it once it stands there', async () => {
    const { id } = must(shown(kitchen)[0]);
    for (const hostile of [id, '__proto__', '../timers', 'x'.repeat(64)]) hall.send({ type: 'end-timer', id: hostile });
    await answerTo(hall, 'set a 2 hour timer for tea');
    await shows(hall, 'Tea timer');
    assert.deepEqual(called(kitchen), ['Eggs timer']);
    hall.send({ type: 'area', area: 'kitchen' });
    await shows(hall, 'Eggs timer', 'Tea timer');
    hall.send({ type: 'area', area: 'hall' });
    await shows(hall, 'Tea timer');
    assert.deepEqual(
      hall.messages.filter(({ type }) => type === 'notice'),
      [],
    );
  });

  test('what rings is shown where it rings, and stopped there by the button', async () => {
    await answerTo(kitchen, 'set a 1 second timer for toast');
    await until(
      () => shown(kitchen)[0]?.ringing === true,
      () => JSON.stringify(shown(kitchen)),
    );
    const [toast] = shown(kitchen);
    assert.deepEqual(toast, { id: toast?.id, called: 'Toast timer', ringing: true });
    hall.send({ type: 'end-timer', id: toast.id });
    await answerTo(hall, 'cancel the tea timer');
    await shows(hall);
    assert.equal(shown(kitchen)[0]?.ringing, true);
    kitchen.send({ type: 'end-timer', id: toast.id });
    await shows(kitchen, 'Eggs timer');
  });

  test('a page that asks for nonsense is closed, and one that asks too often is told; nothing else happens', async () => {
    for (const id of [undefined, null, '', 7, ['x'], { id: 'x' }, 'x'.repeat(65)]) {
      const page = await openPage(runtime.url, 'browser-0000000c', 'kitchen');
      page.send({ type: 'end-timer', id });
      assert.equal(await page.closed, 1003);
    }
    for (let n = 0; n < 100; n++) hall.send({ type: 'end-timer', id: `none-${n}` });
    await hall.gets('notice', { level: 'warning' });
    assert.deepEqual(called(kitchen), ['Eggs timer']);
    assert.ok(runtime.running());
  });
});
