import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseMessage } from './messages.js';

const parse = (message: unknown) => parseMessage(JSON.stringify(message));

test('every message of the protocol is understood', () => {
  assert.deepEqual(
    parse({ type: 'welcome', site: 'a', sites: [], languages: ['en'], areas: [{ id: 'k', name: 'Kitchen' }] }),
    {
      type: 'welcome',
      areas: [{ id: 'k', name: 'Kitchen' }],
    },
  );
  assert.deepEqual(parse({ type: 'stage', stage: 'thinking' }), { type: 'stage', stage: 'thinking' });
  assert.deepEqual(parse({ type: 'show', kind: 'reply', text: 'Hi.', turn: 't', last: true }), {
    type: 'show',
    kind: 'reply',
    text: 'Hi.',
    turn: 't',
    last: true,
  });
  assert.deepEqual(parse({ type: 'play', id: 'p', rate: 22_050 }), { type: 'play', id: 'p', rate: 22_050 });
  assert.deepEqual(parse({ type: 'play-end', id: 'p' }), { type: 'play-end', id: 'p' });
  assert.deepEqual(parse({ type: 'confirm', id: 'c', text: 'Open?' }), { type: 'confirm', id: 'c', text: 'Open?' });
  assert.equal(parse({ type: 'confirm', id: 'c' }), null);
  const timers = [
    { id: 'a', called: 'Pizza timer', due: 5, paused: 3 },
    { id: 'b', called: 'Alarm', when: 'At 7:00 AM' },
    { id: 'c', called: 'Tea timer', ringing: true },
  ];
  const shown = parse({ type: 'timers', now: 2, timers: [...timers, { called: 'x' }, { id: 'd', due: '5' }, 1] });
  assert.deepEqual(shown, {
    type: 'timers',
    now: 2,
    timers: [...timers.map((timer) => ({ when: '', ...timer })), { id: 'd', called: '', when: '' }],
  });
  assert.equal(parse({ type: 'timers', now: null, timers }), null);
  assert.deepEqual(parse({ type: 'stop', id: 'p' }), { type: 'stop', id: 'p' });
  assert.deepEqual(parse({ type: 'notice', level: 'warning', text: 'x' }), {
    type: 'notice',
    level: 'warning',
    text: 'x',
  });
  const light = {
    id: 'light.k',
    domain: 'light',
    name: 'K',
    aliases: [],
    area: 'k',
    state: 'on',
    attributes: { brightness: 3 },
  };
  assert.deepEqual(parse({ type: 'entities', entities: [light] }), { type: 'entities', entities: [light] });
  assert.deepEqual(
    parse({ type: 'house', kind: 'demo', status: { state: 'connected', detail: '' }, areas: [], entities: [light] }),
    {
      type: 'house',
      kind: 'demo',
      status: { state: 'connected', detail: '' },
      areas: [],
      entities: [light],
    },
  );
});

test('what is not in the protocol is dropped, and entities are kept without it', () => {
  for (const message of [
    null,
    1,
    [],
    {},
    { type: 'show' },
    { type: 'stage', stage: 'dancing' },
    { type: 'new-thing' },
  ]) {
    assert.equal(parse(message), null);
  }
  for (const rate of [0, -22_050, 1e9, 22_050.5, '22050']) assert.equal(parse({ type: 'play', id: 'p', rate }), null);
  assert.equal(parseMessage('not json'), null);
  assert.deepEqual(
    parse({ type: 'entities', entities: [{ id: 'vacuum.r' }, { id: 3 }, 'x', { id: 'light.k', state: 'on' }] }),
    {
      type: 'entities',
      entities: [
        { id: 'vacuum.r', domain: 'other', name: 'vacuum.r', aliases: [], state: 'unknown', attributes: {} },
        { id: 'light.k', domain: 'light', name: 'light.k', aliases: [], state: 'on', attributes: {} },
      ],
    },
  );
});

test('nothing the server sends makes the page throw', () => {
  const types = fc.constantFrom(
    'welcome',
    'house',
    'entities',
    'stage',
    'show',
    'play',
    'play-end',
    'stop',
    'notice',
    'timers',
    'x',
  );
  fc.assert(
    fc.property(
      types,
      fc.dictionary(
        fc.constantFrom('areas', 'entities', 'status', 'text', 'rate', 'id', 'now', 'timers'),
        fc.jsonValue(),
      ),
      (type, rest) => {
        parse({ ...rest, type });
      },
    ),
  );
  fc.assert(fc.property(fc.string(), (text) => void parseMessage(text)));
});
