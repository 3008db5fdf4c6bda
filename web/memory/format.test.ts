import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bytesText, countsOf, dayOf, endOfMonth, marked, midnightOf } from './format.js';
import { fitted, inView, moved, ZOOM, zoomed } from './sight.js';

const hits = (text: string, words: string[]) =>
  marked(text, words)
    .filter(({ hit }) => hit)
    .map((piece) => piece.text);

test('what was searched for is marked: in other cases, forms and compounds, in any script', () => {
  assert.deepEqual(hits('The garden hose; Gardens!', ['garden', 'hose']), ['garden', 'hose', 'Gardens']);
  assert.deepEqual(hits('Der Gartenschlauch leckt.', ['schlauch']), ['Gartenschlauch']);
  assert.deepEqual(hits('Les épinards, Épinard', ['epinard']), ['épinards', 'Épinard']);
  assert.deepEqual(hits('watered the tomatoes', ['watering']), ['watered']);
  assert.deepEqual(hits('東京へ行く', ['東京']), ['東京へ行く']);
  assert.deepEqual(hits('nothing here', []), []);
});

test('a task tells what it changed and what is left, not what it looked at', () => {
  assert.deepEqual(countsOf({ entries: 365, rewritten: 3 }), { changed: 3, left: 0 });
  assert.deepEqual(countsOf({ messages: 8, left: 2, learned: 1, facts: 0, failed: 1 }), { changed: 9, left: 3 });
});

test('marking changes no letter of the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.string({ unit: 'grapheme', maxLength: 8 })),
      (text, words) => {
        assert.equal(
          marked(text, words)
            .map((piece) => piece.text)
            .join(''),
          text,
        );
      },
    ),
  );
});

test('days and months begin and end at local midnight', () => {
  const day = midnightOf('2026-11-21') ?? 0;
  assert.equal(dayOf(day), '2026-11-21');
  assert.equal(dayOf(day - 1), '2026-11-20');
  assert.equal(dayOf((midnightOf('2026-12-31', 1) ?? 0) - 1), '2026-12-31');
  assert.equal(dayOf((endOfMonth('2026-12') ?? 0) - 1), '2026-12-31');
  assert.equal(midnightOf(''), undefined);
  assert.equal(midnightOf('tomorrow'), undefined);
  assert.equal(endOfMonth('2026'), undefined);
});

test('sizes are told in units that people know', () => {
  assert.equal(bytesText('en', 0), '0 byte');
  assert.equal(bytesText('en', 1_250_000), '1.3 MB');
  assert.equal(bytesText('de', 245_760), '245,8 kB');
});

test('a picture that fits is shown whole in the middle, and zooming keeps what is under the finger', () => {
  const bounds = { x1: -300, y1: -100, x2: 300, y2: 100 };
  assert.deepEqual(fitted(bounds, { width: 1000, height: 600 }, 0.8), { x: 500, y: 300, k: 1.1 });
  assert.equal(
    fitted({ ...bounds, x1: -40, x2: 2000 }, { width: 400, height: 600 }, 0.8).x,
    44,
    'it begins at the edge',
  );
  const whole = fitted({ x1: -40, y1: -500, x2: 360, y2: 500 }, { width: 400, height: 448 }, ZOOM.least);
  assert.deepEqual([whole.k, -500 * whole.k + whole.y, 500 * whole.k + whole.y], [0.4, 24, 424], 'all of it');
  const sight = { x: 10, y: 20, k: 1 };
  const at = { x: 110, y: 220 };
  const near = zoomed(sight, 2, at);
  assert.deepEqual(near, { x: -90, y: -180, k: 2 });
  assert.deepEqual(zoomed(near, 0.5, at), sight);
  assert.equal(zoomed(sight, 1e9, at).k, ZOOM.most);
  assert.equal(zoomed(sight, 0, at).k, ZOOM.least);
  assert.deepEqual(moved(sight, 5, -5), { x: 15, y: 15, k: 1 });
});

test('what is opened is moved into view with its children, and no further', () => {
  const size = { width: 400, height: 300 };
  const node = { x1: 300, y1: 0, x2: 400, y2: 40 };
  const sight = { x: 0, y: 100, k: 1 };
  assert.deepEqual(inView(sight, node, node, size), { x: -24, y: 100, k: 1 });
  assert.deepEqual(inView({ x: -100, y: 100, k: 1 }, node, node, size), { x: -100, y: 100, k: 1 });
  assert.deepEqual(inView(sight, node, { ...node, x2: 500 }, size), { x: -124, y: 100, k: 1 });
  const wide = inView(sight, node, { ...node, x2: 3000 }, size);
  assert.equal(wide.k, 0.7, 'not smaller than can be read');
  assert.ok(300 * wide.k + wide.x >= 24 && 400 * wide.k + wide.x <= 376, 'the node itself is seen');
});
