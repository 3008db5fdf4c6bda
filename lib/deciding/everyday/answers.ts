import type { Language } from '../../language/tags.js';

/** How everyday sentences are answered. Dates and times come in the language's own form. */
export interface EverydayAnswers {
  time(clock: string, hour: number): string;
  date(date: string): string;
  /** Before noon, after noon, in the evening; the first is also said where nobody knows better. */
  hello: readonly [morning: string, afternoon: string, evening: string];
  night: string;
  thanks: string;
  goodbye: string;
  /** What is understood; `examples` are sentences in quotation marks, joined with "or", if the house has any. */
  help(examples: string | undefined): string;
  /** To "stop" when nothing runs. */
  nothingRuns: string;
  quoted(sentence: string): string;
}

export const EVERYDAY_ANSWERS: Record<Language, EverydayAnswers> = {
  en: {
    time: (clock) => `It’s ${clock}.`,
    date: (date) => `It’s ${date}.`,
    hello: ['Good morning.', 'Good afternoon.', 'Good evening.'],
    night: 'Good night.',
    thanks: 'You’re welcome.',
    goodbye: 'Goodbye.',
    help: (examples) =>
      `I understand commands for the house${examples ? `, for example ${examples}` : ''}. I tell the time and the date, and I remember what you ask me to remember.`,
    nothingRuns: 'All right. Nothing is running.',
    quoted: (sentence) => `“${sentence}”`,
  },
  de: {
    time: (clock) => `Es ist ${clock}.`,
    date: (date) => `Heute ist ${date}.`,
    hello: ['Guten Morgen.', 'Guten Tag.', 'Guten Abend.'],
    night: 'Gute Nacht.',
    thanks: 'Gern geschehen.',
    goodbye: 'Auf Wiedersehen.',
    help: (examples) =>
      `Ich verstehe Anweisungen für das Haus${examples ? `, zum Beispiel ${examples}` : ''}. Ich sage Uhrzeit und Datum, und ich merke mir, was ich mir merken soll.`,
    nothingRuns: 'In Ordnung. Es läuft gerade nichts.',
    quoted: (sentence) => `„${sentence}“`,
  },
  fr: {
    time: (clock) => `Il est ${clock}.`,
    date: (date) => `Nous sommes le ${date}.`,
    hello: ['Bonjour.', 'Bonjour.', 'Bonsoir.'],
    night: 'Bonne nuit.',
    thanks: 'Je t’en prie.',
    goodbye: 'Au revoir.',
    help: (examples) =>
      `Je comprends les demandes pour la maison${examples ? `, par exemple ${examples}` : ''}. Je donne l’heure et la date, et je retiens ce que tu me demandes de retenir.`,
    nothingRuns: 'D’accord. Rien n’est en cours.',
    quoted: (sentence) => `« ${sentence} »`,
  },
  es: {
    time: (clock, hour) => `${hour === 1 ? 'Es la' : 'Son las'} ${clock}.`,
    date: (date) => `Hoy es ${date}.`,
    hello: ['Buenos días.', 'Buenas tardes.', 'Buenas noches.'],
    night: 'Buenas noches.',
    thanks: 'De nada.',
    goodbye: 'Hasta luego.',
    help: (examples) =>
      `Entiendo órdenes para la casa${examples ? `, por ejemplo ${examples}` : ''}. Digo la hora y la fecha, y recuerdo lo que me pides que recuerde.`,
    nothingRuns: 'De acuerdo. No hay nada en marcha.',
    quoted: (sentence) => `«${sentence}»`,
  },
};
