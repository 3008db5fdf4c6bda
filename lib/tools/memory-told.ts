import { type Language, supportedLanguage } from '../language/tags.js';
import { aboutYou } from '../replying/second-person.js';

/** What a person is told of the memory where no model says it. */
export interface MemoryTold {
  /** `clause` is what they told, as it stands behind "that"; where there is none it is quoted. */
  remembered(text: string, clause: string | undefined): string;
  takenBack: string;
  nothingToTakeBack: string;
  erased: string;
  nothingToErase: string;
  /** Nothing that is remembered says so. */
  notFound: string;
  /** More than one thing says so. */
  several: string;
  onThePage: string;
  /** Passwords, codes and the like are not kept. */
  secret: string;
  notKept: string;
}

const TOLD: Record<Language, MemoryTold> = {
  en: {
    remembered: (text, clause) => (clause ? `I’ll remember that ${clause}.` : `I’ll remember this: “${text}”.`),
    takenBack: 'All right, I remember it as before.',
    nothingToTakeBack: 'There is nothing I could take back.',
    erased: 'It’s erased for good.',
    nothingToErase: 'There is nothing left of it.',
    notFound: 'I don’t remember anything in these words.',
    several: 'I remember several things about that. Please say in its own words which one I should forget.',
    secret: 'I don’t keep secrets or personal numbers, such as passwords and codes. I haven’t stored any of that.',
    onThePage: 'That can only be forgotten on the memory page.',
    notKept: 'I don’t remember what is said in this room.',
  },
  de: {
    remembered: (text, clause) => (clause ? `Ich merke mir, dass ${clause}.` : `Das merke ich mir: „${text}“.`),
    takenBack: 'Gut, ich weiß es wieder wie vorher.',
    nothingToTakeBack: 'Es gibt nichts, was ich zurücknehmen könnte.',
    erased: 'Es ist endgültig gelöscht.',
    nothingToErase: 'Davon ist nichts mehr da.',
    notFound: 'In diesen Worten habe ich mir nichts gemerkt.',
    several: 'Dazu habe ich mir mehreres gemerkt. Sag bitte mit seinen eigenen Worten, was ich vergessen soll.',
    secret:
      'Geheimnisse und persönliche Nummern wie Passwörter und Codes behalte ich nicht. Ich habe nichts davon gespeichert.',
    onThePage: 'Das lässt sich nur auf der Gedächtnisseite vergessen.',
    notKept: 'Was in diesem Raum gesagt wird, merke ich mir nicht.',
  },
  fr: {
    remembered: (text) => `C’est retenu : « ${text} ».`,
    takenBack: 'D’accord, je m’en souviens comme avant.',
    nothingToTakeBack: 'Il n’y a rien que je puisse reprendre.',
    erased: 'C’est effacé définitivement.',
    nothingToErase: 'Il n’en reste rien.',
    notFound: 'Je n’ai rien retenu dans ces mots.',
    several: 'J’ai retenu plusieurs choses à ce sujet. Dis avec ses propres mots celle que je dois oublier.',
    secret:
      'Je ne garde ni secrets ni numéros personnels, comme les mots de passe et les codes. Je n’ai rien enregistré.',
    onThePage: 'Cela ne peut être oublié que sur la page de la mémoire.',
    notKept: 'Je ne retiens pas ce qui est dit dans cette pièce.',
  },
  es: {
    remembered: (text) => `Lo recordaré: «${text}».`,
    takenBack: 'De acuerdo, lo recuerdo como antes.',
    nothingToTakeBack: 'No hay nada que pueda recuperar.',
    erased: 'Está borrado para siempre.',
    nothingToErase: 'Ya no queda nada de eso.',
    notFound: 'No recuerdo nada con esas palabras.',
    several: 'Recuerdo varias cosas sobre eso. Di con sus propias palabras cuál debo olvidar.',
    secret: 'No guardo secretos ni números personales, como contraseñas y códigos. No he guardado nada de eso.',
    onThePage: 'Eso solo se puede olvidar en la página de la memoria.',
    notKept: 'No recuerdo lo que se dice en esta habitación.',
  },
};

/** @param language BCP 47 tag; English where there are no sentences. */
export function toldOf(language: string): MemoryTold {
  return TOLD[supportedLanguage(language)];
}

/** "I'll remember that you can't eat nuts." */
export function rememberedTold(text: string, language: string): string {
  return toldOf(language).remembered(text, aboutYou(text, language));
}
