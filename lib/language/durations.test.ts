import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { durationsIn } from './durations.js';
import { withoutAccents } from './fold.js';

const folded = (text: string) => withoutAccents(text).replace(/[’'-]/g, ' ');
const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** The duration in milliseconds that a whole text is; undefined when it is anything else. */
function durationOf(text: string, language: string): number | undefined {
  const [first, ...more] = durationsIn(text, language)?.found ?? [];
  return first && more.length === 0 && first.from === 0 && first.to === text.length ? first.ms : undefined;
}

/** What is said, and what it lasts. */
const DURATIONS: Record<string, readonly [said: string, ms: number][]> = {
  en: [
    ['10 minutes', 10 * MINUTE],
    ['ten minutes', 10 * MINUTE],
    ['a minute', MINUTE],
    ['an hour', HOUR],
    ['half an hour', 30 * MINUTE],
    ['a half hour', 30 * MINUTE],
    ['half a minute', 30 * SECOND],
    ['1/2 hour', 30 * MINUTE],
    ['½ hour', 30 * MINUTE],
    ['1½ hours', 90 * MINUTE],
    ['1 1/2 hours', 90 * MINUTE],
    ['1 and a 1/2 hours', 90 * MINUTE],
    ['two hours and a half', 150 * MINUTE],
    ['two and a half hours', 150 * MINUTE],
    ['a hundred and twenty minutes', 120 * MINUTE],
    ['two hundred seconds', 200 * SECOND],
    ['an hour and a half', 90 * MINUTE],
    ['an hour and a quarter', 75 * MINUTE],
    ['a quarter of an hour', 15 * MINUTE],
    ['three quarters of an hour', 45 * MINUTE],
    ['1.5 hours', 90 * MINUTE],
    ['two point five minutes', 150 * SECOND],
    ['3 hours 20 minutes and 2 seconds', 3 * HOUR + 20 * MINUTE + 2 * SECOND],
    ['an hour and half a minute', HOUR + 30 * SECOND],
    ['two hours thirty', 150 * MINUTE],
    ['ninety minutes', 90 * MINUTE],
    ['forty five seconds', 45 * SECOND],
    ['five minute', 5 * MINUTE],
    ['two weeks', 14 * 24 * HOUR],
  ],
  de: [
    ['zehn Minuten', 10 * MINUTE],
    ['eine Minute', MINUTE],
    ['eine halbe Stunde', 30 * MINUTE],
    ['ne halbe Stunde', 30 * MINUTE],
    ['halbe Stunde', 30 * MINUTE],
    ['anderthalb Stunden', 90 * MINUTE],
    ['eineinhalb Stunden', 90 * MINUTE],
    ['ein einhalb Stunden', 90 * MINUTE],
    ['zweieinhalb Stunden', 150 * MINUTE],
    ['zwei einhalb Stunden', 150 * MINUTE],
    ['eine Viertelstunde', 15 * MINUTE],
    ['eine viertel Stunde', 15 * MINUTE],
    ['eine Dreiviertelstunde', 45 * MINUTE],
    ['drei viertel Stunden', 45 * MINUTE],
    ['eine dreiviertel Stunde', 45 * MINUTE],
    ['dreiviertel Stunde', 45 * MINUTE],
    ['drei Viertelstunden', 45 * MINUTE],
    ['eine und eine halbe Stunde', 90 * MINUTE],
    ['zwei Stunden und zehn Minuten', 130 * MINUTE],
    ['zwei Stunden dreißig', 150 * MINUTE],
    ['1,5 Stunden', 90 * MINUTE],
    ['eine halbe Minute', 30 * SECOND],
  ],
  fr: [
    ['dix minutes', 10 * MINUTE],
    ['une heure', HOUR],
    ['une demi-heure', 30 * MINUTE],
    ['une heure et demie', 90 * MINUTE],
    ['une heure et quart', 75 * MINUTE],
    ['un quart d’heure', 15 * MINUTE],
    ['trois quarts d’heure', 45 * MINUTE],
    ['deux heures et demie', 150 * MINUTE],
    ['une heure trente', 90 * MINUTE],
    ['une minute et demie', 90 * SECOND],
    ['une demi-minute', 30 * SECOND],
    ['2 heures 10 minutes', 130 * MINUTE],
  ],
  es: [
    ['diez minutos', 10 * MINUTE],
    ['una hora', HOUR],
    ['media hora', 30 * MINUTE],
    ['hora y media', 90 * MINUTE],
    ['una hora y media', 90 * MINUTE],
    ['dos horas y media', 150 * MINUTE],
    ['un cuarto de hora', 15 * MINUTE],
    ['hora y cuarto', 75 * MINUTE],
    ['tres cuartos de hora', 45 * MINUTE],
    ['medio minuto', 30 * SECOND],
    ['minuto y medio', 90 * SECOND],
    ['una hora y diez minutos', 70 * MINUTE],
  ],
  it: [
    ['dieci minuti', 10 * MINUTE],
    ['un’ora', HOUR],
    ['mezz’ora', 30 * MINUTE],
    ['mezzora', 30 * MINUTE],
    ['una mezz’ora', 30 * MINUTE],
    ['un’ora e mezza', 90 * MINUTE],
    ['due ore e mezza', 150 * MINUTE],
    ['un quarto d’ora', 15 * MINUTE],
    ['tre quarti d’ora', 45 * MINUTE],
    ['un’ora e un quarto', 75 * MINUTE],
    ['mezzo minuto', 30 * SECOND],
    ['un minuto e mezzo', 90 * SECOND],
  ],
  nl: [
    ['tien minuten', 10 * MINUTE],
    ['een uur', HOUR],
    ['één uur', HOUR],
    ['een half uur', 30 * MINUTE],
    ['een halfuur', 30 * MINUTE],
    ['half uurtje', 30 * MINUTE],
    ['een halve minuut', 30 * SECOND],
    ['anderhalf uur', 90 * MINUTE],
    ['een en een half uur', 90 * MINUTE],
    ['twee en een half uur', 150 * MINUTE],
    ['een kwartier', 15 * MINUTE],
    ['drie kwartier', 45 * MINUTE],
    ['een uur en een kwartier', 75 * MINUTE],
    ['anderhalve minuut', 90 * SECOND],
  ],
  pt: [
    ['dez minutos', 10 * MINUTE],
    ['uma hora', HOUR],
    ['meia hora', 30 * MINUTE],
    ['uma hora e meia', 90 * MINUTE],
    ['duas horas e meia', 150 * MINUTE],
    ['hora e meia', 90 * MINUTE],
    ['um quarto de hora', 15 * MINUTE],
    ['três quartos de hora', 45 * MINUTE],
    ['um minuto e meio', 90 * SECOND],
    ['meio minuto', 30 * SECOND],
  ],
  pl: [
    ['dziesięć minut', 10 * MINUTE],
    ['pół godziny', 30 * MINUTE],
    ['półtorej godziny', 90 * MINUTE],
    ['dwie i pół godziny', 150 * MINUTE],
    ['kwadrans', 15 * MINUTE],
    ['trzy kwadranse', 45 * MINUTE],
    ['pół minuty', 30 * SECOND],
    ['półtora dnia', 36 * HOUR],
    ['dwie godziny i dziesięć minut', 130 * MINUTE],
  ],
};

describe('durations', () => {
  for (const [language, all] of Object.entries(DURATIONS)) {
    for (const [said, ms] of all)
      test(`${language}: ${said}`, () => assert.equal(durationOf(folded(said), language), ms));
  }

  const unclear: [language: string, said: string][] = [
    ['en', 'a timer for umpteen minutes'],
    ['en', 'a timer for five to ten minutes'],
    ['en', 'a timer for 5 or 10 minutes'],
    ['en', 'a timer for three half hours'],
    ['en', 'a timer for 5 minutes 30 for pizza'],
    ['en', 'a timer for minutes'],
    ['de', 'einen Timer auf fünf bis zehn Minuten'],
    ['de', 'einen Timer auf ein paar Minuten'],
    ['fr', 'un minuteur de quelques minutes'],
    ['fr', 'un minuteur de cinq à dix minutes'],
    ['es', 'un temporizador de unos minutos'],
    ['es', 'un temporizador de cinco a diez minutos'],
    ['nl', 'een timer van enkele minuten'],
    ['nl', 'een timer van vijf tot tien minuten'],
  ];
  for (const [language, said] of unclear) {
    test(`${language}: "${said}" says none`, () =>
      assert.deepEqual(durationsIn(folded(said), language), { found: [], unclear: true }));
  }

  test('an hour of the clock is none', () => {
    for (const [language, said] of [
      ['fr', 'réveille moi à sept heures et demie'],
      ['es', 'despiértame a las siete horas'],
      ['it', 'svegliami alle sette ore'],
      ['nl', 'maak me wakker om zeven uur'],
    ] as const)
      assert.deepEqual(durationsIn(folded(said), language), { found: [], unclear: false }, said);
  });

  test('several are read with their places', () => {
    const text = 'add 5 minutes to the half hour timer';
    const { found = [] } = durationsIn(text, 'en') ?? {};
    assert.deepEqual(
      found.map(({ from, to, ms }) => [text.slice(from, to), ms]),
      [
        ['5 minutes', 5 * MINUTE],
        ['half hour', 30 * MINUTE],
      ],
    );
  });

  test('a language without a table has none', () => assert.equal(durationsIn('10 minuter', 'sv'), undefined));
});
