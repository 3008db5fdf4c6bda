import { type Language, supportedLanguage } from '../language/tags.js';

/** What the loop says by itself, when the model gives nothing that can be spoken. */
export interface Phrases {
  /** Two answers in a row were no language. */
  notUnderstood: string;
  /** The model said nothing, and no tool has either. */
  nothing: string;
  /** The most turns were used up by tool calls. */
  tooManySteps: string;
  /** Every tool that was tried has failed. */
  toolsFailed: string;
  /** A tool has done something and says nothing that can be spoken. */
  done: string;
  /** Before what was found out when the most turns are used up. */
  unfinished: string;
  /** An acting tool could do nothing with these devices. */
  failedFor(names: string): string;
  /** Something was claimed that nobody has done. */
  nothingDone: string;
  /** What was asked for is to be read, not heard. */
  onScreen: string;
  /** This was taken out of the memory. */
  taken(what: string): string;
}

const PHRASES: Record<Language, Phrases> = {
  en: {
    notUnderstood: 'I’m sorry, I couldn’t work that out. Could you put it another way?',
    nothing: 'I’m sorry, I have no answer to that.',
    tooManySteps: 'I didn’t get to the end of that: it took too many steps.',
    toolsFailed: 'I’m sorry, that didn’t work.',
    done: 'Done.',
    unfinished: 'I didn’t get to the end of that.',
    failedFor: (names) => `I’m sorry, that didn’t work for ${names}.`,
    nothingDone: 'I’m sorry, I haven’t done anything about that.',
    onScreen: 'It’s on the page.',
    taken: (what) => `I no longer remember this: ${what}. For a day you can say “take that back”.`,
  },
  de: {
    notUnderstood: 'Tut mir leid, damit komme ich nicht zurecht. Können Sie es anders sagen?',
    nothing: 'Tut mir leid, darauf habe ich keine Antwort.',
    tooManySteps: 'Damit bin ich nicht fertig geworden: Es waren zu viele Schritte.',
    toolsFailed: 'Tut mir leid, das hat nicht geklappt.',
    done: 'Erledigt.',
    unfinished: 'Damit bin ich nicht ganz fertig geworden.',
    failedFor: (names) => `Tut mir leid, das hat nicht geklappt: ${names}.`,
    nothingDone: 'Tut mir leid, ich habe dafür noch nichts getan.',
    onScreen: 'Es steht auf der Seite.',
    taken: (what) => `Das merke ich mir nicht mehr: ${what}. Einen Tag lang können Sie sagen: „Nimm das zurück“.`,
  },
  fr: {
    notUnderstood: 'Désolé, je n’y arrive pas. Pouvez-vous le dire autrement ?',
    nothing: 'Désolé, je n’ai pas de réponse à cela.',
    tooManySteps: 'Je n’ai pas pu terminer : il fallait trop d’étapes.',
    toolsFailed: 'Désolé, cela n’a pas marché.',
    done: 'C’est fait.',
    unfinished: 'Je n’ai pas pu aller jusqu’au bout.',
    failedFor: (names) => `Désolé, cela n’a pas marché pour ${names}.`,
    nothingDone: 'Désolé, je n’ai encore rien fait pour cela.',
    onScreen: 'C’est affiché sur la page.',
    taken: (what) => `Je ne retiens plus ceci : ${what}. Pendant un jour, vous pouvez dire « reprends ça ».`,
  },
  es: {
    notUnderstood: 'Lo siento, no consigo resolverlo. ¿Puede decirlo de otra manera?',
    nothing: 'Lo siento, no tengo respuesta para eso.',
    tooManySteps: 'No he podido terminar: hacían falta demasiados pasos.',
    toolsFailed: 'Lo siento, no ha funcionado.',
    done: 'Hecho.',
    unfinished: 'No he podido llegar hasta el final.',
    failedFor: (names) => `Lo siento, no ha funcionado con ${names}.`,
    nothingDone: 'Lo siento, todavía no he hecho nada de eso.',
    onScreen: 'Está en la página.',
    taken: (what) => `Ya no recuerdo esto: ${what}. Durante un día puede decir «recupéralo».`,
  },
};

/** @param language BCP 47 tag; English where there are no phrases. */
export function phrasesFor(language: string): Phrases {
  return PHRASES[supportedLanguage(language)];
}
