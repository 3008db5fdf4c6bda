import assert from 'node:assert/strict';
import { test } from 'node:test';
import { haContents } from './ha-contents.js';
import type { Session } from './ha-link.js';

const signal = new AbortController().signal;

/** What Home Assistant would answer, whatever is asked of it; keeps what was. */
function answering(response: unknown) {
  const asked: Record<string, unknown>[] = [];
  const session = {
    ask: async (message: Record<string, unknown>) => {
      asked.push(message);
      return { response };
    },
  } as unknown as Session;
  const contents = haContents(
    async () => session,
    () => 'Europe/Berlin',
  );
  return { contents, asked };
}

test('items, events and forecasts are read from what is one, and cut', async () => {
  const items = [{ summary: 'milk', uid: 'a' }, { summary: 7 }, null, { summary: `${'x'.repeat(500)}\n`, uid: null }];
  const lists = answering({ 'todo.a': { items: [...items, ...Array.from({ length: 2_000 }, () => items[0])] } });
  const read = await lists.contents.items('todo.a', signal);
  assert.deepEqual(read[0], { id: 'a', summary: 'milk' });
  assert.equal(read[1]?.summary.length, 100);
  assert.ok(read.length <= 500);
  assert.equal(lists.asked[0]?.['return_response'], true);

  const events = [
    { summary: 'late', start: '2026-11-24T10:00:00+01:00', end: '2026-11-24T11:00:00+01:00' },
    { summary: 'bins', start: '2026-11-24', end: '2026-11-25' },
    { summary: 'never', start: 'soon', end: 'later' },
  ];
  const calendar = answering({ 'calendar.a': { events } }).contents;
  const told = await calendar.events('calendar.a', 0, 1, signal);
  assert.deepEqual(
    told.map(({ summary, from, wholeDay }) => [summary, new Date(from).toISOString(), wholeDay]),
    [
      ['bins', '2026-11-23T23:00:00.000Z', true],
      ['late', '2026-11-24T09:00:00.000Z', false],
    ],
  );

  const forecast = [{ datetime: '2026-11-24T11:00:00+00:00', condition: 'rainy', temperature: 'hot', templow: 3 }];
  const [day] = await answering({ 'weather.a': { forecast } }).contents.forecasts('weather.a', signal);
  assert.deepEqual([day?.condition, day?.high, day?.low], ['rainy', undefined, 3]);
});

test('an event of whole days is added by its days where the house stands', async () => {
  const { contents, asked } = answering(undefined);
  const from = Date.parse('2026-11-23T23:00:00Z');
  await contents.addEvent('calendar.a', { summary: 'bins', from, to: from + 86_400_000, wholeDay: true }, signal);
  assert.deepEqual(asked[0]?.['service_data'], { summary: 'bins', start_date: '2026-11-24', end_date: '2026-11-25' });
});

test('an answer that is none is refused in words', async () => {
  for (const nonsense of [undefined, null, 'x', { 'todo.a': 3 }, { 'todo.b': { items: [] } }]) {
    await assert.rejects(answering(nonsense).contents.items('todo.a', signal), { code: 'home-refused' });
  }
});
