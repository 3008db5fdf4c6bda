import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import fc from 'fast-check';
import { must } from '../../../test/until.js';
import type { Store } from '../statements.js';
import { openStore } from '../store.js';
import { entries } from '../tables/entries.js';
import { termsOf } from '../words/words.js';
import type { SearchQuery } from './search.js';

const DAY = 86_400_000;
const start = Date.UTC(2026, 0, 1, 12);

function storeOf(t: TestContext, texts: readonly (string | { text: string; [name: string]: unknown })[]): Store {
  const store = openStore(':memory:');
  t.after(() => store.close());
  entries.putMany(
    store,
    texts.map((given, index) => {
      const more = typeof given === 'string' ? { text: given } : given;
      return { kind: 'diary', at: start + index * DAY, source: 'test', ...more };
    }),
  );
  return store;
}

const texts = (store: Store, query: SearchQuery) => entries.search(store, query).map(({ text }) => text);

test('words are found in any form, script and compound', (t) => {
  const wanted: [query: string, text: string][] = [
    ['lamps', 'Anna bought a lamp for the hall.'],
    ['Licht', 'Das Küchenlicht flackert seit Montag.'],
    ['Kühlschrank', 'Die Kühlschranktür schließt nicht richtig.'],
    ['Wo ist der Gartenschlauchhalter?', 'Der Halter für den Gartenschlauch liegt im Keller.'],
    ['les chevaux', 'Un cheval dans le pré du voisin.'],
    ['Ventanas', 'La ventana del salón está rota.'],
    ['gatto', 'I gatti di Maria mangiano troppo.'],
    ['fietsen', 'De fiets staat in de schuur.'],
    ['animais', 'O animal dormiu no sofá.'],
    ['mutfaktaki', 'Mutfak dolabı boyandı.'],
    ['Анны', 'Анна приедет в субботу.'],
    ['Γιώργου', 'Ο Γιώργος έφερε ψωμί.'],
    ['كتاب', 'أعاد سامي الكتاب إلى المكتبة.'],
    ['王小明', '昨天王小明来吃晚饭。'],
    ['冷蔵庫', '新しい冷蔵庫が届いた。'],
    ['แมว', 'เมื่อวานแมวหนีออกจากบ้าน'],
    ['서울', '지난주에 서울에서 돌아왔다.'],
    ["Jonas's bike", 'Jonas fell off the ladder.'],
    ['STRASSE', 'Die Straße vor dem Haus wird aufgerissen.'],
    ['Kaese', 'Der Käse war schlecht.'],
    ['Müller', 'Frau Mueller hat angerufen.'],
    ['Wagen', 'Der Kinderwagenreifen ist platt.'],
    ['gegrillt', 'Grillfest bei den Nachbarn.'],
    ['Wann haben wir eingekauft?', 'Großer Einkauf für das Fest.'],
    ['Fensterputzen', 'Tom hat die Fenster sauber gemacht.'],
    ['luz', 'Las luces del salón parpadean.'],
    ['what did we buy', 'They bought a hammock.'],
    ['knife', 'The knives are blunt.'],
    ['wi-fi', 'The wifi is slow upstairs.'],
    ['dish washer', 'The dishwasher hums.'],
    ['ebike', 'The e-bike got new tyres.'],
    ['favorite colour', 'Her favourite color is teal.'],
  ];
  const store = storeOf(t, [
    ...wanted.map(([, text]) => text),
    ...Array.from({ length: 40 }, (_, index) => `Nothing much happened, number ${index}.`),
  ]);
  for (const [query, text] of wanted) assert.equal(texts(store, { text: query })[0], text, query);
});

test('other forms and spellings are those of the language', (t) => {
  const store = storeOf(t, ['La cour est vide.', 'A bought ticket.']);
  assert.deepEqual(texts(store, { text: 'coeur', language: 'fr' }), []);
  assert.deepEqual(texts(store, { text: 'buy', language: 'de' }), []);
});

test('the word itself comes before its compounds, topics before mentions, all words before some, newer before older', (t) => {
  const store = storeOf(t, [
    'The boiler was repaired.',
    'Boilersuit bought.',
    { text: 'A man came to the house.', topics: ['plumber'] },
    'The plumber next door is on holiday for all of this and the next long month, says his neighbour.',
    'Anna called.',
    'Anna called the plumber about a tap.',
    'Milk is out.',
    'Milk is out.',
  ]);
  assert.deepEqual(texts(store, { text: 'boiler' }), ['The boiler was repaired.', 'Boilersuit bought.']);
  assert.equal(texts(store, { text: 'plumber' })[0], 'A man came to the house.');
  assert.equal(texts(store, { keywords: ['Anna', 'plumber'] })[0], 'Anna called the plumber about a tap.');
  const [newer, older] = entries.search(store, { text: 'milk' });
  assert.ok(must(newer).at > must(older).at);
  assert.deepEqual(newer?.matched, ['milk']);
  assert.equal(newer?.wordRank, 1);
});

test('a common word is filtered by time and kind before it is limited', (t) => {
  const many = Array.from({ length: 3000 }, (_, index) => ({
    text: `We ate pasta, meal ${index}.`,
    at: start + index * 60_000,
    kind: index === 7 ? 'fact' : 'diary',
  }));
  const store = storeOf(t, many);
  const from = start + 1000 * 60_000;
  const found = entries.search(store, { text: 'What pasta did we eat?', from, to: from + 120_000 });
  assert.deepEqual(
    found.map(({ at }) => at),
    [from + 60_000, from],
  );
  assert.deepEqual(texts(store, { text: 'pasta', kinds: ['fact'] }), ['We ate pasta, meal 7.']);
  assert.equal(texts(store, { text: 'pasta 12' })[0], 'We ate pasta, meal 12.');
  assert.equal(entries.search(store, { text: 'pasta', limit: 5000 }).length, 80);
  assert.deepEqual(entries.search(store, { text: 'pasta', kinds: [] }), []);
  assert.deepEqual(entries.search(store, { text: 'pasta', from: 5, to: 5 }), []);
});

test('the last entry of a full millisecond is in a time that ends after it', (t) => {
  const store = storeOf(
    t,
    Array.from({ length: 1000 }, (_, index) => ({ text: index === 999 ? 'lamp' : 'other', at: start })),
  );
  storeOf(t, ['later']);
  assert.deepEqual(texts(store, { text: 'lamp', from: start, to: start + 1 }), ['lamp']);
});

test('two common words that only an old entry has together are found', (t) => {
  const many = Array.from({ length: 20_000 }, (_, index) => (index % 2 ? 'The kitchen is clean.' : 'Rain all day.'));
  const store = storeOf(t, ['Rain came into the kitchen.', ...many]);
  assert.equal(texts(store, { text: 'rain in the kitchen' })[0], 'Rain came into the kitchen.');
});

test('stop words count only where there is nothing else; a time alone gives everything of it', (t) => {
  const store = storeOf(t, ['What did you do?', 'A walk by the sea.', 'Nothing.']);
  assert.deepEqual(texts(store, { text: 'what did you do by the sea' }), ['A walk by the sea.']);
  assert.deepEqual(texts(store, { text: 'what did you do' }), ['What did you do?']);
  assert.deepEqual(texts(store, { text: 'what did we do', from: start, to: start + 2 * DAY }), [
    'A walk by the sea.',
    'What did you do?',
  ]);
  assert.equal(texts(store, {}).length, 3);
});

test('a stop word of one language is a word in another, and where nobody knows the language', (t) => {
  const store = storeOf(t, [
    'Ben ate at the bin, says Kim.',
    'Mal au dos depuis lundi.',
    ...Array.from({ length: 9 }, (_, index) => `Quiet day ${index}.`),
  ]);
  const found: [query: string, language: string | undefined, first: string | undefined][] = [
    ['who ate?', 'en', 'Ben ate at the bin, says Kim.'],
    ['until when? ate quando?', 'pt', undefined],
    ['mon dos', 'fr', 'Mal au dos depuis lundi.'],
    ['and Kim?', undefined, 'Ben ate at the bin, says Kim.'],
    ['the bin', undefined, 'Ben ate at the bin, says Kim.'],
    ['dos', undefined, 'Mal au dos depuis lundi.'],
    ['the bin', 'pl', 'Ben ate at the bin, says Kim.'],
  ];
  for (const [text, language, first] of found) assert.equal(texts(store, { text, language })[0], first, text);
});

test('any query is taken as words; what is found has one of them, lies in the time asked for, and is not dropped', (t) => {
  const words = fc.constantFrom(
    'lamp',
    'Küche',
    'licht',
    'дом',
    '冷蔵庫',
    'AND',
    '"',
    '*',
    'NEAR(',
    'entry_words:',
    'a',
  );
  const line = fc.oneof(
    fc.array(words, { maxLength: 6 }).map((some) => some.join(' ')),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  );
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 12 }),
      line,
      fc.nat(12),
      fc.nat(12),
      (stored, query, a, b) => {
        const store = storeOf(t, stored);
        const [from, to] = [start + Math.min(a, b) * DAY, start + Math.max(a, b) * DAY];
        const all = entries.search(store, { text: query });
        for (const { matched } of all) assert.ok(termsOf(query).length === 0 || matched.length > 0);
        const timed = entries.search(store, { text: query, keywords: [query], from, to });
        for (const { at } of timed) assert.ok(at >= from && at < to);
        const [first] = all;
        if (first) {
          entries.drop(store, [first.id]);
          assert.ok(entries.search(store, { text: query }).every(({ id }) => id !== first.id));
        }
        for (const { text } of entries.list(store)) {
          const whole = termsOf(text);
          if (whole.length > 0) assert.ok(entries.search(store, { text }).length > 0, text);
        }
        entries.drop(
          store,
          entries.list(store).map(({ id }) => id),
        );
        assert.equal(store.prepare('SELECT count(*) FROM entry_vocabulary').pluck().get(), 0);
        assert.equal(store.prepare('SELECT count(*) FROM entry_parts').pluck().get(), 0);
        store.close();
      },
    ),
    { numRuns: 150 },
  );
});

test('an old entry with several common words is found before the newer ones that have one of them', (t) => {
  const common = ['anna kitchen', 'kitchen morning', 'morning anna', 'anna', 'kitchen', 'morning', 'garden'];
  const old = 'anna kitchen morning cake';
  const text = (index: number) => (index < 3 ? old : `${common[index % common.length]} ${index}`);
  const store = storeOf(
    t,
    Array.from({ length: 6000 }, (_, index) => ({ text: text(index), at: start + index * 1000 })),
  );
  assert.deepEqual(texts(store, { text: 'anna kitchen morning', limit: 3 }), [old, old, old]);
  // two of them are together in many of the newest: those come, newest first
  const pairs = entries.search(store, { text: 'anna kitchen', limit: 80 });
  const together = Array.from({ length: 6000 }, (_, index) => index)
    .filter((index) => index >= 3 && index % common.length === 0)
    .reverse();
  assert.deepEqual(
    pairs.slice(0, 40).map(({ at }) => (at - start) / 1000),
    together.slice(0, 40),
  );
});
