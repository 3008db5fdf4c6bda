import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayTold } from './when.js';

/** A Sunday. */
const now = new Date(2026, 10, 22, 16, 30);
const TOLD: Record<string, [said: string, kept: string | undefined][]> = {
  en: [
    ['tomorrow is bin day', '2026-11-23: bin day'],
    ['bin day is tomorrow', '2026-11-23: bin day'],
    ['Anna comes to dinner on Friday', '2026-11-27: Anna comes to dinner'],
    ['the dentist is next Friday at 3', '2026-11-27: the dentist is at 3'],
    ['the plumber comes the day after tomorrow', '2026-11-24: the plumber comes'],
    ['the plumber comes in three days', '2026-11-25: the plumber comes'],
    ['school starts on the 7th of January', '2027-01-07: school starts'],
    ['we fly to Rome on 3 March 2027', '2027-03-03: we fly to Rome'],
    ['next week we are on holiday', '2026-11-23 – 2026-11-29: we are on holiday'],
    ['I was ill yesterday', '2026-11-21: I was ill'],
    ['I was at the doctor on Monday', '2026-11-16: I was at the doctor'],
    ['every Monday is bin day', undefined],
    ['the bins go out on Monday evenings', undefined],
    ['my birthday is on the third of May', undefined],
    ['we married on 12 June 2015', undefined],
    ['Anna comes on Friday and Ben on Saturday', undefined],
    ['I like Mondays', undefined],
    ['I am allergic to nuts', undefined],
  ],
  de: [
    ['morgen Müllabfuhr ist', '2026-11-23: Müllabfuhr'],
    ['morgen Abend Anna kommt', '2026-11-23: Abend Anna kommt'],
    ['am Freitag Anna zum Essen kommt', '2026-11-27: Anna zum Essen kommt'],
    ['übermorgen der Klempner kommt', '2026-11-24: der Klempner kommt'],
    ['nächsten Freitag der Zahnarzt ist', '2026-11-27: der Zahnarzt'],
    ['in drei Tagen der Klempner kommt', '2026-11-25: der Klempner kommt'],
    ['jeden Montag Müllabfuhr ist', undefined],
    ['montags Müllabfuhr ist', undefined],
    ['ich am 3. Mai Geburtstag habe', undefined],
    ['ich morgens Tee trinke', undefined],
  ],
  fr: [
    ['demain est le jour des poubelles', '2026-11-23: le jour des poubelles'],
    ['après-demain le plombier passe', '2026-11-24: le plombier passe'],
    ['Anna vient vendredi', '2026-11-27: Anna vient'],
    ['le 7 janvier l’école reprend', '2027-01-07: l’école reprend'],
    ['la semaine prochaine on est en vacances', '2026-11-23 – 2026-11-29: on est en vacances'],
    ['le lundi c’est le jour des poubelles', undefined],
    ['tous les lundis c’est les poubelles', undefined],
    ['mon anniversaire est le 3 mai', undefined],
  ],
  es: [
    ['mañana es día de basura', '2026-11-23: día de basura'],
    ['pasado mañana viene el fontanero', '2026-11-24: viene el fontanero'],
    ['el viernes viene Anna', '2026-11-27: viene Anna'],
    ['el próximo viernes tengo dentista', '2026-11-27: tengo dentista'],
    ['dentro de tres días viene el fontanero', '2026-11-25: viene el fontanero'],
    ['todos los lunes es día de basura', undefined],
    ['los lunes es día de basura', undefined],
    ['por la mañana tomo té', undefined],
  ],
};

for (const [language, said] of Object.entries(TOLD)) {
  for (const [text, kept] of said) {
    test(`${language}: ${text}`, () => {
      const told = dayTold(text, { now, language });
      assert.equal(told && `${told.days}: ${told.rest}`, kept);
    });
  }
}
