import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import fc from 'fast-check';
import { openStore } from '../store.js';
import { entries } from '../tables/entries.js';
import type { EntryKind } from '../tables/entry-kinds.js';

const DAY = 86_400_000;
const start = Date.UTC(2026, 0, 1, 12);

function storeOf(t: TestContext, texts: readonly (string | [kind: EntryKind, text: string])[]) {
  const store = openStore(':memory:');
  t.after(() => store.close());
  entries.putMany(
    store,
    texts.map((given, index) => {
      const [kind, text] = typeof given === 'string' ? (['diary', given] as const) : given;
      return { kind, at: start + index * DAY, source: 'test', text };
    }),
  );
  return store;
}

test('a typo finds what was meant, in any language and place', (t) => {
  const wanted: [typed: string, searched: string, text: string][] = [
    ['boilr presure', 'Boiler pressure', 'Boiler pressure is at 1.5 bar.'],
    ['What is the obiler at?', 'What is the Boiler at?', 'Boiler pressure is at 1.5 bar.'],
    ['dentiist', 'dentist', 'Anna saw the dentist.'],
    ['restaraunt', 'restaurant', 'They ate at the new restaurant.'],
    ['Anna’s bicicle', 'Anna’s bicycle', 'Anna’s bicycle has a flat tyre.'],
    ['Gebutrstag', 'Geburtstag', 'Opas Geburtstag ist im Mai.'],
    ['Gesirrspüler', 'Geschirrspüler', 'Der Geschirrspüler ist kaputt.'],
    ['Kuhlschrnak', 'Kühlschrank', 'Der Kühlschrank brummt.'],
    ['aniversaire', 'anniversaire', 'L’anniversaire de Zoé est en juin.'],
    ['chuadière', 'chaudière', 'La chaudière fuit.'],
    ['cunpleaños', 'cumpleaños', 'El cumpleaños de Iñaki es hoy.'],
    ['calafación', 'calefacción', 'La calefacción no funciona.'],
    ['Холодилник', 'Холодильник', 'Холодильник сломался.'],
  ];
  const store = storeOf(
    t,
    wanted.map(([, , text]) => text),
  );
  for (const [typed, searched, text] of wanted) {
    assert.equal(entries.respelled(store, { text: typed }), searched, typed);
    assert.equal(entries.search(store, { text: searched })[0]?.text, text, searched);
  }
});

test('what is found as it was typed stays as it was typed', (t) => {
  const store = storeOf(t, [
    'The boiler was repaired, the dishwasher too.',
    'Das Küchenlicht flackert. Das Küchentuch liegt auf dem Tisch in der Küche.',
    'La calefacción no funciona.',
    'Mutfak dolabı boyandı.',
    'The thermostat is at 21 degrees in 12345.',
  ]);
  for (const text of [
    '',
    'boilers',
    'calefaccion',
    'Kuechenlicht',
    'dish washer',
    'Küchentisch',
    'mutfaktaki',
    // not the thermostat, and nothing that is near
    'therapist',
    'violin lesson',
    // numbers and short words are too near to others
    '12346',
    'too',
    'boy',
    'thr',
    'what whre who',
  ]) {
    assert.equal(entries.respelled(store, { text }), null, text);
  }
});

test('a piece of a word that is known hides no typo', (t) => {
  const store = storeOf(t, ['They bated their breath.', 'The battery is empty.']);
  assert.equal(entries.respelled(store, { text: 'batery' }), 'battery');
});

test('the nearest words, those in most entries first, at most three; of the kinds that are looked in', (t) => {
  const store = storeOf(t, [
    'market',
    ['note', 'markut'],
    'markot, markat',
    'markat, markot and market',
    'market, markyt',
    ['fact', 'marketplaces'],
  ]);
  assert.equal(entries.respelled(store, { text: 'markit' }), 'market markat markot');
  assert.equal(entries.respelled(store, { text: 'markit', kinds: ['note'] }), 'markut');
  assert.equal(entries.respelled(store, { text: 'markit', kinds: ['fact'] }), null);
  assert.equal(entries.respelled(store, { text: 'markit', kinds: [] }), null);
});

test('a word that was erased is no suggestion', (t) => {
  const store = storeOf(t, []);
  const id = entries.put(store, { kind: 'diary', at: start, source: 'test', text: 'Quittenmarmelade' });
  assert.equal(entries.respelled(store, { text: 'Quitenmarmelade' }), 'Quittenmarmelade');
  entries.drop(store, [id]);
  assert.equal(entries.respelled(store, { text: 'Quitenmarmelade' }), null);
});

test('whatever is typed is text, and takes bounded time', (t) => {
  const store = storeOf(t, ['Boiler pressure is at 1.5 bar.', '昨天王小明来吃晚饭。']);
  assert.equal(
    entries.respelled(store, { text: '"boilr" AND (presure* OR NEAR) -x: ^' }),
    '"Boiler" AND (pressure* OR NEAR) -x: ^',
  );
  assert.equal(entries.respelled(store, { text: 'boilr\u0000 $& $1 %_' }), 'Boiler\u0000 $& $1 %_');
  assert.equal(entries.respelled(store, { text: 'b'.repeat(10_000) }), null);
  assert.equal(entries.respelled(store, { text: '王小李' }), null);
  // four words are put right, the others stay
  const many = ['prassure', 'prissure', 'prossure', 'prussure', 'pryssure'];
  assert.equal(entries.respelled(store, { text: many.join(' ') }), `${'pressure '.repeat(4)}pryssure`);
  const words = fc.constantFrom('boilr', '"', '*', 'NEAR(', 'AND', '\u{1F600}', 'é', '\u0301', '王', '\ud800', "'");
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 30 })), { maxLength: 8 }), (parts) => {
      entries.respelled(store, { text: parts.join(' ') });
    }),
  );
});
