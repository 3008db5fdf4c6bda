import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Message } from '../llm/types.js';
import { givenTerms, needsModel, ownTerms } from './search-terms.js';

const clock = (language: string) => ({ now: new Date('2026-11-21T15:00:00Z'), language, timeZone: 'Europe/Berlin' });
const RECENT: Message[] = [
  { role: 'user', content: 'which film did we watch with Clara?' },
  { role: 'assistant', content: 'You watched The Blue Lighthouse.' },
];
const words = (query: string, language: string) => ownTerms(query, clock(language)).words.join(' ');
const day = (ms: number | undefined) =>
  ms === undefined ? undefined : new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(ms);

test('a question is searched for by its own words, without the time and what every question says', () => {
  assert.equal(words('Do you remember what we had for dinner last Tuesday?', 'en'), 'dinner');
  assert.equal(words('Was gab es neulich am Dienstag zum Abendessen?', 'de'), 'abendessen');
  assert.equal(words("Qu'est-ce qu'on a mangé mardi dernier ?", 'fr'), 'mange');
  assert.equal(words('¿Quién reparó la lavadora el mes pasado?', 'es'), 'reparo lavadora');
  assert.equal(words('Chi ha riparato la lavatrice a marzo?', 'it'), 'riparato lavatrice');
  assert.equal(words('What did we do yesterday?', 'en'), '');
  assert.equal(words('昨日の夕食は何でしたか', 'ja'), '昨日の夕食は何でしたか');
});

test('small talk asks for nothing; what stands beside it is searched for', () => {
  const nothing: Record<string, string[]> = {
    en: [
      'Good morning, how are you?',
      'thanks a lot',
      'How are you doing today?',
      'tell me a joke',
      'what time is it?',
    ],
    de: ['Guten Morgen, wie geht’s?', 'vielen Dank', 'Wie geht es dir heute?', 'erzähl mir einen Witz'],
    fr: ['Bonjour, comment ça va ?', 'merci beaucoup', 'Comment vas-tu aujourd’hui ?', 'raconte-moi une blague'],
    es: ['Buenos días, ¿cómo estás?', 'muchas gracias', '¿Cómo te va hoy?', 'cuéntame un chiste'],
    it: ['Buongiorno, come stai?', 'grazie mille', 'Come va oggi?', 'raccontami una barzelletta'],
  };
  for (const [language, queries] of Object.entries(nothing)) {
    for (const query of queries) {
      const { from, to, words } = ownTerms(query, clock(language));
      assert.deepEqual([from, to, words], [undefined, undefined, []], query);
      assert.equal(needsModel(query, RECENT, clock(language)), false, query);
    }
  }
  assert.equal(words('Good morning, who repaired the boiler?', 'en'), 'repaired boiler');
  assert.equal(words('Wie geht es der Katze?', 'de'), 'katze');
  assert.equal(words('Hallo, wie war der gute Wein?', 'de'), 'gute wein');
  assert.equal(words('¿Qué tal la cena?', 'es'), 'cena');
  assert.equal(day(ownTerms('hello, what did we do today?', clock('en')).from), '2026-11-21');
  assert.equal(day(ownTerms('yesterday?', clock('en')).from), '2026-11-20');
  assert.equal(day(ownTerms('what did we do today?', clock('en')).from), '2026-11-21');
  assert.equal(day(ownTerms('good morning, what happened today?', clock('en')).from), '2026-11-21');
});

test('the time is that of whole local days', () => {
  const terms = ownTerms('what did we eat yesterday evening?', clock('en'));
  assert.equal(new Date(terms.from ?? 0).toISOString(), '2026-11-19T23:00:00.000Z');
  assert.equal(new Date(terms.to ?? 0).toISOString(), '2026-11-20T23:00:00.000Z');
});

test('a model is asked only what a question refers to', () => {
  const cases: [query: string, language: string, needed: boolean][] = [
    ['what was that called?', 'en', true],
    ['when did we buy it?', 'en', true],
    ['what did she say about that?', 'en', true],
    ['and on Monday?', 'en', true],
    ['and yesterday?', 'en', true],
    ['what about the neighbours?', 'en', true],
    ['wie hieß der nochmal?', 'de', true],
    ['und am Montag?', 'de', true],
    ['was hat das gekostet?', 'de', true],
    ["ça s'appelait comment ?", 'fr', true],
    ['et lundi ?', 'fr', true],
    ['¿y el lunes?', 'es', true],
    ['¿cuánto costó eso?', 'es', true],
    ['e lunedì?', 'it', true],
    ['quanto è costato quello?', 'it', true],
    ['what did we eat yesterday?', 'en', false],
    ['what did we do yesterday?', 'en', false],
    ['is it raining?', 'en', false],
    ['who repaired the washing machine in March?', 'en', false],
    ['and who was it that repaired the washing machine in March?', 'en', false],
    ['Wann war der Klempner da?', 'de', false],
    ['Quand le plombier est-il venu ?', 'fr', false],
    ['¿Qué hicimos en mayo?', 'es', false],
    ['Che film abbiamo visto a Natale?', 'it', false],
    ['en wat was dat?', 'nl', false],
    ['', 'en', false],
  ];
  const wrong = cases.filter(([query, language, needed]) => needsModel(query, RECENT, clock(language)) !== needed);
  assert.deepEqual(wrong, []);
  assert.equal(needsModel('what was that called?', [], clock('en')), false, 'nothing was said before');
});

test('what the planner gave is searched for, and the question’s own time before it', () => {
  const lookup = { topic: 'the roast of last week', keywords: ['roast', 'oven'], from: '2026-11-01', to: '2026-11-02' };
  const terms = givenTerms('is the oven as warm as then?', lookup, 'planner', clock('en'));
  assert.deepEqual([terms.words, terms.by], [['roast', 'oven'], 'planner']);
  assert.deepEqual([day(terms.from), day(terms.to)], ['2026-11-09', '2026-11-16']);
  const dated = givenTerms('how was it?', { ...lookup, topic: 'the roast' }, 'planner', clock('en'));
  assert.deepEqual([day(dated.from), day(dated.to)], ['2026-11-01', '2026-11-03']);
  const said = givenTerms('how was it yesterday?', { ...lookup, topic: 'the roast' }, 'planner', clock('en'));
  assert.equal(day(said.from), '2026-11-20');
  assert.deepEqual(givenTerms('how was it?', { topic: 'films with robots' }, 'planner', clock('en')).words, [
    'films',
    'robots',
  ]);
});

test('times that a model made up don’t count', () => {
  const of = (from: string, to: string) => {
    const terms = givenTerms('what about the roast?', { keywords: ['roast'], from, to }, 'model', clock('en'));
    return [day(terms.from), day(terms.to)];
  };
  assert.deepEqual(of('2026-11-03', '2026-11-01'), [undefined, undefined]);
  assert.deepEqual(of('2027-01-01', ''), [undefined, undefined]);
  assert.deepEqual(of('next week', 'never'), [undefined, undefined]);
  assert.deepEqual(of('2026-11-03', ''), ['2026-11-03', undefined]);
  assert.deepEqual(of('2026-11-02T23:30:00Z', '2026-11-04T12:00:00'), ['2026-11-03', '2026-11-05']);
});

test('whatever is asked gives terms', () => {
  const languages = fc.constantFrom('en', 'de', 'fr', 'es', 'it', 'nl', '');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), languages, (query, from, to, language) => {
      needsModel(query, RECENT, clock(language));
      const terms = givenTerms(query, { topic: query, keywords: [query], from, to }, 'model', clock(language));
      assert.ok(terms.from === undefined || terms.to === undefined || terms.from < terms.to);
    }),
  );
});

test('what happened, was done, or is to be told of a time is everything of it', () => {
  const questions: [language: string, query: string][] = [
    ['en', 'What happened in July?'],
    ['en', 'What did we do last month?'],
    ['de', 'Was ist im Juli passiert?'],
    ['de', 'Was haben wir letzten Monat gemacht?'],
    ['de', 'Erzähl mir vom letzten Sommer'],
    ['fr', 'Que s’est-il passé en juillet ?'],
    ['fr', 'Où étions-nous en juillet ?'],
    ['fr', 'Raconte-moi l’été dernier'],
    ['es', '¿Qué pasó en julio?'],
    ['es', '¿Qué hicimos el mes pasado?'],
    ['es', 'Cuéntame del verano pasado'],
    ['it', 'Cosa è successo a luglio?'],
    ['it', 'Cosa abbiamo fatto il mese scorso?'],
    ['it', 'Raccontami dell’estate scorsa'],
  ];
  for (const [language, query] of questions) {
    const terms = ownTerms(query, clock(language));
    assert.deepEqual(terms.words, [], query);
    assert.ok(terms.from !== undefined, query);
  }
});
