import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { filled, spoken } from '../../language/spoken.js';
import { apology } from '../../turn/apologies.js';
import { everydayAnswer } from './everyday.js';

/** As it is said in a language that has no commands of our own, by what its grammar asks for. */
interface Told {
  times: Record<string, string>;
  dates: Record<string, string>;
  apologies: Record<string, string>;
  replies: Record<string, string>;
}

const TOLD: Record<string, Told> = {
  it: {
    times: {
      '00:30': 'Sono le 0:30.',
      '01:00': 'È l’1:00.',
      '01:45': 'È l’1:45.',
      '02:00': 'Sono le 2:00.',
      '13:05': 'Sono le 13:05.',
      '21:10': 'Sono le 21:10.',
    },
    dates: {
      '2026-12-01': 'Oggi è martedì 1º dicembre 2026.',
      '2026-11-28': 'Oggi è sabato 28 novembre 2026.',
      '2027-05-01': 'Oggi è sabato 1º maggio 2027.',
      '2027-08-11': 'Oggi è mercoledì 11 agosto 2027.',
      '2027-01-31': 'Oggi è domenica 31 gennaio 2027.',
    },
    apologies: {
      'home-unreachable': 'Scusa, adesso non riesco a raggiungere Home Assistant.',
      'home-refused': 'Scusa, Home Assistant si è rifiutato di farlo.',
      'store-failed': 'Scusa, adesso non riesco ad aprire la mia memoria.',
    },
    replies: {
      failedFor: 'Mi dispiace, non ha funzionato per Lampada.',
      notForGuests: 'Mi dispiace, lo faccio solo per le persone di cui conosco la voce.',
      modelNeeded: 'Per rispondere mi serve un modello linguistico.',
    },
  },
  nl: {
    times: {
      '00:30': 'Het is 0:30 uur.',
      '01:00': 'Het is 1 uur.',
      '01:45': 'Het is 1:45 uur.',
      '02:00': 'Het is 2 uur.',
      '13:05': 'Het is 13:05 uur.',
      '21:10': 'Het is 21:10 uur.',
    },
    dates: {
      '2026-12-01': 'Het is dinsdag 1 december 2026.',
      '2026-11-28': 'Het is zaterdag 28 november 2026.',
      '2027-05-01': 'Het is zaterdag 1 mei 2027.',
      '2027-08-11': 'Het is woensdag 11 augustus 2027.',
      '2027-01-31': 'Het is zondag 31 januari 2027.',
    },
    apologies: {
      'home-unreachable': 'Sorry, ik kan Home Assistant nu niet bereiken.',
      'home-refused': 'Sorry, Home Assistant weigerde dat.',
      'store-failed': 'Sorry, ik kan mijn geheugen nu niet openen.',
    },
    replies: {
      failedFor: 'Het spijt me, dat werkte niet voor Lampada.',
      notForGuests: 'Het spijt me, dat doe ik alleen voor mensen van wie ik de stem ken.',
      modelNeeded: 'Om dat te beantwoorden heb ik een taalmodel nodig.',
    },
  },
  pt: {
    times: {
      '00:30': 'São 0:30.',
      '01:00': 'É 1:00.',
      '01:45': 'É 1:45.',
      '02:00': 'São 2:00.',
      '13:05': 'São 13:05.',
      '21:10': 'São 21:10.',
    },
    dates: {
      '2026-12-01': 'Hoje é terça-feira, 1º de dezembro de 2026.',
      '2026-11-28': 'Hoje é sábado, 28 de novembro de 2026.',
      '2027-05-01': 'Hoje é sábado, 1º de maio de 2027.',
      '2027-08-11': 'Hoje é quarta-feira, 11 de agosto de 2027.',
      '2027-01-31': 'Hoje é domingo, 31 de janeiro de 2027.',
    },
    apologies: {
      'home-unreachable': 'Desculpa, não consigo contactar o Home Assistant agora.',
      'home-refused': 'Desculpa, o Home Assistant recusou fazer isso.',
      'store-failed': 'Desculpa, não consigo abrir a minha memória agora.',
    },
    replies: {
      failedFor: 'Desculpa, isso não funcionou com Lampada.',
      notForGuests: 'Desculpa, só faço isso para pessoas cuja voz conheço.',
      modelNeeded: 'Para responder preciso de um modelo de linguagem.',
    },
  },
  pl: {
    times: {
      '00:30': 'Jest 0:30.',
      '01:00': 'Jest 1:00.',
      '01:45': 'Jest 1:45.',
      '02:00': 'Jest 2:00.',
      '13:05': 'Jest 13:05.',
      '21:10': 'Jest 21:10.',
    },
    dates: {
      '2026-12-01': 'Dziś jest wtorek, 1 grudnia 2026 roku.',
      '2026-11-28': 'Dziś jest sobota, 28 listopada 2026 roku.',
      '2027-05-01': 'Dziś jest sobota, 1 maja 2027 roku.',
      '2027-08-11': 'Dziś jest środa, 11 sierpnia 2027 roku.',
      '2027-01-31': 'Dziś jest niedziela, 31 stycznia 2027 roku.',
    },
    apologies: {
      'home-unreachable': 'Przepraszam, nie mogę teraz połączyć się z Home Assistantem.',
      'store-failed': 'Przepraszam, nie mogę teraz otworzyć swojej pamięci.',
      'tts-unreachable': 'Przepraszam, nie mogę teraz połączyć się ze swoim głosem.',
      'satellite-unreachable':
        'Przepraszam, połączenie z tym pokojem na chwilę się zerwało. Zapytaj, proszę, jeszcze raz.',
    },
    replies: {
      failedFor: 'Przepraszam, to się nie udało: Lampada.',
      notForGuests: 'Przepraszam, robię to tylko dla osób, których głos znam.',
      modelNeeded: 'Aby na to odpowiedzieć, potrzebuję modelu językowego.',
    },
  },
};
const REPLIES = z.record(z.string(), z.string());

const said = (kind: 'time' | 'date', iso: string, language: string) =>
  everydayAnswer(kind, {
    now: new Date(iso),
    language,
    timeZone: 'UTC',
    house: { areas: [], entities: [] },
    area: undefined,
  });

describe('what is said in Italian, Dutch, Portuguese and Polish is as its grammar has it', () => {
  for (const [language, { times, dates, apologies, replies }] of Object.entries(TOLD)) {
    test(language, () => {
      for (const [time, told] of Object.entries(times))
        assert.equal(said('time', `2026-11-28T${time}:00Z`, language), told);
      for (const [date, told] of Object.entries(dates)) assert.equal(said('date', `${date}T12:00:00Z`, language), told);
      for (const [code, told] of Object.entries(apologies)) assert.equal(apology(code, language), told);
      const words = spoken(language, 'replies', REPLIES);
      for (const [name, told] of Object.entries(replies))
        assert.equal(filled(words[name] ?? '', { names: 'Lampada' }), told);
    });
  }

  test('the first of a month is an ordinal in French, too', () => {
    assert.equal(said('date', '2026-12-01T12:00:00Z', 'fr'), 'Nous sommes le mardi 1er décembre 2026.');
    assert.equal(said('date', '2026-12-11T12:00:00Z', 'fr'), 'Nous sommes le vendredi 11 décembre 2026.');
    assert.equal(said('date', '2026-12-01T12:00:00Z', 'es'), 'Hoy es martes, 1 de diciembre de 2026.');
  });
});
