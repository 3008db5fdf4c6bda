import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { growsLinearly, repeated } from '../../../test/growth.js';
import { dateOf, dayOf, easterOf, isoOf, momentOf } from './calendar.js';
import { timeRange } from './when.js';

/** A Saturday. */
const NOW = new Date('2026-11-21T15:04:05Z');
const ZONE = 'Europe/Berlin';

/** First and last local day, and the hours where they are not whole days. */
function said(text: string, language: string, now = NOW, timeZone = ZONE): string | undefined {
  const range = timeRange(text, { now, language, timeZone });
  if (!range) return undefined;
  const whole = range.from === range.days.from && range.to === range.days.to;
  const local = (ms: number) => {
    const shown = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(ms);
    return ms === 0 ? 'ever' : whole ? shown.slice(0, 10) : shown;
  };
  const last = local(whole && range.to > 0 ? range.to - 43_200_000 : range.to);
  const first = local(range.from);
  return first === last ? first : `${first}..${last}`;
}

const CASES: Record<string, [text: string, expected: string | undefined][]> = {
  en: [
    ['who came along to the Christmas market in September?', '2026-09-01..2026-09-30'],
    ['where are the Easter eggs?', undefined],
    ['What did I eat yesterday?', '2026-11-20'],
    ['what did we do the day before yesterday', '2026-11-19'],
    ['did anybody call today?', '2026-11-21'],
    ['what happened last week', '2026-11-09..2026-11-15'],
    ['this week', '2026-11-16..2026-11-21'],
    ['last month', '2026-10-01..2026-10-31'],
    ['last year', '2025-01-01..2025-12-31'],
    ['the week before last', '2026-11-02..2026-11-08'],
    ['three days ago', '2026-11-18'],
    ['What did she say about three weeks ago?', '2026-10-28..2026-11-03'],
    ['two months ago', '2026-09-06..2026-10-06'],
    ['a year ago', '2025-01-01..2025-12-31'],
    ['a few days ago', '2026-11-14..2026-11-19'],
    ['in the last two weeks', '2026-11-07..2026-11-21'],
    ['What did we eat last Tuesday?', '2026-11-17'],
    ['on Saturday', '2026-11-14'],
    ['what did we eat Tuesday for dinner', '2026-11-17'],
    ['on Tuesday last week', '2026-11-10'],
    ['on Tuesday two weeks ago', '2026-11-10'],
    ['on Tuesday evening', '2026-11-17 17:00..2026-11-18 00:00'],
    ['last weekend', '2026-11-14..2026-11-15'],
    ['who came in March?', '2026-03-01..2026-03-31'],
    ['in March 2025', '2025-03-01..2025-03-31'],
    ['in November', '2026-11-01..2026-11-30'],
    ['in December', '2025-12-01..2025-12-31'],
    ['last November', '2025-11-01..2025-11-30'],
    ['in early May', '2026-05-01..2026-05-10'],
    ['at the end of May', '2026-05-21..2026-05-31'],
    ['last summer', '2026-06-01..2026-08-31'],
    ['in the winter', '2025-12-01..2026-02-28'],
    ['on the 3rd of May', '2026-05-03'],
    ['on May 3rd, 2025', '2025-05-03'],
    ['on the twenty-first of June', '2026-06-21'],
    ['on Tuesday, the 5th of May', '2026-05-05'],
    ['on 3/5', '2026-05-03'],
    ['3/5/2025', '2025-05-03'],
    ['2026-05-03', '2026-05-03'],
    ['on the 21st of November', '2025-11-21'],
    ['on the 3rd', '2026-11-03'],
    ['on the 28th', '2026-10-28'],
    ['on the 3rd of last month', '2026-10-03'],
    ['last night', '2026-11-20 18:00..2026-11-21 05:00'],
    ['this morning', '2026-11-21 04:00..2026-11-21 12:00'],
    ['yesterday evening', '2026-11-20 17:00..2026-11-21 00:00'],
    ['on the evening of the 3rd of May', '2026-05-03 17:00..2026-05-04 00:00'],
    ['at Christmas', '2025-12-24..2025-12-26'],
    ["New Year's Eve", '2025-12-31'],
    ["New Year's Day 2024", '2024-01-01'],
    ['on Easter Monday', '2026-04-06'],
    ['at Easter last year', '2025-04-18..2025-04-21'],
    ['what did we eat on the Tuesday before Easter?', '2026-03-31'],
    ['the day after Christmas', '2025-12-26'],
    ['two weeks before Easter', '2026-03-19..2026-03-25'],
    ['the week before Christmas', '2025-12-18..2025-12-24'],
    ['before Christmas', '2025-11-26..2025-12-23'],
    ['between May and July', '2026-05-01..2026-07-31'],
    ['between November and February', '2025-11-01..2026-02-28'],
    ['between May and July last year', '2025-05-01..2025-07-31'],
    ['from Monday to Wednesday', '2026-11-16..2026-11-18'],
    ['from Thursday to Tuesday', '2026-11-12..2026-11-17'],
    ['from the 3rd to the 7th of May', '2026-05-03..2026-05-07'],
    ['since May', '2026-05-01..2026-11-21'],
    ['before 2025', 'ever..2024-12-31'],
    ['last summer in July', '2026-07-01..2026-07-31'],
    ['back in 2024', '2024-01-01..2024-12-31'],
    ['may I ask you something', undefined],
    ['can May come on her own?', undefined],
    ['march to the shop', undefined],
    ['how do I cook the Sunday roast', undefined],
    ['next Sunday', undefined],
    ['what is planned for tomorrow evening', undefined],
    ['every Tuesday', undefined],
    ['in two weeks', undefined],
    ['what did he say recently', undefined],
    ['give me a second', undefined],
    ['it takes two days', undefined],
    ['todays', undefined],
    ['what is your name', undefined],
    ['three quarters, 3/4 of a cup', undefined],
    ['', undefined],
  ],
  'en-US': [
    ['on 3/5', '2026-03-05'],
    ['3/5/2025', '2025-03-05'],
  ],
  de: [
    ['Was habe ich gestern gegessen?', '2026-11-20'],
    ['vorgestern', '2026-11-19'],
    ['Was war letzte Woche?', '2026-11-09..2026-11-15'],
    ['im letzten Monat', '2026-10-01..2026-10-31'],
    ['letztes Jahr', '2025-01-01..2025-12-31'],
    ['vorletzte Woche', '2026-11-02..2026-11-08'],
    ['diese Woche', '2026-11-16..2026-11-21'],
    ['vor drei Tagen', '2026-11-18'],
    ['vor drei Wochen', '2026-10-28..2026-11-03'],
    ['vor etwa zwei Monaten', '2026-09-06..2026-10-06'],
    ['vor ein paar Tagen', '2026-11-14..2026-11-19'],
    ['in den letzten zwei Wochen', '2026-11-07..2026-11-21'],
    ['Was gab es am Dienstag?', '2026-11-17'],
    ['letzten Samstag', '2026-11-14'],
    ['am Dienstagabend', '2026-11-17 17:00..2026-11-18 00:00'],
    ['am Dienstag vor zwei Wochen', '2026-11-10'],
    ['letzte Woche Dienstag', '2026-11-10'],
    ['am Wochenende', '2026-11-14..2026-11-15'],
    ['im März 2026', '2026-03-01..2026-03-31'],
    ['im März', '2026-03-01..2026-03-31'],
    ['letzten November', '2025-11-01..2025-11-30'],
    ['Anfang Mai', '2026-05-01..2026-05-10'],
    ['letzten Sommer', '2026-06-01..2026-08-31'],
    ['am 3. Mai', '2026-05-03'],
    ['am dritten Mai 2025', '2025-05-03'],
    ['am 3.5.', '2026-05-03'],
    ['03.05.2025', '2025-05-03'],
    ['vom 3. bis 7. Mai', '2026-05-03..2026-05-07'],
    ['gestern Abend', '2026-11-20 17:00..2026-11-21 00:00'],
    ['gestern Morgen', '2026-11-20 04:00..2026-11-20 12:00'],
    ['heute früh', '2026-11-21 04:00..2026-11-21 12:00'],
    ['heute Nacht', '2026-11-20 18:00..2026-11-21 05:00'],
    ['an Weihnachten', '2025-12-24..2025-12-26'],
    ['an Silvester', '2025-12-31'],
    ['am Ostermontag', '2026-04-06'],
    ['an Ostern letztes Jahr', '2025-04-18..2025-04-21'],
    ['am Dienstag vor Ostern', '2026-03-31'],
    ['zwei Tage nach Weihnachten', '2025-12-27'],
    ['vor Weihnachten', '2025-11-26..2025-12-23'],
    ['zwischen Mai und Juli', '2026-05-01..2026-07-31'],
    ['von Montag bis Mittwoch', '2026-11-16..2026-11-18'],
    ['seit Mai', '2026-05-01..2026-11-21'],
    ['nächsten Dienstag', undefined],
    ['kommende Woche', undefined],
    ['morgen Abend', undefined],
    ['guten Morgen', undefined],
    ['montags', undefined],
    ['neulich', undefined],
    ['Hat Mai angerufen?', undefined],
    ['in drei Wochen', undefined],
    ['jeden Tag', undefined],
  ],
  fr: [
    ['comment était le marché de Noël en septembre ?', '2026-09-01..2026-09-30'],
    ['où est le sapin de Noël ?', undefined],
    ["Qu'est-ce que j'ai mangé hier ?", '2026-11-20'],
    ['avant-hier', '2026-11-19'],
    ['la semaine dernière', '2026-11-09..2026-11-15'],
    ['le mois dernier', '2026-10-01..2026-10-31'],
    ["l'an dernier", '2025-01-01..2025-12-31'],
    ["l'année dernière", '2025-01-01..2025-12-31'],
    ['cette semaine', '2026-11-16..2026-11-21'],
    ['il y a trois jours', '2026-11-18'],
    ['il y a trois semaines', '2026-10-28..2026-11-03'],
    ['ces deux dernières semaines', '2026-11-07..2026-11-21'],
    ['il y a quelques jours', '2026-11-14..2026-11-19'],
    ['mardi dernier', '2026-11-17'],
    ['samedi', '2026-11-14'],
    ['mardi soir', '2026-11-17 17:00..2026-11-18 00:00'],
    ['le mardi de la semaine dernière', '2026-11-10'],
    ['le week-end dernier', '2026-11-14..2026-11-15'],
    ['en mars', '2026-03-01..2026-03-31'],
    ['en mars 2025', '2025-03-01..2025-03-31'],
    ['au mois de mai', '2026-05-01..2026-05-31'],
    ['fin mai', '2026-05-21..2026-05-31'],
    ["l'été dernier", '2026-06-01..2026-08-31'],
    ['le 3 mai', '2026-05-03'],
    ['le 1er mai 2025', '2025-05-01'],
    ['le trois mai', '2026-05-03'],
    ['le 3/5', '2026-05-03'],
    ['du 3 au 7 mai', '2026-05-03..2026-05-07'],
    ['hier soir', '2026-11-20 17:00..2026-11-21 00:00'],
    ['ce matin', '2026-11-21 04:00..2026-11-21 12:00'],
    ['cette nuit', '2026-11-20 18:00..2026-11-21 05:00'],
    ['à Noël', '2025-12-24..2025-12-26'],
    ['à la Saint-Sylvestre', '2025-12-31'],
    ['le lundi de Pâques', '2026-04-06'],
    ["à Pâques l'an dernier", '2025-04-18..2025-04-21'],
    ['le mardi avant Pâques', '2026-03-31'],
    ['entre mai et juillet', '2026-05-01..2026-07-31'],
    ['de lundi à mercredi', '2026-11-16..2026-11-18'],
    ['depuis mai', '2026-05-01..2026-11-21'],
    ['dimanche prochain', undefined],
    ['la semaine prochaine', undefined],
    ['demain matin', undefined],
    ['une barre de Mars', undefined],
    ['tous les mardis', undefined],
    ['chaque mardi', undefined],
    ['dans trois jours', undefined],
    ['récemment', undefined],
  ],
  es: [
    ['¿dónde está el árbol de Navidad?', undefined],
    ['¿quién vino al mercadillo de Navidad en septiembre?', '2026-09-01..2026-09-30'],
    ['¿Qué comí ayer?', '2026-11-20'],
    ['anteayer', '2026-11-19'],
    ['la semana pasada', '2026-11-09..2026-11-15'],
    ['el mes pasado', '2026-10-01..2026-10-31'],
    ['el año pasado', '2025-01-01..2025-12-31'],
    ['esta semana', '2026-11-16..2026-11-21'],
    ['hace tres días', '2026-11-18'],
    ['hace tres semanas', '2026-10-28..2026-11-03'],
    ['en las últimas dos semanas', '2026-11-07..2026-11-21'],
    ['hace unos días', '2026-11-14..2026-11-19'],
    ['el martes pasado', '2026-11-17'],
    ['el sábado', '2026-11-14'],
    ['el martes por la tarde', '2026-11-17 12:00..2026-11-17 19:00'],
    ['el martes de la semana pasada', '2026-11-10'],
    ['el fin de semana pasado', '2026-11-14..2026-11-15'],
    ['en marzo', '2026-03-01..2026-03-31'],
    ['en marzo de 2025', '2025-03-01..2025-03-31'],
    ['a finales de mayo', '2026-05-21..2026-05-31'],
    ['el verano pasado', '2026-06-01..2026-08-31'],
    ['el 3 de mayo', '2026-05-03'],
    ['el uno de mayo de 2025', '2025-05-01'],
    ['del 3 al 7 de mayo', '2026-05-03..2026-05-07'],
    ['anoche', '2026-11-20 18:00..2026-11-21 05:00'],
    ['ayer por la mañana', '2026-11-20 04:00..2026-11-20 12:00'],
    ['esta mañana', '2026-11-21 04:00..2026-11-21 12:00'],
    ['en Navidad', '2025-12-24..2025-12-26'],
    ['en Nochevieja', '2025-12-31'],
    ['el martes antes de Semana Santa', '2026-03-31'],
    ['en Semana Santa del año pasado', '2025-04-13..2025-04-21'],
    ['entre mayo y julio', '2026-05-01..2026-07-31'],
    ['de lunes a miércoles', '2026-11-16..2026-11-18'],
    ['desde mayo', '2026-05-01..2026-11-21'],
    ['el domingo que viene', undefined],
    ['el próximo martes', undefined],
    ['mañana por la tarde', undefined],
    ['los martes', undefined],
    ['llama a Julio', undefined],
    ['todos los días', undefined],
    ['dentro de tres días', undefined],
  ],
  it: [
    ['dov’è l’albero di Natale?', undefined],
    ['chi è venuto ai mercatini di Natale a settembre?', '2026-09-01..2026-09-30'],
    ['Cosa ho mangiato ieri?', '2026-11-20'],
    ["l'altro ieri", '2026-11-19'],
    ['la settimana scorsa', '2026-11-09..2026-11-15'],
    ['il mese scorso', '2026-10-01..2026-10-31'],
    ["l'anno scorso", '2025-01-01..2025-12-31'],
    ['questa settimana', '2026-11-16..2026-11-21'],
    ['tre giorni fa', '2026-11-18'],
    ['tre settimane fa', '2026-10-28..2026-11-03'],
    ['nelle ultime due settimane', '2026-11-07..2026-11-21'],
    ['qualche giorno fa', '2026-11-14..2026-11-19'],
    ['martedì scorso', '2026-11-17'],
    ['sabato', '2026-11-14'],
    ['martedì sera', '2026-11-17 17:00..2026-11-18 00:00'],
    ['martedì della settimana scorsa', '2026-11-10'],
    ['lo scorso fine settimana', '2026-11-14..2026-11-15'],
    ['a marzo', '2026-03-01..2026-03-31'],
    ['ad aprile', '2026-04-01..2026-04-30'],
    ['nel mese di marzo del 2025', '2025-03-01..2025-03-31'],
    ['a fine maggio', '2026-05-21..2026-05-31'],
    ["l'estate scorsa", '2026-06-01..2026-08-31'],
    ['il 3 maggio', '2026-05-03'],
    ['il primo maggio 2025', '2025-05-01'],
    ['dal 3 al 7 maggio', '2026-05-03..2026-05-07'],
    ['ieri sera', '2026-11-20 17:00..2026-11-21 00:00'],
    ['stamattina', '2026-11-21 04:00..2026-11-21 12:00'],
    ['stanotte', '2026-11-20 18:00..2026-11-21 05:00'],
    ['a Natale', '2025-12-24..2025-12-26'],
    ['a San Silvestro', '2025-12-31'],
    ['a Pasquetta', '2026-04-06'],
    ['il martedì prima di Pasqua', '2026-03-31'],
    ["a Pasqua dell'anno scorso", '2025-04-18..2025-04-21'],
    ['tra maggio e luglio', '2026-05-01..2026-07-31'],
    ['da lunedì a mercoledì', '2026-11-16..2026-11-18'],
    ['da maggio', '2026-05-01..2026-11-21'],
    ['domenica prossima', undefined],
    ['domani sera', undefined],
    ['ogni martedì', undefined],
    ['tra tre giorni', undefined],
    ["l'altro giorno", undefined],
  ],
  nl: [['gisteren', undefined]],
};

for (const [language, cases] of Object.entries(CASES)) {
  test(`times in words: ${language}`, () => {
    const wrong = cases
      .map(([text, expected]) => ({ text, expected, got: said(text, language) }))
      .filter(({ expected, got }) => expected !== got);
    assert.deepEqual(wrong, []);
  });
}

test('the words that said it are given back as they were written, and no others', () => {
  const words = (text: string, language: string) => timeRange(text, { now: NOW, language, timeZone: ZONE })?.words;
  assert.deepEqual(words('What did we eat on Tuesday before Easter?', 'en'), ['on', 'Tuesday', 'before', 'Easter']);
  assert.deepEqual(
    words('Was gab es am Dienstag vor drei Wochen bei Mai?', 'de'),
    'am Dienstag vor drei Wochen'.split(' '),
  );
  assert.deepEqual(words('¿Qué pasó entre mayo y julio?', 'es'), ['entre', 'mayo', 'y', 'julio']);
});

test('days begin at local midnight, also when the clocks change', () => {
  const hours = (date: string, timeZone: string) => {
    const range = timeRange('today', { now: new Date(date), language: 'en', timeZone });
    return range && (range.to - range.from) / 3_600_000;
  };
  assert.equal(hours('2026-03-29T12:00:00Z', 'Europe/Berlin'), 23);
  assert.equal(hours('2026-10-25T12:00:00Z', 'Europe/Berlin'), 25);
  // midnight itself is left out, or comes twice
  assert.equal(hours('2018-11-04T15:00:00Z', 'America/Sao_Paulo'), 23);
  assert.equal(hours('2025-11-02T15:00:00Z', 'America/Havana'), 25);
  assert.equal(hours('2026-04-05T00:00:00Z', 'Australia/Lord_Howe'), 24.5);
  assert.equal(hours('2026-04-05T00:00:00Z', 'no such zone'), hours('2026-04-05T00:00:00Z', ''));
});

const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Pacific/Auckland',
  'Africa/Cairo',
  'America/Havana',
  'Australia/Lord_Howe',
);
const moments = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2040, 0) });
const languages = fc.constantFrom(...Object.keys(CASES));
const spoken = fc.constantFrom(
  ...Object.entries(CASES).flatMap(([language, cases]) => cases.map(([text]) => ({ language, text }))),
);

test('wherever the house stands, a day holds the moments of that date and no other', () => {
  fc.assert(
    fc.property(moments, zones, (now, timeZone) => {
      const range = timeRange('yesterday', { now: new Date(now), language: 'en', timeZone });
      const date = (ms: number) => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(ms);
      assert.ok(range);
      assert.equal(date(range.from), date(range.to - 1));
      assert.notEqual(date(range.from - 1), date(range.from));
      assert.equal(date(range.to), date(now));
    }),
    { numRuns: 300 },
  );
});

test('a range is never empty, begins in the past, and says by which words of the text', () => {
  fc.assert(
    fc.property(
      fc.array(spoken, { maxLength: 3 }),
      fc.string(),
      moments,
      zones,
      languages,
      (texts, more, now, timeZone, language) => {
        const text = [...texts.map((one) => one.text), more].join(' ');
        const range = timeRange(text, { now: new Date(now), language, timeZone });
        if (!range) return;
        assert.ok(range.from < range.to && range.from >= 0 && range.from <= now + 86_400_000);
        assert.ok(range.days.from <= range.from && range.words.length > 0);
        for (const word of range.words) assert.ok(text.normalize('NFC').includes(word), word);
      },
    ),
    { numRuns: 500 },
  );
});

test('whatever is written, an answer comes quickly', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), languages, (text, language) => {
      timeRange(text, { now: NOW, language });
    }),
  );
  const piece = 'on the tuesday before easter between may and ';
  growsLinearly((letters) => timeRange(repeated(piece, letters), { now: NOW, language: 'en' }), 2_000, piece);
});

test('a word inside of another is none', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('yesterday', 'monday', 'easter', 'tonight'),
      fc.constantFrom('a', 'ß', '的', 'é'),
      (word, letter) => {
        for (const text of [`${word}${letter}`, `${letter}${word}`]) {
          assert.equal(timeRange(text, { now: NOW, language: 'en' }), undefined, text);
        }
      },
    ),
  );
});

test('Easter is when it was', () => {
  // https://www.census.gov/data/software/x13as/genhol/easter-dates.html
  const sundays = ['2000-04-23', '2008-03-23', '2011-04-24', '2024-03-31', '2025-04-20', '2026-04-05', '2038-04-25'];
  for (const date of sundays) assert.equal(isoOf(easterOf(Number(date.slice(0, 4)))), date);
});

test('days, dates and moments belong together', () => {
  fc.assert(
    fc.property(moments, zones, (ms, timeZone) => {
      const day = Math.floor(ms / 86_400_000);
      const { year, month, date } = dateOf(day);
      assert.equal(dayOf(year, month, date), day);
      assert.ok(Math.abs(momentOf(day, timeZone) - day * 86_400_000) <= 16 * 3_600_000);
    }),
  );
});
