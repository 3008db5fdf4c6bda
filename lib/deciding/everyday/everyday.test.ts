import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEMO_HOUSE } from '../../home/demo-house.js';
import { LANGUAGES } from '../../language/folders.js';
import { recognise } from '../sentences/recognise.js';
import { everyday, everydayAnswer } from './everyday.js';
import { houseExamples } from './examples.js';

const at = (iso: string, language: string, timeZone = 'Europe/Berlin') => ({
  now: new Date(iso),
  language,
  timeZone,
  house: DEMO_HOUSE,
  area: undefined,
});

describe('everyday sentences', () => {
  test('the time is said as the language says it, in the time zone of the house', () => {
    const time = (language: string, iso = '2026-11-22T18:05:00Z') => everydayAnswer('time', at(iso, language));
    assert.equal(time('en').replace(/\s/g, ' '), 'It’s 7:05 PM.');
    assert.equal(time('en-GB'), 'It’s 19:05.');
    assert.deepEqual(
      ['de', 'fr', 'es'].map((language) => time(language)),
      ['Es ist 19:05 Uhr.', 'Il est 19 h 05.', 'Son las 19:05.'],
    );
    const full = '2026-11-22T00:00:00Z';
    assert.deepEqual(
      ['de', 'fr', 'es'].map((language) => time(language, full)),
      ['Es ist 1 Uhr.', 'Il est 1 h.', 'Es la 1:00.'],
    );
    assert.match(everydayAnswer('time', at(full, 'de', 'Asia/Tokyo')), /^Es ist 9 Uhr/);
    assert.match(everydayAnswer('time', at(full, 'not a tag at all')), /1:00/);
  });

  test('the date has its weekday, and is that of the house', () => {
    const date = (language: string) => everydayAnswer('date', at('2026-11-22T23:05:00Z', language));
    assert.deepEqual(['en', 'de', 'fr', 'es'].map(date), [
      'It’s Monday, November 23, 2026.',
      'Heute ist Montag, 23. November 2026.',
      'Nous sommes le lundi 23 novembre 2026.',
      'Hoy es lunes, 23 de noviembre de 2026.',
    ]);
  });

  test('a greeting is that of the hour', () => {
    const hello = (hour: string) => everydayAnswer('hello', at(`2026-11-22T${hour}:00:00Z`, 'en'));
    assert.deepEqual(['06', '14', '20', '02'].map(hello), [
      'Good morning.',
      'Good afternoon.',
      'Good evening.',
      'Good evening.',
    ]);
  });

  test('examples are commands of this house, first of the speaker’s room, and open nothing', () => {
    for (const language of LANGUAGES) {
      for (const area of [undefined, 'bedroom', 'garden']) {
        const examples = houseExamples(DEMO_HOUSE, language, area);
        assert.equal(examples.length, 3, `${language} ${area}: ${examples}`);
        for (const text of examples) assert.ok(recognise(text, { language, area, house: DEMO_HOUSE }), text);
      }
    }
    assert.match(houseExamples(DEMO_HOUSE, 'en', 'bedroom')[0] ?? '', /bedroom light/);
  });

  test('a house without devices gets no examples of devices', () => {
    for (const language of LANGUAGES) {
      const text = everydayAnswer('help', {
        ...at('2026-11-22T12:00:00Z', language),
        house: { areas: [], entities: [] },
      });
      assert.doesNotMatch(text, /undefined|light|Licht|lumière|luz/);
    }
  });

  test('a test of the microphone is asked for in each language, and nothing that only contains one', () => {
    const asked: Record<string, string[]> = {
      en: [
        'Test the microphone',
        'please check my mic',
        'run a microphone test, Jarvis',
        'can you test if you can hear me',
      ],
      de: ['Teste das Mikrofon', 'Mikrofon testen', 'prüfe bitte das Mikro', 'mach mal einen Mikrofontest'],
      fr: ['Teste le micro', 'vérifie mon microphone, s’il te plaît', 'fais un test du micro'],
      es: ['Prueba el micrófono', 'comprueba mi micrófono por favor', 'haz una prueba de micrófono'],
    };
    for (const [language, texts] of Object.entries(asked)) {
      for (const text of texts) assert.equal(everyday(text, language), 'microphone', text);
    }
    assert.equal(everyday('test the microphone in the museum', 'en'), undefined);
    assert.equal(everyday('buy a microphone', 'en'), undefined);
  });

  test('long words are looked at in no time', () => {
    assert.equal(everyday('please '.repeat(10_000), 'en'), undefined);
    assert.equal(everyday(`please ${'please '.repeat(12)}`, 'en'), undefined);
  });
});

describe('everyday sentences of languages without commands of ours', () => {
  const said: [language: string, text: string, answer: string][] = [
    ['it', 'Che ore sono?', 'Sono le 19:05.'],
    ['it', 'dimmi che giorno è oggi', 'Oggi è domenica 22 novembre 2026.'],
    ['it', 'grazie mille', 'Prego.'],
    ['nl', 'Hoe laat is het?', 'Het is 19:05 uur.'],
    ['nl', 'welke dag is het vandaag', 'Het is zondag 22 november 2026.'],
    ['nl', 'dank je wel', 'Graag gedaan.'],
    ['pt', 'Que horas são?', 'São 19:05.'],
    ['pt', 'que dia é hoje', 'Hoje é domingo, 22 de novembro de 2026.'],
    ['pt', 'muito obrigada', 'De nada.'],
    ['pl', 'Która jest godzina?', 'Jest 19:05.'],
    ['pl', 'jaki dziś dzień', 'Dziś jest niedziela, 22 listopada 2026 roku.'],
    ['pl', 'dziękuję', 'Proszę bardzo.'],
  ];
  for (const [language, text, answer] of said) {
    test(`${language}: ${text}`, () => {
      const kind = everyday(text, language);
      assert.ok(kind && kind !== 'microphone');
      assert.equal(everydayAnswer(kind, at('2026-11-22T18:05:00Z', language)), answer);
    });
  }

  test('help shows no sentences of another language', () => {
    for (const language of ['it', 'nl', 'pt', 'pl'])
      assert.doesNotMatch(everydayAnswer('help', at('2026-11-22T18:05:00Z', language)), /turn|light/i);
  });
});
