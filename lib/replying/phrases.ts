import { type Language, supportedLanguage } from '../turn/language.js';

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
}

const PHRASES: Record<Language, Phrases> = {
  en: {
    notUnderstood: 'I’m sorry, I couldn’t work that out. Could you put it another way?',
    nothing: 'I’m sorry, I have no answer to that.',
    tooManySteps: 'I didn’t get to the end of that: it took too many steps.',
    toolsFailed: 'I’m sorry, that didn’t work.',
    done: 'Done.',
  },
  de: {
    notUnderstood: 'Tut mir leid, damit komme ich nicht zurecht. Können Sie es anders sagen?',
    nothing: 'Tut mir leid, darauf habe ich keine Antwort.',
    tooManySteps: 'Damit bin ich nicht fertig geworden: Es waren zu viele Schritte.',
    toolsFailed: 'Tut mir leid, das hat nicht geklappt.',
    done: 'Erledigt.',
  },
  fr: {
    notUnderstood: 'Désolé, je n’y arrive pas. Pouvez-vous le dire autrement ?',
    nothing: 'Désolé, je n’ai pas de réponse à cela.',
    tooManySteps: 'Je n’ai pas pu terminer : il fallait trop d’étapes.',
    toolsFailed: 'Désolé, cela n’a pas marché.',
    done: 'C’est fait.',
  },
  es: {
    notUnderstood: 'Lo siento, no consigo resolverlo. ¿Puede decirlo de otra manera?',
    nothing: 'Lo siento, no tengo respuesta para eso.',
    tooManySteps: 'No he podido terminar: hacían falta demasiados pasos.',
    toolsFailed: 'Lo siento, no ha funcionado.',
    done: 'Hecho.',
  },
};

/** @param language BCP 47 tag; English where there are no phrases. */
export function phrasesFor(language: string): Phrases {
  return PHRASES[supportedLanguage(language)];
}
