import { type Language, supportedLanguage } from '../language/tags.js';
import type { ErrorCode } from './errors.js';

/** What a person is told aloud when something failed: what it was, in words they can act on. */
const APOLOGIES: Record<ErrorCode, Record<Language, string>> = {
  'bad-input': {
    en: 'Sorry, something in the assistant was wired wrongly. Please look at the flow.',
    de: 'Entschuldigung, im Assistenten ist etwas falsch verdrahtet. Bitte sieh dir den Flow an.',
    fr: "Désolé, quelque chose est mal câblé dans l'assistant. Merci de regarder le flux.",
    es: 'Lo siento, algo está mal conectado en el asistente. Revisa el flujo, por favor.',
  },
  'bad-audio': {
    en: "Sorry, I can't make sense of the sound from this microphone.",
    de: 'Entschuldigung, mit dem Ton dieses Mikrofons kann ich nichts anfangen.',
    fr: 'Désolé, je ne peux rien faire du son de ce micro.',
    es: 'Lo siento, no entiendo el sonido de este micrófono.',
  },
  'audio-lost': {
    en: 'Sorry, I lost the sound from this room. Please say it again.',
    de: 'Entschuldigung, der Ton aus diesem Raum ist abgerissen. Bitte sag es noch einmal.',
    fr: "Désolé, j'ai perdu le son de cette pièce. Répète, s'il te plaît.",
    es: 'Lo siento, he perdido el sonido de esta habitación. Repítelo, por favor.',
  },
  'not-configured': {
    en: "Sorry, I'm not fully set up yet. Something is missing in the settings.",
    de: 'Entschuldigung, ich bin noch nicht fertig eingerichtet. In den Einstellungen fehlt etwas.',
    fr: 'Désolé, je ne suis pas encore tout à fait configuré. Il manque quelque chose dans les réglages.',
    es: 'Lo siento, todavía no estoy configurado del todo. Falta algo en los ajustes.',
  },
  'satellite-unreachable': {
    en: 'Sorry, I lost the connection to this room for a moment. Please ask again.',
    de: 'Entschuldigung, die Verbindung zu diesem Raum war kurz weg. Bitte frag noch einmal.',
    fr: "Désolé, j'ai perdu un instant la connexion avec cette pièce. Redemande, s'il te plaît.",
    es: 'Lo siento, he perdido un momento la conexión con esta habitación. Vuelve a preguntar, por favor.',
  },
  'home-unreachable': {
    en: "Sorry, I can't reach Home Assistant right now.",
    de: 'Entschuldigung, ich erreiche Home Assistant gerade nicht.',
    fr: "Désolé, je n'arrive pas à joindre Home Assistant pour le moment.",
    es: 'Lo siento, ahora mismo no puedo conectar con Home Assistant.',
  },
  'home-unauthorised': {
    en: "Sorry, Home Assistant doesn't let me in. Its access token is wrong.",
    de: 'Entschuldigung, Home Assistant lässt mich nicht hinein. Das Zugriffstoken stimmt nicht.',
    fr: "Désolé, Home Assistant ne me laisse pas entrer. Son jeton d'accès est incorrect.",
    es: 'Lo siento, Home Assistant no me deja entrar. Su token de acceso no es correcto.',
  },
  'home-refused': {
    en: 'Sorry, Home Assistant refused to do that.',
    de: 'Entschuldigung, Home Assistant hat das abgelehnt.',
    fr: 'Désolé, Home Assistant a refusé de le faire.',
    es: 'Lo siento, Home Assistant se ha negado a hacerlo.',
  },
  'model-unreachable': {
    en: "Sorry, I can't reach the language model right now.",
    de: 'Entschuldigung, ich erreiche das Sprachmodell gerade nicht.',
    fr: "Désolé, je n'arrive pas à joindre le modèle de langage pour le moment.",
    es: 'Lo siento, ahora mismo no puedo conectar con el modelo de lenguaje.',
  },
  'model-missing': {
    en: "Sorry, the model server doesn't have the language model I need.",
    de: 'Entschuldigung, der Modellserver hat das Sprachmodell nicht, das ich brauche.',
    fr: "Désolé, le serveur de modèles n'a pas le modèle de langage qu'il me faut.",
    es: 'Lo siento, el servidor no tiene el modelo de lenguaje que necesito.',
  },
  'model-failed': {
    en: 'Sorry, the language model gave up in the middle. Please ask again.',
    de: 'Entschuldigung, das Sprachmodell hat mittendrin aufgegeben. Bitte frag noch einmal.',
    fr: "Désolé, le modèle de langage s'est arrêté en route. Redemande, s'il te plaît.",
    es: 'Lo siento, el modelo de lenguaje se ha detenido a medias. Vuelve a preguntar, por favor.',
  },
  'stt-unreachable': {
    en: "Sorry, I can't reach the speech recognition right now.",
    de: 'Entschuldigung, ich erreiche die Spracherkennung gerade nicht.',
    fr: "Désolé, je n'arrive pas à joindre la reconnaissance vocale pour le moment.",
    es: 'Lo siento, ahora mismo no puedo conectar con el reconocimiento de voz.',
  },
  'stt-failed': {
    en: 'Sorry, I heard you, but the speech recognition failed. Please say it again.',
    de: 'Entschuldigung, ich habe dich gehört, aber die Spracherkennung ist gescheitert. Bitte sag es noch einmal.',
    fr: "Désolé, je t'ai entendu, mais la reconnaissance vocale a échoué. Répète, s'il te plaît.",
    es: 'Lo siento, te he oído, pero el reconocimiento de voz ha fallado. Repítelo, por favor.',
  },
  'tts-unreachable': {
    en: "Sorry, I can't reach my voice right now.",
    de: 'Entschuldigung, ich erreiche meine Stimme gerade nicht.',
    fr: "Désolé, je n'arrive pas à joindre ma voix pour le moment.",
    es: 'Lo siento, ahora mismo no puedo conectar con mi voz.',
  },
  'tts-failed': {
    en: 'Sorry, my voice failed.',
    de: 'Entschuldigung, meine Stimme hat versagt.',
    fr: 'Désolé, ma voix a échoué.',
    es: 'Lo siento, mi voz ha fallado.',
  },
  'wake-failed': {
    en: 'Sorry, the wake word detection failed.',
    de: 'Entschuldigung, die Erkennung des Weckworts ist ausgefallen.',
    fr: 'Désolé, la détection du mot de réveil est en panne.',
    es: 'Lo siento, la detección de la palabra de activación ha fallado.',
  },
  'library-missing': {
    en: 'Sorry, a part of me is not installed on this machine.',
    de: 'Entschuldigung, ein Teil von mir ist auf diesem Gerät nicht installiert.',
    fr: "Désolé, une partie de moi n'est pas installée sur cette machine.",
    es: 'Lo siento, una parte de mí no está instalada en esta máquina.',
  },
  'store-failed': {
    en: "Sorry, I can't open my memory right now.",
    de: 'Entschuldigung, ich komme gerade nicht an mein Gedächtnis.',
    fr: "Désolé, je n'ai pas accès à ma mémoire pour le moment.",
    es: 'Lo siento, ahora mismo no puedo abrir mi memoria.',
  },
  timeout: {
    en: 'Sorry, that took too long. Please ask again.',
    de: 'Entschuldigung, das hat zu lange gedauert. Bitte frag noch einmal.',
    fr: "Désolé, c'était trop long. Redemande, s'il te plaît.",
    es: 'Lo siento, ha tardado demasiado. Vuelve a preguntar, por favor.',
  },
  failed: {
    en: 'Sorry, something went wrong.',
    de: 'Entschuldigung, da ist etwas schiefgegangen.',
    fr: "Désolé, quelque chose s'est mal passé.",
    es: 'Lo siento, algo ha salido mal.',
  },
};

/** A short spoken sentence for a failure; codes that aren't ours (another node's error) get the general one. */
export function apology(code: string | undefined, language: string | undefined): string {
  return APOLOGIES[knownCode(code)][supportedLanguage(language)];
}

/** A code of ours as it is; another node's is "failed". */
export function knownCode(code: string | undefined): ErrorCode {
  return Object.hasOwn(APOLOGIES, code ?? '') ? (code as ErrorCode) : 'failed';
}
