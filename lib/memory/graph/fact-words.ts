import { fold } from '../../language/fold.js';
import { monthNames, weekdayNames } from '../../language/names.js';
import { numberIn } from '../../language/numbers.js';
import { stopWordsOf } from '../../language/stop-words.js';

/*
 * Words by which lines of the knowledge graph are compared, in English, German, French, Spanish and Italian. Other
 * languages have no function words here: all their words count, so their lines are taken for different more often, and
 * nothing is lost by it.
 */

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const FIVE = ['en', 'de', 'fr', 'es', 'it'];

/** Grammar, weekdays, what tells how often and when, verbs of liking (see `LIKINGS`), and the person; folded. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  ...FIVE.flatMap((language) =>
    [...(stopWordsOf(language) ?? [])].filter((word) => (numberIn(word, language) ?? 1) < 2),
  ),
  ...FIVE.flatMap(weekdayNames).map(fold),
  ...words(`user person done nor onto up also really always usually often sometimes every all now currently today yesterday
    tomorrow like likes liked love loves loved enjoy enjoys prefer prefers preferred want wants wanted gets goes week day
    daily weekly`),
  ...words(`mag gerne gern lieber liebt unter oft manchmal meist derzeit gestern morgen nutzer benutzer montags dienstags
    mittwochs donnerstags freitags samstags sonntags woche tag taglich`),
  ...words(`souvent parfois maintenant actuellement aujourd hui demain utilisateur personne aime aimer aimait prefere
    preferent veut semaine jour jours`),
  ...words(`unas soy tienen tenia tener menudo veces ahora actualmente hoy ayer manana usuario persona gusta gustan prefiere
    quiere semana dia dias`),
  ...words(`aveva avere fra ad cui molto sempre spesso volte ogni tutto tutti adesso ora attualmente oggi ieri domani utente
    persona piace piacciono preferisce vuole ama settimana giorno giorni`),
]);

/** Whether a word says nothing about which fact it is. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(fold(word));
}

/** What stands before a place or a firm. */
export const PREPOSITIONS: ReadonlySet<string> = new Set(
  words('in at to from for near nach aus von bei zu als auf à en dans chez pour de como para a da come per'),
);

/** What is said of a new home or job, and tells nothing about whose it is: "started a new job at Bosch". */
export const BEGINNINGS: ReadonlySet<string> = new Set(
  words(`started starting starts start began begun took taken found accepted landed recently new just switched changed
    neue neuen neuer neues angefangen begonnen gefunden gewechselt nouveau nouvel nouvelle commencé trouvé récemment
    nuevo nueva empezó empezado encontró recientemente nuova nuovo iniziato trovato cambiato`),
);

/** Facts of which a person has one at a time, by the words that tell them. */
export const SLOTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    home: `live lives lived living reside resides moved moving relocated wohnt wohne wohnen gewohnt gezogen umgezogen zog lebt
      lebe leben habite habitent habitait vit vivent déménagé emménagé vive viven vivo mudó mudado mudaron abita abitano
      vivono abito trasferito trasferita trasferiti`,
    work: `work works worked working employed job arbeitet arbeite arbeiten gearbeitet beruf angestellt travaille travaillent
      travaillait emploi métier trabaja trabajo trabajan trabajaba empleo lavora lavoro lavorano lavorava mestiere`,
    name: `called named heißt heisst heiße heisse heissen appelle appellent llama llamo llaman chiama chiamo chiamano`,
  }).flatMap(([slot, list]) => words(list).map((word): [string, string] => [word.replace(/ß/g, 'ss'), slot])),
);

/** Phrases that stand as words of their own, in any script. */
const phrases = (list: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'u');

/** What languages are called in the languages of these lists. */
const LANGUAGES = FIVE.map((locale) => new Intl.DisplayNames([locale], { type: 'language' }))
  .flatMap((names) =>
    words('en de fr es it nl pt pl tr ru uk cs sv da no fi el ro hu ar he hi zh ja ko').map((code) => names.of(code)),
  )
  .map((name) => name?.toLowerCase())
  .join('|');

/** Wishes of which there is one at a time, and that no single word tells: the language of replies, how one is called. */
export const SLOT_PHRASES: readonly (readonly [RegExp, string])[] = [
  [
    phrases(
      `(?:reply|replies|respond|responds|answer|answers|speak to me|talk to me|antworten?|antwortet|sprich mit mir|réponds|répondre|répondez|parle-moi|responder?|respóndeme|contesta|contestar|háblame|rispondi|rispondere|rispondimi|parlami)(?:[ -]\\p{L}{1,20}){0,4}? (?:in|auf|en) (?:${LANGUAGES})`,
    ),
    'reply language',
  ],
  [
    phrases(
      '(?:call me|nenne? mich|appelle-moi|appelez-moi|llámame|chiamami)(?! (?:at|on|in|by|when|if|back|before|after|later|tomorrow|tonight|a|à|quand|cuando|quando|um|wenn|demain|mañana|domani))',
    ),
    'address',
  ],
];

/** What tells a liking, or its opposite. They count as function words, but a line of one isn't told by one without. */
export const LIKINGS = phrases(
  [
    'likes?|liked|loves?|loved|enjoys?|enjoyed|prefers?|preferred|adores?|dislikes?|hates?|favou?rites?|fan|fond',
    'mag|mögen|gerne?|lieber|liebt|lieben|bevorzugt|hasst|lieblings\\p{L}+',
    'aime|aiment|aimer|aimait|préfère|préfèrent|préférée?s?|adore|adorent|déteste|détestent',
    'gustan?|encantan?|prefiere|prefieren|favorit[oa]s?|odian?|detestan?',
    'piace|piacciono|preferisce|preferiscono|preferit[oaie]|ama|amano|adora|adorano',
  ].join('|'),
);

/** What says that something is no longer as it was. */
export const CHANGES = phrases(
  [
    "no longer|not any ?more|n't .{0,60}any ?more|anymore|instead|stopped|quit|gave up|given up|switched|changed|sold|cancell?ed",
    'nicht mehr|kein(?:e|en|em|er)? .{0,60}mehr|statt|stattdessen|aufgehört|gewechselt|verkauft|gekündigt|abgeschafft',
    "ne .{0,60}plus|n'.{0,60}plus|au lieu|à la place|arrêté|changé|vendu",
    'ya no|en vez|en lugar|dejó de|dejado|cambió|cambiado|vendió|vendido',
    'non .{0,60}più|invece|smesso|cambiato|venduto',
  ].join('|'),
);

/** What says that something isn't so. */
export const DENIALS = phrases(
  "not|never|without|no|cannot|\\p{L}+n't|nicht|nie|niemals|kein(?:e|en|em|er|es)?|pas|jamais|nunca|jamás|non",
);

const MONTHS = FIVE.flatMap(monthNames).join('|').toLowerCase();

/** Days of the calendar, as they stand in a folded line. */
export const DATES = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:on|am|le|el|il) )?(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}\\.\\d{1,2}\\.(?:\\d{4})?|(?:${MONTHS}) \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\d{1,2}(?:st|nd|rd|th|er|\\.)? (?:of |de )?(?:${MONTHS})(?: (?:de )?\\d{4})?)(?![\\p{L}\\d])`,
  'gu',
);
