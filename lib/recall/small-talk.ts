import { primaryLanguage } from '../language/tags.js';

/** Phrases as `runsOf` folds them ("what's up" becomes "what up"); each asks for nothing that is remembered. */
const PHRASES: Readonly<Record<string, readonly string[]>> = {
  en: [
    'good (?:morning|evening|afternoon|night|day|job|work)',
    '(?:hello|hi|hey|welcome|many thanks|thanks|thank you)(?: (?:there|again|so|very|much|a lot|everyone|everybody))*',
    'goodbye|bye(?: bye)?|well done|never mind|what up',
    'how (?:(?:are|re) (?:you|things)(?: doing| feeling| going)?|(?:is )?it going|do you do|old are you)',
    'have a (?:nice|good|great|lovely) (?:day|evening|night|time|weekend|trip)',
    '(?:nice|pleased|good) to (?:meet|see) you|see you(?: later| soon| tomorrow)?|i love you|i (?:am|m) bored',
    'who are you|what (?:is )?your name|what can you do|(?:can|do) you hear me|are you (?:still )?there',
    'tell (?:me|us) (?:a|another) joke|sing (?:(?:me|us) )?(?:a|another) song|what time is it|what is the time',
    '(?:that|this|it) (?:is|was) (?:very )?(?:great|good|nice|funny|fantastic|lovely|perfect|awesome)',
    'you (?:are|re) (?:(?:so|very) )?(?:funny|great|nice|good|welcome|the best)',
    // says no time
    'the other (?:day|night|evening|week)|a while ago|some time ago|not long ago|at some point',
  ],
  de: [
    'guten (?:morgen|tag|abend|appetit)|gute nacht|hallo|hi|hey|servus|moin|tschuss|auf wiedersehen|willkommen',
    '(?:(?:vielen|herzlichen|besten|tausend) )?danke?(?: (?:dir|euch|schon|sehr|auch))*',
    'wie geht(?: es|s)?(?: (?:dir|euch|ihnen|so))*|wie lauft(?: es)?(?: so)?',
    '(?:einen )?(?:schonen|guten) (?:tag|abend|feierabend)(?: noch)?|schones wochenende',
    'freut mich|bis (?:spater|bald|dann|nachher|morgen)|ich (?:hab|habe) dich lieb|ich liebe dich|mir ist langweilig',
    'wie alt bist du|wer bist du|wie heisst du|was kannst du(?: alles| so)?|bist du (?:noch )?da',
    '(?:kannst|horst) du mich(?: horen)?|wie spat ist es|wie viel uhr ist es',
    'erzahle? (?:mir|uns) (?:(?:bitte|mal|noch) )?einen witz|singe? (?:(?:mir|uns) )?(?:noch )?ein lied',
    '(?:sehr )?gut gemacht|egal|macht nichts|das (?:ist|war) (?:super|toll|gut|schon|lustig|klasse)',
    'du bist (?:(?:sehr|echt|so) )?(?:lustig|toll|super|nett|witzig)',
    // says no time
    'vor (?:einer weile|einiger zeit|kurzem|langem)|(?:vor )?nicht lange(?: her)?|irgendwann (?:mal|einmal)',
  ],
  fr: [
    'bonjour|bonsoir|bonne (?:nuit|journee|soiree)|salut|coucou|au revoir|bienvenue|enchante|bravo',
    '(?:mille )?merci(?: (?:beaucoup|bien))?|(?:comment )?(?:ca va|vas tu|allez vous|tu vas)(?: bien)?',
    'comment (?:tu t appelles|t appelles tu)|quel est ton nom|quel age as tu|qui es tu|que (?:sais|peux) tu faire',
    'tu es (?:toujours )?la|tu m entends|je m ennuie|je t aime|laisse tomber|quelle heure est il',
    'chante (?:moi )?une chanson|raconte (?:moi|nous) une blague|bien joue|tres bien',
    'a (?:plus tard|bientot|demain|plus)|c (?:est|etait) (?:super|genial|bien|drole)',
    'tu es (?:(?:tres|trop) )?(?:drole|gentil|gentille|genial|geniale)',
    // says no time
    'l autre (?:jour|soir|fois)|il y a (?:quelque|un certain|longtemps|peu)(?: de)?(?: temps)?',
  ],
  es: [
    'buenos dias|buenas (?:tardes|noches)|hola|adios|bienvenid[oa]|(?:(?:muchas|mil) )?gracias|encantad[oa]|mucho gusto',
    'como (?:estas|esta|te va|va|andas)|que tal(?: estas)?|como te llamas|cual es tu nombre|cuantos anos tienes',
    'que tengas (?:un |una )?buena? (?:dia|tarde|noche|fin de semana)|sigues ahi|estas ahi|estoy aburrid[oa]',
    'cantame una cancion|cuentame un chiste|bien hecho|muy bien|hasta (?:luego|manana|pronto)|te (?:quiero|amo)',
    'que hora es|da igual|me oyes|quien eres|que (?:sabes|puedes) hacer',
    'eso (?:fue|ha sido|estuvo) (?:genial|estupendo)|eres (?:muy )?(?:gracios[oa]|simpatic[oa]|genial)',
    // says no time
    '(?:el otro dia|la otra (?:noche|tarde|semana))|hace (?:un tiempo|tiempo|poco|mucho)',
  ],
  it: [
    'buongiorno|buonasera|buonanotte|buona (?:giornata|serata|notte)|ciao|ehi|salve|arrivederci|benvenut[oa]',
    'grazie(?: (?:mille|tante))?|come (?:stai|state|va)|tutto bene|piacere di conoscerti|piacere',
    'come ti chiami|quanti anni hai|chi sei|cosa (?:sai|puoi) fare|(?:ci )?sei ancora(?: (?:li|qui))?|mi (?:senti|annoio)',
    'cantami una canzone|raccontami una barzelletta|ben fatto|molto bene|a (?:dopo|domani|presto)|ti voglio bene|ti amo',
    'che ore sono|che ora e|lascia (?:stare|perdere)|e stato (?:fantastico|bello|divertente)',
    'sei (?:molto )?(?:divertente|simpatic[oa]|brav[oa])',
    // says no time
    'l altr[oa] (?:giorno|sera|volta|settimana)|(?:qualche|un po di|poco|molto) tempo fa',
  ],
};

const PATTERNS = new Map(
  Object.entries(PHRASES).map(([language, phrases]) => [language, new RegExp(`\\b(?:${phrases.join('|')})\\b`, 'g')]),
);

/**
 * The runs of a text without greetings, thanks and other small talk: "good morning, how are you, who fixed the boiler"
 * is about the boiler. In English, German, French, Spanish and Italian; of other languages all.
 */
export function withoutSmallTalk(runs: readonly string[], language: string): string[] {
  const pattern = PATTERNS.get(primaryLanguage(language));
  return pattern ? (runs.join(' ').replace(pattern, ' ').match(/\S+/g) ?? []) : [...runs];
}
